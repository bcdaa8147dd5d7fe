package batch

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"nonogram/internal/atomicfile"
)

// A server that belongs to a folder:
//
//	DIR/lock         held by the process that runs the server, as long as it lives
//	DIR/server.json  where that server listens, and the token it asks for
//	DIR/jetstream/   what it stores
//
// Every process that uses the folder dials through this file. It connects to the
// server in server.json or, if nobody holds the lock, becomes the host: it starts the
// server on what is stored and connects to it without a socket. The client library
// dials again when a connection breaks, so the death of a host makes another process
// the next one. The kernel gives up a lock when its process dies, so none is stale.

// Names in the folder.
const (
	lockFile    = "lock"
	addressFile = "server.json"
	storeFolder = "jetstream"
)

const (
	// startTimeout is how long a server may take to read what is stored: a
	// terabyte would be too much for it, and for this package.
	startTimeout = 2 * time.Minute
	// dialPatience is how long one dial waits for a host that is just starting.
	// The client library then asks again, so it decides only how often.
	dialPatience = 10 * time.Second
	dialPause    = 20 * time.Millisecond
)

type host struct {
	dir    string
	listen string
	log    *slog.Logger
	over   func() // is called when the run of the folder has ended

	closing atomic.Bool // nobody is to dial any more

	mu     sync.Mutex
	closed bool
	lock   *os.File
	server *server.Server
	token  string      // of the server in use
	deaths int         // of servers of this folder, before it
	failed atomic.Bool // its store, since it was started
}

// address is what server.json holds.
type address struct {
	Address string `json:"address"`
	Token   string `json:"token"`
	PID     int    `json:"pid"` // of the host, for people who look for it
	// Closed says that the host has ended in order, and Deaths how many have not.
	Closed bool `json:"closed,omitempty"`
	Deaths int  `json:"deaths,omitempty"`
}

func newHost(c *Config, over func()) (*host, error) {
	if c.Dir == "" {
		return nil, errors.New("neither a server nor a folder is given")
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, err
	}
	return &host{dir: c.Dir, listen: c.Listen, log: c.Log, over: over}, nil
}

// Dial gives the client library a connection; its arguments do not matter.
func (h *host) Dial(_, _ string) (net.Conn, error) {
	for end := time.Now().Add(dialPatience); ; time.Sleep(dialPause) {
		conn, err := h.tryDial()
		if err == nil || errors.Is(err, errClosed) || errors.Is(err, ErrOver) || time.Now().After(end) {
			return conn, err
		}
	}
}

var errClosed = errors.New("the queue has been closed")

func (h *host) tryDial() (net.Conn, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed || h.closing.Load():
		return nil, errClosed
	case h.server != nil:
		return h.server.InProcessConn()
	case isOver(h.dir):
		h.over()
		return nil, ErrOver
	}
	lock, err := acquire(filepath.Join(h.dir, lockFile))
	if errors.Is(err, errLocked) {
		return h.dialOther()
	} else if err != nil {
		return nil, err
	}
	h.lock = lock
	reached(pointLocked)
	if err := h.start(); err != nil {
		release(h.lock)
		h.lock = nil
		return nil, err
	}
	return h.server.InProcessConn()
}

func (h *host) dialOther() (net.Conn, error) {
	a, err := readAddress(h.dir)
	if err != nil {
		return nil, err
	}
	conn, err := net.DialTimeout("tcp", a.Address, time.Second)
	if err == nil {
		h.token, h.deaths = a.Token, a.Deaths
	}
	return conn, err
}

// start runs the server and tells others where it is.
func (h *host) start() error {
	options, err := h.options()
	if err != nil {
		return err
	}
	if err := forgetHalves(options.StoreDir, h.log); err != nil {
		return err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return err
	}
	h.failed.Store(false)
	s.SetLoggerV2(serverLog{h.log, func() {
		if !h.failed.Swap(true) {
			go h.mend()
		}
	}}, false, false, false)
	began := time.Now()
	s.Start()
	if !s.ReadyForConnections(startTimeout) {
		s.Shutdown()
		return fmt.Errorf("the server in %s has not started within %v", h.dir, startTimeout)
	}
	a := address{Address: local(s.Addr().String()), Token: options.Authorization, PID: os.Getpid()}
	if before, err := readAddress(h.dir); err == nil {
		a.Deaths = before.Deaths
		if !before.Closed {
			a.Deaths++
		}
	}
	if err := writeAddress(h.dir, a); err != nil {
		s.Shutdown()
		return err
	}
	h.server, h.token, h.deaths = s, options.Authorization, a.Deaths
	reached(pointServing)
	h.log.Info("hosting the queue", "dir", h.dir, "address", s.Addr().String(), "took", time.Since(began).Round(time.Millisecond))
	return nil
}

// forgetHalves removes what a server was killed over while it made it. Of a stream or a
// consumer it writes first what it is and then a checksum of that. If the checksum is
// missing it passes over it at every start, with all that was stored since, and never
// writes a new one as long as the first file is there. Nobody was told that it exists, so
// that it can be made again.
func forgetHalves(dir string, log *slog.Logger) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // no server has been here yet
		} else if err != nil || filepath.Base(path) != server.JetStreamMetaFile {
			return err
		}
		sum, err := os.Stat(filepath.Join(filepath.Dir(path), server.JetStreamMetaFileSum))
		if err == nil && sum.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		log.Warn("half made, to be made again", "file", path)
		return os.Remove(path)
	})
}

// options of a server that keeps its promises: every write is synced.
func (h *host) options() (*server.Options, error) {
	token, err := h.ownToken()
	if err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: "nonogram", Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: token,
		JetStream: true, StoreDir: filepath.Join(h.dir, storeFolder), SyncAlways: true,
		MaxPayload: maxPayload, MaxPending: 4 * maxPayload,
		NoSigs: true, DisableJetStreamBanner: true,
	}
	if h.listen == "" {
		return o, nil
	}
	name, port, err := net.SplitHostPort(h.listen)
	if err != nil {
		return nil, err
	}
	o.Host = name
	if port != "0" { // any port that is free, as it is everywhere else
		o.Port, err = strconv.Atoi(port)
	}
	return o, err
}

// ownToken is the token of this folder, which stays the same, so that workers
// elsewhere find the server again after a restart.
func (h *host) ownToken() (string, error) {
	if a, err := readAddress(h.dir); err == nil && a.Token != "" {
		return a.Token, nil
	}
	var b [16]byte
	_, err := rand.Read(b[:])
	return hex.EncodeToString(b[:]), err
}

func (h *host) currentToken() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.token
}

// afterDeath is how many servers of the folder have died, 0 where there is no folder.
func (h *host) afterDeath() int {
	if h == nil {
		return 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.deaths
}

func (h *host) hosting() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.server != nil
}

// url is how others reach the server: by the name of this machine, if it listens on
// all its addresses.
func (h *host) url() string {
	a, err := readAddress(h.dir)
	if err != nil {
		return ""
	}
	if name, port, err := net.SplitHostPort(h.listen); err == nil && unspecified(name) {
		if machine, err := os.Hostname(); err == nil {
			a.Address = net.JoinHostPort(machine, port)
		}
	}
	return "nats://" + a.Token + "@" + a.Address
}

// local is an address as this machine reaches it.
func local(address string) string {
	if name, port, err := net.SplitHostPort(address); err == nil && unspecified(name) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return address
}

func unspecified(name string) bool {
	ip := net.ParseIP(name)
	return name == "" || ip != nil && ip.IsUnspecified()
}

// close stops the server, if it runs here, and leaves the folder to others.
func (h *host) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	if h.server != nil {
		h.server.Shutdown()
		h.server.WaitForShutdown()
		if a, err := readAddress(h.dir); err == nil {
			a.Closed = true
			_ = writeAddress(h.dir, a)
		}
	}
	if h.lock != nil {
		release(h.lock)
	}
	h.server, h.lock = nil, nil
}

func readAddress(dir string) (a address, err error) {
	data, err := os.ReadFile(filepath.Join(dir, addressFile))
	if err == nil {
		err = json.Unmarshal(data, &a)
	}
	return a, err
}

// writeAddress replaces the file in one step, so that nobody reads half of it.
func writeAddress(dir string, a address) error {
	data, err := json.Marshal(a)
	if err != nil {
		return err
	}
	reach := func(s atomicfile.Step) error {
		if s == atomicfile.Move {
			reached(pointAddress)
		}
		return nil
	}
	return atomicfile.File{Mode: 0o600, Before: reach}.Write(filepath.Join(dir, addressFile), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// mend starts the server again when there is room on the disk: a stream that could not
// write once never does again.
func (h *host) mend() {
	h.log.Warn(fullMessage, "dir", h.dir)
	for !h.closing.Load() && !isOver(h.dir) && !hasRoom(h.dir) {
		time.Sleep(roomPause)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.server == nil {
		return
	}
	h.server.Shutdown()
	h.server.WaitForShutdown()
	h.server = nil
	if err := h.start(); err != nil {
		h.log.Warn("the server does not start again", "error", err)
		release(h.lock) // whoever dials next tries
		h.lock = nil
	}
}

const (
	fullMessage = "the disk of the queue cannot be written to: waiting until it can"
	// roomPause is the time between two tries, and enoughRoom what is tried: some
	// results.
	roomPause  = 500 * time.Millisecond
	enoughRoom = 1 << 20
)

// hasRoom tries whether something can be stored in a folder.
func hasRoom(dir string) bool {
	f, err := os.CreateTemp(dir, "room-")
	if err != nil {
		return false
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, enoughRoom))
	return errors.Join(err, f.Sync(), f.Close()) == nil
}

// serverLog passes on what the server finds worth a warning, and tells when it could not
// write a file.
type serverLog struct {
	log    *slog.Logger
	failed func()
}

func (l serverLog) Noticef(string, ...any) {}
func (l serverLog) Debugf(string, ...any)  {}
func (l serverLog) Tracef(string, ...any)  {}

func (l serverLog) Warnf(format string, v ...any) {
	l.log.Debug("server", "warning", fmt.Sprintf(format, v...))
}
func (l serverLog) Errorf(format string, v ...any) {
	l.log.Warn("server", "error", fmt.Sprintf(format, v...))
	for _, arg := range v {
		var file *fs.PathError
		if err, ok := arg.(error); ok && errors.As(err, &file) && file.Op == "write" {
			l.failed()
		}
	}
}
func (l serverLog) Fatalf(format string, v ...any) {
	l.log.Error("server", "error", fmt.Sprintf(format, v...))
}

package batch

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nonogram/cmd/internal/atomicfile"
	"nonogram/cmd/internal/filelock"
)

// The server of a folder:
//
//	DIR/lock         locked by the host, the process that runs the server
//	DIR/server.json  the address and the token of the server
//	DIR/jetstream/   its store
//
// A process that opens the folder connects to the server in server.json or, if the lock
// is free, becomes the host: it starts the server and connects to it without a socket.
// The client library dials again when a connection breaks, so when a host dies another
// process becomes the host. The kernel releases the locks of dead processes.

// Names in the folder.
const (
	lockFile    = "lock"
	addressFile = "server.json"
	storeFolder = "jetstream"
	indexFile   = "index.db" // of the messages of a stream, written by the server
	stateFile   = "o.dat"    // of a consumer: the messages that it has delivered
	metaFile    = "meta.inf" // of a stream or a consumer: its settings
	sumFile     = "meta.sum" // their checksum
)

const (
	// startTimeout is how long a server may take to load its store.
	startTimeout = 2 * time.Minute
	// dialPatience is how long one dial waits for a host that starts. The client
	// library then dials again.
	dialPatience = 10 * time.Second
	dialPause    = 20 * time.Millisecond
)

type host struct {
	dir    string
	listen string
	log    *slog.Logger
	over   func() // called when the run of the folder has ended

	closing atomic.Bool // rejects further dials

	mu     sync.Mutex
	closed bool
	lock   *os.File
	server messageServer
	token  string      // of the server in use
	deaths int         // of earlier servers of this folder
	failed atomic.Bool // the store failed since the client connected
}

// messageServer is what a host uses of a NATS server.
type messageServer interface {
	Addr() net.Addr
	InProcessConn() (net.Conn, error)
	Shutdown()
	WaitForShutdown()
}

// address is the content of server.json.
type address struct {
	Address string `json:"address"`
	Token   string `json:"token"`
	PID     int    `json:"pid"` // of the host, for display
	// Closed reports a clean end of the host, and Deaths counts those without.
	Closed bool `json:"closed,omitempty"`
	Deaths int  `json:"deaths,omitempty"`
}

func newHost(c *Config, over func()) (*host, error) {
	if c.Dir == "" {
		return nil, errors.New("neither the URL of a server nor a folder is given")
	}
	if !embedded {
		return nil, fmt.Errorf("batch has no server of its own on %s/%s: start nats-server with JetStream, and give its address with --nats", runtime.GOOS, runtime.GOARCH)
	}
	if err := claim(c.Dir); err != nil {
		return nil, err
	}
	return &host{dir: c.Dir, listen: c.Listen, log: c.Log, over: over}, nil
}

// Dial connects the client library to the server of the folder.
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
	lock, err := filelock.Acquire(filepath.Join(h.dir, lockFile))
	if errors.Is(err, filelock.ErrLocked) {
		return h.dialOther()
	} else if err != nil {
		return nil, err
	}
	h.lock = lock
	reached(pointLocked)
	if err := h.start(); err != nil {
		h.lock.Close()
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

// start runs the server and writes its address.
func (h *host) start() error {
	if err := prepare(filepath.Join(h.dir, storeFolder), h.log); err != nil {
		return err
	}
	began, token := time.Now(), h.ownToken()
	s, err := startServer(h.dir, h.listen, token, serverLog{h.log, func() {
		if !h.failed.Swap(true) {
			go h.mend()
		}
	}})
	if err != nil {
		return err
	}
	a := address{Address: local(s.Addr().String()), Token: token, PID: os.Getpid()}
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
	h.server, h.token, h.deaths = s, token, a.Deaths
	reached(pointServing)
	h.log.Info("hosting the queue", "dir", h.dir, "address", s.Addr().String(), "took", time.Since(began).Round(time.Millisecond))
	return nil
}

// prepare repairs the store of a server that was killed, or whose files are damaged.
//
// It removes the indexes of messages, which the server then builds again from the
// messages, and drops those with a wrong checksum; it trusts an index without a look at
// the messages. It removes the states of consumers, which have no checksum; a consumer
// without one delivers all messages again. It removes metadata without a checksum, left
// by a server that was killed while it created a stream or a consumer: the server would
// skip these at every start and never write the checksum. No client knows of them, so
// they can be created again.
func prepare(dir string, log *slog.Logger) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		switch name := filepath.Base(path); {
		case errors.Is(err, fs.ErrNotExist):
			return nil // the first start
		case err == nil && (name == indexFile || name == stateFile):
			return os.Remove(path)
		case err != nil || name != metaFile:
			return err
		}
		sum, err := os.Stat(filepath.Join(filepath.Dir(path), sumFile))
		if err == nil && sum.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		log.Warn("incomplete, to be created again", "file", path)
		return os.Remove(path)
	})
}

// ownToken is the token of this folder. It does not change, so that remote workers
// reconnect after a restart.
func (h *host) ownToken() string {
	if a, err := readAddress(h.dir); err == nil && a.Token != "" {
		return a.Token
	}
	return rand.Text()
}

func (h *host) currentToken() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.token
}

// priorDeaths is how many servers of the folder have died; 0 without a folder.
func (h *host) priorDeaths() int {
	if h == nil {
		return 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.deaths
}

// waits reports whether the server of this process waits for room on its disk.
func (h *host) waits() bool { return h != nil && h.failed.Load() }

func (h *host) hosting() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.server != nil
}

// url is the server's URL, with the name of this machine if it listens on all addresses.
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

// local replaces an unspecified address by loopback.
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

// close stops the server, if it runs here, and releases the folder.
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
		h.lock.Close()
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

// mend restarts the server when the disk has room again: a stream that failed to write
// never recovers.
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
		h.lock.Close() // the next dial tries
		h.lock = nil
	}
}

const (
	fullMessage = "the disk of the queue cannot be written to: waiting until it can"
	// roomPause is the pause between two tries to write enoughRoom bytes.
	roomPause  = 500 * time.Millisecond
	enoughRoom = 1 << 20
	roomPrefix = "room-" // of the names of such files
)

// hasRoom reports whether a file of enoughRoom bytes fits into a folder.
func hasRoom(dir string) bool {
	f, err := os.CreateTemp(dir, roomPrefix)
	if err != nil {
		return false
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, enoughRoom))
	return errors.Join(err, f.Sync(), f.Close()) == nil
}

// serverLog logs the server's warnings and errors, and calls failed after a failed write
// to a file.
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
	text, level := fmt.Sprintf(format, v...), slog.LevelWarn
	if strings.Contains(text, "ritical write error") || strings.Contains(text, "failed to store a msg") {
		level = slog.LevelDebug // the server repeats it, fullMessage says it once
		l.failed()
	}
	l.log.Log(context.Background(), level, "server", "error", text)
}
func (l serverLog) Fatalf(format string, v ...any) {
	l.log.Error("server", "error", fmt.Sprintf(format, v...))
}

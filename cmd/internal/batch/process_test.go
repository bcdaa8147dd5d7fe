//go:build unix

package batch

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// Tests with real processes: this test's own binary, started again with a role in
// its environment, and the nats-server of the system where there is one. They are
// killed with SIGKILL.

const (
	roleVariable = "NONOGRAM_BATCH_ROLE"
	// ackVariable is AckWait for the processes of a test, where it is not testAckWait.
	ackVariable = "NONOGRAM_BATCH_ACK_WAIT"
	testAckWait = 2 * time.Second
)

func TestMain(m *testing.M) {
	role := os.Getenv(roleVariable)
	if role == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := play(ctx, role, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, role+":", err)
		os.Exit(1)
	}
}

// serveConfig runs a server with a configuration file until the context ends, where there
// is an embedded server.
var serveConfig func(ctx context.Context, path string, log *slog.Logger) error

// play is a process of a test. Its first argument is where the queue is: a folder or
// a URL.
func play(ctx context.Context, role string, args []string) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	switch role {
	case "serve":
		return serveConfig(ctx, args[0], log)
	case "process":
		return ServeProcess(os.Stdin, os.Stdout, testKinds(), log)
	}
	c := Config{Dir: args[0], Log: log, AckWait: testAckWait}
	if d, err := time.ParseDuration(os.Getenv(ackVariable)); err == nil {
		c.AckWait = d
	}
	if strings.Contains(args[0], "://") {
		c.Dir, c.URL = "", args[0]
	}
	switch role {
	case "life":
		return playLife(ctx, c, args[1:])
	case "worker":
		return playWorker(ctx, c, args[1:])
	}
	var q *Queue
	for {
		var err error
		if q, err = Open(ctx, c); err == nil {
			break
		} else if !pause(ctx, retryPause) {
			return err
		}
	}
	defer q.Close()
	switch role {
	case "work", "work2":
		n := 1
		if role == "work2" {
			n = 2
		}
		w := &Workers{Queue: q, N: n, Kinds: testKinds(), Version: testVersion, Process: testProcess}
		return w.Run(ctx)
	case "submit":
		return playSubmit(ctx, q, args[1:])
	}
	return fmt.Errorf("unknown role %q", role)
}

// testProcess starts a worker process.
func testProcess() *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"=process")
	return cmd
}

func testKinds() []Kind { return append(Kinds(), killerKind, groupKind, patientKind) }

// playSubmit sends a job of many boards, in as many parts as there are to be kills:
// the n-th part goes out when the file of kills says n.
func playSubmit(ctx context.Context, q *Queue, args []string) error {
	gate := args[0]
	var count, parts int
	if _, err := fmt.Sscan(args[1]+" "+args[2], &count, &parts); err != nil {
		return err
	}
	job := &Job{ID: "crash", Kind: "solve", Version: testVersion}
	return q.Submit(ctx, job, gated(ctx, manyBoards(count), gate, count/parts+1), max(crashChunk, count/1000), func(sent int) {
		_ = os.WriteFile(gate+sentSuffix, []byte(fmt.Sprint(sent)), 0o600)
	})
}

func gated(ctx context.Context, items iter.Seq[Sized], gate string, every int) iter.Seq[Sized] {
	return func(yield func(Sized) bool) {
		n := 0
		for it := range items {
			for n%every == 0 && kills(gate) < n/every {
				if !pause(ctx, 10*time.Millisecond) {
					return
				}
			}
			if !yield(it) {
				return
			}
			n++
		}
	}
}

const (
	// crashChunk is the size of chunks; those of a job that is longer than that of
	// make test grow, since a sender that is killed looks at all of them again.
	crashChunk = 20
	// sentSuffix is for the file that says how many items have been sent.
	sentSuffix = ".sent"
)

// kills reads a number from a file.
func kills(gate string) int {
	data, _ := os.ReadFile(gate)
	n, _ := strconv.Atoi(strings.TrimSpace(string(data)))
	return n
}

// manyBoards is cheap puzzles, all different.
func manyBoards(n int) iter.Seq[Sized] { return boards(panics{}, n, 7) }

// panics stands in for a test where there is none.
type panics struct{ testing.TB }

func (panics) Helper()                  {}
func (panics) Context() context.Context { return context.Background() }
func (panics) Fatal(args ...any)        { panic(fmt.Sprint(args...)) }

// process is one that is kept alive: started again whenever it ends, until it ends
// well.
type process struct {
	name string
	args []string
	env  []string
	log  string

	mu    sync.Mutex
	cmd   *exec.Cmd
	runs  int
	ended bool // well, or for good
	done  chan struct{}
}

// startRole starts a role of this binary.
func startRole(t *testing.T, role string, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return start(t, &process{name: self, args: args, env: []string{roleVariable + "=" + role}})
}

func start(t *testing.T, p *process) *process {
	t.Helper()
	p.log = filepath.Join(t.TempDir(), "log")
	p.done = make(chan struct{})
	go p.keep()
	t.Cleanup(func() {
		p.stop()
		if t.Failed() {
			data, _ := os.ReadFile(p.log)
			t.Logf("%s %v, %d runs:\n%s", p.env, p.args, p.runs, tail(data, 4000))
		}
	})
	return p
}

func tail(b []byte, n int) []byte { return b[max(0, len(b)-n):] }

func (p *process) keep() {
	defer close(p.done)
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer log.Close()
	for {
		p.mu.Lock()
		if p.ended {
			p.mu.Unlock()
			return
		}
		p.cmd = exec.Command(p.name, p.args...)
		p.cmd.Env = append(os.Environ(), p.env...)
		p.cmd.Stdout, p.cmd.Stderr = log, log
		p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		err := p.cmd.Start()
		p.runs++
		cmd := p.cmd
		p.mu.Unlock()
		if err != nil {
			fmt.Fprintln(log, err)
			return
		}
		fmt.Fprintf(log, "--- run %d, pid %d\n", p.runs, cmd.Process.Pid)
		if err := cmd.Wait(); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// kill ends the process at once; it is then started again.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil && p.cmd.Process != nil {
		_ = p.cmd.Process.Kill()
	}
}

func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil || p.cmd.Process == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

// stop ends it for good.
func (p *process) stop() {
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	p.kill()
	<-p.done
}

func (p *process) finished() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// natsServer is the server of the system, or the test is skipped, loudly.
func natsServer(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"nats-server", "/usr/sbin/nats-server"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("NOT TESTED with a real server: there is no nats-server here; make nats-server installs it")
	return ""
}

// triedPorts counts the ports that freePorts has tried. It returns none twice, since a
// stopped server needs its port again.
var triedPorts atomic.Int32

// freePorts finds free ports below those of outgoing connections.
func freePorts(t *testing.T, n int) []int {
	t.Helper()
	var ports []int
	for len(ports) < n {
		port := 20_000 + os.Getpid()%8000 + int(triedPorts.Add(1))
		if port >= 32_000 {
			break
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		l.Close()
		ports = append(ports, port)
	}
	if len(ports) < n {
		t.Fatal("no free ports")
	}
	return ports
}

// serverConfig writes a configuration for one server, and for one of a cluster if
// there are routes.
func serverConfig(t *testing.T, name string, port, clusterPort int, routes []int) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	fmt.Fprintf(&b, "server_name: %s\nlisten: 127.0.0.1:%d\njetstream { store_dir: %q }\n", name, port, dir)
	if len(routes) > 0 {
		fmt.Fprintf(&b, "cluster {\n  name: test\n  listen: 127.0.0.1:%d\n  routes: [\n", clusterPort)
		for _, r := range routes {
			fmt.Fprintf(&b, "    nats://127.0.0.1:%d\n", r)
		}
		b.WriteString("  ]\n}\n")
	}
	path := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

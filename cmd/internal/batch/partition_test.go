//go:build unix

package batch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// The partition test: three servers, each behind proxies of our own for its clients and
// for the other servers, and a seeded list of faults while a job runs. The output is that
// of plain solving, so every puzzle that was acknowledged appears exactly once.
//
// Make test plays one seed, make test-long ten.

// proxy forwards connections to a server while it is open.
type proxy struct {
	target string
	listen net.Listener
	cut    atomic.Bool  // connections are refused, and those there are were closed
	slow   atomic.Int64 // nanoseconds before each piece of data
	loss   atomic.Int64 // one connection in so many pieces of data breaks; 0 for none

	mu    sync.Mutex
	conns map[net.Conn]bool
}

func newProxy(t *testing.T, port, target int) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{target: fmt.Sprintf("127.0.0.1:%d", target), listen: l, conns: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); p.close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.forward(c)
		}
	}()
	return p
}

func (p *proxy) forward(c net.Conn) {
	defer c.Close()
	if p.cut.Load() {
		return
	}
	s, err := net.DialTimeout("tcp", p.target, time.Second)
	if err != nil {
		return
	}
	defer s.Close()
	p.mu.Lock()
	p.conns[c], p.conns[s] = true, true
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.conns, c)
		delete(p.conns, s)
	}()
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{c, s}, {s, c}} {
		go func() {
			_, _ = io.Copy(way[1], pieces{way[0], p})
			done <- struct{}{}
		}()
	}
	<-done
}

// pieces delays data, or breaks its connection now and then: TCP hides single losses, so
// programs see pauses and broken connections.
type pieces struct {
	net.Conn
	p *proxy
}

func (r pieces) Read(b []byte) (int, error) {
	n, err := r.Conn.Read(b)
	time.Sleep(time.Duration(r.p.slow.Load()))
	if one := r.p.loss.Load(); one > 0 && rand.Int64N(one) == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}

// close breaks all connections.
func (p *proxy) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
	}
}

func (p *proxy) sever() { p.cut.Store(true); p.close() }
func (p *proxy) heal()  { p.cut.Store(false); p.slow.Store(0); p.loss.Store(0) }

// node is a server behind its proxies.
type node struct {
	*process
	clients, routes *proxy
}

// proxiedCluster starts three servers that reach each other, and are reached, by proxies.
func proxiedCluster(t *testing.T) (nodes [3]node, where string) {
	t.Helper()
	ports := freePorts(t, 12) // clients, routes, and the proxies of both
	var urls []string
	for i := range nodes {
		config := serverConfig(t, fmt.Sprintf("n%d", i), ports[i], ports[3+i], ports[9:])
		data, err := os.ReadFile(config)
		if err != nil {
			t.Fatal(err)
		}
		// Servers must not tell each other, or clients, addresses beside the proxies.
		text := strings.Replace(string(data), "cluster {\n", "cluster {\n  no_advertise: true\n", 1)
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		nodes[i] = node{clients: newProxy(t, ports[6+i], ports[i]), routes: newProxy(t, ports[9+i], ports[3+i])}
		nodes[i].process = serverProcess(t, config)
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[6+i]))
	}
	return nodes, strings.Join(urls, ",")
}

// partitionFaults do something to a node, and undo it after a moment.
var partitionFaults = []struct {
	name string
	do   func(t *testing.T, nodes [3]node, i int, moment time.Duration)
}{
	{"kill", func(_ *testing.T, nodes [3]node, i int, _ time.Duration) { nodes[i].kill() }},
	{"stop", func(_ *testing.T, nodes [3]node, i int, moment time.Duration) {
		pid := nodes[i].pid()
		_ = syscall.Kill(pid, syscall.SIGSTOP)
		time.Sleep(moment)
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}},
	{"cut from clients", func(_ *testing.T, nodes [3]node, i int, moment time.Duration) {
		nodes[i].clients.sever()
		time.Sleep(moment)
		nodes[i].clients.heal()
	}},
	{"three islands", func(_ *testing.T, nodes [3]node, _ int, moment time.Duration) {
		for j := range nodes {
			nodes[j].routes.sever()
		}
		time.Sleep(moment)
		for j := range nodes {
			nodes[j].routes.heal()
		}
	}},
	{"loss and delay", func(_ *testing.T, nodes [3]node, i int, moment time.Duration) {
		for _, p := range []*proxy{nodes[i].clients, nodes[i].routes} {
			p.slow.Store(int64(2 * time.Millisecond))
			p.loss.Store(200)
		}
		time.Sleep(moment)
		nodes[i].clients.heal()
		nodes[i].routes.heal()
	}},
	{"restart of all", func(_ *testing.T, nodes [3]node, _ int, _ time.Duration) {
		for i := range nodes {
			nodes[i].kill()
		}
	}},
}

func TestPartition(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes half a minute")
	}
	seeds, count := 1, 3000
	if os.Getenv("NONOGRAM_LONG") != "" {
		seeds, count = 10, 20_000
	}
	want := direct(t, &Job{Kind: "solve"}, manyBoards(count))
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { partition(t, uint64(seed), count, want) })
	}
}

func partition(t *testing.T, seed uint64, count int, want []byte) {
	nodes, where := proxiedCluster(t)
	clusterQueue(t, where)
	random := rand.New(rand.NewPCG(49, seed))
	order := random.Perm(len(partitionFaults)) // every fault once
	gate := t.TempDir() + "/faults"
	sender := startRole(t, "submit", where, gate, fmt.Sprint(count), fmt.Sprint(len(order)))
	startRole(t, "work", where)
	startRole(t, "work", where)
	q := connect(t, Config{URL: where, Patience: Forever})
	var job *Job
	wait(t, "the job is there", func() bool {
		var err error
		job, err = q.Job(t.Context(), "crash")
		return err == nil
	})
	var got bytes.Buffer
	collected := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	go func() {
		_, err := q.Output(ctx, &got, job, testKinds(), Order{Wait: true})
		collected <- err
	}()
	for n, fault := range order {
		wait(t, "the sender gets on", func() bool { return kills(gate+sentSuffix) >= min(n*(count/len(order)+1), count) })
		f, i := partitionFaults[fault], random.IntN(len(nodes))
		moment := time.Duration(500+random.IntN(1500)) * time.Millisecond
		t.Logf("%s, node %d, %v", f.name, i, moment.Round(time.Millisecond))
		f.do(t, nodes, i, moment)
		if err := os.WriteFile(gate, []byte(fmt.Sprint(n+1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wait(t, "the sender has finished", sender.finished)
	if err := <-collected; err != nil {
		s, errStatus := q.Status(t.Context(), job.ID)
		t.Fatalf("%v; the job is %+v, %v", err, s, errStatus)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the output differs: %d lines, want %d", bytes.Count(got.Bytes(), []byte("\n")), bytes.Count(want, []byte("\n")))
	}
}

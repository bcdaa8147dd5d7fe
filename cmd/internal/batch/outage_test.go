//go:build unix

package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram/cmd/internal/operations/record"
)

// Faults of servers and messages that are not the program's: hung and stopped servers,
// replicas that are behind, strangers on the subjects.

// serverProcess starts a server with a configuration, this binary's or the system's.
func serverProcess(t *testing.T, config string) *process {
	t.Helper()
	return startRole(t, "serve", config)
}

// signal sends a signal to a process.
func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(p.pid(), s); err != nil {
		t.Fatal(err)
	}
}

// connect opens a queue on servers.
func connect(t *testing.T, c Config) *Queue {
	t.Helper()
	c.AckWait = testAckWait
	var q *Queue
	wait(t, "the server answers", func() (ok bool) {
		var err error
		q, err = Open(t.Context(), c)
		return err == nil
	})
	t.Cleanup(q.Close)
	return q
}

// echoKind answers with the id of the puzzle.
var echoKind = testKind("echo", func(_ context.Context, id string) any {
	return record.Check{Named: record.Named{ID: id}, Status: "ok"}
})

// A command that waits outlasts a server that is away; another one ends, in plain words,
// when its patience does.
func TestOutage(t *testing.T) {
	port := freePorts(t, 1)[0]
	where := fmt.Sprintf("nats://127.0.0.1:%d", port)
	node := serverProcess(t, serverConfig(t, "outage", port, 0, nil))
	patient := connect(t, Config{URL: where, Patience: Forever})
	hasty := connect(t, Config{URL: where, Patience: time.Second})
	job := &Job{ID: "outage", Kind: "echo", Version: testVersion}
	if err := patient.Submit(t.Context(), job, boards(t, 10, 5), 1, nil); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		_, err := patient.Output(t.Context(), &b, job, []Kind{echoKind}, Order{Wait: true})
		ended <- err
	}()
	node.signal(t, syscall.SIGSTOP)
	var err error
	wait(t, "the server hangs", func() bool { // the signal takes effect a little later
		_, err = hasty.Status(t.Context(), "outage")
		return err != nil
	})
	if strings.Contains(err.Error(), "nats:") || strings.Contains(err.Error(), "context") || !strings.Contains(err.Error(), "no server of the queue answers") {
		t.Errorf("a server that hangs: %v", err)
	}
	// More than the client library buffers by default.
	late, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	_, err = patient.put(late, job, &nats.Msg{Subject: job.workSubject(1000), Data: make([]byte, 512<<10)})
	cancel()
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a write during the outage ended with %v", err)
	}
	node.signal(t, syscall.SIGCONT)
	w := &Workers{Queue: patient, N: 1, Kinds: []Kind{echoKind}, Version: testVersion, Drain: true}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil || bytes.Count(b.Bytes(), []byte("\n")) != 10 {
		t.Errorf("%v\n%s", err, &b)
	}
}

// A server of three that hangs stops no worker for long, connected to it or not.
func TestHungServer(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes some seconds")
	}
	t.Parallel()
	for _, debian := range []bool{false, true} {
		t.Run(fmt.Sprintf("Debian %v", debian), func(t *testing.T) {
			t.Parallel()
			node := func(config string) *process { return serverProcess(t, config) }
			if debian {
				server := natsServer(t)
				node = func(config string) *process { return start(t, &process{name: server, args: []string{"-c", config}}) }
			}
			nodes, where := startCluster(t, node)
			q := clusterQueue(t, where)
			for i := range 3 {
				if err := q.Submit(t.Context(), &Job{ID: fmt.Sprint("finished", i), Kind: "echo", Version: testVersion}, boards(t, 2, 5), 1, nil); err != nil {
					t.Fatal(err)
				}
			}
			job := &Job{ID: "hung", Kind: "echo", Version: testVersion}
			if err := q.Submit(t.Context(), job, boards(t, 600, 5), 1, nil); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			var group sync.WaitGroup
			defer group.Wait()
			defer stop()
			var answers [3]atomic.Int64
			for i := range nodes {
				slow := testKind("echo", func(ctx context.Context, id string) any {
					pause(ctx, 100*time.Millisecond)
					answers[i].Add(1)
					return record.Check{Named: record.Named{ID: id}, Status: "ok"}
				})
				worker := connect(t, Config{URL: where})
				group.Go(func() { _ = (&Workers{Queue: worker, N: 1, Kinds: []Kind{slow}, Version: testVersion}).Run(ctx) })
			}
			for i := range answers {
				wait(t, "the work has begun", func() bool { return answers[i].Load() > 3 })
			}
			nodes[1].signal(t, syscall.SIGSTOP)
			began := time.Now()
			for i := range answers {
				before := answers[i].Load()
				// One chunk may be under way and one ahead.
				wait(t, "the work goes on", func() bool { return answers[i].Load() > before+4 })
				took := time.Since(began)
				t.Logf("worker %d went on after %v", i, took.Round(time.Millisecond))
				// Two pings, an election and some requests take 7 to 19 s, and 25 s on a busy machine.
				if took > 45*time.Second {
					t.Errorf("a hung server has stopped worker %d for %v", i, took)
				}
			}
			nodes[1].signal(t, syscall.SIGCONT)
			if _, err := q.Output(t.Context(), io.Discard, job, []Kind{echoKind}, Order{Wait: true}); err != nil {
				t.Error(err)
			}
		})
	}
}

// Work on a job that is cancelled or removed ends, and the worker takes the next job.
func TestCancelStopsWork(t *testing.T) {
	for name, end := range map[string]func(*Queue, context.Context, string) error{"cancel": (*Queue).Cancel, "remove": (*Queue).Remove} {
		t.Run(name, func(t *testing.T) {
			begun := make(chan struct{}, 1)
			endless := testKind("endless", func(ctx context.Context, id string) any {
				begun <- struct{}{}
				<-ctx.Done()
				return record.Check{}
			})
			q := open(t, t.TempDir())
			if err := q.Submit(t.Context(), &Job{ID: "endless", Kind: "endless", Version: testVersion}, boards(t, 1, 5), 1, nil); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			var group sync.WaitGroup
			defer group.Wait()
			defer stop()
			group.Go(func() {
				_ = (&Workers{Queue: q, N: 1, Kinds: []Kind{endless, echoKind}, Version: testVersion}).Run(ctx)
			})
			<-begun
			s, err := q.Status(t.Context(), "endless")
			if tasks := s.Tasks(); err != nil || len(tasks) != 1 || tasks[0].Puzzle != 1 || s.NoWorkers() {
				t.Errorf("%+v, %v", s, err)
			}
			next := &Job{ID: "next", Kind: "echo", Version: testVersion}
			if err := q.Submit(t.Context(), next, boards(t, 1, 5), 1, nil); err != nil {
				t.Fatal(err)
			}
			if err := end(q, t.Context(), "endless"); err != nil {
				t.Fatal(err)
			}
			soon, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if _, err := q.Output(soon, io.Discard, next, []Kind{echoKind}, Order{Wait: true}); err != nil {
				t.Fatalf("the next job: %v", err)
			}
		})
	}
}

// A replica that is behind does not make a job disappear. The test answers as such a
// replica does, beside the server.
func TestStaleReplica(t *testing.T) {
	q := open(t, t.TempDir())
	if err := q.Begin(t.Context(), &Job{ID: "there", Kind: "echo", Version: testVersion}); err != nil {
		t.Fatal(err)
	}
	other := open(t, q.config.Dir)
	behind := func(m *nats.Msg) {
		_ = m.RespondMsg(&nats.Msg{Header: nats.Header{"Status": {"404"}, "Description": {"Message Not Found"}}})
	}
	for _, subject := range []string{"$JS.API.DIRECT.GET." + bucketStream(jobsBucket), "$JS.API.DIRECT.GET." + bucketStream(jobsBucket) + ".>"} {
		if _, err := other.nc.Subscribe(subject, behind); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if _, err := q.Job(t.Context(), "there"); err != nil {
			t.Fatal(err)
		}
	}
}

// Messages of strangers among the results are skipped and counted, and cost no result.
func TestStrayMessages(t *testing.T) {
	q := open(t, t.TempDir())
	job := &Job{ID: "stray", Kind: "echo", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 6, 5), 2, nil); err != nil {
		t.Fatal(err)
	}
	for _, place := range []any{"x", 1} {
		if _, err := q.js.Publish(t.Context(), job.doneSubject(place), []byte("seven b")); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := q.Status(t.Context(), "stray"); err != nil || s.Stray != 2 || s.ChunksDone != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	w := &Workers{Queue: q, N: 1, Kinds: []Kind{echoKind}, Version: testVersion, Drain: true}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The first result stays, also against a stranger.
	if _, err := q.js.Publish(t.Context(), job.doneSubject(1), []byte("seven b")); err == nil {
		t.Error("a stranger has replaced a result")
	}
	s, err := q.Status(t.Context(), "stray")
	if err != nil || s.Stray != 1 || !s.Finished() || s.Done.Items != 6 {
		t.Errorf("%+v, %v", s, err)
	}
	var b bytes.Buffer
	if _, err := q.Output(t.Context(), &b, job, []Kind{echoKind}, Order{}); err != nil || bytes.Count(b.Bytes(), []byte("\n")) != 6 {
		t.Errorf("%v\n%s", err, &b)
	}
}

// Idle workers send as much with many finished jobs as with one.
func TestIdleTraffic(t *testing.T) {
	q := open(t, t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	worker := open(t, q.config.Dir)
	group.Go(func() {
		_ = (&Workers{Queue: worker, N: 1, Kinds: []Kind{echoKind}, Version: testVersion}).Run(ctx)
	})
	traffic := func(jobs int) uint64 {
		for n := range jobs {
			job := &Job{ID: fmt.Sprint(jobs, "-", n), Kind: "echo", Version: testVersion}
			if err := q.Submit(t.Context(), job, boards(t, 1, 5), 1, nil); err != nil {
				t.Fatal(err)
			}
		}
		wait(t, "all jobs are finished", func() bool {
			all, err := q.Jobs(t.Context())
			for _, job := range all {
				if job.Finished.IsZero() {
					return false
				}
			}
			return err == nil
		})
		before := worker.nc.Stats().OutMsgs
		time.Sleep(2 * time.Second)
		return worker.nc.Stats().OutMsgs - before
	}
	few, many := traffic(1), traffic(20)
	t.Logf("in two seconds %d messages with 1 finished job, %d with 21", few, many)
	if many > few+2 || many > 6 {
		t.Errorf("in two seconds %d messages with 1 finished job, %d with 21", few, many)
	}
}

// A small job gets its share beside a large one, and one of a higher priority all.
func TestFairShare(t *testing.T) {
	q := open(t, t.TempDir())
	var mu sync.Mutex
	var order []string
	named := func(name string) Kind {
		return testKind(name, func(context.Context, string) any {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, name)
			return record.Check{}
		})
	}
	kinds := []Kind{named("large"), named("small"), named("urgent")}
	for i, n := range []int{60, 5, 5} {
		job := &Job{ID: kinds[i].Name, Kind: kinds[i].Name, Version: testVersion}
		if job.ID == "urgent" {
			job.Priority = 1
		}
		if err := q.Submit(t.Context(), job, boards(t, n, 5), 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	w := &Workers{Queue: q, N: 1, Kinds: kinds, Version: testVersion, Drain: true}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	last := map[string]int{}
	for i, name := range order {
		last[name] = i
	}
	if len(order) != 70 || last["urgent"] > 25 || last["small"] > 35 {
		t.Errorf("%d answers, the last of each job: %v\n%v", len(order), last, order)
	}
}

// No error of NATS reaches people as it is.
func TestPlainErrors(t *testing.T) {
	for _, err := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrReconnectBufExceeded, nats.ErrNoServers, nats.ErrAuthorization,
		jetstream.ErrNoHeartbeat, jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled,
		&jetstream.APIError{Code: 503, ErrorCode: 10008, Description: "JetStream system temporarily unavailable"},
		&jetstream.APIError{Code: 503, ErrorCode: 10074, Description: "replicas > 1 not supported in non-clustered mode"},
		fmt.Errorf("write: %w", nats.ErrStaleConnection),
	} {
		got := explain(err)
		if text := got.Error(); !errors.Is(got, err) && !errors.As(got, new(*jetstream.APIError)) || strings.Contains(text, "nats") || strings.Contains(text, "context") || strings.Contains(text, "100") {
			t.Errorf("%v became %q", err, text)
		}
	}
	_, err := Open(t.Context(), Config{URL: "nats://user:secret@[::1"})
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a malformed address: %v", err)
	}
	full := &jetstream.APIError{Code: 503, ErrorCode: codeStoreFailed, Description: "maximum messages exceeded"}
	if text := explain(full).Error(); !strings.Contains(text, full.Description) {
		t.Errorf("a full queue is called %q", text)
	}
}

// Results of version 0.1 are read.
func TestResultsOfTheFirstVersion(t *testing.T) {
	old := []byte{2, 0, 3, '{', '}', 10, 3, 0}
	got, err := decodeResults(old)
	if err != nil || len(got) != 2 || string(got[0].Output) != "{}\n" || got[1].Code != record.CodeUnsolvable && got[1].Code != 3 || len(got[1].Output) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	for n := range len(old) {
		if _, err := decodeResults(old[:n]); err == nil {
			t.Errorf("the first %d bytes are read as results", n)
		}
	}
}

// Results as they are stored are all there, also behind one that is missing.
func TestUnordered(t *testing.T) {
	q := open(t, t.TempDir())
	begun, proceed := make(chan struct{}, 1), make(chan struct{})
	kind := testKind("hole", func(ctx context.Context, id string) any {
		if id == "2" {
			begun <- struct{}{}
			select {
			case <-proceed:
			case <-ctx.Done():
			}
		}
		return record.Check{Named: record.Named{ID: id}, Status: "ok"}
	})
	job := &Job{ID: "hole", Kind: "hole", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 10, 5), 1, nil); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	w := &Workers{Queue: q, N: 2, Kinds: []Kind{kind}, Version: testVersion, Drain: true}
	go func() { ended <- w.Run(t.Context()) }()
	<-begun
	wait(t, "all others are answered", func() bool {
		s, err := q.Status(t.Context(), "hole")
		return err == nil && s.ChunksDone == 9
	})
	lines := func(order Order) (int, error) {
		var b bytes.Buffer
		_, err := q.Output(t.Context(), &b, job, []Kind{kind}, order)
		return bytes.Count(b.Bytes(), []byte("\n")), err
	}
	if n, err := lines(Order{}); n != 1 || !errors.Is(err, ErrIncomplete) {
		t.Errorf("in order %d lines, %v", n, err)
	}
	if n, err := lines(Order{Any: true}); n != 9 || !errors.Is(err, ErrIncomplete) {
		t.Errorf("as they come %d lines, %v", n, err)
	}
	monitored(t, q.Monitor(w), dashboardMetrics(t)...)
	monitored(t, q.Monitor(w), `nonogram_batch_chunks{job="hole",state="done"} 9`, `nonogram_batch_job_workers{job="hole"} 1`, "nonogram_batch_answered_total 9", `nonogram_batch_longest_seconds{job="hole"}`)
	close(proceed)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for _, order := range []Order{{}, {Any: true}, {Any: true, Wait: true}} {
		if n, err := lines(order); n != 10 || err != nil {
			t.Errorf("%+v: %d lines, %v", order, n, err)
		}
	}
}

// dashboardMetrics returns the names in the dashboard, as lines of metrics begin with them.
func dashboardMetrics(t *testing.T) (names []string) {
	t.Helper()
	data, err := os.ReadFile("../../../deploy/dashboard.json")
	if err != nil || !json.Valid(data) {
		t.Fatalf("the dashboard is not JSON: %v", err)
	}
	for _, name := range regexp.MustCompile(`nonogram_\w+`).FindAllString(string(data), -1) {
		names = append(names, "\n# TYPE "+name+" ")
	}
	if len(names) < 7 {
		t.Errorf("the dashboard has the metrics %q", names)
	}
	return names
}

// monitored checks that metrics have lines, and that the process is healthy.
func monitored(t *testing.T, monitor http.Handler, want ...string) {
	t.Helper()
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		answer := httptest.NewRecorder()
		monitor.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		if answer.Code != http.StatusOK {
			t.Errorf("%s: status %d", path, answer.Code)
		}
		for _, line := range want {
			if path == "/metrics" && !strings.Contains(answer.Body.String(), line) {
				t.Errorf("no %q in\n%s", line, answer.Body)
			}
		}
	}
}

//go:build unix

package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram/cmd/internal/operations/record"
)

// A folder has one run at a time. The next one removes what a killed one left.
func TestRunOfAFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "folder")
	if err := claim(dir + overSuffix); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir+overSuffix, runFile), []byte(overMark), 0o600); err != nil {
		t.Fatal(err)
	}
	run, err := BeginRun(dir)
	if err != nil || !run.current() {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir + overSuffix); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a killed run left is still there: %v", err)
	}
	if _, err := BeginRun(dir); !errors.Is(err, ErrRunning) {
		t.Errorf("a second run: %v", err)
	}
	if err := os.Rename(dir, dir+overSuffix); err != nil {
		t.Fatal(err)
	}
	if run.current() {
		t.Error("the run of a renamed folder is current")
	}
	next, err := BeginRun(dir)
	if err != nil || run.current() || !next.current() {
		t.Fatal(err)
	}
	run.Release()
	next.Release()
}

// At its end a run closes the queue, and removes the folder if it is asked to.
func TestEndOfARun(t *testing.T) {
	for _, remove := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "folder")
		run, err := BeginRun(dir)
		if err != nil {
			t.Fatal(err)
		}
		q, err := Open(t.Context(), Config{Dir: dir, Log: testLog(t)})
		if err != nil {
			t.Fatal(err)
		}
		if err := run.End(q, remove); err != nil {
			t.Error(err)
		}
		_, err = os.Stat(dir)
		if gone := errors.Is(err, fs.ErrNotExist); gone != remove || q.Hosting() || !q.nc.IsClosed() {
			t.Errorf("removed %v: %v, hosting %v, closed %v", remove, gone, q.Hosting(), q.nc.IsClosed())
		}
		again, err := BeginRun(dir)
		if err != nil {
			t.Fatalf("a run after the end: %v", err)
		}
		again.Release()
	}
}

// A job is over when all its chunks are sent and done.
func TestJobIsOver(t *testing.T) {
	for _, c := range []struct {
		sealed bool
		done   int
		over   bool
	}{{true, 3, true}, {true, 2, false}, {false, 3, false}} {
		if j := (&Job{Sealed: c.sealed, Chunks: 3}); j.over(c.done) != c.over {
			t.Errorf("%d of 3 chunks done, sealed %v: over %v", c.done, c.sealed, !c.over)
		}
	}
}

// A process that finds the folder of an ended run says so to its queue.
func TestDialAfterTheEnd(t *testing.T) {
	dir, told := t.TempDir(), 0
	h, err := newHost(&Config{Dir: dir, Log: testLog(t)}, func() { told++ })
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, runFile), []byte(overMark), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := h.tryDial(); !errors.Is(err, ErrOver) || told != 1 {
		t.Errorf("found %v, told %d times; expected the end of the run", err, told)
	}
}

// A chunk that is queued is not queued again.
func TestPutTwice(t *testing.T) {
	q, err := Open(t.Context(), Config{Dir: t.TempDir(), Log: testLog(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	job := lifeJob("twice")
	if err := q.Submit(t.Context(), job, boards(panics{}, lifeItems, 5), lifeChunk, nil); err != nil {
		t.Fatal(err)
	}
	for index, want := range map[int]bool{1: true, 1000: false} {
		if seq, err := q.put(t.Context(), job, &nats.Msg{Subject: job.workSubject(index)}); err != nil || (seq == 0) != want {
			t.Errorf("chunk %d is stored as %d, existed before: %v; %v", index, seq, want, err)
		}
	}
}

// Errors after which a request may be repeated are transient.
func TestTransient(t *testing.T) {
	for _, err := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, jetstream.ErrNoStreamResponse,
		nats.ErrConnectionReconnecting, &jetstream.APIError{Code: 500}, &jetstream.APIError{Code: 503},
	} {
		if !transient(fmt.Errorf("request: %w", err)) {
			t.Errorf("%v is not transient", err)
		}
	}
	for _, err := range []error{nil, context.Canceled, nats.ErrConnectionClosed, &jetstream.APIError{Code: 404}} {
		if transient(err) {
			t.Errorf("%v is transient", err)
		}
	}
}

// The reason why messages are not stored is logged once. A full queue is noted separately: it is no fault.
func TestWhyNothingIsStored(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
		full bool
	}{
		{&jetstream.APIError{ErrorCode: codeNoResources}, storeFull, false},
		{&jetstream.APIError{ErrorCode: codeStoreFailed, Description: "maximum messages exceeded"}, queueFull, true},
		{&jetstream.APIError{ErrorCode: codeStoreFailed, Description: "no space left on device"}, notStored, false},
		{nats.ErrTimeout, notStored, false},
	} {
		var b bytes.Buffer
		q := &Queue{config: Config{Log: slog.New(slog.NewTextHandler(&b, nil))}}
		q.warnRefused(c.err)
		once := b.String()
		q.warnRefused(c.err)
		if b.String() != once || strings.Count(once, c.want) != 1 || strings.Count(once, "\n") != 1 || q.full.Load() != c.full || q.refused.Load() == c.full {
			t.Errorf("%v: %s", c.err, b.String())
		}
	}
}

// The options of a connection follow from the configuration.
func TestOptionsOfAConnection(t *testing.T) {
	for _, c := range []Config{
		{}, {URL: "nats://h"}, {URL: "nats://h", CA: "missing.pem"}, {URL: "nats://h", Creds: "missing.creds"},
		{URL: "nats://h", NKey: "missing.nk"}, {URL: "nats://h", Cert: "missing.pem"},
		{NKey: "missing.nk", Creds: "missing.creds"}, // of the environment, which a folder does not need
	} {
		c.Log = testLog(t)
		o, failed := nats.GetDefaultOptions(), false
		for _, set := range (&Queue{config: c}).options() {
			failed = set(&o) != nil || failed
		}
		if o.MaxReconnect != -1 || o.ReconnectWait != reconnectPause || o.Timeout != connectTimeout || o.Name == "" ||
			failed != (c.URL != "" && c.CA+c.Creds+c.NKey+c.Cert != "") { // there are no such files
			t.Errorf("%+v gives %+v, failed %v", c, o, failed)
		}
	}
}

// A panic is an answer, and stands in the log.
func TestPanicIsLogged(t *testing.T) {
	var b bytes.Buffer
	a := answerer{lifeJob("panics"), func(context.Context, []byte) (Result, error) { panic("oh no") }, slog.New(slog.NewTextHandler(&b, nil))}
	if r := a.answer(t.Context(), 3, 1, []byte(`{}`)); r.Code != record.CodeFailed || !strings.Contains(b.String(), "oh no") || !strings.Contains(b.String(), "chunk=3") {
		t.Errorf("%+v, log %s", r, b.String())
	}
}

// A kind takes the members of its request.
func TestMembersOfAKind(t *testing.T) {
	kinds := Kinds()
	solves := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == "solve" })
	if k := kinds[solves]; !k.Takes("timeout_ms") || k.Takes("side") {
		t.Error("solve does not take timeout_ms, or takes side")
	}
}

// The time that is left follows from the rate, which leaves out the first result.
func TestTimeLeft(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	results := []stored{{start, 4}, {start.Add(time.Second), 6}, {start.Add(4 * time.Second), 10}}
	if got := rate(results); got != 4 {
		t.Errorf("%g items per second, expected 4", got)
	}
	for _, c := range []struct {
		sealed bool
		rate   float64
		chunks int
		want   time.Duration
	}{{true, 2, 1, 3 * time.Second}, {true, 0, 1, 0}, {false, 2, 1, 0}, {true, 2, 5, 0}} {
		s := Status{Job: Job{Sealed: c.sealed, Chunks: 5, Items: 10}, ChunksDone: c.chunks, Rate: c.rate}
		s.Done.Items = 4
		if got := s.Left(); got != c.want {
			t.Errorf("%+v: %v are left", c, got)
		}
	}
}

// After the death of a process the first chunks are suspect, and any that was given out before.
func TestSuspects(t *testing.T) {
	w := Workers{Queue: &Queue{host: &host{}}}
	if w.suspect(&delivery{}) || !w.suspect(&delivery{again: true}) {
		t.Error("without a death only a chunk that was given out before is suspect")
	}
	for deaths := 1; deaths < 3; deaths++ {
		w.Queue.host.deaths = deaths
		for n := range 2 * earlyChunks {
			if got := w.suspect(&delivery{}); got != (n < earlyChunks) {
				t.Errorf("chunk %d after %d deaths is suspect: %v", n+1, deaths, got)
			}
		}
	}
}

// The end of a run ends the queues of other processes: by its message, and where that does not
// arrive by the mark in the folder.
func TestEndReachesOthers(t *testing.T) {
	for _, told := range []bool{true, false} {
		dir := t.TempDir()
		first, second := open(t, dir), open(t, dir)
		if told {
			_ = first.nc.Publish(overSubject, nil)
		} else if err := os.WriteFile(filepath.Join(dir, runFile), []byte(overMark), 0o600); err != nil {
			t.Fatal(err)
		} else {
			first.Close()
		}
		<-second.life.Done()
		if cause := context.Cause(second.life); !errors.Is(cause, ErrOver) {
			t.Errorf("told %v: ended by %v", told, cause)
		}
	}
}

//go:build unix

package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram/cmd/internal/operations/record"
)

// Jobs from their submission to their removal, with workers in this process.

func TestQuietJob(t *testing.T) {
	for _, kind := range []string{"solve", "count", "rate"} {
		t.Run(kind, func(t *testing.T) {
			q := open(t, t.TempDir())
			job := &Job{Kind: kind, Version: testVersion, Files: true}
			if err := q.Submit(t.Context(), job, boards(t, 300, 8), 0, nil); err != nil {
				t.Fatal(err)
			}
			drain(t, q, 3)
			if got, want := output(t, q, job.ID), direct(t, job, boards(t, 300, 8)); !bytes.Equal(got, want) {
				t.Errorf("got %d bytes, want %d\n%.300s\n%.300s", len(got), len(want), got, want)
			}
			s, err := q.Status(t.Context(), job.ID)
			if err != nil {
				t.Fatal(err)
			}
			if !s.Finished() || s.Done.Items != 300 || s.Done.Failed != 3 || s.Rate <= 0 || s.Waiting != 0 || s.Working != 0 || s.Missing != 0 {
				t.Errorf("status %+v", s)
			}
		})
	}
}

func TestOutputBeforeTheEnd(t *testing.T) {
	q := open(t, t.TempDir())
	job := &Job{ID: "part", Kind: "solve", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 100, 5), 10, nil); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := q.Output(t.Context(), &b, job, Kinds(), Order{}); !errors.Is(err, ErrIncomplete) || b.Len() > 0 {
		t.Errorf("%v, %d bytes before any work", err, b.Len())
	}
	s, err := q.Status(t.Context(), "part")
	if err != nil || s.Waiting != 10 || s.Finished() || s.Done.Items != 0 {
		t.Errorf("status %+v, %v", s, err)
	}
}

// A stopped sender continues, and one with other input gets an error.
func TestSubmitAgain(t *testing.T) {
	q := open(t, t.TempDir())
	newJob := func() *Job { return &Job{ID: "again", Kind: "solve", Version: testVersion} }
	ctx, cancel := context.WithCancel(t.Context())
	err := q.Submit(ctx, newJob(), boards(t, 200, 5), 10, func(sent int) {
		if sent >= 70 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	w := &Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion}
	work, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	if err := w.Run(work); err != nil { // some are done meanwhile
		t.Fatal(err)
	}
	if err := q.Submit(t.Context(), newJob(), boards(t, 200, 6), 10, nil); !errors.Is(err, ErrOther) {
		t.Errorf("other input: %v", err)
	}
	job := newJob()
	if err := q.Submit(t.Context(), job, boards(t, 200, 5), 10, nil); err != nil {
		t.Fatal(err)
	}
	if err := q.Submit(t.Context(), newJob(), boards(t, 190, 5), 10, nil); !errors.Is(err, ErrOther) {
		t.Errorf("less input: %v", err)
	}
	other := newJob()
	other.Request = json.RawMessage(`{"limit":1}`)
	if err := q.Submit(t.Context(), other, boards(t, 200, 5), 10, nil); !errors.Is(err, ErrOther) {
		t.Errorf("other request: %v", err)
	}
	drain(t, q, 2)
	if got, want := output(t, q, "again"), direct(t, job, boards(t, 200, 5)); !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
}

func TestCancelAndRemove(t *testing.T) {
	q := open(t, t.TempDir())
	for _, id := range []string{"one", "two"} {
		if err := q.Submit(t.Context(), &Job{ID: id, Kind: "solve", Version: testVersion}, boards(t, 20, 5), 0, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.Cancel(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	drain(t, q, 1) // does not wait for it
	if s, err := q.Status(t.Context(), "one"); err != nil || s.Done.Items != 0 || !s.Job.Cancelled {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := q.Status(t.Context(), "two"); err != nil || s.Done.Items != 20 {
		t.Errorf("%+v, %v", s, err)
	}
	if err := q.Remove(t.Context(), "two"); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Job(t.Context(), "two"); !errors.Is(err, ErrNoJob) {
		t.Errorf("after removal: %v", err)
	}
	if jobs, err := q.Jobs(t.Context()); err != nil || len(jobs) != 1 || jobs[0].ID != "one" {
		t.Errorf("%v, %v", jobs, err)
	}
}

// A worker that holds a chunk of a removed job cannot store its result in the next job of
// that name.
func TestNameUsedAgain(t *testing.T) {
	held, proceed := make(chan struct{}), make(chan struct{})
	var once sync.Once
	kind := testKind("slow", func(_ context.Context, id string) any {
		if strings.HasPrefix(id, "old") {
			once.Do(func() { close(held) })
			<-proceed
		}
		return record.Check{Named: record.Named{ID: id}, Status: "ok"}
	})
	named := func(prefix string) iter.Seq[Sized] {
		return func(yield func(Sized) bool) {
			for i := range 4 {
				if !yield(Sized{EncodeItem(&Item{ID: fmt.Sprint(prefix, i), Puzzle: sample("", "#.", ".#")}, false), 1}) {
					return
				}
			}
		}
	}
	q := open(t, t.TempDir())
	submit := func(prefix string) *Job {
		job := &Job{ID: "monday", Kind: "slow", Version: testVersion}
		if err := q.Submit(t.Context(), job, named(prefix), 1, nil); err != nil {
			t.Fatal(err)
		}
		return job
	}
	submit("old")
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		_ = (&Workers{Queue: q, N: 1, Kinds: []Kind{kind}, Version: testVersion}).Run(ctx)
	})
	<-held
	if err := q.Remove(t.Context(), "monday"); err != nil {
		t.Fatal(err)
	}
	job := submit("new")
	close(proceed)
	var b bytes.Buffer
	_, err := q.Output(t.Context(), &b, job, []Kind{kind}, Order{Wait: true})
	stop()
	group.Wait()
	if want := `{"id":"new0","status":"ok"}` + "\n"; err != nil || strings.Contains(b.String(), "old") || !strings.HasPrefix(b.String(), want) {
		t.Errorf("%v\n%s", err, &b)
	}
}

// Results of other items than those that were sent are refused, and their chunk is done
// again.
func TestForeignResults(t *testing.T) {
	q := open(t, t.TempDir())
	job := &Job{ID: "foreign", Kind: "solve", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 6, 5), 2, nil); err != nil {
		t.Fatal(err)
	}
	drain(t, q, 1)
	s, err := q.js.Stream(t.Context(), job.doneStream())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Purge(t.Context(), jetstream.WithPurgeSubject(job.doneSubject(1))); err != nil {
		t.Fatal(err)
	}
	msg := &nats.Msg{Subject: job.doneSubject(1), Data: encode([]Result{{Output: []byte("{}\n")}, {Output: []byte("{}\n")}}), Header: nats.Header{
		headerKey: {"another"}, headerTally: {Tally{Items: 2}.String()},
	}}
	if _, err := q.put(t.Context(), job, msg); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Output(t.Context(), io.Discard, job, Kinds(), Order{}); !errors.Is(err, ErrIncomplete) {
		t.Errorf("found %v, expected %v", err, ErrIncomplete)
	}
	drain(t, q, 1)
	if got, want := output(t, q, job.ID), direct(t, job, boards(t, 6, 5)); !bytes.Equal(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A worker of another version does not touch a job and says so once, and a sender of
// another version is refused.
func TestOtherVersion(t *testing.T) {
	log := listenFor(otherVersion)
	log.armed.Store(true)
	q, err := Open(t.Context(), Config{Dir: t.TempDir(), Log: slog.New(log)})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	old := Job{ID: "old", Kind: "solve", Version: "older"}
	first := old
	if err := q.Submit(t.Context(), &first, boards(t, 20, 5), 0, nil); err != nil {
		t.Fatal(err)
	}
	drain(t, q, 1)
	<-log.told
	if n := log.warnings.Load(); n != 1 {
		t.Errorf("%d warnings, want one", n)
	}
	if s, err := q.Status(t.Context(), "old"); err != nil || s.Done.Items != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	newer := old
	newer.Version = testVersion
	if err := q.Submit(t.Context(), &newer, boards(t, 20, 5), 0, nil); !errors.Is(err, ErrOther) {
		t.Errorf("sent by another version: %v", err)
	}
}

// One puzzle that panics is one error record.
func TestPanic(t *testing.T) {
	kind := testKind("panics", func(_ context.Context, id string) any {
		if id == "5" {
			panic("five")
		}
		return record.Check{Named: record.Named{ID: id}, Status: "ok"}
	})
	q := open(t, t.TempDir())
	job := &Job{ID: "panics", Kind: "panics", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 8, 5), 0, nil); err != nil {
		t.Fatal(err)
	}
	w := &Workers{Queue: q, N: 1, Kinds: []Kind{kind}, Version: testVersion, Drain: true}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	tally, err := q.Output(t.Context(), &b, job, []Kind{kind}, Order{})
	if err != nil || tally.Items != 8 || tally.Failed != 1 || !strings.Contains(b.String(), `{"id":"5","error":{"where":"boards.txt","message":"the program has an error: five"}}`) {
		t.Errorf("%+v, %v\n%s", tally, err, &b)
	}
}

// A second process, here a second Queue, uses the server of the first, and takes over
// when that one is gone.
func TestTakeover(t *testing.T) {
	dir := t.TempDir()
	first, second := open(t, dir), open(t, dir)
	job := &Job{ID: "shared", Kind: "solve", Version: testVersion}
	if err := first.Submit(t.Context(), job, boards(t, 50, 5), 5, nil); err != nil {
		t.Fatal(err)
	}
	first.Close()
	drain(t, second, 1)
	if got, want := output(t, second, "shared"), direct(t, job, boards(t, 50, 5)); !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
}

// A server that was killed while it made a stream or a consumer has half of it: what it
// is, and no checksum. It is made again, whole, and outlives the next server.
func TestHalfMade(t *testing.T) {
	for name, half := range map[string]func(*Job) string{
		"consumer": func(j *Job) string { return j.workStream() + "/obs/workers" },
		"work":     (*Job).workStream, "done": (*Job).doneStream, "jobs": func(*Job) string { return bucketStream(jobsBucket) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			q := open(t, dir)
			job := &Job{ID: "half", Kind: "solve", Version: testVersion}
			if err := q.Begin(t.Context(), job); err != nil {
				t.Fatal(err)
			}
			q.Close()
			store := filepath.Join(dir, storeFolder, "jetstream", "$G", "streams", half(job))
			if err := os.Remove(filepath.Join(store, sumFile)); err != nil {
				t.Fatal(err)
			}
			q = open(t, dir)
			job = &Job{ID: "half", Kind: "solve", Version: testVersion}
			if err := q.Submit(t.Context(), job, boards(t, 50, 5), 5, nil); err != nil {
				t.Fatal(err)
			}
			q.Close()
			store = filepath.Join(dir, storeFolder, "jetstream", "$G", "streams", half(job))
			if _, err := os.Stat(filepath.Join(store, sumFile)); err != nil {
				t.Fatal(err)
			}
			q = open(t, dir)
			drain(t, q, 1)
			if got, want := output(t, q, "half"), direct(t, job, boards(t, 50, 5)); !bytes.Equal(got, want) {
				t.Errorf("got %d bytes, want %d", len(got), len(want))
			}
		})
	}
}

// Workers create the consumer again that their server has lost.
func TestConsumerLost(t *testing.T) {
	reached, proceed := make(chan struct{}), make(chan struct{})
	var once sync.Once
	gate := testKind("gate", func(_ context.Context, id string) any {
		if id == "10" {
			once.Do(func() { close(reached); <-proceed })
		}
		return record.Check{Named: record.Named{ID: id}, Status: "ok"}
	})
	q := open(t, t.TempDir())
	job := &Job{ID: "lost", Kind: "gate", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 30, 5), 1, nil); err != nil {
		t.Fatal(err)
	}
	workers := make(chan error)
	go func() {
		w := &Workers{Queue: q, N: 1, Kinds: []Kind{gate}, Version: testVersion, Drain: true}
		workers <- w.Run(t.Context())
	}()
	<-reached
	if err := q.js.DeleteConsumer(t.Context(), job.workStream(), consumer); err != nil {
		t.Fatal(err)
	}
	close(proceed)
	if err := <-workers; err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if tally, err := q.Output(t.Context(), &b, job, []Kind{gate}, Order{}); err != nil || tally.Items != 30 {
		t.Errorf("%+v, %v\n%s", tally, err, &b)
	}
}

// A result that the server does not take becomes an error, and the others stay.
func TestResultTooLarge(t *testing.T) {
	large := testKind("large", func(_ context.Context, id string) any {
		rec := record.Check{Named: record.Named{ID: id}}
		if id == "3" {
			rec.Reason = strings.Repeat("x", maxPayload)
		}
		return rec
	})
	q := open(t, t.TempDir())
	job := &Job{ID: "large", Kind: "large", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 5, 5), 5, nil); err != nil {
		t.Fatal(err)
	}
	w := &Workers{Queue: q, N: 1, Kinds: []Kind{large}, Version: testVersion, Drain: true}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	tally, err := q.Output(t.Context(), &b, job, []Kind{large}, Order{})
	if err != nil || tally.Items != 5 || tally.Failed != 1 || !strings.Contains(b.String(), "too large for the server") {
		t.Errorf("%+v, %v\n%.500s", tally, err, &b)
	}
}

// A kind that makes one output of all results does so.
func TestOutputMerges(t *testing.T) {
	q := open(t, t.TempDir())
	kind := testKind("merged", func(context.Context, string) any { return record.Check{Status: "ok"} })
	kind.Merge = func(w io.Writer, job *Job, results iter.Seq2[Result, error]) error {
		n := 0
		for _, err := range results {
			if err != nil {
				return err
			}
			n++
		}
		_, err := fmt.Fprintf(w, "%d of %s", n, job.ID)
		return err
	}
	job := &Job{ID: "merge", Kind: "merged", Version: testVersion}
	if err := q.Submit(t.Context(), job, boards(t, 7, 5), 2, nil); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := q.Output(t.Context(), &b, job, []Kind{kind}, Order{}); !errors.Is(err, ErrIncomplete) {
		t.Errorf("before any work: %v", err)
	}
	w := &Workers{Queue: q, N: 1, Kinds: []Kind{kind}, Version: testVersion, Drain: true}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if _, err := q.Output(t.Context(), &b, job, []Kind{kind}, Order{}); err != nil || b.String() != "7 of merge" {
		t.Errorf("%q, %v", &b, err)
	}
}

// A job without a stream of results has none.
func TestQuietJobHasNoResults(t *testing.T) {
	q := open(t, t.TempDir())
	if p, err := q.progress(t.Context(), &Job{ID: "nobody"}); err != nil || p.Chunks != 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// A suspect chunk is answered only with its delivery record.
func TestBlameNeedsThePast(t *testing.T) {
	q := open(t, t.TempDir())
	job := &Job{ID: "job"}
	if err := q.streams(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	w := &Workers{Queue: q, Process: testProcess}
	again := func() *delivery { return &delivery{job: job, again: true} }
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if d := again(); w.inspect(ctx, d) == nil || d.record != nil {
		t.Errorf("%+v without an error", d.record)
	}
	// A worker died at the fourth item.
	if err := q.writeRecord(t.Context(), job, 0, &deliveryRecord{Begun: true, Item: 4}); err != nil {
		t.Fatal(err)
	}
	d := again()
	if err := w.inspect(t.Context(), d); err != nil || d.record == nil || d.record.Begun || d.record.Deaths != 1 || d.record.Suspect != 1 {
		t.Errorf("%+v, %v", d.record, err)
	}
	if kept, err := q.readRecord(t.Context(), job, 0); err != nil || !reflect.DeepEqual(kept, d.record) {
		t.Errorf("kept is %+v, %v", kept, err)
	}
	// The first delivery of a chunk is not suspect.
	first := &delivery{job: job}
	if err := w.inspect(t.Context(), first); err != nil || first.record != nil {
		t.Errorf("%+v, %v", first.record, err)
	}
}

// A sender without workers waits when the queue is full, and goes on with the first one.
func TestFullQueue(t *testing.T) {
	log := listenFor(queueFull)
	log.armed.Store(true)
	q, err := Open(t.Context(), Config{Dir: t.TempDir(), AckWait: testAckWait, Log: slog.New(log)})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	const count = QueueChunks + 10
	job := lifeJob("full")
	var sent atomic.Int64
	over := make(chan error, 1)
	go func() {
		over <- q.Submit(t.Context(), job, boards(panics{}, count, 2), 1, func(n int) { sent.Store(int64(n)) })
	}()
	select {
	case <-log.told:
	case err := <-over:
		t.Fatalf("all %d sent, and nobody works: %v", count, err)
	}
	if n := sent.Load(); n != QueueChunks {
		t.Errorf("%d chunks wait, want %d", n, QueueChunks)
	}
	w := &Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { _ = w.Run(ctx) })
	if err := <-over; err != nil {
		t.Error(err)
	}
	stop()
	group.Wait()
}

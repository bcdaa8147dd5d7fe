//go:build unix

package batch

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Chunks that the servers have lost are queued again by whoever waits for their results.
func TestLostChunks(t *testing.T) {
	for _, order := range []Order{{Wait: true}, {Wait: true, Any: true}} {
		q, err := Open(t.Context(), Config{Dir: t.TempDir(), AckWait: 200 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		job := &Job{ID: "lost", Kind: "solve", Version: testVersion}
		if err := q.Submit(t.Context(), job, boards(t, 8, 5), 2, nil); err != nil {
			t.Fatal(err)
		}
		s, err := q.js.Stream(t.Context(), job.workStream())
		if err != nil {
			t.Fatal(err)
		}
		for _, index := range []int{0, 2} {
			if err := s.Purge(t.Context(), jetstream.WithPurgeSubject(job.workSubject(index))); err != nil {
				t.Fatal(err)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			w := &Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion}
			ended <- w.Run(ctx)
		}()
		var got bytes.Buffer
		if _, err := q.Output(t.Context(), &got, job, Kinds(), order); err != nil {
			t.Errorf("%+v: %v", order, err)
		}
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		lines := func(b []byte) []string { return slices.Sorted(strings.Lines(string(b))) }
		if want := direct(t, job, boards(t, 8, 5)); !slices.Equal(lines(got.Bytes()), lines(want)) || !order.Any && !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%+v: got\n%swant\n%s", order, got.Bytes(), want)
		}
	}
}

// A process that has counted a result before it was removed cannot note its job as finished.
func TestAgainOutdatesFinish(t *testing.T) {
	q, err := Open(t.Context(), Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	submitted := &Job{ID: "again", Kind: "solve", Version: testVersion}
	if err := q.Submit(t.Context(), submitted, boards(t, 4, 5), 2, nil); err != nil {
		t.Fatal(err)
	}
	job, err := q.Job(t.Context(), submitted.ID)
	if err != nil {
		t.Fatal(err)
	}
	counted := *job
	input, err := q.get(t.Context(), job.inputStream(), job.inputSubject(0))
	if err != nil {
		t.Fatal(err)
	}
	if err := q.again(t.Context(), job, 0, input, "a worker"); err != nil {
		t.Fatal(err)
	}
	counted.Finished = time.Now()
	if err := q.save(t.Context(), &counted); !errors.Is(err, errStale) {
		t.Errorf("noted as finished after its result was removed: %v", err)
	}
}

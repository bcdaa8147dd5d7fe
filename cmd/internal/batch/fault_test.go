//go:build unix

package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A layer under the queue lets one request fail: the n-th, for every n, until a job gets
// by without noticing because it has made fewer. The job is done each time, once, and
// gone when it is removed.

// faults are the ways in which a request fails.
var faults = map[string]func(ctx context.Context, do func(context.Context) error) error{
	"the request is lost": func(context.Context, func(context.Context) error) error { return nats.ErrTimeout },
	"the answer is lost": func(ctx context.Context, do func(context.Context) error) error {
		_ = do(ctx)
		return nats.ErrTimeout
	},
	"the connection is lost": func(context.Context, func(context.Context) error) error { return nats.ErrDisconnected },
	"the disk is full": func(context.Context, func(context.Context) error) error {
		return &jetstream.APIError{Code: 503, ErrorCode: codeStoreFailed, Description: "write: no space left on device"}
	},
	"there is no leader": func(context.Context, func(context.Context) error) error {
		return &jetstream.APIError{Code: 503, ErrorCode: 10008, Description: "JetStream system temporarily unavailable"}
	},
	"an earlier try is in process, and is lost": func(context.Context, func(context.Context) error) error {
		return &jetstream.APIError{Code: 400, ErrorCode: codeInProcess, Description: "wrong last sequence"}
	},
}

// atATime is how many jobs run at a time; most of the time they wait.
const atATime = 24

func TestEveryRequestFails(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: takes ten seconds")
	}
	dir := t.TempDir()
	c := Config{Dir: dir, AckWait: 500 * time.Millisecond}
	server, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	var group sync.WaitGroup
	ended := make([]atomic.Bool, len(faults))
	tokens, total, kind := make(chan struct{}, atATime), 0, 0
	for name, fail := range faults {
		number, over := kind, &ended[kind]
		kind++
		for n := 1; !over.Load() && n < 1000; n++ {
			tokens <- struct{}{}
			total++
			group.Go(func() {
				defer func() { <-tokens }()
				met, err := oneFault(t.Context(), c, fmt.Sprintf("fault-%d-%d", number, n), n, fail)
				if err != nil {
					t.Errorf("%s, request %d: %v", name, n, err)
				}
				if !met {
					over.Store(true)
				}
			})
		}
	}
	group.Wait()
	t.Logf("%d jobs in all", total)
	if jobs, err := server.Jobs(t.Context()); err != nil || len(jobs) > 0 {
		t.Errorf("left behind: %v, %v", jobs, err)
	}
	if total < 100 {
		t.Error("hardly any request has failed")
	}
}

// oneFault runs a job of which the n-th request fails, and reports whether it came to that.
func oneFault(ctx context.Context, c Config, id string, n int, fail func(context.Context, func(context.Context) error) error) (met bool, err error) {
	var requests atomic.Int64
	c.fault = func(ctx context.Context, do func(context.Context) error) error {
		if requests.Add(1) == int64(n) {
			return fail(ctx, do)
		}
		return do(ctx)
	}
	q, err := Open(ctx, c)
	if err != nil {
		return true, err
	}
	defer q.Close()
	job := lifeJob(id)
	if err := q.Submit(ctx, job, boards(panics{}, 4, 5), 2, nil); err != nil {
		return true, fmt.Errorf("submit: %w", err)
	}
	w := &Workers{Queue: q, N: 1, Kinds: Kinds(), Version: testVersion, Only: id, Drain: true}
	if err := w.Run(ctx); err != nil {
		return true, fmt.Errorf("work: %w", err)
	}
	s, err := q.Status(ctx, id)
	if err != nil || !s.Finished() || s.Missing != 0 || s.ChunksDone != 2 || s.Done.Items != 4 {
		return true, fmt.Errorf("status %+v: %w", s, err)
	}
	var got bytes.Buffer
	if _, err := q.Output(ctx, &got, job, Kinds(), Order{}); err != nil {
		return true, fmt.Errorf("output: %w", err)
	}
	if want := direct(panics{}, job, boards(panics{}, 4, 5)); !bytes.Equal(got.Bytes(), want) {
		return true, errors.New("the output differs")
	}
	err = q.Remove(ctx, id)
	return requests.Load() >= int64(n), err
}

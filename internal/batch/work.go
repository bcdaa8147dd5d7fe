package batch

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram/internal/record"
)

// Workers take chunks from the queue and store results, until they are stopped:
//
//	feed ─▶ N goroutines, each with its own hands ─▶ store, in the background
//	one chunk ahead                                  at most N waiting
//
// A chunk is in hand from its delivery until its result is stored, and as long as
// that takes a heartbeat goes out for it. Whoever stops finishes what it has begun,
// if that is possible within Grace, and gives the rest back.
type Workers struct {
	Queue   *Queue
	N       int // how many at a time
	Kinds   []Kind
	Version string // jobs of other versions are left alone
	// Only, if not empty, names the one job to work for.
	Only string
	// Drain ends the work when every job is finished.
	Drain bool
	// Grace is how long a chunk may go on after the stop.
	Grace time.Duration

	chunks chan *delivery
	stores chan struct{} // one token per result that is being stored
	quiet  sync.RWMutex  // held for reading by every item, for writing by one that runs alone
	group  sync.WaitGroup
}

// delivery is a chunk in hand.
type delivery struct {
	msg        jetstream.Msg
	job        *Job
	kind       *Kind
	index      int
	deliveries int
	letGo      context.CancelFunc // ends the heartbeat
}

// Run works until the context ends or, with Drain, nothing is left.
func (w *Workers) Run(ctx context.Context) error {
	w.chunks = make(chan *delivery)
	w.stores = make(chan struct{}, w.N)
	hard, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stopping := context.AfterFunc(ctx, func() {
		if !w.Queue.over() {
			pause(hard, w.Grace)
		}
		cancel()
	})
	defer stopping()
	for range w.N {
		w.group.Go(func() { w.work(hard) })
	}
	err := w.feed(ctx)
	close(w.chunks)
	w.group.Wait()
	return err
}

// work handles chunks with one pair of hands per job, of which the last is kept.
func (w *Workers) work(ctx context.Context) {
	var of string
	var hands Work
	for d := range w.chunks {
		if of != d.job.ID {
			var err error
			if hands, err = d.kind.Open(d.job); err != nil {
				hands = func(context.Context, []byte) (Result, error) { return Result{}, err }
			}
			of = d.job.ID
		}
		results, err := w.do(ctx, d, hands)
		if err != nil {
			w.giveBack(d, err)
			continue
		}
		w.stores <- struct{}{}
		w.group.Go(func() {
			w.store(ctx, d, results)
			<-w.stores
		})
	}
}

// errDone says that there is nothing to do: the result is there already.
var errDone = errors.New("done already")

// do works on one chunk. An error means that it goes back to the queue.
func (w *Workers) do(ctx context.Context, d *delivery, hands Work) ([]Result, error) {
	items, err := decodeChunk(d.msg.Data())
	if err != nil {
		return nil, err
	}
	if d.job.key(d.msg.Data()) != d.msg.Headers().Get(headerKey) {
		return nil, fmt.Errorf("chunk %d of job %s: the key does not fit the content", d.index, d.job.ID)
	}
	m, err := w.look(ctx, d)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(items))
	alone := m != nil && m.alone()
	for i, item := range items {
		do := func() (err error) { results[i], err = w.marked(ctx, d, hands, item, i, m, alone); return err }
		if err := w.exclude(alone, do); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return results, nil
}

// exclude runs an item beside those of other goroutines, or alone.
func (w *Workers) exclude(alone bool, do func() error) error {
	if alone {
		w.quiet.Lock()
		defer w.quiet.Unlock()
	} else {
		w.quiet.RLock()
		defer w.quiet.RUnlock()
	}
	return do()
}

// marked answers an item with the care that its chunk needs.
func (w *Workers) marked(ctx context.Context, d *delivery, hands Work, item []byte, i int, m *mark, alone bool) (Result, error) {
	begun := m != nil && m.begin(i)
	if begun {
		if err := w.Queue.writeMark(ctx, d.job.ID, d.index, m); err != nil {
			return Result{}, err
		}
	}
	r := w.one(ctx, d, hands, item, i, m)
	if begun && alone {
		m.passed(i)
		return r, w.Queue.writeMark(ctx, d.job.ID, d.index, m)
	}
	return r, nil
}

// look finds out what happened to a chunk that comes again.
func (w *Workers) look(ctx context.Context, d *delivery) (*mark, error) {
	if d.deliveries <= 1 {
		return nil, nil
	}
	done, err := w.Queue.get(ctx, doneStream(d.job.ID), doneSubject(d.job.ID, d.index))
	if err == nil && done != nil {
		err = errDone
	}
	if err != nil {
		return nil, err
	}
	return w.Queue.suspicion(ctx, d.job.ID, d.index, d.deliveries)
}

// one answers one item, whatever happens.
func (w *Workers) one(ctx context.Context, d *delivery, hands Work, item []byte, i int, m *mark) (r Result) {
	defer func() {
		if p := recover(); p != nil {
			w.Queue.config.Log.Error("panic", "job", d.job.ID, "chunk", d.index, "item", i, "panic", p, "stack", string(debug.Stack()))
			r = broken(d, item, record.CodeFailed, fmt.Sprintf("the program has an error: %v", p))
		}
	}()
	if m != nil && m.isAside(i) {
		w.Queue.config.Log.Error("set aside", "job", d.job.ID, "chunk", d.index, "item", i)
		return broken(d, item, CodeAside, fmt.Sprintf("set aside after %d workers died of it", w.Queue.config.MaxDeaths))
	}
	r, err := hands(ctx, item)
	if err != nil {
		return broken(d, item, record.CodeFailed, err.Error())
	}
	return r
}

// broken is the result of an item that the work has no answer to.
func broken(d *delivery, item []byte, code record.Code, message string) Result {
	it, err := ReadItem(item)
	if err != nil { // no puzzle: its place is all that is known
		it = &Item{ID: fmt.Sprint(d.index)}
	}
	if d.kind.Text {
		r := failure(it, message)
		r.Code = code
		return r
	}
	it.Problem = record.Detail{Where: it.File, Message: message}
	return problem(d.job, it, code)
}

// store keeps a result, and takes the chunk out of the queue.
func (w *Workers) store(ctx context.Context, d *delivery, results []Result) {
	body := w.fit(d, results)
	msg := &nats.Msg{Subject: doneSubject(d.job.ID, d.index), Data: body, Header: nats.Header{
		headerKey: d.msg.Headers()[headerKey], headerTally: {tallyOf(results).String()},
	}}
	// What is finished is stored even when the time is up, if the server answers.
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		pause(late, giveBackTimeout)
		cancel()
	})()
	defer context.AfterFunc(w.Queue.life, cancel)()
	if _, err := w.Queue.put(late, d.job.ID, msg); err != nil {
		w.giveBack(d, err)
		return
	}
	w.finish(late, d)
}

// finish acknowledges a chunk. If that fails it comes again, and is found done.
func (w *Workers) finish(ctx context.Context, d *delivery) {
	d.letGo()
	_ = w.Queue.request(ctx, d.msg.DoubleAck)
}

const (
	// giveBackTimeout is how long a worker that stops tries to say so.
	giveBackTimeout = 3 * time.Second
	// nakDelay keeps a chunk that nobody can work on from going round and round.
	nakDelay = 10 * time.Second
)

// giveBack returns a chunk to the queue for others, at once if this worker stops and
// after a while if something is wrong with it.
func (w *Workers) giveBack(d *delivery, reason error) {
	ctx, cancel := context.WithTimeout(context.Background(), giveBackTimeout)
	defer cancel()
	switch {
	case w.Queue.over():
		d.letGo()
		return
	case errors.Is(reason, errDone):
		w.finish(ctx, d)
		return
	case errors.Is(reason, ErrCancelled), errors.Is(reason, ErrNoJob):
		d.letGo()
		return
	}
	err := w.Queue.returned(ctx, d.job.ID, d.index, d.deliveries)
	d.letGo()
	switch {
	case err != nil: // it will come again, under suspicion
	case errors.Is(reason, context.Canceled):
		_ = d.msg.Nak()
	default:
		w.Queue.config.Log.Warn("chunk given back", "job", d.job.ID, "chunk", d.index, "reason", reason)
		_ = d.msg.NakWithDelay(nakDelay)
	}
}

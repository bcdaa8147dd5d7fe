package batch

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram/internal/plural"
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
	// Hand is a command that calls ServeHand with its standard input and output. In
	// such processes items are tried that may have killed a worker; without it they
	// are tried in this one, and never set aside.
	Hand func() *exec.Cmd

	chunks chan *delivery
	stores chan struct{} // one token per result that is being stored
	group  sync.WaitGroup

	mu    sync.Mutex
	after int // the death of a server after which early chunks are in doubt
	early int // chunks taken since
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
	var h *hands
	for d := range w.chunks {
		if h == nil || h.job.ID != d.job.ID {
			h = newHands(d.job, d.kind, w.Queue.config.Log)
		}
		results, err := w.do(ctx, d, h)
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
func (w *Workers) do(ctx context.Context, d *delivery, h *hands) ([]Result, error) {
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
	reached(pointTaken)
	if m != nil && w.Hand != nil {
		return w.careful(ctx, d, items, m)
	}
	results := make([]Result, len(items))
	for i, item := range items {
		results[i] = h.answer(ctx, d.index, i, item)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return results, nil
}

// careful works on a chunk in which there may be a killer.
func (w *Workers) careful(ctx context.Context, d *delivery, items [][]byte, m *mark) ([]Result, error) {
	h := &apart{job: d.job, chunk: d.index, command: w.Hand}
	defer h.close()
	results := make([]Result, len(items))
	for i, item := range items {
		if m.isAside(i) {
			results[i] = w.setAside(d, i, item, maxTogether)
			continue
		}
		if m.marked() && m.begin(i) {
			if err := w.Queue.writeMark(ctx, d.job.ID, d.index, m); err != nil {
				return nil, err
			}
			reached(pointMarked)
		}
		err := errDied
		for deaths := 0; deaths < MaxDeaths && errors.Is(err, errDied); deaths++ {
			results[i], err = h.ask(ctx, i, item)
		}
		if errors.Is(err, errDied) {
			results[i], err = w.setAside(d, i, item, MaxDeaths), nil
		}
		if err != nil {
			return nil, err
		}
	}
	return results, ctx.Err()
}

// setAside is the result of an item that has killed so many processes.
func (w *Workers) setAside(d *delivery, i int, item []byte, deaths int) Result {
	w.Queue.config.Log.Error("set aside", "job", d.job.ID, "chunk", d.index, "item", i)
	return broken(d.job, d.kind, d.index, item, CodeAside, plural.Sprintf("set aside after %d processes died of it", deaths))
}

// earlyChunks is more than all workers of a folder have in hand, within reason.
const earlyChunks = 64

// doubtful reports whether a chunk may have been with somebody before, although the
// server does not say so: the server of the folder died, and this is one of the first
// chunks since.
func (w *Workers) doubtful() bool {
	after := w.Queue.host.afterDeath()
	w.mu.Lock()
	defer w.mu.Unlock()
	if after != w.after {
		w.after, w.early = after, 0
	}
	w.early++
	return after > 0 && w.early <= earlyChunks
}

// look finds out what happened to a chunk that comes again.
func (w *Workers) look(ctx context.Context, d *delivery) (*mark, error) {
	doubt := w.doubtful()
	if d.deliveries <= 1 && !doubt {
		return nil, nil
	}
	done, err := w.Queue.get(ctx, doneStream(d.job.ID), doneSubject(d.job.ID, d.index))
	if err == nil && done != nil {
		err = errDone
	}
	if err != nil {
		return nil, err
	}
	return w.Queue.suspicion(ctx, d.job.ID, d.index, d.deliveries, doubt)
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
	reached(pointWorked)
	if _, err := w.Queue.put(late, d.job.ID, msg); err != nil {
		w.giveBack(d, err)
		return
	}
	reached(pointStored)
	w.finish(late, d)
}

// finish acknowledges a chunk. If that fails it comes again, and is found done.
func (w *Workers) finish(ctx context.Context, d *delivery) {
	d.letGo()
	_ = w.Queue.request(ctx, d.msg.DoubleAck)
	reached(pointAcked)
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
	reached(pointReturned)
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

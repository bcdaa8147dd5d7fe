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
//	feed ─▶ N goroutines, each with its own answerer ─▶ store, in the background
//	one chunk ahead                                     at most N waiting
//
// A worker holds a chunk from its delivery until its result is stored, and sends
// heartbeats for it. A worker that stops finishes its chunk within Grace or gives it
// back.
type Workers struct {
	Queue   *Queue
	N       int // concurrent chunks
	Kinds   []Kind
	Version string // jobs of other versions are skipped
	// Only, if not empty, is the only job to work for.
	Only string
	// Drain ends the work when every job is finished.
	Drain bool
	// Grace is how long a chunk may go on after the stop.
	Grace time.Duration
	// Process is a command that calls ServeProcess with its standard input and output.
	// Items that may kill a process are answered by it; without it they are answered
	// in this process, and never set aside.
	Process func() *exec.Cmd

	chunks chan *delivery
	stores chan struct{} // one token per result that is being stored
	group  sync.WaitGroup

	mu     sync.Mutex
	deaths int // of embedded servers, as of the last chunk
	early  int // chunks taken since the last death
}

// delivery is a chunk that a worker holds.
type delivery struct {
	msg     jetstream.Msg
	job     *Job
	kind    *Kind
	index   int
	items   [][]byte
	again   bool               // it was delivered before
	release context.CancelFunc // ends the heartbeat
	record  *deliveryRecord    // nil unless the chunk is suspect
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

// work handles chunks. It keeps the answerer of the last job.
func (w *Workers) work(ctx context.Context) {
	var a *answerer
	for d := range w.chunks {
		if a == nil || a.job.name() != d.job.name() {
			a = newAnswerer(d.job, d.kind, w.Queue.config.Log)
		}
		results, err := w.do(ctx, d, a)
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

// errDone reports that the result of a chunk is stored already.
var errDone = errors.New("done already")

// do answers one chunk. After an error the chunk goes back to the queue.
func (w *Workers) do(ctx context.Context, d *delivery, a *answerer) ([]Result, error) {
	if err := decode(d.msg.Data(), &d.items); err != nil {
		return nil, err
	}
	if d.job.key(d.msg.Data()) != d.msg.Headers().Get(headerKey) {
		return nil, fmt.Errorf("chunk %d of job %s: the key does not fit the content", d.index, d.job.ID)
	}
	if err := w.inspect(ctx, d); err != nil {
		return nil, err
	}
	reached(pointTaken)
	if d.record != nil {
		return w.answerApart(ctx, d)
	}
	results := make([]Result, len(d.items))
	for i, item := range d.items {
		results[i] = a.answer(ctx, d.index, i, item)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return results, nil
}

// answerApart answers a suspect chunk in a worker process.
func (w *Workers) answerApart(ctx context.Context, d *delivery) ([]Result, error) {
	p := &workerProcess{task: task{*d.job, d.index}, command: w.Process}
	defer p.close()
	results := make([]Result, len(d.items))
	for i, item := range d.items {
		if d.record.isAside(i) {
			results[i] = w.setAside(d, i, item, maxTogether)
			continue
		}
		if d.record.begin(i) {
			if err := w.Queue.writeRecord(ctx, d.job, d.index, d.record); err != nil {
				return nil, err
			}
			reached(pointRecorded)
		}
		err := errDied
		for deaths := 0; deaths < MaxDeaths && errors.Is(err, errDied); deaths++ {
			results[i], err = p.answer(ctx, i, item)
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
	return broken(d.job, d.index, item, CodeAside, fmt.Sprintf("set aside after %s died of it", plural.Of(deaths, "process", "processes")))
}

// earlyChunks exceeds the number of chunks that all workers of a folder hold.
const earlyChunks = 64

// suspect reports whether a chunk may have killed a worker: it was delivered before, or
// the embedded server died, which loses counts of deliveries, and this is one of the
// first chunks since.
func (w *Workers) suspect(d *delivery) bool {
	deaths := w.Queue.host.priorDeaths()
	w.mu.Lock()
	defer w.mu.Unlock()
	if deaths != w.deaths {
		w.deaths, w.early = deaths, 0
	}
	w.early++
	return d.again || deaths > 0 && w.early <= earlyChunks
}

// inspect looks up the history of a suspect chunk. It returns errDone if the chunk has
// a result.
func (w *Workers) inspect(ctx context.Context, d *delivery) error {
	if !w.suspect(d) {
		return nil
	}
	done, err := w.Queue.get(ctx, d.job.doneStream(), d.job.doneSubject(d.index))
	switch {
	case err != nil:
		return err
	case done != nil:
		return errDone
	case w.Process == nil:
		return nil
	}
	record, err := w.Queue.readRecord(ctx, d.job, d.index)
	if err != nil {
		return err
	}
	record.deliver()
	if err := w.Queue.writeRecord(ctx, d.job, d.index, record); err != nil {
		return err
	}
	d.record = record
	return nil
}

// store stores a result and removes the chunk from the queue.
func (w *Workers) store(ctx context.Context, d *delivery, results []Result) {
	body := w.fit(d, results)
	msg := &nats.Msg{Subject: d.job.doneSubject(d.index), Data: body, Header: nats.Header{
		headerKey: d.msg.Headers()[headerKey], headerTally: {tallyOf(results).String()},
	}}
	// A finished chunk is stored even after Grace, if the server answers.
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		pause(late, giveBackTimeout)
		cancel()
	})()
	defer context.AfterFunc(w.Queue.life, cancel)()
	reached(pointWorked)
	if _, err := w.Queue.put(late, d.job, msg); err != nil {
		w.giveBack(d, err)
		return
	}
	reached(pointStored)
	w.finish(late, d)
}

// finish acknowledges a chunk. If that fails, the next worker finds it done.
func (w *Workers) finish(ctx context.Context, d *delivery) {
	d.release()
	_ = w.Queue.request(ctx, d.msg.DoubleAck)
	reached(pointAcked)
}

const (
	// giveBackTimeout is how long a stopping worker tries to return a chunk.
	giveBackTimeout = 3 * time.Second
	// nakDelay delays the next delivery of a chunk that failed.
	nakDelay = 10 * time.Second
)

// giveBack returns a chunk to the queue: at once if this worker stops, after nakDelay if
// the chunk failed.
func (w *Workers) giveBack(d *delivery, reason error) {
	ctx, cancel := context.WithTimeout(context.Background(), giveBackTimeout)
	defer cancel()
	switch {
	case w.Queue.over():
		d.release()
		return
	case errors.Is(reason, errDone):
		w.finish(ctx, d)
		return
	case errors.Is(reason, ErrCancelled), errors.Is(reason, ErrNoJob):
		d.release()
		return
	}
	var err error
	if d.record != nil {
		d.record.giveBack()
		err = w.Queue.writeRecord(ctx, d.job, d.index, d.record)
	}
	reached(pointReturned)
	d.release()
	switch {
	case err != nil: // it is delivered again after AckWait
	case errors.Is(reason, context.Canceled):
		_ = d.msg.Nak()
	default:
		w.Queue.config.Log.Warn("chunk given back", "job", d.job.ID, "chunk", d.index, "reason", reason)
		_ = d.msg.NakWithDelay(nakDelay)
	}
}

package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram/internal/plural"
)

// Workers take chunks from the queue and store results, until they are stopped:
//
//	feed ─▶ N goroutines, each with its own answerer ─▶ store, in the background
//	some chunks ahead                                   at most N waiting
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

	name   string // in tests, of the worker
	chunks chan *delivery
	stores chan struct{} // one token per result that is being stored
	group  sync.WaitGroup

	busy atomic.Int64 // workers with a chunk
	last atomic.Int64 // when a chunk was last finished
	// Counters of items answered, and of chunks that were delivered again or given back.
	answered, retries, returned atomic.Int64

	mu     sync.Mutex
	deaths int // of embedded servers, as of the last chunk
	early  int // chunks taken since the last death
	tasks  map[*delivery]*Task
}

// delivery is a chunk that a worker holds.
type delivery struct {
	msg     jetstream.Msg
	job     *Job
	kind    *Kind
	index   int
	first   int             // the number of items before the chunk
	ctx     context.Context // ends when the job is cancelled
	taken   chan struct{}   // closed when a worker has it
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
	w.tasks = map[*delivery]*Task{}
	here, err := w.Queue.nc.Subscribe(workersSubject, func(m *nats.Msg) { _ = m.Respond(w.report()) })
	if err != nil {
		return explain(err)
	}
	defer func() { _ = here.Unsubscribe() }()
	for range w.N {
		w.group.Go(func() { w.work(hard) })
	}
	w.feed(ctx, hard)
	close(w.chunks)
	w.group.Wait()
	return nil
}

// id tells this process from others, for headerAvoid.
func (w *Workers) id() string {
	host, _ := os.Hostname()
	return cmp.Or(w.name, fmt.Sprint(host, "/", os.Getpid()))
}

// report describes these workers for Queue.Workers.
func (w *Workers) report() []byte {
	host, _ := os.Hostname()
	r := Worker{Host: host, PID: os.Getpid(), Version: w.Version, N: w.N, Only: w.Only, Tasks: []Task{}}
	w.mu.Lock()
	for _, t := range w.tasks {
		r.Tasks = append(r.Tasks, *t)
	}
	w.mu.Unlock()
	slices.SortFunc(r.Tasks, func(a, b Task) int { return cmp.Or(strings.Compare(a.Job, b.Job), cmp.Compare(a.Chunk, b.Chunk)) })
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // plain fields
	}
	return data
}

// at notes the item that a worker begins; those below 0 end the chunk.
func (w *Workers) at(d *delivery, item int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if item < 0 {
		delete(w.tasks, d)
		return
	}
	w.tasks[d] = &Task{Job: d.job.ID, Chunk: d.index, Puzzle: d.first + item + 1, Since: time.Now().UTC(), Again: d.again}
}

// work handles chunks. It keeps the answerer of the last job.
func (w *Workers) work(ctx context.Context) {
	var a *answerer
	for d := range w.chunks {
		w.busy.Add(1)
		if d.again {
			w.retries.Add(1)
		}
		if a == nil || a.job.name() != d.job.name() {
			a = newAnswerer(d.job, d.kind, w.Queue.config.Log)
		}
		results, err := w.do(d.ctx, d, a)
		w.at(d, -1)
		w.last.Store(time.Now().UnixNano())
		w.busy.Add(-1)
		if err != nil {
			w.giveBack(d, cmp.Or(context.Cause(d.ctx), err))
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
		w.at(d, i)
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
		w.at(d, i)
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
	done, err := w.stored(ctx, d)
	switch {
	case err != nil:
		return err
	case done:
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
		headerKey: d.msg.Headers()[headerKey], headerWorker: {w.id()}, headerTally: {tallyOf(results).String()},
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
	seq, err := w.Queue.put(late, d.job, msg)
	if err == nil && seq == 0 { // another worker was faster, or another program wrote there
		var done bool
		if done, err = w.stored(late, d); err == nil && !done {
			seq, err = w.Queue.put(late, d.job, msg)
		}
	}
	if err != nil {
		w.giveBack(d, err)
		return
	}
	reached(pointStored)
	w.answered.Add(int64(len(results)))
	w.finish(late, d)
	if seq >= uint64(d.job.Chunks) {
		w.Queue.finish(late, d.job)
	}
}

// stored reports whether a chunk has a result. It removes a message in the place of the
// result that is not one of this chunk.
func (w *Workers) stored(ctx context.Context, d *delivery) (bool, error) {
	q, subject := w.Queue, d.job.doneSubject(d.index)
	there, err := q.get(ctx, d.job.doneStream(), subject)
	if err != nil || there == nil {
		return false, err
	}
	results, err := decodeResults(there.Data)
	if err == nil && len(results) == len(d.items) && there.Header.Get(headerKey) == d.msg.Headers().Get(headerKey) {
		return true, nil
	}
	q.config.Log.Warn("a message that is not a result was in the place of one, and is removed", "job", d.job.ID, "chunk", d.index, "bytes", len(there.Data))
	return false, q.retryFor(ctx, requestTimeout, func(ctx context.Context) error { // the user may not be permitted to; the collector is
		s, err := q.stream(ctx, d.job.doneStream())
		if err != nil {
			return err
		}
		return s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	})
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
		_ = d.msg.Term() // its stream is gone, or goes
		return
	}
	var err error
	if d.record != nil {
		d.record.giveBack()
		err = w.Queue.writeRecord(ctx, d.job, d.index, d.record)
	}
	reached(pointReturned)
	d.release()
	w.returned.Add(1)
	switch {
	case err != nil: // it is delivered again after AckWait
	case errors.Is(reason, context.Canceled):
		_ = d.msg.Nak()
	default:
		w.Queue.config.Log.Warn("chunk given back", "job", d.job.ID, "chunk", d.index, "reason", reason)
		_ = d.msg.NakWithDelay(nakDelay)
	}
}

package batch

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The feed hands chunks to workers:
//
//	records of jobs ─ watch ─▶ a source for each unfinished job ─ offers ─▶ shelf ─▶ workers
//
// A source pulls one chunk at a time and waits until a worker takes it. The shelf gives
// out the chunks of the highest priority, those of equal priority in turn, so that a small
// job gets its share beside a large one. Finished jobs have no source and cost nothing.

const (
	// pullLongest is how long a pull waits for a chunk. Pulls of a source that finds
	// nothing grow from pullFirst.
	pullFirst, pullLongest = time.Second, 16 * time.Second
	// pullHeartbeat is how often, at least, the server confirms a pull. After two without,
	// the pull is repeated: its server may hang.
	pullHeartbeat = 2 * time.Second
	// flowTime is how long ago a chunk was finished if the next is pulled ahead. A worker
	// with a hard puzzle pulls nothing that it would only keep from others.
	flowTime = time.Second
	// avoidTries is how often a worker leaves a chunk to others whose result by it was
	// refused. After that it seems to be alone.
	avoidTries = 5
	// freePause is how often a source looks whether a worker is free.
	freePause = 10 * time.Millisecond
)

// source pulls the chunks of a job.
type source struct {
	job  *Job // replaced under the feeder's lock
	kind *Kind
	ctx  context.Context // ends when the job does
	end  context.CancelCauseFunc
}

type feeder struct {
	*Workers
	offers  chan *delivery
	group   sync.WaitGroup
	drained chan struct{} // closed when every job is finished, with Drain

	mu      sync.Mutex
	sources map[string]*source
	skipped map[string]bool // jobs whose skipping was logged
}

// feed hands out chunks until the context ends or, with Drain, every job is finished.
// Chunks under way end with hard, and when their job is cancelled.
func (w *Workers) feed(ctx, hard context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f := &feeder{Workers: w, offers: make(chan *delivery), drained: make(chan struct{}), sources: map[string]*source{}, skipped: map[string]bool{}}
	f.group.Go(func() { f.Queue.watch(ctx, func(jobs map[string]*Job) { f.update(ctx, hard, jobs) }) })
	f.dispatch(ctx)
	cancel()
	f.group.Wait()
}

// dispatch passes chunks from the sources to the workers.
func (f *feeder) dispatch(ctx context.Context) {
	var shelf []*delivery // in the order in which they came
	for {
		var out chan *delivery
		var best *delivery
		if len(shelf) > 0 {
			out, best = f.chunks, slices.MaxFunc(shelf, func(a, b *delivery) int { return cmp.Compare(a.job.Priority, b.job.Priority) })
		}
		select {
		case d := <-f.offers:
			shelf = append(shelf, d)
		case out <- best:
			shelf = slices.DeleteFunc(shelf, func(d *delivery) bool { return d == best })
			close(best.taken)
		case <-time.After(flowTime):
			shelf = slices.DeleteFunc(shelf, func(d *delivery) bool {
				if f.flows() {
					return false
				}
				f.giveBack(d, context.Canceled) // all workers are at hard puzzles
				close(d.taken)
				return true
			})
		case <-f.drained:
			return
		case <-ctx.Done():
			for _, d := range shelf {
				f.giveBack(d, ctx.Err())
				close(d.taken)
			}
			return
		}
	}
}

// flows reports whether a worker is free or will soon be.
func (w *Workers) flows() bool {
	return w.busy.Load() < int64(w.N) || time.Since(time.Unix(0, w.last.Load())) < flowTime
}

// update starts and ends sources as the records of jobs say.
func (f *feeder) update(ctx, hard context.Context, jobs map[string]*Job) {
	f.mu.Lock()
	defer f.mu.Unlock()
	rest := 0
	wanted := map[string]bool{}
	for _, job := range jobs {
		kind := f.able(job)
		if job.Cancelled || !job.Finished.IsZero() || kind == nil || f.Only != "" && f.Only != job.ID {
			continue
		}
		rest++
		name := job.name()
		wanted[name] = true
		s := f.sources[name]
		if s == nil {
			s = &source{kind: kind}
			s.ctx, s.end = context.WithCancelCause(hard)
			f.sources[name] = s
			f.group.Go(func() { f.pull(ctx, s) })
		} else if job.Sealed && !s.job.Sealed {
			f.group.Go(func() { f.Queue.finish(ctx, job) }) // its last result may be stored already
		}
		s.job = job
	}
	for name, s := range f.sources {
		if wanted[name] {
			continue
		}
		delete(f.sources, name)
		if job := jobs[s.job.ID]; job == nil || job.Run != s.job.Run || job.Cancelled {
			s.end(ErrCancelled)
		} else {
			s.end(errDone)
		}
	}
	if f.Drain && rest == 0 {
		select {
		case <-f.drained:
		default:
			close(f.drained)
		}
	}
}

const otherVersion = "job skipped: it is for another version of the program"

// able returns the kind of a job that this program can answer. Otherwise it logs that once
// and returns nil.
func (f *feeder) able(job *Job) *Kind {
	kind, err := KindNamed(f.Kinds, job.Kind)
	if err == nil && job.Version == f.Version {
		return kind
	}
	if !f.skipped[job.name()] {
		f.skipped[job.name()] = true
		f.Queue.config.Log.Warn(otherVersion, "job", job.ID, "kind", job.Kind, "version", job.Version, "ours", f.Version)
	}
	return nil
}

// current returns the job of a source as it is now.
func (f *feeder) current(s *source) *Job {
	f.mu.Lock()
	defer f.mu.Unlock()
	return s.job
}

// pull offers the chunks of a source until the job ends or the feed does.
func (f *feeder) pull(ctx context.Context, s *source) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	var c jetstream.Consumer
	for wait := pullFirst; ctx.Err() == nil; {
		if !f.flows() {
			pause(ctx, freePause)
			continue
		}
		job := f.current(s)
		if c == nil {
			err := f.Queue.request(ctx, func(ctx context.Context) (err error) {
				c, err = f.Queue.consumer(ctx, job)
				return err
			})
			if err != nil { // its streams are not made yet, or the server is down
				c = nil
				pause(ctx, 5*retryPause)
				continue
			}
		}
		switch msg, err := f.next(ctx, c, wait); {
		case err == nil:
			wait = pullFirst
			f.offer(ctx, s, job, msg)
		case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded): // nothing is there
			wait = min(2*wait, pullLongest)
			f.Queue.finish(ctx, job)
		default: // the consumer is lost, or the server
			c = nil
			pause(ctx, retryPause)
		}
	}
}

// next pulls a chunk. It gives up when the connection is made again, because the server
// has forgotten the pull then.
func (f *feeder) next(ctx context.Context, c jetstream.Consumer, wait time.Duration) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	defer context.AfterFunc(f.Queue.connection(), cancel)()
	return c.Next(jetstream.FetchContext(ctx), jetstream.FetchHeartbeat(min(wait/3, pullHeartbeat)))
}

// offer puts a chunk on the shelf and waits until it is taken.
func (f *feeder) offer(ctx context.Context, s *source, job *Job, msg jetstream.Msg) {
	index, err := chunkOf(msg.Subject())
	meta, errMeta := msg.Metadata()
	if err != nil || errMeta != nil {
		_ = msg.Term() // this program did not send it
		return
	}
	if msg.Headers().Get(headerAvoid) == f.id() && meta.NumDelivered <= avoidTries {
		_ = msg.NakWithDelay(nakDelay / 10) // another worker has to do it
		pause(ctx, nakDelay/20)
		return
	}
	d := &delivery{msg: msg, job: job, kind: s.kind, index: index, again: meta.NumDelivered > 1, taken: make(chan struct{})}
	d.first, _ = strconv.Atoi(msg.Headers().Get(headerFirst))
	d.ctx = s.ctx
	alive, release := context.WithCancel(context.Background())
	d.release = release
	go f.beat(alive, msg)
	select {
	case f.offers <- d:
		<-d.taken
	case <-ctx.Done():
		f.giveBack(d, cmp.Or(context.Cause(s.ctx), ctx.Err()))
	}
}

// beat sends heartbeats for a chunk.
func (w *Workers) beat(ctx context.Context, msg jetstream.Msg) {
	for pause(ctx, w.Queue.config.AckWait/4) {
		_ = msg.InProgress()
	}
}

// watch calls update with all jobs by their IDs, now and after every change.
func (q *Queue) watch(ctx context.Context, update func(map[string]*Job)) {
	for ctx.Err() == nil {
		if err := q.watchOnce(ctx, update); err != nil {
			q.config.Log.Debug("no list of jobs", "error", err)
		}
		pause(ctx, retryPause)
	}
}

// watchOnce watches until the connection is made again.
func (q *Queue) watchOnce(ctx context.Context, update func(map[string]*Job)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(q.connection(), cancel)()
	w, err := q.jobs.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	jobs, complete := map[string]*Job{}, false
	begun := time.NewTimer(2 * requestTimeout) // its server may hang
	defer begun.Stop()
	for {
		select {
		case entry, ok := <-w.Updates():
			switch {
			case !ok:
				return nil
			case entry == nil:
				complete = true
				begun.Stop()
			case entry.Operation() != jetstream.KeyValuePut:
				delete(jobs, entry.Key())
			default:
				job, err := readJob(entry.Key(), entry.Value(), entry.Revision())
				if err != nil {
					q.config.Log.Warn("job skipped", "error", err)
					continue
				}
				jobs[job.ID] = job
			}
			if complete {
				update(jobs)
			}
		case <-begun.C:
			return nats.ErrTimeout
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

package batch

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The feed hands chunks to workers, those of the oldest job first.

const (
	// jobsEvery is how often busy workers read the list of jobs.
	jobsEvery = 2 * time.Second
	// idlePause is the longest pause without work. The pauses grow from firstIdlePause.
	idlePause      = 250 * time.Millisecond
	firstIdlePause = idlePause / 32
)

// source is a job to pull chunks from.
type source struct {
	job      *Job
	kind     *Kind
	consumer jetstream.Consumer
	lost     bool               // the server does not know the consumer
	here     *nats.Subscription // answers Queue.noWorkers
}

func (s *source) close() {
	if s.here != nil {
		_ = s.here.Unsubscribe()
	}
}

type feeder struct {
	*Workers
	sources []*source
	read    time.Time
	skipped map[string]bool // jobs whose skipping was logged
}

// feed hands out chunks until the context ends.
func (w *Workers) feed(ctx context.Context) error {
	f := &feeder{Workers: w, skipped: map[string]bool{}}
	defer func() {
		for _, s := range f.sources {
			s.close()
		}
	}()
	idle := firstIdlePause
	for ctx.Err() == nil {
		if time.Since(f.read) > jobsEvery {
			if err := f.refresh(ctx); err != nil {
				w.Queue.config.Log.Debug("no list of jobs", "error", err)
			}
		}
		if f.pull(ctx) {
			idle = firstIdlePause
			continue
		}
		f.read = time.Time{}
		if w.Drain && f.finished(ctx) {
			return nil
		}
		pause(ctx, idle)
		idle = min(2*idle, idlePause)
	}
	return nil
}

// pull takes a chunk from the first source that has one, and reports whether there was
// any. It takes only one because waiting chunks would have no heartbeat.
func (f *feeder) pull(ctx context.Context) bool {
	for _, s := range f.sources {
		batch, err := s.consumer.FetchNoWait(1)
		if err != nil {
			continue
		}
		found := false
		for msg := range batch.Messages() {
			found = true
			f.deliver(ctx, s, msg)
		}
		if found {
			return true
		}
		s.lost = errors.Is(batch.Error(), nats.ErrNoResponders)
	}
	return false
}

// deliver passes a chunk to the next free worker, or gives it back if the context ends.
func (f *feeder) deliver(ctx context.Context, s *source, msg jetstream.Msg) {
	subject := msg.Subject()
	index, err := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
	meta, errMeta := msg.Metadata()
	if err != nil || errMeta != nil {
		_ = msg.Term() // this program did not send it
		return
	}
	d := &delivery{msg: msg, job: s.job, kind: s.kind, index: index, again: meta.NumDelivered > 1}
	alive, release := context.WithCancel(context.Background())
	d.release = release
	go f.beat(alive, msg)
	select {
	case f.chunks <- d:
	case <-ctx.Done():
		f.giveBack(d, ctx.Err())
	}
}

// beat sends heartbeats for a chunk.
func (w *Workers) beat(ctx context.Context, msg jetstream.Msg) {
	for pause(ctx, w.Queue.config.AckWait/4) {
		_ = msg.InProgress()
	}
}

// refresh reads the list of jobs and opens a source for each that this program can
// answer.
func (f *feeder) refresh(ctx context.Context) error {
	jobs, err := f.jobs(ctx)
	if err != nil {
		return err
	}
	old := map[string]*source{}
	for _, s := range f.sources {
		old[s.job.name()] = s
	}
	f.sources = f.sources[:0:0]
	for _, job := range jobs {
		kind := f.able(job)
		if job.Cancelled || kind == nil {
			continue
		}
		s := old[job.name()]
		if s == nil || s.lost {
			if s = f.open(ctx, job, kind); s == nil {
				continue // an old one is closed below
			}
		} else {
			delete(old, job.name())
		}
		s.job.Sealed, s.job.Chunks = job.Sealed, job.Chunks
		f.sources = append(f.sources, s)
	}
	for _, s := range old {
		s.close()
	}
	f.read = time.Now()
	return nil
}

// jobs lists the jobs to work for.
func (f *feeder) jobs(ctx context.Context) ([]*Job, error) {
	if f.Only == "" {
		return f.Queue.Jobs(ctx)
	}
	var jobs []*Job
	err := f.Queue.request(ctx, func(ctx context.Context) error {
		job, err := f.Queue.Job(ctx, f.Only)
		if err == nil {
			jobs = []*Job{job}
		}
		return ignore(err, ErrNoJob)
	})
	return jobs, err
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

func (f *feeder) open(ctx context.Context, job *Job, kind *Kind) *source {
	var c jetstream.Consumer
	err := f.Queue.request(ctx, func(ctx context.Context) (err error) {
		c, err = f.Queue.consumer(ctx, job)
		return err
	})
	if err != nil {
		return nil // its stream was removed, or the server is down
	}
	here, err := f.Queue.nc.Subscribe(job.workersSubject(), func(m *nats.Msg) { _ = m.Respond(nil) })
	if err != nil {
		return nil // the connection is closed
	}
	return &source{job: job, kind: kind, consumer: c, here: here}
}

// finished reports whether all jobs are.
func (f *feeder) finished(ctx context.Context) bool {
	if err := f.refresh(ctx); err != nil {
		return false
	}
	for _, s := range f.sources {
		if done, err := f.Queue.done(ctx, s.job); err != nil || !s.job.over(done) {
			return false
		}
	}
	return true
}

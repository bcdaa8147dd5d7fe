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

// What workers work on next: a chunk of the oldest job that has one. The list of jobs
// is read again every so often, and whenever there is nothing to do.

const (
	// jobsEvery is how often workers look for new jobs while they have work.
	jobsEvery = 2 * time.Second
	// idlePause is the longest wait when there is nothing to do; the first is short,
	// since a job may just be coming in. It adds to AckWait in the time after which
	// a dead worker's chunk is taken up.
	idlePause      = 250 * time.Millisecond
	firstIdlePause = idlePause / 32
)

// source is a job to pull chunks from.
type source struct {
	job      *Job
	kind     *Kind
	consumer jetstream.Consumer
	lost     bool               // the server does not know the consumer
	here     *nats.Subscription // answers those who ask whether anybody works for the job
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
	passed  map[string]bool // jobs that were said to be left alone
}

// feed hands out chunks until the context ends.
func (w *Workers) feed(ctx context.Context) error {
	f := &feeder{Workers: w, passed: map[string]bool{}}
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

// pull takes a chunk from the first source that has one, and reports whether there
// was any. Only one: what is fetched and has to wait would be without a heartbeat.
func (f *feeder) pull(ctx context.Context) bool {
	for _, s := range f.sources {
		batch, err := s.consumer.FetchNoWait(1)
		if err != nil {
			continue
		}
		found := false
		for msg := range batch.Messages() {
			found = true
			f.hand(ctx, s, msg)
		}
		if found {
			return true
		}
		s.lost = errors.Is(batch.Error(), nats.ErrNoResponders)
	}
	return false
}

// hand gives a chunk to the next worker that is free, or back if the time is up.
func (f *feeder) hand(ctx context.Context, s *source, msg jetstream.Msg) {
	subject := msg.Subject()
	index, err := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
	meta, errMeta := msg.Metadata()
	if err != nil || errMeta != nil {
		_ = msg.Term() // nothing that this program has sent
		return
	}
	d := &delivery{msg: msg, job: s.job, kind: s.kind, index: index, deliveries: int(meta.NumDelivered)}
	alive, letGo := context.WithCancel(context.Background())
	d.letGo = letGo
	go f.beat(alive, msg)
	select {
	case f.chunks <- d:
	case <-ctx.Done():
		f.giveBack(d, ctx.Err())
	}
}

// beat says from time to time that a chunk is in hand.
func (w *Workers) beat(ctx context.Context, msg jetstream.Msg) {
	for pause(ctx, w.Queue.config.AckWait/4) {
		_ = msg.InProgress()
	}
}

// refresh reads the list of jobs, and makes sources of those that this worker can
// work for.
func (f *feeder) refresh(ctx context.Context) error {
	jobs, err := f.jobs(ctx)
	if err != nil {
		return err
	}
	old := map[string]*source{}
	for _, s := range f.sources {
		old[s.job.ID] = s
	}
	f.sources = f.sources[:0:0]
	for _, job := range jobs {
		if job.Cancelled || job.Answer != nil || !f.able(job) {
			continue
		}
		s := old[job.ID]
		if s == nil || s.lost {
			if s = f.open(ctx, job); s == nil {
				continue // and an old one is closed below
			}
		} else {
			delete(old, job.ID)
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

// jobs are those to work for; the whole list costs the server more than a single one.
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

// able reports whether this program is the right one for a job, and says once if
// not.
func (f *feeder) able(job *Job) bool {
	_, err := KindNamed(f.Kinds, job.Kind)
	if err == nil && job.Version == f.Version {
		return true
	}
	if !f.passed[job.ID] {
		f.passed[job.ID] = true
		f.Queue.config.Log.Warn("job left alone: it is for another version of the program", "job", job.ID, "kind", job.Kind, "version", job.Version, "ours", f.Version)
	}
	return false
}

func (f *feeder) open(ctx context.Context, job *Job) *source {
	kind, err := KindNamed(f.Kinds, job.Kind)
	if err != nil {
		return nil
	}
	var c jetstream.Consumer
	err = f.Queue.request(ctx, func(ctx context.Context) (err error) {
		c, err = f.Queue.consumer(ctx, job.ID)
		return err
	})
	if err != nil {
		return nil // its stream has just been removed, or the server is gone
	}
	here, err := f.Queue.nc.Subscribe(workersSubject(job.ID), func(m *nats.Msg) { _ = m.Respond(nil) })
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

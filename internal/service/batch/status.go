package batch

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How far a job is, from its streams alone: what is done is counted over the headers
// of the done stream, so nothing has to be kept up to date by anybody.

// Status is how far a job is.
type Status struct {
	Job  Job
	Done Tally // of the chunks that have a result
	// Chunks with a result, waiting in the queue, and with a worker.
	ChunksDone, Waiting, Working int
	// Missing chunks are neither done nor queued: something has been lost, and
	// sending the job again brings it back.
	Missing int
	// Nobody says that no worker is there for the job. It is asked of the workers
	// themselves: a chunk that was with one who died counts as Working until
	// somebody else takes it.
	Nobody bool
	// Rate is items per second over the last minute in which any were done.
	Rate  float64
	First time.Time // of the results
	Last  time.Time
}

// Finished reports whether all is done.
func (s *Status) Finished() bool { return s.Job.over(s.ChunksDone) }

// Left estimates how long the rest takes; 0 if nobody can tell.
func (s *Status) Left() time.Duration {
	if !s.Job.Sealed || s.Rate == 0 || s.Finished() {
		return 0
	}
	return time.Duration(float64(s.Job.Items-s.Done.Items) / s.Rate * float64(time.Second))
}

// rateWindow is the time over which the rate is taken.
const rateWindow = time.Minute

// Status looks at a job.
func (q *Queue) Status(ctx context.Context, id string) (*Status, error) {
	job, err := q.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	s := &Status{Job: *job}
	err = q.retry(ctx, manyTries, func(ctx context.Context) error {
		c, err := q.js.Consumer(ctx, workStream(id), consumer)
		if err == nil {
			info := c.CachedInfo()
			s.Waiting, s.Working = int(info.NumPending), info.NumAckPending
		}
		return ignore(ignore(err, jetstream.ErrStreamNotFound), jetstream.ErrConsumerNotFound)
	})
	if err != nil {
		return nil, err
	}
	if err := q.count(ctx, s); err != nil {
		return nil, err
	}
	s.Nobody = q.nobody(ctx, id)
	if job.Sealed && !job.Cancelled && job.Answer == nil {
		s.Missing = max(0, job.Chunks-s.ChunksDone-s.Waiting-s.Working)
	}
	return s, nil
}

// nobody reports whether no worker is there for a job. The server knows who listens,
// and says at once if there is none; a worker that does not answer may yet live.
func (q *Queue) nobody(ctx context.Context, id string) bool {
	err := q.request(ctx, func(ctx context.Context) error {
		_, err := q.nc.RequestWithContext(ctx, workersSubject(id), nil)
		return err
	})
	return errors.Is(err, nats.ErrNoResponders)
}

// count walks over the headers of the done stream.
func (q *Queue) count(ctx context.Context, s *Status) error {
	total, err := q.done(ctx, &s.Job)
	if err != nil {
		return err
	}
	var recent window
	err = q.headers(ctx, doneStream(s.Job.ID), total, func(header nats.Header, stored time.Time) error {
		t, err := parseTally(header.Get(headerTally))
		if err != nil {
			return err
		}
		s.ChunksDone++
		s.Done.add(t)
		recent.add(stored, t.Items)
		if s.First.IsZero() {
			s.First = stored
		}
		s.Last = stored
		return nil
	})
	s.Rate = recent.rate()
	return err
}

const (
	// headersAtOnce is how many headers are asked for in one request.
	headersAtOnce = 500
	// readerIdle is after how long the server forgets a consumer that nobody uses.
	readerIdle = 10 * time.Second
)

// headers visits the first n messages of a stream without their bodies, in order.
//
// The consumer for that lives on one server of a cluster, which may be one that has
// just died. So nothing of it is relied on: if it does not come about, or falls silent,
// the next try makes another where the last one ended.
func (q *Queue) headers(ctx context.Context, stream string, n int, visit func(nats.Header, time.Time) error) error {
	r := &headerReader{q: q, stream: stream, next: 1, last: uint64(n), visit: visit}
	for tries := 1; r.next <= r.last; tries++ {
		before := r.next
		err := r.read(ctx)
		if r.next > before {
			tries = 0
		}
		if err != nil && (!transient(err) || tries == manyTries || !pause(ctx, retryPause)) {
			return err
		}
	}
	return nil
}

type headerReader struct {
	q          *Queue
	stream     string
	next, last uint64 // of the messages to visit
	visit      func(nats.Header, time.Time) error
}

// read goes on with a new consumer until the end, or until something goes wrong.
func (r *headerReader) read(ctx context.Context) error {
	var c jetstream.Consumer
	err := r.q.request(ctx, func(ctx context.Context) (err error) {
		c, err = r.q.js.CreateConsumer(ctx, r.stream, jetstream.ConsumerConfig{
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.next,
			AckPolicy: jetstream.AckNonePolicy, HeadersOnly: true,
			Replicas: 1, MemoryStorage: true, InactiveThreshold: readerIdle,
		})
		return err
	})
	if err != nil {
		return err
	}
	for r.next <= r.last {
		batch, err := c.Fetch(int(min(r.last-r.next+1, headersAtOnce)), jetstream.FetchMaxWait(requestTimeout))
		if err != nil {
			return err
		}
		if err := r.take(batch); err != nil {
			return err
		}
	}
	_ = r.q.request(ctx, func(ctx context.Context) error { // or the server forgets it by itself
		return r.q.js.DeleteConsumer(ctx, r.stream, c.CachedInfo().Name)
	})
	return nil
}

// take visits what one request has brought; nothing is an error.
func (r *headerReader) take(batch jetstream.MessageBatch) error {
	before := r.next
	for msg := range batch.Messages() {
		meta, err := msg.Metadata()
		if err != nil {
			return err
		}
		if err := r.visit(msg.Headers(), meta.Timestamp); err != nil {
			return err
		}
		r.next = meta.Sequence.Stream + 1
	}
	if r.next == before {
		return cmp.Or(batch.Error(), nats.ErrTimeout)
	}
	return nil
}

// window is what was done within rateWindow before the last result.
type window struct {
	times []time.Time
	items []int
}

func (w *window) add(t time.Time, items int) {
	w.times, w.items = append(w.times, t), append(w.items, items)
	old := 0
	for t.Sub(w.times[old]) > rateWindow {
		old++
	}
	w.times, w.items = w.times[old:], w.items[old:]
}

// rate leaves out the first chunk, whose beginning nobody knows.
func (w *window) rate() float64 {
	sum := 0
	for _, n := range w.items[min(1, len(w.items)):] {
		sum += n
	}
	if sum == 0 {
		return 0
	}
	return float64(sum) / w.times[len(w.times)-1].Sub(w.times[0]).Seconds()
}

package batch

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Status is the progress of a job, counted from its streams.
type Status struct {
	Job  Job
	Done Tally // of the chunks that have a result
	// Chunks with a result, in the queue, and held by workers.
	ChunksDone, Waiting, Working int
	// Missing chunks are neither done nor queued. Sending the job again restores them.
	Missing int
	// NoWorkers reports that the job has no workers. The chunk of a dead worker counts as
	// Working until another one takes it.
	NoWorkers bool
	// Rate is items per second over the last minute in which any were done.
	Rate float64
}

// Finished reports whether all chunks are done.
func (s *Status) Finished() bool { return s.Job.over(s.ChunksDone) }

// Left estimates the remaining time; 0 if unknown.
func (s *Status) Left() time.Duration {
	if !s.Job.Sealed || s.Rate == 0 || s.Finished() {
		return 0
	}
	return time.Duration(float64(s.Job.Items-s.Done.Items) / s.Rate * float64(time.Second))
}

// rateWindow is the time over which the rate is taken.
const rateWindow = time.Minute

// Status returns the progress of a job.
func (q *Queue) Status(ctx context.Context, id string) (*Status, error) {
	job, err := q.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	s := &Status{Job: *job}
	err = q.retry(ctx, manyTries, func(ctx context.Context) error {
		c, err := q.js.Consumer(ctx, job.workStream(), consumer)
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
	s.NoWorkers = q.noWorkers(ctx, job)
	if job.Sealed && !job.Cancelled {
		s.Missing = max(0, job.Chunks-s.ChunksDone-s.Waiting-s.Working)
	}
	return s, nil
}

// noWorkers reports whether a job has no workers. The server knows its subscribers and
// answers at once if there are none.
func (q *Queue) noWorkers(ctx context.Context, job *Job) bool {
	err := q.request(ctx, func(ctx context.Context) error {
		_, err := q.nc.RequestWithContext(ctx, job.workersSubject(), nil)
		return err
	})
	return errors.Is(err, nats.ErrNoResponders)
}

// count adds up the headers of the done stream.
func (q *Queue) count(ctx context.Context, s *Status) error {
	total, err := q.done(ctx, &s.Job)
	if err != nil {
		return err
	}
	var results []stored
	err = q.headers(ctx, s.Job.doneStream(), total, func(header nats.Header, at time.Time) error {
		t, err := parseTally(header.Get(headerTally))
		if err != nil {
			return err
		}
		s.ChunksDone++
		s.Done.add(t)
		results = append(results, stored{at, t.Items})
		return nil
	})
	s.Rate = rate(results)
	return err
}

const (
	// headersAtOnce is how many headers one request asks for.
	headersAtOnce = 500
	// readerIdle is after how long the server drops an unused consumer.
	readerIdle = 10 * time.Second
)

// headers visits the first n messages of a stream without their bodies, in order.
//
// A consumer lives on one server of a cluster, which may just have died. So every batch
// has its own consumer. JetStream's ordered consumer does the same, but it ignores
// contexts while it waits for a server.
func (q *Queue) headers(ctx context.Context, stream string, n int, visit func(nats.Header, time.Time) error) error {
	next, last := uint64(1), uint64(n)
	for tries := 1; next <= last; tries++ {
		err := q.headerBatch(ctx, stream, next, last, func(msg jetstream.Msg) error {
			meta, err := msg.Metadata()
			if err == nil {
				err = visit(msg.Headers(), meta.Timestamp)
			}
			if err == nil {
				next, tries = meta.Sequence.Stream+1, 0
			}
			return err
		})
		if err != nil && (!transient(err) || tries == manyTries || !pause(ctx, retryPause)) {
			return err
		}
	}
	return nil
}

// headerBatch visits up to headersAtOnce messages from next to last.
func (q *Queue) headerBatch(ctx context.Context, stream string, next, last uint64, visit func(jetstream.Msg) error) error {
	var c jetstream.Consumer
	err := q.request(ctx, func(ctx context.Context) (err error) {
		c, err = q.js.CreateConsumer(ctx, stream, jetstream.ConsumerConfig{
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: next,
			AckPolicy: jetstream.AckNonePolicy, HeadersOnly: true,
			Replicas: 1, MemoryStorage: true, InactiveThreshold: readerIdle,
		})
		return err
	})
	if err != nil {
		return err
	}
	batch, err := c.Fetch(int(min(last-next+1, headersAtOnce)), jetstream.FetchMaxWait(requestTimeout))
	if err != nil {
		return err
	}
	found := false
	for msg := range batch.Messages() {
		found = true
		if err := visit(msg); err != nil {
			return err
		}
	}
	if !found {
		return cmp.Or(batch.Error(), nats.ErrTimeout)
	}
	return nil
}

// stored is a result of so many items and the time at which it was stored.
type stored struct {
	at    time.Time
	items int
}

// rate returns the items per second within rateWindow before the last result. It excludes the
// first result of that time, whose start is unknown, and results after the last one, because
// the clock may jump.
func rate(results []stored) float64 {
	first, items := -1, 0
	for i, r := range results {
		before := results[len(results)-1].at.Sub(r.at)
		switch {
		case before < 0 || before > rateWindow:
		case first < 0:
			first = i
		default:
			items += r.items
		}
	}
	if items == 0 || results[first].at.Equal(results[len(results)-1].at) {
		return 0
	}
	return float64(items) / results[len(results)-1].at.Sub(results[first].at).Seconds()
}

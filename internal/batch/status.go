package batch

import (
	"context"
	"errors"
	"time"

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
	if c, err := q.js.Consumer(ctx, workStream(id), consumer); err == nil {
		info := c.CachedInfo()
		s.Waiting, s.Working = int(info.NumPending), info.NumAckPending
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, err
	}
	if err := q.count(ctx, s); err != nil {
		return nil, err
	}
	if job.Sealed && !job.Cancelled && job.Answer == nil {
		s.Missing = max(0, job.Chunks-s.ChunksDone-s.Waiting-s.Working)
	}
	return s, nil
}

// count walks over the headers of the done stream.
func (q *Queue) count(ctx context.Context, s *Status) error {
	stream, err := q.js.Stream(ctx, doneStream(s.Job.ID))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	total := int(stream.CachedInfo().State.Msgs)
	if total == 0 {
		return nil
	}
	headers, err := stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{HeadersOnly: true})
	if err != nil {
		return err
	}
	messages, err := headers.Messages()
	if err != nil {
		return err
	}
	defer messages.Stop()
	var recent window
	for s.ChunksDone < total {
		msg, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		meta, err := msg.Metadata()
		if err != nil {
			return err
		}
		t, err := parseTally(msg.Headers().Get(headerTally))
		if err != nil {
			return err
		}
		s.ChunksDone++
		s.Done.add(t)
		recent.add(meta.Timestamp, t.Items)
		if s.First.IsZero() {
			s.First = meta.Timestamp
		}
		s.Last = meta.Timestamp
	}
	s.Rate = recent.rate()
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

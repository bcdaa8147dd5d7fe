package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"nonogram/internal/operations/record"
)

// Reading results: chunk by chunk in input order, each by its subject, so that
// memory holds one chunk and the order in which workers finished does not show.

// ErrIncomplete says that some results are not there yet.
var ErrIncomplete = errors.New("the job is not finished")

// Output writes what a job has given. With wait it waits for what is missing until
// the context ends; without, it writes what is there up to the first gap and returns
// ErrIncomplete. Failures of kinds that have no records go to problems.
func (q *Queue) Output(ctx context.Context, w, problems io.Writer, job *Job, kinds []Kind, wait bool) (Tally, error) {
	kind, err := KindNamed(kinds, job.Kind)
	if err != nil {
		return Tally{}, err
	}
	var tally Tally
	results := q.results(ctx, job, wait, &tally)
	if kind.Merge != nil {
		err = kind.Merge(w, job, results)
		return tally, err
	}
	for r, err := range results {
		if err != nil {
			return tally, err
		}
		to := w
		if kind.Text && r.Code != record.CodeOK {
			to = problems
		}
		if _, err := to.Write(r.Output); err != nil {
			return tally, err
		}
	}
	return tally, nil
}

// results yields all results of a job in order, and then an error if some are
// missing.
func (q *Queue) results(ctx context.Context, job *Job, wait bool, tally *Tally) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		for i := 0; ; i++ {
			chunk, err := q.chunkResults(ctx, job, i, wait)
			if err != nil || chunk == nil {
				if err != nil {
					yield(Result{}, err)
				}
				return
			}
			tally.add(tallyOf(chunk))
			for _, r := range chunk {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// chunkResults reads the results of chunk i; nil if the job ends before it.
func (q *Queue) chunkResults(ctx context.Context, job *Job, i int, patient bool) ([]Result, error) {
	for wait := (backoff{}); ; {
		if job.Sealed && i >= job.Chunks {
			return nil, nil
		}
		msg, err := q.get(ctx, doneStream(job.ID), doneSubject(job.ID, i))
		switch {
		case err != nil:
			return nil, fmt.Errorf("results of job %s: %w", job.ID, err)
		case msg != nil:
			results, err := decodeResults(msg.Data)
			if err != nil {
				return nil, fmt.Errorf("chunk %d: %w", i, err)
			}
			return results, nil
		case !patient && !q.there(ctx, job):
			return nil, ErrIncomplete
		}
		if !wait.pause(ctx) {
			return nil, ctx.Err()
		}
		if err := q.refresh(ctx, job); err != nil {
			return nil, err
		}
	}
}

// backoff is the wait between two looks for a result that is not there: a share of the
// time that has been waited, so that little is added to it, within bounds.
type backoff struct{ since time.Time }

const firstPause, longestPause, waitedShare = 5 * time.Millisecond, 500 * time.Millisecond, 16

func (b *backoff) pause(ctx context.Context) bool {
	if b.since.IsZero() {
		b.since = time.Now()
	}
	return pause(ctx, min(max(time.Since(b.since)/waitedShare, firstPause), longestPause))
}

// there reports whether all results are, as the leader of the stream knows it.
func (q *Queue) there(ctx context.Context, job *Job) bool {
	done, err := q.done(ctx, job)
	return err == nil && job.over(done)
}

// refresh reads the record of a job again.
func (q *Queue) refresh(ctx context.Context, job *Job) error {
	now, err := q.Job(ctx, job.ID)
	if err != nil {
		return err
	}
	*job = *now
	if job.Cancelled {
		return fmt.Errorf("%s: %w", job.ID, ErrCancelled)
	}
	return nil
}

// done is how many chunks of a job have a result.
func (q *Queue) done(ctx context.Context, job *Job) (int, error) {
	var s jetstream.Stream
	err := q.retry(ctx, manyTries, func(ctx context.Context) (err error) {
		s, err = q.js.Stream(ctx, doneStream(job.ID))
		return err
	})
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	return int(s.CachedInfo().State.Msgs), nil
}

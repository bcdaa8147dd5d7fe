package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
)

// ErrIncomplete reports missing results.
var ErrIncomplete = errors.New("the job is not finished")

// ErrDamaged reports a message that the server lists and cannot read.
var ErrDamaged = errors.New("the store of the queue is damaged: remove the job, and send it again")

// ErrForeign reports results that are not those of the items that were sent.
var ErrForeign = errors.New("some results are not of the puzzles that were sent: remove the job, and send it again")

// Output writes the results of a job in input order, one chunk at a time. With wait it
// waits for missing results; otherwise it returns ErrIncomplete at the first one.
func (q *Queue) Output(ctx context.Context, w io.Writer, job *Job, kinds []Kind, wait bool) (Tally, error) {
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
		if _, err := w.Write(r.Output); err != nil {
			return tally, err
		}
	}
	return tally, nil
}

// results yields the results of a job in order, and an error if some are missing.
func (q *Queue) results(ctx context.Context, job *Job, wait bool, tally *Tally) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		digest := newDigest()
		for i := 0; ; i++ {
			chunk, key, err := q.chunkResults(ctx, job, i, wait)
			if err == nil && chunk == nil && job.Digest != digest.String() {
				err = fmt.Errorf("%s: %w", job.ID, ErrForeign)
			}
			if err != nil || chunk == nil {
				if err != nil {
					yield(Result{}, err)
				}
				return
			}
			digest.add(key)
			tally.add(tallyOf(chunk))
			for _, r := range chunk {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// chunkResults reads the results of chunk i and their key; nil at the end of the job.
func (q *Queue) chunkResults(ctx context.Context, job *Job, i int, patient bool) (results []Result, key string, err error) {
	unread := 0 // reads without a result that the server counts
	for since := time.Now(); ; {
		if job.Sealed && i >= job.Chunks {
			return nil, "", nil
		}
		msg, err := q.get(ctx, job.doneStream(), job.doneSubject(i))
		switch {
		case err != nil:
			return nil, "", fmt.Errorf("results of job %s: %w", job.ID, err)
		case msg != nil:
			if results, err = decodeResults(msg.Data); err != nil {
				return nil, "", fmt.Errorf("chunk %d: %w", i, err)
			}
			return results, msg.Header.Get(headerKey), nil
		case q.there(ctx, job):
			if unread++; unread > unreadTries {
				return nil, "", fmt.Errorf("chunk %d of job %s: %w", i, job.ID, ErrDamaged)
			}
		case !patient:
			return nil, "", ErrIncomplete
		}
		if !pause(ctx, min(max(time.Since(since)/waitedShare, firstPause), longestPause)) {
			return nil, "", ctx.Err()
		}
		if err := q.refresh(ctx, job); err != nil {
			return nil, "", err
		}
	}
}

// unreadTries take about ten seconds: a replica may lag.
const unreadTries = 80

// Pauses between two reads of a missing result: a share of the time waited so far, within
// bounds.
const firstPause, longestPause, waitedShare = 5 * time.Millisecond, 500 * time.Millisecond, 16

// there reports whether all results are stored, according to the stream's leader.
func (q *Queue) there(ctx context.Context, job *Job) bool {
	p, err := q.progress(ctx, job)
	return err == nil && job.over(p.Chunks)
}

// refresh reads a job again.
func (q *Queue) refresh(ctx context.Context, job *Job) error {
	now, err := q.Job(ctx, job.ID)
	if err != nil {
		return err
	}
	if now.Run != job.Run {
		return fmt.Errorf("%s: %w", job.ID, ErrNoJob) // there is another of that name
	}
	*job = *now
	if job.Cancelled {
		return fmt.Errorf("%s: %w", job.ID, ErrCancelled)
	}
	return nil
}

package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrIncomplete reports missing results.
var ErrIncomplete = errors.New("the job is not finished")

// ErrDamaged reports a message that the server lists and cannot read.
var ErrDamaged = errors.New("the store of the queue is damaged: remove the job, and send it again")

// ErrForeign reports results that are not those of the items that were sent.
var ErrForeign = errors.New("some results are not of the puzzles that were sent: remove the job, and send it again")

// Order is how results are written.
type Order struct {
	Wait bool // wait for missing results
	// Any writes results as they are stored instead of in input order, so that a hard
	// puzzle holds back nothing.
	Any bool
}

// Output writes the results of a job, one chunk at a time. Without Wait it returns
// ErrIncomplete at the first one that is missing.
func (q *Queue) Output(ctx context.Context, w io.Writer, job *Job, kinds []Kind, order Order) (Tally, error) {
	kind, err := KindNamed(kinds, job.Kind)
	if err != nil {
		return Tally{}, err
	}
	var tally Tally
	results := q.results(ctx, job, order, &tally)
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

// results yields the results of a job, and an error if some are missing or are not those
// of the items that were sent.
func (q *Queue) results(ctx context.Context, job *Job, order Order, tally *Tally) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		keys := map[int]string{}
		checked := job.Checked
		if sent, err := q.sent(ctx, job); err != nil {
			yield(Result{}, err)
			return
		} else if sent >= 0 {
			checked = true // whatever the record says, which workers may write
		}
		next := q.inOrder(job)
		if order.Any {
			next = q.asStored(job)
		}
		for {
			msg, err := q.await(ctx, job, len(keys), next, order.Wait)
			if err != nil {
				yield(Result{}, err)
				return
			}
			if msg == nil {
				break
			}
			index, err := chunkOf(msg.Subject)
			if err != nil {
				continue // it is not of this program
			}
			chunk, err := decodeResults(msg.Data)
			if err != nil && !checked {
				yield(Result{}, fmt.Errorf("chunk %d of job %s: %w", index, job.ID, err))
				return
			}
			if checked {
				if err := q.checkResults(ctx, job, index, msg, chunk, tally); errors.Is(err, errAgain) {
					continue
				} else if err != nil {
					yield(Result{}, err)
					return
				}
			}
			keys[index] = msg.Header.Get(headerKey)
			tally.add(tallyOf(chunk))
			for _, r := range chunk {
				if !yield(r, nil) {
					return
				}
			}
		}
		digest := newDigest()
		for i := range len(keys) {
			digest.add(keys[i])
		}
		sent, err := q.sent(ctx, job)
		if err != nil {
			yield(Result{}, err)
			return
		}
		if digest.String() != job.Digest || sent >= 0 && sent != len(keys) {
			yield(Result{}, fmt.Errorf("%s: %w", job.ID, ErrForeign))
		}
	}
}

// chunkOf returns the number of the chunk that a subject is of.
func chunkOf(subject string) (int, error) {
	return strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
}

// reader reads the next message of a done stream, given how many were read; nil if it is
// not there yet.
type reader func(ctx context.Context, n int) (*jetstream.RawStreamMsg, error)

// inOrder reads results in input order.
func (q *Queue) inOrder(job *Job) reader {
	return func(ctx context.Context, n int) (*jetstream.RawStreamMsg, error) {
		return q.get(ctx, job.doneStream(), job.doneSubject(n))
	}
}

// asStored reads results in the order in which they were stored.
func (q *Queue) asStored(job *Job) reader {
	next := uint64(1)
	return func(ctx context.Context, _ int) (*jetstream.RawStreamMsg, error) {
		for {
			msg, err := q.read(ctx, job.doneStream(), func(ctx context.Context, s jetstream.Stream) (*jetstream.RawStreamMsg, error) {
				return s.GetMsg(ctx, next)
			})
			if err != nil || msg != nil {
				next++
				return msg, err
			}
			state, err := q.doneState(ctx, job)
			if err != nil || state == nil || state.LastSeq < next {
				return nil, err
			}
			if state.LastSeq == next {
				return nil, nil // a replica may lag
			}
			next++ // it was removed
		}
	}
}

// await reads the next result, and waits for it if asked to; nil at the end of the job.
func (q *Queue) await(ctx context.Context, job *Job, n int, next reader, patient bool) (*jetstream.RawStreamMsg, error) {
	unread := 0 // reads without a result that the server counts
	for since := time.Now(); ; {
		if job.Sealed && n >= job.Chunks {
			return nil, nil
		}
		msg, err := next(ctx, n)
		switch {
		case err != nil:
			return nil, fmt.Errorf("results of job %s: %w", job.ID, err)
		case msg != nil:
			return msg, nil
		case q.there(ctx, job):
			if unread++; unread > unreadTries {
				return nil, fmt.Errorf("chunk %d of job %s: %w", n, job.ID, ErrDamaged)
			}
		case !patient:
			return nil, ErrIncomplete
		}
		if !pause(ctx, min(max(time.Since(since)/waitedShare, firstPause), longestPause)) {
			return nil, ctx.Err()
		}
		if err := q.refresh(ctx, job); err != nil {
			return nil, err
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

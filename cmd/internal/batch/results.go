package batch

import (
	"cmp"
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

// Results of a job are read from its done stream, compared with the items that were sent, and
// written in input order or as they come. One chunk is in memory at a time.

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
	// Digest, if not empty, is that of the job that was sent: the record of the queue
	// may have been changed.
	Digest string
}

// Output writes the results of a job, one chunk at a time. Without Wait it returns
// ErrIncomplete at the first one that is missing.
func (q *Queue) Output(ctx context.Context, w io.Writer, job *Job, kinds []Kind, order Order) (Tally, error) {
	kind, err := KindNamed(kinds, job.Kind)
	if err != nil {
		return Tally{}, err
	}
	var tally Tally
	results := q.results(ctx, job, kind, order, &tally)
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
func (q *Queue) results(ctx context.Context, job *Job, kind *Kind, order Order, tally *Tally) iter.Seq2[Result, error] {
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
		missing := func() (index int) { // the first chunk that was not read
			for keys[index] != "" {
				index++
			}
			return index
		}
		ahead := 1
		for {
			msg, err := q.await(ctx, job, len(keys), next, order.Wait, missing)
			if err != nil {
				yield(Result{}, err)
				return
			}
			if msg == nil {
				break
			}
			index, err := chunkOf(msg.Subject)
			if err != nil || keys[index] != "" {
				continue // it is not of this program, or is there twice
			}
			var chunk []Result
			if checked {
				chunk, err = q.checkResults(ctx, job, kind, index, msg)
			} else if err = job.sent.check(ctx, index, msg.Header.Get(headerKey)); err == nil {
				chunk, err = decodeResults(msg.Data)
			}
			if errors.Is(err, errAgain) {
				if err = q.lookAhead(ctx, job, kind, index, ahead); err == nil {
					ahead *= 2
					continue
				}
			}
			if err != nil {
				yield(Result{}, fmt.Errorf("chunk %d of job %s: %w", index, job.ID, err))
				return
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
		if err = cmp.Or(err, job.sent.check(ctx, len(keys), "")); err != nil {
			yield(Result{}, err)
			return
		}
		if digest.String() != cmp.Or(order.Digest, job.Digest) || sent >= 0 && sent != len(keys) {
			yield(Result{}, fmt.Errorf("%s: %w", job.ID, ErrForeign))
		}
	}
}

// lookAhead checks the n results behind a chunk that is done again, so that those that fail too
// are done meanwhile. Their number doubles with every one that fails: many cost little more than
// one, and one costs little.
func (q *Queue) lookAhead(ctx context.Context, job *Job, kind *Kind, index, n int) error {
	if job.Sealed {
		n = min(n, job.Chunks-index-1)
	}
	for i := index + 1; i <= index+n; i++ {
		msg, err := q.get(ctx, job.doneStream(), job.doneSubject(i))
		if err == nil && msg != nil {
			_, err = q.checkResults(ctx, job, kind, i, msg)
		}
		if err != nil && !errors.Is(err, errAgain) || msg == nil && !job.Sealed {
			return err
		}
	}
	return nil
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

// await reads the next result, and waits for it if asked to; nil at the end of the job. A chunk that
// the servers have lost is queued again.
func (q *Queue) await(ctx context.Context, job *Job, n int, next reader, patient bool, missing func() int) (*jetstream.RawStreamMsg, error) {
	unread := 0 // reads without a result that the server counts
	looked, lost := time.Now(), false
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
		case time.Since(looked) > q.config.AckWait:
			looked = time.Now()
			before := lost
			if lost = q.isLost(ctx, job); lost && before { // a chunk on its way is not lost twice
				q.restore(ctx, job, missing())
			}
		}
		if !pause(ctx, min(max(time.Since(since)/waitedShare, firstPause), longestPause)) {
			return nil, ctx.Err()
		}
		if err := q.refresh(ctx, job); err != nil {
			return nil, err
		}
	}
}

// isLost reports whether a chunk has no result, and is neither queued nor held by a worker: servers
// that are killed or cut off may lose messages that they have acknowledged.
func (q *Queue) isLost(ctx context.Context, job *Job) bool {
	s, err := q.status(ctx, job, nil)
	return err == nil && s.Missing > 0 && s.Waiting == 0 && s.Working == 0
}

// restore queues a lost chunk again, from its copy in the input stream. A failure is tried again
// later.
func (q *Queue) restore(ctx context.Context, job *Job, index int) {
	ctx, cancel := context.WithTimeout(ctx, 2*requestTimeout) // a reader may not be permitted to write
	defer cancel()
	input, err := q.leaderGet(ctx, job.inputStream(), job.inputSubject(index))
	if err == nil && input == nil {
		err = jetstream.ErrMsgNotFound
	}
	if err == nil { // the consumer of the work stream may have forgotten it
		err = q.requeue(ctx, job, index, input, job.workStream(), job.workSubject(index), "")
	}
	if err != nil {
		q.config.Log.Warn("a chunk is lost, and could not be queued again", "job", job.ID, "chunk", index, "error", explain(err))
		return
	}
	q.config.Log.Warn("a chunk was lost, and is queued again", "job", job.ID, "chunk", index)
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
	now.sent = job.sent
	*job = *now
	if job.Cancelled {
		return fmt.Errorf("%s: %w", job.ID, ErrCancelled)
	}
	return nil
}

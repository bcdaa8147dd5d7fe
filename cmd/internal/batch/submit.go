package batch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Sending a job. Each chunk is confirmed before the next is made, so memory holds one
// chunk. A sender that was killed is started again with the same job name: it makes the
// same chunks and sends those that are neither queued nor done. This also repairs a
// queue that lost data.

// Headers of chunks and of their results.
const (
	headerKey   = "Nonogram-Key"
	headerTally = "Nonogram-Tally"
	headerFirst = "Nonogram-First" // the number of items before a chunk
)

// Begin creates a job, or resumes the equal one of that name. It replaces an empty ID by
// a new one. Submit calls it unless the caller has.
func (q *Queue) Begin(ctx context.Context, job *Job) error {
	if job.ID == "" {
		job.ID = NewID()
	}
	if err := CheckID(job.ID); err != nil {
		return err
	}
	return settle(ctx, func() error { return q.begin(ctx, job) })
}

func (q *Queue) begin(ctx context.Context, job *Job) error {
	switch old, err := q.Job(ctx, job.ID); {
	case errors.Is(err, ErrNoJob):
		job.Created, job.Run = time.Now().UTC().Round(time.Millisecond), NewID()
		kind, err := KindNamed(Kinds(), job.Kind)
		job.Checked = err == nil && kind.Answer != nil
		if err := q.save(ctx, job); err != nil {
			return err
		}
		reached(pointBegun)
	case err != nil:
		return err
	case old.key(nil) != job.key(nil):
		return fmt.Errorf("%s: %w", job.ID, ErrOther)
	case old.Cancelled:
		return fmt.Errorf("%s: %w", job.ID, ErrCancelled)
	default:
		*job = *old
		job.resumed = true
	}
	if err := q.streams(ctx, job); err != nil {
		return fmt.Errorf("streams of job %s: %w", job.ID, err)
	}
	job.begun, job.sent = true, newLedger()
	reached(pointStreams)
	return nil
}

// Submit sends the items of a job and seals it. With every > 0 each chunk has that many
// items. Submit calls progress after every chunk with the number of items sent.
func (q *Queue) Submit(ctx context.Context, job *Job, items iter.Seq[Sized], every int, progress func(items int)) error {
	if !job.begun {
		if err := q.Begin(ctx, job); err != nil {
			return err
		}
	}
	defer job.sent.end()
	digest := newDigest()
	n, total := 0, 0
	for c := range chunks(items, every, job.chunkCells()) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		body := encode(c.items)
		key := job.key(body)
		digest.add(key)
		job.sent.add(c.index, key, total+1, total+len(c.items))
		if err := q.send(ctx, job, c.index, total, body, key); err != nil {
			return err
		}
		reached(pointSent)
		n++
		total += len(c.items)
		if progress != nil {
			progress(total)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err() // the items may be incomplete
	}
	reached(pointAllSent)
	err := q.seal(ctx, job, n, total, digest.String())
	reached(pointSealed)
	if err == nil {
		q.finish(ctx, job)
	}
	return err
}

// send queues a chunk unless it is queued or done.
func (q *Queue) send(ctx context.Context, job *Job, index, first int, body []byte, key string) error {
	if job.Checked {
		input := &nats.Msg{Subject: job.inputSubject(index), Data: body, Header: nats.Header{headerKey: {key}, headerFirst: {strconv.Itoa(first)}}}
		if _, err := q.put(ctx, job, input); err != nil {
			return fmt.Errorf("chunk %d: %w", index, err)
		}
	}
	if job.resumed {
		done, err := q.get(ctx, job.doneStream(), job.doneSubject(index))
		if err != nil {
			return err
		} else if done != nil {
			return sameKey(job, done, key)
		}
	}
	msg := &nats.Msg{Subject: job.workSubject(index), Data: body, Header: nats.Header{headerKey: {key}, headerFirst: {strconv.Itoa(first)}}}
	seq, err := q.put(ctx, job, msg)
	if err != nil {
		return fmt.Errorf("chunk %d: %w", index, err)
	}
	existed := seq == 0
	if !existed && unfinish(job) { // its result was lost
		return q.save(ctx, job)
	}
	if existed && job.resumed {
		queued, err := q.get(ctx, job.workStream(), msg.Subject)
		if err != nil {
			return err
		} else if queued != nil { // not done meanwhile
			return sameKey(job, queued, key)
		}
	}
	return nil
}

func sameKey(job *Job, msg *jetstream.RawStreamMsg, key string) error {
	if msg.Header.Get(headerKey) != key {
		return fmt.Errorf("%s: %w", job.ID, ErrOther)
	}
	return nil
}

// seal marks a job as completely sent.
func (q *Queue) seal(ctx context.Context, job *Job, chunks, items int, digest string) error {
	if job.Sealed {
		if job.Digest != digest {
			return fmt.Errorf("%s: %w", job.ID, ErrOther)
		}
		return nil
	}
	job.Chunks, job.Items, job.Digest, job.Sealed = chunks, items, digest, true
	return settle(ctx, func() error {
		err := q.save(ctx, job)
		if !errors.Is(err, errStale) {
			return err
		}
		now, err := q.Job(ctx, job.ID)
		switch {
		case err != nil:
			return err
		case now.Run != job.Run:
			return fmt.Errorf("%s: %w", job.ID, ErrNoJob)
		case now.Cancelled:
			return ErrCancelled
		case now.Sealed && now.Digest == digest:
			return nil
		case now.Sealed:
			return fmt.Errorf("%s: %w", job.ID, ErrOther)
		}
		job.revision = now.revision
		return errStale
	})
}

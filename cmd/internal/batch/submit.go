package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Sending a job. Small chunks are sent many at a time, because the server syncs each to the
// disk; memory holds a wave of them. A sender that was killed is started again with the same job name: it makes the
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
	w := &wave{queue: q, job: job, progress: progress, alone: -1}
	if job.resumed { // chunks that may be there are compared one by one, before others are sent
		w.alone = math.MaxInt
		if there, err := q.sent(ctx, job); err == nil && there >= 0 {
			w.alone = there + waveChunks
		}
	}
	for c := range chunks(items, every, job.chunkCells()) {
		if ctx.Err() != nil {
			break
		}
		body := encode(c.items)
		key := job.key(body)
		digest.add(key)
		job.sent.add(c.index, key, total+1, total+len(c.items))
		if w.isFull(c.index, len(body)) {
			if err := w.wait(ctx); err != nil {
				return err
			}
		}
		w.send(ctx, c, total, body, key)
		n++
		total += len(c.items)
	}
	if err := w.wait(ctx); err != nil {
		return err
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

// A wave of chunks is sent at once. It is one chunk if that is large: chunks that the server
// refuses, because its queue is full, are sent again and again.
const (
	waveChunks = 64
	waveBytes  = 128 << 10
)

// wave are chunks that are being sent.
type wave struct {
	queue    *Queue
	job      *Job
	progress func(items int)
	alone    int // chunks below are sent one by one

	group         sync.WaitGroup
	chunks, bytes int

	mu    sync.Mutex
	sent  int // items
	lost  bool
	index int // of the first chunk that could not be sent, for err
	err   error
}

// isFull reports whether the wave has to be sent before a chunk of so many bytes.
func (w *wave) isFull(index, bytes int) bool {
	return w.chunks > 0 && (index <= w.alone || w.chunks >= waveChunks || w.bytes+bytes > waveBytes)
}

// send sends a chunk in the background.
func (w *wave) send(ctx context.Context, c *chunk, first int, body []byte, key string) {
	w.chunks++
	w.bytes += len(body)
	w.group.Go(func() {
		lost, err := w.queue.send(ctx, w.job, c.index, first, body, key)
		if err == nil {
			reached(pointSent)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.lost = w.lost || lost
		switch {
		case err == nil:
			w.sent += len(c.items)
			if w.progress != nil {
				w.progress(w.sent)
			}
		case w.err == nil || c.index < w.index:
			w.index, w.err = c.index, err
		}
	})
}

// wait waits until all chunks are sent.
func (w *wave) wait(ctx context.Context) error {
	w.group.Wait()
	w.chunks, w.bytes = 0, 0
	if w.lost && unfinish(w.job) {
		w.err = cmp.Or(w.err, w.queue.save(ctx, w.job))
	}
	return w.err
}

// send queues a chunk unless it is queued or done. It reports whether the chunk is in the queue
// again although the job was finished.
func (q *Queue) send(ctx context.Context, job *Job, index, first int, body []byte, key string) (lost bool, err error) {
	if job.Checked {
		input := &nats.Msg{Subject: job.inputSubject(index), Data: body, Header: nats.Header{headerKey: {key}, headerFirst: {strconv.Itoa(first)}}}
		if _, err := q.put(ctx, job, input); err != nil {
			return false, fmt.Errorf("chunk %d: %w", index, err)
		}
	}
	if job.resumed {
		done, err := q.get(ctx, job.doneStream(), job.doneSubject(index))
		if err != nil {
			return false, err
		} else if done != nil {
			return false, sameKey(job, done, key)
		}
	}
	msg := &nats.Msg{Subject: job.workSubject(index), Data: body, Header: nats.Header{headerKey: {key}, headerFirst: {strconv.Itoa(first)}}}
	seq, err := q.put(ctx, job, msg)
	if err != nil {
		return false, fmt.Errorf("chunk %d: %w", index, err)
	}
	if seq == 0 && job.resumed {
		queued, err := q.get(ctx, job.workStream(), msg.Subject)
		if err != nil {
			return false, err
		} else if queued != nil { // not done meanwhile
			return false, sameKey(job, queued, key)
		}
	}
	return seq != 0, nil
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

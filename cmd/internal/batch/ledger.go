package batch

import (
	"context"
	"fmt"
	"sync"
)

// ledger has the keys of the chunks of a job, in the process that sends them. Whoever may
// write to the queue can put other puzzles in their place, with keys that fit: a process
// that sends a job and collects its results compares those with what it has sent.
type ledger struct {
	mu      sync.Mutex
	chunks  []sentChunk
	over    bool          // nothing more is sent
	changed chan struct{} // closed by the next change
}

type sentChunk struct {
	key         string
	first, last int // puzzles, from 1
}

func newLedger() *ledger { return &ledger{changed: make(chan struct{})} }

// add notes a chunk. Chunks are sent in order, perhaps several times.
func (l *ledger) add(index int, key string, first, last int) {
	l.change(func() { l.chunks = append(l.chunks[:index], sentChunk{key, first, last}) })
}

// end notes that the sender has ended.
func (l *ledger) end() { l.change(func() { l.over = true }) }

func (l *ledger) change(do func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	do()
	close(l.changed)
	l.changed = make(chan struct{})
}

// chunk waits until a chunk is sent; it is nil if the job has fewer.
func (l *ledger) chunk(ctx context.Context, index int) (*sentChunk, error) {
	for {
		l.mu.Lock()
		n, over, changed := len(l.chunks), l.over, l.changed
		if index < n {
			defer l.mu.Unlock()
			return &l.chunks[index], nil
		}
		l.mu.Unlock()
		if over {
			return nil, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// check compares the key of a stored chunk with the one that was sent. A process that has
// sent nothing has no ledger, and cannot tell.
func (l *ledger) check(ctx context.Context, index int, key string) error {
	if l == nil {
		return nil
	}
	switch c, err := l.chunk(ctx, index); {
	case err != nil:
		return err
	case c == nil && key != "":
		return fmt.Errorf("%w: it was not sent", ErrForeign)
	case c != nil && c.key != key:
		return fmt.Errorf("%w: somebody has changed puzzles %d to %d in the queue", ErrForeign, c.first, c.last)
	}
	return nil
}

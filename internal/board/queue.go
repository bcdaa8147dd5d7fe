package board

import "slices"

// queue holds the lines to solve, each once, oldest first: a ring with room for all lines.
// Lines without a clue are marked as queued from the start and never are in it.
type queue struct {
	ring   []int32
	queued []bool // by line
	head   int
	count  int
}

func (q *queue) resize(n int) {
	q.ring = slices.Grow(q.ring[:0], n)[:n]
	q.queued = slices.Grow(q.queued[:0], n)[:n]
	clear(q.queued)
	q.head, q.count = 0, 0
}

// exemptFree marks the lines without a clue as queued, so that they never are.
func (b *Board) exemptFree() {
	for i := range b.Lines {
		b.queue.queued[i] = b.Lines[i].Free()
	}
}

// Enqueue queues a line unless it is queued already.
func (b *Board) Enqueue(i int) {
	q := &b.queue
	if q.queued[i] {
		return
	}
	q.queued[i] = true
	at := q.head + q.count
	if at >= len(q.ring) {
		at -= len(q.ring)
	}
	q.ring[at] = int32(i)
	q.count++
}

// EnqueueAll queues all lines, in their order.
func (b *Board) EnqueueAll() {
	for i := range b.Lines {
		b.Enqueue(i)
	}
}

// EnqueueInformative queues the lines whose clues decide something on a blank board.
func (b *Board) EnqueueInformative() {
	for i := range b.Lines {
		if b.Lines[i].Informative() {
			b.Enqueue(i)
		}
	}
}

// Queued returns the number of lines in the queue.
func (b *Board) Queued() int { return b.queue.count }

// Dequeue removes and returns the oldest queued line. The queue must not be empty.
func (b *Board) Dequeue() int {
	q := &b.queue
	i := int(q.ring[q.head])
	q.head++
	if q.head == len(q.ring) {
		q.head = 0
	}
	q.count--
	q.queued[i] = false
	return i
}

// ClearQueue empties the queue.
func (b *Board) ClearQueue() {
	for b.queue.count > 0 {
		b.Dequeue()
	}
}

package board

import "slices"

// queue holds the lines that may have something new to say, each once, oldest first: a
// ring with room for all lines.
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

// Mark queues a line.
func (b *Board) Mark(i int) {
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

// MarkAll queues all lines, in their order.
func (b *Board) MarkAll() {
	for i := range b.Lines {
		b.Mark(i)
	}
}

// MarkTelling queues the lines that can say anything about a blank.
func (b *Board) MarkTelling() {
	for i := range b.Lines {
		if b.Lines[i].Telling() {
			b.Mark(i)
		}
	}
}

// Queued is the number of lines in the queue.
func (b *Board) Queued() int { return b.queue.count }

// Next takes the oldest queued line. There must be one.
func (b *Board) Next() int {
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

// ClearQueue forgets all queued lines.
func (b *Board) ClearQueue() {
	for b.queue.count > 0 {
		b.Next()
	}
}

package solve

import (
	"sync/atomic"

	"nonogram"
)

// purse is what is left of the budget of a call whose searchers share it. Each
// has a budget of its own and draws a little more whenever that is used up, so
// that all of it can be spent whoever needs it, and never more than all of it.
// The methods may be called on nil, a purse that is always empty.
type purse struct {
	conflicts atomic.Int64
	memory    atomic.Int64
}

// How much is drawn at a time: some milliseconds of conflicts, so that searchers
// seldom meet here, and few enough that hardly anything is left with one searcher
// when another runs dry.
const (
	conflictsDraw = 64
	memoryDraw    = 64 << 10
)

// moreConflicts raises a budget of conflicts; false if there is nothing left.
func (p *purse) moreConflicts(b *nonogram.Budget) bool {
	if p == nil {
		return false
	}
	n := draw(&p.conflicts, conflictsDraw)
	b.Conflicts += n
	return n > 0
}

// moreMemory raises a budget of memory until it covers so many bytes; false if
// what is left does not.
func (p *purse) moreMemory(b *nonogram.Budget, bytes int64) bool {
	if p == nil {
		return false
	}
	b.Memory += draw(&p.memory, max(memoryDraw, bytes-b.Memory))
	return bytes <= b.Memory
}

// draw takes up to n.
func draw(from *atomic.Int64, n int64) int64 {
	for {
		left := from.Load()
		take := min(n, left)
		if take <= 0 {
			return 0
		}
		if from.CompareAndSwap(left, left-take) {
			return take
		}
	}
}

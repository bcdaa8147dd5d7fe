package solve

import (
	"sync/atomic"

	"nonogram"
)

// sharedBudget is what is left of the budget of a call whose searchers share it.
// Each has a budget of its own and draws a little more whenever that is used up, so
// that all of it can be spent whoever needs it, and never more than all of it.
// The methods may be called on nil, a budget that is always empty.
type sharedBudget struct {
	conflicts atomic.Int64
	memory    atomic.Int64
}

// moreConflicts raises a budget of conflicts; false if there is nothing left.
func (s *sharedBudget) moreConflicts(b *nonogram.Budget) bool {
	if s == nil {
		return false
	}
	n := draw(&s.conflicts, conflictsDraw)
	b.Conflicts += n
	return n > 0
}

// moreMemory raises a budget of memory until it covers so many bytes; false if
// what is left does not.
func (s *sharedBudget) moreMemory(b *nonogram.Budget, bytes int64) bool {
	if s == nil {
		return false
	}
	b.Memory += draw(&s.memory, max(memoryDraw, bytes-b.Memory))
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

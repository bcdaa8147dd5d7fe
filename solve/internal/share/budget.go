package share

import (
	"sync/atomic"

	"nonogram"
)

// Budget is what is left of the budget of a call whose searchers share it. Each has a
// budget of its own and draws a little more whenever that is used up, so that all of
// it can be spent whoever needs it, and never more than all of it. MoreConflicts and
// MoreMemory may be called on nil, a budget that is always empty.
type Budget struct {
	Conflicts atomic.Int64
	Memory    atomic.Int64
}

// How much is drawn at a time: some milliseconds of conflicts, so that searchers
// seldom meet here, and few enough that hardly anything is left with one searcher
// when another runs dry.
const (
	ConflictsDraw = 64
	MemoryDraw    = 64 << 10
)

// MoreConflicts raises a budget of conflicts; false if there is nothing left.
func (s *Budget) MoreConflicts(b *nonogram.Budget) bool {
	if s == nil {
		return false
	}
	n := Draw(&s.Conflicts, ConflictsDraw)
	b.Conflicts += n
	return n > 0
}

// MoreMemory raises a budget of memory until it covers so many bytes; false if what is
// left does not.
func (s *Budget) MoreMemory(b *nonogram.Budget, bytes int64) bool {
	if s == nil {
		return false
	}
	b.Memory += Draw(&s.Memory, max(MemoryDraw, bytes-b.Memory))
	return bytes <= b.Memory
}

// Draw takes up to n.
func Draw(from *atomic.Int64, n int64) int64 {
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

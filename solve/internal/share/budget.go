package share

import (
	"sync/atomic"

	"nonogram"
)

// Budget is the rest of a budget that several searchers share. Each has a budget of its own
// and draws more when that is used up. MoreConflicts and MoreMemory treat a nil Budget as
// empty.
type Budget struct {
	Conflicts atomic.Int64
	Memory    atomic.Int64
}

// Amounts drawn at a time: large enough that searchers seldom meet here, small enough that
// little is left unused with one searcher when another runs out.
const (
	ConflictsDraw = 64
	MemoryDraw    = 64 << 10
)

// MoreConflicts raises a budget of conflicts; false if nothing is left.
func (s *Budget) MoreConflicts(b *nonogram.Budget) bool {
	if s == nil {
		return false
	}
	n := Draw(&s.Conflicts, ConflictsDraw)
	b.Conflicts += n
	return n > 0
}

// MoreMemory raises a budget of memory to the given number of bytes; false if too little is
// left.
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

package lab

import (
	"context"
	"math/bits"

	"nonogram"
	"nonogram/internal/plural"
)

// All lines of one length, grouped by clue, for perm_elim. There are 2^n of them;
// a clue is named by its tight packing, the shortest line that has it:
//
//	0 0 1 1 0 1 1 1 1 0 1   clue 2 4 1, tight packing 1 1 0 1 1 1 1 0 1
//
// so that the lines can be sorted by counting, without comparing clues:
//
//	lines    the lines of packing 0, those of packing 1, …
//	start    [packing]: where its lines begin
//
// Cost: two passes over 2^n lines and 8 · 2^n bytes: 0.3 MB for 15 cells, 268 MB
// for 25, more than 4 GB from 29 on.

// MaxPermLine is the longest line of which a PermSet can be made. The source gives
// up at the same length.
const MaxPermLine = 30

// PermSet is the set of all lines of one length. It never changes, so any number
// of solvers may share it.
type PermSet struct {
	n     int
	lines []uint32
	start []uint32
}

// NewPermSet makes the set of all lines of n cells, the source's
// make_full_perm_set(n). It takes a while and much memory, see [PermSet.Bytes];
// the context can end it.
func NewPermSet(ctx context.Context, n int) (*PermSet, error) {
	if n < 1 || n > MaxPermLine {
		return nil, plural.Errorf("a set of lines of %d cells: expected 1 to %d", n, MaxPermLine)
	}
	set := newPermSet(n, func() bool { return ctx.Err() == nil })
	if set == nil {
		return nil, ctx.Err()
	}
	return set, nil
}

// Len is the number of cells of its lines.
func (s *PermSet) Len() int { return s.n }

// Bytes is the memory it takes.
func (s *PermSet) Bytes() int64 { return permBytes(s.n) }

func permBytes(n int) int64 { return (2<<uint(n) + 1) * 4 }

// Count is the number of lines that have the clue.
func (s *PermSet) Count(clue nonogram.Clue) int {
	c := newClues([]nonogram.Clue{clue}, s.n)[0]
	if clue.MinLength() > s.n {
		return 0
	}
	return len(s.group(&c))
}

// group is the lines that have a clue.
func (s *PermSet) group(c *clue) []uint32 {
	packing := c.tight()
	return s.lines[s.start[packing]:s.start[packing+1]]
}

// linesPerLook is the number of lines made between two looks at the caller.
const linesPerLook = 1 << 16

// newPermSet makes a set; nil if goOn says no in between.
func newPermSet(n int, goOn func() bool) *PermSet {
	count := uint32(1) << uint(n)
	s := &PermSet{n: n, lines: make([]uint32, count), start: make([]uint32, count+1)}
	for line := range count {
		s.start[packing(line)]++
		if line%linesPerLook == 0 && !goOn() {
			return nil
		}
	}
	sum := uint32(0)
	for i, n := range s.start {
		s.start[i] = sum
		sum += n
	}
	for line := range count {
		p := packing(line)
		s.lines[s.start[p]] = line
		s.start[p]++
		if line%linesPerLook == 0 && !goOn() {
			return nil
		}
	}
	// Every start now stands at its group's end, where the next group begins.
	copy(s.start[1:], s.start[:count])
	s.start[0] = 0
	return s
}

// packing moves the blocks of a line to the left, one cell apart.
func packing(line uint32) uint32 {
	packed, at := uint32(0), 0
	for line != 0 {
		line >>= bits.TrailingZeros32(line)
		n := bits.TrailingZeros32(^line)
		packed |= (1<<n - 1) << at
		at += n + 1
		line >>= n
	}
	return packed
}

package lab

import "math/bits"

// All 2^n lines of one length, grouped by clue, for perm_elim. A clue is identified by its
// tight packing, the shortest line with that clue:
//
//	0 0 1 1 0 1 1 1 1 0 1   clue 2 4 1, tight packing 1 1 0 1 1 1 1 0 1
//
// The groups are consecutive:
//
//	lines    the lines of packing 0, those of packing 1, …
//	start    [packing]: where its lines begin
//
// Within a group lines have the order of the source, that of binary numbers with the
// first cell as the highest digit.
//
// Cost: two passes over 2^n lines, and 8 · 2^n bytes: 0.3 MB for 15 cells, 268 MB
// for 25, more than 4 GB from 29 on.

// MaxPermLine is the longest line of perm_elim and of [AllLines], as in the source.
const MaxPermLine = 30

// permSet is the set of all lines of one length.
type permSet struct {
	lines []uint32
	start []uint32
}

// permBytes is the memory of a set.
func permBytes(n int) int64 { return (2<<uint(n) + 1) * 4 }

// group returns the lines with a clue.
func (s *permSet) group(c *clue) []uint32 {
	packing := c.tight()
	return s.lines[s.start[packing]:s.start[packing+1]]
}

// linesPerPoll is the number of lines between two calls of goOn.
const linesPerPoll = 1 << 14

// newPermSet makes a set; nil if goOn returns false.
func newPermSet(n int, goOn func() bool) *permSet {
	count := uint32(1) << uint(n)
	s := &permSet{lines: make([]uint32, count), start: make([]uint32, count+1)}
	each := func(do func(line, packing uint32)) bool {
		for number := range count {
			if number%linesPerPoll == 0 && !goOn() {
				return false
			}
			line := bits.Reverse32(number) >> (32 - uint(n)) // the first cell is the highest digit
			do(line, packing(line))
		}
		return true
	}
	if !each(func(_, packing uint32) { s.start[packing+1]++ }) {
		return nil
	}
	for i := range count {
		s.start[i+1] += s.start[i]
	}
	if !each(func(line, packing uint32) {
		s.lines[s.start[packing]] = line
		s.start[packing]++
	}) {
		return nil
	}
	copy(s.start[1:], s.start) // every group begins where the one before has ended
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

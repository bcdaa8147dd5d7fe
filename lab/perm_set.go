package lab

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"runtime"

	"nonogram"
)

// All lines of one length, grouped by clue, for perm_elim. There are 2^n of them;
// a clue is named by its tight packing, the shortest line that has it:
//
//	0 0 1 1 0 1 1 1 1 0 1   clue 2 4 1, tight packing 1 1 0 1 1 1 1 0 1
//
// so that the groups can be laid one behind the other, and each be filled with the
// arrangements of its clue, in any order and by any number of workers:
//
//	lines    the lines of packing 0, those of packing 1, …
//	start    [packing]: where its lines begin
//
// The source lists its matrix in the order of binary numbers, the first cell being
// the highest digit; so does [PermSet.Lines], and within a group [PermSet.Members].
//
// Cost: a pass over 2^n packings and one over 2^n lines, and 8 · 2^n bytes: 0.3 MB
// for 15 cells, 268 MB for 25, more than 4 GB from 29 on.

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
		return nil, fmt.Errorf("a set of lines of %d cells: expected 1 to %d", n, MaxPermLine)
	}
	set := newPermSet(n, runtime.GOMAXPROCS(0), func() bool { return ctx.Err() == nil })
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
func (s *PermSet) Count(clue nonogram.Clue) int { return len(s.members(clue)) }

// Members are the lines that have the clue, in the source's order.
func (s *PermSet) Members(clue nonogram.Clue) iter.Seq[[]nonogram.Color] {
	return func(yield func([]nonogram.Color) bool) {
		for _, line := range s.members(clue) {
			if !yield(s.cells(line)) {
				return
			}
		}
	}
}

func (s *PermSet) members(clue nonogram.Clue) []uint32 {
	if clue.MinLength() > s.n {
		return nil
	}
	c := newClues([]nonogram.Clue{clue}, s.n)[0]
	return s.group(&c)
}

// Lines are all lines, in the source's order: that of binary numbers.
func (s *PermSet) Lines() iter.Seq[[]nonogram.Color] {
	return func(yield func([]nonogram.Color) bool) {
		for number := range uint32(len(s.lines)) {
			if !yield(s.cells(bits.Reverse32(number) >> uint(32-s.n))) {
				return
			}
		}
	}
}

// cells is a line, cell by cell.
func (s *PermSet) cells(line uint32) []nonogram.Color {
	cells := make([]nonogram.Color, s.n)
	for i := range cells {
		cells[i] = nonogram.Color(line >> uint(i) & 1)
	}
	return cells
}

// Groups are the clues with the number of lines that have each, in the order of
// their packings; the sum of the numbers is 2^n.
func (s *PermSet) Groups() iter.Seq2[nonogram.Clue, int] {
	return func(yield func(nonogram.Clue, int) bool) {
		for p := range uint32(len(s.lines)) {
			size := int(s.start[p+1] - s.start[p])
			if size > 0 && !yield(nonogram.ClueOf(s.cells(p)), size) {
				return
			}
		}
	}
}

// group is the lines that have a clue.
func (s *PermSet) group(c *clue) []uint32 {
	packing := c.tight()
	return s.lines[s.start[packing]:s.start[packing+1]]
}

// linesPerChunk is the number of packings that a worker takes at a time.
const linesPerChunk = 1 << 14

// newPermSet makes a set; nil if goOn says no in between.
func newPermSet(n, workers int, goOn func() bool) *PermSet {
	count := uint32(1) << uint(n)
	s := &PermSet{n: n, lines: make([]uint32, count), start: make([]uint32, count+1)}
	chunks := (int(count) + linesPerChunk - 1) / linesPerChunk
	each := func(do func(packing uint32)) bool {
		return divide(workers, chunks, func(i int) bool {
			for p := uint32(i) * linesPerChunk; p < min(uint32(i+1)*linesPerChunk, count); p++ {
				if packing(p) == p {
					do(p)
				}
			}
			return goOn()
		})
	}
	if !each(func(p uint32) { s.start[p] = s.arrangements(p) }) {
		return nil
	}
	sum := uint32(0)
	for i, size := range s.start {
		s.start[i] = sum
		sum += size
	}
	if !each(s.fill) {
		return nil
	}
	return s
}

// arrangements is how many lines have the clue of a packing: the blocks choose their
// places among themselves and the slack.
func (s *PermSet) arrangements(packing uint32) uint32 {
	blocks := bits.OnesCount32(packing &^ (packing << 1))
	slack := s.n - bits.Len32(packing)
	ways := uint64(1)
	for i := 1; i <= blocks; i++ {
		ways = ways * uint64(slack+i) / uint64(i)
	}
	return uint32(ways)
}

// fill lists the lines of a packing. The arrangements come leftmost first, which is
// the order of the source from its end.
func (s *PermSet) fill(packing uint32) {
	c := clue{n: s.n}
	for rest := packing; rest != 0; {
		rest >>= uint(bits.TrailingZeros32(rest))
		length := bits.TrailingZeros32(^rest)
		c.blocks = append(c.blocks, length)
		rest >>= uint(length)
	}
	at := s.start[packing+1]
	arrange(&c, func(line uint64) bool {
		at--
		s.lines[at] = uint32(line)
		return true
	})
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

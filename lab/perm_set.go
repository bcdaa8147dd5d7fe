package lab

import "math/bits"

// All 2^n lines of one length, grouped by clue, for perm_elim. A clue is identified by its
// tight packing, the shortest line with that clue:
//
//	0 0 1 1 0 1 1 1 1 0 1   clue 2 4 1, tight packing 1 1 0 1 1 1 1 0 1
//
// The groups are consecutive, and can be filled with the arrangements of their clues in
// any order, by any number of workers:
//
//	lines    the lines of packing 0, those of packing 1, …
//	start    [packing]: where its lines begin
//
// Within a group lines have the order of the source, that of binary numbers with the
// first cell as the highest digit.
//
// Cost: a pass over 2^n packings and one over 2^n lines, and 8 · 2^n bytes: 0.3 MB
// for 15 cells, 268 MB for 25, more than 4 GB from 29 on.

// MaxPermLine is the longest line of perm_elim and of [AllLines], as in the source.
const MaxPermLine = 30

// permSet is the set of all lines of one length.
type permSet struct {
	n     int
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

// linesPerChunk is the number of packings that a worker takes at a time.
const linesPerChunk = 1 << 14

// newPermSet makes a set; nil if goOn returns false.
func newPermSet(n, workers int, goOn func() bool) *permSet {
	count := uint32(1) << uint(n)
	s := &permSet{n: n, lines: make([]uint32, count), start: make([]uint32, count+1)}
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
	if !each(func(p uint32) { s.start[p] = s.size(p) }) {
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

// size is the number of lines of a packing, see clue.arrangements.
func (s *permSet) size(packing uint32) uint32 {
	blocks, slack := bits.OnesCount32(packing&^(packing<<1)), s.n-bits.Len32(packing)
	ways := uint64(1)
	for i := 1; i <= blocks; i++ {
		ways = ways * uint64(slack+i) / uint64(i)
	}
	return uint32(ways)
}

// fill lists the lines of a packing, in the order of the source.
func (s *permSet) fill(packing uint32) {
	c := clue{n: s.n}
	for rest := packing; rest != 0; {
		rest >>= uint(bits.TrailingZeros32(rest))
		length := bits.TrailingZeros32(^rest)
		c.blocks = append(c.blocks, length)
		rest >>= uint(length)
	}
	at := s.start[packing]
	arrangeBack(&c, func(line uint64) bool {
		s.lines[at] = uint32(line)
		at++
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

package line

import (
	"math"
	"math/bits"
)

// Exact counting. For each block in turn, a row holds the number of ways to place the blocks
// so far with the last one at each offset from its leftmost start, or for a blotted block
// with its last cell there. Running sums along white cells lead from one row to the next, and
// sums along the ink of a blotted block to its last cells.
//
// Cost: blocks × slack steps of 2 ns.

// countScratch is the working memory of Count.
type countScratch struct {
	row   []uint64 // number of ways by offset
	white []bool   // cell i may be white, at i+1; true before the first
	run   []int32  // [ink][cell]: length of the run of cells from there on that may have the ink
}

// Count returns the number of arrangements, or math.MaxUint64 if a sum overflows.
func (l *Line) Count(can []uint64, s *Scratch) uint64 {
	if l.slack < 0 {
		return 0
	}
	if l.free {
		return l.countFree(can)
	}
	z := &s.count
	z.load(l, can)
	return z.count(l)
}

func (z *countScratch) load(l *Line, can []uint64) {
	z.white = grown(z.white, l.n+1)
	z.run = grown(z.run, len(l.inks)*(l.n+1))
	z.white[0] = true
	for i := range l.n {
		z.white[i+1] = can[i>>6]>>uint(i&63)&1 != 0
	}
	for k := range l.inks {
		mask := can[int(l.inks[k].color)*l.words:]
		run := z.run[k*(l.n+1) : (k+1)*(l.n+1)]
		run[l.n] = 0
		for i := l.n - 1; i >= 0; i-- {
			run[i] = (run[i+1] + 1) * int32(mask[i>>6]>>uint(i&63)&1)
		}
	}
}

func (z *countScratch) count(l *Line) uint64 {
	z.row = grown(z.row, l.slack+1)
	row := z.row
	clear(row)
	row[0] = 1
	gap := uint8(0)
	over := uint64(0)
	for j := range l.blocks {
		b := &l.blocks[j]
		over |= walk(row, z.white[b.start:], gap)
		gap = b.gap
		if b.blot {
			over |= along(row, z.run[int(b.ink)*(l.n+1)+int(b.start):])
			continue
		}
		for o, n := range z.run[int(b.ink)*(l.n+1)+int(b.start):][:len(row)] {
			if n < b.length {
				row[o] = 0
			}
		}
	}
	over |= walk(row, z.white[l.n-l.slack:], 0)
	if over != 0 {
		return math.MaxUint64
	}
	return row[l.slack]
}

// walk turns the number of ways to end at each offset into that to begin the next block
// there, after a gap that may be mandatory. over is not zero on overflow.
func walk(row []uint64, white []bool, gap uint8) (over uint64) {
	var sum, carry uint64
	white = white[:len(row)]
	if gap != 0 {
		for o, n := range row {
			sum, carry = bits.Add64(sum, n, 0)
			over |= carry
			if !white[o] {
				sum = 0
			}
			row[o] = sum
		}
		return over
	}
	for o, n := range row {
		if !white[o] {
			sum = 0
		}
		sum, carry = bits.Add64(sum, n, 0)
		over |= carry
		row[o] = sum
	}
	return over
}

// along turns the number of ways to begin a blotted block at each offset into that to have
// its last cell there. over is not zero on overflow.
func along(row []uint64, run []int32) (over uint64) {
	var sum, carry uint64
	for o, n := range row {
		sum, carry = bits.Add64(sum, n, 0)
		over |= carry
		if run[o] == 0 {
			sum = 0
		}
		row[o] = sum
	}
	return over
}

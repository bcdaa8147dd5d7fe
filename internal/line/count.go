package line

import (
	"math/big"
	"math/bits"
)

// Exact counting. Block after block, one row holds the number of ways to lay
// the blocks so far with the last one at each offset from the packing to the
// left; a running sum along the white cells leads from one row to the next.
//
// Most lines have fewer than 2^64 arrangements and are counted in single words.
// When a sum overflows, the count starts again with numbers of as many words as
// slack + blocks bits need, more than which no line can have, blotted blocks counting
// twice. A row of a blotted block has its last cell at each offset: a running sum along
// the cells that may have its ink.
//
// Cost: blocks × slack steps of 2 ns in single words, one of a few for every
// word of a number otherwise.

// countScratch is the working memory of Count.
type countScratch struct {
	row   []uint64 // the ways for each offset
	white []bool   // cell i may be white, at i+1; so may the one before the first
	run   []int32  // [ink][cell]: the number of cells from there on that may have the ink
}

// Count is the number of arrangements that the candidates allow.
func (l *Line) Count(can []uint64, s *Scratch) *big.Int {
	if l.slack < 0 {
		return new(big.Int)
	}
	z := &s.count
	z.load(l, can)
	if n, ok := z.words(l); ok {
		return new(big.Int).SetUint64(n)
	}
	return z.numbers(l)
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

// words counts in single words; false if one overflows.
func (z *countScratch) words(l *Line) (uint64, bool) {
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
	return row[l.slack], over == 0
}

// walk turns the ways to end at each offset into those to begin the next block
// there, behind a gap that is mandatory or not. It returns whether a sum
// overflows.
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

// along turns the ways to begin a blotted block at each offset into those to have its
// last cell there. It returns whether a sum overflows.
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

// numbers counts in numbers of several words, the least significant first.
func (z *countScratch) numbers(l *Line) *big.Int {
	size := (l.slack+len(l.blocks)+l.blots)/64 + 1
	z.row = grown(z.row, (l.slack+1)*size)
	row := z.row
	clear(row)
	row[0] = 1
	gap := uint8(0)
	for j := range l.blocks {
		b := &l.blocks[j]
		walkNumbers(row, size, z.white[b.start:], gap)
		gap = b.gap
		if b.blot {
			alongNumbers(row, size, z.run[int(b.ink)*(l.n+1)+int(b.start):])
			continue
		}
		for o, n := range z.run[int(b.ink)*(l.n+1)+int(b.start):][:l.slack+1] {
			if n < b.length {
				clear(row[o*size : (o+1)*size])
			}
		}
	}
	walkNumbers(row, size, z.white[l.n-l.slack:], 0)
	return number(row[l.slack*size:])
}

// walkNumbers is walk for numbers of several words.
func walkNumbers(row []uint64, size int, white []bool, gap uint8) {
	for o := range len(row) / size {
		at := row[o*size : (o+1)*size]
		if o > 0 && (white[o] || gap != 0) {
			add(at, row[(o-1)*size:o*size])
		}
		if gap != 0 && !white[o] {
			clear(at)
		}
	}
}

// alongNumbers is along for numbers of several words.
func alongNumbers(row []uint64, size int, run []int32) {
	for o := range len(row) / size {
		at := row[o*size : (o+1)*size]
		if run[o] == 0 {
			clear(at)
		} else if o > 0 {
			add(at, row[(o-1)*size:o*size])
		}
	}
}

func add(a, b []uint64) {
	var carry uint64
	for i := range a {
		a[i], carry = bits.Add64(a[i], b[i], carry)
	}
}

func number(words []uint64) *big.Int {
	n := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(words[i]))
	}
	return n
}

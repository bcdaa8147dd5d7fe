package line

import "math/bits"

// Solving of a black-and-white line of at most 63 cells, in operations on single words. Bits
// are the boundaries 0…n of the line.
//
// A set of boundaries e moves rightwards over cells in the mask m by one addition, whose
// carry walks:
//
//	flood(m, e) = ((m + (e & m)) ^ m) | e
//
//	m      . 1 1 1 . 1 1 .        two runs of white cells
//	e      . . 1 . . . . .        the boundary before the second cell
//	flood  . . 1 1 1 . . .        all boundaries reached from there
//
// The forward pass places the blocks from the left: t is where block j may start, g are the
// boundaries reachable after j blocks. The backward pass intersects t with the starts that
// the rest of the clue allows, which gives the starts of block j in arrangements, and d, the
// white cells between block j-1 and block j from which it is reached. A cell in both d and g
// is white in some arrangement.
//
// Carries do not walk leftwards. There the fill doubles its stride (leftward.go).
//
// A table of powers of two (fits) gives the positions where L black cells begin, and another
// (spread) collects the cells that blocks cover, so that a block costs the same for any
// length.
//
// Cost: about 8 ns per block, 3 of them for the forward pass. Carries that walk and fills by
// doubled strides (Kogge and Stone) are known from bitboards of chess programs.

// maxWordBlocks is the greatest number of blocks in 63 cells.
const maxWordBlocks = 32

// wordScratch holds the forward pass of one call.
type wordScratch struct {
	start [maxWordBlocks]uint64 // possible starts of block j, by the blocks before it
	stand [maxWordBlocks]uint64 // boundaries reachable before block j
}

// shortLevel is the last level that every call fills. Blocks of 16 cells and more are rare,
// and a branch is cheaper than a loop of varying length.
const shortLevel = 3

// fits holds the positions where runs of 1, 2, 4, … cells of a mask begin. Its size is
// rounded up to avoid bounds checks.
type fits [8]uint64

func (f *fits) fill(mask uint64, top uint8) {
	f[0] = mask
	mask &= mask >> 1
	f[1] = mask
	mask &= mask >> 2
	f[2] = mask
	mask &= mask >> 4
	f[3] = mask
	if top > shortLevel {
		mask &= mask >> 8
		f[4] = mask
		mask &= mask >> 16
		f[5] = mask
	}
}

func (f *fits) at(b *block) uint64 {
	m := f[b.slot&7]
	return m & (m >> (b.rest & 63))
}

// spread collects starts of blocks by level, and converts them to the cells covered.
type spread [8]uint64

func (a *spread) add(starts uint64, b *block) {
	a[b.slot&7] |= starts | starts<<(b.rest&63)
}

func (a *spread) cells(top uint8) uint64 {
	m := a[3]
	if top > shortLevel {
		m = a[4] | a[5] | a[5]<<16
		m = a[3] | m | m<<8
	}
	m = a[2] | m | m<<4
	m = a[1] | m | m<<2
	return a[0] | m | m<<1
}

// SolveWord is Solve for a line for which Word holds, with the masks of cells that may be
// white and black as words.
func (l *Line) SolveWord(white, black uint64, s *Scratch) (w, b uint64, ok bool) {
	blocks, top, slack, z := l.blocks, l.top, l.slack, &s.word
	var f fits
	f.fill(black, top)
	g := ((white + white&1) ^ white) | 1
	t := g
	for j := range blocks {
		b := &blocks[j]
		z.stand[j&31] = g
		t &= f.at(b)
		z.start[j&31] = t
		e := t << (b.length & 63)
		if e == 0 {
			return 0, 0, false
		}
		g = ((white + e&white) ^ white) | e
		t = (g & white) << 1
	}
	full := uint64(1)<<(uint(l.n)&63) - 1
	if g&(full+1) == 0 {
		return 0, 0, false
	}
	// The white cells that reach to the end of the line.
	last := uint(bits.Len64(full&^white)) & 63
	d := full >> last << last
	w = g & d
	d |= full + 1
	var cover spread
	white2, white4, white8, white16 := runsOf(white)
	for j := len(blocks) - 1; j >= 0; j-- {
		b := &blocks[j]
		t := d >> (b.length & 63) & z.start[j&31]
		cover.add(t, b)
		d = t >> 1 & white
		d = leftward(d, slack, white, white2, white4, white8, white16)
		w |= z.stand[j&31] & d
	}
	return w, cover.cells(top), true
}

// FeasibleWord is Feasible for a line for which Word holds.
func (l *Line) FeasibleWord(white, black uint64) bool {
	var f fits
	f.fill(black, l.top)
	g := ((white + white&1) ^ white) | 1
	t := g
	for j := range l.blocks {
		b := &l.blocks[j]
		e := (t & f.at(b)) << (b.length & 63)
		if e == 0 {
			return false
		}
		g = ((white + e&white) ^ white) | e
		t = (g & white) << 1
	}
	return g>>(uint(l.n)&63)&1 != 0
}

func (l *Line) solveWord(can []uint64, s *Scratch) bool {
	w, b, ok := l.SolveWord(can[0], can[l.solo], s)
	if l.colors > 2 {
		clear(can)
	}
	can[0], can[l.solo] = w, b
	return ok
}

func (l *Line) feasibleWord(can []uint64, _ *Scratch) bool {
	return l.FeasibleWord(can[0], can[l.solo])
}

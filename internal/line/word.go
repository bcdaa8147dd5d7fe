package line

import "math/bits"

// Complete solving of a black-and-white line of at most 63 cells, in operations
// on single words. Bits are the boundaries 0…n of the line.
//
// Moving a set of boundaries e rightwards over cells in the mask m is one
// addition, whose carry does the walking:
//
//	flood(m, e) = ((m + (e & m)) ^ m) | e
//
//	m      . 1 1 1 . 1 1 .        a run of white cells, and another
//	e      . . 1 . . . . .        one may stand before its second cell
//	flood  . . 1 1 1 . . .        and so before its third, and behind it
//
// The forward pass places block after block: t is where block j may start given
// what lies to its left, g where one may stand with j blocks finished. The
// backward pass keeps of t what the rest of the clue can follow, and so finds
// where block j does start in some arrangement, and d, the white cells between
// block j-1 and block j from which it is reached. What is in d and in g is
// white in some arrangement.
//
// Carries do not walk leftwards. There the fill doubles its stride, over tables
// of where 1, 2, 4, … white cells begin; no block moves further than the slack
// of the line, so that a line of slack 7 is done after strides 1, 2 and 4.
// Mirroring the line and adding is slower.
//
// The places where L black cells begin are read from a table of the powers of
// two (fits), and the cells that a set of blocks covers are collected in
// another (spread), so that a block costs a handful of instructions whatever its
// length.
//
// Cost: about 8 ns per block, 3 of them for the forward pass. Letting a carry do
// the walking and filling by doubled strides (Kogge and Stone) are both known
// from the bitboards of chess programs.

// maxWordBlocks is the most blocks that 63 cells can hold.
const maxWordBlocks = 32

// wordScratch holds the forward pass of one call.
type wordScratch struct {
	start [maxWordBlocks]uint64 // where block j may start, seen from the left
	stand [maxWordBlocks]uint64 // where one may stand before block j
}

// shortLevel is the last level that every call fills. Blocks of 16 cells and
// more are rare, and a branch on their being there is cheaper than a loop whose
// length varies from line to line.
const shortLevel = 3

// fits is the table of where runs of 1, 2, 4, … cells of a mask begin. Its size
// is rounded up so that an index needs no check.
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

// spread collects starts of blocks by level, and turns them into the cells they
// cover.
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

// SolveWord narrows the candidates of a line for which Word holds: white and
// black are the masks of cells that may be white, that may be black. It returns
// the masks of those that are so in at least one arrangement, or ok = false if
// there is none.
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
	// Behind the last block: the white cells that reach to the end.
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

// FeasibleWord reports whether any arrangement exists; it is the forward pass
// alone.
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

// solveWord is SolveWord for masks and one ink of any palette.
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

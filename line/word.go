package line

import (
	"math/bits"

	"nonogram"
)

// Complete solving of a black-and-white line of at most 63 cells, in operations
// on single words. Bits are the boundaries 0…n of the line.
//
// Moving a set of boundaries e rightwards over cells in the mask m is one
// addition, whose carry does the walking:
//
//	flood(m, e) = ((m + (e & m)) ^ m) | e
//
// The forward pass places block after block: t is where block j may start given
// what lies to its left, g where one may stand with j blocks finished. The
// mirrored pass does the same from the other end, on mirrored words, since
// carries only walk one way. Where a block may start from both sides, it may
// start; where the white between two blocks is reached from both sides, the
// cell may be white.
//
// Two things make it quick. The passes are independent chains of additions, so
// the processor runs them side by side; and the places where L black cells
// begin are read from a table of the powers of two below L (fits), as are the
// cells that a set of blocks covers (spread), so that a block costs a handful
// of instructions whatever its length. Mirroring words back is the dearest
// part; lines up to 31 cells mirror two words at once.
//
// Cost: about 5 ns per block. The addition trick is from Jan Wolter's survey of
// solvers (webpbn.com/survey) by way of chess bitboards; the doubling is
// folklore.

// wordLine is the one-word form of a line.
type wordLine struct {
	full   uint64 // the cells
	blocks []wordBlock
	top    uint8 // the largest level of any block
}

// wordBlock splits a length as 1<<level + rest, with rest < 1<<level.
type wordBlock struct {
	length, level, rest uint8
}

// maxWordBlocks is the most blocks that 63 cells can hold.
const maxWordBlocks = 32

// wordScratch holds the passes of one call.
type wordScratch struct {
	start [maxWordBlocks]uint64 // where block j may start, seen from the left
	stand [maxWordBlocks]uint64 // where one may stand before block j
	// The mirrored pass: where the block may start from the right, and where one
	// may stand behind it.
	mstart [maxWordBlocks]uint64
	mstand [maxWordBlocks]uint64
}

func (w *wordLine) reset(clue nonogram.Clue, n int) {
	w.full = 1<<uint(n) - 1
	w.blocks = w.blocks[:0]
	w.top = 0
	for _, b := range clue {
		level := uint8(bits.Len8(uint8(b.Length)) - 1)
		w.blocks = append(w.blocks, wordBlock{uint8(b.Length), level, uint8(b.Length) - 1<<level})
		w.top = max(w.top, level)
	}
}

// SolveWord narrows the candidates of a line for which Word holds: white and
// black are the masks of cells that may be white, that may be black. It returns
// the masks of those that are so in at least one arrangement, or ok = false if
// there is none.
func (l *Line) SolveWord(white, black uint64, s *Scratch) (w, b uint64, ok bool) {
	k := len(l.word.blocks)
	if k == 0 {
		return white, 0, white == l.word.full
	}
	if l.n <= 31 {
		return l.solveHalf(white, black, &s.word)
	}
	return l.solveWord(white, black, &s.word)
}

// fits is the table of where runs of 1, 2, 4, … cells of the mask begin.
type fits [8]uint64

func (f *fits) fill(mask uint64, top uint8) {
	f[0] = mask
	for i := uint8(1); i <= top; i++ {
		mask &= mask >> (1 << (i - 1) & 63)
		f[i&7] = mask
	}
}

func (f *fits) at(b wordBlock) uint64 {
	m := f[b.level&7]
	return m & (m >> (b.rest & 63))
}

// spread collects starts of blocks by level, and turns them into the cells they
// cover.
type spread [8]uint64

func (a *spread) add(starts uint64, b wordBlock) {
	a[b.level&7] |= starts | starts<<(b.rest&63)
}

func (a *spread) cells(top uint8) uint64 {
	m := a[top&7]
	for i := top; i > 0; i-- {
		m = a[(i-1)&7] | m | m<<(1<<(i-1)&63)
	}
	return m
}

// forward runs the pass from the left and returns where one may stand behind
// the last block; ok is false if some block has no place.
func (w *wordLine) forward(white, black uint64, s *wordScratch) (g uint64, ok bool) {
	var f fits
	f.fill(black, w.top)
	g = ((white + white&1) ^ white) | 1
	t := g
	for j, b := range w.blocks {
		s.stand[j&31] = g
		t &= f.at(b)
		s.start[j&31] = t
		e := t << (b.length & 63)
		if e == 0 {
			return 0, false
		}
		g = ((white + e&white) ^ white) | e
		t = (g & white) << 1
	}
	return g, true
}

func (l *Line) solveWord(white, black uint64, s *wordScratch) (uint64, uint64, bool) {
	w := &l.word
	n := uint(l.n)
	g, ok := w.forward(white, black, s)
	if !ok || g>>n&1 == 0 {
		return 0, 0, false
	}
	rwhite := bits.Reverse64(white) >> ((64 - n) & 63)
	var f fits
	f.fill(bits.Reverse64(black)>>((64-n)&63), w.top)
	h := ((rwhite + rwhite&1) ^ rwhite) | 1
	pw := g & (bits.Reverse64(h) >> (63 - n) >> 1)
	t := h
	for j := len(w.blocks) - 1; j >= 0; j-- {
		b := w.blocks[j]
		t &= f.at(b)
		s.mstart[j&31] = t
		e := t << (b.length & 63)
		h = ((rwhite + e&rwhite) ^ rwhite) | e
		s.mstand[j&31] = h
		t = (h & rwhite) << 1
	}
	var cover spread
	for j, b := range w.blocks {
		cover.add(s.start[j&31]&(bits.Reverse64(s.mstart[j&31])>>((63-n+uint(b.length))&63)), b)
		pw |= s.stand[j&31] & (bits.Reverse64(s.mstand[j&31]) >> (63 - n) >> 1)
	}
	return pw & white, cover.cells(w.top), true
}

// solveHalf is solveWord for n ≤ 31: the two words to be mirrored share one.
func (l *Line) solveHalf(white, black uint64, s *wordScratch) (uint64, uint64, bool) {
	w := &l.word
	n := uint(l.n)
	g, ok := w.forward(white, black, s)
	if !ok || g>>n&1 == 0 {
		return 0, 0, false
	}
	both := bits.Reverse64(white<<32 | black) // black in the upper half
	rwhite := (both & (1<<32 - 1)) >> (32 - n)
	var f fits
	f.fill(both>>((64-n)&63), w.top)
	h := ((rwhite + rwhite&1) ^ rwhite) | 1
	pw := g & (bits.Reverse64(h) >> ((64 - n) & 63))
	t := h
	for j := len(w.blocks) - 1; j >= 0; j-- {
		b := w.blocks[j]
		t &= f.at(b)
		e := t << (b.length & 63)
		h = ((rwhite + e&rwhite) ^ rwhite) | e
		s.mstart[j&31] = h<<32 | t
		t = (h & rwhite) << 1
	}
	var cover spread
	for j, b := range w.blocks {
		r := bits.Reverse64(s.mstart[j&31])
		cover.add(s.start[j&31]&(r>>((63-n+uint(b.length))&63)), b)
		pw |= s.stand[j&31] & ((r & (1<<32 - 1)) >> (32 - n))
	}
	return pw & white, cover.cells(w.top), true
}

// FeasibleWord reports whether any arrangement exists; it is the forward pass
// alone.
func (l *Line) FeasibleWord(white, black uint64) bool {
	w := &l.word
	var f fits
	f.fill(black, w.top)
	g := ((white + white&1) ^ white) | 1
	t := g
	for _, b := range w.blocks {
		e := (t & f.at(b)) << (b.length & 63)
		if e == 0 {
			return false
		}
		g = ((white + e&white) ^ white) | e
		t = (g & white) << 1
	}
	return g>>(uint(l.n)&63)&1 != 0
}

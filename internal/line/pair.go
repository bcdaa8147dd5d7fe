package line

import "math/bits"

// Solving of a line of one ink and up to 127 cells: the passes of word.go with masks of two
// words.
//
//	word      lo              hi
//	boundary  0 1 2 … 63      64 65 … 127
//
// Rightward floods carry from lo to hi; leftward fills pass bit 0 of hi to bit 63 of lo. Only
// shifts by whole blocks may exceed 63.
//
// Cost: about 20 ns per block, 7 of them for the forward pass.

// maxPairCells is the longest line whose boundaries fit two words.
const maxPairCells = 127

// maxPairBlocks is the greatest number of blocks in 127 cells.
const maxPairBlocks = 64

// pair is a mask of 128 bits.
type pair struct{ lo, hi uint64 }

type pairScratch struct {
	start [maxPairBlocks]pair
	stand [maxPairBlocks]pair
}

func (x pair) and(y pair) pair { return pair{x.lo & y.lo, x.hi & y.hi} }
func (x pair) or(y pair) pair  { return pair{x.lo | y.lo, x.hi | y.hi} }

// shl shifts by less than 64.
func (x pair) shl(n uint) pair {
	return pair{x.lo << (n & 63), x.hi<<(n&63) | x.lo>>1>>((63-n)&63)}
}

// shr shifts by less than 64.
func (x pair) shr(n uint) pair {
	return pair{x.lo>>(n&63) | x.hi<<1<<((63-n)&63), x.hi >> (n & 63)}
}

// shlFar shifts by any number up to 127.
func (x pair) shlFar(n uint) pair {
	if n >= 64 {
		return pair{0, x.lo << (n & 63)}
	}
	return x.shl(n)
}

// shrFar shifts by any number up to 127.
func (x pair) shrFar(n uint) pair {
	if n >= 64 {
		return pair{x.hi >> (n & 63), 0}
	}
	return x.shr(n)
}

// flood moves the boundaries e rightwards over the cells of x.
func (x pair) flood(e pair) pair {
	lo, carry := bits.Add64(x.lo, e.lo&x.lo, 0)
	hi, _ := bits.Add64(x.hi, e.hi&x.hi, carry)
	return pair{(lo ^ x.lo) | e.lo, (hi ^ x.hi) | e.hi}
}

// pairFits is fits for pairs.
type pairFits [8]pair

func (f *pairFits) fill(mask pair, top uint8) {
	f[0] = mask
	mask = mask.and(mask.shr(1))
	f[1] = mask
	mask = mask.and(mask.shr(2))
	f[2] = mask
	mask = mask.and(mask.shr(4))
	f[3] = mask
	if top > shortLevel {
		mask = mask.and(mask.shr(8))
		f[4] = mask
		mask = mask.and(mask.shr(16))
		f[5] = mask
		mask = mask.and(mask.shr(32))
		f[6] = mask
	}
}

func (f *pairFits) at(b *block) pair {
	m := f[b.slot&7]
	return m.and(m.shr(uint(b.rest)))
}

// pairSpread is spread for pairs.
type pairSpread [8]pair

func (a *pairSpread) cells(top uint8) pair {
	m := a[3]
	if top > shortLevel {
		m = a[5].or(a[6]).or(a[6].shl(32))
		m = a[4].or(m).or(m.shl(16))
		m = a[3].or(m).or(m.shl(8))
	}
	m = a[2].or(m).or(m.shl(4))
	m = a[1].or(m).or(m.shl(2))
	return a[0].or(m).or(m.shl(1))
}

// fill64 fills leftwards within one word.
type fill64 [6]uint64

func (f *fill64) load(mask uint64) {
	f[0] = mask
	f[1] = f[0] & (f[0] >> 1)
	f[2] = f[1] & (f[1] >> 2)
	f[3] = f[2] & (f[2] >> 4)
	f[4] = f[3] & (f[3] >> 8)
	f[5] = f[4] & (f[4] >> 16)
}

func (f *fill64) left(d uint64) uint64 {
	d |= f[0] & (d >> 1)
	d |= f[1] & (d >> 2)
	d |= f[2] & (d >> 4)
	d |= f[3] & (d >> 8)
	d |= f[4] & (d >> 16)
	return d | f[5]&(d>>32)
}

// pairForward returns the boundaries reachable after the last block; ok is false if there is
// no arrangement.
func (l *Line) pairForward(white, black pair, z *pairScratch) (g pair, ok bool) {
	var f pairFits
	f.fill(black, l.top)
	g = white.flood(pair{1, 0})
	t := g
	for j := range l.blocks {
		b := &l.blocks[j]
		z.stand[j&63] = g
		t = t.and(f.at(b))
		z.start[j&63] = t
		e := t.shlFar(uint(b.length))
		if e.lo|e.hi == 0 {
			return g, false
		}
		g = white.flood(e)
		t = g.and(white).shl(1)
	}
	end := l.endBoundary()
	return g, g.lo&end.lo|g.hi&end.hi != 0
}

// endBoundary is the boundary after the last cell.
func (l *Line) endBoundary() pair { return pair{1, 0}.shlFar(uint(l.n)) }

// pairBackward returns the cells that may be white and black.
func (l *Line) pairBackward(white, g pair, z *pairScratch) (w, b pair) {
	var lo, hi fill64
	lo.load(white.lo)
	hi.load(white.hi)
	end := l.endBoundary()
	d := end.shr(1).and(white)
	d.hi = hi.left(d.hi)
	d.lo = lo.left(d.lo | d.hi<<63&white.lo)
	w = g.and(d)
	d = d.or(end)
	var cover pairSpread
	for j := len(l.blocks) - 1; j >= 0; j-- {
		b := &l.blocks[j]
		t := d.shrFar(uint(b.length)).and(z.start[j&63])
		at := &cover[b.slot&7]
		*at = at.or(t).or(t.shl(uint(b.rest)))
		d = t.shr(1).and(white)
		d.hi = hi.left(d.hi)
		d.lo = lo.left(d.lo | d.hi<<63&white.lo)
		w = w.or(z.stand[j&63].and(d))
	}
	return w, cover.cells(l.top)
}

func (l *Line) solvePair(can []uint64, s *Scratch) bool {
	white, black := l.pairOf(can, 0), l.pairOf(can, l.solo)
	g, ok := l.pairForward(white, black, &s.pair)
	if !ok {
		return false
	}
	white, black = l.pairBackward(white, g, &s.pair)
	clear(can)
	l.putPair(can, 0, white)
	l.putPair(can, l.solo, black)
	return true
}

func (l *Line) feasiblePair(can []uint64, s *Scratch) bool {
	_, ok := l.pairForward(l.pairOf(can, 0), l.pairOf(can, l.solo), &s.pair)
	return ok
}

// pairOf reads the mask of a color, which has one word on lines up to 63 cells.
func (l *Line) pairOf(can []uint64, c uint8) pair {
	at := can[int(c)*l.words:][:l.words]
	if len(at) == 1 {
		return pair{at[0], 0}
	}
	return pair{at[0], at[1]}
}

func (l *Line) putPair(can []uint64, c uint8, x pair) {
	at := can[int(c)*l.words:][:l.words]
	at[0] = x.lo
	if len(at) > 1 {
		at[1] = x.hi
	}
}

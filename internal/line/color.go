package line

import "math/bits"

// Solving of a color line of at most 63 cells: the passes of word.go with a run table for
// every ink, and gaps that are mandatory only between blocks of equal color. Otherwise the
// next block may also start where the last one ends:
//
//	clue 2:1 1:1    ■ ■ · ■         clue 2:1 1:2    ■ ■ □     ■ ■ · □
//
// Masks replace branches on the gap, which would be unpredictable.
//
// Cost: about 9 ns per block and 3 ns per ink.

// maxColorBlocks is the greatest number of blocks in 63 cells if neighbors differ in color.
const maxColorBlocks = 64

// colorSlots has room for eight levels of every ink.
const colorSlots = 512

type colorScratch struct {
	start [maxColorBlocks]uint64
	stand [maxColorBlocks]uint64
	fits  [colorSlots]uint64
	cover [colorSlots]uint64
}

// load fills the run tables.
func (z *colorScratch) load(l *Line, can []uint64) {
	for i, k := range l.inks {
		at := i << 3
		(*fits)(z.fits[at:at+8]).fill(can[k.color], k.top)
		clear(z.cover[at : at+8])
	}
}

// forward returns the boundaries reachable after the last block; 0 if some block has no
// position.
func (z *colorScratch) forward(l *Line, white uint64) uint64 {
	g := ((white + white&1) ^ white) | 1
	t := g
	for j := range l.blocks {
		b := &l.blocks[j]
		z.stand[j&63] = g
		m := z.fits[b.slot&(colorSlots-1)]
		t &= m & (m >> (uint(b.rest) & 63))
		z.start[j&63] = t
		e := t << (uint(b.length) & 63)
		if e == 0 {
			return 0
		}
		g = ((white + e&white) ^ white) | e
		gap := uint64(b.gap)
		t = (g & (white | (gap - 1))) << (gap & 63)
	}
	return g
}

func (l *Line) solveColor(can []uint64, s *Scratch) bool {
	z := &s.color
	z.load(l, can)
	white, full := can[0], uint64(1)<<(uint(l.n)&63)-1
	g := z.forward(l, white)
	if g&(full+1) == 0 {
		return false
	}
	clear(can)
	can[0] = z.backward(l, white, full, g)
	for i, k := range l.inks {
		can[k.color] = (*spread)(z.cover[i<<3 : i<<3+8]).cells(k.top)
	}
	return true
}

// backward keeps the starts that the rest of the clue allows, collects them in cover, and
// returns the cells that may be white.
func (z *colorScratch) backward(l *Line, white, full, g uint64) uint64 {
	last := uint(bits.Len64(full&^white)) & 63
	end := full >> last << last // possible ends of the block
	w := g & end
	end |= full + 1
	white2, white4, white8, white16 := runsOf(white)
	slack := l.slack
	for j := len(l.blocks) - 1; j >= 0; j-- {
		b := &l.blocks[j]
		t := end >> (uint(b.length) & 63) & z.start[j&63]
		z.start[j&63] = t
		z.cover[b.slot&(colorSlots-1)] |= t | t<<(uint(b.rest)&63)
		d := t >> 1 & white
		d = leftward(d, slack, white, white2, white4, white8, white16)
		w |= z.stand[j&63] & d
		if j > 0 { // without a mandatory gap the previous block may end here
			d |= t & (uint64(l.blocks[j-1].gap) - 1)
		}
		end = d
	}
	return w
}

func (l *Line) feasibleColor(can []uint64, s *Scratch) bool {
	z := &s.color
	z.load(l, can)
	return z.forward(l, can[0])>>(uint(l.n)&63)&1 != 0
}

// ranges sets the ranges of offsets that solveColor has found.
func (z *colorScratch) ranges(rows []marginRow) {
	for j := range rows {
		t := z.start[j&63]
		rows[j].lo = bits.TrailingZeros64(t) - rows[j].start
		rows[j].hi = 63 - bits.LeadingZeros64(t) - rows[j].start
	}
}

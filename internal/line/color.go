package line

import "math/bits"

// Complete solving of a color line of at most 63 cells in operations on single
// words: the passes of word.go with a run table for every ink, and a gap that
// is mandatory only between blocks of equal color. Where it is, the next block
// starts behind a white cell; where it is not, also right where the last one
// ends:
//
//	clue 2:1 1:1    ■ ■ · ■         clue 2:1 1:2    ■ ■ □     ■ ■ · □
//
// The choice is made with masks instead of branches, since the colors of a
// clue follow no pattern that a processor could learn.
//
// Cost: about 9 ns per block and 3 ns per ink.

// maxColorBlocks is the most blocks that 63 cells can hold when neighbours
// differ in color.
const maxColorBlocks = 64

// colorSlots is room for eight levels of every ink.
const colorSlots = 512

type colorScratch struct {
	start [maxColorBlocks]uint64
	stand [maxColorBlocks]uint64
	fits  [colorSlots]uint64
	cover [colorSlots]uint64
}

// load makes the run tables.
func (z *colorScratch) load(l *Line, can []uint64) {
	for i, k := range l.inks {
		at := i << 3
		(*fits)(z.fits[at:at+8]).fill(can[k.color], k.top)
		clear(z.cover[at : at+8])
	}
}

// forward is the pass from the left. It returns where one may stand behind the
// last block, 0 if some block has no place.
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

// backward keeps of the starts what the rest of the clue can follow, collects
// them in cover, and returns the cells that may be white.
func (z *colorScratch) backward(l *Line, white, full, g uint64) uint64 {
	last := uint(bits.Len64(full&^white)) & 63
	end := full >> last << last // where the block may end
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
		if j > 0 { // without a mandatory gap the block before may end at the start
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

// ranges fills in the offsets that solveColor has found for each block.
func (z *colorScratch) ranges(rows []marginRow) {
	for j := range rows {
		t := z.start[j&63]
		rows[j].lo = bits.TrailingZeros64(t) - rows[j].start
		rows[j].hi = 63 - bits.LeadingZeros64(t) - rows[j].start
	}
}

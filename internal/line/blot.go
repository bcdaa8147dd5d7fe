package line

import "math/bits"

// Complete solving of a line with blotted blocks, of any length and any colors: the
// passes of word.go on rows of words. A block of known length takes its ends from a
// shift of its starts. A blotted one takes them from a flood over the cells that may
// have its ink, as the white behind it does over white cells:
//
//	ink      . 1 1 1 . 1 1 .        cells that may have the ink
//	start    . . 1 . . . . .        the block may start in the second of them,
//	reach    . . 1 1 . . . .        so that it may cover that and the third,
//	ends     . . . 1 1 . . .        and end behind either
//
// Going back, the cells that it covers are those of its reach from which an end is
// reached in turn where the rest of the clue can follow; the starts among them
// remain.
//
// Cost: about 20 ns per block and word of the line. The bands of long.go are not
// worth their while here, since a blotted block can be nearly anywhere.

// blotScratch holds rows of words, one for every block, and some to work with.
type blotScratch struct {
	start []uint64 // where the block may start, in the end where it does
	stand []uint64 // where one may stand before it; one row more, for the end
	reach []uint64 // the cells it may cover, in the end those it does; of blotted blocks
	cover []uint64 // [ink]: the cells that blocks cover
	end   []uint64 // where the block at hand may end
	row   []uint64
}

func (z *blotScratch) resize(l *Line) {
	k, w := len(l.blocks), l.words
	z.start, z.reach = grown(z.start, k*w), grown(z.reach, k*w)
	z.stand = grown(z.stand, (k+1)*w)
	z.cover = grown(z.cover, len(l.inks)*w)
	z.end, z.row = grown(z.end, w), grown(z.row, w)
}

func (l *Line) solveBlots(can []uint64, s *Scratch) bool {
	z := &s.blot
	if !z.forward(l, can) {
		return false
	}
	z.backward(l, can)
	w := l.words
	clear(can[w:])
	for i, k := range l.inks {
		copy(can[int(k.color)*w:][:w], z.cover[i*w:])
	}
	return true
}

func (l *Line) feasibleBlots(can []uint64, s *Scratch) bool { return s.blot.forward(l, can) }

// forward is the pass from the left; false if there is no arrangement.
func (z *blotScratch) forward(l *Line, can []uint64) bool {
	z.resize(l)
	w := l.words
	white, end := can[:w], z.end
	clear(end)
	end[0] = 1
	gap := uint8(0)
	for j := range l.blocks {
		b := &l.blocks[j]
		ink := can[int(b.color)*w:][:w]
		stand, start := z.stand[j*w:][:w], z.start[j*w:][:w]
		flood(stand, white, end)
		copy(start, stand)
		if gap != 0 {
			and(start, white)
			shiftUp(start, 1)
		}
		if gap = b.gap; b.blot {
			and(start, ink)
			reach := z.reach[j*w:][:w]
			flood(reach, ink, start)
			and(reach, ink)
			copy(end, reach)
			shiftUp(end, 1)
		} else {
			copy(z.row, ink)
			shrink(z.row, int(b.length))
			and(start, z.row)
			copy(end, start)
			shiftUp(end, int(b.length))
		}
		if none(end) {
			return false
		}
	}
	last := z.stand[len(l.blocks)*w:][:w]
	flood(last, white, end)
	return last[l.n>>6]>>uint(l.n&63)&1 != 0
}

// backward keeps of starts and reaches what the rest of the clue can follow, collects
// the cells that blocks cover, and leaves in can those that may be white.
func (z *blotScratch) backward(l *Line, can []uint64) {
	w := l.words
	white, end, out := can[:w], z.end, z.stand[len(l.blocks)*w:][:w]
	clear(z.cover)
	clear(z.row)
	if l.n > 0 {
		z.row[(l.n-1)>>6] = 1 << uint((l.n-1)&63)
	}
	and(z.row, white)
	fillDown(z.row, white)
	and(out, z.row) // the white cells behind the last block
	copy(end, z.row)
	end[l.n>>6] |= 1 << uint(l.n&63)
	for j := len(l.blocks) - 1; j >= 0; j-- {
		b := &l.blocks[j]
		start := z.start[j*w:][:w]
		if b.blot {
			reach := z.reach[j*w:][:w]
			shiftDown(end, 1)
			and(end, reach)
			fillDown(end, reach)
			copy(reach, end)
			and(start, end)
			or(z.cover[int(b.ink)*w:][:w], end)
		} else {
			shiftDown(end, int(b.length))
			and(start, end)
			copy(end, start)
			widen(end, int(b.length))
			or(z.cover[int(b.ink)*w:][:w], end)
		}
		copy(end, start)
		shiftDown(end, 1)
		and(end, white)
		fillDown(end, white)
		stand := z.stand[j*w:][:w]
		and(stand, end)
		or(out, stand)
		if j > 0 && l.blocks[j-1].gap == 0 { // the block before may end at the start
			or(end, start)
		}
	}
	copy(white, out)
}

// ranges fills in where each block starts at first, and where it starts at last or, if
// it is blotted, lies at last.
func (z *blotScratch) ranges(l *Line, rows []marginRow) {
	w := l.words
	for j := range rows {
		r := &rows[j]
		first, last := z.start[j*w:][:w], z.start[j*w:][:w]
		if r.blot {
			last = z.reach[j*w:][:w]
		}
		i := 0
		for first[i] == 0 {
			i++
		}
		r.lo = i<<6 + bits.TrailingZeros64(first[i]) - r.start
		for i = w - 1; last[i] == 0; {
			i--
		}
		r.hi = i<<6 + 63 - bits.LeadingZeros64(last[i]) - r.start
	}
}

// The operations on rows. They change their first argument, and rows are equally long.

func and(a, b []uint64) {
	for i, x := range b {
		a[i] &= x
	}
}

func or(a, b []uint64) {
	for i, x := range b {
		a[i] |= x
	}
}

func none(a []uint64) bool {
	some := uint64(0)
	for _, x := range a {
		some |= x
	}
	return some == 0
}

// flood sets out to the boundaries that e reaches over cells of the mask.
func flood(out, mask, e []uint64) {
	carry := uint64(0)
	for i, m := range mask {
		var sum uint64
		sum, carry = bits.Add64(m, e[i]&m, carry)
		out[i] = (sum ^ m) | e[i]
	}
}

// fillDown moves a, which lies in the mask, over its cells to the left.
func fillDown(a, mask []uint64) {
	carry := uint64(0)
	for i := len(a) - 1; i >= 0; i-- {
		a[i] = fillLeft(mask[i], a[i]|carry<<63&mask[i])
		carry = a[i] & 1
	}
}

// above is word i of a row that is moved by n cells to the right on the line, towards
// higher bits.
func above(a []uint64, i, n int) uint64 {
	far, near := n>>6, uint(n&63)
	x := uint64(0)
	if i >= far {
		x = a[i-far] << near
	}
	if i > far {
		x |= a[i-far-1] >> 1 >> (63 - near)
	}
	return x
}

// below is word i of a row that is moved by n cells to the left.
func below(a []uint64, i, n int) uint64 {
	far, near := n>>6, uint(n&63)
	x := uint64(0)
	if i+far < len(a) {
		x = a[i+far] >> near
	}
	if i+far+1 < len(a) {
		x |= a[i+far+1] << 1 << (63 - near)
	}
	return x
}

func shiftUp(a []uint64, n int) {
	for i := len(a) - 1; i >= 0; i-- {
		a[i] = above(a, i, n)
	}
}

func shiftDown(a []uint64, n int) {
	for i := range a {
		a[i] = below(a, i, n)
	}
}

// shrink leaves the cells where a run of n begins.
func shrink(a []uint64, n int) {
	for have := 1; have < n; have *= 2 {
		step := min(have, n-have)
		for i := range a {
			a[i] &= below(a, i, step)
		}
	}
}

// widen adds to every cell the n-1 behind it.
func widen(a []uint64, n int) {
	for have := 1; have < n; have *= 2 {
		step := min(have, n-have)
		for i := len(a) - 1; i >= 0; i-- {
			a[i] |= above(a, i, step)
		}
	}
}

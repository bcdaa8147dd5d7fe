package line

import "math/bits"

// Solving of a line with blotted blocks, of any length and colors: the passes of word.go on
// rows of words. The ends of a blotted block are found by a flood over the cells that may
// have its ink:
//
//	ink      . 1 1 1 . 1 1 .        cells that may have the ink
//	start    . . 1 . . . . .        a possible start
//	reach    . . 1 1 . . . .        cells that the block may cover
//	ends     . . . 1 1 . . .        boundaries where it may end
//
// The backward pass keeps the cells of the reach from which a valid end is reached, and the
// starts among them.
//
// Cost: about 20 ns per block and word of the line.

// blotScratch holds rows of words, one for every block, and working rows.
type blotScratch struct {
	start []uint64 // possible starts
	stand []uint64 // boundaries reachable before the block; one more row for the end
	reach []uint64 // cells that a blotted block may cover
	cover []uint64 // [ink]: cells that blocks cover
	end   []uint64 // possible ends of the current block
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

// backward keeps the starts and reaches that the rest of the clue allows, collects the cells
// that blocks cover, and leaves in can those that may be white.
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
	and(out, z.row) // the white cells after the last block
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
		if j > 0 && l.blocks[j-1].gap == 0 { // the previous block may end here
			or(end, start)
		}
	}
	copy(white, out)
}

// ranges sets the first and last start of each block, or for a blotted one the first start
// and the last cell.
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

// Operations on rows of equal length. They change their first argument.

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

// fillDown extends a, a part of the mask, leftwards over the mask.
func fillDown(a, mask []uint64) {
	carry := uint64(0)
	for i := len(a) - 1; i >= 0; i-- {
		a[i] = fillLeft(mask[i], a[i]|carry<<63&mask[i])
		carry = a[i] & 1
	}
}

// shiftedUp returns word i of a row shifted by n cells to the right, towards higher bits.
func shiftedUp(a []uint64, i, n int) uint64 {
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

// shiftedDown returns word i of a row shifted by n cells to the left.
func shiftedDown(a []uint64, i, n int) uint64 {
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
		a[i] = shiftedUp(a, i, n)
	}
}

func shiftDown(a []uint64, n int) {
	for i := range a {
		a[i] = shiftedDown(a, i, n)
	}
}

// shrink leaves the cells where a run of n begins.
func shrink(a []uint64, n int) {
	for have := 1; have < n; have *= 2 {
		step := min(have, n-have)
		for i := range a {
			a[i] &= shiftedDown(a, i, step)
		}
	}
}

// widen adds to every cell the n-1 after it.
func widen(a []uint64, n int) {
	for have := 1; have < n; have *= 2 {
		step := min(have, n-have)
		for i := len(a) - 1; i >= 0; i-- {
			a[i] |= shiftedUp(a, i, step)
		}
	}
}

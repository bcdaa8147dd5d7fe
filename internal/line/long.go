package line

import "math/bits"

// Solving of a line of any length, in words of 64 cells: the passes of word.go and color.go
// with carries from word to word.
//
// The outer loop goes over words, the inner one over blocks. A block is visited in every word
// in which it, or the white before it, may be. It passes three things to the next word: its
// end, if that is there; the flood over white cells, if it reaches the last cell; and the
// start after that cell. The backward pass does the same with the previous word.
//
//	             word 0           word 1           word 2
//	block 0   [ starts … ] ──▶ [ starts … ]
//	             │ ends            │ ends
//	             ▼                 ▼
//	block 1   [ starts … ] ──▶ [ starts … ] ──▶ [ starts … ]
//	                                ▼                ▼
//	block 2                    [ starts … ] ──▶ [ starts … ]
//
// The other order of loops is twice as slow, since its inner loops are short. The words of a
// block form a band: in each word the pass covers the blocks that are reached there and can
// still be there when all that follow are packed to the right.
//
// Blocks of more than 63 cells are cut into pieces that must touch, so that no piece covers
// more than two words. Where pieces of one shape fit, and which cells they cover, is computed
// once per word.
//
// Cost: about 9 ns per block and word of its band, which has about slack/64 + 1 words.

// maxPiece is the greatest length of a piece.
const maxPiece = 63

// piece is a block of at most maxPiece cells, or a part of a longer one.
type piece struct {
	shape  uint16 // index in shapes
	block  uint16 // index in blocks
	length uint8
	gap    uint8 // 1 if a white cell must precede it
	glued  bool  // continues the previous piece
}

// shape is an ink and a length of pieces.
type shape struct {
	slot uint16 // ink and level, in a row of run tables
	rest uint8
}

// longCell holds the possible starts of a piece in one word, and the boundaries reachable
// before it.
type longCell struct{ start, stand uint64 }

// longEdge is passed from a piece to the previous word: its possible ends; and in bit 0
// whether its start, or the white before it, is reached from there.
type longEdge struct{ end, cross uint64 }

// longBand is the range of pieces in a word, last included.
type longBand struct{ first, last int }

type longScratch struct {
	runs  []uint64   // run tables, [word][ink][level]
	cover []uint64   // starts by ink and level, of the same shape
	fit   []uint64   // [shape], current word: where pieces fit, in the backward pass where they start
	cells []longCell // [word+1][piece+1]; word -1 is empty
	edges []longEdge // [piece+1]
	bands []longBand // [word]
}

// maxStarts exceeds the number of pieces that can start in one word.
const maxStarts = 72

// cutBlocks makes the pieces.
func (l *Line) cutBlocks() {
	l.pieces, l.latest, l.shapes = l.pieces[:0], l.latest[:0], l.shapes[:0]
	gap := uint8(0)
	for j := range l.blocks {
		b := &l.blocks[j]
		start := int(b.start) + l.slack
		for left := int(b.length); left > 0; left -= maxPiece {
			n := min(left, maxPiece)
			l.pieces = append(l.pieces, piece{l.shape(b.ink, n), uint16(j), uint8(n), gap, left < int(b.length)})
			l.latest = append(l.latest, int32(start))
			start += n
			gap = 0
		}
		gap = b.gap
	}
}

// shape returns the index of a shape, and adds it if it is new.
func (l *Line) shape(ink uint8, length int) uint16 {
	level, rest := split(length)
	s := shape{uint16(ink)<<3 | uint16(level), rest}
	for i := range l.shapes {
		if l.shapes[i] == s {
			return uint16(i)
		}
	}
	l.shapes = append(l.shapes, s)
	return uint16(len(l.shapes) - 1)
}

func (l *Line) solveLong(can []uint64, s *Scratch) bool {
	z := &s.long
	z.load(l, can)
	if !z.forward(l, can[:l.words]) {
		return false
	}
	z.backward(l, can[:l.words])
	z.store(l, can)
	return true
}

func (l *Line) feasibleLong(can []uint64, s *Scratch) bool {
	s.long.load(l, can)
	return s.long.forward(l, can[:l.words])
}

// load fills the run tables from the last word to the first, since runs extend into the next
// word.
func (z *longScratch) load(l *Line, can []uint64) {
	width := len(l.inks) * len(fits{})
	rows := len(l.pieces) + 1
	z.runs = grown(z.runs, (l.words+1)*width)
	z.cover = grown(z.cover, (l.words+1)*width)
	z.fit = grown(z.fit, len(l.shapes))
	z.cells = grown(z.cells, (l.words+1)*rows)
	z.edges = grown(z.edges, rows)
	z.bands = grown(z.bands, l.words)
	clear(z.runs[l.words*width:])
	clear(z.cover)
	for k := range l.inks {
		ink := &l.inks[k]
		mask := can[int(ink.color)*l.words:][:l.words]
		at := (l.words + 1) * width
		next := (*fits)(z.runs[at-width+8*k:])
		for i := len(mask) - 1; i >= 0; i-- {
			at -= width
			f := (*fits)(z.runs[at-width+8*k:])
			f.fillBefore(next, mask[i], ink.top)
			next = f
		}
	}
}

// fillBefore is fill for a mask that continues in the next word.
func (f *fits) fillBefore(next *fits, mask uint64, top uint8) {
	f[0] = mask
	mask &= mask>>1 | next[0]<<63
	f[1] = mask
	mask &= mask>>2 | next[1]<<62
	f[2] = mask
	mask &= mask>>4 | next[2]<<60
	f[3] = mask
	if top > shortLevel {
		mask &= mask>>8 | next[3]<<56
		f[4] = mask
		mask &= mask>>16 | next[4]<<48
		f[5] = mask
	}
}

// fits computes where pieces of each shape fit in word i.
func (z *longScratch) fits(l *Line, i int) {
	width := len(l.inks) * len(fits{})
	runs := z.runs[i*width : (i+1)*width]
	next := z.runs[(i+1)*width : (i+2)*width]
	for k, s := range l.shapes {
		m := runs[s.slot]
		z.fit[k] = m & (m>>(s.rest&63) | next[s.slot]<<1<<((63-s.rest)&63))
	}
}

// forward is the pass from the left; false if there is no arrangement.
func (z *longScratch) forward(l *Line, white []uint64) bool {
	k := len(l.pieces)
	rows := k + 1
	clear(z.cells[:min(rows, maxStarts)])
	seed, carry := uint64(1), uint64(0)
	first, reached := 0, 0
	for i, w := range white {
		prev, row := z.cells[i*rows:(i+1)*rows], z.cells[(i+1)*rows:(i+2)*rows]
		if i > 0 {
			first = l.firstAlive(prev, first, reached, i, carry)
			if first > reached {
				return false
			}
		}
		if first > 0 {
			row[first-1] = longCell{} // the next word reads the piece before its first
		}
		z.fits(l, i)
		last := z.reach(l.pieces, prev, row, first, reached, w, carry, seed)
		z.bands[i] = longBand{first, last}
		clear(row[last+1 : min(last+maxStarts, rows)])
		reached, carry, seed = last+1, w>>63, 0
	}
	end := &z.cells[len(z.cells)-1]
	end.start = 1 << (uint(l.n) & 63)
	return z.bands[len(white)-1].last == k && end.stand&end.start != 0
}

// firstAlive returns the first piece, from first on, that is reached in word i and not too
// far right there.
func (l *Line) firstAlive(prev []longCell, first, reached, i int, carry uint64) int {
	for ; first <= reached && first < len(l.pieces); first++ {
		if int(l.latest[first]) < i*64 {
			continue
		}
		if prev[first].stand>>63&carry != 0 {
			break
		}
		if first > 0 && prev[first-1].start>>((64-l.pieces[first-1].length)&63) != 0 {
			break
		}
	}
	return first
}

// reach is the forward pass within a word w of white cells, from piece first at least to
// piece reached. It returns the last piece reached, or the number of pieces. carry is set if
// the last cell of the previous word may be white, seed at the start of the line.
func (z *longScratch) reach(pieces []piece, prev, row []longCell, first, reached int, w, carry, seed uint64) int {
	fit := z.fit
	prev = prev[:len(row)]
	length, spill, t := uint8(1), seed, uint64(0)
	if first > 0 {
		length = pieces[first-1].length
		spill = prev[first-1].start >> ((64 - length) & 63)
	}
	for j := first; j < len(pieces); j++ {
		p, before := pieces[j], prev[j]
		cross := before.stand >> 63 & carry
		e := t<<(length&63) | spill | cross
		if e == 0 && j > reached {
			return j - 1
		}
		length = p.length
		spill = before.start >> ((64 - length) & 63)
		if p.glued {
			t = e & fit[p.shape]
			row[j] = longCell{t, 0}
			continue
		}
		g := ((w + e&w) ^ w) | e
		gap := uint64(p.gap)
		t = ((g&(w|(gap-1)))<<(gap&63) | cross) & fit[p.shape]
		row[j] = longCell{t, g}
	}
	k := len(pieces)
	e := t<<(length&63) | spill | prev[k].stand>>63&carry
	row[k] = longCell{0, ((w + e&w) ^ w) | e}
	return k
}

// backward is the pass from the right. It leaves the remaining starts in cover, and the cells
// that may be white in white.
func (z *longScratch) backward(l *Line, white []uint64) {
	rows := len(l.pieces) + 1
	clear(z.edges)
	for i := len(white) - 1; i >= 0; i-- {
		clear(z.fit)
		band := z.bands[i]
		white[i] = z.retain(l.pieces, z.cells[(i+1)*rows:(i+2)*rows], band, white[i], l.slack)
		z.collect(l, i)
	}
}

// retain is the backward pass within a word of white cells. It returns those that remain, and
// adds the remaining starts to fit.
func (z *longScratch) retain(pieces []piece, row []longCell, band longBand, white uint64, slack int) uint64 {
	white2, white4, white8, white16 := runsOf(white)
	edges, starts := z.edges[:len(row)], z.fit
	var w, end uint64
	j := band.last
	if j == len(pieces) {
		t := row[j].start
		d := fillLeft(white, (t>>1|edges[j].cross<<63)&white)
		edges[j].cross = t | d
		w = row[j].stand & d
		end = d | t
		j--
	}
	for ; j >= band.first; j-- {
		p, cell, edge := pieces[j], row[j], edges[j]
		t := cell.start & (end>>(p.length&63) | edge.end<<((64-p.length)&63))
		row[j].start = t
		starts[p.shape] |= t
		if p.glued {
			edges[j] = longEdge{end, 0}
			end = t
			continue
		}
		d := (t>>1 | edge.cross<<63) & white
		d = leftward(d, slack, white, white2, white4, white8, white16)
		edges[j] = longEdge{end, t | d}
		w |= cell.stand & d
		end = d | t&(uint64(p.gap)-1)
	}
	if band.first > 0 {
		edges[band.first-1].end = end
	}
	return w
}

// fillLeft extends d leftwards over the mask.
func fillLeft(mask, d uint64) uint64 {
	for stride := uint(1); stride < 64; stride *= 2 {
		d |= mask & (d >> stride)
		mask &= mask >> stride
	}
	return d
}

// collect adds the starts of each shape in word i to those of its ink and level.
func (z *longScratch) collect(l *Line, i int) {
	width := len(l.inks) * len(fits{})
	cover := z.cover[i*width : (i+1)*width]
	next := z.cover[(i+1)*width : (i+2)*width]
	for k, s := range l.shapes {
		t := z.fit[k]
		cover[s.slot] |= t | t<<(s.rest&63)
		next[s.slot] |= t >> 1 >> ((63 - s.rest) & 63)
	}
}

// store converts the starts to the cells that may have each ink.
func (z *longScratch) store(l *Line, can []uint64) {
	clear(can[l.words:])
	width := len(l.inks) * len(fits{})
	for k := range l.inks {
		ink := &l.inks[k]
		out := can[int(ink.color)*l.words:][:l.words]
		var over spread
		for i := range out {
			out[i] = (*spread)(z.cover[i*width+8*k:]).cellsAfter(&over, ink.top)
		}
	}
}

// cellsAfter is cells for starts of which some are in the previous word: over extends from
// there, and is updated for the next word.
func (a *spread) cellsAfter(over *spread, top uint8) uint64 {
	m := a[3]
	if top > shortLevel {
		m = a[4] | a[5] | a[5]<<16 | over[5]
		over[5] = a[5] >> 48
		over[4], m = m>>56, a[3]|m|m<<8|over[4]
	}
	over[3], m = m>>60, a[2]|m|m<<4|over[3]
	over[2], m = m>>62, a[1]|m|m<<2|over[2]
	over[1], m = m>>63, a[0]|m|m<<1|over[1]
	return m
}

// ranges sets the ranges of offsets that solveLong has found.
func (z *longScratch) ranges(l *Line, rows []marginRow) {
	for j := range rows {
		rows[j].lo = -1
	}
	width := len(l.pieces) + 1
	for i, band := range z.bands {
		for j := band.first; j <= band.last && j < len(l.pieces); j++ {
			t := z.cells[(i+1)*width+j].start
			if t == 0 || l.pieces[j].glued {
				continue
			}
			r := &rows[l.pieces[j].block]
			if r.lo < 0 {
				r.lo = i<<6 + bits.TrailingZeros64(t) - r.start
			}
			r.hi = i<<6 + 63 - bits.LeadingZeros64(t) - r.start
		}
	}
}

// grown returns a slice of n elements with arbitrary contents, in the memory of s if
// possible.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

package line

import (
	"math"
	"math/bits"
)

// Odds for belief propagation on a black-and-white line of at most 63 cells.
//
// Every open cell comes with odds black : white from outside, as if the cells
// were independent. Under that weighting the arrangements of the clue are
// counted twice over: f sums the ways to the left of a block position, e those
// to the right, so that f·block·e is the weight of all arrangements that have
// the block there. Positions are kept as offsets from the tight packing, of
// which there are slack+1 for every block:
//
//	offset       0 1 2 … slack
//	block 0   f [· · · … ·]      f[j][o]: all ways to lay blocks 0…j-1, block j
//	block 1     [· · · … ·]               at offset o, whites in between included
//
// A white weighs 1, a black its odds, a cell that is known to be white 0 as part
// of a block; so a block weighs the product of its cells, read from tables of the
// products of 1, 2, 4, … cells. Both sums walk over white cells in the same way:
// what has been summed so far and what comes in here have the same cell to cross,
//
//	c = (c + what comes in) · (1 if the cell may be white, else 0)
//
// Where both sums meet on a white cell, their product is the weight of all arrangements
// that have it in this gap; so a cell's weight of being white is a sum over the gaps
// that reach it, and that of being black is the rest. Ends of the line that are fully
// known are cut off first.
//
// Cost: blocks × (slack+1) steps of a few nanoseconds and some more per open
// cell; a third of a microsecond for 25 cells. Hardly anything branches on the cells,
// which are as good as random. Products are written as float64(x*y) where a sum
// follows, so that no compiler fuses them and all machines compute the same bits.

const (
	// maxOddsStates bounds (blocks+1) × (slack+1) on 63 cells.
	maxOddsStates = 700
	// oddsTables is the room for the products of 1, 2, … 32 cells.
	oddsTables = 6 << 6
)

type oddsScratch struct {
	f       [maxOddsStates / 2]twoSums
	arrive  [64]float64
	behind  [64]float64                         // the ways to end the line, by offset of the last block
	product [oddsTables + maxOddsStates]float64 // by level and cell; then of blocks of other lengths
	block   [maxWordBlocks]int                  // where in product a block has its weights
	cell    [72]oddsCell                        // of the cell before; white beyond both ends
}

// twoSums are the ways to the left of two blocks that follow one another, at an offset.
type twoSums struct{ first, second float64 }

// oddsCell is a cell as the sums see it.
type oddsCell struct {
	white float64 // 1 if it may be white, or 0
	sum   float64 // its weight of being white
}

// fourCells are 1 and 0 of four cells by a mask of them.
var fourCells = func() (table [16][4]float64) {
	for mask := range table {
		for i := range table[mask] {
			table[mask][i] = float64(mask >> uint(i) & 1)
		}
	}
	return table
}()

// fourOddsCells are four cells by a mask of those that may be white, without weight so far.
var fourOddsCells = func() (table [16][4]oddsCell) {
	for mask := range table {
		for i := range table[mask] {
			table[mask][i].white = fourCells[mask][i]
		}
	}
	return table
}()

// Messages are what the crossing lines tell a line about its cells, and what it
// tells them. Cell i has its place at Base + Step·i in what is about cells.
type Messages struct {
	In, Out    []float64 // odds black : white
	Belief     []float64 // the probability of black, by whichever line of the two spoke last
	Base, Step int
	// Moved grows, for cell i at i, by how far the belief in the cell has moved:
	// so much have the arrangements of the crossing line shifted of which it does
	// not know yet.
	Moved  []float64
	Damped bool // answers are mixed with the ones before, half and half
}

// Answers stay within these odds, so that no message is ever certain.
const (
	OddsMin = 1e-6
	OddsMax = 1e6
)

// OddsWord brings the messages of a line up to date for which Word holds: every
// open cell is told the odds black : white that the clue and the other cells give
// it, its own odds taken out. A line with nothing to say (no block or no open cell,
// no weight, numbers beyond the range of float64) leaves all as it is.
func (l *Line) OddsWord(white, black uint64, m *Messages, s *Scratch) {
	open := white & black
	if open == 0 || len(l.blocks) == 0 {
		return
	}
	t := trimmed{blocks: l.blocks, white: white, black: black, open: open, n: uint(l.n), slack: l.slack}
	t.cutLeft()
	t.cutRight()
	if len(t.blocks) == 0 {
		return
	}
	z := &s.odds
	z.load(&t, m)
	z.weigh(&t, l.top)
	z.forward(&t)
	if total := z.backward(&t); total > totalMin && total < totalMax {
		z.answer(&t, total, m)
	}
}

// Sums within these bounds leave room for the products that answers are made of.
const (
	totalMin = 1e-250
	totalMax = 1e250
)

// trimmed is the part of a line that is not fully known.
type trimmed struct {
	blocks       []block
	white, black uint64
	open         uint64
	n            uint
	slack        int
	from         uint // cells cut off on the left
}

// cutLeft drops the known cells up to the last white before the first open cell,
// with the blocks in them.
func (t *trimmed) cutLeft() {
	first := uint(bits.TrailingZeros64(t.open))
	whites := t.white &^ t.black & (1<<first - 1)
	if whites == 0 {
		return
	}
	cut := uint(bits.Len64(whites))
	filled := t.black & (1<<cut - 1)
	k := bits.OnesCount64(filled &^ (filled << 1))
	used := 0
	for i := range t.blocks[:k] {
		used += int(t.blocks[i].length) + 1
	}
	t.blocks = t.blocks[k:]
	t.slack -= int(cut) - used
	t.n -= cut
	t.white >>= cut
	t.black >>= cut
	t.open >>= cut
	t.from = cut
}

// cutRight does the same from the other end.
func (t *trimmed) cutRight() {
	last := uint(bits.Len64(t.open))
	whites := (t.white &^ t.black) >> last
	if whites == 0 {
		return
	}
	cut := last + uint(bits.TrailingZeros64(whites))
	filled := t.black >> cut
	k := len(t.blocks) - bits.OnesCount64(filled&^(filled<<1))
	used := 0
	for i := range t.blocks[k:] {
		used += int(t.blocks[k+i].length) + 1
	}
	t.slack -= int(t.n-cut) - used
	t.blocks = t.blocks[:k]
	t.n = cut
	t.white &= 1<<cut - 1
	t.black &= 1<<cut - 1
}

// load takes in the odds of the open cells, 1 for black ones and 0 for white ones.
func (z *oddsScratch) load(t *trimmed, m *Messages) {
	n := int(t.n)
	z.cell[0] = oddsCell{white: 1}
	white, black := t.white, t.black
	for i := 0; i < n; i += 4 {
		*(*[4]float64)(z.product[i&63:]) = fourCells[black&15]
		*(*[4]oddsCell)(z.cell[i&63+1:]) = fourOddsCells[white&15]
		white, black = white>>4, black>>4
	}
	z.cell[n+1] = oddsCell{white: 1}
	in, step := m.In, m.Step
	base := m.Base + step*int(t.from)
	for open := t.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open)
		z.product[i&63] = in[base+step*i]
	}
}

// weigh fills in the products of 1, 2, 4, … cells as far as the blocks need them,
// and from those what every block weighs at every offset.
func (z *oddsScratch) weigh(t *trimmed, top uint8) {
	n := int(t.n)
	for level, length := 1, 2; level <= int(top) && length <= n; level, length = level+1, 2*length {
		from := z.product[(level-1)<<6:][:64]
		to := z.product[level<<6:][:n-length+1]
		second := from[length/2:][:len(to)]
		for i := range to {
			to[i] = from[i] * second[i]
		}
	}
	width := t.slack + 1
	lo := 0
	free := oddsTables
	for j := range t.blocks {
		b := &t.blocks[j]
		at := int(b.slot&7)<<6 + lo
		if b.rest > 0 {
			z.combine(z.product[free:free+width], b, lo)
			at = free
			free += width
		}
		z.block[j&31] = at
		lo += int(b.length) + 1
	}
}

// combine makes the products of a block that is not a power of two cells long, from
// those of the powers of two that its length is made of.
func (z *oddsScratch) combine(whole []float64, b *block, lo int) {
	level := int(b.slot & 7)
	first := z.product[level<<6+lo:][:len(whole)]
	lo += 1 << level
	for rest := uint(b.rest); rest > 0; first = whole {
		level = bits.Len(rest) - 1
		for o, x := range z.product[level<<6+lo:][:len(whole)] {
			whole[o] = first[o] * x
		}
		lo += 1 << level
		rest -= 1 << level
	}
}

// forward sums the ways to the left: on entry to a block, arrive holds the ways
// to have just finished the one before. Blocks go two at a time, because each sum
// waits for the one an offset before: two of them side by side take no longer than
// one.
func (z *oddsScratch) forward(t *trimmed) {
	width := t.slack + 1
	arrive := z.arrive[:width]
	clear(arrive)
	arrive[0] = 1
	lo, at := 0, 0
	j := 0
	for ; j+1 < len(t.blocks); j += 2 {
		second := lo + int(t.blocks[j].length) + 1
		f := z.f[at:][:len(arrive)]
		w0 := z.product[z.block[j&31]:][:len(arrive)]
		w1 := z.product[z.block[(j+1)&31]:][:len(arrive)]
		cell0 := z.cell[lo:][:len(arrive)]
		cell1 := z.cell[second:][:len(arrive)]
		c0, c1 := 0.0, 0.0
		for o := range arrive {
			c0 = (c0 + arrive[o]) * cell0[o].white
			f[o].first = c0
			c1 = (c1 + float64(c0*w0[o])) * cell1[o].white
			f[o].second = c1
			arrive[o] = c1 * w1[o]
		}
		lo = second + int(t.blocks[j+1].length) + 1
		at += width
	}
	if j < len(t.blocks) {
		f := z.f[at:][:len(arrive)]
		w := z.product[z.block[j&31]:][:len(arrive)]
		cell := z.cell[lo:][:len(arrive)]
		c := 0.0
		for o := range arrive {
			c = (c + arrive[o]) * cell[o].white
			f[o].first = c
			arrive[o] = c * w[o]
		}
		lo += int(t.blocks[j].length) + 1
	}
	z.close(arrive, lo)
}

// close sums up the gap behind the last block, where lo is the cell behind the one that
// follows the block at offset 0. It leaves behind the ways to end the line.
func (z *oddsScratch) close(arrive []float64, lo int) {
	behind := z.behind[:len(arrive)]
	cell := z.cell[lo:][:len(arrive)]
	c := 1.0
	behind[len(behind)-1] = c
	for o := len(behind) - 2; o >= 0; o-- {
		c *= cell[o].white
		behind[o] = c
	}
	c = 0
	for o, rest := range behind[1:] {
		c = (c + arrive[o]) * cell[o].white
		cell[o].sum = c * rest
	}
}

// backward sums the ways to the right, adds up in the cells what they weigh as white, and
// returns the total weight. behind now holds the ways to go on behind a block.
func (z *oddsScratch) backward(t *trimmed) float64 {
	width := t.slack + 1
	lo := int(t.n) + 1 - t.slack
	behind := z.behind[:width]
	j := len(t.blocks) - 1
	at := j >> 1 * width
	if j&1 == 0 {
		lo -= int(t.blocks[j].length) + 1
		z.backOne(behind, j, at, lo)
		at -= width
		j--
	}
	for ; j > 0; j -= 2 {
		second := lo - int(t.blocks[j].length) - 1
		lo = second - int(t.blocks[j-1].length) - 1
		f := z.f[at:][:len(behind)]
		w0 := z.product[z.block[(j-1)&31]:][:len(behind)]
		w1 := z.product[z.block[j&31]:][:len(behind)]
		cell0 := z.cell[lo:][:len(behind)]
		cell1 := z.cell[second:][:len(behind)]
		c0, c1 := 0.0, 0.0
		for o := len(behind) - 1; o >= 0; o-- {
			c1 += float64(w1[o] * behind[o])
			cell1[o].sum += float64(f[o].second * c1)
			c1 *= cell1[o].white
			c0 += float64(w0[o] * c1)
			cell0[o].sum += float64(f[o].first * c0)
			c0 *= cell0[o].white
			behind[o] = c0
		}
		at -= width
	}
	return behind[0]
}

// backOne is backward for the last block of an odd number.
func (z *oddsScratch) backOne(behind []float64, j, at, lo int) {
	f := z.f[at:][:len(behind)]
	weight := z.product[z.block[j&31]:][:len(behind)]
	cell := z.cell[lo:][:len(behind)]
	c := 0.0
	for o := len(behind) - 1; o >= 0; o-- {
		c += float64(weight[o] * behind[o])
		cell[o].sum += float64(f[o].first * c)
		c *= cell[o].white
		behind[o] = c
	}
}

// oddsFloor is the share of the total below which a sum is rounding error.
const oddsFloor = 1e-12

// answer sends the odds of the open cells, and says how far their beliefs move.
func (z *oddsScratch) answer(t *trimmed, total float64, m *Messages) {
	floor := total * oddsFloor
	share := 1 / total
	base, step := m.Base+m.Step*int(t.from), m.Step
	out, belief := m.Out, m.Belief[:len(m.Out)]
	moved := m.Moved[t.from:]
	for open := t.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open) & 63
		at := base + step*i
		white, in := z.cell[i+1].sum, z.product[i]
		black := total - white
		if !(black >= floor) { // nor is it a number
			black = floor
		}
		q := black / float64(white*in)
		if !(q <= OddsMax) {
			q = OddsMax
		}
		if q < OddsMin {
			q = OddsMin
		}
		after := float64(black * share)
		if m.Damped {
			q = mixed(q, out[at])
			after = q * in / (1 + float64(q*in))
		}
		moved[i] += math.Abs(after - belief[at])
		out[at], belief[at] = q, after
	}
}

// mixed is the mean of two odds, as probabilities.
func mixed(q, old float64) float64 {
	p := float64((q/(1+q) + old/(1+old)) / 2)
	return p / (1 - p)
}

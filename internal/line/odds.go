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

// Room, rounded up so that a place in it is a masked number and views of maxOddsWidth from
// there on need no check.
const (
	// maxOddsWidth bounds the offsets of a block, slack+1.
	maxOddsWidth = 64
	// oddsCells bounds the cells of a line and one beyond either end.
	oddsCells = 128
	// oddsStates bounds blocks × (slack+1): b blocks of one cell have 65-2b offsets
	// each on 63 cells, which makes 528 at most.
	oddsStates = 1024
	// oddsTables is the room for the products of 1, 2, … 32 cells, oddsProducts for them and
	// those of blocks of other lengths: b blocks of three cells have 65-4b offsets each, 264 at most.
	oddsTables   = 6 << 6
	oddsProducts = 1024
)

type oddsScratch struct {
	f       [oddsStates + maxOddsWidth]float64 // by block and offset
	arrive  [maxOddsWidth]float64
	behind  [maxOddsWidth]float64                // the ways to end the line, by offset of the last block
	product [oddsProducts + maxOddsWidth]float64 // by level and cell; then of blocks of other lengths
	block   [maxWordBlocks]int                   // where in product a block has its weights
	white   [oddsCells + maxOddsWidth]float64    // of the cell before: 1 if it may be white, or 0; white beyond both ends
	sum     [oddsCells + maxOddsWidth]float64    // of the cell before: its weight of being white
}

// oddsOffsets are numbers by offset.
type oddsOffsets = [maxOddsWidth]float64

// oddsStart is the one way to come to the first block, by its offset.
var oddsStart = oddsOffsets{1}

// fourCells are 1 and 0 of four cells by a mask of them.
var fourCells = func() (table [16][4]float64) {
	for mask := range table {
		for i := range table[mask] {
			table[mask][i] = float64(mask >> uint(i) & 1)
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
	Residual []float64
	Damped   bool // answers are mixed with the ones before, half and half
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
	z.white[0] = 1
	white, black := t.white, t.black
	for i := 0; i < n; i += 4 {
		*(*[4]float64)(z.product[i&63:]) = fourCells[black&15]
		*(*[4]float64)(z.white[i&63+1:]) = fourCells[white&15]
		*(*[4]float64)(z.sum[i&63+1:]) = [4]float64{}
		white, black = white>>4, black>>4
	}
	z.white[(n+1)&127] = 1
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
		from := (level - 1) << 6
		z.multiply(level<<6, from, from+length/2, n-length+1)
	}
	width := t.slack + 1
	first := int(t.blocks[0].start)
	free := oddsTables
	for j := range t.blocks {
		b := &t.blocks[j]
		lo := int(b.start) - first
		at := int(b.slot&7)<<6 + lo
		if b.rest > 0 {
			z.combine(free, at, lo, b, width)
			at = free
			free += width
		}
		z.block[j&31] = at
	}
}

// combine makes the products of a block that is not a power of two cells long, from
// those of the powers of two that its length is made of, the first of them at from.
func (z *oddsScratch) combine(to, from, lo int, b *block, width int) {
	lo += 1 << (b.slot & 7)
	for rest := uint(b.rest); rest > 0; from = to {
		level := bits.Len(rest) - 1
		z.multiply(to, from, level<<6+lo, width)
		lo += 1 << level
		rest -= 1 << level
	}
}

// multiply makes products of the numbers from two places on.
func (z *oddsScratch) multiply(to, first, second, count int) {
	a, b, c := z.products(to), z.products(first), z.products(second)
	for o := range (count-1)&(maxOddsWidth-1) + 1 {
		a[o] = b[o] * c[o]
	}
}

// products are those from a place on.
func (z *oddsScratch) products(at int) *oddsOffsets {
	return (*oddsOffsets)(z.product[at&(oddsProducts-1):])
}

// weights are those of block j by offset.
func (z *oddsScratch) weights(j int) *oddsOffsets { return z.products(z.block[j&31]) }

// ways are the sums to the left that begin at a state.
func (z *oddsScratch) ways(at int) *oddsOffsets {
	return (*oddsOffsets)(z.f[at&(oddsStates-1):])
}

// before are the cells before a block that starts in cell lo or later, as 1 or 0 and as sums.
func (z *oddsScratch) before(lo int) (white, sum *oddsOffsets) {
	lo &= oddsCells - 1
	return (*oddsOffsets)(z.white[lo:]), (*oddsOffsets)(z.sum[lo:])
}

// forward sums the ways to the left: on entry to a block, arrive holds the ways
// to have just finished the one before. Blocks go two at a time, because each sum
// waits for the one an offset before: two of them side by side take no longer than
// one.
func (z *oddsScratch) forward(t *trimmed) {
	blocks, width := t.blocks, t.slack&(maxOddsWidth-1)+1
	first := int(blocks[0].start)
	arrive, from := &z.arrive, &oddsStart
	at := 0
	for ; len(blocks) > 1; blocks = blocks[2:] {
		j := len(t.blocks) - len(blocks)
		f0, f1 := z.ways(at), z.ways(at+width)
		w0, w1 := z.weights(j), z.weights(j+1)
		white0, _ := z.before(int(blocks[0].start) - first)
		white1, _ := z.before(int(blocks[1].start) - first)
		c0, c1 := 0.0, 0.0
		for o := range width {
			c0 = (c0 + from[o]) * white0[o]
			f0[o] = c0
			c1 = (c1 + float64(c0*w0[o])) * white1[o]
			f1[o] = c1
			arrive[o] = c1 * w1[o]
		}
		from = arrive
		at += 2 * width
	}
	if len(blocks) > 0 {
		f, w := z.ways(at), z.weights(len(t.blocks)-1)
		white, _ := z.before(int(blocks[0].start) - first)
		c := 0.0
		for o := range width {
			c = (c + from[o]) * white[o]
			f[o] = c
			arrive[o] = c * w[o]
		}
	}
	z.close(width, int(t.n)+1-t.slack)
}

// close sums up the gap behind the last block, where lo is the cell behind the one that
// follows the block at offset 0. It leaves behind the ways to end the line.
func (z *oddsScratch) close(width, lo int) {
	width = (width-1)&(maxOddsWidth-1) + 1
	behind, arrive := &z.behind, &z.arrive
	white, sum := z.before(lo)
	c := 1.0
	behind[width-1] = c
	for o := width - 2; o >= 0; o-- {
		c *= white[o]
		behind[o] = c
	}
	c = 0
	for o := range width - 1 {
		c = (c + arrive[o]) * white[o]
		sum[o] = c * behind[o+1]
	}
}

// backward sums the ways to the right, adds up in the cells what they weigh as white, and
// returns the total weight. behind now holds the ways to go on behind a block.
func (z *oddsScratch) backward(t *trimmed) float64 {
	width := t.slack&(maxOddsWidth-1) + 1
	blocks := t.blocks
	first := int(blocks[0].start)
	behind := &z.behind
	if j := len(blocks) - 1; j&1 == 0 {
		z.backOne(width, j, int(blocks[j].start)-first)
		blocks = blocks[:j]
	}
	for ; len(blocks) > 1; blocks = blocks[:len(blocks)-2] {
		j := len(blocks) - 2
		f0, f1 := z.ways(j*width), z.ways(j*width+width)
		w0, w1 := z.weights(j), z.weights(j+1)
		white0, sum0 := z.before(int(blocks[j].start) - first)
		white1, sum1 := z.before(int(blocks[j+1].start) - first)
		c0, c1 := 0.0, 0.0
		for o := width - 1; o >= 0; o-- {
			c1 += float64(w1[o] * behind[o])
			sum1[o] += float64(f1[o] * c1)
			c1 *= white1[o]
			c0 += float64(w0[o] * c1)
			sum0[o] += float64(f0[o] * c0)
			c0 *= white0[o]
			behind[o] = c0
		}
	}
	return behind[0]
}

// backOne is backward for the last block of an odd number.
func (z *oddsScratch) backOne(width, j, lo int) {
	width = (width-1)&(maxOddsWidth-1) + 1
	behind := &z.behind
	f, w := z.ways(j*width), z.weights(j)
	white, sum := z.before(lo)
	c := 0.0
	for o := width - 1; o >= 0; o-- {
		c += float64(w[o] * behind[o])
		sum[o] += float64(f[o] * c)
		c *= white[o]
		behind[o] = c
	}
}

// oddsFloor is the share of the total below which a sum is rounding error.
const oddsFloor = 1e-12

// answer sends the odds of the open cells, and says how far their beliefs move.
func (z *oddsScratch) answer(t *trimmed, total float64, m *Messages) {
	if m.Damped {
		z.answerDamped(t, total, m)
		return
	}
	floor := total * oddsFloor
	share := 1 / total
	out, belief := m.Out, m.Belief[:len(m.Out)]
	moved := m.Residual[t.from:]
	base, step := m.Base+m.Step*int(t.from), m.Step
	for open := t.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open) & 63
		at := base + step*i
		q, black := odds(z.sum[i+1], z.product[i], total, floor)
		after := float64(black * share)
		moved[i] += math.Abs(after - belief[at])
		out[at], belief[at] = q, after
	}
}

// answerDamped is answer with the odds before mixed in.
func (z *oddsScratch) answerDamped(t *trimmed, total float64, m *Messages) {
	floor := total * oddsFloor
	for open := t.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open) & 63
		j := int(t.from) + i
		at := m.Base + m.Step*j
		in := z.product[i]
		q, _ := odds(z.sum[i+1], in, total, floor)
		q = mixed(q, m.Out[at])
		after := q * in / (1 + float64(q*in))
		m.Residual[j] += math.Abs(after - m.Belief[at])
		m.Out[at], m.Belief[at] = q, after
	}
}

// odds are those black : white of a cell without the odds that it came with, and what it
// weighs as black.
func odds(white, in, total, floor float64) (q, black float64) {
	black = total - white
	if !(black >= floor) { // nor is it a number
		black = floor
	}
	q = black / float64(white*in)
	if !(q <= OddsMax) {
		q = OddsMax
	}
	if q < OddsMin {
		q = OddsMin
	}
	return q, black
}

// mixed is the mean of two odds, as probabilities.
func mixed(q, old float64) float64 {
	p := float64((q/(1+q) + old/(1+old)) / 2)
	return p / (1 - p)
}

package line

import (
	"math"
	"math/bits"
)

// Odds for belief propagation on a black-and-white line of at most 63 cells.
//
// Every open cell has odds black : white, as if the cells were independent. Under these
// weights f sums the arrangements to the left of a block position and e those to the right,
// so that f·block·e is the weight of all arrangements with the block there. Positions are
// offsets from the leftmost start, slack+1 for every block:
//
//	offset       0 1 2 … slack
//	block 0   f [· · · … ·]      f[j][o]: all ways to place blocks 0…j-1, and block j
//	block 1     [· · · … ·]               at offset o, whites in between included
//
// A white weighs 1, a black its odds, and a known white cell 0 as part of a block. A block
// weighs the product of its cells, from tables of the products of 1, 2, 4, … cells. Both sums
// cross white cells in the same way:
//
//	c = (c + arriving) · (1 if the cell may be white, else 0)
//
// The product of both sums on a white cell is the weight of all arrangements that have it in
// this gap; the sum over all gaps is the cell's weight of being white, and the rest that of
// being black. Known ends of the line are cut off first.
//
// Cost: blocks × (slack+1) steps of a few nanoseconds and some per open cell; a quarter of a
// microsecond for 25 cells. Hardly any branch depends on the cells. Products are written as
// float64(x*y) where a sum follows, so that no compiler fuses them and all machines give the
// same result.

// Sizes, rounded up so that masked indices need no bounds checks.
const (
	// maxOddsWidth bounds the offsets of a block, slack+1.
	maxOddsWidth = 64
	// oddsCells bounds the cells of a line and one beyond either end.
	oddsCells = 128
	// oddsStates bounds blocks × (slack+1): b blocks of one cell have 65-2b offsets each on
	// 63 cells, at most 528 in all.
	oddsStates = 1024
	// oddsTables is the size of the products of 1, 2, … 32 cells; oddsProducts adds those of
	// other lengths: b blocks of three cells have 65-4b offsets each, at most 264 in all.
	oddsTables   = 6 << 6
	oddsProducts = 1024
)

type oddsScratch struct {
	f       [oddsStates + maxOddsWidth]float64 // by block and offset
	arrive  [maxOddsWidth]float64
	after   [maxOddsWidth]float64                // sums to the right, by offset
	product [oddsProducts + maxOddsWidth]float64 // by level and cell; then by block of other lengths
	block   [maxWordBlocks]oddsBlock
	index   [maxOddsWidth]int                 // of cell i: that of its messages
	white   [oddsCells + maxOddsWidth]float64 // of cell i, at i+1: 1 if it may be white, or 0; 1 beyond both ends
	sum     [oddsCells + maxOddsWidth]float64 // of cell i, at i+1: its weight of being white
}

// oddsBlock locates a block at offset 0.
type oddsBlock struct {
	f  int // index of its sums in f
	at int // index of its weights in product
	lo int // its first cell
}

// oddsOffsets are numbers by offset.
type oddsOffsets = [maxOddsWidth]float64

// oddsStart is the single way to reach the first block, by its offset.
var oddsStart = oddsOffsets{1}

// fourCells expands a mask of four cells to numbers.
var fourCells = func() (table [16][4]float64) {
	for mask := range table {
		for i := range table[mask] {
			table[mask][i] = float64(mask >> uint(i) & 1)
		}
	}
	return table
}()

// Messages are the incoming and outgoing messages of a line. Cell i of the line is at Base +
// Step·i.
type Messages struct {
	In, Out    []float64 // odds black : white
	Belief     []float64 // probability of black
	Base, Step int
	Residual   []float64 // by cell of the line: its crossing line's residual, increased by the change of the belief
	// Turns, if it is not empty, is how outgoing messages moved last, by their index in Out. One
	// that turns back is damped: it keeps half of its old value.
	Turns []Turn
}

// Outgoing odds stay within these bounds, so that no message is certain.
const (
	OddsMin = 1e-6
	OddsMax = 1e6
)

// OddsWord updates the outgoing messages of a line for which Word holds: the odds black :
// white of every open cell, given the clue and the messages of the other cells. It does
// nothing if there is no block, no open cell or no weight, or if numbers are out of range.
func (l *Line) OddsWord(white, black uint64, m *Messages, s *Scratch) {
	open := white & black
	if open == 0 || len(l.blocks) == 0 {
		return
	}
	t := trimmed{blocks: l.blocks, white: white, black: black, open: open, n: uint(l.n)}
	t.cutLeft()
	t.cutRight()
	if len(t.blocks) == 0 {
		return
	}
	first, last := &t.blocks[0], &t.blocks[len(t.blocks)-1]
	t.slack = int(t.n) - int(last.start+last.length-first.start)
	z := &s.odds
	z.load(&t, m)
	z.blockWeights(&t, l.top)
	blocks, width := len(t.blocks), t.slack+1
	z.forward(blocks, width)
	z.close(width, int(t.n)+1-t.slack)
	if total := z.backward(blocks, width); total > totalMin && total < totalMax {
		z.answer(&t, total, m)
	}
}

// Totals within these bounds leave room for products.
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
	from         uint // number of cells cut off on the left
}

// cutLeft drops the known cells up to the last white before the first open cell, and their
// blocks.
func (t *trimmed) cutLeft() {
	first := uint(bits.TrailingZeros64(t.open))
	whites := t.white &^ t.black & (1<<first - 1)
	if whites == 0 {
		return
	}
	cut := uint(bits.Len64(whites))
	filled := t.black & (1<<cut - 1)
	t.blocks = t.blocks[bits.OnesCount64(filled&^(filled<<1)):]
	t.n -= cut
	t.white >>= cut
	t.black >>= cut
	t.open >>= cut
	t.from = cut
}

// cutRight does the same at the other end.
func (t *trimmed) cutRight() {
	last := uint(bits.Len64(t.open))
	whites := (t.white &^ t.black) >> last
	if whites == 0 {
		return
	}
	cut := last + uint(bits.TrailingZeros64(whites))
	filled := t.black >> cut
	t.blocks = t.blocks[:len(t.blocks)-bits.OnesCount64(filled&^(filled<<1))]
	t.n = cut
	t.white &= 1<<cut - 1
	t.black &= 1<<cut - 1
}

// load reads the odds of the open cells; black cells have 1, white ones 0.
func (z *oddsScratch) load(t *trimmed, m *Messages) {
	n := int(t.n)
	z.white[0] = 1
	white := t.white
	for i := 0; i < n; i += 4 {
		*(*[4]float64)(z.white[i&63+1:]) = fourCells[white&15]
		*(*[4]float64)(z.sum[i&63+1:]) = [4]float64{}
		white >>= 4
	}
	z.white[(n+1)&127] = 1
	in, step := m.In, m.Step
	at := m.Base + step*int(t.from)
	for i := range n & (maxOddsWidth - 1) {
		z.product[i], z.index[i] = in[at], at
		at += step
	}
	for known := ^t.open & (1<<t.n - 1); known != 0; known &= known - 1 {
		i := bits.TrailingZeros64(known) & 63
		z.product[i] = float64(t.black >> i & 1)
	}
}

// blockWeights computes the products of 1, 2, 4, … cells and the weight of every block at
// every offset.
func (z *oddsScratch) blockWeights(t *trimmed, top uint8) {
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
		z.block[j&31] = oddsBlock{j * width, at, lo}
	}
}

// combine computes the products of a block whose length is not a power of two.
func (z *oddsScratch) combine(to, from, lo int, b *block, width int) {
	lo += 1 << (b.slot & 7)
	for rest := uint(b.rest); rest > 0; from = to {
		level := bits.Len(rest) - 1
		z.multiply(to, from, level<<6+lo, width)
		lo += 1 << level
		rest -= 1 << level
	}
}

// multiply computes products of numbers at two indices.
func (z *oddsScratch) multiply(to, first, second, count int) {
	a, b, c := z.products(to), z.products(first), z.products(second)
	for o := range (count-1)&(maxOddsWidth-1) + 1 {
		a[o] = b[o] * c[o]
	}
}

func (z *oddsScratch) products(at int) *oddsOffsets {
	return (*oddsOffsets)(z.product[at&(oddsProducts-1):])
}

// row returns the sums to the left and the weights of block j by offset, and the cells
// before it.
func (z *oddsScratch) row(j int) (f, weights, white, sum *oddsOffsets) {
	b := &z.block[j&31]
	white, sum = z.before(b.lo)
	return (*oddsOffsets)(z.f[b.f&(oddsStates-1):]), z.products(b.at), white, sum
}

// before returns the cells before a block that starts in cell lo or later, as 1 or 0, and
// their sums.
func (z *oddsScratch) before(lo int) (white, sum *oddsOffsets) {
	lo &= oddsCells - 1
	return (*oddsOffsets)(z.white[lo:]), (*oddsOffsets)(z.sum[lo:])
}

// forward sums from the left; arrive holds the sums after the previous block. It takes two
// blocks at a time, because each sum depends on that of the previous offset: two in parallel
// take no longer than one.
func (z *oddsScratch) forward(blocks, width int) {
	width = (width-1)&(maxOddsWidth-1) + 1
	arrive, from := &z.arrive, &oddsStart
	j := 0
	for ; j+1 < blocks; j += 2 {
		f0, w0, white0, _ := z.row(j)
		f1, w1, white1, _ := z.row(j + 1)
		c0, c1 := 0.0, 0.0
		for o := range width {
			c0 = (c0 + from[o]) * white0[o]
			f0[o] = c0
			c1 = (c1 + float64(c0*w0[o])) * white1[o]
			f1[o] = c1
			arrive[o] = c1 * w1[o]
		}
		from = arrive
	}
	if j < blocks {
		f, w, white, _ := z.row(j)
		c := 0.0
		for o := range width {
			c = (c + from[o]) * white[o]
			f[o] = c
			arrive[o] = c * w[o]
		}
	}
}

// close sums over the gap after the last block, where lo is the second cell after the block
// at offset 0. It sets after to the number of ways to end the line.
func (z *oddsScratch) close(width, lo int) {
	width = (width-1)&(maxOddsWidth-1) + 1
	after, arrive := &z.after, &z.arrive
	white, sum := z.before(lo)
	c := 1.0
	after[width-1] = c
	for o := width - 2; o >= 0; o-- {
		c *= white[o]
		after[o] = c
	}
	c = 0
	for o := range width - 1 {
		c = (c + arrive[o]) * white[o]
		sum[o] = c * after[o+1]
	}
}

// backward sums from the right, adds the weights of being white, and returns the total
// weight.
func (z *oddsScratch) backward(blocks, width int) float64 {
	width = (width-1)&(maxOddsWidth-1) + 1
	after := &z.after
	j := blocks - 1
	if j&1 == 0 {
		z.backOne(width, j)
		j--
	}
	for ; j > 0; j -= 2 {
		f0, w0, white0, sum0 := z.row(j - 1)
		f1, w1, white1, sum1 := z.row(j)
		c0, c1 := 0.0, 0.0
		for o := width - 1; o >= 0; o-- {
			c1 += float64(w1[o] * after[o])
			sum1[o] += float64(f1[o] * c1)
			c1 *= white1[o]
			c0 += float64(w0[o] * c1)
			sum0[o] += float64(f0[o] * c0)
			c0 *= white0[o]
			after[o] = c0
		}
	}
	return after[0]
}

// backOne is backward for the last block of an odd number.
func (z *oddsScratch) backOne(width, j int) {
	width = (width-1)&(maxOddsWidth-1) + 1
	after := &z.after
	f, w, white, sum := z.row(j)
	c := 0.0
	for o := width - 1; o >= 0; o-- {
		c += float64(w[o] * after[o])
		sum[o] += float64(f[o] * c)
		c *= white[o]
		after[o] = c
	}
}

// oddsFloor is the share of the total below which a sum is rounding error.
const oddsFloor = 1e-12

// answer writes the odds and beliefs of the open cells and increases the residuals.
func (z *oddsScratch) answer(t *trimmed, total float64, m *Messages) {
	if len(m.Turns) > 0 {
		z.answerDamped(t, total, m)
		return
	}
	floor := total * oddsFloor
	share := 1 / total
	out, belief := m.Out, m.Belief[:len(m.Out)]
	moved := m.Residual[t.from:]
	sum, product, index := &z.sum, &z.product, &z.index
	for open := t.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open) & 63
		at := index[i]
		q, black := odds(sum[i+1], product[i], total, floor)
		after := float64(black * share)
		moved[i] += math.Abs(after - belief[at])
		out[at], belief[at] = q, after
	}
}

// answerDamped is answer, and damps messages that turn back.
func (z *oddsScratch) answerDamped(t *trimmed, total float64, m *Messages) {
	floor := total * oddsFloor
	for open := t.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open) & 63
		j, at := int(t.from)+i, z.index[i]
		in := z.product[i]
		q, _ := odds(z.sum[i+1], in, total, floor)
		if m.Turns[at].Back(q, m.Out[at]) {
			q = mixed(q, m.Out[at])
		}
		after := q * in / (1 + float64(q*in))
		m.Residual[j] += math.Abs(after - m.Belief[at])
		m.Out[at], m.Belief[at] = q, after
	}
}

// odds returns the odds black : white of a cell without its incoming odds, and its weight of
// being black.
func odds(white, in, total, floor float64) (q, black float64) {
	black = total - white
	if !(black >= floor) { // or NaN
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

// Turn is the direction in which a message moved last: up is 1, down is -1, and 0 is neither.
type Turn int8

// Back reports whether a message that moves from old to q turns back, and notes where it moves.
func (t *Turn) Back(q, old float64) bool {
	was := *t
	switch {
	case q > old:
		*t = 1
	case q < old:
		*t = -1
	default:
		*t = 0
	}
	return was**t < 0
}

package line

import "math/bits"

// Odds for belief propagation on a black-and-white line of at most 63 cells.
//
// Every open cell comes with odds black : white from outside, as if the cells
// were independent. Under that weighting the arrangements of the clue are
// counted twice over: f sums the ways to the left of a block position, g those
// to the right, so that f·block·g is the weight of all arrangements that have
// the block there. Positions are kept as offsets from the tight packing, of
// which there are slack+1 for every block:
//
//	offset       0 1 2 … slack
//	block 0   f [· · · … ·]      f[j][o]: all ways to lay blocks 0…j-1, block j
//	block 1     [· · · … ·]               at offset o, whites in between included
//
// A white weighs 1 and a black its odds, so a block weighs a quotient of prefix
// products. A cell's weight of being black is a running sum of what starts and
// ends. Ends of the line that are fully known are cut off first.
//
// Cost: blocks × (slack+1) steps of a few nanoseconds. Products are written as
// float64(x*y) where a sum follows, so that no compiler fuses them and all
// machines compute the same bits.

// maxOddsStates bounds (blocks+1) × (slack+1) on 63 cells.
const maxOddsStates = 700

type oddsScratch struct {
	f, g, weight [maxOddsStates]float64
	odds         [64]float64 // of the cells, 1 where known
	prefix       [65]float64 // products of odds of the first i cells
	inverse      [65]float64
	whiteOK      [65]float64 // 1 or 0
	sum          [65]float64
}

var zeroOne = [2]float64{0, 1}

// OddsWord computes, for every open cell of a line for which Word holds, the
// odds black : white that the clue and the other cells give it, its own odds
// taken out. Cell i brings the odds in[base+step·i]; the answer is out[i]. False
// if there is nothing to say: no block or no open cell, no weight, or numbers
// beyond the range of float64.
func (l *Line) OddsWord(white, black uint64, in []float64, base, step int, out *[64]float64, s *Scratch) bool {
	open := white & black
	if open == 0 || len(l.word.blocks) == 0 {
		return false
	}
	t := trimmed{blocks: l.word.blocks, white: white, black: black, open: open, n: uint(l.n), slack: l.slack}
	t.cutLeft()
	t.cutRight()
	if len(t.blocks) == 0 {
		return false
	}
	z := &s.odds
	z.load(&t, in, base, step)
	z.forward(&t)
	total := z.backward(&t)
	if !(total > 0 && total < 1e300) {
		return false
	}
	z.answer(&t, total, out)
	return true
}

// trimmed is the part of a line that is not fully known.
type trimmed struct {
	blocks       []wordBlock
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
	for _, b := range t.blocks[:k] {
		used += int(b.length) + 1
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
	for _, b := range t.blocks[k:] {
		used += int(b.length) + 1
	}
	t.slack -= int(t.n-cut) - used
	t.blocks = t.blocks[:k]
	t.n = cut
	t.white &= 1<<cut - 1
	t.black &= 1<<cut - 1
}

func (z *oddsScratch) load(t *trimmed, in []float64, base, step int) {
	n := int(t.n)
	white := t.white | 1<<t.n // behind the last cell there is always room
	base += step * int(t.from)
	x := 1.0
	for i := 0; i < n; i++ {
		z.prefix[i&63] = x
		z.inverse[i&63] = 1 / x
		z.whiteOK[i&63] = zeroOne[white>>uint(i)&1]
		z.sum[i&63] = 0
		z.odds[i&63] = 1
		if t.open>>uint(i)&1 != 0 {
			a := in[base+step*i]
			z.odds[i&63] = a
			x *= a
		}
	}
	z.prefix[n] = x
	z.whiteOK[n] = 1
	z.sum[n] = 0
}

func (z *oddsScratch) forward(t *trimmed) {
	width := t.slack + 1
	f := z.f[:width]
	clear(f)
	f[0] = 1
	white := t.white | 1<<t.n
	var runs fits
	runs.fill(t.black, 5)
	lo := 0
	for j, b := range t.blocks {
		length := int(b.length)
		room := (runs.at(b) & (white >> (b.length & 63))) >> uint(lo)
		at := j * width
		f := z.f[at : at+width]
		next := z.f[at+width : at+2*width][:len(f)]
		weight := z.weight[at : at+width][:len(f)]
		ok := z.whiteOK[lo : lo+width][:len(f)]
		inverse := z.inverse[lo : lo+width][:len(f)]
		prefix := z.prefix[lo+length : lo+length+width][:len(f)]
		c := 0.0
		for o := range f {
			c += f[o]
			f[o] = c
			q := prefix[o] * inverse[o] * zeroOne[room&1]
			weight[o] = q
			next[o] = c * q
			c *= ok[o]
			room >>= 1
		}
		lo += length + 1
	}
}

// backward sums the ways to the right, adds up starts and ends of blocks in sum,
// and returns the total weight.
func (z *oddsScratch) backward(t *trimmed) float64 {
	width := t.slack + 1
	k := len(t.blocks)
	lo := int(t.n) + 1 - t.slack
	g := z.g[k*width : (k+1)*width]
	g[t.slack] = 1
	for o := t.slack - 1; o >= 0; o-- {
		g[o] = g[o+1] * z.whiteOK[lo+o]
	}
	for j := k - 1; j >= 0; j-- {
		length := int(t.blocks[j].length)
		lo -= length + 1
		at := j * width
		g := z.g[at : at+width]
		next := z.g[at+width : at+2*width][:len(g)]
		f := z.f[at : at+width][:len(g)]
		weight := z.weight[at : at+width][:len(g)]
		ok := z.whiteOK[lo : lo+width][:len(g)]
		start := z.sum[lo : lo+width][:len(g)]
		end := z.sum[lo+length : lo+length+width][:len(g)]
		c := 0.0
		for o := len(g) - 1; o >= 0; o-- {
			y := weight[o] * next[o]
			c = float64(c*ok[o]) + y
			g[o] = c
			y *= f[o]
			start[o] += y
			end[o] -= y
		}
	}
	return z.g[0]
}

// oddsFloor is the share of the total below which a sum is rounding error.
const oddsFloor = 1e-12

func (z *oddsScratch) answer(t *trimmed, total float64, out *[64]float64) {
	floor := total * oddsFloor
	black := 0.0
	last := uint(bits.Len64(t.open))
	for i := uint(0); i < last; i++ {
		black += z.sum[i&63]
		if t.open>>i&1 == 0 {
			continue
		}
		b := max(black, floor)
		w := max(total-black, floor)
		out[(i+t.from)&63] = b / (w * z.odds[i&63])
	}
}

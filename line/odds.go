package line

import (
	"math"
	"math/bits"
)

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
	f, weight [maxOddsStates]float64
	arrive    [64]float64
	odds      [64]float64 // of the cells, 1 where known
	prefix    [65]float64 // products of odds of the first i cells
	inverse   [65]float64
	whiteOK   [65]float64 // 1 or 0
	sum       [65]float64
}

var zeroOne = [2]float64{0, 1}

// Messages are what the crossing lines tell a line about its cells, and what it
// tells them. Cell i has its place at Base + Step·i in both.
type Messages struct {
	In, Out    []float64 // odds black : white
	Base, Step int
	News       float64 // an answer that moved its probability by more is news
	Damped     bool    // answers are mixed with the ones before, half and half
}

// Answers stay within these odds, so that no message is ever certain.
const (
	OddsMin = 1e-6
	OddsMax = 1e6
)

// OddsWord brings the messages of a line up to date for which Word holds: every
// open cell is told the odds black : white that the clue and the other cells give
// it, its own odds taken out. It returns the mask of the cells for which that is
// news. A line with nothing to say (no block or no open cell, no weight, numbers
// beyond the range of float64) leaves all as it is.
func (l *Line) OddsWord(white, black uint64, m *Messages, s *Scratch) (news uint64) {
	open := white & black
	if open == 0 || len(l.word.blocks) == 0 {
		return 0
	}
	t := trimmed{blocks: l.word.blocks, white: white, black: black, open: open, n: uint(l.n), slack: l.slack}
	t.cutLeft()
	t.cutRight()
	if len(t.blocks) == 0 {
		return 0
	}
	z := &s.odds
	z.load(&t, m)
	z.weigh(&t)
	z.forward(&t)
	total := z.backward(&t)
	if !(total > 0 && total < 1e300) {
		return 0
	}
	return z.answer(&t, total, m)
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

// one is the bit pattern of 1.0.
const one = 0x3FF0000000000000

// load takes in the odds of the open cells, and 1 for the others. It has no
// branches in its loop: which cells are open is as good as random.
func (z *oddsScratch) load(t *trimmed, m *Messages) {
	n := int(t.n)
	open, white := t.open, t.white
	in, step := m.In, m.Step
	at := m.Base + step*int(t.from)
	x := 1.0
	for i := 0; i < n; i++ {
		pick := -(open & 1) // all ones if the cell is open
		a := math.Float64frombits(math.Float64bits(in[at])&pick | one&^pick)
		z.odds[i&63] = a
		z.prefix[i&63] = x
		z.inverse[i&63] = 1 / x
		z.whiteOK[i&63] = zeroOne[white&1]
		z.sum[i&63] = 0
		x *= a
		open >>= 1
		white >>= 1
		at += step
	}
	z.prefix[n] = x
	z.whiteOK[n] = 1 // behind the last cell there is always room
	z.sum[n] = 0
}

// weigh fills in what every block weighs at every offset, 0 where it has no room.
func (z *oddsScratch) weigh(t *trimmed) {
	width := t.slack + 1
	white := t.white | 1<<t.n
	var runs fits
	runs.fill(t.black, 5)
	lo := 0
	for j, b := range t.blocks {
		length := int(b.length)
		room := (runs.at(b) & (white >> (b.length & 63))) >> (uint(lo) & 63)
		weight := z.weight[j*width : (j+1)*width]
		inverse := z.inverse[lo : lo+width][:len(weight)]
		prefix := z.prefix[lo+length : lo+length+width][:len(weight)]
		for o := range weight {
			weight[o] = prefix[o] * inverse[o] * zeroOne[room&1]
			room >>= 1
		}
		lo += length + 1
	}
}

// forward sums the ways to the left: on entry to a block, arrive holds the ways
// to have just finished the one before with its gap. Blocks go two at a time,
// because each sum waits for the one an offset before: two of them side by side
// take no longer than one.
func (z *oddsScratch) forward(t *trimmed) {
	width := t.slack + 1
	arrive := z.arrive[:width]
	clear(arrive)
	arrive[0] = 1
	lo := 0
	j := 0
	for ; j+1 < len(t.blocks); j += 2 {
		second := lo + int(t.blocks[j].length) + 1
		f0 := z.f[j*width : (j+1)*width][:len(arrive)]
		f1 := z.f[(j+1)*width : (j+2)*width][:len(arrive)]
		w0 := z.weight[j*width : (j+1)*width][:len(arrive)]
		w1 := z.weight[(j+1)*width : (j+2)*width][:len(arrive)]
		ok0 := z.whiteOK[lo : lo+width][:len(arrive)]
		ok1 := z.whiteOK[second : second+width][:len(arrive)]
		c0, c1 := 0.0, 0.0
		for o := range arrive {
			c0 += arrive[o]
			f0[o] = c0
			c1 += float64(c0 * w0[o])
			f1[o] = c1
			arrive[o] = c1 * w1[o]
			c0 *= ok0[o]
			c1 *= ok1[o]
		}
		lo = second + int(t.blocks[j+1].length) + 1
	}
	if j < len(t.blocks) {
		f := z.f[j*width : (j+1)*width][:len(arrive)]
		ok := z.whiteOK[lo : lo+width][:len(arrive)]
		c := 0.0
		for o := range arrive {
			c += arrive[o]
			f[o] = c
			c *= ok[o]
		}
	}
}

// backward sums the ways to the right, adds up starts and ends of blocks in sum,
// and returns the total weight. arrive now holds the ways to go on behind a
// block.
func (z *oddsScratch) backward(t *trimmed) float64 {
	width := t.slack + 1
	lo := int(t.n) + 1 - t.slack
	arrive := z.arrive[:width]
	arrive[t.slack] = 1
	for o := t.slack - 1; o >= 0; o-- {
		arrive[o] = arrive[o+1] * z.whiteOK[lo+o]
	}
	j := len(t.blocks) - 1
	if j&1 == 0 {
		lo -= int(t.blocks[j].length) + 1
		z.backOne(arrive, j, lo, int(t.blocks[j].length))
		j--
	}
	for ; j > 0; j -= 2 {
		l0, l1 := int(t.blocks[j-1].length), int(t.blocks[j].length)
		second := lo - l1 - 1
		lo = second - l0 - 1
		f0 := z.f[(j-1)*width : j*width][:len(arrive)]
		f1 := z.f[j*width : (j+1)*width][:len(arrive)]
		w0 := z.weight[(j-1)*width : j*width][:len(arrive)]
		w1 := z.weight[j*width : (j+1)*width][:len(arrive)]
		ok0 := z.whiteOK[lo : lo+width][:len(arrive)]
		ok1 := z.whiteOK[second : second+width][:len(arrive)]
		start0 := z.sum[lo : lo+width][:len(arrive)]
		end0 := z.sum[lo+l0 : lo+l0+width][:len(arrive)]
		start1 := z.sum[second : second+width][:len(arrive)]
		end1 := z.sum[second+l1 : second+l1+width][:len(arrive)]
		c0, c1 := 0.0, 0.0
		for o := len(arrive) - 1; o >= 0; o-- {
			y1 := float64(w1[o] * arrive[o])
			c1 = float64(c1*ok1[o]) + y1
			y0 := float64(w0[o] * c1)
			c0 = float64(c0*ok0[o]) + y0
			arrive[o] = c0
			y0 = float64(y0 * f0[o])
			y1 = float64(y1 * f1[o])
			start0[o] += y0
			end0[o] -= y0
			start1[o] += y1
			end1[o] -= y1
		}
	}
	return arrive[0]
}

// backOne is backward for the last block of an odd number.
func (z *oddsScratch) backOne(arrive []float64, j, lo, length int) {
	width := len(arrive)
	f := z.f[j*width : (j+1)*width][:len(arrive)]
	weight := z.weight[j*width : (j+1)*width][:len(arrive)]
	ok := z.whiteOK[lo : lo+width][:len(arrive)]
	start := z.sum[lo : lo+width][:len(arrive)]
	end := z.sum[lo+length : lo+length+width][:len(arrive)]
	c := 0.0
	for o := len(arrive) - 1; o >= 0; o-- {
		y := float64(weight[o] * arrive[o])
		c = float64(c*ok[o]) + y
		arrive[o] = c
		y = float64(y * f[o])
		start[o] += y
		end[o] -= y
	}
}

// oddsFloor is the share of the total below which a sum is rounding error.
const oddsFloor = 1e-12

// answer sends the odds of the open cells and returns which of them are news.
func (z *oddsScratch) answer(t *trimmed, total float64, m *Messages) (news uint64) {
	black := 0.0
	for i := range z.sum[:bits.Len64(t.open)] {
		black += z.sum[i]
		z.sum[i] = black
	}
	floor := total * oddsFloor
	out, base := m.Out, m.Base+m.Step*int(t.from)
	for open := t.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open)
		black := z.sum[i&63]
		q := max(black, floor) / (max(total-black, floor) * z.odds[i&63])
		if q < OddsMin {
			q = OddsMin
		} else if q > OddsMax {
			q = OddsMax
		}
		o := &out[base+m.Step*i]
		old := *o
		if m.Damped {
			q = mixed(q, old)
		}
		*o = q
		// As probabilities: |q/(1+q) - old/(1+old)| > News.
		if d := m.News * (1 + q) * (1 + old); q-old > d || old-q > d {
			news |= open & -open
		}
	}
	return news << (t.from & 63)
}

// mixed is the mean of two odds, as probabilities.
func mixed(q, old float64) float64 {
	p := float64((q/(1+q) + old/(1+old)) / 2)
	return p / (1 - p)
}

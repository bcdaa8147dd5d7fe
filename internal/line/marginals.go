package line

import (
	"math"
	"math/bits"
)

// Weighted counting on lines of any length and colors, for belief propagation: the
// probability of each color in each cell, if the cells were drawn independently with given
// weights, on condition that the clue holds.
//
// The line is solved first, which leaves for every block a range of offsets lo … hi from its
// leftmost start. One pass from the left sums the weights of all ways to place a block and
// everything to its left; one from the right sums those to place everything to its right.
//
//	offset        lo             hi
//	block 0        [· · · · · ·]          e[j][o]: all ways with block j at o, up
//	block 1            [· · · · · · ·]             to its end, whites included
//	block 2            [· · · · · · · ·]
//
// Their product, divided by the total, is the probability of that position; the probability
// that a cell is covered is a running sum over starts and ends.
//
// 1,000 blocks can be placed in 10^800 ways, so factors common to all arrangements keep the
// sums in range. The weights of a cell are divided by the largest of them; a white cell gets
// a factor of slack / (slack + blocks), which offsets the number of ways to place whites; and
// rows are scaled by powers of two. This fails only if strong weights contradict each other
// over a long stretch. The probabilities of every block must sum to 1, which detects the
// failure.
//
// Cost: that of solving, some 5 ns per cell and color, and 7 ns and 16 bytes for every block
// and offset. Products are written as float64(x*y) where a sum follows, so that no compiler
// fuses them and all machines give the same result.

// maxLoss is the tolerance for the sum of the probabilities of a block. Rounding errors are
// much smaller.
const maxLoss = 1e-9

// rowRange bounds the sums of rows from above, its inverse from below.
const rowRange = 1 << 64

// marginScratch is the working memory of Marginals.
type marginScratch struct {
	can   []uint64    // remaining candidates
	white []float64   // weight of cell i being white, at i+1
	ink   []float64   // [ink][cell]
	rows  []marginRow // one for every block
	e, q  []float64   // by row and offset: sums from the left; weights of the block alone
	g     []float64   // by offset: sums from the right, for one row
	cover []float64   // [ink][cell]: probabilities
	sums  []float64   // by offset: running sum of the probabilities of one block
}

// marginRow is one block.
type marginRow struct {
	start, length int // at offset 0
	ink           int
	gap           bool // a white cell must precede it
	blot          bool // see marginals_blot.go
	lo, hi        int  // range of offsets
	at            int  // index of offset 0 in e and q
	exp           int  // e is scaled by 2^-exp
}

// Marginals computes the probability of each color in each cell, if the cells were drawn
// independently with the given weights, on condition that the clue holds. weight[i·Colors+c]
// is the weight of color c in cell i, finite and at least 0, and taken as 0 if can excludes
// it; nil stands for equal weights. out[i·Colors+c] is set to the probability, with an
// absolute error of about 1e-12. A weight counts as 0 if its share of the largest in its cell
// underflows.
//
// It returns false if no arrangement has a positive weight, if a weight is not finite, or if
// sums are out of range; out is then unspecified. can is not changed.
func (l *Line) Marginals(can []uint64, weight, out []float64, s *Scratch) bool {
	if l.slack < 0 {
		return false
	}
	if l.free {
		return l.freeMarginals(can, weight, out)
	}
	z := &s.margin
	z.can = append(z.can[:0], can[:l.colors*l.words]...)
	for again := true; again; {
		if !z.locate(l, s) {
			return false
		}
		var ok bool
		if again, ok = z.load(l, weight); !ok {
			return false
		}
	}
	z.cover = grown(z.cover, len(l.inks)*l.n)
	clear(z.cover)
	if len(l.blocks) > 0 && !(z.forward() && z.backward()) {
		return false
	}
	z.answer(l, out[:l.n*l.colors])
	return true
}

// locate solves the line and sets the range of each block; false if there is no arrangement.
func (z *marginScratch) locate(l *Line, s *Scratch) bool {
	z.rows = grown(z.rows, len(l.blocks))
	gap := uint8(0)
	for j := range l.blocks {
		b := &l.blocks[j]
		z.rows[j] = marginRow{start: int(b.start), length: int(b.length), ink: int(b.ink), gap: gap != 0, blot: b.blot}
		gap = b.gap
	}
	if l.blots > 0 {
		if !l.solveBlots(z.can, s) {
			return false
		}
		s.blot.ranges(l, z.rows)
	} else if l.n <= maxWordCells {
		if !l.solveColor(z.can, s) {
			return false
		}
		s.color.ranges(z.rows)
	} else {
		if !l.solveLong(z.can, s) {
			return false
		}
		s.long.ranges(l, z.rows)
	}
	next := 0
	for j := range z.rows {
		r := &z.rows[j]
		r.at = next - r.lo
		next += r.hi - r.lo + 1
	}
	z.e, z.q = grown(z.e, next), grown(z.q, next)
	z.g, z.sums = grown(z.g, l.slack+1), grown(z.sums, l.slack+1)
	return true
}

// forward sums from the left; false on underflow.
func (z *marginScratch) forward() bool {
	var above *marginRow
	for j := range z.rows {
		r := &z.rows[j]
		if !z.blockWeights(r) {
			return false
		}
		var sum float64
		if above == nil {
			sum = z.firstRow(r)
			r.exp = 0
		} else {
			sum = z.nextRow(above, r)
			r.exp = above.exp
		}
		if r.blot {
			sum = z.lengthen(r)
		}
		if sum == 0 {
			return false
		}
		if sum > rowRange || sum < 1.0/rowRange {
			r.exp += rescale(z.e[r.at+r.lo:r.at+r.hi+1], sum)
		}
		above = r
	}
	return true
}

// firstRow has only white cells on its left.
func (z *marginScratch) firstRow(r *marginRow) (sum float64) {
	e, q := z.e[r.at+r.lo:r.at+r.hi+1], z.q[r.at+r.lo:r.at+r.hi+1]
	white := z.white[r.start+r.lo:][:len(e)]
	c := 1.0
	for i := range e {
		if i > 0 {
			c *= white[i]
		}
		v := float64(c * q[i])
		e[i] = v
		sum += v
	}
	return sum
}

// nextRow sums over the offsets of the previous block; c is the sum before the block at
// offset o.
func (z *marginScratch) nextRow(above, r *marginRow) (sum float64) {
	white := z.white[r.start:]
	c := 0.0
	o := above.lo
	for ; o < r.lo; o++ {
		x := 0.0
		if o <= above.hi {
			x = z.e[above.at+o]
		}
		if r.gap {
			c = (c + x) * white[o]
		} else {
			c = float64(c*white[o]) + x
		}
	}
	if o <= above.hi {
		from := z.e[above.at+o : above.at+above.hi+1]
		e, q := z.e[r.at+o:][:len(from)], z.q[r.at+o:][:len(from)]
		white := white[o:][:len(from)]
		o += len(from)
		// Two offsets at a time shorten the dependency chain.
		i := 0
		if r.gap {
			for ; i+1 < len(from); i += 2 {
				x := float64(from[i] * white[i])
				y := float64((x + from[i+1]) * white[i+1])
				v := float64((float64(c*white[i]) + x) * q[i])
				c = float64(c*float64(white[i]*white[i+1])) + y
				w := float64(c * q[i+1])
				e[i], e[i+1] = v, w
				sum += v + w
			}
		} else {
			for ; i+1 < len(from); i += 2 {
				x := from[i]
				y := float64(x*white[i+1]) + from[i+1]
				v := float64((float64(c*white[i]) + x) * q[i])
				c = float64(c*float64(white[i]*white[i+1])) + y
				w := float64(c * q[i+1])
				e[i], e[i+1] = v, w
				sum += v + w
			}
		}
		if i < len(from) {
			if r.gap {
				c = (c + from[i]) * white[i]
			} else {
				c = float64(c*white[i]) + from[i]
			}
			v := float64(c * q[i])
			e[i] = v
			sum += v
		}
	}
	for ; o <= r.hi; o++ {
		c *= white[o]
		v := float64(c * z.q[r.at+o])
		z.e[r.at+o] = v
		sum += v
	}
	return sum
}

// backward sums from the right and computes the probabilities; false if those of a block do
// not sum to 1.
func (z *marginScratch) backward() bool {
	last := &z.rows[len(z.rows)-1]
	z.lastRow(last)
	total, base, exp := 0.0, 0, 0 // total is scaled by 2^-base, g by 2^-exp
	for j := len(z.rows) - 1; j >= 0; j-- {
		r := &z.rows[j]
		e, q, g := z.e[r.at+r.lo:r.at+r.hi+1], z.q[r.at+r.lo:r.at+r.hi+1], z.g[r.lo:r.hi+1]
		if r == last {
			for i := range e {
				total += float64(e[i] * g[i])
			}
			base = r.exp
		}
		f := power(r.exp+exp-base) / total
		sum, ways := 0.0, 0.0
		sums := z.sums[:len(e)]
		for i := range e {
			sum += float64(e[i] * f * g[i])
			sums[i] = sum
			x := float64(g[i] * q[i])
			g[i] = x
			ways += x
		}
		if !(math.Abs(sum-1) < maxLoss) {
			return false
		}
		if r.blot {
			ways = z.shorten(r, f)
		} else {
			z.spread(r)
		}
		if ways > rowRange || ways < 1.0/rowRange {
			exp += rescale(g, ways)
		}
		if j > 0 {
			z.rowBefore(&z.rows[j-1], r)
		}
	}
	return true
}

// spread adds the probabilities of a block to its cells. It covers a cell if it starts there
// or before, and has not ended.
func (z *marginScratch) spread(r *marginRow) {
	n := len(z.white) - 1
	sums := z.sums[:r.hi-r.lo+1]
	cells := z.cover[r.ink*n+r.start+r.lo:][:r.hi-r.lo+r.length]
	for i, p := range sums {
		cells[i] += p
	}
	for i := len(sums); i < len(cells); i++ {
		cells[i]++
	}
	if r.length < len(cells) {
		ended := cells[r.length:]
		for i := range ended {
			ended[i] -= sums[i]
		}
	}
}

// lastRow sets g to the weights of the white cells after the last block.
func (z *marginScratch) lastRow(r *marginRow) {
	c := 1.0
	for o := r.hi; o >= r.lo; o-- {
		z.g[o] = c
		c *= z.white[r.start+r.length+o]
	}
}

// rowBefore turns g, with the block of row r, into the sums after the block of the previous
// row.
func (z *marginScratch) rowBefore(above, r *marginRow) {
	white := z.white[r.start:]
	g := z.g
	c := 0.0
	// Two offsets at a time, as in nextRow.
	o := r.hi
	if r.gap {
		for ; o > r.lo; o -= 2 {
			x := float64(g[o] * white[o])
			y := float64((x + g[o-1]) * white[o-1])
			g[o] = float64(c*white[o]) + x
			c = float64(c*float64(white[o]*white[o-1])) + y
			g[o-1] = c
		}
		if o == r.lo {
			c = (c + g[o]) * white[o]
			g[o] = c
		}
	} else {
		c = g[o]
		for o--; o > r.lo; o -= 2 {
			x := g[o]
			y := float64(x*white[o]) + g[o-1]
			g[o] = float64(c*white[o+1]) + x
			c = float64(c*float64(white[o+1]*white[o])) + y
			g[o-1] = c
		}
		if o == r.lo {
			c = float64(c*white[o+1]) + g[o]
			g[o] = c
		}
	}
	for o := r.lo - 1; o >= above.lo; o-- {
		if r.gap {
			c *= white[o]
		} else {
			c *= white[o+1]
		}
		g[o] = c
	}
}

// rescale divides a row by a power of two near its sum, and returns the exponent.
func rescale(row []float64, sum float64) int {
	e := exponent(sum)
	f := power(-e)
	for i := range row {
		row[i] *= f
	}
	return e
}

func (z *marginScratch) answer(l *Line, out []float64) {
	clear(out)
	for at := range l.words {
		open := z.open(l, at)
		for c := range l.colors {
			for x := z.can[c*l.words+at] &^ open; x != 0; x &= x - 1 {
				out[(at<<6+bits.TrailingZeros64(x))*l.colors+c] = 1
			}
		}
		for ; open != 0; open &= open - 1 {
			i := at<<6 + bits.TrailingZeros64(open)
			z.answerOpen(l, out[i*l.colors:(i+1)*l.colors], i)
		}
	}
}

// answerOpen gives white the remainder of the inks, and normalises.
func (z *marginScratch) answerOpen(l *Line, cell []float64, i int) {
	sum := 0.0
	for k := range l.inks {
		if z.ink[k*l.n+i] != 0 {
			p := max(z.cover[k*l.n+i], 0)
			cell[l.inks[k].color] = p
			sum += p
		}
	}
	if z.white[i+1] != 0 && sum < 1 {
		cell[0] = 1 - sum
		return
	}
	for c := range cell {
		cell[c] /= sum
	}
}

// power returns 2^e, 0 or infinity if that is out of range.
func power(e int) float64 {
	switch {
	case e < -1022:
		return 0
	case e > 1023:
		return math.Inf(1)
	}
	return math.Float64frombits(uint64(e+1023) << 52)
}

// exponent returns that of the largest power of two not above x.
func exponent(x float64) int { return int(math.Float64bits(x)>>52) - 1023 }

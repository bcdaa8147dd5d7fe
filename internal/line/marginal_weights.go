package line

import (
	"math"
	"math/bits"
	"slices"
)

// Weights of cells and blocks for marginals.go. The weights of a cell are divided by the
// largest of them. A cell with one candidate has weight 1. White cells also get the tilt,
// except on lines with blotted blocks, where arrangements differ in their number of whites.
//
// Cost: a few nanoseconds per cell and color, and per block and offset.

// load computes the weights of the cells; ok is false if one that counts is not positive and
// finite. Candidates without weight are removed from can, and again reports that the line
// must be solved again.
func (z *marginScratch) load(l *Line, weight []float64) (again, ok bool) {
	z.white = grown(z.white, l.n+1)
	z.ink = grown(z.ink, len(l.inks)*l.n)
	expand(z.white[1:], z.can)
	for k := range l.inks {
		expand(z.ink[k*l.n:(k+1)*l.n], z.can[int(l.inks[k].color)*l.words:])
	}
	tilt := 1.0
	if l.blots == 0 {
		tilt = z.tilt()
	}
	for at := range l.words {
		open := z.open(l, at)
		if weight != nil && !z.check(l, weight, at, open) {
			return false, false
		}
		for ; open != 0; open &= open - 1 {
			i := at<<6 + bits.TrailingZeros64(open)
			if weight != nil {
				largest, less := z.scale(l, weight[i*l.colors:(i+1)*l.colors], i)
				if !(largest > 0 && largest <= math.MaxFloat64) {
					return false, false
				}
				if less {
					z.exclude(l, i)
					again = true
				}
			}
			z.white[i+1] *= tilt
		}
	}
	return again, true
}

// expand writes the bits of a mask as numbers.
func expand(to []float64, mask []uint64) {
	for at := 0; len(to) > 0; at++ {
		x := mask[at]
		row := to[:min(len(to), 64)]
		to = to[len(row):]
		for ; len(row) >= 4; row, x = row[4:], x>>4 {
			*(*[4]float64)(row) = fourCells[x&15]
		}
		copy(row, fourCells[x&15][:])
	}
}

// open returns the cells of a word that have several candidates.
func (z *marginScratch) open(l *Line, at int) uint64 {
	one, several := z.can[at], uint64(0)
	for k := range l.inks {
		m := z.can[int(l.inks[k].color)*l.words+at]
		several |= one & m
		one |= m
	}
	return several
}

// check tests the weights of the cells of a word that have one candidate.
func (z *marginScratch) check(l *Line, weight []float64, at int, open uint64) bool {
	for c := range l.colors {
		for x := z.can[c*l.words+at] &^ open; x != 0; x &= x - 1 {
			w := weight[(at<<6+bits.TrailingZeros64(x))*l.colors+c]
			if !(w > 0 && w <= math.MaxFloat64) {
				return false
			}
		}
	}
	return true
}

// scale sets the weights of a cell, the largest to 1, and returns the largest, and whether a
// candidate has no weight. It compares bit patterns, which order positive numbers by value,
// to avoid unpredictable branches.
func (z *marginScratch) scale(l *Line, weight []float64, i int) (largest float64, less bool) {
	white := z.white[i+1] * weight[0]
	most := math.Float64bits(white)
	lost := isZero(most) - isZero(math.Float64bits(z.white[i+1]))
	for k := range l.inks {
		at := &z.ink[k*l.n+i]
		w := *at * weight[l.inks[k].color]
		pattern := math.Float64bits(w)
		lost += isZero(pattern) - isZero(math.Float64bits(*at))
		most = max(most, pattern) // negative numbers and NaN exceed all others
		*at = w
	}
	largest = math.Float64frombits(most)
	z.white[i+1] = white / largest
	for k := range l.inks {
		z.ink[k*l.n+i] /= largest
	}
	return largest, lost != 0
}

// isZero is 1 for the bit pattern of zero and 0 for those of positive numbers.
func isZero(pattern uint64) uint64 { return (pattern - 1) >> 63 }

// exclude removes the candidates of a cell that have no weight.
func (z *marginScratch) exclude(l *Line, i int) {
	at, bit := i>>6, uint64(1)<<(uint(i)&63)
	if !(z.white[i+1] > 0) {
		z.can[at] &^= bit
	}
	for k := range l.inks {
		if !(z.ink[k*l.n+i] > 0) {
			z.can[int(l.inks[k].color)*l.words+at] &^= bit
		}
	}
}

// tilt is the factor of white cells that offsets the number of ways to place them.
func (z *marginScratch) tilt() float64 {
	room, loose := 1, 1
	for j := range z.rows {
		if r := &z.rows[j]; r.hi > r.lo {
			room = max(room, r.hi-r.lo)
			loose++
		}
	}
	return float64(room) / float64(room+loose)
}

// blockWeights fills the row of q: the product of the weights of the cells that the block
// covers at each offset, up to a common factor. Cells covered at every offset are left out.
// Products that end and products that begin at every length-th cell are combined:
//
//	cells           a b c d e f g h …       length 4, offsets 0 … 4
//	ending at d     abcd bcd cd d
//	from e          1    e   ef efg         block at 1: bcd · e
//
// False if a product underflows.
func (z *marginScratch) blockWeights(r *marginRow) bool {
	q := z.q[r.at+r.lo : r.at+r.hi+1]
	if len(q) == 1 {
		q[0] = 1
		return true
	}
	if r.blot {
		for i := range q {
			q[i] = 1 // see lengthen
		}
		return true
	}
	n := len(z.white) - 1
	cells := z.ink[r.ink*n+r.start+r.lo : r.ink*n+r.start+r.hi+r.length]
	if r.length <= maxShort {
		shortWeights(q, cells)
		return true
	}
	for at := 0; at < len(q); at += r.length {
		group := q[at:min(at+r.length, len(q))]
		x := 1.0
		if len(q) > r.length {
			for _, w := range cells[at+len(group)-1 : at+r.length] {
				x *= w
			}
		}
		group[len(group)-1] = x
		for i := len(group) - 2; i >= 0; i-- {
			x *= cells[at+i]
			group[i] = x
		}
		if x == 0 && !slices.Contains(cells[at:at+r.length], 0) {
			return false
		}
		x = 1
		next := cells[at+r.length:][:len(group)-1]
		for i, w := range next {
			x *= w
			group[i+1] *= x
		}
		if x == 0 && !slices.Contains(next, 0) {
			return false
		}
	}
	return true
}

// maxShort is the length up to which multiplying cell by cell is faster.
const maxShort = 4

func shortWeights(q, cells []float64) {
	length := len(cells) - len(q) + 1
	copy(q, cells)
	for i := 1; i < length; i++ {
		for j, w := range cells[i:][:len(q)] {
			q[j] *= w
		}
	}
}

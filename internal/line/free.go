package line

import (
	"math"
	"math/bits"
)

// A line without a clue: every choice of candidates is an arrangement. Solve and Feasible
// have nothing to do.

// countFree is Count: the product of the numbers of candidates.
func (l *Line) countFree(can []uint64) uint64 {
	ways := uint64(1)
	for i := range l.n {
		n := uint64(0)
		for at := i >> 6; at < l.colors*l.words; at += l.words {
			n += can[at] >> uint(i&63) & 1
		}
		if n == 0 {
			return 0
		}
		over, product := bits.Mul64(ways, n)
		if over != 0 {
			product = math.MaxUint64
		}
		ways = product
	}
	return ways
}

// freeMarginals is Marginals: each cell has its own weights, in proportion.
func (l *Line) freeMarginals(can []uint64, weight, out []float64) bool {
	for i := range l.n {
		total := 0.0
		cell := out[i*l.colors : (i+1)*l.colors]
		for c := range cell {
			cell[c] = float64(can[c*l.words+i>>6] >> uint(i&63) & 1)
			if weight != nil && cell[c] != 0 {
				cell[c] = weight[i*l.colors+c]
			}
			total += cell[c]
		}
		if !(total > 0 && total <= math.MaxFloat64) {
			return false
		}
		for c := range cell {
			cell[c] /= total
		}
	}
	return true
}

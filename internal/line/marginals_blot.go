package line

// Weighted counting for blotted blocks, for the passes of marginals.go.
// A blotted block has two offsets, of its first and of its last cell. Its row is first
// computed for starts, as for a block of weight 1, and then summed along the cells that may
// have its ink:
//
//	e[o]    first: all ways with the block starting in cell o, without that cell
//	        then:  all ways with cell o in the block, up to that cell
//	g[o]    first: all ways to continue if o is the block's last cell
//	        then:  all ways to continue from a start in cell o, with that cell
//
// Cost: two more steps of some 3 ns for every blotted block and offset.

// tiny is the least product that does not lose digits.
const tiny = 1e-290

// inkOf returns the weights of the cells that a blotted block may cover.
func (z *marginScratch) inkOf(r *marginRow) []float64 {
	n := len(z.white) - 1
	return z.ink[r.ink*n+r.start+r.lo:][:r.hi-r.lo+1]
}

// lengthen turns a row of starts into one of last cells, and returns its sum; 0 on underflow.
func (z *marginScratch) lengthen(r *marginRow) (sum float64) {
	e := z.e[r.at+r.lo : r.at+r.hi+1]
	c := 0.0
	for i, w := range z.inkOf(r) {
		c += e[i]
		v := float64(c * w)
		if v < tiny && c > 0 && w > 0 {
			return 0
		}
		c = v
		e[i] = v
		sum += v
	}
	return sum
}

// shorten turns g, after the last cells of a block, into sums from its starts on, adds the
// probabilities of its cells to cover, and returns the sum of g. f converts products to
// probabilities.
func (z *marginScratch) shorten(r *marginRow, f float64) (sum float64) {
	n := len(z.white) - 1
	e, g, ink := z.e[r.at+r.lo:r.at+r.hi+1], z.g[r.lo:r.hi+1], z.inkOf(r)
	cells := z.cover[r.ink*n+r.start+r.lo:][:len(e)]
	c := 0.0
	for i := len(e) - 1; i >= 0; i-- {
		c += g[i]
		cells[i] += float64(e[i] * f * c)
		c = float64(c * ink[i])
		g[i] = c
		sum += c
	}
	return sum
}

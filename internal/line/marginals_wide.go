package line

// The sums of marginals.go with separate exponents, for the rare line on which float64
// underflows: long stretches on which strong weights contradict each other, or the clue.
//
// Cost: about 60 ns for every block and offset, ten times as much as otherwise.

// wide is the number m·2^e, with m = 0 or 1 ≤ m < 2.
type wide struct {
	m float64
	e int
}

func wideOf(x float64, e int) wide {
	if x == 0 {
		return wide{}
	}
	d := exponent(x)
	return wide{x * power(-d), e + d}
}

func (a wide) times(b wide) wide { return wideOf(a.m*b.m, a.e+b.e) }

func (a wide) over(b wide) wide { return wideOf(a.m/b.m, a.e-b.e) }

func (a wide) plus(b wide) wide {
	if b.m == 0 || a.m != 0 && a.e > b.e {
		a, b = b, a
	}
	if a.m == 0 {
		return b
	}
	return wideOf(b.m+float64(a.m*power(a.e-b.e)), b.e)
}

// float returns a float64, 0 on underflow.
func (a wide) float() float64 { return a.m * power(a.e) }

type wideScratch struct {
	e, g    []wide
	product []wide  // [ink][cell]: product of the nonzero weights of the cells before
	zeros   []int32 // [ink][cell]: number of zeros among them
}

// run does both passes of a loaded line; false if there is no weight.
func (w *wideScratch) run(z *marginScratch) bool {
	w.load(z)
	w.forward(z)
	last := &z.rows[len(z.rows)-1]
	var total wide
	c := wide{1, 0}
	for o := last.hi; o >= last.lo; o-- {
		w.g[o] = c
		c = c.times(wideOf(z.white[last.start+last.length+o], 0))
		total = total.plus(w.e[last.at+o].times(w.g[o]))
	}
	if !(total.m > 0) {
		return false
	}
	for j := len(z.rows) - 1; j >= 0; j-- {
		r := &z.rows[j]
		if r.blot {
			w.shorten(z, r, total)
			if j > 0 {
				w.rowBefore(z, &z.rows[j-1], r)
			}
			continue
		}
		sum := 0.0
		for o := r.lo; o <= r.hi; o++ {
			sum += float64(w.e[r.at+o].times(w.g[o]).over(total).float())
			z.sums[o-r.lo] = sum
			w.g[o] = w.g[o].times(w.weight(z, r, o))
		}
		z.spread(r)
		if j > 0 {
			w.rowBefore(z, &z.rows[j-1], r)
		}
	}
	return true
}

func (w *wideScratch) load(z *marginScratch) {
	w.e, w.g = grown(w.e, len(z.e)), grown(w.g, len(z.g))
	n := len(z.white) - 1
	inks := len(z.ink) / n
	w.product, w.zeros = grown(w.product, inks*(n+1)), grown(w.zeros, inks*(n+1))
	for k := range inks {
		product, zeros := w.product[k*(n+1):], w.zeros[k*(n+1):]
		product[0], zeros[0] = wide{1, 0}, 0
		for i, x := range z.ink[k*n : (k+1)*n] {
			product[i+1], zeros[i+1] = product[i], zeros[i]
			if x == 0 {
				zeros[i+1]++
			} else {
				product[i+1] = product[i].times(wideOf(x, 0))
			}
		}
	}
}

// weight is the weight of a block alone, 1 if it is blotted.
func (w *wideScratch) weight(z *marginScratch, r *marginRow, o int) wide {
	if r.blot {
		return wide{1, 0}
	}
	from := r.ink*len(z.white) + r.start + o
	to := from + r.length
	if w.zeros[from] != w.zeros[to] {
		return wide{}
	}
	return w.product[to].over(w.product[from])
}

func (w *wideScratch) forward(z *marginScratch) {
	for j := range z.rows {
		w.row(z, j)
		if r := &z.rows[j]; r.blot {
			w.lengthen(z, r)
		}
	}
}

// row sums from the left over one block.
func (w *wideScratch) row(z *marginScratch, j int) {
	r := &z.rows[j]
	white := z.white[r.start:]
	c := wide{1, 0}
	if j == 0 {
		for o := r.lo; o <= r.hi; o++ {
			if o > r.lo {
				c = c.times(wideOf(white[o], 0))
			}
			w.e[r.at+o] = c.times(w.weight(z, r, o))
		}
		return
	}
	above := &z.rows[j-1]
	c = wide{}
	for o := above.lo; o <= r.hi; o++ {
		x := wide{}
		if o <= above.hi {
			x = w.e[above.at+o]
		}
		if r.gap {
			c = c.plus(x).times(wideOf(white[o], 0))
		} else {
			c = c.times(wideOf(white[o], 0)).plus(x)
		}
		if o >= r.lo {
			w.e[r.at+o] = c.times(w.weight(z, r, o))
		}
	}
}

func (w *wideScratch) rowBefore(z *marginScratch, above, r *marginRow) {
	white := z.white[r.start:]
	c := wide{}
	for o := r.hi; o >= above.lo; o-- {
		x := wide{}
		if o >= r.lo {
			x = w.g[o]
		}
		if r.gap {
			c = c.plus(x).times(wideOf(white[o], 0))
		} else {
			c = c.times(wideOf(white[o+1], 0)).plus(x)
		}
		w.g[o] = c
	}
}

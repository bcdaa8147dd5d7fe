package solve

// subgradient searches for multipliers by subgradient steps with momentum. Where a solution is
// known, the costs give the first step a direction, and the gap to close is known: on n-dom
// this takes a quarter of the time of the smoothed dual, which goes on where it stalls.
//
// A value becomes lighter where the best arrangement of one line has it and that of the
// crossing line does not. The sums of rows and columns are added to the direction, because
// most counting arguments concern whole lines.
//
// Cost: a sum for every block and offset, about 20 µs on a board of 33×33. Source: Polyak,
// "Minimization of unsmooth functionals", 1969.
type subgradient struct {
	momentum  float64
	direction []float64 // by cell and ink, with momentum
	rows      []float64 // by row and ink: the sum of the direction
	cols      []float64 // by column and ink
}

func (z *subgradient) init(x *lagrangian) {
	b, lines := x.core.board, float64(len(x.lines))
	z.momentum = 1 - min(friction, float64(frictionBySize/float64(lines*lines)))
	z.direction = make([]float64, len(x.multiplier))
	z.rows, z.cols = make([]float64, b.Height*x.inks), make([]float64, b.Width*x.inks)
}

// stepSubgradient takes a step of Polyak's length; false if the direction vanishes or a
// multiplier grows too large.
func (x *lagrangian) stepSubgradient() bool {
	z := &x.rough
	gap := float64(x.evaluate() + x.distance*costUnit)
	for i, p := range z.direction {
		z.direction[i] = float64(p * z.momentum)
	}
	for i := range x.lines {
		x.lines[i].addBest(z.direction)
	}
	length := z.addSums(x)
	if length <= 0 {
		return false
	}
	t := float64(stepFactor*gap) / length
	for from := 0; from < len(z.direction); from += len(z.cols) {
		rows := z.rows[from/len(z.cols)*x.inks:]
		for j, col := range z.cols {
			if i := from + j; !x.smooth.known[i] {
				m := x.multiplier[i] - float64(t*(z.direction[i]+rows[j%x.inks]+col))
				x.multiplier[i] = m
				if m > maxMultiplier || m < -maxMultiplier {
					return false
				}
			}
		}
	}
	return true
}

// addSums sums the direction by lines, and returns the square of the length of a step.
func (z *subgradient) addSums(x *lagrangian) (length float64) {
	clear(z.rows)
	clear(z.cols)
	for i, known := range x.smooth.known {
		if known {
			z.direction[i] = 0
		}
	}
	for from := 0; from < len(z.direction); from += len(z.cols) {
		rows := z.rows[from/len(z.cols)*x.inks:]
		for j := range z.cols {
			p := z.direction[from+j]
			rows[j%x.inks] += p
			z.cols[j] += p
			length += float64(p * p)
		}
	}
	for _, sum := range z.rows {
		length += float64(sum * sum)
	}
	for _, sum := range z.cols {
		length += float64(sum * sum)
	}
	return length
}

// addBest adds the best arrangement to a direction, with opposite signs for rows and columns.
func (w *subproblem) addBest(direction []float64) {
	by, width, o := float64(1-2*w.side), w.slack+1, w.slack
	for b := len(w.left) - 1; b >= 0; b-- {
		front := w.front[b*width:]
		for o > 0 && front[o-1] == front[o] {
			o--
		}
		start := int(w.left[b]) + o
		for j := start; j < start+int(w.size[b]); j++ {
			direction[(w.base+w.step*j)*w.inks+int(w.ink[b])] += by
		}
	}
}

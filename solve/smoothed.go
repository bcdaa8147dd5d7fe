package solve

import (
	"math"

	"nonogram/internal/line"
)

// smoothed minimizes the Lagrangian bound after smoothing it by the entropy: the greatest
// weight of a line is replaced by the logarithm of the sum of exponentials over all its
// arrangements,
//
//	Σ rows log Σ arrangements exp κ⟨m, x⟩ + Σ columns log Σ arrangements exp κ⟨cost-m, x⟩
//
// for multipliers m. The sum is convex, and its derivative by the multiplier of a cell is
// the difference of two probabilities of that cell, those of its row and of its column,
// which the kernels of belief propagation compute. So there is a direction from the first
// round on, and no known solution is needed. If rows and columns cannot agree, not even as
// mixtures of arrangements, the sum has no minimum, and the bound becomes negative.
//
// Steps have Nesterov's momentum. Their length follows the curvature seen between two
// rounds.
//
// Cost: a message per line and an exponential per value, about 30 µs for 33×33. Sources:
// Nesterov, "Smooth minimization of non-smooth functions", 2005; step lengths after
// Malitsky and Mishchenko, "Adaptive gradient descent without descent", 2020.
type smoothed struct {
	messages [2]line.Messages // of rows and of columns, on word boards
	weights  []float64        // other boards: of one line, by cell and color
	marginal []float64        // the same: probabilities

	// By cell and ink:
	odds          [2][]float64
	probability   [2][]float64
	ahead         []float64 // multipliers, moved on by the momentum
	last, slope   []float64 // multipliers and derivatives of the last round
	known         []bool
	momentum, far float64 // Nesterov's sequence; the length of a step
}

func (z *smoothed) init(x *lagrangian) {
	n := len(x.multiplier)
	out, residual := make([]float64, n), make([]float64, max(x.core.board.Width, x.core.board.Height))
	for side := range 2 {
		z.odds[side], z.probability[side] = make([]float64, n), make([]float64, n)
		z.messages[side] = line.Messages{In: z.odds[side], Out: out, Belief: z.probability[side], Residual: residual}
	}
	z.ahead = append(z.ahead, x.multiplier...)
	z.known = make([]bool, n)
	z.last, z.slope = make([]float64, n), make([]float64, n)
	z.momentum, z.far = 1, 1
}

// forget removes the value of a known cell: kernels leave its probabilities as they are.
func (z *smoothed) forget(i int) {
	z.ahead[i], z.last[i], z.slope[i] = 0, 0, 0
	z.probability[0][i], z.probability[1][i] = 0, 0
	z.odds[0][i], z.odds[1][i] = 1, 1
	z.known[i] = true
}

// stepSmoothed moves the multipliers; false if rows and columns agree, or a multiplier grows too
// large.
func (x *lagrangian) stepSmoothed() bool {
	z := &x.smooth
	for i := range x.lines {
		x.setOdds(&x.lines[i])
		x.findProbabilities(i)
	}
	if z.adaptStep() < float64(agreement*float64(len(x.lines))) {
		return false
	}
	next := (1 + math.Sqrt(1+float64(4*z.momentum*z.momentum))) / 2
	share := (z.momentum - 1) / next
	z.momentum = next
	length := z.far / inverseTemperature
	for i, m := range z.ahead {
		to := m - float64(length*z.slope[i])
		z.ahead[i] = to + float64(share*(to-x.multiplier[i]))
		x.multiplier[i] = to
		if !(math.Abs(to) < maxMultiplier) {
			return false
		}
	}
	return true
}

// adaptStep computes the derivatives and the length of the next step, and returns the sum
// of the absolute derivatives.
func (z *smoothed) adaptStep() (sum float64) {
	moved, turned := 0.0, 0.0
	for i, m := range z.ahead {
		slope := z.probability[0][i] - z.probability[1][i]
		a, b := float64((m-z.last[i])*inverseTemperature), slope-z.slope[i]
		moved += float64(a * a)
		turned += float64(b * b)
		sum += math.Abs(slope)
		z.last[i], z.slope[i] = m, slope
	}
	z.far = min(float64(z.far*stepGrowth), 1)
	if turned > 0 && z.momentum > 1 {
		z.far = min(z.far, math.Sqrt(moved/turned))
	}
	return sum
}

// setOdds sets the odds of the values in a line. All lines have a fixed number of filled
// cells, so that a common factor changes nothing. It makes the last known best arrangement
// weigh 1, to keep sums in range.
func (x *lagrangian) setOdds(w *subproblem) {
	z, odds := &x.smooth, x.smooth.odds[w.side]
	open := -w.forced / forcedWeight
	for _, size := range w.size {
		open += int64(size)
	}
	mean := float64(w.best) / float64(max(1, open))
	for j := range w.cells {
		for i := (w.base + w.step*j) * x.inks; i < (w.base+w.step*j+1)*x.inks; i++ {
			if z.known[i] {
				continue
			}
			weight := z.ahead[i]
			if w.side == 1 {
				weight = float64(x.cost[i]) - weight
			}
			odds[i] = exponential((weight - mean) * inverseTemperature)
		}
	}
}

// findProbabilities computes the probabilities of the values in a line.
func (x *lagrangian) findProbabilities(i int) {
	s, z, w := x.core, &x.smooth, &x.lines[i]
	if s.board.Word {
		m := &z.messages[w.side]
		m.Base, m.Step = w.base, w.step
		s.board.Lines[i].OddsWord(s.board.Can[2*i], s.board.Can[2*i+1], m, &s.board.Scratch)
		return
	}
	colors := x.inks + 1
	n := w.cells * colors
	if len(z.weights) < n {
		z.weights, z.marginal = make([]float64, n), make([]float64, n)
	}
	weights, marginal := z.weights[:n], z.marginal[:n]
	for j := range w.cells {
		weights[j*colors] = 1
		copy(weights[j*colors+1:][:x.inks], z.odds[w.side][(w.base+w.step*j)*x.inks:])
	}
	if !s.board.Lines[i].Marginals(s.board.Masks(i), weights, marginal, &s.board.Scratch) {
		return
	}
	for j := range w.cells {
		copy(z.probability[w.side][(w.base+w.step*j)*x.inks:][:x.inks], marginal[j*colors+1:])
	}
}

// exponential is e^x with a relative error of 1e-7, the same on all machines, for x clamped
// to ±maxExponent.
func exponential(x float64) float64 {
	x = min(max(x, -maxExponent), maxExponent)
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	r := x - float64(k*math.Ln2)
	sum := 1.0 / 720
	sum = float64(sum*r) + 1.0/120
	sum = float64(sum*r) + 1.0/24
	sum = float64(sum*r) + 1.0/6
	sum = float64(sum*r) + 0.5
	sum = float64(sum*r) + 1
	sum = float64(sum*r) + 1
	return sum * math.Float64frombits(uint64(int64(k)+1023)<<52)
}

// maxExponent keeps exponentials in range.
const maxExponent = 600

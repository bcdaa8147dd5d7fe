// Package glyphs trains the network of scan/internal/glyph on drawn digits, on one core, with
// fixed seeds. The program in train takes about a quarter of an hour.
package glyphs

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
)

// The network with its gradients. It is independent of scan/internal/glyph, which only
// evaluates; a test there compares them.

// layer is windows of 3 × 3, or, with a side of 0, a full connection.
type layer struct {
	side, in, out int
	w, b          []float32
	dw, db        []float32
	wt, dwt       []float32 // windows: w and dw with the channel above first, as going back needs them
	act           []float32 // its output, after the cut and the maxima
	from          []int32   // windows: which pixel was the largest, -1 for the cut
	grad          []float32 // of act
}

// Trainer is a network in training.
type Trainer struct {
	layers []*layer
	mean   []float32 // Adam's moments, over all weights
	square []float32
	steps  int
	input  []float32
	sum    []float32
}

// NewTrainer starts with random weights (He et al., 2015).
func NewTrainer(seed uint64) *Trainer {
	r := rand.New(rand.NewPCG(seed, 6))
	t := &Trainer{layers: []*layer{
		{side: Side, in: 1, out: 8}, {side: Side / 2, in: 8, out: 16}, {side: Side / 4, in: 16, out: 32},
		{in: Side / 8 * Side / 8 * 32, out: 64}, {in: 64, out: Classes},
	}, sum: make([]float32, 64)}
	n := 0
	for _, l := range t.layers {
		taps, pixels := 1, 1
		if l.side > 0 {
			taps, pixels = 9, l.side*l.side/4
			l.from = make([]int32, pixels*l.out)
			l.wt, l.dwt = make([]float32, taps*l.in*l.out), make([]float32, taps*l.in*l.out)
		}
		l.w, l.dw = make([]float32, taps*l.in*l.out), make([]float32, taps*l.in*l.out)
		l.b, l.db = make([]float32, l.out), make([]float32, l.out)
		l.act, l.grad = make([]float32, pixels*l.out), make([]float32, pixels*l.out)
		scale := math.Sqrt(2 / float64(taps*l.in))
		for i := range l.w {
			l.w[i] = float32(scale * r.NormFloat64())
		}
		l.turn()
		n += len(l.w) + len(l.b)
	}
	t.mean, t.square = make([]float32, n), make([]float32, n)
	return t
}

// Forward returns the probabilities of the classes.
func (t *Trainer) Forward(patch []float32) [Classes]float32 {
	t.input = patch
	in := patch
	for i, l := range t.layers {
		if l.side > 0 {
			l.windows(in, t.sum[:l.out])
		} else {
			copy(l.act, l.b)
			accumulate(in, l.w, l.act)
			if i < len(t.layers)-1 {
				for j := range l.act {
					l.act[j] = max(l.act[j], 0)
				}
			}
		}
		in = l.act
	}
	var p [Classes]float32
	top, sum := in[0], float32(0)
	for _, v := range in {
		top = max(top, v)
	}
	for i, v := range in {
		p[i] = float32(math.Exp(float64(v - top)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func (l *layer) windows(in, sum []float32) {
	clear(l.act)
	for i := range l.from {
		l.from[i] = -1
	}
	for y := range l.side {
		for x := range l.side {
			copy(sum, l.b)
			for ky := max(y-1, 0); ky <= min(y+1, l.side-1); ky++ {
				for kx := max(x-1, 0); kx <= min(x+1, l.side-1); kx++ {
					tap := (ky-y+1)*3 + kx - x + 1
					accumulate(in[(ky*l.side+kx)*l.in:][:l.in], l.w[tap*l.in*l.out:], sum)
				}
			}
			at := (y/2*(l.side/2) + x/2) * l.out
			for c, v := range sum {
				if v > l.act[at+c] {
					l.act[at+c], l.from[at+c] = v, int32(y*l.side+x)
				}
			}
		}
	}
}

func accumulate(values, w, sum []float32) {
	for i, v := range values {
		if v == 0 {
			continue
		}
		row := w[i*len(sum):][:len(sum)]
		for c, f := range row {
			sum[c] += v * f
		}
	}
}

// Learn adds the gradient of one sample, and returns its loss and whether it was right.
func (t *Trainer) Learn(s *Sample) (loss float64, right bool) {
	p := t.Forward(s.Patch[:])
	best := 0
	for i := range p {
		if p[i] > p[best] {
			best = i
		}
	}
	last := t.layers[len(t.layers)-1]
	copy(last.grad, p[:])
	last.grad[s.Class]--
	for i := len(t.layers) - 1; i >= 0; i-- {
		in, below := t.input, []float32(nil)
		if i > 0 {
			in, below = t.layers[i-1].act, t.layers[i-1].grad
			clear(below)
		}
		if l := t.layers[i]; l.side > 0 {
			l.windowsBack(in, below)
		} else {
			l.fullBack(in, below)
		}
		for j := range below { // the cut
			if in[j] <= 0 {
				below[j] = 0
			}
		}
	}
	return -math.Log(float64(p[s.Class]) + 1e-12), best == s.Class
}

func (l *layer) fullBack(in, below []float32) {
	for c, g := range l.grad {
		l.db[c] += g
	}
	for i, v := range in {
		row, drow := l.w[i*l.out:][:l.out], l.dw[i*l.out:][:l.out]
		var g float32
		for c, d := range l.grad {
			g += row[c] * d
			drow[c] += v * d
		}
		below[i] += g
	}
}

// turn brings wt up to w.
func (l *layer) turn() {
	for i := range l.wt {
		c, rest := i%l.out, i/l.out
		l.wt[c*(9*l.in)+rest] = l.w[i]
	}
}

// turnBack transposes the accumulated gradients into dw.
func (l *layer) turnBack() {
	for i := range l.dwt {
		c, rest := i%l.out, i/l.out
		l.dw[i] = l.dwt[c*(9*l.in)+rest]
	}
	clear(l.dwt)
}

func (l *layer) windowsBack(in, below []float32) {
	for at, g := range l.grad {
		from := int(l.from[at])
		if g == 0 || from < 0 {
			continue
		}
		c := at % l.out
		l.db[c] += g
		x, y := from%l.side, from/l.side
		for ky := max(y-1, 0); ky <= min(y+1, l.side-1); ky++ {
			for kx := max(x-1, 0); kx <= min(x+1, l.side-1); kx++ {
				base := (c*9 + (ky-y+1)*3 + kx - x + 1) * l.in
				pixel := (ky*l.side + kx) * l.in
				add(l.dwt[base:][:l.in], g, in[pixel:][:l.in])
				if below != nil {
					add(below[pixel:][:l.in], g, l.wt[base:][:l.in])
				}
			}
		}
	}
}

// add adds a multiple.
func add(to []float32, f float32, from []float32) {
	from = from[:len(to)]
	for i := range to {
		to[i] += f * from[i]
	}
}

// Step changes the weights by the gradients of so many samples (Kingma and Ba, "Adam",
// 2015).
func (t *Trainer) Step(samples int, rate float64) {
	const beta1, beta2, epsilon, decay = 0.9, 0.999, 1e-8, 1e-5
	t.steps++
	c1, c2 := 1-math.Pow(beta1, float64(t.steps)), 1-math.Pow(beta2, float64(t.steps))
	at := 0
	for _, l := range t.layers {
		l.turnBack()
		for _, pair := range [2][2][]float32{{l.w, l.dw}, {l.b, l.db}} {
			for i, g := range pair[1] {
				g /= float32(samples)
				m, q := &t.mean[at], &t.square[at]
				*m = beta1**m + (1-beta1)*g
				*q = beta2**q + (1-beta2)*g*g
				step := float64(*m) / c1 / (math.Sqrt(float64(*q)/c2) + epsilon)
				pair[0][i] -= float32(rate * (step + decay*float64(pair[0][i])))
				at++
			}
			clear(pair[1])
		}
		l.turn()
	}
}

// Weights is the file of the network.
func (t *Trainer) Weights() []byte {
	var file []byte
	for _, l := range t.layers {
		for _, part := range [][]float32{l.w, l.b} {
			for _, v := range part {
				file = binary.LittleEndian.AppendUint16(file, half(v))
			}
		}
	}
	return file
}

// Load takes over the weights of a file, to train them further.
func (t *Trainer) Load(file []byte) error {
	if len(file) != len(t.Weights()) {
		return fmt.Errorf("found %d bytes of weights, expected %d", len(file), len(t.Weights()))
	}
	for _, l := range t.layers {
		for _, part := range [][]float32{l.w, l.b} {
			for k := range part {
				part[k] = whole(binary.LittleEndian.Uint16(file))
				file = file[2:]
			}
		}
		l.turn()
	}
	return nil
}

// whole is the value of a half-precision float. Weights are finite.
func whole(h uint16) float32 {
	exponent, fraction := int(h>>10&31), float64(h&1023)
	v := math.Ldexp(1024+fraction, exponent-25)
	if exponent == 0 {
		v = math.Ldexp(fraction, -24)
	}
	if h>>15 == 1 {
		v = -v
	}
	return float32(v)
}

// half rounds to a half-precision float.
func half(v float32) uint16 {
	sign := uint16(0)
	if v < 0 {
		sign, v = 1<<15, -v
	}
	if v > 65504 {
		v = 65504
	}
	fraction, exponent := math.Frexp(float64(v)) // in [0.5, 1)
	exponent += 14
	if v == 0 || exponent < 1 {
		return sign | uint16(math.RoundToEven(float64(v)*(1<<24)))
	}
	return sign | uint16(exponent<<10) + uint16(math.RoundToEven((2*fraction-1)*1024))
}

// Package glyph says which digit a small picture shows.
//
// It is a convolutional network of 25 thousand weights: three layers of 3 × 3 with 8, 16
// and 32 channels, each halved by maxima, then 64 units and the classes (LeCun et al.,
// "Gradient-based learning applied to document recognition", 1998). A look costs about
// 0.4 million multiplications. The weights are in weights.bin, half-precision floats in
// the order of [layers]; tools/glyphs trains them on digits of many typefaces.
package glyph

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"
)

// Side is the side of a patch in pixels.
const Side = 24

// Classes are the digits, and one for anything else.
const (
	Classes = 11
	NoDigit = 10
)

// Patch is a glyph, ink 1 and paper 0: scaled so that its longer side is 20 pixels, and
// centered by its box.
type Patch [Side * Side]float32

// Scores are the log-probabilities of 0 to 9 and of "no digit".
type Scores [Classes]float32

// The sizes of the network.
const (
	channels1, channels2, channels3 = 8, 16, 32
	flat                            = Side / 8 * (Side / 8) * channels3
	hidden                          = 64
)

// weights is the file.
//
//go:embed weights.bin
var weights []byte

// layers is the network: for each layer weights by place in the window, channel below
// and channel above, then biases.
type layers struct {
	w1 [9 * channels1]float32
	b1 [channels1]float32
	w2 [9 * channels1 * channels2]float32
	b2 [channels2]float32
	w3 [9 * channels2 * channels3]float32
	b3 [channels3]float32
	w4 [flat * hidden]float32
	b4 [hidden]float32
	w5 [hidden * Classes]float32
	b5 [Classes]float32
}

// network reads the file once.
var network = sync.OnceValue(func() *layers {
	n := new(layers)
	rest := weights
	for _, part := range [][]float32{n.w1[:], n.b1[:], n.w2[:], n.b2[:], n.w3[:], n.b3[:], n.w4[:], n.b4[:], n.w5[:], n.b5[:]} {
		for i := range part {
			part[i] = half(binary.LittleEndian.Uint16(rest))
			rest = rest[2:]
		}
	}
	return n
})

// half is a half-precision float; there are no infinities among weights.
func half(h uint16) float32 {
	sign, exponent, fraction := h>>15, int(h>>10&31), float64(h&1023)/1024
	v := math.Ldexp(1+fraction, exponent-15)
	if exponent == 0 {
		v = math.Ldexp(fraction, -14)
	}
	if sign == 1 {
		v = -v
	}
	return float32(v)
}

// Read classifies a patch.
func Read(p *Patch) Scores {
	n := network()
	var a1 [Side * Side / 4 * channels1]float32
	var a2 [Side * Side / 16 * channels2]float32
	var a3 [flat]float32
	convolve(p[:], Side, 1, n.w1[:], n.b1[:], a1[:])
	convolve(a1[:], Side/2, channels1, n.w2[:], n.b2[:], a2[:])
	convolve(a2[:], Side/4, channels2, n.w3[:], n.b3[:], a3[:])
	var h [hidden]float32
	dense(a3[:], n.w4[:], n.b4[:], h[:])
	for i := range h {
		h[i] = max(h[i], 0)
	}
	var s Scores
	dense(h[:], n.w5[:], n.b5[:], s[:])
	s.normalize()
	return s
}

// convolve is a layer: windows of 3 × 3 over side × side pixels, negative values cut
// off, and the largest of every 2 × 2.
func convolve(in []float32, side, channels int, w, bias, out []float32) {
	var sum [channels3]float32
	var seen inputs
	n := len(bias)
	clear(out) // the cut at zero
	for y := range side {
		for x := range side {
			seen.count = 0
			for ky := max(y-1, 0); ky <= min(y+1, side-1); ky++ {
				for kx := max(x-1, 0); kx <= min(x+1, side-1); kx++ {
					tap := (ky-y+1)*3 + kx - x + 1
					seen.add(in[(ky*side+kx)*channels:][:channels], tap*channels*n, n)
				}
			}
			seen.sum(w, bias, sum[:n])
			to := out[(y/2*(side/2)+x/2)*n:][:n]
			for c, v := range sum[:n] {
				to[c] = max(to[c], v)
			}
		}
	}
}

// inputs are the values of a unit that are not zero, many are, with the places of their weights.
type inputs struct {
	count  int
	values [flat + 1]float32
	places [flat + 1]int32
}

// add appends values whose weights begin at a place, with a step between them.
func (s *inputs) add(values []float32, place, step int) {
	count := s.count
	for _, v := range values {
		s.values[count], s.places[count] = v, int32(place)
		if v != 0 { // compiled without a jump
			count++
		}
		place += step
	}
	s.count = count
}

// sum adds the weighted values to the biases. It keeps the sums of eight units in registers.
func (s *inputs) sum(w, bias, out []float32) {
	values, places := s.values[:s.count], s.places[:s.count]
	first := 0
	for ; first+8 <= len(out); first += 8 {
		a := *(*[8]float32)(bias[first:])
		a0, a1, a2, a3, a4, a5, a6, a7 := a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]
		for k, v := range values {
			f := (*[8]float32)(w[int(places[k])+first:])
			a0 += v * f[0]
			a1 += v * f[1]
			a2 += v * f[2]
			a3 += v * f[3]
			a4 += v * f[4]
			a5 += v * f[5]
			a6 += v * f[6]
			a7 += v * f[7]
		}
		*(*[8]float32)(out[first:]) = [8]float32{a0, a1, a2, a3, a4, a5, a6, a7}
	}
	for ; first < len(out); first++ {
		a := bias[first]
		for k, v := range values {
			a += v * w[int(places[k])+first]
		}
		out[first] = a
	}
}

func dense(in, w, bias, out []float32) {
	var seen inputs
	seen.add(in, 0, len(out))
	seen.sum(w, bias, out)
}

// normalize makes log-probabilities of what the last layer says.
func (s *Scores) normalize() {
	top := s[0]
	for _, v := range s {
		top = max(top, v)
	}
	sum := 0.0
	for _, v := range s {
		sum += math.Exp(float64(v - top))
	}
	base := top + float32(math.Log(sum))
	for i := range s {
		s[i] -= base
	}
}

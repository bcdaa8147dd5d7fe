package eye

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// layer is a convolution. Its weights are by groups of eight outputs, then by place in the window
// and input: as they are used.
type layer struct {
	in, out, side, stride int
	deep                  bool // each output has one input: the weights are by place and output
	w, bias               []float32
	signed                bool // values below zero stay
}

// group is how many outputs are computed at once.
const group = 8

// Net is the network.
type Net struct{ layers []layer }

// shape is the layers of a file, without their weights, in its order.
func shape() []layer {
	return []layer{
		{in: 3, out: 16, side: 3, stride: 2}, {in: 16, out: 32, side: 3, stride: 2}, {in: 32, out: 32, side: 3, stride: 1},
		{in: 32, out: 48, side: 3, stride: 2}, {in: 48, out: 48, side: 3, stride: 1},
		{in: 48, out: deep, side: 3, stride: 2}, {in: deep, out: deep, side: 3, stride: 1}, {in: deep, out: deep, side: 3, stride: 1},
		{in: deep + 48, out: 64, side: 1, stride: 1}, {in: 64, out: 64, side: 3, stride: 1}, {in: 96, out: 48, side: 1, stride: 1},
		{in: 48, out: 48, side: 3, stride: 1, deep: true}, {in: 48, out: 48, side: 1, stride: 1},
		{in: 48, out: 48, side: 3, stride: 1, deep: true}, {in: 48, out: 48, side: 1, stride: 1},
		{in: 48, out: 2, side: 1, stride: 1, signed: true},
		{in: features, out: 64, side: 3, stride: 1}, {in: 64, out: 96, side: 3, stride: 1}, {in: 96, out: 25, side: 1, stride: 1, signed: true},
	}
}

// Size is how many bytes a file of weights has.
func Size() (n int) {
	for _, l := range shape() {
		n += l.out * (8 + l.inputs()*l.side*l.side)
	}
	return n
}

// inputs is how many inputs an output has at each place of the window.
func (l *layer) inputs() int {
	if l.deep {
		return 1
	}
	return l.in
}

// New reads a file of weights, as tools/eye/train.py writes it: for each layer a scale and a bias of
// every output, then the weights as bytes, by output, input and place.
func New(file []byte) (*Net, error) {
	if len(file) != Size() {
		return nil, fmt.Errorf("found %d bytes of weights, expected %d", len(file), Size())
	}
	n := &Net{shape()}
	for k := range n.layers {
		file = n.layers[k].load(file)
	}
	return n, nil
}

// load reads a layer from the beginning of a file and returns the rest.
func (l *layer) load(file []byte) []byte {
	number := func(k int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(file[4*k:])) }
	outputs, inputs, taps := l.out, l.inputs(), l.side*l.side
	l.out = (l.out + group - 1) / group * group // whole groups; those added are zero
	l.bias, l.w = make([]float32, l.out), make([]float32, l.out*inputs*taps)
	bytes := file[8*outputs:]
	for o := range outputs {
		l.bias[o] = number(outputs + o)
		for i := range inputs {
			for tap := range taps {
				to := ((o/group*taps+tap)*inputs+i)*group + o%group
				if l.deep {
					to = tap*l.out + o
				}
				l.w[to] = number(o) * float32(int8(bytes[(o*inputs+i)*taps+tap]))
			}
		}
	}
	return bytes[outputs*inputs*taps:]
}

// grid is values by row, column and channel, with a border of zeros around.
type grid struct {
	w, h, channels int
	v              []float32
}

func newGrid(w, h, channels int) *grid {
	return &grid{w, h, channels, make([]float32, (w+2)*(h+2)*channels)}
}

// room is grids that are not needed any more, for others: several layers would take as much again.
type room struct{ free []*grid }

// grid is a grid of zeros.
func (r *room) grid(w, h, channels int) *grid {
	n := (w + 2) * (h + 2) * channels
	best := -1
	for k, g := range r.free {
		if cap(g.v) >= n && (best < 0 || cap(g.v) < cap(r.free[best].v)) {
			best = k
		}
	}
	if best < 0 {
		return newGrid(w, h, channels)
	}
	v := r.free[best].v[:n]
	r.free = slices.Delete(r.free, best, best+1)
	clear(v)
	return &grid{w, h, channels, v}
}

// take takes grids back.
func (r *room) take(grids ...*grid) { r.free = append(r.free, grids...) }

// at is the values of a place; those of the places at its right follow.
func (g *grid) at(x, y int) []float32 { return g.v[((y+1)*(g.w+2)+x+1)*g.channels:] }

// rowsBetween is how many rows are computed before the context is asked again.
const rowsBetween = 16

// apply computes a layer.
func (l *layer) apply(ctx context.Context, in, out *grid) error {
	some := make([]input, l.side*l.side*l.in)
	for y := range out.h {
		if y%rowsBetween == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if l.deep {
			l.deepRow(in, out, y)
			continue
		}
		for x := range out.w {
			l.place(in, x*l.stride, y*l.stride, out.at(x, y), some)
		}
	}
	return nil
}

// input is an input that is not zero, and where its weights begin among those of a group.
type input struct {
	value float32
	at    int32
}

// place computes one place of a layer around a place of the input. About half of the inputs are zero
// and are left out: some has room for the others. Products are rounded before they are added, so
// that every processor says the same.
func (l *layer) place(in *grid, x, y int, to []float32, some []input) {
	edge, n := l.side/2, l.side*l.in
	count := 0
	for v := range l.side {
		for k, p := range in.at(x-edge, y+v-edge)[:n] {
			some[count] = input{p, int32(group * (v*n + k))}
			if p != 0 { // compiled without a jump
				count++
			}
		}
	}
	some = some[:count]
	for o := 0; o < l.out; o += group {
		w := l.w[o*l.side*n:][:group*l.side*n]
		b := (*[group]float32)(l.bias[o:])
		s0, s1, s2, s3, s4, s5, s6, s7 := b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]
		for k := range some {
			p, f := some[k].value, (*[group]float32)(w[some[k].at:])
			s0 += float32(p * f[0])
			s1 += float32(p * f[1])
			s2 += float32(p * f[2])
			s3 += float32(p * f[3])
			s4 += float32(p * f[4])
			s5 += float32(p * f[5])
			s6 += float32(p * f[6])
			s7 += float32(p * f[7])
		}
		*(*[group]float32)(to[o:]) = [group]float32{s0, s1, s2, s3, s4, s5, s6, s7}
	}
	for k, v := range to[:l.out] {
		if !l.signed {
			to[k] = max(v, 0)
		}
	}
}

// deepRow computes a row of a layer whose outputs have one input each.
func (l *layer) deepRow(in, out *grid, y int) {
	n := l.out
	for x := range out.w {
		to := out.at(x, y)[:n]
		copy(to, l.bias)
		for tap := range 9 {
			from, w := in.at(x+tap%3-1, y+tap/3-1)[:n], l.w[tap*n:][:n]
			for c := range to {
				to[c] += float32(from[c] * w[c])
			}
		}
		for c := range to {
			to[c] = max(to[c], 0)
		}
	}
}

// applyBoth computes a layer whose inputs are two grids, the first at half the size, row by row: in
// one grid they would take more room than any other.
func (l *layer) applyBoth(ctx context.Context, half, whole, out *grid) error {
	row, some := newGrid(out.w, 1, l.in), make([]input, l.in)
	for y := range out.h {
		if y%rowsBetween == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for x := range out.w {
			both := row.at(x, 0)
			copy(both, half.at(x/2, y/2)[:half.channels])
			copy(both[half.channels:], whole.at(x, y)[:whole.channels])
			l.place(row, x, 0, out.at(x, y), some)
		}
	}
	return nil
}

const (
	features = 80 // values for each place, when a number is read there
	deep     = 80 // channels of the layers that see most of a board
)

// seen is the answer of the network for a picture: for each place, every fourth pixel, whether a
// number (0) or a cell (1) has its center there, and the features to read it: those of all of a
// board, and those of fine lines.
type seen struct{ there, wide, fine *grid }

// watch runs the network over a picture, red, green and blue from -1/2 to 1/2. Its sides are
// multiples of 16. It takes the grid of the picture.
func (n *Net) watch(ctx context.Context, picture *grid, r *room) (*seen, error) {
	w, h, k := picture.w/4, picture.h/4, 0
	var err error
	next := func(in *grid, w, h int) *grid {
		l := &n.layers[k]
		k++
		out := r.grid(w, h, l.out)
		if err == nil {
			err = l.apply(ctx, in, out)
		}
		return out
	}
	last := func(in *grid, w, h int) *grid { // the layer that needs its input last
		out := next(in, w, h)
		r.take(in)
		return out
	}
	both := func(half, whole *grid) *grid {
		l := &n.layers[k]
		k++
		out := r.grid(whole.w, whole.h, l.out)
		if err == nil {
			err = l.applyBoth(ctx, half, whole, out)
		}
		r.take(half)
		return out
	}
	fine := last(last(last(picture, 2*w, 2*h), w, h), w, h)
	coarse := last(next(fine, w/2, h/2), w/2, h/2)
	deepest := last(last(next(coarse, w/4, h/4), w/4, h/4), w/4, h/4)
	half := both(deepest, coarse)
	r.take(coarse)
	up := both(last(half, w/2, h/2), fine)
	for range 4 {
		up = last(up, w, h)
	}
	return &seen{next(up, w, h), up, fine}, err
}

// read reads the number at a place: tens, units, how it is turned, and where exactly its center is.
func (n *Net) read(s *seen, x, y int) [32]float32 {
	l := n.layers
	patch, three, one, out := newGrid(5, 5, features), newGrid(3, 3, 64), newGrid(1, 1, 96), newGrid(1, 1, 32)
	some := make([]input, 9*features)
	for v := range 5 {
		for u := range 5 {
			if px, py := x+u-2, y+v-2; px >= 0 && py >= 0 && px < s.wide.w && py < s.wide.h {
				to := patch.at(u, v)
				copy(to, s.wide.at(px, py)[:s.wide.channels])
				copy(to[s.wide.channels:features], s.fine.at(px, py))
			}
		}
	}
	for v := range 3 {
		for u := range 3 {
			l[16].place(patch, u+1, v+1, three.at(u, v), some)
		}
	}
	l[17].place(three, 1, 1, one.at(0, 0), some)
	l[18].place(one, 0, 0, out.at(0, 0), some)
	return [32]float32(out.at(0, 0)[:32])
}

package eye

import (
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// someWeights is weights by chance.
func someWeights() []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b []byte
	for _, l := range shape() {
		inputs := l.inputs() * l.side * l.side
		for range l.out {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(.018/math.Sqrt(float64(inputs)))))
		}
		for range l.out {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(r.NormFloat64()*.1)))
		}
		for range l.out * inputs {
			b = append(b, byte(r.IntN(255)-127))
		}
	}
	return b
}

// plainly computes a layer as its definition says, in double precision.
func plainly(l *layer, file []byte, in *grid, stride int) (*grid, []byte) {
	outputs, inputs, taps := l.out, l.inputs(), l.side*l.side
	number := func(k int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(file[4*k:])))
	}
	out := newGrid(in.w/stride, in.h/stride, outputs)
	for y := range out.h {
		for x := range out.w {
			for o := range outputs {
				sum := number(outputs + o)
				for i := range inputs {
					channel := i
					if l.deep {
						channel = o
					}
					for tap := range taps {
						u, v := x*stride+tap%l.side-l.side/2, y*stride+tap/l.side-l.side/2
						if u >= 0 && v >= 0 && u < in.w && v < in.h {
							sum += number(o) * float64(int8(file[8*outputs+(o*inputs+i)*taps+tap])) * float64(in.at(u, v)[channel])
						}
					}
				}
				if !l.signed {
					sum = max(sum, 0)
				}
				out.at(x, y)[o] = float32(sum)
			}
		}
	}
	return out, file[outputs*(8+inputs*taps):]
}

// joined is two grids as one, the first doubled.
func joined(a, b *grid) *grid {
	g := newGrid(b.w, b.h, a.channels+b.channels)
	for y := range g.h {
		for x := range g.w {
			copy(g.at(x, y), a.at(x/2, y/2)[:a.channels])
			copy(g.at(x, y)[a.channels:], b.at(x, y)[:b.channels])
		}
	}
	return g
}

func TestNetAgainstDefinition(t *testing.T) {
	weights := someWeights()
	net, err := New(weights)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	picture := newGrid(48, 32, 3)
	for y := range picture.h {
		for x := range picture.w {
			for c := range 3 {
				picture.at(x, y)[c] = r.Float32() - .5
			}
		}
	}
	got, err := net.watch(context.Background(), &grid{picture.w, picture.h, 3, slices.Clone(picture.v)}, &room{})
	if err != nil {
		t.Fatal(err)
	}
	rest, layers, k := weights, shape(), 0
	next := func(in *grid) (out *grid) {
		out, rest = plainly(&layers[k], rest, in, layers[k].stride)
		k++
		return out
	}
	b := next(next(next(picture)))
	c := next(next(b))
	d := next(next(next(c)))
	u := next(next(joined(d, c)))
	u = next(next(next(next(next(joined(u, b))))))
	there := next(u)
	seen := newGrid(u.w, u.h, features)
	for y := range u.h {
		for x := range u.w {
			copy(seen.at(x, y), u.at(x, y)[:48])
			copy(seen.at(x, y)[48:], b.at(x, y)[:32])
			for kind := range 2 {
				if off := math.Abs(float64(got.there.at(x, y)[kind] - there.at(x, y)[kind])); off > 1e-4 {
					t.Fatalf("place %d, %d, kind %d: %v, the definition says %v", x, y, kind, got.there.at(x, y)[kind], there.at(x, y)[kind])
				}
			}
		}
	}
	// A number at the rim: what is outside is zero, within the patch as beside it.
	const x, y = 1, 3
	patch := newGrid(5, 5, features)
	for v := range 5 {
		for u := range 5 {
			if px, py := x+u-2, y+v-2; px >= 0 && py >= 0 && px < seen.w && py < seen.h {
				copy(patch.at(u, v)[:features], seen.at(px, py))
			}
		}
	}
	wide := next(patch)
	inner := newGrid(3, 3, 64)
	for v := range 3 {
		for u := range 3 {
			copy(inner.at(u, v)[:64], wide.at(u+1, v+1))
		}
	}
	all := next(inner)
	one := newGrid(1, 1, 96)
	copy(one.at(0, 0)[:96], all.at(1, 1))
	want, read := next(one).at(0, 0), net.read(got, x, y)
	for k := range 25 {
		if math.Abs(float64(read[k]-want[k])) > 1e-4 {
			t.Errorf("answer %d: %v, the definition says %v", k, read[k], want[k])
		}
	}
}

func TestNewRefusesOtherFiles(t *testing.T) {
	if _, err := New(make([]byte, Size()-1)); err == nil {
		t.Error("a cut file is no error")
	}
	if Size() > 400_000 {
		t.Errorf("%d bytes of weights, at most 400,000 are meant to be", Size())
	}
}

// picture is squares of some colors.
func picture(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(3, 5, 3+w, 5+h))
	for y := range h {
		for x := range w {
			img.SetRGBA(3+x, 5+y, color.RGBA{uint8(x / 9 * 40), uint8(y / 7 * 50), uint8(x * y), 255})
		}
	}
	return img
}

func TestLookEndsWithItsContext(t *testing.T) {
	net, err := New(someWeights())
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("the reader left")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	if _, err := net.Look(ctx, picture(200, 100), 1); !errors.Is(err, cause) {
		t.Errorf("Look of a canceled context: %v", err)
	}
}

func TestLookOfAnySize(t *testing.T) {
	net, err := New(someWeights())
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{1, 1}, {17, 3}, {64, 80}, {1, 700}} {
		v, err := net.Look(context.Background(), picture(size[0], size[1]), 1)
		if err != nil {
			t.Fatal(size, err)
		}
		for _, n := range v.Numbers {
			sum := 0.0
			for _, p := range n.Values {
				sum += p
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Fatal(size, "probabilities of a number add up to", sum)
			}
		}
	}
}

func BenchmarkLook(b *testing.B) {
	net, err := New(someWeights())
	if err != nil {
		b.Fatal(err)
	}
	img := picture(640, 640)
	for b.Loop() {
		if _, err := net.Look(context.Background(), img, 1); err != nil {
			b.Fatal(err)
		}
	}
}

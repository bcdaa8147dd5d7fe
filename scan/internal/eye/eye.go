// Package eye looks at a whole picture and finds the centers of cells and of the numbers of clues,
// and what the numbers are.
//
// It is a convolutional network of 357 thousand weights that answers for every fourth pixel: is
// this the center of a number, of a cell? Numbers are read only where there are some. The weights
// are bytes with a scale for each output; tools/eye trains them on pages that a program draws. A
// megapixel costs about 3 billion multiplications. Products are rounded before they are added, so
// that no processor fuses them.
package eye

import (
	"context"
	"image"
	"math"
)

// Spot is the center of a cell, in pixels of the picture, and how surely it is there.
type Spot struct{ X, Y, There float64 }

// Number is a number that may be somewhere. Values are the probabilities of 0 to 99.
type Number struct {
	Spot
	Values [100]float64
	Turned [3]float64 // how probably it is upright, turned clockwise, turned counterclockwise
}

// View is what the eye sees of a picture at a size.
type View struct {
	Scale   float64 // its pixels for one of the picture
	Cells   []Spot
	Numbers []Number
}

// Turned is how probably the numbers are upright, turned clockwise, turned counterclockwise: zeros
// if there are none.
func (v *View) Turned() (mean [3]float64) {
	count := 0.0
	for _, n := range v.Numbers {
		if n.There > isNumber {
			count++
			for k, p := range n.Turned {
				mean[k] += p
			}
		}
	}
	for k := range mean {
		mean[k] /= max(count, 1)
	}
	return mean
}

const (
	// MaxPixels bounds the pixels of a view.
	MaxPixels = 1 << 20
	least     = .15  // spots with a lower probability are left out
	most      = 4000 // numbers that are read
)

// Look looks at a picture at a scale, or at the largest below it that has no more than MaxPixels.
func (n *Net) Look(ctx context.Context, img image.Image, scale float64) (*View, error) {
	b := img.Bounds()
	scale = min(scale, math.Sqrt(MaxPixels/(float64(b.Dx())*float64(b.Dy()))))
	w, h := max(int(float64(b.Dx())*scale), 16), max(int(float64(b.Dy())*scale), 16)
	var r room
	s, err := n.watch(ctx, r.scaled(img, w, h), &r)
	if err != nil {
		return nil, err
	}
	v := &View{Scale: float64(w) / float64(b.Dx())}
	across, down := float64(w)/float64(b.Dx()), float64(h)/float64(b.Dy())
	for y := range s.there.h {
		for x := range s.there.w {
			for kind := range 2 {
				p, dx, dy := s.peak(x, y, kind)
				if p < least {
					continue
				}
				if kind == 1 {
					v.Cells = append(v.Cells, Spot{(float64(x) + .5 + dx) * 4 / across, (float64(y) + .5 + dy) * 4 / down, p})
				} else if len(v.Numbers) < most {
					r := n.read(s, x, y)
					found := Number{Spot: Spot{(float64(x) + .5 + float64(r[23])) * 4 / across, (float64(y) + .5 + float64(r[24])) * 4 / down, p}}
					tens, units, turned := shares(r[:10]), shares(r[10:20]), shares(r[20:23])
					for k := range found.Values {
						found.Values[k] = tens[k/10] * units[k%10]
					}
					found.Turned = [3]float64(turned)
					v.Numbers = append(v.Numbers, found)
				}
			}
		}
	}
	return v, nil
}

// peak is the probability of a place if no place beside it has more, and where between the places
// the peak is.
func (s *seen) peak(x, y, kind int) (p, dx, dy float64) {
	v := s.there.at(x, y)[kind]
	if v < -1.8 {
		return 0, 0, 0
	}
	var around [9]float64
	for k := range around {
		px, py := x+k%3-1, y+k/3-1
		other := float32(-9)
		if px >= 0 && py >= 0 && px < s.there.w && py < s.there.h {
			other = s.there.at(px, py)[kind]
		}
		if other > v || other == v && k < 4 {
			return 0, 0, 0
		}
		around[k] = max(float64(other), -6)
	}
	vertex := func(a, b, c float64) float64 {
		if d := a - 2*b + c; d < -1e-6 {
			return max(-.5, min(.5, (a-c)/(2*d)))
		}
		return 0
	}
	return 1 / (1 + math.Exp(-float64(v))), vertex(around[3], around[4], around[5]), vertex(around[1], around[4], around[7])
}

// shares are the probabilities for their logarithms.
func shares(logs []float32) []float64 {
	top, sum := logs[0], 0.0
	for _, v := range logs {
		top = max(top, v)
	}
	out := make([]float64, len(logs))
	for k, v := range logs {
		out[k] = math.Exp(float64(v - top))
		sum += out[k]
	}
	for k := range out {
		out[k] /= sum
	}
	return out
}

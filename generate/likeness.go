package generate

import (
	"context"
	"image"
	"math"

	"nonogram"
)

// How much a puzzle looks like the image that it was made from: the structure term of structural
// similarity (Wang, Bovik, Sheikh and Simoncelli, IEEE Transactions on Image Processing 13,
// 2004) of lightness and of the two color axes, in windows of cells at several scales. Contrast
// does not count, since black on white has more of it than any image.
//
// Cost: that of sampling the image, and 1 µs per cell.

const (
	// window is the side of a window, in cells of its scale.
	window = 5
	// flat is a variance below which a window has no structure.
	flat = 0.001
	// colorShare is the weight of a color axis relative to lightness.
	colorShare = 3
)

// Likeness is an index from 0 to 1 of how much the goal of a puzzle looks like the image that
// it was made from with the same options: 1 is the image itself. It is meant for comparing
// puzzles of one image: of 40 pairs it preferred the one that the eye did in 35. The error is
// that of [FromImage].
func Likeness(ctx context.Context, img image.Image, o ImageOptions, p *nonogram.Puzzle) (float64, error) {
	if err := p.Rectangular(); err != nil {
		return 0, err
	}
	if p.Goal == nil {
		return 0, badParam("puzzle", "found no goal, expected the finished picture")
	}
	o.Width, o.Height = p.Goal.Width, p.Goal.Height
	part, err := o.complete(img.Bounds())
	if err != nil {
		return 0, err
	}
	f := o.sample(ctx, img, part)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return f.likeness(p, o.Invert), nil
}

// likeness compares the points in cells, or their negative, with the colors of a goal.
func (f *field) likeness(p *nonogram.Puzzle, inverted bool) float64 {
	var inks []lab
	for _, s := range p.Palette {
		inks = append(inks, oklabOf(s.RGB))
	}
	width, height := p.Goal.Width, p.Goal.Height
	sum, weight := 0.0, 0.0
	for _, channel := range []struct {
		of    func(lab) float32
		share float64
	}{{lab.onWhite, 1}, {func(p lab) float32 { return p.a * p.alpha }, colorShare}, {func(p lab) float32 { return p.b * p.alpha }, colorShare}} {
		points := make([]float64, len(f.points))
		for i, p := range f.points {
			points[i] = float64(channel.of(p))
			if inverted {
				points[i] = -points[i]
			}
		}
		from, to := f.inCells(points), make([]float64, width*height)
		for i, c := range p.Goal.Cells {
			to[i] = float64(channel.of(inks[c]))
		}
		w, h := width, height
		for w >= window && h >= window {
			s, n := similarity(from, to, w, h)
			sum, weight = sum+float64(s*channel.share), weight+float64(n*channel.share)
			from, to = halved(from, w, h), halved(to, w, h)
			w, h = w/2, h/2
		}
	}
	if weight == 0 {
		return 1
	}
	return min(max(0, sum/weight), 1)
}

// similarity is the sum of the similarity of all windows with structure, and its weight.
func similarity(from, to []float64, width, height int) (sum, weight float64) {
	const n = window * window
	for y := 0; y+window <= height; y++ {
		for x := 0; x+window <= width; x++ {
			var a, b, aa, bb, ab float64
			for v := y; v < y+window; v++ {
				for i := v*width + x; i < v*width+x+window; i++ {
					p, q := from[i], to[i]
					a, b, aa, bb, ab = a+p, b+q, aa+float64(p*p), bb+float64(q*q), ab+float64(p*q)
				}
			}
			a, b = a/n, b/n
			spreadA, spreadB := math.Sqrt(max(0, aa/n-float64(a*a))), math.Sqrt(max(0, bb/n-float64(b*b)))
			structure := (ab/n - float64(a*b) + flat) / (float64(spreadA*spreadB) + flat)
			sum, weight = sum+float64((spreadA+spreadB)*structure), weight+spreadA+spreadB
		}
	}
	return sum, weight
}

// halved averages 2 × 2 values.
func halved(values []float64, width, height int) []float64 {
	half := make([]float64, 0, len(values)/4)
	for y := 0; y+1 < height; y += 2 {
		for x := 0; x+1 < width; x += 2 {
			i := y*width + x
			half = append(half, (values[i]+values[i+1]+values[i+width]+values[i+width+1])/4)
		}
	}
	return half
}

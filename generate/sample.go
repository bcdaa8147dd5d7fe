package generate

import (
	"context"
	"image"
	"image/draw"
	"math"
)

// Sampling an image. Each cell has fine × fine points; a point is the average of the pixels
// it covers, weighted by area and opacity, in linear light. Averages of sRGB values would be
// too dark.
//
// The image is read row by row through image/draw, which has fast paths.

// fine is the number of points along the side of a cell.
const fine = 4

// lab is a color in OKLab with its opacity.
type lab struct{ l, a, b, alpha float32 }

// field is an image in OKLab.
type field struct {
	width, height int
	points        []lab
}

// light is the sum of linear light over an area.
type light struct{ r, g, b, alpha, area float64 }

// sample reads a part of an image, fitted to the size of the puzzle.
func (o *ImageOptions) sample(ctx context.Context, img image.Image, part image.Rectangle) *field {
	f := &field{width: o.Width * fine, height: o.Height * fine}
	f.points = make([]lab, f.width*f.height)
	into := image.Rect(0, 0, f.width, f.height)
	w, h := float64(part.Dx()), float64(part.Dy())
	wide := w*float64(o.Height) > h*float64(o.Width) // wider than the puzzle
	switch {
	case o.Fit == Cover && wide:
		cut := part.Dx() - max(1, int(math.Round(h*float64(o.Width)/float64(o.Height))))
		part.Min.X += cut / 2
		part.Max.X -= cut - cut/2
	case o.Fit == Cover:
		cut := part.Dy() - max(1, int(math.Round(w*float64(o.Height)/float64(o.Width))))
		part.Min.Y += cut / 2
		part.Max.Y -= cut - cut/2
	case o.Fit == Contain && wide:
		pad := f.height - max(1, int(math.Round(h*float64(f.width)/w)))
		into.Min.Y, into.Max.Y = pad/2, f.height-(pad-pad/2)
	case o.Fit == Contain:
		pad := f.width - max(1, int(math.Round(w*float64(f.height)/h)))
		into.Min.X, into.Max.X = pad/2, f.width-(pad-pad/2)
	}
	f.average(ctx, img, part, into)
	if o.Mask != nil {
		f.cut(o.Mask, img.Bounds(), part, into)
	}
	return f
}

// average fills a rectangle of the field from a part of the image, until the context ends.
func (f *field) average(ctx context.Context, img image.Image, part, into image.Rectangle) {
	columns := shares(part.Dx(), into.Dx())
	rows := shares(part.Dy(), into.Dy())
	strip := image.NewRGBA(image.Rect(0, 0, part.Dx(), 1))
	line := make([]light, into.Dx())
	sums := make([][]light, into.Dy())
	for y := range part.Dy() {
		if ctx.Err() != nil {
			return
		}
		draw.Draw(strip, strip.Bounds(), img, image.Pt(part.Min.X, part.Min.Y+y), draw.Src)
		clear(line)
		averageRow(line, strip.Pix, columns)
		for _, s := range rows[y] {
			if sums[s.to] == nil {
				sums[s.to] = make([]light, into.Dx())
			}
			for x := range line {
				sums[s.to][x].add(&line[x], s.weight)
			}
			if s.last {
				f.finish(into, s.to, sums[s.to])
				sums[s.to] = nil
			}
		}
	}
}

// averageRow adds a row of pixels, with color times opacity, to the points of a line.
func averageRow(line []light, pix []uint8, columns [][]share) {
	for x, list := range columns {
		p := pix[4*x : 4*x+4 : 4*x+4]
		v := light{alpha: float64(p[3]) / 255, area: 1}
		if p[3] == 255 {
			v.r, v.g, v.b = linear8[p[0]], linear8[p[1]], linear8[p[2]]
		} else if p[3] > 0 {
			straight := func(c uint8) float64 { return linear8[min(255, (int(c)*255+int(p[3])/2)/int(p[3]))] * v.alpha }
			v.r, v.g, v.b = straight(p[0]), straight(p[1]), straight(p[2])
		}
		for _, s := range list {
			line[s.to].add(&v, s.weight)
		}
	}
}

func (s *light) add(v *light, weight float64) {
	s.r += v.r * weight
	s.g += v.g * weight
	s.b += v.b * weight
	s.alpha += v.alpha * weight
	s.area += v.area * weight
}

// finish converts the sums of a row of points into colors.
func (f *field) finish(into image.Rectangle, y int, sums []light) {
	for x := range sums {
		f.points[(into.Min.Y+y)*f.width+into.Min.X+x] = sums[x].lab()
	}
}

func (s *light) lab() lab {
	if s.alpha <= 0 {
		return lab{l: 1}
	}
	c := oklab(s.r/s.alpha, s.g/s.alpha, s.b/s.alpha)
	c.alpha = float32(s.alpha / s.area)
	return c
}

// share is the part of a pixel that goes to a point.
type share struct {
	to     int
	weight float64
	last   bool // the last pixel of the point
}

// shares distributes n pixels in a row over m points.
func shares(n, m int) [][]share {
	list := make([][]share, n)
	scale := float64(m) / float64(n)
	for i := range list {
		from, to := float64(i)*scale, float64(i+1)*scale
		for j := int(from); j < m && float64(j) < to-1e-9; j++ {
			weight := min(to, float64(j+1)) - max(from, float64(j))
			if weight <= 1e-9 {
				continue
			}
			last := i == n-1 || to >= float64(j+1)-1e-9
			list[i] = append(list[i], share{j, weight, last})
		}
	}
	return list
}

// onWhite is the lightness of a color on white.
func (p lab) onWhite() float32 { return p.on(1) }

// on is the lightness of a color on gray paper, which is given in linear light.
func (p lab) on(paper float64) float32 {
	switch p.alpha {
	case 1:
		return p.l
	case 0:
		return float32(math.Cbrt(paper))
	}
	r, g, b := p.linear()
	over := func(c float64) float64 { return max(0, c)*float64(p.alpha) + paper*(1-float64(p.alpha)) }
	return oklab(over(r), over(g), over(b)).l
}

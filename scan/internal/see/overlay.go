package see

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
)

// The overlay: the photograph with the reading drawn over it, so that a user sees
// at a glance which parts are read and which are doubtful.

// maxOverlay is the longer side of an overlay in pixels.
const maxOverlay = 1600

// Colors of the overlay: the board and its cells, numbers, numbers in doubt.
var (
	boardColor  = color.RGBA{0, 120, 215, 255}
	cellColor   = color.RGBA{120, 190, 240, 255}
	numberColor = color.RGBA{0, 150, 80, 255}
	doubtColor  = color.RGBA{220, 30, 30, 255}
)

// Overlay draws the reading over a paler copy of the photograph, at most maxOverlay
// pixels a side. Outlines in doubt are red and thick. A nil sight gives the copy alone.
func Overlay(img image.Image, s *Sight, doubts ...Quad) *image.RGBA {
	b := img.Bounds()
	scale := min(1, float64(maxOverlay)/float64(max(b.Dx(), b.Dy(), 1)))
	out := image.NewRGBA(image.Rect(0, 0, max(int(float64(b.Dx())*scale), 1), max(int(float64(b.Dy())*scale), 1)))
	draw.NearestNeighbor.Scale(out, out.Rect, img, b, draw.Src, nil)
	draw.Draw(out, out.Rect, image.NewUniform(color.NRGBA{255, 255, 255, 90}), image.Point{}, draw.Over)
	if s == nil {
		return out
	}
	o := overlay{out, scale}
	for y := range s.Height {
		for x := range s.Width {
			q := s.Cells(x, y)
			o.line(q[0], q[1], 1, cellColor)
			o.line(q[0], q[3], 1, cellColor)
		}
	}
	o.border(s)
	for _, lines := range [2][][]Number{s.Rows, s.Columns} {
		for _, line := range lines {
			for _, n := range line {
				ink := numberColor
				if len(s.Palette) > 2 {
					ink = s.Palette[n.Choices[0].Color]
				}
				o.outline(n.At, 2, ink)
			}
		}
	}
	for _, q := range doubts {
		o.outline(q, 3, doubtColor)
	}
	return out
}

type overlay struct {
	*image.RGBA
	scale float64
}

// border follows the board's outer cells, so that it bends with the page.
func (o *overlay) border(s *Sight) {
	for x := range s.Width {
		up, down := s.Cells(x, 0), s.Cells(x, s.Height-1)
		o.line(up[0], up[1], 3, boardColor)
		o.line(down[3], down[2], 3, boardColor)
	}
	for y := range s.Height {
		first, last := s.Cells(0, y), s.Cells(s.Width-1, y)
		o.line(first[0], first[3], 3, boardColor)
		o.line(last[1], last[2], 3, boardColor)
	}
}

func (o *overlay) outline(q Quad, width int, c color.RGBA) {
	for k := range q {
		o.line(q[k], q[(k+1)%len(q)], width, c)
	}
}

// line draws from a to b, places in the photograph.
func (o *overlay) line(a, b Point, width int, c color.RGBA) {
	a, b = times(a, o.scale), times(b, o.scale)
	steps := min(int(math.Ceil(distance(a, b)))+1, 4*maxOverlay)
	for k := range steps + 1 {
		p := mix(a, b, float64(k)/float64(steps))
		x, y := int(p.X)-width/2, int(p.Y)-width/2
		for dy := range width {
			for dx := range width {
				if image.Pt(x+dx, y+dy).In(o.Rect) {
					o.SetRGBA(x+dx, y+dy, c)
				}
			}
		}
	}
}

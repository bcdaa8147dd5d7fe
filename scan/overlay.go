package scan

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"nonogram/scan/internal/see"
)

// The picture of what was seen: the photograph with outlines over it.

// The colors of the outlines.
var (
	boardInk  = color.RGBA{0, 150, 60, 255}
	numberInk = color.RGBA{30, 90, 220, 255}
	doubtInk  = color.RGBA{220, 30, 30, 255}
)

// Overlay draws what was seen over the photograph: the board green, places of numbers
// blue, those in doubt red. The photograph itself stays as it is.
func (r *Reading) Overlay(img image.Image) *image.RGBA {
	out := overlay(img, r.sight)
	for _, d := range r.Doubts {
		outline(out, d.At, doubtInk, 2)
	}
	return out
}

// Overlay draws as much as was seen before reading failed.
func (e *SightError) Overlay(img image.Image) *image.RGBA { return overlay(img, e.sight) }

func overlay(img image.Image, s *see.Sight) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, img, b.Min, draw.Src)
	if s == nil {
		return out
	}
	for _, lines := range [][][]see.Number{s.Rows, s.Columns} {
		for _, line := range lines {
			for _, n := range line {
				outline(out, n.At, numberInk, 1)
			}
		}
	}
	outline(out, s.Board, boardInk, 3)
	return out
}

// outline draws the four sides of a quad, so many pixels thick.
func outline(m *image.RGBA, q Quad, ink color.RGBA, thick int) {
	for i := range q {
		a, b := q[i], q[(i+1)%4]
		steps := int(max(math.Abs(b.X-a.X), math.Abs(b.Y-a.Y), 1))
		if steps > m.Rect.Dx()+m.Rect.Dy() {
			continue // outside of any photograph
		}
		for k := range steps + 1 {
			t := float64(k) / float64(steps)
			x, y := int(a.X+t*(b.X-a.X)), int(a.Y+t*(b.Y-a.Y))
			draw.Draw(m, image.Rect(x, y, x+thick, y+thick), image.NewUniform(ink), image.Point{}, draw.Src)
		}
	}
}

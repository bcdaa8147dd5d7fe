package scan_test

import (
	"image"
	"image/color"
	"math"
	"testing"

	"golang.org/x/image/draw"

	"nonogram"
	"nonogram/internal/testkit/pages"
	"nonogram/scan"
)

// The network reads a page, and what it reads is checked as any reading.
func TestLearned(t *testing.T) {
	p := pages.Puzzle(2, 10, 10, 0)
	style := pages.Style{Face: pages.Plain(), Cell: 34, Size: .6, Pitch: .95, Thick: 5}
	photo, err := (&pages.Page{Puzzle: p, Seed: 2, Style: style, Camera: pages.Camera{Margin: .06}}).Photograph()
	if err != nil {
		t.Fatal(err)
	}
	r, err := scan.Learned(t.Context(), photo)
	if err != nil || r == nil {
		t.Fatal("found no puzzle:", err)
	}
	if !right(p, r.Puzzle) || r.Status != nonogram.Unique {
		t.Errorf("found %d × %d, %v, expected 10 × 10, %d lines wrong", r.Puzzle.Width(), r.Puzzle.Height(), r.Status, wrongLines(p, r.Puzzle))
	}
	if r.Probability < .5 || r.Probability >= .99 {
		t.Errorf("it claims %.3f", r.Probability)
	}
	empty := image.NewRGBA(photo.Rect)
	draw.Draw(empty, empty.Rect, image.NewUniform(color.RGBA{240, 240, 235, 255}), image.Point{}, draw.Src)
	if r, err := scan.Learned(t.Context(), empty); err != nil || r != nil {
		t.Errorf("found %v on an empty page: %v", r, err)
	}
}

// A board of discs without any lines is read by the network.
func TestReadWithoutLines(t *testing.T) {
	const side, radius, rim = 10, .3, .2 // of a cell
	p := pages.Puzzle(4, side, side, 0)
	style := pages.Style{Face: pages.Plain(), Cell: 30, Size: .6, Pitch: .95}
	photo, err := (&pages.Page{Puzzle: p, Seed: 1, Style: style}).Photograph()
	if err != nil {
		t.Fatal(err)
	}
	lined, err := scan.Read(t.Context(), photo, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	from, to := lined.Board[0], lined.Board[2]
	for y := range photo.Rect.Dy() {
		for x := range photo.Rect.Dx() {
			u, v := (float64(x)-from.X)/(to.X-from.X)*side, (float64(y)-from.Y)/(to.Y-from.Y)*side
			if min(u, v) < -rim || max(u, v) > side+rim {
				continue
			}
			ink := uint8(255)
			if math.Hypot(u-math.Floor(u)-.5, v-math.Floor(v)-.5) < radius && min(u, v) > 0 && max(u, v) < side {
				ink = 170
			}
			photo.SetRGBA(x, y, color.RGBA{ink, ink, ink, 255})
		}
	}
	r, err := scan.Read(t.Context(), photo, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !right(p, r.Puzzle) || r.Retried != scan.WithoutLines {
		t.Errorf("%d lines wrong, read as %q", wrongLines(p, r.Puzzle), r.Retried)
	}
}

package scan_test

import (
	"image"
	"image/color"
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

// A page whose lines lead to no puzzle is read by its cells.
func TestReadWithoutLines(t *testing.T) {
	const seed = 40
	p := pages.Puzzle(seed, 5, 5, 0)
	photo, err := pages.Odd(seed, p, []*pages.Face{pages.Plain()}).Photograph()
	if err != nil {
		t.Fatal(err)
	}
	r, err := scan.Read(t.Context(), photo, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !right(p, r.Puzzle) || r.Retried != scan.WithoutLines {
		t.Errorf("%d lines wrong, read as %q", wrongLines(p, r.Puzzle), r.Retried)
	}
}

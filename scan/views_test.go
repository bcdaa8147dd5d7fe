package scan_test

import (
	"context"
	"errors"
	"image"
	"image/draw"
	"math"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/pages"
	"nonogram/scan"
)

// screenshot draws a puzzle as an app shows it.
func screenshot(t *testing.T, p *nonogram.Puzzle) *image.RGBA {
	t.Helper()
	style := pages.Style{Face: pages.Plain(), Cell: 30, Size: .6, Pitch: .95, Thick: 5}
	photo, err := (&pages.Page{Puzzle: p, Seed: 1, Style: style, Camera: pages.Camera{Margin: .06}}).Photograph()
	if err != nil {
		t.Fatal(err)
	}
	return photo
}

// A page that lies on its side is turned, and the answer says so.
func TestTurned(t *testing.T) {
	p := pages.Puzzle(4, 10, 10, 0)
	upright := screenshot(t, p)
	w, h := upright.Rect.Dx(), upright.Rect.Dy()
	side := image.NewRGBA(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			side.Set(y, w-1-x, upright.At(x, y))
		}
	}
	r, err := scan.Read(context.Background(), side, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !right(p, r.Puzzle) || r.Retried != "turned by 90°" {
		t.Errorf("found %d × %d, retried %q, expected the puzzle turned by 90°", r.Puzzle.Width(), r.Puzzle.Height(), r.Retried)
	}
}

// A photograph taken at a slant is straightened, and the board is where it is in the photograph.
func TestSlanted(t *testing.T) {
	p := pages.Puzzle(4, 10, 10, 0)
	style := pages.Style{Face: pages.Plain(), Cell: 30, Size: .6, Pitch: .95, Thick: 5}
	photo, err := (&pages.Page{Puzzle: p, Seed: 1, Style: style, Camera: pages.Camera{Roll: 20, Margin: .06, Blur: .5}}).Photograph()
	if err != nil {
		t.Fatal(err)
	}
	r, err := scan.Read(context.Background(), photo, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !right(p, r.Puzzle) || !strings.HasPrefix(r.Retried, "turned by -") {
		t.Errorf("found %d × %d, retried %q, expected the puzzle straightened", r.Puzzle.Width(), r.Puzzle.Height(), r.Retried)
	}
	across := math.Atan2(r.Board[1].Y-r.Board[0].Y, r.Board[1].X-r.Board[0].X) * 180 / math.Pi
	if math.Abs(across-20) > 1 {
		t.Errorf("the board's upper side is turned by %.1f°, expected 20°", across)
	}
}

// Both puzzles of a page are read.
func TestTwoPuzzles(t *testing.T) {
	first, second := pages.Puzzle(4, 15, 15, 0), pages.Puzzle(5, 10, 10, 0)
	a, b := screenshot(t, first), screenshot(t, second)
	page := image.NewRGBA(image.Rect(0, 0, a.Rect.Dx()+b.Rect.Dx(), max(a.Rect.Dy(), b.Rect.Dy())))
	draw.Draw(page, page.Rect, image.NewUniform(a.At(1, 1)), image.Point{}, draw.Src)
	draw.Draw(page, a.Rect, a, image.Point{}, draw.Src)
	draw.Draw(page, b.Rect.Add(image.Pt(a.Rect.Dx(), 0)), b, image.Point{}, draw.Src)
	r, err := scan.Read(context.Background(), page, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !right(first, r.Puzzle) {
		t.Errorf("the first is %d × %d, and not as drawn", r.Puzzle.Width(), r.Puzzle.Height())
	}
	if len(r.Others) != 1 || !right(second, r.Others[0].Puzzle) {
		t.Errorf("found %d others, expected the second puzzle", len(r.Others))
	}
}

// Grids with digits in their cells are named another kind of puzzle, and empty boards are refused.
func TestOtherPages(t *testing.T) {
	for seed, want := range map[uint64]string{0: "", 1: "not a nonogram", 3: "not a nonogram"} {
		page := pages.Other(seed, pages.Puzzle(seed, 9, 9, 0), []*pages.Face{pages.Plain()})
		page.Camera = pages.Camera{Margin: .06}
		photo, err := page.Photograph()
		if err != nil {
			t.Fatal(err)
		}
		r, err := scan.Read(context.Background(), photo, scan.Options{})
		if !errors.Is(err, scan.ErrUnreadable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %+v, %v, expected an error with %q", pages.Others[seed], r, err, want)
		}
	}
}

// Where the picture ends at the last lines of the board, their clues tell that they belong to it.
func TestEndsWithBoard(t *testing.T) {
	p := nonogram.New([][]int{{}, {4}, {6}, {2, 2}, {2, 2}, {6}, {4}, {2}, {2}, {2}, {}}, [][]int{{}, {9}, {9}, {2, 2}, {2, 2}, {4}, {4}, {}})
	photo, err := (&pages.Page{Puzzle: p, Seed: 1, Style: pages.Style{Face: pages.Plain(), Cell: 34, Size: .6, Pitch: .95, Zero: true}}).Photograph()
	if err != nil {
		t.Fatal(err)
	}
	b := photo.Bounds()
	dark := func(x, y int) bool { return photo.RGBAAt(x, y).G < 128 }
	x, y := b.Max.X-1, b.Max.Y-1
	for !dark(x, b.Max.Y*3/4+5) {
		x--
	}
	for !dark(b.Max.X*3/4+5, y) {
		y--
	}
	r, err := scan.Read(context.Background(), photo.SubImage(image.Rect(b.Min.X, b.Min.Y, x-3, y-3)), scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !right(p, r.Puzzle) {
		t.Errorf("found %d × %d with probability %v, expected 8 × 11, %d lines wrong", r.Puzzle.Width(), r.Puzzle.Height(), r.Probability, wrongLines(p, r.Puzzle))
	}
}

// broken is a picture that panics when it is looked at.
type broken struct{ image.Image }

func (broken) Bounds() image.Rectangle { panic("broken") }

// A panic is an error of this picture, and names the place.
func TestPanicIsAnError(t *testing.T) {
	_, err := scan.Read(context.Background(), broken{}, scan.Options{})
	if err == nil || errors.Is(err, scan.ErrUnreadable) || !strings.Contains(err.Error(), ".go:") {
		t.Errorf("found the error %v, expected one that names the place of the panic", err)
	}
}

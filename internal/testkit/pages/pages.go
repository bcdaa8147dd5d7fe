// Package pages makes photographs of printed puzzles with known clues, to train and measure
// the reader of photographs.
//
//	Puzzle ──▶ Page.Flat ──▶ a clean page ──▶ Page.Photograph ──▶ the view of a camera
//
// A [Page] describes the typeface, the drawing of clues and cells, the position of the page
// before the camera, the light, the lens and the file. [Random] chooses it from a seed, so a
// number identifies a photograph. Equal pages give equal pixels.
//
// Typefaces are those of Debian (make fonts) and our own bitmaps. Typefaces for training and for
// measuring are disjoint, by family ([Training], [Unseen]).
package pages

import (
	"math/rand/v2"

	"nonogram"
)

// Page is a puzzle on paper or on a screen, and the camera before it.
type Page struct {
	Puzzle *nonogram.Puzzle
	Seed   uint64 // of everything below that is left to chance
	Style  Style
	Camera Camera
}

// Style is how a puzzle is drawn.
type Style struct {
	// Own draws with the project's own renderer; of the rest only Cell, Dark and
	// Filled count.
	Own  bool
	Face *Face
	Cell int // side of a cell in pixels of the photograph, about
	Dark bool
	// Ruled gives every clue number a cell with lines around it; otherwise the numbers
	// stand free, Pitch cells from one to the next.
	Ruled bool
	Pitch float64
	// Size is the height of a digit as a share of the cell.
	Size    float64
	Thick   int  // every so many lines one is thick; 0 for none
	Rounded bool // cells are rounded squares with gaps between them, as in apps
	Tinted  bool // clue areas have a ground of their own, every second line darker
	Both    bool // clues at the right and at the bottom too
	Far     bool // clues at the right and at the bottom only, without tints and pictures
	Zero    bool // the clue of an empty line is "0"
	Chips   bool // numbers of color puzzles stand on their color
	Corner  bool // a picture in the corner
	Drop    bool // a black shadow of the frame, as in books
	Caption bool // a title above and text below
	Filled  float64
	// Struck and Dimmed are shares of numbers that are struck through or pale.
	Struck, Dimmed float64
	Halftone       bool // the paper is printed in dots
	Other          int  // of the [Others], from 1: it has no clues
}

// Camera is how a page is photographed. The zero value is a screenshot.
type Camera struct {
	TiltX, TiltY float64 // degrees the page leans away
	Roll         float64 // degrees it is turned
	Curl         float64 // how far it bulges, as a share of its width
	Gutter       float64 // how deep it falls towards the spine, as a share of its width
	Margin       float64 // of the table around the page, as a share of its width
	Light        float64 // share of light that the darkest side loses
	Shadow       float64 // share of light that a shadow across the page takes
	Moire        float64 // amplitude of waves, of 255
	Blur         float64 // pixels, standard deviation
	Noise        float64 // of 255, standard deviation
	Fade         float64 // share of contrast lost
	Quality      int     // of the JPEG file; 0 is no loss
}

// Random chooses a page for a puzzle.
func Random(seed uint64, p *nonogram.Puzzle, faces []*Face) *Page {
	r := rand.New(rand.NewPCG(seed, 1))
	page := &Page{Puzzle: p, Seed: seed, Style: randomStyle(r, p, faces)}
	if r.IntN(6) == 0 {
		page.Camera = randomScreen(r)
	} else {
		page.Camera = randomCamera(r)
	}
	return page
}

func randomStyle(r *rand.Rand, p *nonogram.Puzzle, faces []*Face) Style {
	s := Style{
		Face: faces[r.IntN(len(faces))],
		Cell: cellSide(r, max(p.Width(), p.Height())),
		Own:  r.IntN(6) == 0, Ruled: r.IntN(2) == 0, Dark: r.IntN(8) == 0,
		Size: between(r, 0.52, 0.66), Pitch: between(r, 0.85, 1),
		Tinted: r.IntN(5) == 0, Both: r.IntN(12) == 0, Zero: r.IntN(2) == 0, Chips: r.IntN(2) == 0,
		Corner: r.IntN(3) == 0, Drop: r.IntN(5) == 0, Caption: r.IntN(3) == 0,
		Thick: []int{0, 5, 5, 5, 10}[r.IntN(5)],
	}
	s.Rounded = !s.Ruled && r.IntN(5) == 0
	if r.IntN(6) == 0 {
		s.Filled = between(r, 0.1, 1)
	}
	return s
}

// cellSide keeps digits legible: at least 12 pixels in the largest boards.
func cellSide(r *rand.Rand, side int) int {
	switch {
	case side <= 15:
		return 26 + r.IntN(30)
	case side <= 25:
		return 24 + r.IntN(20)
	}
	return 22 + r.IntN(12)
}

// randomScreen is a screenshot, perhaps sent as JPEG.
func randomScreen(r *rand.Rand) Camera {
	return Camera{Margin: between(r, 0, 0.1), Quality: []int{0, 60, 80, 95}[r.IntN(4)]}
}

func randomCamera(r *rand.Rand) Camera {
	c := Camera{
		TiltX: between(r, -20, 20), TiltY: between(r, -20, 20), Roll: between(r, -4, 4),
		Margin: between(r, 0.03, 0.15), Light: between(r, 0, 0.5),
		Blur: between(r, 0.3, 0.9), Noise: between(r, 0, 8), Fade: between(r, 0, 0.4),
		Quality: 60 + r.IntN(36),
	}
	if r.IntN(2) == 0 {
		c.Curl = between(r, -0.05, 0.05)
	}
	if r.IntN(3) == 0 {
		c.Gutter = between(r, 0.02, 0.08)
	}
	if r.IntN(3) == 0 {
		c.Shadow = between(r, 0.1, 0.45)
	}
	if r.IntN(5) == 0 {
		c.Moire = between(r, 2, 10)
	}
	return c
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

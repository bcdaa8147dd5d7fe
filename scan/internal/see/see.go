// Package see looks at a photograph of a printed puzzle and says what is where: the
// board, its cells, the places of the clue numbers, and what each may say.
//
// It returns a lattice of readings with probabilities, not a puzzle: which of them
// belong together is decided above, where the rules of the puzzle are known.
package see

import (
	"cmp"
	"image"
	"image/color"

	"nonogram/scan/internal/glyph"
)

// Point is a place in the photograph, in pixels.
type Point struct{ X, Y float64 }

// Quad is a cell's outline in the photograph, clockwise from its top left.
type Quad [4]Point

// Sight is what was seen of one puzzle: a lattice of readings, not yet a puzzle.
type Sight struct {
	Width, Height int                 // cells of the board
	Rows, Columns [][]Number          // clue numbers of each line in reading order; a Number may turn out to be nothing
	Board         [4]Point            // the board's corners
	Cells         func(x, y int) Quad // outline of a cell of the board
	Palette       []color.RGBA        // inks seen, paper first, black next; two entries for black and white
}

// Number is a place where a clue number was seen, or several close together.
type Number struct {
	At      Quad
	Choices []Choice // likeliest first, probabilities add up to at most 1
}

// Choice is one reading of a place: usually one number. Several say that numbers stand
// close together, none that there is no number here, or a zero.
type Choice struct {
	Values []int
	Color  int     // index into the palette; 1 for black
	LogP   float64 // natural logarithm of its probability
}

// Limits bounds what a look may cost. Zero values mean the defaults.
type Limits struct {
	Pixels int // pixels of the photograph
	Side   int // cells a side of the board
}

// Look finds the puzzle in a photograph.
func Look(img image.Image, limits Limits) (*Sight, error) {
	return look(img, limits, glyph.Read)
}

// Defaults of the limits.
const (
	defaultPixels = 64 << 20
	defaultSide   = 150
)

// admit refuses photographs that are too large or too small.
func (l Limits) admit(b image.Rectangle) error {
	most := cmp.Or(l.Pixels, defaultPixels)
	if b.Dx() < minPhoto || b.Dy() < minPhoto || b.Dy() > most/max(b.Dx(), 1) {
		return &PixelsError{b.Dx(), b.Dy(), most}
	}
	return nil
}

func (l Limits) side() int { return cmp.Or(l.Side, defaultSide) }

const (
	minPhoto = 60   // pixels a side
	maxLook  = 2600 // pixels a side at which lines are looked for
)

const (
	minSide   = 3  // cells of a board
	maxMargin = 40 // cells around the mesh that clues may take up
)

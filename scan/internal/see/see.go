// Package see finds the parts of a puzzle in a photograph: the
// board, its cells, the places of the clue numbers, and what each may say.
//
// It returns a lattice of readings with probabilities, not a puzzle: which of them
// belong together is decided above, where the rules of the puzzle are known.
package see

import (
	"cmp"
	"image"
	"image/color"
	"slices"

	"nonogram/scan/internal/glyph"
)

// Point is a place in the photograph, in pixels.
type Point struct{ X, Y float64 }

// Quad is a cell's outline in the photograph, clockwise from its top left.
type Quad [4]Point

// Sight is the reading of one puzzle before decoding: a lattice of alternatives.
type Sight struct {
	Width, Height int                 // cells of the board
	Rows, Columns [][]Number          // clue numbers of each line in reading order; a Number may turn out to be nothing
	Board         [4]Point            // the board's corners
	Cells         func(x, y int) Quad // outline of a cell of the board
	Palette       []color.RGBA        // inks seen, paper first, black next; two entries for black and white
	Cut           error               // a suspicion that clues are cut off, which the puzzle may refute
}

// Number is a place where a clue number was seen, or several close together.
type Number struct {
	At      Quad
	Choices []Choice // likeliest first, probabilities add up to at most 1

	Zero float64 // how probably it is a zero

	ink ink
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

// Eye looks at one photograph, as often as it is asked to.
type Eye struct {
	img    image.Image
	limits Limits
	levels []*plane
	boards []*sighting
	search search
	canvas *canvas
	on     *mesh // what the canvas shows
	reader func(*glyph.Patch) glyph.Scores
	stage  func(string, func() image.Image)
}

// Open finds what may be the board of a puzzle in a photograph.
func Open(img image.Image, limits Limits, stage func(string, func() image.Image)) (*Eye, error) {
	if err := limits.admit(img.Bounds()); err != nil {
		return nil, err
	}
	e := &Eye{img: img, limits: limits, levels: pyramid(luminance(img)), reader: glyph.Read, stage: stage}
	for e.search.passes < len(ways) && !e.search.clear() {
		e.search.look(e.levels)
	}
	if e.boards = e.search.boards(); len(e.boards) == 0 {
		return nil, ErrNoBoard
	}
	e.show("1-board", func() image.Image { return e.boards[0].drawn() })
	return e, nil
}

// show reports a stage with a picture of its result.
func (e *Eye) show(stage string, picture func() image.Image) {
	if e.stage != nil {
		e.stage(stage, picture)
	}
}

// HasBoard reports whether a board is found with clear lines at half the scale.
func HasBoard(img image.Image) bool {
	const least = 36 // crossings
	var s search
	s.look(pyramid(luminance(img).half()))
	return len(s.all) > 0 && s.all[0].crossings() >= least
}

// Has reports whether there is one more board, by its place among those that there may be,
// the likeliest first. After the last one, other ways of finding boards are tried.
func (e *Eye) Has(board int) bool {
	for board == len(e.boards) && board < maxBoards && e.search.passes < len(ways) {
		e.search.look(e.levels)
		e.boards = distinct(append(e.boards, e.search.boards()...))
	}
	return board < min(len(e.boards), maxBoards)
}

// Ink is how dark something must be to be ink, of 255 for the darkest around it.
type Ink uint8

// How to look: as usual, for faint ink as well, or for bold ink only, which parts digits
// that touch.
const (
	Usual Ink = 85
	Faint Ink = 60
	Bold  Ink = 115
)

// Look reads the clues around one of the boards. With an error it returns the partial reading.
func (e *Eye) Look(board int, least Ink) (*Sight, error) {
	c := e.straightened(board).inked(least)
	found := e.boards[board]
	c.colors = found.colors
	e.show("2-straight", c.gray)
	e.show("3-clues", c.drawn)
	s, err := c.sight(e.levels[0], e.limits)
	if err == nil && found.colors == nil {
		if found.colors = c.colors; c.colors.colored() {
			s, err = c.sight(e.levels[0], e.limits)
		}
	}
	if s != nil {
		e.show("4-digits", func() image.Image { return Overlay(e.img, s) })
	}
	return s, err
}

// straightened is the canvas of a board, with the ink of the usual look. Where clues go on
// beside the board, a wider one comes after it.
func (e *Eye) straightened(board int) *canvas {
	found := e.boards[board]
	if e.on != found.mesh {
		c := found.canvas(e)
		if found.withoutDigits(c) {
			c = found.canvas(e)
		}
		e.canvas, e.on = c, found.mesh
		if !found.wide && c.widened() != c.board {
			wider := *found
			wider.wide = true
			e.boards = slices.Insert(e.boards, board+1, &wider)
		}
	}
	c := *e.canvas
	if found.wide {
		c.board = c.widened()
	}
	return &c
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
	maxBoards = 5  // that are looked at
)

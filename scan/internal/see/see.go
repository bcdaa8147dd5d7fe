// Package see finds the parts of a puzzle in a photograph, in five stages:
//
//	findBoard    candidates for the board: meshes of crossing lines
//	straightened the canvas: the picture with every cell made a square
//	findClues    the places of numbers beside the board
//	readDigits   the readings of each number
//	decideInks   the color of each number
//
// The result is a lattice of readings with probabilities, not a puzzle. Package scan
// proof-reads it: it knows the rules of the puzzle. Every stage can draw its result.
package see

import (
	"image"
	"image/color"
	"image/draw"
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
	Chips         bool                // numbers are on squares of their color
	Dark          []bool              // cells that are darker than others, row by row; nil if all are alike
	Inside        bool                // digits are in the cells, as in other kinds of puzzles
	Cut           error               // set if clues may be cut off; a solvable reading disproves it
	Far           bool                // numbers are those at the right and at the bottom, which repeat those at the left and at the top
}

// Number is a place where a clue number was seen, or several close together.
type Number struct {
	At      Quad
	Choices []Choice // likeliest first, probabilities add up to at most 1

	Zero    float64 // how probably it is a zero
	Foreign float64 // how probably its ink is none of the palette

	ink ink
}

// Choice is one reading of a place: usually one number, several if numbers are close together,
// none for a zero or an empty place.
type Choice struct {
	Values []int
	Color  int     // index into the palette; 1 for black
	LogP   float64 // natural logarithm of its probability
}

// Eye examines one photograph.
type Eye struct {
	img    image.RGBA64Image
	levels []*plane
	shown  *plane // the photograph with its filled cells
	boards []*sighting
	search search
	canvas *canvas
	on     *mesh // the mesh of the canvas
	reader func(*glyph.Patch) glyph.Scores
	stage  func(string, func() image.Image)
	work   int
	labels []uint16 // of the last canvas with another threshold for ink
}

// Work is a measure of the work done so far: glyphs read, and straightened pixels by thousands.
func (e *Eye) Work() int { return e.work }

// Open finds candidates for the board in a photograph.
func Open(img image.Image, stage func(string, func() image.Image)) (*Eye, error) {
	e, err := newEye(img, stage)
	if err != nil {
		return nil, err
	}
	if err := e.findBoard(); err != nil {
		return nil, err
	}
	e.show("1-board", func() image.Image { return e.boards[0].drawn() })
	return e, nil
}

// Board is a board that was found in another way: At is the place in the photograph of a place on
// it, in cells from its top left.
type Board struct {
	Width, Height int
	At            func(u, v float64) Point
}

// OpenAt takes given boards.
func OpenAt(img image.Image, stage func(string, func() image.Image), boards ...Board) (*Eye, error) {
	e, err := newEye(img, stage)
	if err != nil {
		return nil, err
	}
	e.search.passes = len(ways)
	for _, b := range boards {
		m := newMesh(b.Width, b.Height)
		for k := range m.points {
			m.points[k], m.seen[k] = b.At(float64(k%(b.Width+1)), float64(k/(b.Width+1))), true
		}
		e.boards = append(e.boards, &sighting{mesh: m, level: e.levels[0], factor: 1, given: true})
	}
	return e, nil
}

// newEye is an eye that has no board yet.
func newEye(img image.Image, stage func(string, func() image.Image)) (*Eye, error) {
	if b := img.Bounds(); b.Dx() < minPhoto || b.Dy() < minPhoto || b.Dy() > maxPixels/max(b.Dx(), 1) {
		return nil, &PixelsError{b.Dx(), b.Dy()}
	}
	pixels, ok := img.(image.RGBA64Image)
	if !ok {
		rgba := image.NewRGBA(img.Bounds())
		draw.Draw(rgba, rgba.Rect, img, rgba.Rect.Min, draw.Src)
		pixels = rgba
	}
	e := &Eye{img: pixels, levels: pyramid(luminance(img)), stage: stage}
	e.shown = e.levels[0]
	e.reader = func(p *glyph.Patch) glyph.Scores {
		e.work++
		return glyph.Read(p)
	}
	return e, nil
}

// findBoard searches for lines with one method after another until a mesh is clear.
func (e *Eye) findBoard() error {
	for e.search.passes < len(ways) && !e.search.clear() {
		e.search.look(e.levels)
	}
	if e.boards = e.search.boards(); len(e.boards) == 0 {
		return ErrNoBoard
	}
	return nil
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

// Has reports whether there is a board with this index, the likeliest first. After the last
// board it searches with the remaining methods.
func (e *Eye) Has(board int) bool {
	for board == len(e.boards) && board < maxBoards && e.search.passes < len(ways) {
		e.search.look(e.levels)
		e.boards = distinct(append(e.boards, e.search.boards()...))
	}
	return board < min(len(e.boards), maxBoards)
}

// Wider reports that clues and lines go on beside a board that was looked at: the next one is
// wider.
func (e *Eye) Wider(board int) bool {
	return board+1 < len(e.boards) && e.boards[board+1].ruled && !e.boards[board].wide
}

// Ink is a threshold: the darkness from which a pixel is ink, where 255 is the darkest nearby.
type Ink uint8

// Faint includes pale digits. Bold separates digits that touch.
const (
	Usual Ink = 85
	Faint Ink = 60
	Bold  Ink = 115
)

// IgnoreSquares makes further looks at a board take colored squares for paper: in uneven light
// paper looks like squares.
func (e *Eye) IgnoreSquares(board int) {
	e.boards[board].plain, e.boards[board].colors = true, nil
}

// Look reads the clues around one of the boards, or those repeated at its far sides. With an error
// it returns the partial reading.
func (e *Eye) Look(board int, least Ink, far bool) (*Sight, error) {
	usual := e.straightened(board)
	c := usual.inked(least, e.labels)
	if c != usual {
		e.labels = c.labels
	}
	e.show("2-straight", c.gray)
	s, err := e.lookAt(c, e.boards[board], far)
	if err == nil && !e.boards[board].given && c.trimmed(s, e.boards[board].wide) {
		return e.lookAt(c, e.boards[board], far)
	}
	return s, err
}

// lookAt reads the clues around the board of a canvas.
func (e *Eye) lookAt(c *canvas, found *sighting, far bool) (*Sight, error) {
	s, err := c.frame()
	if err != nil {
		return s, err
	}
	clues, err := c.findClues(e.levels[0], far)
	if err != nil {
		return s, err
	}
	s.Cut, s.Chips, s.Far, s.Dark = clues.cut, c.chips, far, e.shown.darkCells(s)
	e.show("3-clues", c.drawn)
	if err := c.readDigits(s, clues, found.colors); err != nil {
		return s, err
	}
	e.show("4-digits", func() image.Image { return Overlay(e.img, s) })
	if found.colors == nil {
		if found.colors = s.decideInks(c.light); found.colors.colored() {
			err = c.readDigits(s, clues, found.colors) // a number ends where the ink changes
		}
	}
	found.colors.paint(s)
	e.show("5-inks", func() image.Image { return Overlay(e.img, s) })
	return s, err
}

// straightened returns the canvas of a board, with the usual threshold. If the clues go on
// beside the board, it inserts a wider board after this one.
func (e *Eye) straightened(board int) *canvas {
	found := e.boards[board]
	if e.on != found.mesh || e.canvas.plain != found.plain {
		e.canvas = nil // makes room
		c := found.canvas(e)
		if !found.given && found.withoutDigits(c) {
			c = found.canvas(e)
		}
		e.canvas, e.on = c, found.mesh
		e.work += len(c.pix) / 1000
		if wide, ruled := c.widened(); !found.given && !found.wide && !found.plain && wide != c.board {
			wider := *found
			wider.wide, wider.ruled = true, ruled
			e.boards = slices.Insert(e.boards, board+1, &wider)
		}
	}
	c := *e.canvas
	c.plain = found.plain
	if found.wide {
		c.board, _ = c.widened()
	}
	return &c
}

const (
	maxPixels = 64 << 20 // of a photograph
	minPhoto  = 60       // pixels a side
	maxLook   = 2600     // pixels a side at which lines are searched
	minSide   = 3        // cells of a board
	maxSide   = 150      //
	maxMargin = 40       // cells around the mesh that clues may take up
	maxBoards = 5        // that are examined
)

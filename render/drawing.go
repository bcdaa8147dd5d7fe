package render

import (
	"errors"
	"fmt"

	"nonogram"
)

// Drawing is a puzzle to draw with [SVG] or [PNG]. Only Puzzle is required.
type Drawing struct {
	Puzzle *nonogram.Puzzle
	// Grid is drawn into the puzzle; nil leaves it blank. In an unfinished grid empty
	// cells are crossed.
	Grid *nonogram.Grid
	// Title is printed above the puzzle; empty means the puzzle's title.
	Title     string
	Highlight Highlight
	Style     Style
}

// Style configures pictures and books. The zero value draws all parts in light colors.
type Style struct {
	Theme *Theme // nil: Light
	// Cell is the side of a cell in pixels, or in a book the largest one in points; 0
	// chooses.
	Cell      float64
	NoClues   bool // leave out the clues
	NoGuides  bool // draw every fifth line like the others
	NoCaption bool // leave out title and attribution
	// Bare draws the cells alone: no clues, no lines, no caption, no margin.
	Bare bool
	// DimDone draws satisfied clues in a faint color.
	DimDone bool
	// Gray draws colors as distinct shades of gray, and numbers with the letters of their
	// colors.
	Gray bool
	// Font is a TrueType font for titles with other letters than Latin, Greek and
	// Cyrillic. SVG leaves the font to the viewer.
	Font []byte
}

// Highlight marks lines by a tinted background and cells by an outline.
type Highlight struct {
	Lines []nonogram.LineRef
	Cells []nonogram.Cell
}

// The limits of a picture.
const (
	// DefaultCell is the default side of a cell in pixels.
	DefaultCell = 24
	// MaxCell is the largest side of a cell.
	MaxCell = 1000
)

// ErrHighlight is returned for a highlighted line or cell outside the puzzle.
var ErrHighlight = errors.New("the highlight lies outside the puzzle")

// check validates the drawing.
func (d *Drawing) check() error {
	if err := drawable(d.Puzzle, d.Grid); err != nil {
		return err
	}
	for _, l := range d.Highlight.Lines {
		n := d.Puzzle.Height()
		if l.Axis == nonogram.Column {
			n = d.Puzzle.Width()
		}
		if l.Axis > nonogram.Column || l.Index < 0 || l.Index >= n {
			return fmt.Errorf("%w: %s of a puzzle of %d × %d", ErrHighlight, l, d.Puzzle.Width(), d.Puzzle.Height())
		}
	}
	for _, c := range d.Highlight.Cells {
		if c.Row < 0 || c.Row >= d.Puzzle.Height() || c.Col < 0 || c.Col >= d.Puzzle.Width() {
			return fmt.Errorf("%w: row %d, column %d of a puzzle of %d × %d", ErrHighlight, c.Row+1, c.Col+1, d.Puzzle.Width(), d.Puzzle.Height())
		}
	}
	return d.Style.check()
}

func (s *Style) check() error {
	if !(s.Cell >= 0 && s.Cell <= MaxCell) { // so that NaN is refused too
		return fmt.Errorf("a cell of %v is not drawn, expected a side from 1 to %d, or 0 to choose", s.Cell, MaxCell)
	}
	if s.Cell > 0 && s.Cell < 1 {
		return fmt.Errorf("a cell of %v is too small, expected a side from 1 to %d", s.Cell, MaxCell)
	}
	return nil
}

// ErrNoPuzzle is returned for a drawing without a puzzle.
var ErrNoPuzzle = errors.New("no puzzle to draw")

// drawable rejects malformed puzzles and grids that do not match. Unsolvable puzzles are
// accepted.
func drawable(p *nonogram.Puzzle, g *nonogram.Grid) error {
	if p == nil {
		return ErrNoPuzzle
	}
	var invalid *nonogram.InvalidError
	if err := nonogram.Validate(p); errors.As(err, &invalid) && !invalid.Unsolvable() {
		return err
	}
	if g == nil {
		return nil
	}
	if g.Width != p.Width() || g.Height != p.Height() || len(g.Cells) != g.Width*g.Height {
		return fmt.Errorf("%w: grid %d × %d, puzzle %d × %d", nonogram.ErrGridSize, g.Width, g.Height, p.Width(), p.Height())
	}
	for i, c := range g.Cells {
		if c != nonogram.Unknown && int(c) >= len(p.Palette) {
			return fmt.Errorf("row %d, column %d: the cell has color %d, the palette has 0 to %d", i/g.Width+1, i%g.Width+1, c, len(p.Palette)-1)
		}
	}
	return nil
}

func (s *Style) theme() *Theme {
	if s.Theme == nil {
		return Light()
	}
	return s.Theme
}

// clues and caption report whether these parts are drawn.
func (s *Style) clues() bool   { return !s.NoClues && !s.Bare }
func (s *Style) caption() bool { return !s.NoCaption && !s.Bare }

package render

import (
	"cmp"
	"errors"
	"fmt"

	"nonogram"
)

// What a picture shows: the puzzle, the style, and the check of both before anything is drawn.

// Drawing is a puzzle to draw with [SVG] or [PNG]. Only Puzzle is required.
type Drawing struct {
	Puzzle *nonogram.Puzzle
	// Grid is drawn into the puzzle; nil leaves it blank. In an unfinished grid empty
	// cells are crossed.
	Grid *nonogram.Grid
	// Title is printed above the puzzle; empty means the puzzle's title.
	Title string
	// Lines are highlighted by a tinted background, and Cells by an outline.
	Lines []nonogram.LineRef
	Cells []nonogram.Cell
	Style Style
}

// Style configures pictures and books. The zero value draws all parts in light colors.
type Style struct {
	Theme Theme
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

	colors   *theme  // in place of Theme, for books
	typeSize float64 // of the numbers in cells; 0 means usualType
	mostType float64 // bounds it for a part of a puzzle, whose numbers are those of the whole
	wrap     int     // the numbers of a row in a line, if more of them take a second one; 0 means all
}

// The limits of a picture.
const (
	defaultCell = 24 // pixels
	maxCell     = 1000
)

// Error is an invalid option of a drawing or a book, or one that does not suit the puzzle.
type Error struct {
	Option  string // its name, as in "cell" or "isbn"
	Message string // the value found, and the values expected
}

func (e *Error) Error() string { return e.Option + ": " + e.Message }

func badOption(option, format string, args ...any) error {
	return &Error{option, fmt.Sprintf(format, args...)}
}

// check validates the drawing.
func (d *Drawing) check() error {
	if err := drawable(d.Puzzle, d.Grid); err != nil {
		return err
	}
	if d.Puzzle.Shape != nil && len(d.Lines)+len(d.Cells) > 0 {
		return fmt.Errorf("highlight: %w", nonogram.ErrShape)
	}
	for _, l := range d.Lines {
		n := d.Puzzle.Height()
		if l.Axis == nonogram.Column {
			n = d.Puzzle.Width()
		}
		if l.Axis > nonogram.Column || l.Index < 0 || l.Index >= n {
			return badOption("highlight", "found %s, expected a line of a puzzle of %d × %d", l, d.Puzzle.Width(), d.Puzzle.Height())
		}
	}
	for _, c := range d.Cells {
		if c.Row < 0 || c.Row >= d.Puzzle.Height() || c.Col < 0 || c.Col >= d.Puzzle.Width() {
			return badOption("highlight", "found row %d, column %d, expected a cell of a puzzle of %d × %d", c.Row+1, c.Col+1, d.Puzzle.Width(), d.Puzzle.Height())
		}
	}
	return d.Style.check()
}

func (s *Style) check() error {
	if s.Cell != 0 && !(s.Cell >= 1 && s.Cell <= maxCell) { // rejects NaN too
		return badOption("cell", "found %v, expected a side from 1 to %d", s.Cell, maxCell)
	}
	if _, ok := themes[cmp.Or(s.Theme, Light)]; !ok {
		return badOption("theme", "found %.24q, expected light or dark", s.Theme)
	}
	return nil
}

// drawable rejects malformed puzzles and grids that do not match. Unsolvable puzzles are
// accepted.
func drawable(p *nonogram.Puzzle, g *nonogram.Grid) error {
	if p == nil {
		return badOption("puzzle", "found none")
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

func (s *Style) theme() *theme { return cmp.Or(s.colors, themes[cmp.Or(s.Theme, Light)]) }

// clues and caption report whether these parts are drawn.
func (s *Style) clues() bool   { return !s.NoClues && !s.Bare }
func (s *Style) caption() bool { return !s.NoCaption && !s.Bare }

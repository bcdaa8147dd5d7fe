// The puzzle being read. Its blocks, colors and cells are collected in buffers that are
// reused for the next puzzle of the file.

package cursor

import (
	"strconv"

	"nonogram"
	"nonogram/internal/plural"
)

// Draft is a cursor and the puzzle being read.
type Draft struct {
	Cursor
	Start  int              // where the puzzle begins
	Cells  []nonogram.Color // of a grid being read
	Colors Colors
	clueLines
	Inked bool // every number of a clue has a color

	// Ordinal is the number of the puzzle in its file, from 1, and its default ID.
	Ordinal int

	// Solvable decides between two valid readings of a text. It may return true for an
	// unsolvable puzzle, never false for a solvable one. Nil means always true.
	Solvable func(*nonogram.Puzzle) bool
}

// MaySolve calls Solvable.
func (d *Draft) MaySolve(p *nonogram.Puzzle) bool { return d.Solvable == nil || d.Solvable(p) }

// Begin starts the next puzzle at the given offset. The first call allocates for a small
// file, or for the usual puzzle of a large one.
func (d *Draft) Begin(at int) {
	d.Ordinal++
	d.Start = at
	d.ID = strconv.Itoa(d.Ordinal)
	if d.Blocks == nil {
		d.Blocks = make([]nonogram.Block, 0, min(len(d.Data)/2+1, 512))
		d.Lines = make([]Line, 0, min(len(d.Data)/2+1, 64))
	}
	d.Blocks, d.Lines, d.blanks = d.Blocks[:0], d.Lines[:0], 0
	d.Colors = Colors{append(d.Colors.Entries[:0], defaults[:]...), d.Colors.order[:0], Ink}
}

// Puzzle completes a puzzle with the clues of its rows and columns.
func (d *Draft) Puzzle(p *nonogram.Puzzle, rows, cols []Line) *nonogram.Puzzle {
	d.Build(p, rows, cols)
	return d.Finished(p)
}

// Try reads a puzzle and returns the fault of the reader, if any.
func (d *Draft) Try(read func() *nonogram.Puzzle) (p *nonogram.Puzzle, err error) {
	if err = Catch(func() { p = read() }); err != nil {
		return nil, err
	}
	return p, nil
}

// Pictured returns the puzzle of a black-and-white picture.
func (d *Draft) Pictured(g *nonogram.Grid) *nonogram.Puzzle {
	p := &nonogram.Puzzle{Goal: g}
	p.Rows, p.Cols = nonogram.CluesOf(g)
	return d.Finished(p)
}

// Finished checks a puzzle that has its clues and normalizes it. Faults are reported at its
// start.
func (d *Draft) Finished(p *nonogram.Puzzle) *nonogram.Puzzle {
	d.Size(d.Start, p.Width(), p.Height())
	longest := 0
	for _, t := range Texts(p) {
		longest = max(longest, len(*t))
	}
	for _, w := range p.Palette {
		longest = max(longest, len(w.Name))
	}
	if longest > MaxText {
		panic(d.TooLong(d.Start, longest))
	}
	if p.ID == "" {
		p.ID = d.ID
	}
	if p.Palette == nil {
		p.Palette = nonogram.BlackAndWhite()
	}
	p.Palette.AssignSymbols()
	if p.Shape != nil {
		d.board(p)
	}
	if p.Given != nil && p.Given.Open() == len(p.Given.Cells) {
		p.Given = nil
	}
	return p
}

// TooLong is the fault of a text with too many bytes.
func (c *Cursor) TooLong(at, length int) *Fault {
	return c.Fail(at, "found a text of %d bytes, the limit is %d", length, MaxText)
}

// Derive sets the clues of a puzzle from its goal.
func (d *Draft) Derive(p *nonogram.Puzzle, at int) {
	if p.Shape != nil {
		d.board(p)
	}
	d.Require(p.Goal.Open() <= 0, at, "found unknown cells in the goal, expected clues or a complete goal")
	if p.Shape != nil {
		p.Rows, p.Cols = p.Shape.CluesOf(p.Goal)
	} else {
		p.Rows, p.Cols = nonogram.CluesOf(p.Goal)
	}
}

// board checks that grids have no color outside the board of a triddler. Goals are empty there, and
// given cells unknown.
func (d *Draft) board(p *nonogram.Puzzle) {
	for i, g := range [2]*nonogram.Grid{p.Goal, p.Given} {
		for cell := range p.Shape.Of {
			if g == nil || p.Shape.Has(cell) {
				continue
			}
			d.Require(g.Cells[cell] == nonogram.Empty || g.Cells[cell] == nonogram.Unknown, d.Start, "found a color outside the board of a triddler")
			g.Cells[cell] = [2]nonogram.Color{nonogram.Empty, nonogram.Unknown}[i]
		}
	}
}

// The limits of a puzzle in a file.
const (
	// MaxNumber is the largest number read. A clue above the side of its puzzle is
	// well-formed and unsolvable, so this only ends long numbers; sums of clues cannot
	// overflow.
	MaxNumber = 1_000_000_000

	// MaxBlocksPerLine bounds one clue.
	MaxBlocksPerLine = nonogram.MaxSide

	// MaxBlocks bounds the blocks of a puzzle: one per cell in its row and its column.
	MaxBlocks = 2 * nonogram.MaxCells

	// MaxText bounds a title, name or note in bytes.
	MaxText = 64 << 10

	// MaxDepth bounds the nesting of XML elements and JSON values. Known ones are at
	// most five deep.
	MaxDepth = 64

	// MaxColorsRead bounds the colors that a file mentions, used or not. It includes a
	// background and an ink that a format predefines.
	MaxColorsRead = nonogram.MaxColors + 4

	// maxBlankLines bounds the blank lines that are recorded as possible clues.
	maxBlankLines = 2 * nonogram.MaxSide
)

// Slots collects numbered clues.
type Slots struct {
	lines []Line
	taken []bool
	count int
}

// Put stores the clue that was read last under its number, from 1.
func (c *Slots) Put(d *Draft, at, number int, what string) {
	if number < 1 || number > nonogram.MaxSide {
		panic(d.Fail(at, "found the number %d of a %s, expected 1 to %d", number, what, nonogram.MaxSide))
	}
	for len(c.lines) < number {
		c.lines = append(c.lines, Line{})
		c.taken = append(c.taken, false)
	}
	if c.taken[number-1] {
		panic(d.Fail(at, "found %s %d a second time", what, number))
	}
	c.lines[number-1], c.taken[number-1] = d.Lines[len(d.Lines)-1], true
	c.count++
}

// all returns the clues 1 to need, and fails if one is missing.
func (c *Slots) all(d *Draft, need int, what string) []Line {
	if len(c.lines) > need {
		panic(d.Fail(c.lines[len(c.lines)-1].At, "found %s %d, expected at most %d", what, len(c.lines), need))
	}
	if c.count < need {
		panic(d.Fail(d.Pos, "found the clues of %s, expected %d", plural.Of(c.count, what, what+"s"), need))
	}
	return c.lines
}

// SlotsPuzzle makes a puzzle from numbered clues. It fails unless each row and column
// has one.
func (d *Draft) SlotsPuzzle(rows *Slots, height int, cols *Slots, width int) *nonogram.Puzzle {
	rowLines := rows.all(d, height, "row")
	colLines := cols.all(d, width, "column")
	return d.Puzzle(&nonogram.Puzzle{}, rowLines, colLines)
}

// The puzzle being read. Its blocks, colors and cells are collected in buffers that are
// reused for the next puzzle of the file.

package cursor

import (
	"strconv"

	"nonogram"
)

// Draft is a cursor and the puzzle being read.
type Draft struct {
	Cursor
	Start  int              // where the puzzle begins
	Cells  []nonogram.Color // of a grid being read
	Colors Colors
	clueLines

	// Ordinal is the number of the puzzle in its file, from 1, and its default ID.
	Ordinal int

	// Solvable decides between two valid readings of a text. It may return true for an
	// unsolvable puzzle, never false for a solvable one. Nil means always true.
	Solvable func(*nonogram.Puzzle) bool
}

// MaySolve calls Solvable.
func (d *Draft) MaySolve(p *nonogram.Puzzle) bool { return d.Solvable == nil || d.Solvable(p) }

// Begin starts the next puzzle at the given offset.
func (d *Draft) Begin(at int) {
	d.Ordinal++
	d.Start = at
	d.ID = strconv.Itoa(d.Ordinal)
	d.clueLines.reset(len(d.Data))
	d.Colors.reset()
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
	if p.Given != nil && p.Given.Open() == len(p.Given.Cells) {
		p.Given = nil
	}
	return p
}

// TooLong is the fault of a text with too many bytes.
func (c *Cursor) TooLong(at, length int) *Fault {
	return c.Fail(at, "found a text of %d bytes, the limit is %d (MaxText)", length, MaxText)
}

// Derive sets the clues of a puzzle from its goal.
func (d *Draft) Derive(p *nonogram.Puzzle, at int) {
	d.Require(p.Goal.Open() <= 0, at, "found unknown cells in the goal, expected clues or a complete goal")
	p.Rows, p.Cols = nonogram.CluesOf(p.Goal)
}

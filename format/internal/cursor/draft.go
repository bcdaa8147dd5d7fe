// A puzzle while it is read. What is collected on the way, blocks, colors and
// cells, goes into memory that is kept for the next puzzle of the file.

package cursor

import (
	"strconv"

	"nonogram"
)

// Draft is a cursor with the puzzle that is read at it.
type Draft struct {
	Cursor
	Start  int              // where the puzzle begins
	Cells  []nonogram.Color // of a grid being read
	Colors Colors
	clueLines

	// Ordinal is the number of the puzzle in its file, from 1; its ID, as long as it has
	// no other.
	Ordinal int

	// Solvable decides between two ways to read a puzzle that both make sense. It may
	// be wrong only in saying yes; nil always does.
	Solvable func(*nonogram.Puzzle) bool
}

// MaySolve asks Solvable.
func (d *Draft) MaySolve(p *nonogram.Puzzle) bool { return d.Solvable == nil || d.Solvable(p) }

// Begin starts the next puzzle at the given offset.
func (d *Draft) Begin(at int) {
	d.Ordinal++
	d.Start = at
	d.ID = strconv.Itoa(d.Ordinal)
	d.clueLines.reset(len(d.Data))
	d.Colors.reset()
}

// Puzzle completes a puzzle with the clues of its rows and columns. Its problems
// are reported where it begins.
func (d *Draft) Puzzle(p *nonogram.Puzzle, rows, cols []Line) (*nonogram.Puzzle, error) {
	d.Build(p, rows, cols)
	return d.Finished(p)
}

// Finished is a puzzle that has its clues, completed by Finish.
func (d *Draft) Finished(p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	if err := d.Finish(p, d.Start); err != nil {
		return nil, err
	}
	return p, nil
}

// Pictured is the puzzle of a black-and-white picture.
func (d *Draft) Pictured(g *nonogram.Grid) (*nonogram.Puzzle, error) {
	p := &nonogram.Puzzle{Goal: g}
	p.Rows, p.Cols = nonogram.CluesOf(g)
	return d.Finished(p)
}

// Finish completes a puzzle that has its clues: the checks that all formats
// share, and what every decoded puzzle can rely on. at is where to report
// problems that have no place of their own.
func (d *Draft) Finish(p *nonogram.Puzzle, at int) error {
	if err := d.Size(at, p.Width(), p.Height()); err != nil {
		return err
	}
	longest := 0
	for _, t := range Texts(p) {
		longest = max(longest, len(*t))
	}
	for _, w := range p.Palette {
		longest = max(longest, len(w.Name))
	}
	if longest > MaxText {
		return d.TooLong(at, longest)
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
	return nil
}

// TooLong is the error for a text of so many bytes.
func (c *Cursor) TooLong(at, length int) error {
	return c.Fail(at, "found a text of %d bytes, the limit is %d (MaxText)", length, MaxText)
}

// Derive gives a puzzle that has only a goal the clues of that goal.
func (d *Draft) Derive(p *nonogram.Puzzle, at int) error {
	if p.Goal.Open() > 0 {
		return d.Fail(at, "found unknown cells in the goal, expected clues or a complete goal")
	}
	p.Rows, p.Cols = nonogram.CluesOf(p.Goal)
	return nil
}

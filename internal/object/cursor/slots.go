// Numbered clues, "row_3 …", in any order.

package cursor

import (
	"nonogram"

	"nonogram/internal/plural"
)

// Slots collects numbered clues.
type Slots struct {
	lines []Line
	taken []bool
	count int
}

// Put stores the clue that was read last under its number, from 1.
func (c *Slots) Put(d *Draft, at, number int, what string) {
	d.Require(number >= 1 && number <= nonogram.MaxSide, at, "found the number %d of a %s, expected 1 to %d", number, what, nonogram.MaxSide)
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
	d.Require(c.count >= need, d.Pos, "found the clues of %s, expected %d", plural.Of(c.count, what), need)
	return c.lines
}

// SlotsPuzzle makes a puzzle from numbered clues. It fails unless each row and column
// has one.
func (d *Draft) SlotsPuzzle(rows *Slots, height int, cols *Slots, width int) *nonogram.Puzzle {
	rowLines := rows.all(d, height, "row")
	colLines := cols.all(d, width, "column")
	return d.Puzzle(&nonogram.Puzzle{}, rowLines, colLines)
}

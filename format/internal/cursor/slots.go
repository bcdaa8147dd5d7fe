// Clues that come with their number, "row_3 …", in any order. The slots grow
// with the numbers that the file mentions, up to the largest side.

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

// Put files the clue that was read last under its number, from 1.
func (c *Slots) Put(d *Draft, at, number int, what string) error {
	if number < 1 || number > nonogram.MaxSide {
		return d.Fail(at, "found the number %d of a %s, expected 1 to %d", number, what, nonogram.MaxSide)
	}
	for len(c.lines) < number {
		c.lines = append(c.lines, Line{})
		c.taken = append(c.taken, false)
	}
	if c.taken[number-1] {
		return d.Fail(at, "found %s %d a second time", what, number)
	}
	c.lines[number-1], c.taken[number-1] = d.Lines[len(d.Lines)-1], true
	c.count++
	return nil
}

// all gives the clues if there is one for each of the numbers from 1 to need.
func (c *Slots) all(d *Draft, need int, what string) ([]Line, error) {
	if len(c.lines) > need {
		return nil, d.Fail(c.lines[len(c.lines)-1].At, "found %s %d, expected at most %d", what, len(c.lines), need)
	}
	if c.count < need {
		return nil, d.Fail(d.Pos, "found the clues of %s, expected %d", plural.Of(c.count, what), need)
	}
	return c.lines, nil
}

// SlotsPuzzle makes a puzzle of the clues of all rows and columns, if there are as
// many as the size says.
func (d *Draft) SlotsPuzzle(rows *Slots, height int, cols *Slots, width int) (*nonogram.Puzzle, error) {
	rowLines, err := rows.all(d, height, "row")
	if err != nil {
		return nil, err
	}
	colLines, err := cols.all(d, width, "column")
	if err != nil {
		return nil, err
	}
	return d.Puzzle(&nonogram.Puzzle{}, rowLines, colLines)
}

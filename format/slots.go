// Clues that come with their number, "row_3 …", in any order. The slots grow
// with the numbers that the file mentions, up to the largest side.

package format

import (
	"nonogram"
)

// slots collects numbered clues.
type slots struct {
	lines []clueLine
	taken []bool
	count int
}

// put files the clue that was read last under its number, from 1.
func (c *slots) put(s *Source, at, number int, what string) error {
	if number < 1 || number > nonogram.MaxSide {
		return s.fail(at, "found the number %d of a %s, expected 1 to %d", number, what, nonogram.MaxSide)
	}
	for len(c.lines) < number {
		c.lines = append(c.lines, clueLine{})
		c.taken = append(c.taken, false)
	}
	if c.taken[number-1] {
		return s.fail(at, "found %s %d a second time", what, number)
	}
	c.lines[number-1], c.taken[number-1] = s.clues.lines[len(s.clues.lines)-1], true
	c.count++
	return nil
}

// all gives the clues if there is one for each of the numbers from 1 to need.
func (c *slots) all(s *Source, need int, what string) ([]clueLine, error) {
	if len(c.lines) > need {
		return nil, s.fail(c.lines[len(c.lines)-1].at, "found %s %d, expected at most %d", what, len(c.lines), need)
	}
	if c.count < need {
		return nil, s.fail(s.pos, "found the clues of %d %ss, expected %d", c.count, what, need)
	}
	return c.lines, nil
}

// slotsPuzzle makes a puzzle of the clues of all rows and columns, if there are as
// many as the size says.
func (s *Source) slotsPuzzle(rows *slots, height int, cols *slots, width int) (*nonogram.Puzzle, error) {
	rowLines, err := rows.all(s, height, "row")
	if err != nil {
		return nil, err
	}
	colLines, err := cols.all(s, width, "column")
	if err != nil {
		return nil, err
	}
	p := &nonogram.Puzzle{}
	s.clues.build(p, rowLines, colLines)
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

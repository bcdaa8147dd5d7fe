package certify

import (
	"bytes"

	"nonogram"
)

// Hints, the only rule of deduction.

// follow applies hints up to the end of the line, or to a contradiction; hints after that are
// only parsed.
func (c *checker) follow() error {
	for {
		hint, err := c.field()
		switch {
		case err != nil:
			return err
		case len(hint) == 0:
			return nil
		case bytes.IndexByte(letters[:], hint[0]) >= 0:
			err = c.solveLine(hint, nonogram.Axis(bytes.IndexByte(letters[:], hint[0])))
		default:
			err = c.applyClause(hint)
		}
		if err != nil {
			return err
		}
	}
}

func (c *checker) solveLine(hint []byte, axis nonogram.Axis) error {
	n, ok := number(hint[1:])
	if !ok || n < 1 || n > int64(c.lines(axis)) {
		return c.failf("hint %q is not a line of the puzzle", hint)
	}
	if c.failed {
		return nil
	}
	ref := nonogram.LineRef{Axis: axis, Index: int(n - 1)}
	return c.work(c.line(ref, c.puzzle.Clue(ref)))
}

// lines is the number of lines of an axis.
func (c *checker) lines(axis nonogram.Axis) int {
	rising, falling := 0, 0
	if c.shape != nil {
		rising, falling = c.shape.Across()
	}
	switch {
	case axis == nonogram.Row:
		return c.height
	case axis == nonogram.Rising:
		return rising
	case axis == nonogram.Falling:
		return falling
	case c.shape != nil:
		return 0
	}
	return c.width
}

func (c *checker) applyClause(hint []byte) error {
	id, ok := number(hint)
	if !ok {
		return c.failf("a hint is r and a row, c and a column, / or \\ and a line of a triddler, or the number of a clause, found %q", hint)
	}
	if c.failed {
		return nil
	}
	clause, ok := c.clauses[id]
	if !ok {
		return c.failf("there is no clause %d", id)
	}
	if err := c.apply(clause, id); err != nil {
		return err
	}
	return c.work(len(clause))
}

// apply makes the last open literal of a clause true, unless one is true already. It is an
// error if several are open.
func (c *checker) apply(clause []int32, id int64) error {
	var open int
	var left int32
	for _, l := range clause {
		switch {
		case c.isTrue(l):
			return nil
		case !c.isTrue(-l):
			open++
			left = l
		}
	}
	switch open {
	case 0:
		c.failed = true
	case 1:
		c.assert(left)
	default:
		return c.failf("clause %d has no effect here: %d of its literals are open", id, open)
	}
	return nil
}

// workPerPoll is the work between two polls of the context, in lattice nodes and literals:
// some hundred microseconds.
const workPerPoll = 1 << 16

// work counts work and returns the error of the context, if it has ended.
func (c *checker) work(work int) error {
	if c.done += work; c.done < workPerPoll {
		return nil
	}
	c.done = 0
	return c.ctx.Err()
}

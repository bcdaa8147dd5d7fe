package certify

import "nonogram"

// Following hints: the only way to conclude anything.

// follow applies hints up to the end of the line, or to a contradiction; the hints
// behind that are only read.
func (c *checker) follow() error {
	for {
		hint, err := c.field()
		switch {
		case err != nil:
			return err
		case len(hint) == 0:
			return nil
		case hint[0] == 'r':
			err = c.solveLine(hint, nonogram.Row)
		case hint[0] == 'c':
			err = c.solveLine(hint, nonogram.Column)
		default:
			err = c.applyClause(hint)
		}
		if err != nil {
			return err
		}
	}
}

// solveLine follows the hint of a line.
func (c *checker) solveLine(hint []byte, axis nonogram.Axis) error {
	n, ok := number(hint[1:])
	if !ok || n < 1 || axis == nonogram.Row && n > int64(c.height) || axis == nonogram.Column && n > int64(c.width) {
		return c.failf("hint %q names no line of a puzzle of %d × %d", hint, c.width, c.height)
	}
	if c.failed {
		return nil
	}
	ref := nonogram.LineRef{Axis: axis, Index: int(n - 1)}
	return c.spend(c.line(ref, c.puzzle.Clue(ref)))
}

// applyClause follows the hint of a clause.
func (c *checker) applyClause(hint []byte) error {
	id, ok := number(hint)
	if !ok {
		return c.failf("a hint is r and a row, c and a column, or the number of a clause, found %q", hint)
	}
	if c.failed {
		return nil
	}
	clause, ok := c.clauses[id]
	if !ok {
		return c.failf("there is no clause %d, or no longer", id)
	}
	if err := c.apply(clause, id); err != nil {
		return err
	}
	return c.spend(len(clause))
}

// apply makes the only literal of a clause true that is left, if none is true
// already. Where several are left, the hint is wrong.
func (c *checker) apply(clause []int32, id int64) error {
	open, left := 0, int32(0)
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
		return c.failf("clause %d says nothing here: %d of its literals are open", id, open)
	}
	return nil
}

// workPerPoll is the work between two looks at the context, in nodes of lattices
// and literals: some hundred microseconds.
const workPerPoll = 1 << 16

// spend notes work, and ends the check when the context has ended.
func (c *checker) spend(work int) error {
	if c.work += work; c.work < workPerPoll {
		return nil
	}
	c.work = 0
	return c.ctx.Err()
}

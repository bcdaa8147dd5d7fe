package teach

import (
	"context"
	"fmt"

	"nonogram"
)

// The mistakes in a position. If the puzzle has one solution, a mark is wrong
// that differs from it. If it has several, marks are wrong only together; then as
// many as possible are kept, in reading order, so that some solution still agrees
// with them, and the others are called wrong.
//
// The last correct state is therefore the position without its wrong marks. If the
// caller has kept earlier positions, it is also the latest of them without a
// mistake.
//
// Cost: one call of the solver; with several solutions and wrong marks a few more
// for each of them.

// Mistakes lists the wrong marks of a position.
type Mistakes struct {
	// Cells are those with wrong marks. It is empty where only a line is known
	// that cannot be completed.
	Cells []nonogram.Cell
	// Kept is the position without the wrong marks: the last correct state, as
	// far as a single position can tell.
	Kept *nonogram.Grid
	// Last is the index of the latest position of the history without a
	// mistake, -1 if there is none.
	Last int
	// Broken is a line that cannot be completed.
	Broken *nonogram.LineRef

	right []Mark // what belongs there, if the puzzle has only one solution
}

// checker looks for mistakes.
type checker struct {
	ctx    context.Context
	p      *nonogram.Puzzle
	solver nonogram.Solver
	drawn  *nonogram.Grid

	truth      *nonogram.Grid // the only solution, if there is one
	unsolvable bool
	mistakes   *Mistakes
}

// run checks a position. It leaves everything open where the solver does not come
// to an end.
func (c *checker) run(history []*nonogram.Grid) error {
	if nonogram.Validate(c.p) != nil {
		c.unsolvable = true // anything else has been refused before
		return nil
	}
	result := &nonogram.Result{}
	if c.solver != nil {
		var err error
		if result, err = c.solve(nil, 2); err != nil {
			return err
		}
	}
	switch result.Status {
	case nonogram.Unsolvable:
		c.unsolvable = true
		return nil
	case nonogram.Unique:
		c.truth = result.Solutions[0]
		c.compare()
	case nonogram.Multiple:
		c.clash()
		if err := c.reconcile(); err != nil {
			return err
		}
	default:
		c.clash()
	}
	return c.lookBack(history)
}

func (c *checker) solve(state *nonogram.Grid, limit int) (*nonogram.Result, error) {
	q := *c.p
	q.Goal = nil
	if state != nil {
		q.Given = state.Clone()
		for i, color := range q.Given.Cells {
			if color == nonogram.Unknown {
				q.Given.Cells[i] = c.given(i)
			}
		}
	}
	result, err := c.solver(c.ctx, &q, nonogram.Options{Limit: limit})
	if err != nil {
		return nil, fmt.Errorf("the solver failed: %w", err)
	}
	return result, nil
}

// possible reports whether some solution agrees with a state; it doubts nothing
// that the solver leaves undecided, or without one, single lines.
func (c *checker) possible(state *nonogram.Grid) (bool, error) {
	if c.solver == nil {
		return c.linesAllow(state), nil
	}
	result, err := c.solve(state, 1)
	return err == nil && result.Status != nonogram.Unsolvable, err
}

// linesAllow reports whether every line by itself can be filled from a state.
func (c *checker) linesAllow(state *nonogram.Grid) bool {
	b := newSheet(c.p)
	if !b.draw(state) {
		return false
	}
	for i := range b.Lines {
		if !b.solve(i, func(candidate) {}) {
			return false
		}
	}
	return true
}

// compare finds the marks that differ from the only solution.
func (c *checker) compare() {
	for i, color := range c.drawn.Cells {
		if color != nonogram.Unknown && color != c.truth.Cells[i] {
			c.wrong(i)
			at := c.mistakes.Cells[len(c.mistakes.Cells)-1]
			c.mistakes.right = append(c.mistakes.right, Mark{Cell: at, Color: c.truth.Cells[i]})
		}
	}
}

// wrong notes a wrong mark and takes it out of the kept ones.
func (c *checker) wrong(cell int) {
	if c.mistakes == nil {
		c.mistakes = &Mistakes{Kept: c.drawn.Clone(), Last: -1}
	}
	c.mistakes.Cells = append(c.mistakes.Cells, nonogram.Cell{Row: cell / c.drawn.Width, Col: cell % c.drawn.Width})
	c.mistakes.Kept.Cells[cell] = nonogram.Unknown
}

// clash finds the marks that contradict a given cell, or have a color that the
// cell's clues do not share.
func (c *checker) clash() {
	b := newSheet(c.p)
	for i, color := range c.drawn.Cells {
		switch {
		case color == nonogram.Unknown:
		case !b.set(i).Has(color), c.given(i) != nonogram.Unknown && c.given(i) != color:
			c.wrong(i)
		}
	}
}

func (c *checker) given(cell int) nonogram.Color {
	if c.p.Given == nil {
		return nonogram.Unknown
	}
	return c.p.Given.Cells[cell]
}

// reconcile keeps as many marks as agree with some solution.
func (c *checker) reconcile() error {
	all := c.drawn
	if c.mistakes != nil {
		all = c.mistakes.Kept
	}
	if ok, err := c.possible(all); ok || err != nil {
		return err
	}
	kept := c.p.NewGrid()
	var marks []int
	for i, color := range all.Cells {
		if given := c.given(i); given != nonogram.Unknown {
			kept.Cells[i] = given
		}
		if color != nonogram.Unknown && color != kept.Cells[i] {
			marks = append(marks, i)
		}
	}
	return c.keep(kept, marks)
}

// keep adds marks to the kept ones, by halves where they do not fit all at once.
func (c *checker) keep(kept *nonogram.Grid, marks []int) error {
	if len(marks) == 0 {
		return nil
	}
	for _, i := range marks {
		kept.Cells[i] = c.drawn.Cells[i]
	}
	ok, err := c.possible(kept)
	if ok || err != nil {
		return err
	}
	for _, i := range marks {
		kept.Cells[i] = nonogram.Unknown
	}
	if len(marks) == 1 {
		c.wrong(marks[0])
		return nil
	}
	half := len(marks) / 2
	if err := c.keep(kept, marks[:half]); err != nil {
		return err
	}
	return c.keep(kept, marks[half:])
}

// lookBack finds the latest earlier position without a mistake.
func (c *checker) lookBack(history []*nonogram.Grid) error {
	if c.mistakes == nil {
		return nil
	}
	for i := len(history) - 1; i >= 0; i-- {
		state, agrees, err := drawing(c.p, history[i])
		if err != nil {
			return err
		}
		ok := agrees
		switch {
		case !agrees:
		case c.truth != nil:
			ok = within(state, c.truth)
		default:
			if ok, err = c.possible(state); err != nil {
				return err
			}
		}
		if ok {
			c.mistakes.Last = i
			return nil
		}
	}
	return nil
}

// within reports whether all marks of a state agree with a solution.
func within(state, solution *nonogram.Grid) bool {
	for i, c := range state.Cells {
		if c != nonogram.Unknown && c != solution.Cells[i] {
			return false
		}
	}
	return true
}

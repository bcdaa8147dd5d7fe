package generate

import (
	"image"
	"slices"

	"nonogram"
	"nonogram/teach"
)

// The moves of a repair and their visibility. A cell at the edge of a shape that takes the
// neighboring color is hardly noticed; an isolated cell is.

const (
	// maxTried bounds the moves of a round, chosen at random.
	maxTried = 160
	// countsTried bounds them where each needs a count of solutions.
	countsTried = 64
	// fewSuspects is the number of suspect cells up to which their neighbors are tried.
	fewSuspects = 60
	// edgesTried bounds the moves if only the level is wrong: each needs a rating.
	edgesTried = 40
)

// move recolors a cell and its images under the symmetry.
type move struct {
	cell int
	to   nonogram.Color
}

// moves lists the moves worth trying.
func (c *climber) moves() []move {
	suspects := c.suspects()
	limit := maxTried
	switch {
	case c.value < 1:
		limit = edgesTried
	case !c.far && !c.aim.lines:
		limit = countsTried
	}
	c.rng.Shuffle(len(suspects), func(i, j int) { suspects[i], suspects[j] = suspects[j], suspects[i] })
	var list []move
	for _, cell := range suspects {
		if len(list) >= limit {
			break
		}
		if c.first(cell) {
			list = c.colorings(list, cell)
		}
	}
	return list
}

// first reports whether a cell may change and is the first one of its images.
func (c *climber) first(cell int) bool {
	c.images = c.o.Symmetry.orbit(c.images, c.grid.Width, c.grid.Height, cell)
	for _, i := range c.images {
		if i < cell || c.locked(i) {
			return false
		}
	}
	return true
}

// locked reports whether a cell is given or in an area to keep.
func (c *climber) locked(cell int) bool {
	at := image.Pt(cell%c.grid.Width, cell/c.grid.Width)
	return slices.ContainsFunc(c.o.Keep, at.In) || c.p.Given != nil && c.p.Given.Cells[cell] != nonogram.Unknown
}

// colorings adds the possible colors of a cell: in black and white the other color,
// otherwise those of its neighbors, empty, and the original one.
func (c *climber) colorings(list []move, cell int) []move {
	now := c.grid.Cells[cell]
	if len(c.p.Palette) == 2 {
		return append(list, move{cell, nonogram.Black - now})
	}
	tried := uint64(1) << now
	add := func(to nonogram.Color) {
		if tried>>to&1 == 0 {
			tried |= 1 << to
			list = append(list, move{cell, to})
		}
	}
	add(c.p.Goal.Cells[cell])
	add(nonogram.Empty)
	for _, n := range c.beside(cell) {
		add(c.grid.Cells[n])
	}
	return list
}

// suspects lists the cells whose change may help, the first one of each orbit.
func (c *climber) suspects() []int {
	var cells []int
	switch {
	case c.value < 1:
		cells = c.levelSuspects()
	case c.aim.lines || c.far:
		c.gauge.settle()
		cells = c.gauge.OpenCells(nil)
	default:
		cells = c.otherwise()
	}
	return c.firsts(c.around(cells))
}

// around adds the neighbors if there are few cells.
func (c *climber) around(cells []int) []int {
	if len(cells) > fewSuspects {
		return cells
	}
	all := slices.Clone(cells)
	for _, cell := range cells {
		all = append(all, c.beside(cell)...)
	}
	return distinct(all)
}

// distinct removes duplicates and keeps the order.
func distinct(cells []int) []int {
	seen := map[int]bool{}
	return slices.DeleteFunc(cells, func(cell int) bool {
		again := seen[cell]
		seen[cell] = true
		return again
	})
}

// firsts replaces each cell by the first of its images and removes duplicates.
func (c *climber) firsts(cells []int) []int {
	if c.o.Symmetry == none {
		return cells
	}
	for k, cell := range cells {
		c.images = c.o.Symmetry.orbit(c.images, c.grid.Width, c.grid.Height, cell)
		cells[k] = slices.Min(c.images)
	}
	return distinct(cells)
}

// otherwise lists the cells in which another solution differs from the picture.
func (c *climber) otherwise() []int {
	r, err := c.solve()
	if err != nil {
		return nil
	}
	return differing(c.grid, r.Solutions)
}

// differing lists the cells in which a solution differs from the picture.
func differing(g *nonogram.Grid, solutions []*nonogram.Grid) []int {
	var cells []int
	for i, color := range g.Cells {
		if slices.ContainsFunc(solutions, func(s *nonogram.Grid) bool { return s.Cells[i] != color }) {
			cells = append(cells, i)
		}
	}
	return cells
}

// levelSuspects lists, for a unique puzzle of the wrong level, the cells that need too hard
// a step, or else the cells at edges.
func (c *climber) levelSuspects() []int {
	var cells []int
	e, err := teach.Explain(c.ctx, c.puzzle(), teach.Options{Solver: c.engine.Solve, Work: rateWork})
	if err == nil {
		c.searched += int64(len(e.Steps)) * linesPerStep
		hardest := c.aim.levels[len(c.aim.levels)-1]
		for i := range e.Steps {
			if levelOf(e.Steps[i].Technique) <= hardest {
				continue
			}
			for _, m := range e.Steps[i].Marks {
				cells = append(cells, m.Row*c.grid.Width+m.Col)
			}
		}
	}
	if len(cells) > 0 && len(cells) <= edgesTried {
		return cells
	}
	return c.edges()
}

// edges lists the cells next to a cell of another color.
func (c *climber) edges() []int {
	var cells []int
	for i, color := range c.grid.Cells {
		if slices.ContainsFunc(c.beside(i), func(n int) bool { return c.grid.Cells[n] != color }) {
			cells = append(cells, i)
		}
	}
	return cells
}

// beside lists the neighbors of a cell.
func (c *climber) beside(cell int) []int { return neighbors(cell, c.grid.Width, len(c.grid.Cells)) }

// visibility is the cost of recoloring a cell: 1, up to 2 more if the cells around have the
// old color instead of the new one, less for cells in doubt, and what it does to the shape:
// breakCost for each area, hole or gap that comes or goes, dentCost at a straight edge, and
// half of breakCost for a cell that touches its color at a corner only. Without regard to the
// shape only lone cells cost more.
func (c *climber) visibility(cell int, to nonogram.Color, shapeless bool) float64 {
	r, was := ringOf(c.grid, cell), c.p.Goal.Cells[cell]
	like, beside := r.count(to)
	unlike, _ := r.count(was)
	cost := float64(8+unlike-like) / 8
	if c.o.Doubt != nil {
		cost *= 1 - float64(0.8*min(max(c.o.Doubt[cell], 0), 1))
	}
	breaks := 0
	switch {
	case !shapeless:
		breaks = r.breaks(was) + r.breaks(to)
	case like == 0:
		breaks = 1
	}
	switch {
	case breaks > 0:
		cost += float64(breakCost * breaks)
	case beside == 0:
		cost += breakCost / 2
	case !shapeless && r.dents(to):
		cost += dentCost
	}
	return 1 + cost
}

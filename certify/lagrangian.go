package certify

import (
	"math"
	"slices"

	"nonogram"
)

// The Lagrangian bound. Each cell has a weight in its row and one in its column. A line
// weighs at most as much as its heaviest arrangement, so the sum of these over all lines, the
// bound, limits the weight of any solution. The two weights of a cell add up to one unit if
// the cell is empty in a known solution, and minus one unit if it is filled there. So the
// weight of a solution is its distance from the known one in units, minus one unit for each
// cell filled there; and another solution differs in at least four cells, since a line has
// the same number of filled cells in all solutions. If the bound is below that, there is no
// other solution. If it is below that once a cell has a value, no other solution has that
// value. Without a known solution the two weights of a cell add up to zero, and so do those
// of every solution.

// minDistance is the least number of cells in which two solutions differ.
const minDistance = 4

// Limits: no sum overflows, and no line takes more than some 16 MB.
const (
	maxMultiplier = math.MaxInt32
	maxNodes      = 1 << 20
	none          = math.MinInt64 / 8 // weight of the impossible
)

// lagrangian is the step "w SOLUTION UNIT MULTIPLIERS": values that the bound excludes are
// eliminated.
func (c *checker) lagrangian() error {
	word, err := c.word("the number of a solution")
	if err != nil {
		return err
	}
	known := nonogram.NewGrid(c.puzzle.Width(), c.puzzle.Height()) // no matter which one if the unit is 0
	least := int64(0)
	if string(word) != "0" {
		id, ok := number(word)
		if known = c.solutions[id]; !ok || known == nil {
			return c.failf("%q is not the number of a solution", word)
		}
		least = 1
	}
	if err := c.checkLagrangian(); err != nil {
		return err
	}
	if word, err = c.word("the unit of multipliers"); err != nil {
		return err
	}
	unit, ok := number(word)
	if !ok || unit < least || unit > least*maxMultiplier {
		return c.failf("a unit is 1 to %d, or 0 without a solution, found %q", maxMultiplier, word)
	}
	if err := c.readMultipliers(known, unit); err != nil {
		return err
	}
	if !c.failed {
		if err := c.applyBound(known, unit); err != nil {
			return err
		}
	}
	c.keep()
	return nil
}

// checkLagrangian reports an error if the bound does not apply to the puzzle.
func (c *checker) checkLagrangian() error {
	if c.colors != 2 {
		return c.failf("multipliers are for two colors, not for %d", c.colors)
	}
	for _, ref := range c.puzzle.Lines() {
		clue := c.puzzle.Clue(ref)
		n := c.puzzle.Len(ref)
		if isBlotted(clue) || (len(clue)+1)*(n-clue.MinLength()+1) > maxNodes {
			return c.failf("multipliers are for lines without blots and of %d nodes at most", maxNodes)
		}
	}
	return nil
}

// readMultipliers reads the multiplier of every cell, its weight in its row; the column has the rest.
func (c *checker) readMultipliers(known *nonogram.Grid, unit int64) error {
	for axis := range c.weights {
		c.weights[axis] = cleared(c.weights[axis], len(c.may))
	}
	for i := range c.may {
		word, err := c.word("the multiplier of a cell")
		if err != nil {
			return err
		}
		n, ok := signed(word)
		if !ok || max(n, -n) > maxMultiplier {
			return c.failf("a multiplier is a number up to ±%d, found %q", maxMultiplier, word)
		}
		c.weights[nonogram.Row][i] = n
		c.weights[nonogram.Column][i] = unit - n
		if known.Cells[i] != nonogram.Empty {
			c.weights[nonogram.Column][i] = -unit - n
		}
	}
	return nil
}

// applyBound computes the bound and eliminates the values that fall below the threshold, all
// of them if the bound does. The loss of a value is that of its row and its column.
func (c *checker) applyBound(known *nonogram.Grid, unit int64) error {
	least := unit * minDistance
	for _, color := range known.Cells {
		if color != nonogram.Empty {
			least -= unit
		}
	}
	var lost [2][]int64 // by color and cell
	for color := range lost {
		lost[color] = make([]int64, len(c.may))
	}
	bound := int64(0)
	for _, ref := range c.puzzle.Lines() {
		most := c.maximize(ref, &lost)
		if err := c.work(len(c.maximizer.front)); err != nil {
			return err
		}
		if most == none {
			c.failed = true
			return nil
		}
		bound += most
	}
	for i := range c.may {
		for color := range lost {
			if bound-lost[color][i] < least {
				c.restrict(i, ^(uint64(1) << uint(color)))
			}
		}
	}
	return nil
}

// maximize returns the weight of the heaviest arrangement of a line, none if there is none,
// and adds the loss of each value of its cells to lost.
func (c *checker) maximize(ref nonogram.LineRef, lost *[2][]int64) int64 {
	of := c.lineCells(ref)
	w := &c.maximizer
	w.clue, w.within = c.puzzle.Clue(ref), c.blocks.may[c.blocks.first(ref):]
	w.may, w.cell = w.may[:0], w.cell[:0]
	for i := range of.n {
		w.may = append(w.may, c.may[of.cell(i)])
		w.cell = append(w.cell, c.weights[ref.Axis][of.cell(i)])
	}
	most := w.solve()
	if most != none {
		for i := range of.n {
			for color := range lost {
				lost[color][of.cell(i)] += most - max(none, w.most[color][i])
			}
		}
	}
	return most
}

// step is a step of the lattice. It covers the cells first … end-1, of which those before
// filled are filled.
type step struct {
	from, to           int // nodes
	weight             int64
	first, filled, end int
}

// maximizer finds heaviest arrangements, as heaviest paths through the lattice of a line
// (lattice.go).
type maximizer struct {
	clue   nonogram.Clue
	within []span   // offsets that each block may have
	may    []uint64 // colors that each cell may have
	cell   []int64  // weight of each cell if it is filled

	steps []step
	front []int64    // by node: greatest weight of paths to it
	back  []int64    // by node: greatest weight of paths from it
	most  [2][]int64 // by color and cell: greatest weight of paths that give it the color
}

// solve returns the weight of the heaviest arrangement and fills most; none if there is no
// arrangement.
func (w *maximizer) solve() int64 {
	width := len(w.may) - w.clue.MinLength() + 1
	if width < 1 {
		return none
	}
	nodes := (len(w.clue) + 1) * width
	w.front, w.back = impossible(w.front, nodes), impossible(w.back, nodes)
	for color := range w.most {
		w.most[color] = impossible(w.most[color], len(w.may))
	}
	w.findSteps(width)
	w.front[0], w.back[nodes-1] = 0, 0
	for _, s := range w.steps {
		if w.front[s.from] != none {
			w.front[s.to] = max(w.front[s.to], w.front[s.from]+s.weight)
		}
	}
	for _, s := range slices.Backward(w.steps) {
		if w.back[s.to] != none {
			w.back[s.from] = max(w.back[s.from], s.weight+w.back[s.to])
		}
	}
	for _, s := range w.steps {
		if w.front[s.from] == none || w.back[s.to] == none {
			continue
		}
		path := w.front[s.from] + s.weight + w.back[s.to]
		for i := s.first; i < s.end; i++ {
			color := 0
			if i < s.filled {
				color = 1
			}
			w.most[color][i] = max(w.most[color][i], path)
		}
	}
	return w.front[nodes-1]
}

// impossible returns n times none, in the memory of s if possible.
func impossible(s []int64, n int) []int64 {
	s = cleared(s, n)
	for i := range s {
		s[i] = none
	}
	return s
}

// findSteps lists all possible steps of the lattice, row by row.
func (w *maximizer) findSteps(width int) {
	w.steps = w.steps[:0]
	start := 0
	for j := range len(w.clue) + 1 {
		for d := range width {
			node, cell := j*width+d, start+d
			if d+1 < width && w.may[cell]&1 != 0 {
				w.steps = append(w.steps, step{from: node, to: node + 1, first: cell, filled: cell, end: cell + 1})
			}
			if j == len(w.clue) || d < int(w.within[j].from) || d > int(w.within[j].to) {
				continue
			}
			if weight, end, ok := w.place(j, cell); ok {
				w.steps = append(w.steps, step{node, node + width, weight, cell, cell + w.clue[j].Length, end})
			}
		}
		if j < len(w.clue) {
			start += w.clue[j].Length
		}
		if j+1 < len(w.clue) {
			start++ // the gap
		}
	}
}

// place returns the weight of block j with its gap, starting at first, and the cell after it.
func (w *maximizer) place(j, first int) (weight int64, end int, ok bool) {
	end = first + w.clue[j].Length
	for i := first; i < end; i++ {
		if w.may[i]&2 == 0 {
			return weight, end, false
		}
		weight += w.cell[i]
	}
	if j+1 < len(w.clue) {
		if w.may[end]&1 == 0 {
			return weight, end, false
		}
		end++
	}
	return weight, end, true
}

package certify

import (
	"math"

	"nonogram"
)

// What rows and columns cannot do together. Cells have weights, one in their row and one
// in their column; a line weighs at most what its heaviest arrangement does, so that a
// solution weighs at most what the heaviest arrangements of all lines do, the bound. Both
// weights of a cell together are a unit if the cell is empty in a known solution, and minus a
// unit if it is filled there. So a solution weighs a unit for every cell in which it
// differs from the known one, less a unit for each that is filled there; and another
// one differs in four cells at least, since lines have the same number of filled cells
// in all solutions. If the bound is below that, there is no other solution. If the bound is
// below that once a cell must have a value, then no other solution has that value.

// differing is the number of cells in which two solutions differ at least.
const differing = 4

// Limits of weights: no sum comes near the largest number, and no line takes more than
// some 16 MB.
const (
	maxWeight = math.MaxInt32
	maxNodes  = 1 << 20
	none      = math.MinInt64 / 8 // the weight of what cannot be
)

// weights is the step "w SOLUTION UNIT WEIGHTS": what the weights exclude is known not
// to be from now on.
func (c *checker) weights() error {
	word, err := c.word("the number of a solution")
	if err != nil {
		return err
	}
	id, ok := number(word)
	known := c.solutions[id]
	if !ok || known == nil {
		return c.failf("%q is the number of no solution", word)
	}
	if err := c.weighable(); err != nil {
		return err
	}
	if word, err = c.word("the unit of weights"); err != nil {
		return err
	}
	unit, ok := number(word)
	if !ok || unit < 1 || unit > maxWeight {
		return c.failf("a unit is 1 to %d, found %q", maxWeight, word)
	}
	if err := c.readWeights(known, unit); err != nil {
		return err
	}
	if !c.failed {
		if err := c.balance(known, unit); err != nil {
			return err
		}
	}
	c.keep()
	return nil
}

// weighable reports what keeps the puzzle from being weighed.
func (c *checker) weighable() error {
	if c.colors != 2 {
		return c.failf("weights are for two colors, not for %d", c.colors)
	}
	for _, ref := range c.puzzle.Lines() {
		clue, n := c.puzzle.Clue(ref), c.length(ref)
		if isBlotted(clue) || (len(clue)+1)*max(1, n-clue.MinLength()+1) > maxNodes {
			return c.failf("weights are for lines without blots and of %d nodes at most", maxNodes)
		}
	}
	return nil
}

// length is the number of cells of a line.
func (c *checker) length(ref nonogram.LineRef) int {
	if ref.Axis == nonogram.Row {
		return c.width
	}
	return c.height
}

// readWeights reads the weight of every cell in its row; the rest is its column's.
func (c *checker) readWeights(known *nonogram.Grid, unit int64) error {
	for axis := range c.scales {
		c.scales[axis] = cleared(c.scales[axis], len(c.may))
	}
	for i := range c.may {
		word, err := c.word("the weight of a cell")
		if err != nil {
			return err
		}
		digits, negative := word, word[0] == '-'
		if negative {
			digits = word[1:]
		}
		n, ok := number(digits)
		if !ok || n > maxWeight || negative && n == 0 {
			return c.failf("a weight is a number up to ±%d, found %q", maxWeight, word)
		}
		if negative {
			n = -n
		}
		c.scales[nonogram.Row][i] = n
		c.scales[nonogram.Column][i] = unit - n
		if known.Cells[i] != nonogram.Empty {
			c.scales[nonogram.Column][i] = -unit - n
		}
	}
	return nil
}

// balance weighs all lines and takes away the values that are too light. What a value
// loses is what the row and the column lose by it.
func (c *checker) balance(known *nonogram.Grid, unit int64) error {
	least := unit * differing
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
		most := c.weigh(ref, &lost)
		if err := c.spend(len(c.weigher.front)); err != nil {
			return err
		}
		if most == none {
			c.failed = true
			return nil
		}
		bound += most
	}
	c.failed = bound < least
	for i := range c.may {
		for color := range lost {
			if bound-lost[color][i] < least {
				c.restrict(i, ^(uint64(1) << uint(color)))
			}
		}
	}
	return nil
}

// weigh gives the weight of the heaviest arrangement of a line, none if there is none,
// and adds to lost what the line loses by each value of its cells.
func (c *checker) weigh(ref nonogram.LineRef, lost *[2][]int64) int64 {
	at, step, n := ref.Index*c.width, 1, c.width
	if ref.Axis == nonogram.Column {
		at, step, n = ref.Index, c.width, c.height
	}
	w := &c.weigher
	w.clue, w.within = c.puzzle.Clue(ref), c.blocks.may[c.blocks.first(ref):]
	w.may, w.cell = w.may[:0], w.cell[:0]
	for i := range n {
		w.may = append(w.may, c.may[at+i*step])
		w.cell = append(w.cell, c.scales[ref.Axis][at+i*step])
	}
	most := w.solve()
	if most != none {
		for i := range n {
			for color := range lost {
				lost[color][at+i*step] += most - max(none, w.most[color][i])
			}
		}
	}
	return most
}

// weigher finds heaviest arrangements, as heaviest paths through the lattice of a line
// (lattice.go).
type weigher struct {
	clue   nonogram.Clue
	within []span   // the columns in which each block may step down
	may    []uint64 // the colors that each cell may have
	cell   []int64  // what each cell weighs if it is filled

	front []int64    // by node: the most on paths that lead here
	back  []int64    // by node: the most on paths that lead on from here
	most  [2][]int64 // by color and cell: the most on paths that give it the color
}

// solve returns the weight of the heaviest arrangement and fills most; none if there is
// no arrangement.
func (w *weigher) solve() int64 {
	width := len(w.may) - w.clue.MinLength() + 1
	if width < 1 {
		return none
	}
	nodes := (len(w.clue) + 1) * width
	w.front, w.back = cleared(w.front, nodes), cleared(w.back, nodes)
	for i := range nodes {
		w.front[i], w.back[i] = none, none
	}
	for color := range w.most {
		w.most[color] = cleared(w.most[color], len(w.may))
		for i := range w.may {
			w.most[color][i] = none
		}
	}
	w.front[0], w.back[nodes-1] = 0, 0
	w.steps(width, func(from, to int, weight int64, _, _, _ int) {
		if w.front[from] != none {
			w.front[to] = max(w.front[to], w.front[from]+weight)
		}
	})
	w.stepsBack(width)
	w.steps(width, func(from, to int, weight int64, first, blocked, end int) {
		if w.front[from] == none || w.back[to] == none {
			return
		}
		whole := w.front[from] + weight + w.back[to]
		for i := first; i < end; i++ {
			color := 0
			if i < blocked {
				color = 1
			}
			w.most[color][i] = max(w.most[color][i], whole)
		}
	})
	return w.front[nodes-1]
}

// steps goes through all possible steps of the lattice, row by row: from which node to
// which, what the step weighs, and its cells, of which those before blocked are filled.
func (w *weigher) steps(width int, do func(from, to int, weight int64, first, blocked, end int)) {
	start := 0
	for j := range len(w.clue) + 1 {
		for d := range width {
			node := j*width + d
			if d+1 < width && w.may[start+d]&1 != 0 {
				do(node, node+1, 0, start+d, start+d, start+d+1)
			}
			if j == len(w.clue) || d < int(w.within[j].from) || d > int(w.within[j].to) {
				continue
			}
			if weight, end, ok := w.lay(j, start+d); ok {
				do(node, node+width, weight, start+d, start+d+w.clue[j].Length, end)
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

// lay lays block j where it begins at first, with the gap behind it: what that weighs, and
// the cell behind.
func (w *weigher) lay(j, first int) (weight int64, end int, ok bool) {
	end = first + w.clue[j].Length
	for i := first; i < end; i++ {
		if w.may[i]&2 == 0 {
			return 0, 0, false
		}
		weight += w.cell[i]
	}
	if j+1 < len(w.clue) {
		if w.may[end]&1 == 0 {
			return 0, 0, false
		}
		end++
	}
	return weight, end, true
}

// stepsBack finds the heaviest ways on, from the last node to the first.
func (w *weigher) stepsBack(width int) {
	type step struct {
		from, to int
		weight   int64
	}
	var list []step
	w.steps(width, func(from, to int, weight int64, _, _, _ int) { list = append(list, step{from, to, weight}) })
	for i := len(list) - 1; i >= 0; i-- {
		if s := list[i]; w.back[s.to] != none {
			w.back[s.from] = max(w.back[s.from], s.weight+w.back[s.to])
		}
	}
}

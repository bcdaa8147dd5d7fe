package certify

import (
	"slices"

	"nonogram"
)

// cells holds the known facts, and the assumptions of the current step: for every cell the
// set of colors that it may have, a bit each. Literals are numbers as in DIMACS files. In
// black and white
//
//	n   cell n is filled          -n   cell n is empty
//
// with cells numbered from 1, row by row. With more colors, n = (cell - 1)·colors + color +
// 1, and
//
//	n   the cell has the color    -n   it does not
//
// That a cell has exactly one color needs no clauses: a set with one color left is that
// color, and an empty set is a contradiction. Block literals follow those of cells
// (blocks.go).
type cells struct {
	width, height, colors int
	shape                 *nonogram.Shape // nil for a rectangle; cells outside the board are empty

	tracked[uint64]
	blocks blocks
	failed bool // a contradiction: some cell has no color left, or some clause no literal
	dead   bool // a contradiction without assumptions

	lattice lattice
	blot    blotted
	sets    []uint64 // of one line
}

func (c *cells) reset(p *nonogram.Puzzle) {
	c.width, c.height, c.colors = p.Width(), p.Height(), len(p.Palette)
	c.may = make([]uint64, c.width*c.height)
	for i := range c.may {
		c.may[i] = 1<<uint(c.colors) - 1 // all ones if there are 64
		if p.Given != nil && p.Given.Cells[i] != nonogram.Unknown {
			c.may[i] = 1 << p.Given.Cells[i]
		}
	}
	if c.shape = p.Shape; c.shape != nil {
		for i := range c.may {
			if !c.shape.Has(i) {
				c.may[i] = 1 << nonogram.Empty
			}
		}
	}
	c.known = slices.Clone(c.may)
	c.blocks.reset(p, c.ofCells())
}

// ofCells returns the highest literal of a cell.
func (c *cells) ofCells() int {
	if c.colors == 2 {
		return len(c.may)
	}
	return len(c.may) * c.colors
}

// variables returns the highest literal.
func (c *cells) variables() int { return c.blocks.highest }

// literal returns the literal that a cell, from 0, has a color.
func (c *cells) literal(cell int, color nonogram.Color) int32 {
	switch {
	case c.colors > 2:
		return int32(cell*c.colors + int(color) + 1)
	case color == nonogram.Empty:
		return int32(-cell - 1)
	}
	return int32(cell + 1)
}

// meaning returns the cell of a literal and the set of colors that make it true.
func (c *cells) meaning(l int32) (cell int, colors uint64) {
	cell, color := int(max(l, -l))-1, 1
	if c.colors > 2 {
		cell, color = cell/c.colors, cell%c.colors
	}
	colors = 1 << uint(color)
	if l < 0 {
		colors = ^colors
	}
	return cell, colors
}

func (c *cells) isTrue(l int32) bool {
	if c.blocks.has(l) {
		return c.blocks.isTrue(l)
	}
	cell, colors := c.meaning(l)
	return c.may[cell]&^colors == 0
}

// assert makes a literal true.
func (c *cells) assert(l int32) {
	if c.blocks.has(l) {
		block, room := c.blocks.meaning(l)
		c.failed = !c.blocks.restrict(block, room) || c.failed
		return
	}
	cell, colors := c.meaning(l)
	c.restrict(cell, colors)
}

// restrict removes the colors of a cell that are not in a set.
func (c *cells) restrict(cell int, colors uint64) {
	left := c.may[cell] & colors
	if left == c.may[cell] {
		return
	}
	c.set(cell, left)
	c.failed = c.failed || left == 0
}

// line solves a line, before any contradiction, and returns the work.
func (c *cells) line(ref nonogram.LineRef, clue nonogram.Clue) (work int) {
	if clue.Missing() {
		return 1 // everything fits
	}
	of := c.lineCells(ref)
	c.sets = c.sets[:0]
	for i := range of.n {
		c.sets = append(c.sets, c.may[of.cell(i)])
	}
	if isBlotted(clue) {
		can, ok := c.blot.solve(clue, c.sets)
		c.failed = !ok
		for i, colors := range can {
			c.restrict(of.cell(i), colors)
		}
		return len(c.blot.table) + of.n
	}
	first := c.blocks.first(ref)
	can, steps, ok := c.lattice.solve(clue, c.sets, c.blocks.may[first:])
	c.failed = !ok
	for i, colors := range can {
		c.restrict(of.cell(i), colors)
	}
	for i, room := range steps {
		c.blocks.restrict(first+i, room)
	}
	return len(c.lattice.nodes) + of.n
}

// cellsOf is the n cells of a line: from first in steps, or those of a list.
type cellsOf struct {
	first, step, n int
	list           []int32
}

func (o *cellsOf) cell(i int) int {
	if o.list != nil {
		return int(o.list[i])
	}
	return o.first + i*o.step
}

func (c *cells) lineCells(ref nonogram.LineRef) cellsOf {
	switch {
	case c.shape != nil:
		list := c.shape.Lines[c.shape.Index(ref)]
		return cellsOf{n: len(list), list: list}
	case ref.Axis == nonogram.Column:
		return cellsOf{first: ref.Index, step: c.width, n: c.height}
	}
	return cellsOf{first: ref.Index * c.width, step: 1, n: c.width}
}

// keep makes the assumptions known, a contradiction too.
func (c *cells) keep() {
	c.tracked.keep()
	c.blocks.keep()
	c.dead = c.failed
}

// forget drops the assumptions.
func (c *cells) forget() {
	c.tracked.forget()
	c.blocks.forget()
	c.failed = c.dead
}

// tracked is a list of values that assumptions change for the length of one step.
type tracked[T comparable] struct {
	may     []T     // with the assumptions
	known   []T     // without them
	changed []int32 // where the two differ
}

func (t *tracked[T]) set(i int, value T) {
	if t.may[i] == t.known[i] {
		t.changed = append(t.changed, int32(i))
	}
	t.may[i] = value
}

func (t *tracked[T]) keep() {
	for _, i := range t.changed {
		t.known[i] = t.may[i]
	}
	t.changed = t.changed[:0]
}

func (t *tracked[T]) forget() {
	for _, i := range t.changed {
		t.may[i] = t.known[i]
	}
	t.changed = t.changed[:0]
}

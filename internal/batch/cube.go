package batch

import (
	"cmp"
	"slices"

	"nonogram"
	"nonogram/line"
)

// Cubes: parts of one puzzle that can be solved apart. A cube is the puzzle with some
// cells guessed, and all cells that follow from these by lines given as well. Two
// cubes of a puzzle exclude each other, all together leave nothing out, so their
// solutions add up.
//
// The cell to guess next is the one that decides most: a few dozen open cells, those
// whose lines are known best, are tried with each of their colors, and the product of
// the numbers of cells that follow is the measure. A color that leads to a
// contradiction is struck on the way. The idea and the measure are those of the
// look-ahead half of cube and conquer (Heule, Kullmann, Wieringa and Biere, 2011).

// lookahead is how many cells are tried for each split. More make better splits, at
// some hundred line solutions each.
const lookahead = 32

// cube is a board in which some candidates are struck: a set per cell.
type cube []line.Set

type cutter struct {
	p     *nonogram.Puzzle
	lines []line.Line
	can   []uint64 // masks of a line while it is solved
	queue []int
	dirty []bool
	s     line.Scratch
}

// newCutter prepares a valid puzzle.
func newCutter(p *nonogram.Puzzle) *cutter {
	h, w, colors := p.Height(), p.Width(), len(p.Palette)
	t := &cutter{p: p, lines: make([]line.Line, h+w), dirty: make([]bool, h+w)}
	t.can = make([]uint64, colors*line.Words(max(h, w)))
	for i, l := range p.Lines() {
		n := w
		if l.Axis == nonogram.Column {
			n = h
		}
		t.lines[i].Reset(p.Clue(l), n, colors)
	}
	return t
}

// root is the cube without guesses; false if it has no solution.
func (t *cutter) root() (cube, bool) {
	c := make(cube, t.p.Width()*t.p.Height())
	for i := range c {
		c[i] = line.All(len(t.p.Palette))
		if g := t.p.Given; g != nil && g.Cells[i] != nonogram.Unknown {
			c[i] = line.Of(g.Cells[i])
		}
	}
	for i := range t.lines {
		t.push(i)
	}
	return c, t.settle(c)
}

func (t *cutter) push(i int) {
	if !t.dirty[i] {
		t.dirty[i] = true
		t.queue = append(t.queue, i)
	}
}

// with is the cube in which a cell also has a color; false if that has no solution.
func (t *cutter) with(c cube, cell int, color nonogram.Color) (cube, bool) {
	c = slices.Clone(c)
	c[cell] = line.Of(color)
	t.push(cell / t.p.Width())
	t.push(t.p.Height() + cell%t.p.Width())
	return c, t.settle(c)
}

// settle solves queued lines until none has anything to add.
func (t *cutter) settle(c cube) bool {
	ok := true
	for head := 0; head < len(t.queue); head++ {
		i := t.queue[head]
		t.dirty[i] = false
		ok = ok && t.solveLine(c, i)
	}
	t.queue = t.queue[:0]
	return ok
}

// place is where cell k of line i lies.
func (t *cutter) place(i, k int) int {
	if i < t.p.Height() {
		return i*t.p.Width() + k
	}
	return k*t.p.Width() + i - t.p.Height()
}

func (t *cutter) solveLine(c cube, i int) bool {
	l := &t.lines[i]
	words, colors := line.Words(l.Len()), l.Colors()
	can := t.can[:colors*words]
	clear(can)
	for k := range l.Len() {
		set := c[t.place(i, k)]
		for color := range colors {
			can[color*words+k/64] |= uint64(set) >> color & 1 << (k % 64)
		}
	}
	if !l.Solve(can, &t.s) {
		return false
	}
	for k := range l.Len() {
		var set line.Set
		for color := range colors {
			set |= line.Set(can[color*words+k/64]>>(k%64)&1) << color
		}
		if at := t.place(i, k); set != c[at] {
			c[at] = set
			t.push(t.crossing(i, k))
		}
	}
	return true
}

// crossing is the line that crosses line i at its cell k.
func (t *cutter) crossing(i, k int) int {
	if i < t.p.Height() {
		return t.p.Height() + k
	}
	return k
}

// open counts the cells that are not decided.
func (c cube) open() (n int) {
	for _, set := range c {
		if set.Len() != 1 {
			n++
		}
	}
	return n
}

// split divides a cube at its best cell. Nothing comes back if it has no solution,
// and the cube itself, without what was struck on the way, if it is decided.
func (t *cutter) split(c cube) []cube {
	var best []cube
	var most float64
	for _, cell := range t.candidates(c) {
		parts, product := t.try(c, cell)
		switch len(parts) {
		case 0:
			return nil
		case 1:
			return t.split(parts[0]) // the cell has no choice: go on with what follows
		}
		if product > most {
			best, most = parts, product
		}
	}
	if best == nil {
		return []cube{c}
	}
	return best
}

// try is the cubes of all colors that a cell may have, and the product of what they
// decide.
func (t *cutter) try(c cube, cell int) (parts []cube, product float64) {
	product = 1
	before := c.open()
	for color := range len(t.p.Palette) {
		if !c[cell].Has(nonogram.Color(color)) {
			continue
		}
		if part, ok := t.with(c, cell, nonogram.Color(color)); ok {
			parts = append(parts, part)
			product *= float64(before - part.open())
		}
	}
	return parts, product
}

// candidates are the open cells whose lines are known best.
func (t *cutter) candidates(c cube) []int {
	known := make([]int, len(t.lines))
	for i := range t.lines {
		for k := range t.lines[i].Len() {
			if c[t.place(i, k)].Len() == 1 {
				known[i]++
			}
		}
	}
	var cells []int
	for i, set := range c {
		if set.Len() > 1 {
			cells = append(cells, i)
		}
	}
	score := func(cell int) int { return known[cell/t.p.Width()] + known[t.p.Height()+cell%t.p.Width()] }
	slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	return cells[:min(len(cells), lookahead)]
}

// cut divides a cube into at least n, as far as it goes, always the one with most
// open cells next.
func (t *cutter) cut(c cube, n int) []cube {
	cubes := []cube{c}
	for len(cubes) > 0 && len(cubes) < n {
		widest := 0
		for i := range cubes {
			if cubes[i].open() > cubes[widest].open() {
				widest = i
			}
		}
		if cubes[widest].open() == 0 {
			break
		}
		parts := t.split(cubes[widest])
		if len(parts) == 1 && parts[0].open() == cubes[widest].open() {
			break
		}
		cubes = slices.Replace(cubes, widest, widest+1, parts...)
	}
	return cubes
}

// given is the cube as the given cells of a puzzle.
func (t *cutter) given(c cube) *nonogram.Grid {
	g := nonogram.NewGrid(t.p.Width(), t.p.Height())
	for i, set := range c {
		if color, ok := set.Only(); ok {
			g.Cells[i] = color
		}
	}
	return g
}

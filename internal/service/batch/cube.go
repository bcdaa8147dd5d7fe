package batch

import (
	"cmp"
	"slices"

	"nonogram"
	"nonogram/internal/board"
)

// Cubes: parts of one puzzle that are solved independently. A cube is the puzzle with
// some cells guessed and all cells given that line solving derives from them. The cubes
// of a puzzle are disjoint and complete, so their solutions add up.
//
// The next cell to guess is found by lookahead: the open cells in the lines with most
// known cells are tried with each of their colors, and the score is the product of the
// numbers of cells that follow. A color that leads to a contradiction is eliminated. Idea
// and score come from cube and conquer (Heule, Kullmann, Wieringa and Biere, 2011).

// lookahead is how many cells are tried for each split, at some hundred line solves each.
const lookahead = 32

// cube is a board with some candidates eliminated.
type cube = board.State

type cutter struct {
	p *nonogram.Puzzle
	b board.Board // the current cube
}

// newCutter needs a valid puzzle.
func newCutter(p *nonogram.Puzzle) *cutter {
	t := &cutter{p: p}
	t.b.Reset(p)
	return t
}

// root is the cube without guesses; false on a contradiction.
func (t *cutter) root() (cube, bool) {
	t.b.Clear()
	t.b.AssignGiven(t.p.Given)
	t.b.EnqueueAll()
	_, ok := t.b.Propagate()
	return t.b.Save(), ok
}

// with is the cube with one more cell guessed; false on a contradiction.
func (t *cutter) with(c cube, cell int, color nonogram.Color) (cube, bool) {
	t.b.Load(c)
	t.b.Assign(cell/t.b.Width, cell%t.b.Width, int(color))
	t.b.Open--
	row, col := t.b.LinesOf(cell)
	t.b.Enqueue(row)
	t.b.Enqueue(col)
	if _, ok := t.b.Propagate(); !ok {
		return cube{}, false
	}
	return t.b.Save(), true
}

// split divides a cube at its best cell. It returns nothing on a contradiction, and the
// cube itself if all its cells are known.
func (t *cutter) split(c cube) []cube {
	var best []cube
	var most float64
	for _, cell := range t.candidates(c) {
		parts, product := t.try(c, cell)
		switch len(parts) {
		case 0:
			return nil
		case 1:
			return t.split(parts[0]) // the cell has one color
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

// try returns the cubes of all candidates of a cell, and its score.
func (t *cutter) try(c cube, cell int) (parts []cube, product float64) {
	product = 1
	t.b.Load(c)
	set := t.b.Candidates(cell/t.b.Width, cell%t.b.Width)
	for color := range nonogram.Color(t.b.Colors) {
		if !set.Has(color) {
			continue
		}
		if part, ok := t.with(c, cell, color); ok {
			parts = append(parts, part)
			product *= float64(c.Open - part.Open)
		}
	}
	return parts, product
}

// candidates are the open cells in the lines with most known cells.
func (t *cutter) candidates(c cube) []int {
	t.b.Load(c)
	cells := t.b.OpenCells(nil)
	known := make([]int, len(t.b.Lines))
	for i := range known {
		known[i] = t.b.Len(i)
	}
	for _, cell := range cells {
		row, col := t.b.LinesOf(cell)
		known[row]--
		known[col]--
	}
	score := func(cell int) int {
		row, col := t.b.LinesOf(cell)
		return known[row] + known[col]
	}
	slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	return cells[:min(len(cells), lookahead)]
}

// cut divides a cube into at least n, if possible, splitting the one with most open cells
// next.
func (t *cutter) cut(c cube, n int) []cube {
	cubes := []cube{c}
	for len(cubes) > 0 && len(cubes) < n {
		widest := 0
		for i := range cubes {
			if cubes[i].Open > cubes[widest].Open {
				widest = i
			}
		}
		if cubes[widest].Open == 0 {
			break
		}
		parts := t.split(cubes[widest])
		if len(parts) == 1 && parts[0].Open == cubes[widest].Open {
			break
		}
		cubes = slices.Replace(cubes, widest, widest+1, parts...)
	}
	return cubes
}

// given is the cube as the given cells of a puzzle.
func (t *cutter) given(c cube) *nonogram.Grid {
	t.b.Load(c)
	return t.b.Grid()
}

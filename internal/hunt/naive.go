package hunt

import (
	"nonogram"
)

// Plain counting: every arrangement of every row, one row below the other, given up
// as soon as a column cannot go on. It knows nothing of lines, candidates or
// learning, and is short enough to be believed; the tests hold it against going
// through all pictures there are. It takes microseconds on the puzzles of this
// package, and for ever on larger ones.

// Solutions lists the solutions of a puzzle in order of their cells, but no more
// than max; all says that there are no others.
func Solutions(p *nonogram.Puzzle, maximum int) (list []*nonogram.Grid, all bool) {
	n := naive{p: p, grid: nonogram.NewGrid(p.Width(), p.Height()), max: maximum}
	for y, clue := range p.Rows {
		n.rows = append(n.rows, arrangements(clue, p.Width()))
		if p.Given != nil {
			n.rows[y] = agreeing(n.rows[y], p.Given.Row(y))
		}
	}
	all = n.row(0)
	return n.found, all
}

type naive struct {
	p     *nonogram.Puzzle
	rows  [][][]nonogram.Color // by row: its arrangements
	grid  *nonogram.Grid
	max   int
	found []*nonogram.Grid
}

// row tries all arrangements of row y and what is below; false if there were too
// many solutions.
func (n *naive) row(y int) bool {
	if y == n.grid.Height {
		if len(n.found) == n.max {
			return false
		}
		n.found = append(n.found, n.grid.Clone())
		return true
	}
	for _, cells := range n.rows[y] {
		copy(n.grid.Row(y), cells)
		if n.columns(y+1) && !n.row(y+1) {
			return false
		}
	}
	return true
}

// columns reports whether all columns can go on after the first rows.
func (n *naive) columns(rows int) bool {
	for x, clue := range n.p.Cols {
		if !begins(clue, n.grid, x, rows) {
			return false
		}
	}
	return true
}

// begins reports whether the first rows of a column may be the beginning of a line
// with the clue, or all of it if these are all rows. It does not look ahead.
func begins(clue nonogram.Clue, g *nonogram.Grid, x, rows int) bool {
	k, run := -1, 0 // the block that the last filled cell belongs to, its cells so far
	last := nonogram.Empty
	for y := range rows {
		c := g.At(y, x)
		if c != last {
			if last != nonogram.Empty && run != clue[k].Length {
				return false
			}
			run = 0
			if c != nonogram.Empty {
				k++
			}
		}
		if c != nonogram.Empty {
			run++
			if k == len(clue) || clue[k].Color != c || run > clue[k].Length {
				return false
			}
		}
		last = c
	}
	if rows < g.Height {
		return true
	}
	return k == len(clue)-1 && (last == nonogram.Empty || run == clue[k].Length)
}

// arrangements lists all lines of n cells that have the clue, in order.
func arrangements(clue nonogram.Clue, n int) [][]nonogram.Color {
	var list [][]nonogram.Color
	cells := make([]nonogram.Color, n)
	var place func(k, from int)
	place = func(k, from int) {
		if k == len(clue) {
			list = append(list, append([]nonogram.Color(nil), cells...))
			return
		}
		b := clue[k]
		if k > 0 && clue[k-1].Color == b.Color {
			from++ // the gap
		}
		for start := n - b.Length; start >= from; start-- {
			paint(cells[start:start+b.Length], b.Color)
			place(k+1, start+b.Length)
			paint(cells[start:start+b.Length], nonogram.Empty)
		}
	}
	place(0, 0)
	return list
}

func paint(cells []nonogram.Color, c nonogram.Color) {
	for i := range cells {
		cells[i] = c
	}
}

// agreeing keeps the lines that agree with the given cells.
func agreeing(list [][]nonogram.Color, given []nonogram.Color) [][]nonogram.Color {
	kept := list[:0]
	for _, cells := range list {
		if agree(cells, given) {
			kept = append(kept, cells)
		}
	}
	return kept
}

func agree(cells, given []nonogram.Color) bool {
	for i, c := range given {
		if c != nonogram.Unknown && c != cells[i] {
			return false
		}
	}
	return true
}

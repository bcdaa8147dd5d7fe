// Package naive lists the solutions of small puzzles by plain enumeration, for tests of
// solvers and checkers.
package naive

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
	if p.Shape != nil {
		n.grid = p.Shape.NewGrid()
	}
	n.cols = make([][]progress, p.Height()+1)
	n.cells = make([][][]int, p.Height())
	for y := range n.cols {
		n.cols[y] = make([]progress, len(p.Cols))
	}
	for y, clue := range p.Rows {
		from, to := 0, p.Width()
		n.cells[y] = make([][]int, len(p.Cols))
		if p.Shape != nil {
			from, to = p.Shape.Row(y)
		} else {
			for x := range p.Cols {
				n.cells[y][x] = []int{y*p.Width() + x}
			}
		}
		n.from = append(n.from, from)
		n.rows = append(n.rows, Arrangements(clue, to-from, len(p.Palette)))
		if p.Given != nil {
			n.rows[y] = agreeing(n.rows[y], p.Given.Row(y)[from:to])
		}
	}
	if p.Shape != nil {
		for x := range p.Cols {
			for _, cell := range p.Shape.Lines[len(p.Rows)+x] {
				y := int(cell) / p.Width()
				n.cells[y][x] = append(n.cells[y][x], int(cell))
			}
		}
	}
	all = n.row(0)
	return n.found, all
}

type naive struct {
	p     *nonogram.Puzzle
	rows  [][][]nonogram.Color // by row: its arrangements
	from  []int                // by row: its first cell
	cols  [][]progress         // by row and column: how far the columns are before the row
	cells [][][]int            // by row and column: the cells of the column in the row; on a triddler, of the line
	grid  *nonogram.Grid
	max   int
	found []*nonogram.Grid
}

// row tries all arrangements of row y and of the rows below; false if there were too
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
		copy(n.grid.Row(y)[n.from[y]:], cells)
		if n.columns(y) && !n.row(y+1) {
			return false
		}
	}
	return true
}

// columns reports whether all columns can go on with row y.
func (n *naive) columns(y int) bool {
	for x, next := range n.cols[y] {
		for _, cell := range n.cells[y][x] {
			var ok bool
			if next, ok = next.with(n.grid.Cells[cell], n.p.Cols[x]); !ok {
				return false
			}
		}
		if y == n.grid.Height-1 && !next.ended(n.p.Cols[x]) {
			return false
		}
		n.cols[y+1][x] = next
	}
	return true
}

// progress is how far a column is: the blocks that are over, the cells of the one
// that is not, and the color of the last cell.
type progress struct {
	over, run int
	last      nonogram.Color
}

// with adds a cell; false if the clue does not allow it. It does not look ahead.
func (p progress) with(c nonogram.Color, clue nonogram.Clue) (progress, bool) {
	if clue.Missing() {
		return p, true
	}
	if c != p.last {
		if p.last != nonogram.Empty { // the block is over
			if n := clue[p.over].Length; p.run != n && n != 0 {
				return p, false
			}
			p.over++
		}
		p.run, p.last = 0, c
	}
	if c == nonogram.Empty {
		return p, true
	}
	p.run++
	if p.over == len(clue) || clue[p.over].Color != c {
		return p, false
	}
	n := clue[p.over].Length // 0 is blotted
	return p, p.run <= n || n == 0
}

// ended reports whether the clue is complete.
func (p progress) ended(clue nonogram.Clue) bool {
	if clue.Missing() {
		return true
	}
	if p.last == nonogram.Empty {
		return p.over == len(clue)
	}
	return p.over == len(clue)-1 && (p.run == clue[p.over].Length || clue[p.over].Length == 0)
}

// Arrangements lists all lines of n cells that have the clue, in order.
func Arrangements(clue nonogram.Clue, n, colors int) [][]nonogram.Color {
	var list [][]nonogram.Color
	cells := make([]nonogram.Color, n)
	if clue.Missing() {
		var all func(i int)
		all = func(i int) {
			if i == n {
				list = append(list, append([]nonogram.Color(nil), cells...))
				return
			}
			for c := range colors {
				cells[i] = nonogram.Color(c)
				all(i + 1)
			}
		}
		all(0)
		return list
	}
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
		shortest, longest := b.Length, b.Length
		if b.Length == 0 { // blotted
			shortest, longest = 1, n
		}
		for start := n - shortest; start >= from; start-- {
			for end := start + shortest; end <= min(start+longest, n); end++ {
				Paint(cells[start:end], b.Color)
				place(k+1, end)
				Paint(cells[start:end], nonogram.Empty)
			}
		}
	}
	place(0, 0)
	return list
}

// Paint sets all cells to a color.
func Paint(cells []nonogram.Color, c nonogram.Color) {
	for i := range cells {
		cells[i] = c
	}
}

// agreeing keeps the lines that agree with the given cells.
func agreeing(list [][]nonogram.Color, given []nonogram.Color) [][]nonogram.Color {
	kept := list[:0]
	for _, cells := range list {
		if Agree(cells, given) {
			kept = append(kept, cells)
		}
	}
	return kept
}

// Agree reports whether cells agree with the given ones, where those are known.
func Agree(cells, given []nonogram.Color) bool {
	for i, c := range given {
		if c != nonogram.Unknown && c != cells[i] {
			return false
		}
	}
	return true
}

package count

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"nonogram"
	"nonogram/internal/line"
)

// Small puzzles and slow counts to compare with.

// proceed is a stop function that never stops.
func proceed() bool { return false }

// countCells multiplies the counts of all regions.
func countCells(t testing.TB, p *nonogram.Puzzle, cells []line.Set, maxStates int) *big.Int {
	t.Helper()
	product := big.NewInt(1)
	for _, region := range splitRegions(p, cells) {
		count, _, ok := countRegion(p, cells, region, maxStates, proceed)
		if !ok {
			t.Fatalf("gave up on a region of %d cells", len(region))
		}
		product.Mul(product, count)
	}
	return product
}

// blank are the candidates of a puzzle of which nothing is known.
func blank(p *nonogram.Puzzle) []line.Set {
	cells := make([]line.Set, p.Width()*p.Height())
	for i := range cells {
		cells[i] = 1<<len(p.Palette) - 1
	}
	return cells
}

// everySolution calls yield for every solution that agrees with the candidates:
// all fillings of the rows are combined, and the columns checked at the end.
func everySolution(p *nonogram.Puzzle, cells []line.Set, yield func(*nonogram.Grid)) {
	w, h := p.Width(), p.Height()
	grid := nonogram.NewGrid(w, h)
	rows := make([][][]nonogram.Color, h)
	for y := range rows {
		rows[y] = everyFilling(p.Rows[y], w)
	}
	var place func(y int)
	place = func(y int) {
		if y == h {
			if nonogram.Check(p, grid) == nil {
				yield(grid)
			}
			return
		}
		for _, f := range rows[y] {
			if agrees(f, cells[y*w:]) {
				copy(grid.Row(y), f)
				place(y + 1)
			}
		}
	}
	place(0)
}

// drawn makes a puzzle from a random picture. Sparse pictures give puzzles with
// several solutions.
func drawn(r *rand.Rand, w, h, colors int) (*nonogram.Puzzle, *nonogram.Grid) {
	g := nonogram.NewGrid(w, h)
	sparse := 1 + r.IntN(4)
	for i := range g.Cells {
		if r.IntN(sparse) == 0 {
			g.Cells[i] = nonogram.Color(r.IntN(colors))
		} else {
			g.Cells[i] = nonogram.Empty
		}
	}
	return nonogram.FromGrid(g, make(nonogram.Palette, colors)), g
}

// smallCase makes a puzzle and candidates for its cells: blank, with given
// cells, with arbitrary ones, or with those that occur in solutions and perhaps
// some others. One puzzle in ten is not made from a picture.
func smallCase(r *rand.Rand) (*nonogram.Puzzle, []line.Set) {
	w, h, colors := 5-r.IntN(3), 4-r.IntN(3), 2
	if r.IntN(2) == 0 {
		w, h, colors = 4-r.IntN(2), 3-r.IntN(2), 3+r.IntN(2)
	}
	if r.IntN(20) == 0 {
		w, h = h, 1 // or a single line
	}
	p, g := drawn(r, w, h, colors)
	if r.IntN(10) == 0 {
		other, _ := drawn(r, w, h, colors)
		p.Cols = other.Cols
	}
	cells := blank(p)
	switch r.IntN(4) {
	case 0:
		for i := range cells {
			if r.IntN(4) == 0 {
				cells[i] = 1 << g.Cells[i]
			}
		}
	case 1:
		cells = doubtful(r, g.Cells, colors)
	case 2:
		possible := make([]line.Set, len(cells))
		everySolution(p, cells, func(g *nonogram.Grid) {
			for i, c := range g.Cells {
				possible[i] |= 1 << c
			}
		})
		for i := range cells {
			if r.IntN(8) > 0 {
				cells[i] = possible[i]
			}
		}
	}
	return p, cells
}

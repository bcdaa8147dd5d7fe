// Package families makes boards for the tests and measurements of the engine. Each is
// determined by its arguments.
package families

import (
	"math/rand/v2"
	"slices"

	"nonogram"
)

// Disc is a ring with a dot in it, which line solving decides.
func Disc(n int) *nonogram.Puzzle {
	g := nonogram.NewGrid(n, n)
	for y := range n {
		for x := range n {
			dx, dy := 2*x-n+1, 2*y-n+1
			d := dx*dx + dy*dy
			g.Set(y, x, nonogram.Empty)
			if d <= n*n && (d >= n*n/3 || d <= n*n/16) {
				g.Set(y, x, nonogram.Black)
			}
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// Dominoes is the staircase of bent dominoes by Josh Greifer; n = 9 is 9-Dom in Jan Wolter's
// survey of solvers. It is unique, and line solving decides no cell of it. The side is 2n+1.
func Dominoes(n int) *nonogram.Puzzle {
	rows := [][]int{{3}, {1}}
	for range n - 1 {
		rows = append(rows, []int{3, 1}, []int{1})
	}
	rows = append(rows, []int{1})
	cols := make([][]int, len(rows))
	for i, clue := range rows {
		cols[len(cols)-1-i] = slices.Clone(clue)
		slices.Reverse(cols[len(cols)-1-i])
	}
	return nonogram.New(rows, cols)
}

// Ones has one filled cell in every line, n! solutions.
func Ones(n int) *nonogram.Puzzle {
	clues := slices.Repeat([][]int{{1}}, n)
	return nonogram.New(clues, clues)
}

// Switches has n independent 2×2 switching components along the diagonal, 2^n solutions.
func Switches(n int) *nonogram.Puzzle {
	p := Ones(2 * n)
	p.Given = nonogram.NewGrid(2*n, 2*n)
	for y := range 2 * n {
		for x := range 2 * n {
			if y/2 != x/2 {
				p.Given.Set(y, x, nonogram.Empty)
			}
		}
	}
	return p
}

// Noise has random cells.
func Noise(width, height int, density float64, seed uint64) *nonogram.Puzzle {
	rng := rand.New(rand.NewPCG(seed, 2))
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.Float64() < density {
			g.Cells[i] = nonogram.Black
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// Blotches is blurred noise, cut off at about the given density of filled cells: cells
// cluster as in a drawing, and some of the boards are as hard as drawings get.
func Blotches(side int, density float64, seed uint64) *nonogram.Puzzle {
	rng := rand.New(rand.NewPCG(seed, 4))
	ink := make([]int, side*side)
	for i := range ink {
		ink[i] = rng.IntN(1 << 20)
	}
	blurred := slices.Clone(ink)
	for i := range ink {
		for y := max(i/side-1, 0); y <= min(i/side+1, side-1); y++ {
			for x := max(i%side-1, 0); x <= min(i%side+1, side-1); x++ {
				blurred[i] += ink[y*side+x]
			}
		}
	}
	sorted := slices.Sorted(slices.Values(blurred))
	least := sorted[int((1-density)*float64(len(sorted)))]
	g := nonogram.NewGrid(side, side)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if blurred[i] >= least {
			g.Cells[i] = nonogram.Black
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// ColorNoise is noise with several inks.
func ColorNoise(width, height, colors int, density float64, seed uint64) *nonogram.Puzzle {
	rng := rand.New(rand.NewPCG(seed, 3))
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.Float64() < density {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	return nonogram.FromGrid(g, palette(colors))
}

// Shuffled has an exact number of filled cells, shuffled, each with one of the inks, as in
// tournaments.
func Shuffled(side, inks int, density float64, seed uint64) *nonogram.Puzzle {
	rng := rand.New(rand.NewPCG(seed, uint64(inks)))
	g := nonogram.NewGrid(side, side)
	filled := int(density * float64(len(g.Cells)))
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if i < filled {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(inks))
		}
	}
	rng.Shuffle(len(g.Cells), func(i, j int) { g.Cells[i], g.Cells[j] = g.Cells[j], g.Cells[i] })
	return nonogram.FromGrid(g, palette(inks+1))
}

func palette(colors int) nonogram.Palette {
	if colors == 2 {
		return nonogram.BlackAndWhite()
	}
	p := make(nonogram.Palette, colors)
	p.AssignSymbols()
	return p
}

// Exchanged is a random board with two rows of equal totals exchanged. Most such boards have
// no solution, which their clues do not show.
func Exchanged(side int, density float64, seed uint64) *nonogram.Puzzle {
	for ; ; seed += 1000 {
		p := Shuffled(side, 1, density, seed)
		for i := range p.Rows {
			for j := i + 1; j < len(p.Rows); j++ {
				if p.Rows[i].Cells() == p.Rows[j].Cells() && !p.Rows[i].Equal(p.Rows[j]) {
					p.Rows[i], p.Rows[j] = p.Rows[j], p.Rows[i]
					p.Goal = nil
					return p
				}
			}
		}
	}
}

// Shape returns a hexagon whose sides have up to n lines.
func Shape(rng *rand.Rand, n int) *nonogram.Shape {
	for {
		a, b, c, f := rng.IntN(n+1), rng.IntN(n+1), rng.IntN(n+1), rng.IntN(n+1)
		if s, err := nonogram.Triddler([6]int{a, b, c, a + f - c, b + c - f, f}); err == nil {
			return s
		}
	}
}

// Triddler is noise on a board of triangles, smoothed some times: a cell then takes the majority of its
// neighbors on its lines. With several inks a cell has that of its place on the board, or, in noise,
// any.
func Triddler(rng *rand.Rand, s *nonogram.Shape, inks int, density float64, smooth int) *nonogram.Puzzle {
	g := s.NewGrid()
	for cell := range g.Cells {
		if g.Cells[cell] = nonogram.Empty; s.Has(cell) && rng.Float64() < density {
			g.Cells[cell] = nonogram.Black
		}
	}
	for range smooth {
		next := g.Clone()
		for cell, c := range g.Cells {
			black, around := 2*int(c), 2
			for _, p := range s.Of[cell] {
				line := s.Lines[p.Line]
				for _, near := range line[max(0, p.At-2):min(len(line), int(p.At)+3)] {
					black += int(g.Cells[near])
					around++
				}
			}
			if next.Cells[cell] = nonogram.Empty; 2*black > around && s.Has(cell) {
				next.Cells[cell] = nonogram.Black
			}
		}
		g = next
	}
	palette := nonogram.BlackAndWhite()
	for ink := 2; ink <= inks; ink++ {
		palette = append(palette, nonogram.Swatch{RGB: nonogram.RGB{R: uint8(80 * ink), G: uint8(40 * ink)}})
	}
	palette.AssignSymbols()
	for cell, c := range g.Cells {
		switch {
		case c == nonogram.Empty:
		case smooth > 0:
			g.Cells[cell] = nonogram.Color(1 + cell*inks/len(g.Cells))
		default:
			g.Cells[cell] = nonogram.Color(1 + rng.IntN(inks))
		}
	}
	p := &nonogram.Puzzle{Palette: palette, Shape: s, Goal: g}
	p.Rows, p.Cols = s.CluesOf(g)
	return p
}

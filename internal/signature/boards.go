package signature

import (
	"math/rand/v2"
	"slices"

	"nonogram"
)

// Boards that are made, not drawn: the same ones for the signature, the tests and
// the benchmarks of the engine. Each is decided by its arguments.

// Disc draws a ring with a dot in it: a picture that lines alone solve.
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

// Dominoes is the staircase of bent dominoes by Josh Greifer of which 9-Dom, in
// Jan Wolter's survey of solvers, is the case n = 9: unique, and lines alone find
// no cell of it. n blocks of three make a board of side 2n+1.
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

// Switches makes n independent 2×2 switches along the diagonal, 2^n solutions.
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

// Noise makes a board of random cells, the kind that no picture helps with.
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

// Blotches makes a board of noise that has been blurred and cut off so that the share of
// filled cells is about the density: cells cluster as in a drawing, and some of the boards
// are as hard as drawings get.
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

// Shuffled makes a board as in the tournaments: an exact number of filled cells,
// shuffled, each with one of the inks.
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

// Exchanged makes boards that have no solution, most of them, and do not look
// like it: two rows of a random board with equal totals change places.
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

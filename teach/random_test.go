package teach_test

import (
	"math/rand/v2"

	"nonogram"
)

// Random puzzles for the tests: small enough to list all solutions, of all
// shapes, from drawings to noise.

// randomPuzzle makes the puzzle of a random picture.
func randomPuzzle(rng *rand.Rand, maxSide, colors int) *nonogram.Puzzle {
	g := nonogram.NewGrid(1+rng.IntN(maxSide), 1+rng.IntN(maxSide))
	density, stay := 20+rng.IntN(70), rng.IntN(80)
	for i := range g.Cells {
		switch {
		case i%g.Width > 0 && rng.IntN(100) < stay:
			g.Cells[i] = g.Cells[i-1]
		case i >= g.Width && rng.IntN(100) < stay:
			g.Cells[i] = g.Cells[i-g.Width]
		case rng.IntN(100) < density:
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		default:
			g.Cells[i] = nonogram.Empty
		}
	}
	return nonogram.FromGrid(g, palette(colors))
}

func palette(colors int) nonogram.Palette {
	if colors == 2 {
		return nonogram.BlackAndWhite()
	}
	p := nonogram.Palette{{Name: "white"}, {Name: "red"}, {Name: "blue"}, {Name: "green"}, {Name: "yellow"}}[:colors]
	p.AssignSymbols()
	return p
}

// randomState reveals some cells of a picture.
func randomState(rng *rand.Rand, g *nonogram.Grid) *nonogram.Grid {
	state := nonogram.NewGrid(g.Width, g.Height)
	share := rng.IntN(100)
	for i, c := range g.Cells {
		if rng.IntN(100) < share {
			state.Cells[i] = c
		}
	}
	return state
}

// transpose swaps rows and columns; mirror reverses every row.
func transpose(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := *p
	q.Rows, q.Cols, q.Goal = p.Cols, p.Rows, nil
	return &q
}

func mirror(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := *p
	q.Goal = nil
	q.Rows, q.Cols = nil, nil
	for _, clue := range p.Rows {
		q.Rows = append(q.Rows, reversed(clue))
	}
	q.Cols = reversed(p.Cols)
	return &q
}

func reversed[S ~[]E, E any](s S) S {
	out := make(S, 0, len(s))
	for i := len(s) - 1; i >= 0; i-- {
		out = append(out, s[i])
	}
	return out
}

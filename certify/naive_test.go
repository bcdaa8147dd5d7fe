package certify_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
)

// allSolutions lists all solutions of a small puzzle.
func allSolutions(p *nonogram.Puzzle) []*nonogram.Grid {
	list, _ := naive.Solutions(p, math.MaxInt)
	return list
}

// randomPuzzle makes a puzzle from a random picture; sometimes a clue is taken from
// another picture, so that there may be no solution, and sometimes cells are given.
func randomPuzzle(rng *rand.Rand, width, height, colors int) *nonogram.Puzzle {
	palette := make(nonogram.Palette, colors)
	palette.AssignSymbols()
	p := nonogram.FromGrid(randomGrid(rng, width, height, colors), palette)
	p.Goal = nil
	if rng.IntN(3) == 0 {
		other := nonogram.FromGrid(randomGrid(rng, width, height, colors), palette)
		if y := rng.IntN(height); rng.IntN(2) == 0 {
			p.Rows[y] = other.Rows[y]
		} else {
			p.Cols = other.Cols
		}
	}
	if rng.IntN(4) == 0 {
		p.Given = nonogram.NewGrid(width, height)
		for range 1 + rng.IntN(2) {
			p.Given.Cells[rng.IntN(width*height)] = nonogram.Color(rng.IntN(colors))
		}
	}
	return p
}

// blot hides some of the lengths of a puzzle's blocks.
func blot(rng *rand.Rand, p *nonogram.Puzzle) {
	share := rng.Float64()
	for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
		for _, clue := range clues {
			for j := range clue {
				if rng.Float64() < share {
					clue[j].Length = 0
				}
			}
		}
	}
}

// hide takes the clues of one to three lines.
func hide(rng *rand.Rand, p *nonogram.Puzzle) {
	for range 1 + rng.IntN(3) {
		if i := rng.IntN(len(p.Rows) + len(p.Cols)); i < len(p.Rows) {
			p.Rows[i] = nonogram.MissingClue()
		} else {
			p.Cols[i-len(p.Rows)] = nonogram.MissingClue()
		}
	}
}

func randomGrid(rng *rand.Rand, width, height, colors int) *nonogram.Grid {
	g := nonogram.NewGrid(width, height)
	density := 0.2 + 0.6*rng.Float64()
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.Float64() < density {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	return g
}

// smallSizes are the sizes that naive enumeration bears: width, height, colors.
var smallSizes = [][3]int{
	{3, 3, 2}, {4, 3, 2}, {3, 4, 2}, {4, 4, 2}, {5, 4, 2}, {1, 6, 2}, {7, 1, 2}, {2, 6, 2},
	{3, 3, 3}, {2, 4, 3}, {4, 2, 4}, {3, 3, 4}, {5, 1, 4}, {1, 4, 5}, {4, 3, 3},
}

// prove proves the answer and returns the certificate. It may be called from any
// goroutine.
func prove(t testing.TB, e *solve.Engine, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, []byte) {
	t.Helper()
	var b bytes.Buffer
	r, err := e.Prove(context.Background(), p, opts, certify.NewWriter(&b, p))
	if err != nil {
		t.Errorf("rows %v columns %v: %v", p.Rows, p.Cols, err)
		return new(nonogram.Result), nil
	}
	return r, b.Bytes()
}

// TestAgainstNaive proves the exact number of solutions of random small puzzles, in
// black and white and in color, and compares the claim with enumeration.
func TestAgainstNaive(t *testing.T) {
	puzzles := 20_000
	if testing.Short() {
		puzzles = 2_000
	}
	for k, size := range smallSizes {
		rng := rand.New(rand.NewPCG(uint64(k), 2))
		var e solve.Engine
		for range puzzles/len(smallSizes) + 1 {
			p := randomPuzzle(rng, size[0], size[1], size[2])
			if rng.IntN(3) == 0 {
				blot(rng, p)
			}
			if rng.IntN(4) == 0 {
				hide(rng, p)
			}
			all := allSolutions(p)
			for _, limit := range []int{1, 2, len(all) + 1} {
				if p.Missing() && limit > mostListed {
					continue
				}
				r, proof := prove(t, &e, p, nonogram.Options{Limit: limit})
				claim, err := certify.Verify(context.Background(), bytes.NewReader(proof), p)
				if err != nil {
					t.Fatalf("rows %v columns %v given %v limit %d: %v\n%s", p.Rows, p.Cols, p.Given, limit, err, proof)
				}
				if claim.Exact != r.Exhausted || len(claim.Solutions) != min(limit, len(all)) {
					t.Fatalf("rows %v columns %v given %v limit %d: the claim is %v, there are %d\n%s", p.Rows, p.Cols, p.Given, limit, claim, len(all), proof)
				}
			}
		}
	}
}

package files_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"nonogram"
	"nonogram/internal/api/files"
	"nonogram/solve"
)

// The judge says what the engine says, of random clues whose totals agree.
func TestSolvable(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 25))
	counts := map[bool]int{}
	for range 20_000 {
		width, height := 1+r.IntN(6), 1+r.IntN(6)
		side := func() *nonogram.Grid {
			g := nonogram.NewGrid(width, height)
			for i := range g.Cells {
				g.Cells[i] = nonogram.Color(r.IntN(2))
			}
			return g
		}
		rows, _ := nonogram.CluesOf(side())
		_, cols := nonogram.CluesOf(side())
		p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: rows, Cols: cols}
		if nonogram.Validate(p) != nil {
			continue
		}
		result, err := solve.Solve(context.Background(), p, nonogram.Options{Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := result.Status != nonogram.Unsolvable
		if counts[want]++; files.Solvable(p) != want {
			t.Fatalf("%v %v: got %v, want %v", rows, cols, !want, want)
		}
	}
	if counts[true] < 100 || counts[false] < 100 {
		t.Errorf("too few of one kind: %v", counts)
	}
}

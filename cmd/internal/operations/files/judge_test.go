package files_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations/files"
	"nonogram/solve"
)

// The judge says what the engine says, of random clues whose totals agree, or might:
// some numbers are blotted.
func TestSolvable(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 25))
	counts, blotted := map[bool]int{}, map[bool]int{}
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
		for _, clue := range rows {
			if len(clue) > 0 && r.IntN(8) == 0 {
				clue[r.IntN(len(clue))].Length = 0
			}
		}
		if nonogram.Validate(p) != nil {
			continue
		}
		result, err := solve.Solve(context.Background(), p, nonogram.Options{Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := result.Status != nonogram.Unsolvable
		if p.Blotted() {
			blotted[want]++
		}
		if counts[want]++; files.Solvable(p) != want {
			t.Fatalf("%v %v: got %v, want %v", rows, cols, !want, want)
		}
	}
	if min(counts[true], counts[false], blotted[true], blotted[false]) < 100 {
		t.Errorf("too few of one kind: %v, blotted %v", counts, blotted)
	}
}

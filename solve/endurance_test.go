package solve

import (
	"context"
	"testing"

	"nonogram"
)

// Long searches, which throw clauses away, move the others together, begin again from
// other points, and have to come to the same end. The dominoes have one solution,
// whose proof takes thousands of conflicts, and are known well enough to be sure.

func TestLongSearches(t *testing.T) {
	inked := dominoes(11)
	inked.Palette = make(nonogram.Palette, 3) // the second ink is not used: masks of several colors
	inked.Palette.AssignSymbols()
	turned := dominoes(11)
	turned.Rows, turned.Cols = turned.Cols, turned.Rows
	impossible := dominoes(11)
	impossible.Given = nonogram.NewGrid(impossible.Width(), impossible.Height())
	var solution *nonogram.Grid
	for _, c := range []struct {
		name string
		p    *nonogram.Puzzle
	}{{"plain", dominoes(11)}, {"turned", turned}, {"in color", inked}} {
		var e Engine
		r, err := e.Solve(context.Background(), c.p, nonogram.Options{})
		if err != nil || r.Status != nonogram.Unique {
			t.Fatalf("%s: %+v, %v", c.name, r, err)
		}
		if e.core.clauses.reductions == 0 || e.core.phases.rephasings < 4 {
			t.Errorf("%s: %d conflicts, clauses thrown away %d times, begun again %d times: not long enough", c.name, r.Stats.Conflicts, e.core.clauses.reductions, e.core.phases.rephasings)
		}
		if c.name == "plain" {
			solution = r.Solutions[0]
		}
	}
	// Against the only solution in one cell of the last domino: none is left, and the
	// proof is as long.
	at := 0
	for i, color := range solution.Cells {
		if color == nonogram.Black {
			at = i
		}
	}
	impossible.Given.Cells[at] = nonogram.Empty
	var e Engine
	if r, err := e.Solve(context.Background(), impossible, nonogram.Options{}); err != nil || r.Status != nonogram.Unsolvable {
		t.Errorf("without the only solution: %+v, %v", r, err)
	}
}

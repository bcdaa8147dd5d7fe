package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"nonogram"
)

// Long searches, which reduce and compact clauses and rephase, must reach the same verdict.
// The dominoes have one solution, whose proof takes thousands of conflicts.

func TestLongSearches(t *testing.T) {
	turned := dominoes(11)
	turned.Rows, turned.Cols = turned.Cols, turned.Rows
	impossible := inked(dominoes(11)) // plain ones are refuted by the Lagrangian bound
	impossible.Given = nonogram.NewGrid(impossible.Width(), impossible.Height())
	var solution *nonogram.Grid
	for _, c := range []struct {
		name string
		p    *nonogram.Puzzle
	}{{"plain", dominoes(11)}, {"turned", turned}, {"in color", inked(dominoes(11))}} {
		var e Engine
		StartInProofMode(&e) // the Lagrangian bound would decide it at once
		r, err := e.Solve(context.Background(), c.p, nonogram.Options{})
		if err != nil || r.Status != nonogram.Unique {
			t.Fatalf("%s: %+v, %v", c.name, r, err)
		}
		if e.core.clauses.reductions == 0 || r.Stats.Restarts < 4 || !e.core.blocks.on {
			t.Errorf("%s: %d conflicts, clauses thrown away %d times, begun again %d times: not long enough", c.name, r.Stats.Conflicts, e.core.clauses.reductions, r.Stats.Restarts)
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
	if e.core.phases.rephasings < 2 {
		t.Errorf("without the only solution: begun again from other points %d times: not long enough", e.core.phases.rephasings)
	}
}

// Dives and proof mode, in any order, find no solution twice and miss none.
func TestTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 16))
	for round := range 200 {
		g := nonogram.NewGrid(6, 6)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(rng.IntN(5) / 3)
		}
		p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
		var e Engine
		want, err := e.Count(context.Background(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		stop := newStopper(context.Background(), nonogram.Budget{})
		s, _ := e.begin(p, uint64(round), new(nonogram.Stats), &stop)
		if s == nil {
			continue
		}
		s.rootBeliefs()
		s.phasesFromBeliefs(true)
		found := make(map[string]bool)
		for more := true; more; {
			var out outcome
			if rng.IntN(2) == 0 {
				out = s.searchInProofMode(1+int64(rng.IntN(20)), noLit)
			} else {
				out = s.search(1+int64(rng.IntN(20)), rng.IntN(2) == 0, noLit)
			}
			switch out {
			case satisfied:
				g := s.board.Grid().String()
				if found[g] {
					t.Fatalf("rows %v columns %v: found twice:\n%s", p.Rows, p.Cols, g)
				}
				found[g] = true
				more = s.blockSolution()
			case refuted:
				more = false
			}
		}
		if int64(len(found)) != want.Count.Int64() {
			t.Errorf("rows %v columns %v: %d solutions, want %v", p.Rows, p.Cols, len(found), want.Count)
		}
	}
}

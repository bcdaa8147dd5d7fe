package solve_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"nonogram"
	"nonogram/certify"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
)

// randomClues is a puzzle of random cells; now and then a clue comes from another one,
// so that there may be no solution.
func randomClues(rng *rand.Rand, width, height, colors int) *nonogram.Puzzle {
	palette := make(nonogram.Palette, colors)
	palette.AssignSymbols()
	picture := func() *nonogram.Puzzle {
		g := nonogram.NewGrid(width, height)
		density := 0.3 + 0.4*rng.Float64()
		for i := range g.Cells {
			g.Cells[i] = nonogram.Empty
			if rng.Float64() < density {
				g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
			}
		}
		return nonogram.FromGrid(g, palette)
	}
	p := picture()
	p.Goal = nil
	if rng.IntN(3) == 0 {
		p.Rows[rng.IntN(height)] = picture().Rows[0]
	}
	return p
}

// proveChecked proves an answer in proof mode from the first conflict on, and checks every
// learned clause.
func proveChecked(t *testing.T, e *solve.Engine, name string, p *nonogram.Puzzle, opts nonogram.Options) *nonogram.Result {
	t.Helper()
	var b bytes.Buffer
	r, err := e.Prove(context.Background(), p, opts, certify.NewWriter(&b, p))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if r.Status == nonogram.Undecided {
		return r
	}
	claim, err := certify.Verify(context.Background(), &b, p)
	if err != nil {
		t.Fatalf("%s: rows %v columns %v: %v", name, p.Rows, p.Cols, err)
	}
	if claim.Exact != r.Exhausted || len(claim.Solutions) != len(r.Solutions) {
		t.Fatalf("%s: the claim is %v, the answer %v", name, claim, r.Status)
	}
	return r
}

// TestProofModeAgainstNaive compares proof mode with enumeration, on small puzzles in black
// and white and in color.
func TestProofModeAgainstNaive(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	var e solve.Engine
	solve.StartInProofMode(&e)
	for k, size := range [][3]int{{4, 4, 2}, {5, 5, 2}, {6, 4, 2}, {3, 4, 3}, {4, 4, 3}, {3, 3, 4}} {
		rng := rand.New(rand.NewPCG(uint64(k), 11))
		for i := range rounds {
			p := randomClues(rng, size[0], size[1], size[2])
			all, _ := naive.Solutions(p, math.MaxInt)
			r := proveChecked(t, &e, fmt.Sprint(size, i), p, nonogram.Options{Limit: len(all) + 1})
			if !r.Exhausted || len(r.Solutions) != len(all) {
				t.Fatalf("%v rows %v columns %v: %d solutions, exhausted %v, want %d", size, p.Rows, p.Cols, len(r.Solutions), r.Exhausted, len(all))
			}
		}
	}
}

// TestProofModeOnBoards checks the clauses of larger searches: words, pairs of words, long
// lines, and colors.
func TestProofModeOnBoards(t *testing.T) {
	var e solve.Engine
	solve.StartInProofMode(&e)
	opts := nonogram.Options{Budget: nonogram.Budget{Conflicts: 3000}}
	conflicts := int64(0)
	try := func(name string, p *nonogram.Puzzle) {
		conflicts += proveChecked(t, &e, name, p, opts).Stats.Conflicts
	}
	try("dominoes 8", dominoes(8))
	try("ones", ones(9))
	rng := rand.New(rand.NewPCG(1, 12))
	for i := range 12 {
		try(fmt.Sprint("word ", i), randomClues(rng, 12+i%3, 14, 2))
		try(fmt.Sprint("color ", i), randomClues(rng, 9, 9, 3+i%2))
		try(fmt.Sprint("wide ", i), randomClues(rng, 66+64*(i%2), 6, 2))
	}
	if conflicts < 1000 {
		t.Errorf("%d conflicts in all: that tests too little", conflicts)
	}
}

// TestProofModeCounts counts solutions with a backbone proved with block literals.
func TestProofModeCounts(t *testing.T) {
	var e solve.Engine
	solve.StartInProofMode(&e)
	rng := rand.New(rand.NewPCG(2, 13))
	for range 200 {
		p := randomClues(rng, 5, 5, 2)
		all, _ := naive.Solutions(p, math.MaxInt)
		c, err := e.Count(context.Background(), p, nonogram.Options{})
		if err != nil || !c.Exact || c.Count.Int64() != int64(len(all)) {
			t.Fatalf("rows %v columns %v: %v, %v, want %d", p.Rows, p.Cols, c, err, len(all))
		}
	}
}

// TestBackboneOutOfConflicts counts with a backbone that is given up at once, with the same
// result.
func TestBackboneOutOfConflicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 13))
	for _, conflicts := range []int64{1, 2} {
		var e solve.Engine
		solve.SetBackboneConflicts(&e, conflicts)
		for range 400 {
			p := randomClues(rng, 7, 7, 2)
			want, err := solve.Count(context.Background(), p, nonogram.Options{})
			if err != nil || !want.Exact {
				t.Fatalf("rows %v columns %v: %v, %v", p.Rows, p.Cols, want, err)
			}
			if got, err := e.Count(context.Background(), p, nonogram.Options{}); err != nil || !got.Exact || got.Count.Cmp(want.Count) != 0 {
				t.Fatalf("rows %v columns %v: %v in haste, %v, want %v", p.Rows, p.Cols, got, err, want.Count)
			}
		}
	}
}

// TestExplanationsOfLongLines checks every clause learned on boards with lines of several
// words, where an explanation may confuse cells that are 64 apart.
func TestExplanationsOfLongLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 13))
	var e solve.Engine
	var conflicts int64
	for i := range 30 {
		p := randomClues(rng, 70+60*(i%2), 7+i%4, 2+i%3/2)
		opts := nonogram.Options{Limit: 3, Budget: nonogram.Budget{Conflicts: 300}}
		r := proveChecked(t, &e, fmt.Sprint("board ", i), p, opts)
		conflicts += r.Stats.Conflicts
	}
	if conflicts < 300 {
		t.Errorf("%d conflicts in all: that tests too little", conflicts)
	}
	t.Logf("%d conflicts", conflicts)
}

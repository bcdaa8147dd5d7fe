package solve_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
)

// TestLagrangianAgainstNaive applies the Lagrangian bound before every further solution,
// compares the results with enumeration, and checks every step. The bound is most effective
// on sparse boards.
func TestLagrangianAgainstNaive(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	var e solve.Engine
	solve.StartWithLagrangian(&e)
	several := 0
	for k, size := range [][2]int{{4, 4}, {5, 5}, {6, 4}, {3, 7}, {6, 6}} {
		rng := rand.New(rand.NewPCG(uint64(k), 14))
		for i := range rounds {
			p := randomClues(rng, size[0], size[1], 2)
			all, _ := naive.Solutions(p, math.MaxInt)
			if len(all) > 200 {
				continue
			}
			r := proveChecked(t, &e, fmt.Sprint(size, i), p, nonogram.Options{Limit: len(all) + 1})
			if !r.Exhausted || len(r.Solutions) != len(all) {
				t.Fatalf("%v rows %v columns %v: %d solutions, exhausted %v, want %d", size, p.Rows, p.Cols, len(r.Solutions), r.Exhausted, len(all))
			}
			if len(all) > 2 {
				several++
			}
		}
	}
	if several < rounds/4 {
		t.Errorf("%d puzzles with several solutions: that tests too little", several)
	}
}

// TestLagrangian proves unique solutions that take clauses too long, and checks the puzzles
// that the bound does not apply to.
func TestLagrangian(t *testing.T) {
	var e solve.Engine
	r := proveChecked(t, &e, "20 dominoes", dominoes(20), nonogram.Options{Budget: nonogram.Budget{Conflicts: 1000}})
	if r.Status != nonogram.Unique {
		t.Errorf("20 dominoes: %v after %d conflicts", r.Status, r.Stats.Conflicts)
	}
	counts := func(p *nonogram.Puzzle) int {
		l := &countingProof{ledger: newLedger(t, "weights", p)}
		solve.StartWithLagrangian(&e)
		if _, err := e.Prove(context.Background(), p, nonogram.Options{}, l); err != nil {
			t.Fatal(err)
		}
		return l.steps
	}
	inked := dominoes(5)
	inked.Palette = make(nonogram.Palette, 3)
	blotted := dominoes(5)
	blotted.Rows[0][0].Length = 0
	if plain, ink, blot := counts(dominoes(5)), counts(inked), counts(blotted); plain == 0 || ink != 0 || blot != 0 {
		t.Errorf("bound applied %d times, %d with another ink, %d with a blot", plain, ink, blot)
	}
}

// TestLagrangianWithoutSolution refutes n-dom with one clue changed, which has no solution to
// start from, and checks the proof. For the last one multipliers grow so large that sums leave
// the range of numbers, unless they are scaled by the best arrangement.
func TestLagrangianWithoutSolution(t *testing.T) {
	var e solve.Engine
	for n, row := range map[int]int{8: 4, 11: 4, 14: 4, 16: 22} {
		p := dominoes(n)
		slices.Reverse(p.Rows[row])
		r := proveChecked(t, &e, fmt.Sprint(n, " dominoes"), p, nonogram.Options{Budget: nonogram.Budget{Conflicts: 1000}})
		if r.Status != nonogram.Unsolvable {
			t.Errorf("%d dominoes with a row reversed: %v after %d conflicts", n, r.Status, r.Stats.Conflicts)
		}
	}
}

// TestLagrangianColors applies the bound to colored puzzles and compares the results with
// enumeration; a red cell does not make n-dom hard.
func TestLagrangianColors(t *testing.T) {
	var e solve.Engine
	solve.StartWithLagrangian(&e)
	seen := map[nonogram.Status]int{}
	for k, size := range [][2]int{{4, 4}, {5, 4}, {3, 6}, {5, 5}} {
		rng := rand.New(rand.NewPCG(uint64(k), 15))
		for range 150 {
			p := randomClues(rng, size[0], size[1], 3)
			all, _ := naive.Solutions(p, math.MaxInt)
			if len(all) > 100 {
				continue
			}
			r, err := e.Solve(context.Background(), p, nonogram.Options{Limit: len(all) + 1})
			if err != nil || !r.Exhausted || len(r.Solutions) != len(all) {
				t.Fatalf("%v rows %v columns %v: %v, %v, want %d solutions", size, p.Rows, p.Cols, r, err, len(all))
			}
			seen[nonogram.Verdict(len(all), true, 2)]++
		}
	}
	if seen[nonogram.Unique] < 20 || seen[nonogram.Multiple] < 20 {
		t.Errorf("%v: that tests too little", seen)
	}
	r, err := new(solve.Engine).Solve(context.Background(), dominoes(12), nonogram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := r.Solutions[0]
	for i := len(g.Cells) - 1; ; i-- {
		if g.Cells[i] != nonogram.Empty {
			g.Cells[i] = 2
			break
		}
	}
	red := nonogram.FromGrid(g, make(nonogram.Palette, 3))
	if r, err = e.Solve(context.Background(), red, nonogram.Options{Budget: nonogram.Budget{Conflicts: 1000}}); err != nil || r.Status != nonogram.Unique {
		t.Errorf("dominoes with a red cell: %v, %v", r, err)
	}
}

// countingProof counts the Lagrangian steps.
type countingProof struct {
	*ledger
	steps int
}

func (c *countingProof) Lagrangian(solution, unit int64, multipliers []int64) error {
	c.steps++
	return c.ledger.Lagrangian(solution, unit, multipliers)
}

// TestLagrangianSizes applies the bound to rectangles, long lines and boards with facts, and
// compares the results with search.
func TestLagrangianSizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 14))
	var bounded, searches solve.Engine
	solve.StartWithLagrangian(&bounded)
	seen := map[nonogram.Status]int{}
	for i := range 60 {
		g := nonogram.NewGrid(5+rng.IntN(70), 4+rng.IntN(9))
		for c := range g.Cells {
			g.Cells[c] = nonogram.Color(rng.IntN(7+i%9) / 6 % 2)
		}
		p := nonogram.FromGrid(g, make(nonogram.Palette, 2))
		p.Goal = nil
		opts := nonogram.Options{Budget: nonogram.Budget{Conflicts: 2000}}
		r := proveChecked(t, &bounded, fmt.Sprint("board ", i), p, opts)
		want, err := searches.Solve(context.Background(), p, opts)
		if err != nil || r.Status != nonogram.Undecided && want.Status != nonogram.Undecided && r.Status != want.Status {
			t.Errorf("board %d: %v, without the bound %v, %v", i, r.Status, want, err)
		}
		seen[r.Status]++
	}
	cols := make([][]int, 9500) // a line with very many facts
	for i := range cols {
		cols[i] = []int{1}
	}
	cols[100], cols[9400] = []int{1, 1}, []int{1, 1}
	p := nonogram.New([][]int{{9500}, {}, {1}, {1}}, cols)
	if r := proveChecked(t, &bounded, "long lines", p, nonogram.Options{Limit: 3}); len(r.Solutions) != 2 || !r.Exhausted {
		t.Errorf("long lines: %v with %d solutions", r.Status, len(r.Solutions))
	}
	if seen[nonogram.Unique] == 0 || seen[nonogram.Multiple] == 0 {
		t.Errorf("%v: that tests too little", seen)
	}
}

// TestLagrangianCount counts n-dom beside a switching component: the bound eliminates the
// values of the dominoes although there are two solutions.
func TestLagrangianCount(t *testing.T) {
	for n := 10; n <= 14; n += 2 {
		g := nonogram.NewGrid(2*n+4, 2*n+4)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Empty
		}
		stairs(g, n, 3, 3, 0, 0)
		g.Set(2*n+2, 2*n+2, nonogram.Black)
		g.Set(2*n+3, 2*n+3, nonogram.Black)
		p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
		r, err := solve.Count(context.Background(), p, nonogram.Options{Budget: nonogram.Budget{Conflicts: 2000}})
		if err != nil || !r.Exact || r.Count.Int64() != 2 {
			t.Errorf("%d dominoes: %v, %v", n, r, err)
		}
	}
}

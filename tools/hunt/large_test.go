package hunt

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/testkit/families"
	"nonogram/puzzles"
	"nonogram/solve"
)

// Relations that hold for puzzles of any size, where plain counting takes too long: the
// same verdict and the same solutions for a puzzle turned or framed, for every seed,
// for every limit, with and without helpers.

// large is a puzzle with a name.
type large struct {
	name string
	*nonogram.Puzzle
}

// largePuzzles are the pack, boards as in tournaments, boards in color and boards
// without a solution.
func largePuzzles(t *testing.T) []large {
	t.Helper()
	var list []large
	for _, e := range puzzles.All() {
		list = append(list, large{"pack " + e.Name, e.Puzzle()})
	}
	for _, b := range []struct{ side, count int }{{10, 20}, {15, 20}, {20, 10}, {25, 6}} {
		boards, err := generate.Random{Width: b.side, Height: b.side, Count: b.count, First: 0.55, Last: 0.4, Seed: big.NewInt(7)}.Puzzles()
		if err != nil {
			t.Fatal(err)
		}
		for p := range boards {
			list = append(list, large{fmt.Sprintf("boardgen %d %s", b.side, p.ID), p})
		}
	}
	for seed := range uint64(6) {
		list = append(list, large{fmt.Sprint("exchanged ", seed), families.Exchanged(15, 0.5, seed)})
		list = append(list, large{fmt.Sprint("inks ", seed), families.Shuffled(12, 3, 0.5, seed)})
	}
	return list
}

func solveAll(t *testing.T, solver nonogram.Solver, name string, p *nonogram.Puzzle, opts nonogram.Options) *nonogram.Result {
	t.Helper()
	r, err := solver(context.Background(), p, opts)
	if err != nil || r.Stopped != nonogram.StopNone {
		t.Fatalf("%s: %+v, %v", name, r, err)
	}
	return r
}

func TestLargeSymmetries(t *testing.T) {
	var e, other solve.Engine
	seen := map[nonogram.Status]int{}
	for _, l := range largePuzzles(t) {
		name, p := l.name, l.Puzzle
		r := solveAll(t, e.Solve, name, p, nonogram.Options{})
		seen[r.Status]++
		for _, s := range Symmetries(p) {
			q := s.Puzzle(p)
			image := solveAll(t, other.Solve, name+" "+s.Name, q, nonogram.Options{})
			if image.Status != r.Status {
				t.Errorf("%s is %v, %s %v", name, r.Status, s.Name, image.Status)
			}
			for _, g := range r.Solutions {
				if err := nonogram.Check(q, s.Grid(g)); err != nil {
					t.Errorf("%s %s: a solution is none any more: %v", name, s.Name, err)
				}
			}
			if r.Status == nonogram.Unique && !slices.Equal(drawings(image.Solutions), drawings([]*nonogram.Grid{s.Grid(r.Solutions[0])})) {
				t.Errorf("%s %s: another solution", name, s.Name)
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, s := range []nonogram.Status{nonogram.Unique, nonogram.Multiple, nonogram.Unsolvable} {
		if seen[s] < 5 {
			t.Errorf("only %d puzzles are %v", seen[s], s)
		}
	}
	t.Logf("%v", seen)
}

// largeListed is up to how many solutions are listed.
const largeListed = 60

// TestLargeLimits relates the limits with each other and with the count, seeds with
// each other, and a team with an engine.
func TestLargeLimits(t *testing.T) {
	var e solve.Engine
	team := solve.Team{Cores: solve.NewCores(1)}
	counted := 0
	for _, l := range largePuzzles(t) {
		name, p := l.name, l.Puzzle
		list := solveAll(t, e.Solve, name, p, nonogram.Options{Limit: largeListed})
		n := len(list.Solutions)
		for _, limit := range []int{1, 2, 3} {
			for seed := range uint64(2) {
				opts := nonogram.Options{Limit: limit, Seed: seed}
				checkLarge(t, name, list, limit, solveAll(t, e.Solve, name, p, opts))
				checkLarge(t, name, list, limit, solveAll(t, team.Solve, name, p, opts))
			}
		}
		c, err := e.Count(context.Background(), p, nonogram.Options{Budget: nonogram.Budget{Conflicts: 20_000}})
		if err != nil || c.Exact && list.Exhausted && c.Count.Cmp(big.NewInt(int64(n))) != 0 || c.Exact && !list.Exhausted && c.Count.Cmp(big.NewInt(largeListed)) < 0 {
			t.Errorf("%s: counted %+v, listed %d (all: %v), %v", name, c, n, list.Exhausted, err)
		}
		if c != nil && c.Exact {
			counted++
		}
		if t.Failed() {
			return
		}
	}
	if counted < 100 {
		t.Errorf("only %d puzzles were counted", counted)
	}
}

// checkLarge holds an answer with a small limit against the long list.
func checkLarge(t *testing.T, name string, list *nonogram.Result, limit int, r *nonogram.Result) {
	t.Helper()
	n := len(list.Solutions)
	if len(r.Solutions) != min(limit, n) || r.Exhausted && !(list.Exhausted && n <= limit) {
		t.Errorf("%s, limit %d: %d solutions, exhausted %v; there are %d", name, limit, len(r.Solutions), r.Exhausted, n)
	}
	if limit > 1 && r.Status != nonogram.Verdict(min(limit, n), list.Exhausted && n <= limit && n < 2, limit) {
		t.Errorf("%s, limit %d: %v, of %d solutions", name, limit, r.Status, n)
	}
	all := drawings(list.Solutions)
	for _, g := range drawings(r.Solutions) {
		if _, ok := slices.BinarySearch(all, g); list.Exhausted && !ok {
			t.Errorf("%s, limit %d: a solution that is not on the list", name, limit)
		}
	}
}

// TestComplements: the complement of a picture is among the solutions of its clues.
// That there may be others is why it is not a symmetry.
func TestComplements(t *testing.T) {
	var e solve.Engine
	same := map[bool]int{}
	for _, l := range largePuzzles(t) {
		name, p := l.name, l.Puzzle
		if p.Goal == nil || p.Colored() || p.Width() > 15 {
			continue
		}
		g := p.Goal.Clone()
		for i, c := range g.Cells {
			g.Cells[i] = nonogram.Black - c
		}
		q := nonogram.FromGrid(g, p.Palette)
		r := solveAll(t, e.Solve, name, q, nonogram.Options{})
		if r.Status == nonogram.Unsolvable || r.Status == nonogram.Unique && !r.Solutions[0].Equal(g) {
			t.Errorf("%s: the complement is %v", name, r.Status)
		}
		same[r.Status == solveAll(t, e.Solve, name, p, nonogram.Options{}).Status]++
	}
	if same[true] == 0 || same[false] == 0 {
		t.Errorf("complements with the same verdict: %v", same)
	}
}

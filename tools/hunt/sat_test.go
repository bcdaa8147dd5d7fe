package hunt

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/solve"

	"nonogram/internal/testkit/naive"
)

// sizable puzzles are beyond plain counting. On boards much larger than these, a
// proof that there is no solution takes a SAT solver minutes.
var sizable = Shape{MinSide: 8, MaxSide: 12, MaxCells: 120, MaxInks: 4, Blotted: 5}

// How many puzzles go into one run of a SAT solver: hundreds that are easy, few of
// those where one may be hard, so that it does not have to be solved in the company
// of all others.
const (
	smallBatch   = 500
	sizableBatch = 20
)

// satSolvers are those installed; without one the test is skipped, loudly.
func satSolvers(t *testing.T) []Solver {
	t.Helper()
	found := Solvers()
	if len(found) == 0 {
		t.Skip("SKIPPED, NOTHING WAS CONFIRMED: no SAT solver is installed; make sat installs one (minisat, cadical or kissat)")
	}
	return found
}

// TestSATConfirms lets the SAT solvers that are installed confirm the engine's
// verdicts on the puzzles of the hunt and on larger ones. They share the work: each
// batch goes to one.
func TestSATConfirms(t *testing.T) {
	found := satSolvers(t)
	puzzles := *huntPuzzles
	if testing.Short() {
		puzzles /= 10
	}
	for _, c := range []struct {
		name           string
		puzzles, batch int64
		puzzle         func(int64) *nonogram.Puzzle
	}{
		{"small", puzzles / 4, smallBatch, number},
		{"sizable", puzzles / 20, sizableBatch, sizablePuzzle},
	} {
		t.Run(c.name, func(t *testing.T) {
			began := time.Now()
			share(t, (c.puzzles+c.batch-1)/c.batch, func() func(int64) {
				w := &witness{t: t, puzzle: c.puzzle}
				return func(i int64) {
					w.batch(found[int(i)%len(found)], i*c.batch, min((i+1)*c.batch, c.puzzles))
				}
			})
			t.Logf("%d verdicts confirmed by %v in %v", c.puzzles, found, time.Since(began).Round(time.Second/10))
		})
	}
}

func sizablePuzzle(i int64) *nonogram.Puzzle {
	return sizable.Puzzle(rand.New(rand.NewPCG(*huntSeed+1000, uint64(i))))
}

// witness asks the engine, and a SAT solver about its answers.
type witness struct {
	t      *testing.T
	puzzle func(int64) *nonogram.Puzzle
	engine solve.Engine
}

func (w *witness) batch(s Solver, from, to int64) {
	var list []Statement
	for i := from; i < to; i++ {
		list = append(list, w.state(w.puzzle(i)))
	}
	f, err := s.Confirm(w.t.Context(), list)
	switch {
	case err != nil:
		w.t.Error(err)
	case f != nil:
		f.Puzzle = Shrink(f.Puzzle, func(p *nonogram.Puzzle) bool {
			g, err := s.Confirm(w.t.Context(), []Statement{w.state(p)})
			return err == nil && g != nil && g.Claim == f.Claim
		})
		path, err := Keep(regressions, f)
		w.t.Errorf("%v\nkept as %s (%v)", f, path, err)
	case to%progressEvery == 0:
		w.t.Logf("%d verdicts confirmed", to)
	}
}

// state is what the engine says.
func (w *witness) state(p *nonogram.Puzzle) Statement {
	r, err := w.engine.Solve(context.Background(), p, nonogram.Options{Limit: 2})
	if err != nil {
		w.t.Error(err)
		return Statement{p, 0}
	}
	return Statement{p, len(r.Solutions)}
}

// TestSATFinds tells lies to every solver, one among many truths, and has to hear
// of the right puzzle.
func TestSATFinds(t *testing.T) {
	for _, s := range satSolvers(t) {
		w := &witness{t: t}
		var list []Statement
		for i := range int64(60) {
			list = append(list, w.state(number(i)))
		}
		for k := range list {
			truth := list[k].Solutions
			for lie := range 3 {
				if lie == truth {
					continue
				}
				list[k].Solutions = lie
				f, err := s.Confirm(t.Context(), list)
				if err != nil {
					t.Fatal(err)
				}
				if f == nil || f.Puzzle != list[k].Puzzle || f.Claim != s.Name {
					t.Fatalf("%s is told that puzzle %d has %d solutions instead of %d, and says: %v", s.Name, k, lie, truth, f)
				}
			}
			list[k].Solutions = truth
			if k == 10 {
				break // all kinds of lies are in the first few
			}
		}
	}
}

// The encoding is held against plain counting: as many models as solutions, when
// each is forbidden in turn.
func TestEncodeCounts(t *testing.T) {
	s := satSolvers(t)[0]
	shape := Shape{MaxSide: 6, MaxCells: 12, MaxInks: 3, Blotted: 2}
	for i := range uint64(60) {
		p := shape.Puzzle(rand.New(rand.NewPCG(4, i)))
		want, all := naive.Solutions(p, 12)
		e := Encode(p)
		n := 0
		for ; ; n++ {
			model, err := s.Solve(t.Context(), &e.CNF)
			if err != nil {
				t.Fatal(err)
			}
			if model == nil || n > len(want) {
				break
			}
			g := e.grid(model, 0)
			if err := nonogram.Check(p, g); err != nil {
				t.Fatalf("%v in\n%s", err, Describe(p))
			}
			e = e.Forbid(g)
		}
		if all && n != len(want) || !all && n <= len(want) {
			t.Fatalf("%d models, want %d (all: %v) of\n%s", n, len(want), all, Describe(p))
		}
	}
}

// A program that is no SAT solver is an error, not a verdict.
func TestSolverErrors(t *testing.T) {
	f := &CNF{Vars: 2, Clauses: [][]int{{1, -2}}}
	folder := t.TempDir()
	for name, c := range map[string]struct{ script, want string }{
		"ends":    {"exit 0", "ended with 0"},
		"silent":  {"exit 10", "has only 0"},
		"babbles": {"echo v 1 x 0; exit 10", `"x" in a model`},
		"beyond":  {"echo v 1 3 0; exit 10", `"3" in a model`},
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		model, err := Solver{Name: name, path: path}.Solve(t.Context(), f)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, want an error with %q", name, model, err, c.want)
		}
	}
	if _, err := (Solver{Name: "none", path: filepath.Join(folder, "none")}).Solve(t.Context(), f); err == nil {
		t.Error("no error without a program")
	}
	if _, err := (Solver{Name: "no file", path: filepath.Join(folder, "ends"), toFile: true}).Solve(t.Context(), f); err == nil {
		t.Error("no error without an answer")
	}
}

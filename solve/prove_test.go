package solve_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"nonogram"
	"nonogram/solve"
)

// ledger is a Proof that checks only the form: the numbers of clauses increase, clauses exist
// while they are used, and nothing follows the end. Package certify checks the steps.
type ledger struct {
	t         *testing.T
	name      string
	lines     int64
	last      int64
	live      map[int64]bool
	solutions int
	steps     int
	ended     bool
	exact     bool
	failAt    int // the call that fails, 0 for none
}

var errLedger = errors.New("the ledger is full")

func (l *ledger) call() error {
	if l.ended {
		l.t.Errorf("%s: a step behind the end", l.name)
	}
	if l.steps++; l.steps == l.failAt {
		return errLedger
	}
	if l.failAt > 0 && l.steps > l.failAt {
		l.t.Errorf("%s: a step behind an error", l.name)
	}
	return nil
}

func (l *ledger) number(id int64) {
	if id <= l.last {
		l.t.Errorf("%s: number %d behind %d", l.name, id, l.last)
	}
	l.last = id
}

func (l *ledger) hints(hints []int64) {
	for _, h := range hints {
		if h == 0 || h < -l.lines || h > 0 && !l.live[h] {
			l.t.Errorf("%s: hint %d is neither a line nor a present clause", l.name, h)
		}
	}
}

func (l *ledger) Known(hints []int64) error {
	l.hints(hints)
	return l.call()
}

func (l *ledger) Clause(id int64, literals []int32, hints []int64) error {
	l.number(id)
	l.hints(hints)
	l.live[id] = len(literals) > 1
	return l.call()
}

func (l *ledger) Delete(ids []int64) error {
	l.hints(ids)
	for _, id := range ids {
		delete(l.live, id)
	}
	return l.call()
}

func (l *ledger) Solution(id int64, _ *nonogram.Grid) error {
	l.number(id)
	l.live[id] = true
	l.solutions++
	return l.call()
}

func (l *ledger) Totals(nonogram.Color) error { return l.call() }

func (l *ledger) Lagrangian(solution, _ int64, _ []int64) error {
	if solution > 0 {
		l.hints([]int64{solution})
	}
	return l.call()
}

func (l *ledger) End(exact bool) error {
	err := l.call()
	l.ended, l.exact = true, exact
	return err
}

func newLedger(t *testing.T, name string, p *nonogram.Puzzle) *ledger {
	return &ledger{t: t, name: name, lines: int64(p.Width() + p.Height()), live: map[int64]bool{}}
}

// proofConflicts limits the time of the test; the hardest puzzles stay undecided.
const proofConflicts = 2000

// TestProveTakesTheSameWay compares Prove with Solve on the puzzles of the signature: same
// answer, same counters, and a proof exactly if there is an answer.
func TestProveTakesTheSameWay(t *testing.T) {
	var e solve.Engine
	answered := 0
	puzzles, err := signedPuzzles()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range puzzles {
		for _, limit := range []int{1, 2, 5} {
			opts := nonogram.Options{Limit: limit, Seed: s.Seed, Budget: nonogram.Budget{Conflicts: proofConflicts}}
			want, err := e.Solve(context.Background(), s.Puzzle, opts)
			if err != nil {
				t.Fatal(err)
			}
			l := newLedger(t, s.Name, s.Puzzle)
			got, err := e.Prove(context.Background(), s.Puzzle, opts, l)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, limit %d: proven %v %+v, solved %v %+v", s.Name, limit, got.Status, got.Stats, want.Status, want.Stats)
			}
			if l.ended != (got.Status != nonogram.Undecided) || l.exact != got.Exhausted || l.solutions != len(got.Solutions) {
				t.Errorf("%s, limit %d: the proof ended: %v, exact: %v, with %d solutions; the answer is %v with %d",
					s.Name, limit, l.ended, l.exact, l.solutions, got.Status, len(got.Solutions))
			}
			if l.ended {
				answered++
			}
		}
	}
	if answered < 150 {
		t.Errorf("only %d proofs", answered)
	}
}

// An error of the proof ends the search at any step, and the engine can be used again.
func TestProveErrors(t *testing.T) {
	var e solve.Engine
	p := dominoes(7)
	l := newLedger(t, "dominoes", p)
	if _, err := e.Prove(context.Background(), p, nonogram.Options{}, l); err != nil || !l.ended {
		t.Fatal(l, err)
	}
	for failAt := 1; failAt <= l.steps; failAt += max(1, l.steps/50) {
		l := newLedger(t, "dominoes", p)
		l.failAt = failAt
		r, err := e.Prove(context.Background(), p, nonogram.Options{}, l)
		if !errors.Is(err, errLedger) || r != nil {
			t.Errorf("failing at step %d: %v %v", failAt, r, err)
		}
	}
	steps := l.steps
	r, err := e.Solve(context.Background(), p, nonogram.Options{})
	if err != nil || r.Status != nonogram.Unique || l.steps != steps {
		t.Errorf("afterwards: %v %v, %d steps", r, err, l.steps-steps)
	}
}

func TestProveOnSight(t *testing.T) {
	for _, p := range []*nonogram.Puzzle{
		nonogram.New([][]int{{3}, {1}}, [][]int{{2}, {2}}),
		nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {2}}),
	} {
		l := newLedger(t, "on sight", p)
		r, err := solve.Prove(context.Background(), p, nonogram.Options{}, l)
		if err != nil || r.Status != nonogram.Unsolvable || !l.ended || !l.exact || l.steps != 2 {
			t.Errorf("%v %v, %+v", r, err, l)
		}
	}
	strange := nonogram.New([][]int{{-1}}, [][]int{{1}})
	if _, err := solve.Prove(context.Background(), strange, nonogram.Options{}, newLedger(t, "strange", strange)); err == nil {
		t.Error("a negative block is accepted")
	}
}

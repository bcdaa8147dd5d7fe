package lab_test

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/generate"
	"nonogram/lab"
)

// hard is a board of noise that no method ends soon on when all solutions are asked
// for, and most not at all.
func hard(t *testing.T, n int) *nonogram.Puzzle {
	t.Helper()
	puzzles, err := generate.Random{Width: n, Height: n, Count: 1, First: 0.4, Seed: big.NewInt(1)}.Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	for p := range puzzles {
		return p
	}
	return nil
}

// everyLabel is all methods with all options.
func everyLabel() []string { return slices.Concat(labels(true), labels(false)) }

// endless are the methods that the tests of budgets may expect to be still at work:
// ten random boards are drawn at once.
func endless() []string {
	return slices.DeleteFunc(everyLabel(), func(l string) bool { return l == "force" || l == "force:draw=cells" })
}

// ending are the methods that come to an end by themselves.
func ending() []string {
	return slices.DeleteFunc(everyLabel(), func(l string) bool { return l == "force:max_iter=inf" })
}

func TestDoneBeforeItBegins(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	p := hard(t, 12)
	for _, label := range endless() {
		m, _ := lab.Lookup(label)
		for ctx, want := range map[context.Context]nonogram.StopReason{cancelled: nonogram.StopCancelled, late: nonogram.StopTime} {
			r, err := m.New(nil)(ctx, p, nonogram.Options{})
			if err != nil || r.Status != nonogram.Undecided || r.Stopped != want || r.Stats.Nodes > 0 {
				t.Errorf("%s: %+v, %v, want stopped by %s", label, r, err, want)
			}
		}
	}
}

// A context that is cancelled on the way ends the run within the work of a few
// polls. The listener cancels, so that no clock is involved.
func TestCancelledOnTheWay(t *testing.T) {
	p := hard(t, 12)
	for _, label := range endless() {
		ctx, cancel := context.WithCancel(context.Background())
		m, _ := lab.Lookup(label)
		events, after := 0, 0
		r, err := m.New(nil)(ctx, p, nonogram.Options{Limit: 1 << 20, Trace: func(nonogram.Event) {
			if events++; events == 20 {
				cancel()
			}
			if events > 20 {
				after++
			}
		}})
		cancel()
		if err != nil || r.Status != nonogram.Undecided && r.Status != nonogram.Multiple || r.Stopped != nonogram.StopCancelled {
			t.Errorf("%s: %v, stopped by %q, %v", label, r.Status, r.Stopped, err)
		}
		if after > 50_000 {
			t.Errorf("%s went on for %d events after it was cancelled", label, after)
		}
	}
}

func TestConflictBudget(t *testing.T) {
	for _, label := range endless() {
		p := hard(t, 12)
		switch {
		case strings.HasPrefix(label, "perm_elim"):
			continue // knows no dead ends but one, which is the end
		case label == "table_bfs:pruning=none":
			p = hard(t, 6) // has its dead ends on the last level, which it has to reach
		}
		r := run(t, label, p, nonogram.Options{Limit: 1 << 20, Budget: nonogram.Budget{Conflicts: 5}})
		if r.Stopped != nonogram.StopConflicts || r.Stats.Conflicts != 5 {
			t.Errorf("%s: stopped by %q after %d conflicts", label, r.Stopped, r.Stats.Conflicts)
		}
	}
}

// The methods that keep lists, levels or sets stop at the memory budget.
func TestMemoryBudget(t *testing.T) {
	hungry := map[string]int64{ // label → budget that is too small for its structure
		"liao:dfs": 100, "dfs_wiki": 100, "dfs_possiblecut": 100, "recursive_intersect": 100, "recursive_intersect_greedy": 100,
		"table_dfs": 100, "table_bfs": 20_000, "table_bfs:none": 20_000, "shift_bfs": 100_000, "row_dfs": 100, "perm_elim": 30_000,
	}
	p := hard(t, 12)
	for label, budget := range hungry {
		r := run(t, label, p, nonogram.Options{Limit: 1 << 20, Budget: nonogram.Budget{Memory: budget}})
		if r.Status != nonogram.Undecided || r.Stopped != nonogram.StopMemory {
			t.Errorf("%s with %d bytes: %v, stopped by %q", label, budget, r.Status, r.Stopped)
		}
	}
}

// Without a budget there is still a limit: all lines of 30 cells would take 8 GB.
func TestDefaultMemory(t *testing.T) {
	ones := slices.Repeat([][]int{{1}}, 30)
	if r := run(t, "perm_elim", nonogram.New(ones, ones), nonogram.Options{}); r.Status != nonogram.Undecided || r.Stopped != nonogram.StopMemory {
		t.Errorf("perm_elim: %v, stopped by %q", r.Status, r.Stopped)
	}
}

// Solutions count, too: there are 12! of them here.
func TestSolutionsTakeMemory(t *testing.T) {
	ones := slices.Repeat([][]int{{1}}, 12)
	for _, label := range []string{"bruteforce_rulecut", "recursive_intersect"} {
		r := run(t, label, nonogram.New(ones, ones), nonogram.Options{Limit: 1 << 30, Budget: nonogram.Budget{Memory: 50_000}})
		if r.Stopped != nonogram.StopMemory || r.Status != nonogram.Multiple {
			t.Errorf("%s: %v, stopped by %q with %d solutions", label, r.Status, r.Stopped, len(r.Solutions))
		}
	}
}

// Inside a search nothing is allocated: ten thousand nodes cost as many allocations
// as one.
func TestSearchesAllocateNothing(t *testing.T) {
	p := hard(t, 12)
	for _, label := range labels(true) {
		if strings.HasPrefix(label, "shift_bfs") || strings.HasPrefix(label, "table_bfs") {
			continue // keep all boards in memory, by design
		}
		m, _ := lab.Lookup(label)
		s := m.New(nil)
		allocs := func(conflicts int64) float64 {
			return testing.AllocsPerRun(1, func() {
				if _, err := s(context.Background(), p, nonogram.Options{Limit: 1 << 20, Budget: nonogram.Budget{Conflicts: conflicts}}); err != nil {
					t.Fatal(err)
				}
			})
		}
		few, many := allocs(100), allocs(3000)
		if many > few+100 { // the stacks of a search may grow, a few times
			t.Errorf("%s: %v allocations for 100 conflicts, %v for 3000", label, few, many)
		}
	}
}

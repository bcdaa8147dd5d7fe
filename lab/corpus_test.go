package lab_test

import (
	"context"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/corpus"
	"nonogram/lab"
	"nonogram/solve"
)

// Example 36 of the R package's README takes 6 iterations there.
func TestIterationsOfExample36(t *testing.T) {
	p := corpus.Puzzles(t, corpus.Path(t, "r-examples", "examples.json"))[35]
	for label, want := range map[string]int64{"perm_elim": 6, "perm_elim:turns": 4} {
		if r := run(t, label, p, nonogram.Options{}); r.Stats.Sweeps != want || r.Status != nonogram.Unique {
			t.Errorf("%s: %d iterations, %s, want %d", label, r.Stats.Sweeps, r.Status, want)
		}
	}
}

// The examples that come with the R package, and its method on them: it solves what
// lines can solve, and stalls on the rest.
func TestExamplesOfR(t *testing.T) {
	m, err := lab.Lookup("perm_elim:reuse")
	if err != nil {
		t.Fatal(err)
	}
	s := m.New(nil)
	got := map[string]int{}
	for _, p := range corpus.Puzzles(t, corpus.Path(t, "r-examples", "examples.json")) {
		r, err := s(context.Background(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := solve.Solve(context.Background(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got[r.Status.String()+" "+string(r.Stopped)]++
		switch {
		case r.Stopped == nonogram.StopMemory:
			if p.Height() != 30 && p.Width() != 30 {
				t.Errorf("puzzle %s, %d × %d: no memory for it", p.ID, p.Width(), p.Height())
			}
		case r.Stopped == nonogram.StopStalled:
			checkStalled(t, p, r, want)
		case r.Status != want.Status:
			t.Errorf("puzzle %s: %v, the engine says %v", p.ID, r.Status, want.Status)
		case r.Status == nonogram.Unique && !r.Solutions[0].Equal(want.Solutions[0]):
			t.Errorf("puzzle %s: another solution than the engine's", p.ID)
		}
	}
	t.Log(got)
	if got["unique "] < 50 {
		t.Errorf("only %d solved", got["unique "])
	}
}

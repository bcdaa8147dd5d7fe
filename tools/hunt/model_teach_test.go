package hunt

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonogram"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
	"nonogram/teach"
)

// position draws what a player may have drawn: some cells of a solution, perhaps one
// of them wrong, or nothing.
func position(t *rapid.T, k *truth) *nonogram.Grid {
	c := drawn{t}
	if len(k.grids) == 0 || one(c, 4) {
		return nil
	}
	g := k.grids[c.IntN(len(k.grids))].Clone()
	for i := range g.Cells {
		switch c.IntN(6) {
		case 0, 1, 2:
			g.Cells[i] = nonogram.Unknown
		case 3:
			if one(c, 6) {
				g.Cells[i] = nonogram.Color(c.IntN(len(k.p.Palette)))
			}
		}
	}
	return g
}

// from is the truth about a position: the solutions that agree with the drawing.
func (t *truth) from(g *nonogram.Grid) *truth {
	if g == nil {
		return t
	}
	var left []*nonogram.Grid
	for _, s := range t.grids {
		if naive.Agree(s.Cells, g.Cells) {
			left = append(left, s)
		}
	}
	return &truth{t.p, drawings(left), t.all, left, t.tally}
}

// TestModelTeach asks for explanations, hints and ratings from any position, with any
// option, cut short at any moment.
func TestModelTeach(t *testing.T) {
	kinds := map[teach.AdviceKind]int{}
	rapid.Check(t, func(t *rapid.T) {
		k := modelPuzzle(t)
		if !k.all {
			return
		}
		opts := teach.Options{From: position(t, k), Work: rapid.SampledFrom([]int64{0, 0, 1, 20, 300}).Draw(t, "work")}
		if rapid.Bool().Draw(t, "solver") {
			opts.Solver = new(solve.Engine).Solve
		}
		for range rapid.IntRange(0, 2).Draw(t, "history") {
			if g := position(t, k); g != nil {
				opts.History = append(opts.History, g)
			}
		}
		polls := rapid.SampledFrom([]int{manyPolls, manyPolls, 0, 1, 3}).Draw(t, "polls")
		checkExplanation(t, k.from(opts.From), opts, polls)
		kinds[checkHint(t, k, opts, polls)]++
	})
	for _, kind := range []teach.AdviceKind{"step", "wrong", "finished", "ambiguous", "unsolvable", "undecided"} {
		if kinds[kind] == 0 {
			t.Errorf("no hint was of the kind %q: %v", kind, kinds)
		}
	}
	t.Logf("hints by kind: %v", kinds)
}

func checkExplanation(t *rapid.T, k *truth, opts teach.Options, polls int) {
	t.Helper()
	e, err := teach.Explain(after(polls), k.p, opts)
	if err != nil {
		t.Fatal(err)
	}
	want := nonogram.Verdict(min(len(k.list), 2), true, 2)
	if e.Status != want && e.Status != nonogram.Undecided {
		t.Fatalf("%v, it is %v\n%s", e.Status, want, Describe(k.p))
	}
	unlimited := opts.Work == 0 && polls == manyPolls && opts.Solver != nil
	if unlimited != (e.Stopped == nonogram.StopNone) && e.Status == nonogram.Undecided {
		t.Fatalf("undecided, stopped by %q\n%s", e.Stopped, Describe(k.p))
	}
	for _, s := range e.Steps {
		if s.Sentence(k.p) == "" {
			t.Fatalf("a step of %v without a sentence", s.Technique)
		}
		for _, m := range s.Marks {
			for _, g := range k.grids {
				if has := g.At(m.Row, m.Col) == m.Color; has == m.Not {
					t.Fatalf("%v: a solution does not have it\n%s", s.Sentence(k.p), Describe(k.p))
				}
			}
		}
	}
	r, err := teach.Rate(after(polls), k.p, opts)
	if err != nil || r.Score < 0 || r.Score >= 100 {
		t.Fatalf("%+v, %v", r, err)
	}
	// A rating takes less work than an explanation, so that it may come further.
	q := e.Rating()
	if free := opts.Work == 0 && polls == manyPolls; free && (q.Status != r.Status || q.Score != r.Score || q.Level != r.Level) {
		t.Fatalf("rated %v %v %v, explained %v %v %v\n%s", r.Status, r.Level, r.Score, q.Status, q.Level, q.Score, Describe(k.p))
	}
}

// manyPolls is more than any call takes.
const manyPolls = 1 << 30

func checkHint(t *rapid.T, k *truth, opts teach.Options, polls int) teach.AdviceKind {
	t.Helper()
	a, err := teach.Hint(after(polls), k.p, opts)
	if err != nil {
		t.Fatal(err)
	}
	left := k.from(opts.From)
	switch {
	case a.Kind == "unsolvable" && len(k.list) > 0, a.Kind == "finished" && len(left.list) != 1,
		a.Kind == "ambiguous" && len(left.list) < 2, a.Kind == "wrong" && len(left.list) > 0:
		t.Fatalf("%v, with %d solutions, %d from here\n%s", a.Kind, len(k.list), len(left.list), Describe(k.p))
	case a.Kind == "step" && opts.Solver != nil && len(left.list) == 0 && polls == manyPolls:
		t.Fatalf("a step from where no solution is left\n%s", Describe(k.p))
	}
	for level := -1; level <= 5; level++ {
		if tip := a.Tip(level); tip.Message == "" {
			t.Fatalf("level %d: %+v", level, tip)
		}
	}
	return a.Kind
}

// A solver that fails is passed on, not hidden.
func TestTeachSolverFails(t *testing.T) {
	fails := func(context.Context, *nonogram.Puzzle, nonogram.Options) (*nonogram.Result, error) {
		return nil, context.DeadlineExceeded
	}
	p := tough[2]
	if _, err := teach.Explain(t.Context(), p, teach.Options{Solver: fails}); err == nil {
		t.Error("explained")
	}
	if _, err := teach.Hint(t.Context(), p, teach.Options{Solver: fails}); err == nil {
		t.Error("hinted")
	}
}

// All three report an error for an invalid puzzle or position.
func TestTeachErrors(t *testing.T) {
	good := tough[0]
	strange := nonogram.NewGrid(good.Width(), good.Height())
	strange.Cells[0] = 7
	for name, c := range map[string]struct {
		p    *nonogram.Puzzle
		from *nonogram.Grid
	}{
		"nothing":                      {new(nonogram.Puzzle), nil},
		"of another size":              {good, nonogram.NewGrid(2, 2)},
		"of a color that there is not": {good, strange},
	} {
		opts := teach.Options{From: c.from}
		if _, err := teach.Explain(t.Context(), c.p, opts); err == nil {
			t.Errorf("%s: explained", name)
		}
		if _, err := teach.Hint(t.Context(), c.p, opts); err == nil {
			t.Errorf("%s: hinted", name)
		}
		if _, err := teach.Rate(t.Context(), c.p, opts); err == nil {
			t.Errorf("%s: rated", name)
		}
	}
}

func TestTeachLate(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	e, err := teach.Explain(ctx, tough[0], teach.Options{})
	if err != nil || e.Status != nonogram.Undecided || e.Stopped != nonogram.StopTime {
		t.Errorf("%+v, %v", e, err)
	}
}

package hunt

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonogram"
	"nonogram/internal/testkit/families"
	"nonogram/solve"

	"nonogram/internal/testkit/naive"
)

// Model-based tests of the engine: random sequences of calls on one engine, with
// every option, with budgets and cancellations that come at any moment, held
// against what plain counting knows. Whatever happened to an engine before, its next
// answer has to be that of a new one.

// modelShape keeps the puzzles small: this test is about the calls.
var modelShape = Shape{MaxSide: 9, MaxCells: 36, MaxInks: 3}

// tough are puzzles that take an engine conflicts, so that budgets bite.
var tough = []*nonogram.Puzzle{
	families.Dominoes(3), families.Dominoes(4), families.Ones(5), families.Switches(3), MoreInk(families.Dominoes(3)),
	nonogram.New([][]int{{1}, {1}, {1}, {1}, {1}, {2}}, [][]int{{1}, {1}, {1}, {1}, {1}, {1, 1}}),
}

// modelPuzzle draws a puzzle and its solutions.
func modelPuzzle(t *rapid.T) *truth {
	var p *nonogram.Puzzle
	if k := rapid.IntRange(0, 2*len(tough)).Draw(t, "tough"); k < len(tough) {
		p = tough[k]
	} else {
		p = modelShape.Puzzle(drawn{t})
	}
	grids, all := naive.Solutions(p, maxListed)
	return &truth{p, drawings(grids), all, grids, new(Tally)}
}

// honest holds an answer that may have been cut short against the truth. It is what
// every solver owes, whatever ended it.
func (t *truth) honest(opts nonogram.Options, r *nonogram.Result) error {
	limit := opts.Limit
	if limit == 0 {
		limit = 2
	}
	found := drawings(r.Solutions)
	over := r.Exhausted || len(found) >= limit
	switch {
	case len(found) > limit:
		return errors.New("more solutions than asked for")
	case len(slices.Compact(slices.Clone(found))) != len(found):
		return errors.New("a solution comes twice")
	case r.Exhausted && (!t.all || len(found) != len(t.list)):
		return errors.New("claims to have seen all")
	case r.Status != nonogram.Verdict(len(found), r.Exhausted, limit):
		return errors.New("the status does not follow from the solutions")
	case over != (r.Stopped == nonogram.StopNone):
		return errors.New("stopped without a reason, or a reason without being stopped")
	case opts.Budget.Conflicts > 0 && r.Stats.Conflicts > opts.Budget.Conflicts:
		return errors.New("over the budget of conflicts")
	}
	for _, g := range r.Solutions {
		if err := nonogram.Check(t.p, g); err != nil {
			return err
		}
	}
	return nil
}

// may lists the reasons that a call had for stopping.
func may(stopped nonogram.StopReason, reasons ...nonogram.StopReason) bool {
	return stopped == nonogram.StopNone || slices.Contains(reasons, stopped)
}

func drawOptions(t *rapid.T) nonogram.Options {
	return nonogram.Options{
		Limit: rapid.SampledFrom([]int{0, 1, 2, 3, 7, 1000}).Draw(t, "limit"),
		Seed:  rapid.Uint64Range(0, 5).Draw(t, "seed"),
	}
}

// engineModel is an engine with a past.
type engineModel struct {
	engine  solve.Engine
	puzzles []*truth
	ended   map[nonogram.StopReason]int // how calls have ended
}

func (m *engineModel) pick(t *rapid.T) *truth {
	return m.puzzles[rapid.IntRange(0, len(m.puzzles)-1).Draw(t, "puzzle")]
}

// call solves with the old engine and with a new one, and wants the same of both.
// The trace and the context have to be made anew for each.
func (m *engineModel) call(t *rapid.T, k *truth, opts nonogram.Options, ctx func() (context.Context, func(nonogram.Event))) *nonogram.Result {
	t.Helper()
	var results [2]*nonogram.Result
	for i, e := range []*solve.Engine{&m.engine, new(solve.Engine)} {
		var c context.Context
		c, opts.Trace = ctx()
		r, err := e.Solve(c, k.p, opts)
		if err != nil {
			t.Fatalf("%v\n%s", err, Describe(k.p))
		}
		results[i] = r
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		t.Fatalf("an engine with a past says %+v, a new one %+v\n%s", results[0], results[1], Describe(k.p))
	}
	if err := k.honest(opts, results[0]); err != nil {
		t.Fatalf("%v: %+v\n%s", err, results[0], Describe(k.p))
	}
	m.ended[results[0].Stopped]++
	return results[0]
}

func quiet() (context.Context, func(nonogram.Event)) { return context.Background(), nil }

// solve asks without limits, with and without a listener.
func (m *engineModel) solve(t *rapid.T) {
	k, opts := m.pick(t), drawOptions(t)
	r := m.call(t, k, opts, quiet)
	if r.Stopped != nonogram.StopNone {
		t.Fatalf("stopped by %q", r.Stopped)
	}
	traced := m.call(t, k, opts, func() (context.Context, func(nonogram.Event)) {
		return context.Background(), func(nonogram.Event) {}
	})
	if !reflect.DeepEqual(r, traced) {
		t.Fatalf("a listener changes %+v to %+v\n%s", r, traced, Describe(k.p))
	}
}

// budget bounds conflicts, or memory, or both.
func (m *engineModel) budget(t *rapid.T) {
	opts := drawOptions(t)
	opts.Budget.Conflicts = rapid.Int64Range(0, 12).Draw(t, "conflicts")
	opts.Budget.Memory = rapid.SampledFrom([]int64{0, 1, 100, 5_000, 100_000, 1 << 20}).Draw(t, "memory")
	r := m.call(t, m.pick(t), opts, quiet)
	var reasons []nonogram.StopReason
	if opts.Budget.Conflicts > 0 {
		reasons = append(reasons, nonogram.StopConflicts)
	}
	if opts.Budget.Memory > 0 {
		reasons = append(reasons, nonogram.StopMemory)
	}
	if !may(r.Stopped, reasons...) {
		t.Fatalf("stopped by %q with the budget %+v", r.Stopped, opts.Budget)
	}
}

// cancel cancels the context at the n-th event.
func (m *engineModel) cancel(t *rapid.T) {
	opts := drawOptions(t)
	n := rapid.IntRange(0, 40).Draw(t, "events")
	r := m.call(t, m.pick(t), opts, func() (context.Context, func(nonogram.Event)) {
		ctx, cancel := context.WithCancel(context.Background())
		left := n
		if left == 0 {
			cancel()
		}
		return ctx, func(nonogram.Event) {
			if left--; left == 0 {
				cancel()
			}
		}
	})
	if !may(r.Stopped, nonogram.StopCancelled) {
		t.Fatalf("stopped by %q", r.Stopped)
	}
}

// late comes after the deadline.
func (m *engineModel) late(t *rapid.T) {
	r := m.call(t, m.pick(t), drawOptions(t), func() (context.Context, func(nonogram.Event)) {
		ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
		cancel() // comes too late to be the reason
		return ctx, nil
	})
	if !may(r.Stopped, nonogram.StopTime) {
		t.Fatalf("stopped by %q", r.Stopped)
	}
}

// count counts, with and without a budget.
func (m *engineModel) count(t *rapid.T) {
	k, opts := m.pick(t), drawOptions(t)
	opts.Budget.Conflicts = rapid.SampledFrom([]int64{0, 0, 1, 2, 5, 50}).Draw(t, "conflicts")
	opts.Budget.Memory = rapid.SampledFrom([]int64{0, 0, 1, 5_000, 50_000}).Draw(t, "memory")
	var results [2]*solve.Counted
	for i, e := range []*solve.Engine{&m.engine, new(solve.Engine)} {
		c, err := e.Count(context.Background(), k.p, opts)
		if err != nil {
			t.Fatal(err)
		}
		results[i] = c
	}
	c := results[0]
	switch {
	case !reflect.DeepEqual(c, results[1]):
		t.Fatalf("an engine with a past counts %+v, a new one %+v\n%s", c, results[1], Describe(k.p))
	case c.Exact != (c.Stopped == nonogram.StopNone) || !c.Exact && opts.Budget == (nonogram.Budget{}):
		t.Fatalf("exact %v, stopped by %q, budget %+v", c.Exact, c.Stopped, opts.Budget)
	case k.all && c.Exact && c.Count.Int64() != int64(len(k.list)), k.all && c.Count.Int64() > int64(len(k.list)):
		t.Fatalf("counted %v (exact %v), there are %d\n%s", c.Count, c.Exact, len(k.list), Describe(k.p))
	}
}

// broken is not a puzzle at all: an error, and the engine goes on as before.
func (m *engineModel) broken(t *rapid.T) {
	p := *m.pick(t).p
	switch rapid.IntRange(0, 3).Draw(t, "how") {
	case 0:
		p.Rows = nil
	case 1:
		p.Palette = nil
	case 2:
		p.Given = nonogram.NewGrid(p.Width()+1, p.Height())
	case 3:
		p.Cols = slices.Clone(p.Cols)
		p.Cols[0] = nonogram.Clue{{Length: -1, Color: 1}}
	}
	r, err := m.engine.Solve(context.Background(), &p, nonogram.Options{})
	c, err2 := m.engine.Count(context.Background(), &p, nonogram.Options{})
	if err == nil || err2 == nil || r != nil || c != nil {
		t.Fatalf("%v %v, %v %v", r, err, c, err2)
	}
}

// team asks a team with idle helpers, which gives the verdict of an engine.
func (m *engineModel) team(t *rapid.T) {
	k, opts := m.pick(t), drawOptions(t)
	team := solve.Team{Cores: solve.NewCores(2)}
	r, err := team.Solve(context.Background(), k.p, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.honest(opts, r); err != nil || r.Stopped != nonogram.StopNone {
		t.Fatalf("%v: %+v\n%s", err, r, Describe(k.p))
	}
}

func TestModelEngine(t *testing.T) {
	ended := map[nonogram.StopReason]int{}
	rapid.Check(t, func(t *rapid.T) {
		m := &engineModel{ended: ended}
		for range 3 {
			m.puzzles = append(m.puzzles, modelPuzzle(t))
		}
		t.Repeat(map[string]func(*rapid.T){
			"solve": m.solve, "budget": m.budget, "cancel": m.cancel, "late": m.late, "count": m.count, "broken": m.broken, "team": m.team,
		})
	})
	everyEnd(t, ended, nonogram.StopNone, nonogram.StopTime, nonogram.StopCancelled, nonogram.StopConflicts, nonogram.StopMemory)
}

// everyEnd makes sure that calls have ended in every way, or nothing is proven.
func everyEnd(t *testing.T, ended map[nonogram.StopReason]int, reasons ...nonogram.StopReason) {
	t.Helper()
	for _, r := range reasons {
		if ended[r] == 0 {
			t.Errorf("no call has ended by %q: %v", r, ended)
		}
	}
	t.Logf("calls by what ended them: %v", ended)
}

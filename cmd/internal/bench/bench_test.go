package bench_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/generate"
	"nonogram/lab"
)

// fakeClock moves only when a solver says so.
type fakeClock struct {
	now  time.Duration
	ends []*deadline
}

type deadline struct {
	at     time.Duration
	cancel context.CancelFunc
}

func (c *fakeClock) Now() time.Duration { return c.now }

func (c *fakeClock) WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	c.ends = append(c.ends, &deadline{c.now + d, cancel})
	return ctx, cancel
}

func (c *fakeClock) advance(d time.Duration) {
	c.now += d
	for _, e := range c.ends {
		if c.now >= e.at {
			e.cancel()
		}
	}
}

// taking is a method that solves any puzzle by its goal, in steps of a millisecond
// until the given time is over.
func (c *fakeClock) taking(label string, cost func(p *nonogram.Puzzle) time.Duration) bench.Entry {
	return c.method(label, func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		left := cost(p)
		for ; left > 0; left -= min(left, time.Millisecond) {
			if ctx.Err() != nil {
				return &nonogram.Result{Stopped: nonogram.StopCancelled}, nil
			}
			c.advance(min(left, time.Millisecond))
		}
		stats := nonogram.Stats{Nodes: 7, Guesses: int64(opts.Seed)}
		return &nonogram.Result{Status: nonogram.Solved, Solutions: []*nonogram.Grid{p.Goal}, Stats: stats}, nil
	})
}

func (c *fakeClock) method(label string, s nonogram.Solver) bench.Entry {
	return bench.Entry{Label: label, New: func() nonogram.Solver { return s }}
}

func boards(t *testing.T, side, count int) bench.Set {
	t.Helper()
	set, err := bench.Boards(generate.Random{Width: side, Height: side, Count: count, First: 0.5, Last: 0.35, Seed: big.NewInt(12345)})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func measure(t *testing.T, clock bench.Clock, plan bench.Plan) []bench.Series {
	t.Helper()
	cells, err := bench.Measure(t.Context(), clock, plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return cells
}

func TestTimesAndOrder(t *testing.T) {
	clock := &fakeClock{}
	var told []string
	plan := bench.Plan{
		Methods: []bench.Entry{
			clock.taking("slow", func(p *nonogram.Puzzle) time.Duration { return time.Duration(len(p.ID)+p.Width()) * time.Second }),
			clock.taking("fast", func(*nonogram.Puzzle) time.Duration { return time.Second }),
		},
		Sets: []bench.Set{boards(t, 3, 2), boards(t, 4, 1)}, Rounds: 2, Seed: 100,
	}
	if n := plan.Runs(); n != 12 {
		t.Errorf("%d runs planned", n)
	}
	cells, err := bench.Measure(t.Context(), clock, plan, func(r bench.Run) { told = append(told, r.Method+" "+r.Set+" "+r.Puzzle) })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"slow 3×3 1", "fast 3×3 1", "slow 3×3 2", "fast 3×3 2", "slow 3×3 1", "fast 3×3 1", "slow 3×3 2", "fast 3×3 2", "slow 4×4 1", "fast 4×4 1", "slow 4×4 1", "fast 4×4 1"}
	if !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
	var got []string
	for _, c := range cells {
		got = append(got, c.Method+" "+c.Set)
	}
	if want := []string{"slow 3×3", "fast 3×3", "slow 4×4", "fast 4×4"}; !slices.Equal(got, want) {
		t.Errorf("cells %q", got)
	}
	s := cells[2].Summary()
	if s.Solved != 2 || s.Time.Mean != exact(5) || s.Time.Max != exact(5) || s.Nodes.Median != exact(7) {
		t.Errorf("slow 4×4: %+v", s)
	}
	for i, r := range cells[0].Runs {
		if seed := r.Stats.Guesses; r.Round != i/2+1 || seed != int64(100+i/2) {
			t.Errorf("run %d: round %d, seed %d", i, r.Round, seed)
		}
	}
}

func TestShortRunsAreRepeated(t *testing.T) {
	clock := &fakeClock{}
	calls := 0
	cold := clock.method("cold", func(_ context.Context, p *nonogram.Puzzle, _ nonogram.Options) (*nonogram.Result, error) {
		calls++
		if calls == 1 {
			clock.advance(time.Millisecond) // caches
		}
		clock.advance(20 * time.Microsecond)
		return &nonogram.Result{Status: nonogram.Solved, Solutions: []*nonogram.Grid{p.Goal}}, nil
	})
	cells := measure(t, clock, bench.Plan{Methods: []bench.Entry{cold}, Sets: []bench.Set{boards(t, 3, 1)}, MinTime: 10 * time.Millisecond})
	r := cells[0].Runs[0]
	if r.Time != 20*time.Microsecond || r.Repeats < 500 || calls < r.Repeats+1 {
		t.Errorf("%v in %d repetitions, %d calls", r.Time, r.Repeats, calls)
	}

	frozen := clock.taking("frozen", func(*nonogram.Puzzle) time.Duration { return 0 })
	cells = measure(t, clock, bench.Plan{Methods: []bench.Entry{frozen}, Sets: []bench.Set{boards(t, 3, 1)}, MinTime: time.Millisecond})
	if r := cells[0].Runs[0]; r.Time != 0 || r.Outcome != bench.Solved {
		t.Errorf("a clock that stands still: %+v", r)
	}
}

func TestTimeoutAndGiveUp(t *testing.T) {
	clock := &fakeClock{}
	hard := clock.taking("hard", func(p *nonogram.Puzzle) time.Duration {
		if p.Width() == 3 && p.ID < "3" {
			return time.Millisecond
		}
		return time.Hour
	})
	easy := clock.taking("easy", func(*nonogram.Puzzle) time.Duration { return time.Millisecond })
	plan := bench.Plan{
		Methods: []bench.Entry{hard, easy}, Sets: []bench.Set{boards(t, 3, 8), boards(t, 4, 2)},
		Timeout: time.Second, GiveUp: true,
	}
	cells := measure(t, clock, plan)
	s := cells[0].Summary()
	if s.Solved != 2 || s.TimedOut != 5 || s.Skipped != 1 || s.Time.Median != atLeast(1) {
		t.Errorf("3×3: %+v", s)
	}
	if s := cells[2].Summary(); s.Skipped != 2 || s.Measured() != 0 {
		t.Errorf("4×4: %+v", s)
	}
	if s := cells[3].Summary(); s.Solved != 2 {
		t.Errorf("the other method: %+v", s)
	}
	plan.GiveUp = false
	if s := (measure(t, clock, plan))[2].Summary(); s.TimedOut != 2 {
		t.Errorf("without giving up: %+v", s)
	}
}

func TestInterrupted(t *testing.T) {
	clock := &fakeClock{}
	ctx, cancel := context.WithCancel(t.Context())
	m := clock.taking("m", func(p *nonogram.Puzzle) time.Duration {
		if p.ID == "3" {
			cancel()
		}
		return time.Second
	})
	cells, err := bench.Measure(ctx, clock, bench.Plan{Methods: []bench.Entry{m}, Sets: []bench.Set{boards(t, 3, 5)}}, nil)
	if !errors.Is(err, context.Canceled) || len(cells) != 1 || len(cells[0].Runs) != 2 {
		t.Errorf("%v, %+v", err, cells)
	}
}

// Every kind of wrong answer is found out.
func TestWrongAnswers(t *testing.T) {
	p := boards(t, 4, 1).Puzzles[0]
	blank := nonogram.NewGrid(4, 4)
	for i := range blank.Cells {
		blank.Cells[i] = nonogram.Empty
	}
	right := p.Goal
	for _, c := range []struct {
		name    string
		result  nonogram.Result
		limit   int
		outcome bench.Outcome
		fault   string
	}{
		{"right", nonogram.Result{Status: nonogram.Solved, Solutions: []*nonogram.Grid{right}}, 1, bench.Solved, ""},
		{"unique", nonogram.Result{Status: nonogram.Unique, Solutions: []*nonogram.Grid{right}}, 2, bench.Solved, ""},
		{"stalled", nonogram.Result{Stopped: nonogram.StopStalled}, 1, bench.Stalled, ""},
		{"out of memory", nonogram.Result{Stopped: nonogram.StopMemory}, 1, bench.OutOfBudget, ""},
		{"out of conflicts", nonogram.Result{Stopped: nonogram.StopConflicts}, 1, bench.OutOfBudget, ""},
		{"does not fit", nonogram.Result{Status: nonogram.Solved, Solutions: []*nonogram.Grid{blank}}, 1, bench.Wrong, "solution 1: "},
		{"undecided with a wrong one", nonogram.Result{Stopped: nonogram.StopTime, Solutions: []*nonogram.Grid{blank}}, 2, bench.Wrong, "solution 1: "},
		{"twice the same", nonogram.Result{Status: nonogram.Multiple, Solutions: []*nonogram.Grid{right, right}}, 2, bench.Wrong, "twice"},
		{"none at all", nonogram.Result{Status: nonogram.Solved}, 1, bench.Wrong, "called solved with 0 solutions"},
		{"not what was asked", nonogram.Result{Status: nonogram.Solved, Solutions: []*nonogram.Grid{right}}, 2, bench.Wrong, "asked for up to 2"},
		{"one is not several", nonogram.Result{Status: nonogram.Multiple, Solutions: []*nonogram.Grid{right}}, 2, bench.Wrong, "called multiple with 1"},
		{"denied", nonogram.Result{Status: nonogram.Unsolvable}, 1, bench.Wrong, "the goal is a solution"},
	} {
		clock := &fakeClock{}
		m := clock.method("m", func(context.Context, *nonogram.Puzzle, nonogram.Options) (*nonogram.Result, error) {
			return &c.result, nil
		})
		r := measure(t, clock, bench.Plan{Methods: []bench.Entry{m}, Sets: []bench.Set{{Name: "s", Puzzles: []*nonogram.Puzzle{p}}}, Limit: c.limit})[0].Runs[0]
		if r.Outcome != c.outcome || !strings.Contains(r.Fault, c.fault) || (c.fault == "") != (r.Fault == "") {
			t.Errorf("%s: %v, %q", c.name, r.Outcome, r.Fault)
		}
	}
}

// A verdict of "unique" is wrong if the maker had another picture in mind.
func TestUniqueAgainstTheGoal(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	p.Goal = &nonogram.Grid{Width: 2, Height: 2, Cells: []nonogram.Color{1, 0, 0, 1}}
	other := &nonogram.Grid{Width: 2, Height: 2, Cells: []nonogram.Color{0, 1, 1, 0}}
	clock := &fakeClock{}
	m := clock.method("m", func(context.Context, *nonogram.Puzzle, nonogram.Options) (*nonogram.Result, error) {
		return &nonogram.Result{Status: nonogram.Unique, Solutions: []*nonogram.Grid{other}}, nil
	})
	r := measure(t, clock, bench.Plan{Methods: []bench.Entry{m}, Sets: []bench.Set{{Name: "s", Puzzles: []*nonogram.Puzzle{p}}}, Limit: 2})[0].Runs[0]
	if r.Outcome != bench.Wrong || !strings.Contains(r.Fault, "another solution") {
		t.Errorf("%+v", r)
	}
}

func TestErrorsAreOutcomes(t *testing.T) {
	p := nonogram.New([][]int{{1}}, [][]int{{1}})
	p.Palette = nonogram.Palette{{Name: "white"}, {Name: "red"}, {Name: "blue"}}
	p.Palette.AssignSymbols()
	m, err := bench.Lookup("liao:dfs", nil)
	if err != nil {
		t.Fatal(err)
	}
	r := measure(t, &fakeClock{}, bench.Plan{Methods: []bench.Entry{m}, Sets: []bench.Set{{Name: "s", Puzzles: []*nonogram.Puzzle{p}}}})[0].Runs[0]
	if r.Outcome != bench.Failed || !strings.Contains(r.Fault, "black and white only") {
		t.Errorf("%+v", r)
	}
}

func TestBadPlans(t *testing.T) {
	set := boards(t, 3, 1)
	for _, c := range []struct {
		plan bench.Plan
		want string
	}{
		{bench.Plan{Sets: []bench.Set{set}}, "no methods"},
		{bench.Plan{Methods: []bench.Entry{bench.Engine()}}, "no puzzles"},
		{bench.Plan{Methods: []bench.Entry{bench.Engine(), bench.Engine()}, Sets: []bench.Set{set}}, "engine is listed twice"},
		{bench.Plan{Methods: []bench.Entry{bench.Engine()}, Sets: []bench.Set{set, set}}, "3×3 is listed twice"},
	} {
		if _, err := bench.Measure(t.Context(), &fakeClock{}, c.plan, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if _, err := bench.Boards(generate.Random{Width: 3, Height: 3}); err == nil {
		t.Error("no boards is no error")
	}
}

func TestLookup(t *testing.T) {
	methods, err := bench.LookupAll("1, table_dfs:columns,engine,perm_elim:reuse")
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, m := range methods {
		labels = append(labels, m.Label)
	}
	if got := strings.Join(labels, " "); got != "bruteforce table_dfs:columns engine perm_elim:reuse" {
		t.Error(got)
	}
	var unknown *lab.LookupError
	if _, err := bench.LookupAll("engine,magic"); !errors.As(err, &unknown) || !strings.Contains(err.Error(), "one of engine, bruteforce, ") {
		t.Error(err)
	}
	if _, err := bench.Lookup("liao:dfs:fast", nil); !errors.As(err, &unknown) || unknown.Unknown {
		t.Error(err)
	}
}

func TestBySize(t *testing.T) {
	puzzles := slices.Concat(boards(t, 5, 1).Puzzles, boards(t, 3, 2).Puzzles, boards(t, 5, 2).Puzzles)
	sets := bench.BySize(puzzles)
	if len(sets) != 2 || sets[0].Name != "3×3" || len(sets[0].Puzzles) != 2 || sets[1].Name != "5×5" || len(sets[1].Puzzles) != 3 {
		t.Errorf("%+v", sets)
	}
}

// The real methods, on boards that all of them solve: the same nodes every time, and
// nothing wrong.
func TestRealMethods(t *testing.T) {
	methods, err := bench.LookupAll("2,4,5,6,7,8,9,10,11,12,table_bfs,table_dfs,shift_bfs:visited,row_dfs_cutoff,engine")
	if err != nil {
		t.Fatal(err)
	}
	plan := bench.Plan{Methods: methods, Sets: []bench.Set{boards(t, 5, 10)}, Rounds: 2, Limit: 2, Seed: 1}
	first, second := measure(t, &fakeClock{}, plan), measure(t, &fakeClock{}, plan)
	for i, c := range first {
		if s := c.Summary(); s.Solved != 20 {
			t.Errorf("%s: %+v", c.Method, s)
		}
		if a, b := c.Summary().Nodes, second[i].Summary().Nodes; a != b {
			t.Errorf("%s: nodes %+v, then %+v", c.Method, a, b)
		}
	}
}

func TestRunsAsJSON(t *testing.T) {
	want := bench.Series{Method: "m", Set: "5×5", Runs: []bench.Run{{Method: "m", Set: "5×5", Puzzle: "1", Round: 1, Outcome: bench.TimedOut, Status: nonogram.Undecided, Time: 3, Nodes: 4}}}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `"outcome":"timed out"`) {
		t.Errorf("%s", data)
	}
	var got bench.Series
	if err := json.Unmarshal(data, &got); err != nil || len(got.Runs) != 1 || got.Runs[0] != want.Runs[0] {
		t.Errorf("%v: %+v", err, got)
	}
}

// An interrupted measurement continues after its last run.
func TestContinues(t *testing.T) {
	clock := &fakeClock{}
	calls := 0
	plan := bench.Plan{
		Methods: []bench.Entry{clock.taking("a", func(*nonogram.Puzzle) time.Duration { calls++; return time.Second })},
		Sets:    []bench.Set{boards(t, 3, 4)},
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := bench.Measure(ctx, clock, plan, func(r bench.Run) {
		if plan.Known = append(plan.Known, r); len(plan.Known) == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(plan.Known) != 2 {
		t.Fatalf("%v after %d runs", err, len(plan.Known))
	}
	calls, plan.Known[0].Time = 0, time.Hour
	cells := measure(t, clock, plan)
	if calls != 2 || len(cells[0].Runs) != 4 || cells[0].Runs[0].Time != time.Hour {
		t.Errorf("%d calls, runs %+v", calls, cells[0].Runs)
	}
	plan.Known[1].Puzzle = "7"
	if _, err := bench.Measure(t.Context(), clock, plan, nil); err == nil || !strings.Contains(err.Error(), "run 2") {
		t.Errorf("a run of another puzzle: %v", err)
	}
}

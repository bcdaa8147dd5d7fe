package solve_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"reflect"
	"testing"

	"nonogram"
	"nonogram/solve"
)

// The answers of the engine: status, limits, budgets, determinism.

func TestStatus(t *testing.T) {
	long := make([][]int, 500)
	long[0], long[1], long[499] = []int{1}, []int{1}, []int{1}
	empty := make([][]int, 30)
	for _, c := range []struct {
		name   string
		p      *nonogram.Puzzle
		want   nonogram.Status
		filled int
	}{
		{"1×1 filled", nonogram.New([][]int{{1}}, [][]int{{1}}), nonogram.Unique, 1},
		{"1×1 empty", nonogram.New([][]int{{}}, [][]int{{0}}), nonogram.Unique, 0},
		{"2×2 switch", ones(2), nonogram.Multiple, 2},
		{"30×30 empty", nonogram.New(empty, empty), nonogram.Unique, 0},
		{"1×500", nonogram.New([][]int{{2, 1}}, long), nonogram.Unique, 3},
		{"500×1", nonogram.New(long, [][]int{{2, 1}}), nonogram.Unique, 3},
		{"totals differ", nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {}}), nonogram.Unsolvable, 0},
		{"clue too long", nonogram.New([][]int{{5}}, [][]int{{1}, {1}, {1}}), nonogram.Unsolvable, 0},
		{"contradiction in lines", nonogram.New([][]int{{3}, {1, 1}, {}}, [][]int{{2}, {2}, {1}}), nonogram.Unsolvable, 0},
		{"contradiction in search", nonogram.New([][]int{{2}, {1, 1}, {2}, {1}}, [][]int{{1, 1}, {1, 1}, {1}, {1, 1}}), nonogram.Unsolvable, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := solve.Solve(context.Background(), c.p, nonogram.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Status != c.want {
				t.Fatalf("got %v, want %v", r.Status, c.want)
			}
			if c.want == nonogram.Unsolvable {
				if len(r.Solutions) > 0 || !r.Exhausted {
					t.Errorf("%d solutions, exhausted %v", len(r.Solutions), r.Exhausted)
				}
				return
			}
			filled := 0
			for _, x := range r.Solutions[0].Cells {
				filled += int(x)
			}
			if filled != c.filled {
				t.Errorf("%d cells filled, want %d:\n%v", filled, c.filled, r.Solutions[0])
			}
		})
	}
}

func TestErrors(t *testing.T) {
	var invalid *nonogram.InvalidError
	if _, err := solve.Solve(context.Background(), new(nonogram.Puzzle), nonogram.Options{}); !errors.As(err, &invalid) {
		t.Errorf("no puzzle: %v", err)
	}
	if _, err := solve.Count(context.Background(), new(nonogram.Puzzle), nonogram.Options{}); !errors.As(err, &invalid) {
		t.Errorf("count of no puzzle: %v", err)
	}
}

func TestLimit(t *testing.T) {
	p := ones(5) // 120 solutions
	for _, limit := range []int{1, 2, 7, 119, 120, 121, 1000} {
		r, err := solve.Solve(context.Background(), p, nonogram.Options{Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Solutions) != min(limit, 120) {
			t.Errorf("limit %d: %d solutions", limit, len(r.Solutions))
		}
		if limit > 120 && !r.Exhausted {
			t.Errorf("limit %d: not exhausted", limit)
		}
		seen := map[string]bool{}
		for _, g := range r.Solutions {
			if seen[g.String()] {
				t.Errorf("limit %d: a solution is listed twice", limit)
			}
			seen[g.String()] = true
		}
	}
}

// TestDeterminism runs the same puzzles twice, with a fresh engine and with one
// that has solved other things before, and wants the same answers and counters.
func TestDeterminism(t *testing.T) {
	var used solve.Engine
	for seed := range uint64(12) {
		puzzles := []*nonogram.Puzzle{noise(20, 20, 0.45, seed), noise(70, 12, 0.5, seed), colorNoise(12, 12, 4, 0.6, seed), ones(6)}
		for i, p := range puzzles {
			opts := nonogram.Options{Seed: seed, Budget: nonogram.Budget{Conflicts: 2000}}
			a, err := solve.Solve(context.Background(), p, opts)
			if err != nil {
				t.Fatal(err)
			}
			b, err := used.Solve(context.Background(), p, opts)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(a, b) {
				t.Errorf("seed %d puzzle %d: %v %+v, then %v %+v", seed, i, a.Status, a.Stats, b.Status, b.Stats)
			}
		}
	}
}

// hard is far beyond what the engine can do in the life of a test.
func hard() *nonogram.Puzzle { return noise(120, 120, 0.5, 1) }

func TestBudgets(t *testing.T) {
	r, err := solve.Solve(context.Background(), hard(), nonogram.Options{Budget: nonogram.Budget{Conflicts: 20}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != nonogram.Undecided || r.Stopped != nonogram.StopConflicts || r.Stats.Conflicts != 20 {
		t.Errorf("conflicts: %v %v after %d", r.Status, r.Stopped, r.Stats.Conflicts)
	}
	r, err = solve.Solve(context.Background(), hard(), nonogram.Options{Budget: nonogram.Budget{Memory: 100_000}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != nonogram.Undecided || r.Stopped != nonogram.StopMemory {
		t.Errorf("memory: %v %v", r.Status, r.Stopped)
	}
}

// A long list of solutions counts as memory too.
func TestBudgetOfSolutions(t *testing.T) {
	r, err := solve.Solve(context.Background(), ones(20), nonogram.Options{Limit: math.MaxInt, Budget: nonogram.Budget{Memory: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != nonogram.Multiple || r.Stopped != nonogram.StopMemory || r.Exhausted {
		t.Errorf("%v %q after %d solutions", r.Status, r.Stopped, len(r.Solutions))
	}
}

// Every seed is a seed.
// A budget of memory is for a run, not for what an engine still has from others.
func TestBudgetIsNotUsedUpBefore(t *testing.T) {
	var e solve.Engine
	opts := nonogram.Options{Budget: nonogram.Budget{Memory: 5100}}
	want, err := e.Solve(context.Background(), ones(5), opts)
	if err != nil || want.Status != nonogram.Multiple {
		t.Fatalf("%+v, %v", want, err)
	}
	if _, err := e.Solve(context.Background(), ones(5), nonogram.Options{Limit: 1000}); err != nil {
		t.Fatal(err)
	}
	if got, err := e.Solve(context.Background(), ones(5), opts); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("after a longer run %+v, %v, want %+v", got, err, want)
	}
}

func TestSeeds(t *testing.T) {
	for _, seed := range []uint64{0, 1, 1 << 63, 1<<64 - 1} {
		r, err := solve.Solve(context.Background(), noise(25, 25, 0.38, 3), nonogram.Options{Limit: 1, Seed: seed})
		if err != nil || len(r.Solutions) != 1 {
			t.Errorf("seed %d: %v %v", seed, r, err)
		}
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	started := make(chan struct{})
	go func() {
		<-started
		cancel()
	}()
	close(started)
	r, err := solve.Solve(ctx, hard(), nonogram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != nonogram.Undecided || r.Stopped != nonogram.StopCancelled {
		t.Errorf("cancelled: %v %q", r.Status, r.Stopped)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 1)
	defer cancel()
	<-ctx.Done()
	if r, _ = solve.Solve(ctx, hard(), nonogram.Options{}); r.Stopped != nonogram.StopTime {
		t.Errorf("deadline: %v %q", r.Status, r.Stopped)
	}
	if c, _ := solve.Count(ctx, hard(), nonogram.Options{}); c.Exact || c.Stopped != nonogram.StopTime {
		t.Errorf("deadline of count: %v %q", c.Count, c.Stopped)
	}
}

func TestCount(t *testing.T) {
	factorial := func(n int64) *big.Int { return new(big.Int).MulRange(1, n) }
	power := func(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }
	for _, c := range []struct {
		name string
		p    *nonogram.Puzzle
		want *big.Int
	}{
		{"a hundred switches", switches(100), power(100)},
		{"ones 8", ones(8), factorial(8)},
		{"ones 12", ones(12), factorial(12)},
		{"unique", nonogram.New([][]int{{1}}, [][]int{{1}}), big.NewInt(1)},
		{"none", nonogram.New([][]int{{1}}, [][]int{{}}), new(big.Int)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := solve.Count(context.Background(), c.p, nonogram.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !got.Exact || got.Count.Cmp(c.want) != 0 {
				t.Errorf("%v (exact %v), want %v", got.Count, got.Exact, c.want)
			}
		})
	}
}

func TestCountGivesALowerBound(t *testing.T) {
	count := func(memory int64) *solve.Counted {
		got, err := solve.Count(context.Background(), ones(18), nonogram.Options{Budget: nonogram.Budget{Memory: memory}})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	want := new(big.Int).MulRange(1, 18)
	if got := count(1 << 20); got.Exact || got.Stopped != nonogram.StopMemory || got.Count.Cmp(big.NewInt(1e6)) < 0 || got.AtMost.Cmp(want) < 0 {
		t.Errorf("%v to %v exact %v stopped %q", got.Count, got.AtMost, got.Exact, got.Stopped)
	}
	if got := count(16 << 20); !got.Exact || got.AtMost != nil || got.Count.Cmp(want) != 0 {
		t.Errorf("with more memory %v to %v exact %v", got.Count, got.AtMost, got.Exact)
	}
}

// TestRandomBoards solves boards that need the whole engine: one-word, two-word
// and long lines, and color. Solve checks every solution itself; what is left to
// see is that it decides, and that a known picture is never called unsolvable.
func TestRandomBoards(t *testing.T) {
	var e solve.Engine
	for seed := range uint64(10) {
		for _, p := range []*nonogram.Puzzle{
			noise(25, 25, 0.4, seed), noise(30, 20, 0.5, seed), noise(80, 10, 0.5, seed), noise(9, 140, 0.6, seed),
			colorNoise(15, 15, 3, 0.6, seed), colorNoise(10, 20, 6, 0.7, seed), colorNoise(70, 8, 3, 0.6, seed),
		} {
			r, err := e.Solve(context.Background(), p, nonogram.Options{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			if r.Status != nonogram.Unique && r.Status != nonogram.Multiple {
				t.Errorf("seed %d %d×%d: %v", seed, p.Width(), p.Height(), r.Status)
			}
			if r.Status == nonogram.Unique && !r.Solutions[0].Equal(p.Goal) {
				t.Errorf("seed %d %d×%d: called unique with another solution than the picture", seed, p.Width(), p.Height())
			}
		}
	}
}

package main

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/solve"
)

// Measurements count only right answers, within their limit.

func TestBoards(t *testing.T) {
	for _, b := range []board{{20, 0.35, 1, 1}, {25, 0.5, 1, 2}, {15, 0.5, 8, 3}, {5, 0.2, 2, 4}} {
		p := b.puzzle()
		if err := nonogram.Validate(p); err != nil {
			t.Errorf("%+v: %v", b, err)
		}
		filled, inks := 0, 0
		for _, c := range p.Goal.Cells {
			if c != nonogram.Empty {
				filled++
				inks |= 1 << c
			}
		}
		if want := int(math.Round(b.density*float64(b.side*b.side)*100)) / 100; filled != want {
			t.Errorf("%+v: %d filled cells, want %d", b, filled, want)
		}
		if inks >= 1<<(b.inks+1) || len(p.Palette) != b.inks+1 {
			t.Errorf("%+v: inks %b, palette of %d", b, inks, len(p.Palette))
		}
		if again := b.puzzle(); !reflect.DeepEqual(p, again) {
			t.Errorf("%+v: another board the second time", b)
		}
		b.seed++
		if other := b.puzzle(); reflect.DeepEqual(p.Goal, other.Goal) {
			t.Errorf("%+v: the seed makes no difference", b)
		}
	}
}

func TestTournamentDensities(t *testing.T) {
	boards := tournament(25, 31, 7)
	if boards[0].density != densest || math.Abs(boards[30].density-sparsest) > 1e-12 || math.Abs(boards[10].density-0.45) > 1e-12 {
		t.Errorf("from %v over %v to %v", boards[0].density, boards[10].density, boards[30].density)
	}
	if one := tournament(25, 1, 7); one[0].density != densest {
		t.Errorf("a single board has %v", one[0].density)
	}
}

func TestMeasure(t *testing.T) {
	var e solve.Engine
	p := board{10, 0.45, 1, 3}.puzzle()
	for limit := 1; limit <= 2; limit++ {
		got, err := measure(context.Background(), &e, p, limit)
		if err != nil || !got.finished || got.status == nonogram.Undecided {
			t.Errorf("limit %d: %+v, %v", limit, got, err)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := measure(cancelled, &e, p, 1); err == nil {
		t.Error("an interrupt is not noticed")
	}
}

func TestSummarize(t *testing.T) {
	s := summarize([]timing{
		{3 * time.Second, true, nonogram.Unique}, {time.Second, true, nonogram.Multiple},
		{2 * time.Second, true, nonogram.Unique}, {10 * time.Second, false, nonogram.Undecided},
	})
	want := summary{boards: 4, unfinished: 1, unique: 2, median: 2, p99: math.Inf(1), slowest: math.Inf(1), total: 16}
	if s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

// The limit is CPU time: while nothing is computed it does not come nearer.
func TestCPULimit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is only the clock")
	}
	ctx, cancel := withCPULimit(context.Background(), 20*time.Millisecond)
	defer cancel()
	for sum, i := 0.0, 0.0; ctx.Err() == nil; i++ { // ends, or the test runs into its own timeout
		sum += math.Sqrt(i)
	}
	ctx, cancel = withCPULimit(context.Background(), time.Hour)
	cancel()
	if ctx.Err() == nil {
		t.Error("cancel has no effect")
	}
}

// Answers that are wrong in any way must not become figures.
func TestVerifyBites(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	one, two := nonogram.NewGrid(2, 2), nonogram.NewGrid(2, 2)
	for i := range one.Cells {
		one.Cells[i] = nonogram.Empty
		two.Cells[i] = nonogram.Empty
	}
	one.Set(0, 0, nonogram.Black)
	one.Set(1, 1, nonogram.Black)
	two.Set(0, 1, nonogram.Black)
	two.Set(1, 0, nonogram.Black)
	p.Goal = one
	wrong := two.Clone()
	wrong.Set(0, 0, nonogram.Black)
	grids := func(g ...*nonogram.Grid) []*nonogram.Grid { return g }
	for _, c := range []struct {
		result nonogram.Result
		limit  int
		want   string
	}{
		{nonogram.Result{Status: nonogram.Solved, Solutions: grids(two)}, 1, ""},
		{nonogram.Result{Status: nonogram.Multiple, Solutions: grids(one, two)}, 2, ""},
		{nonogram.Result{Status: nonogram.Unique, Solutions: grids(one)}, 2, ""},
		{nonogram.Result{Status: nonogram.Undecided, Stopped: nonogram.StopCancelled}, 2, ""},
		{nonogram.Result{Status: nonogram.Undecided, Stopped: nonogram.StopMemory}, 2, "stopped by"},
		{nonogram.Result{Status: nonogram.Unique, Solutions: grids(two)}, 2, "called unique"},
		{nonogram.Result{Status: nonogram.Solved, Solutions: grids(one)}, 2, "called solved"},
		{nonogram.Result{Status: nonogram.Solved}, 1, "called solved with 0"},
		{nonogram.Result{Status: nonogram.Multiple, Solutions: grids(one)}, 2, "called multiple"},
		{nonogram.Result{Status: nonogram.Multiple, Solutions: grids(one, one.Clone())}, 2, "twice"},
		{nonogram.Result{Status: nonogram.Solved, Solutions: grids(wrong)}, 1, "solution 1 is wrong"},
		{nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}, 2, "unsolvable"},
	} {
		err := verify(p, &c.result, c.limit)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v, %d solutions: %v, want %q", c.result.Status, len(c.result.Solutions), err, c.want)
		}
	}
}

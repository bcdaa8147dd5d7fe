package bench_test

import (
	"slices"
	"testing"
	"time"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
)

// There is a chart of bars for each set, one of the medians over the sizes, and one of the
// distribution, and the cactus plot. Runs that were cut off have no point but count for the shares.
func TestCharts(t *testing.T) {
	series := func(method, set string, ms ...int) bench.Series {
		s := bench.Series{Method: method, Set: set}
		for i, v := range ms {
			r := bench.Run{Puzzle: string(rune('a' + i)), Round: 1, Outcome: bench.Solved, Time: time.Duration(v) * time.Millisecond}
			if v == 0 {
				r.Outcome, r.Time = bench.TimedOut, time.Second
			}
			s.Runs = append(s.Runs, r)
		}
		return s
	}
	charts := bench.Charts([]bench.Series{series("x", "5×5", 1, 2, 3), series("y", "5×5", 4, 0, 6), series("x", "6×6", 7, 8, 9), series("y", "6×6", 0, 0, 0)}, "CPU time")
	if len(charts) != 5 {
		t.Fatalf("%d charts, want 5", len(charts))
	}
	for i, want := range [][]int{{3, 2}, {3, 0}, {2, 1}, {6, 2}, {6, 2}} {
		var got []int
		for _, s := range charts[i].Series {
			got = append(got, len(s.Points))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d points, want %d", charts[i].Title, got, want)
		}
	}
	if names := charts[2].X.Names; !slices.Equal(names, []string{"5×5", "6×6"}) {
		t.Errorf("sizes %q", names)
	}
	if last := charts[3].Series[1].Points[1]; last != (chart.Point{X: 0.006, Y: 2.0 / 6}) {
		t.Errorf("the last point of y is %+v, want a share of 2 of 6 runs", last)
	}
	if last := charts[4].Series[1].Points[1]; last != (chart.Point{X: 2, Y: 0.006}) {
		t.Errorf("the last point of y is %+v, want the second of its puzzles", last)
	}
	if one := bench.Charts([]bench.Series{series("x", "5×5", 1)}, "CPU time"); len(one) != 3 {
		t.Errorf("%d charts of one size, want 3", len(one))
	}
}

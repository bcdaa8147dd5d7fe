package bench_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nonogram/cmd/internal/bench"
)

// Figures of runs of which some were cut off are exact, or lower bounds that say so.

func exact(v float64) bench.Estimate   { return bench.Estimate{Value: v} }
func atLeast(v float64) bench.Estimate { return bench.Estimate{Value: v, AtLeast: true} }

func TestSummarize(t *testing.T) {
	for _, c := range []struct {
		name    string
		values  []bench.Estimate
		skipped int
		want    bench.Statistics
	}{
		{"nothing", nil, 0, bench.Statistics{}},
		{"nothing but skipped", nil, 3, bench.Statistics{}},
		{"one", []bench.Estimate{exact(4)}, 0, bench.Statistics{Mean: exact(4), Median: exact(4), Min: exact(4), Max: exact(4)}},
		{"odd", []bench.Estimate{exact(9), exact(1), exact(2)}, 0, bench.Statistics{Mean: exact(4), Median: exact(2), Min: exact(1), Max: exact(9)}},
		{"even", []bench.Estimate{exact(9), exact(1), exact(2), exact(4)}, 0, bench.Statistics{Mean: exact(4), Median: exact(3), Min: exact(1), Max: exact(9)}},
		{
			"one of three cut off: the median stands", []bench.Estimate{atLeast(10), exact(1), exact(4)}, 0,
			bench.Statistics{Mean: atLeast(5), Median: exact(4), Min: exact(1), Max: atLeast(10)},
		},
		{
			"two of four cut off: the median lies between 4 and the unknown", []bench.Estimate{atLeast(10), exact(1), exact(4), atLeast(10)}, 0,
			bench.Statistics{Mean: atLeast(6.25), Median: atLeast(7), Min: exact(1), Max: atLeast(10)},
		},
		{
			"all cut off", []bench.Estimate{atLeast(10), atLeast(11)}, 0,
			bench.Statistics{Mean: atLeast(10.5), Median: atLeast(10.5), Min: atLeast(10), Max: atLeast(11)},
		},
		{
			"out of memory early, but never to end", []bench.Estimate{atLeast(1), exact(5), exact(6)}, 0,
			bench.Statistics{Mean: atLeast(4), Median: exact(6), Min: exact(5), Max: atLeast(6)},
		},
		{
			"given up: the skipped count in no figure", []bench.Estimate{exact(1), atLeast(10), atLeast(10), atLeast(10)}, 1,
			bench.Statistics{Mean: atLeast(7.75), Median: atLeast(10), Min: exact(1), Max: atLeast(10)},
		},
	} {
		if got := bench.Summarize(c.values, c.skipped); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Whatever the limit cuts off, a figure that claims to be exact is that of the whole
// data, and a lower bound is one.
func TestCensoredFiguresHold(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		whole := make([]bench.Estimate, 1+random.IntN(9))
		for i := range whole {
			whole[i] = exact(math.Round(random.ExpFloat64() * 10))
		}
		limit := float64(random.IntN(20))
		cut, skipped := slices.Clone(whole), 0
		for i, v := range cut {
			if v.Value > limit {
				cut[i] = atLeast(limit)
			}
		}
		if random.IntN(3) == 0 {
			skipped = random.IntN(len(cut))
			cut = cut[:len(cut)-skipped]
		}
		truth, got := bench.Summarize(whole[:len(cut)], 0), bench.Summarize(cut, skipped)
		for _, f := range []struct {
			name       string
			truth, got bench.Estimate
		}{
			{"mean", truth.Mean, got.Mean},
			{"median", truth.Median, got.Median},
			{"max", truth.Max, got.Max},
		} {
			switch {
			case f.got.AtLeast && f.got.Value > f.truth.Value+1e-9:
				t.Fatalf("%s: at least %v, but it is %v; values %v, limit %v, %d skipped", f.name, f.got.Value, f.truth.Value, whole, limit, skipped)
			case !f.got.AtLeast && skipped == 0 && math.Abs(f.got.Value-f.truth.Value) > 1e-9:
				t.Fatalf("%s: %v, but it is %v; values %v, limit %v", f.name, f.got.Value, f.truth.Value, whole, limit)
			}
		}
	}
}

func TestCellSummary(t *testing.T) {
	c := bench.Series{Method: "m", Set: "s", Runs: []bench.Run{
		{Outcome: bench.Solved, Time: time.Second, Nodes: 10, Bytes: 5},
		{Outcome: bench.Stalled, Time: 3 * time.Second, Nodes: 20, Bytes: 70},
		{Outcome: bench.TimedOut, Time: 8 * time.Second, Nodes: 90, Bytes: 6},
		{Outcome: bench.OutOfBudget, Time: 4 * time.Second, Nodes: 40},
		{Outcome: bench.Wrong, Time: time.Hour, Nodes: 1e9, Bytes: 1e9},
		{Outcome: bench.Failed, Time: time.Hour},
		{Outcome: bench.Skipped},
	}}
	s := c.Summary()
	want := bench.Summary{
		Method: "m", Set: "s", Runs: 7, Solved: 1, Stalled: 1, TimedOut: 1, OutOfBudget: 1, Wrong: 1, Failed: 1, Skipped: 1, Bytes: 70,
		Time:  bench.Statistics{Mean: atLeast(4), Median: atLeast(3.5), Min: exact(1), Max: atLeast(8)},
		Nodes: bench.Statistics{Mean: atLeast(40), Median: atLeast(30), Min: exact(10), Max: atLeast(90)},
	}
	if s != want {
		t.Errorf("%+v\nwant %+v", s, want)
	}
	if s.Measured() != 4 {
		t.Errorf("%d measured", s.Measured())
	}
}

// PAR-2 counts a run without a right answer as twice the timeout; pairs compare run by run.
func TestPAR2AndPairs(t *testing.T) {
	series := func(method string, ms ...int) bench.Series {
		s := bench.Series{Method: method, Set: "5×5"}
		for _, v := range ms {
			r := bench.Run{Outcome: bench.Solved, Time: time.Duration(v) * time.Millisecond}
			if v == 0 {
				r.Outcome, r.Time = bench.Stalled, time.Microsecond
			}
			s.Runs = append(s.Runs, r)
		}
		return s
	}
	a, b := series("a", 1, 2, 3, 0, 0), series("b", 2, 4, 3, 8, 0)
	if got := a.PAR2(time.Second); math.Abs(got-(0.006+4)/5) > 1e-12 {
		t.Errorf("PAR-2 of %v", got)
	}
	if !math.IsNaN(a.PAR2(0)) {
		t.Error("PAR-2 without a timeout")
	}
	pairs := bench.Pairs([]bench.Series{a, b})
	if p := pairs[0]; len(pairs) != 1 || p.Faster != 2 || p.Slower != 1 || p.Even != 2 || p.P != 1 || math.Abs(p.Ratio-math.Cbrt(4)) > 1e-12 || !(p.Low >= 1 && p.High <= 2) {
		t.Errorf("%+v", pairs)
	}
}

package bench

import (
	"math"
	"slices"
	"time"

	"nonogram/internal/stat"
)

// The time of a run that was cut off is a lower bound (right-censored data). Each statistic
// reports whether it depends on such a time: a mean always does, a median only if half of
// the runs were cut off, a minimum only if all were. Runs that were cut off rank after those
// that ended, because all had the same time limit or would have run out of memory.

// Estimate is a figure or a lower bound of it.
type Estimate struct {
	Value   float64 `json:"value"`
	AtLeast bool    `json:"at_least,omitempty"`
}

// Statistics summarizes values.
type Statistics struct {
	Mean   Estimate `json:"mean"`
	Median Estimate `json:"median"`
	Min    Estimate `json:"min"`
	Max    Estimate `json:"max"`
}

// Summary holds the statistics of a series.
type Summary struct {
	Method string `json:"method"`
	Set    string `json:"set"`
	// The number of runs by outcome; Runs is the sum of all.
	Runs        int `json:"runs"`
	Solved      int `json:"solved"`
	Stalled     int `json:"stalled"`
	TimedOut    int `json:"timed_out"`
	OutOfBudget int `json:"out_of_budget"`
	Wrong       int `json:"wrong"`
	Failed      int `json:"failed"`
	Skipped     int `json:"skipped"`
	// Time, in seconds, and Nodes are those of all runs that ended or were cut off.
	Time  Statistics `json:"time_s"`
	Nodes Statistics `json:"nodes"`
	Looks Statistics `json:"looks"`
	Bytes int64      `json:"bytes"` // largest allocation of a run
}

// Measured returns the number of runs in Time and Nodes.
func (s *Summary) Measured() int { return s.Solved + s.Stalled + s.TimedOut + s.OutOfBudget }

// Summary returns the statistics of the runs.
func (c *Series) Summary() Summary {
	s := Summary{Method: c.Method, Set: c.Set, Runs: len(c.Runs)}
	counts := map[Outcome]int{}
	var times, nodes, looks []Estimate
	for i := range c.Runs {
		r := &c.Runs[i]
		counts[r.Outcome]++
		if r.Timed() {
			times = append(times, Estimate{r.Time.Seconds(), !r.Ended()})
			nodes = append(nodes, Estimate{float64(r.Nodes), !r.Ended()})
			if r.Looks > 0 {
				looks = append(looks, Estimate{float64(r.Looks), !r.Ended()})
			}
			s.Bytes = max(s.Bytes, r.Bytes)
		}
	}
	s.Solved, s.Stalled, s.TimedOut, s.OutOfBudget = counts[Solved], counts[Stalled], counts[TimedOut], counts[OutOfBudget]
	s.Wrong, s.Failed, s.Skipped = counts[Wrong], counts[Failed], counts[Skipped]
	s.Time, s.Nodes, s.Looks = Summarize(times, s.Skipped), Summarize(nodes, s.Skipped), Summarize(looks, s.Skipped)
	return s
}

// PAR2 returns the penalized average runtime of SAT competitions, in seconds: a run without a
// right answer counts as twice the timeout. It is NaN without a timeout, unless all are solved.
func (c *Series) PAR2(timeout time.Duration) float64 {
	sum := 0.0
	for i := range c.Runs {
		switch r := &c.Runs[i]; {
		case r.Outcome == Solved:
			sum += r.Time.Seconds()
		case timeout <= 0:
			return math.NaN()
		default:
			sum += 2 * timeout.Seconds()
		}
	}
	return sum / float64(len(c.Runs))
}

// Pair compares two series run by run.
type Pair struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Set    string `json:"set"`
	// The runs on which the first is faster, slower, or neither; a run without a right answer is
	// slower than one with.
	Faster int `json:"faster"`
	Slower int `json:"slower"`
	Even   int `json:"even"`
	// P is the probability of a difference of signs as large by chance (two-sided sign test), Ratio
	// the geometric mean of the second's times over the first's where both are right, with its 95 %
	// bootstrap interval. They are 0 if no run is right with both.
	P     float64 `json:"p"`
	Ratio float64 `json:"ratio"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Pairs compares every two methods on each set.
func Pairs(series []Series) []Pair {
	var list []Pair
	for _, set := range grouped(series, setOf) {
		for i := range set {
			for j := i + 1; j < len(set); j++ {
				list = append(list, pair(&set[i], &set[j]))
			}
		}
	}
	return list
}

func pair(a, b *Series) Pair {
	p := Pair{First: a.Method, Second: b.Method, Set: a.Set}
	var logs []float64
	for i := range min(len(a.Runs), len(b.Runs)) {
		x, y := &a.Runs[i], &b.Runs[i]
		right := [2]bool{x.Outcome == Solved, y.Outcome == Solved}
		switch {
		case right[0] && (!right[1] || x.Time < y.Time):
			p.Faster++
		case right[1] && (!right[0] || y.Time < x.Time):
			p.Slower++
		default:
			p.Even++
		}
		if right[0] && right[1] && x.Time > 0 && y.Time > 0 {
			logs = append(logs, y.Time.Seconds()/x.Time.Seconds())
		}
	}
	p.P = stat.SignTest(p.Faster, p.Slower)
	if len(logs) > 0 { // otherwise 0: JSON has no NaN
		p.Ratio = stat.GeometricMean(logs)
		p.Low, p.High = stat.Interval(len(logs), func(pick []int) float64 {
			sample := make([]float64, len(pick))
			for i, at := range pick {
				sample[i] = logs[at]
			}
			return stat.GeometricMean(sample)
		})
	}
	return p
}

// Summarize returns the statistics of values, some of which may be lower bounds. Skipped is
// the number of values that were not measured because more than half of all exceed the
// limit; figures that they could increase are marked as lower bounds. Without values all
// figures are 0.
func Summarize(values []Estimate, skipped int) Statistics {
	if len(values) == 0 {
		return Statistics{}
	}
	known := make([]float64, 0, len(values)) // including bounds
	ranked := slices.Repeat([]float64{math.Inf(1)}, skipped)
	bounded, sum := skipped > 0, 0.0
	for _, v := range values {
		known = append(known, v.Value)
		sum += v.Value
		if v.AtLeast {
			bounded = true
			v.Value = math.Inf(1)
		}
		ranked = append(ranked, v.Value)
	}
	slices.Sort(known)
	slices.Sort(ranked)
	n := len(known)
	s := Statistics{
		Mean:   Estimate{sum / float64(n), bounded},
		Median: Estimate{Value: median(ranked)},
		Min:    Estimate{Value: ranked[0]},
		Max:    Estimate{known[n-1], bounded},
	}
	if math.IsInf(s.Median.Value, 1) {
		s.Median = Estimate{median(known), true}
	}
	if math.IsInf(s.Min.Value, 1) {
		s.Min = Estimate{known[0], true}
	}
	return s
}

// median returns the middle of sorted values, or the mean of the middle two.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

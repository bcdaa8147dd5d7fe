package bench

import (
	"math"
	"slices"
)

// Statistics of the runs of a series. Runs that were cut off say "at least so long",
// and every figure says whether it depends on one of them: a mean always does, a
// median only if half of the runs were cut off, a minimum only if all of them were.
// A run that was cut off ranks behind all that ended: by time it had the same limit
// as the others, and out of memory it would never have ended. (Statisticians call
// such data right-censored.)

// Estimate is a figure, or a lower bound of it.
type Estimate struct {
	Value   float64 `json:"value"`
	AtLeast bool    `json:"at_least,omitempty"`
}

// Statistics sums up a number of values.
type Statistics struct {
	Mean   Estimate `json:"mean"`
	Median Estimate `json:"median"`
	Min    Estimate `json:"min"`
	Max    Estimate `json:"max"`
}

// Summary is what is reported of a series.
type Summary struct {
	Method string `json:"method"`
	Set    string `json:"set"`
	// How many runs there were, and what came of them; Runs is the sum of all.
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
	Bytes int64      `json:"bytes"` // the most that a run has allocated
}

// Measured is the number of runs that Time and Nodes are about.
func (s *Summary) Measured() int { return s.Solved + s.Stalled + s.TimedOut + s.OutOfBudget }

// Summary sums up the runs.
func (c *Series) Summary() Summary {
	s := Summary{Method: c.Method, Set: c.Set, Runs: len(c.Runs)}
	counts := [...]*int{&s.Solved, &s.Stalled, &s.TimedOut, &s.OutOfBudget, &s.Wrong, &s.Failed, &s.Skipped}
	var times, nodes []Estimate
	for i := range c.Runs {
		r := &c.Runs[i]
		*counts[r.Outcome]++
		if r.Timed() {
			times = append(times, Estimate{r.Time.Seconds(), !r.Ended()})
			nodes = append(nodes, Estimate{float64(r.Nodes), !r.Ended()})
			s.Bytes = max(s.Bytes, r.Bytes)
		}
	}
	s.Time, s.Nodes = Summarize(times, s.Skipped), Summarize(nodes, s.Skipped)
	return s
}

// Summarize gives the statistics of values of which some are lower bounds. Some more,
// skipped, were not looked for, because more than half of all were found to be beyond
// the limit: they count in no figure, which are of the values that there are, but mark
// those as bounds that they could have made larger. Without a value all figures are 0.
func Summarize(values []Estimate, skipped int) Statistics {
	if len(values) == 0 {
		return Statistics{}
	}
	known := make([]float64, 0, len(values)) // bounds as they are
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

// median is the middle of sorted values, or the mean of the two in the middle.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

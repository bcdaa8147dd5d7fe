package study

import (
	"math"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/stat"
)

// cell returns the runs of a method on a size; nil if it was not measured.
func (d *measurements) cell(method string, side int) *bench.Series {
	for i := range d.Sizes {
		if c := &d.Sizes[i]; c.Method == method && c.Set == bench.SizeName(side, side) {
			return c
		}
	}
	return nil
}

// summary returns the statistics of a method on a size. It reports whether there are any.
func (d *measurements) summary(method string, side int) (bench.Summary, bool) {
	c := d.cell(method, side)
	if c == nil {
		return bench.Summary{}, false
	}
	s := c.Summary()
	return s, s.Measured() > 0
}

// known is a figure, NaN if only a bound of it is known.
func known(e bench.Estimate) float64 {
	if e.AtLeast || e.Value == 0 {
		return math.NaN()
	}
	return e.Value
}

// written formats a figure of values with its interval, which is omitted if there are too few
// values.
func written(values []float64, figure func([]float64) float64, format func(float64) string) string {
	low, high := interval(values, figure)
	return format(figure(values)) + bracket(low, high, format)
}

// interval returns the 95 % interval of a figure over boards, NaN if there are too few of them.
func interval(values []float64, figure func([]float64) float64) (low, high float64) {
	if len(values) < fewBoards {
		return math.NaN(), math.NaN()
	}
	return stat.Interval(len(values), func(pick []int) float64 { return figure(picked(values, pick)) })
}

// bracket formats an interval.
func bracket(low, high float64, format func(float64) string) string {
	if math.IsNaN(low) {
		return ""
	}
	return " [" + format(low) + " to " + format(high) + "]"
}

// picked returns the values of a bootstrap sample.
func picked(values []float64, pick []int) []float64 {
	list := make([]float64, len(pick))
	for i, k := range pick {
		list[i] = values[k]
	}
	return list
}

// slopeOf returns the slope of a line fitted to points, with its interval over boards.
func slopeOf(xs, ys []float64) (slope, low, high float64) {
	low, high = stat.Interval(len(xs), func(pick []int) float64 { return stat.Slope(picked(xs, pick), picked(ys, pick)) })
	return stat.Slope(xs, ys), low, high
}

// correlation is a rank correlation with its interval over boards.
type correlation struct{ rho, low, high float64 }

func correlate(xs, ys []float64) correlation {
	if len(xs) < fewBoards {
		return correlation{math.NaN(), math.NaN(), math.NaN()}
	}
	c := correlation{rho: stat.RankCorrelation(xs, ys)}
	c.low, c.high = stat.Interval(len(xs), func(pick []int) float64 { return stat.RankCorrelation(picked(xs, pick), picked(ys, pick)) })
	return c
}

func (c correlation) String() string { return signed(c.rho) + bracket(c.low, c.high, signed) }

// space returns the search space of a board.
func (d *measurements) space(side int, puzzle string) *boardSpace {
	for i := range d.Spaces {
		if s := &d.Spaces[i]; s.Side == side && s.Puzzle == puzzle {
			return s
		}
	}
	return nil
}

// fastest is the method with the smallest mean time on a size, of those that solved most boards
// within the limit; "" if there is none.
func (d *measurements) fastest(side int, methods []string) string {
	best, least := "", math.Inf(1)
	for _, m := range methods {
		if s, ok := d.summary(m, side); ok && !s.Time.Median.AtLeast && s.Time.Mean.Value < least {
			best, least = m, s.Time.Mean.Value
		}
	}
	return best
}

package study

import (
	"math"

	"nonogram/cmd/internal/bench"
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

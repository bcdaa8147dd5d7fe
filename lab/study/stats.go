package study

import (
	"math"

	"nonogram/internal/bench"
	"nonogram/internal/stat"
)

// cell returns the runs of a method on a size; nil if it was not measured.
func (d *measurements) cell(method string, side int) *bench.Series {
	return find(d.Sizes, method, bench.SizeName(side, side))
}

func find(cells []bench.Series, method, set string) *bench.Series {
	for i := range cells {
		if cells[i].Method == method && cells[i].Set == set {
			return &cells[i]
		}
	}
	return nil
}

// measured reports whether a series has timed runs.
func measured(c *bench.Series) bool {
	if c == nil {
		return false
	}
	s := c.Summary()
	return s.Measured() > 0
}

// duel compares two methods on the same puzzles.
type duel struct {
	boards    int     // on which at least one of them ended
	firstWins int     // of these, how often the first was faster
	ratio     float64 // how many times as long the second took, geometric mean where both ended
	bytes     float64 // how many times as much it allocated
	nodes     float64 // how many times as many nodes it saw
	both      int     // boards on which both ended
	times     []float64
	trees     []float64 // the ratios of nodes, board by board
}

// ratioText is the ratio with its interval.
func (d *duel) ratioText() string {
	return factor(d.ratio) + within(d.times, stat.GeometricMean, factor)
}

// within is the interval of a figure, in brackets; nothing if there are too few values.
func within(values []float64, figure func([]float64) float64, format func(float64) string) string {
	low, high := interval(values, figure)
	return bracket(low, high, format)
}

// interval is that of a figure over boards, NaN if there are too few of them.
func interval(values []float64, figure func([]float64) float64) (low, high float64) {
	if len(values) < fewBoards {
		return math.NaN(), math.NaN()
	}
	return stat.Interval(len(values), func(pick []int) float64 { return figure(picked(values, pick)) })
}

func bracket(low, high float64, format func(float64) string) string {
	if math.IsNaN(low) {
		return ""
	}
	return " [" + format(low) + " to " + format(high) + "]"
}

func picked(values []float64, pick []int) []float64 {
	list := make([]float64, len(pick))
	for i, k := range pick {
		list[i] = values[k]
	}
	return list
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

// compare pairs runs of two cells by puzzle and round.
func compare(first, second *bench.Series) duel {
	var d duel
	if first == nil || second == nil {
		return d
	}
	var bytes []float64
	for i := range first.Runs {
		a := &first.Runs[i]
		b := findRun(second, a)
		if b == nil || !a.Timed() || !b.Timed() || !a.Ended() && !b.Ended() {
			continue
		}
		d.boards++
		if a.Ended() && (a.Time < b.Time || !b.Ended()) {
			d.firstWins++
		}
		if !a.Ended() || !b.Ended() || a.Time <= 0 || b.Time <= 0 {
			continue
		}
		d.both++
		d.times = append(d.times, b.Time.Seconds()/a.Time.Seconds())
		d.trees = append(d.trees, float64(b.Nodes+1)/float64(a.Nodes+1)) // a tree has a root, too
		bytes = append(bytes, float64(b.Bytes+1)/float64(a.Bytes+1))
	}
	d.ratio, d.nodes, d.bytes = stat.GeometricMean(d.times), stat.GeometricMean(d.trees), stat.GeometricMean(bytes)
	return d
}

func findRun(c *bench.Series, like *bench.Run) *bench.Run {
	for i := range c.Runs {
		if r := &c.Runs[i]; r.Puzzle == like.Puzzle && r.Round == like.Round {
			return r
		}
	}
	return nil
}

// share is how often the first was faster, 0 to 1.
func (d *duel) share() float64 {
	if d.boards == 0 {
		return math.NaN()
	}
	return float64(d.firstWins) / float64(d.boards)
}

// space is what there is to look through on a board.
func (d *measurements) space(side int, puzzle string) *boardSpace {
	for i := range d.Spaces {
		if s := &d.Spaces[i]; s.Side == side && s.Puzzle == puzzle {
			return s
		}
	}
	return nil
}

// duelAt compares two methods on a size.
func (d *measurements) duelAt(first, second string, side int) duel {
	return compare(d.cell(first, side), d.cell(second, side))
}

// fastest is the method with the smallest mean time on a size.
func (d *measurements) fastest(side int, methods ...string) string {
	best, least := "", math.Inf(1)
	for _, m := range methods {
		if c := d.cell(m, side); measured(c) {
			if t := c.Summary().Time.Mean; t.Value < least {
				best, least = m, t.Value
			}
		}
	}
	return best
}

// rankTime is the mean time of a method on a size, infinite if it met the limit on most
// boards.
func (d *measurements) rankTime(method string, side int) float64 {
	c := d.cell(method, side)
	if !measured(c) {
		return math.Inf(1)
	}
	s := c.Summary()
	if s.Time.Median.AtLeast {
		return math.Inf(1)
	}
	return s.Time.Mean.Value
}

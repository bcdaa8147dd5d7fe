package study

import (
	"cmp"
	"math"
	"slices"

	"nonogram/bench"
)

// Finding and comparing what was measured.

// cell finds a method on a size in the experiment that has all methods; nil if it was
// not measured.
func (d *Data) cell(method string, side int) *bench.Cell {
	return find(d.Sizes, method, bench.SizeName(side, side))
}

func find(cells []bench.Cell, method, set string) *bench.Cell {
	for i := range cells {
		if cells[i].Method == method && cells[i].Set == set {
			return &cells[i]
		}
	}
	return nil
}

// measured reports a cell with something to show.
func measured(c *bench.Cell) bool {
	if c == nil {
		return false
	}
	s := c.Summary()
	return s.Measured() > 0
}

// duel is what two methods did on the same puzzles.
type duel struct {
	boards    int     // on which at least one of them ended
	firstWins int     // of these, how often the first was faster
	ratio     float64 // how many times as long the second took, geometric mean where both ended
	bytes     float64 // how many times as much it allocated
	nodes     float64 // how many times as many nodes it saw
	both      int     // boards on which both ended
}

// compare pairs runs of two cells by puzzle and round.
func compare(first, second *bench.Cell) duel {
	var d duel
	if first == nil || second == nil {
		return d
	}
	var times, nodes, bytes []float64
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
		times = append(times, b.Time.Seconds()/a.Time.Seconds())
		nodes = append(nodes, float64(b.Nodes+1)/float64(a.Nodes+1)) // a tree has a root, too
		bytes = append(bytes, float64(b.Bytes+1)/float64(a.Bytes+1))
	}
	d.ratio, d.nodes, d.bytes = geometricMean(times), geometricMean(nodes), geometricMean(bytes)
	return d
}

func findRun(c *bench.Cell, like *bench.Run) *bench.Run {
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

// geometricMean is NaN without values.
func geometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// rankCorrelation is Spearman's: 1 if one rises with the other, −1 if it falls, 0 if
// there is nothing of the kind. NaN if one of them is always the same.
func rankCorrelation(xs, ys []float64) float64 {
	rx, ry := ranks(xs), ranks(ys)
	mx, my := mean(rx), mean(ry)
	var xy, xx, yy float64
	for i := range rx {
		dx, dy := rx[i]-mx, ry[i]-my
		xy += dx * dy
		xx += dx * dx
		yy += dy * dy
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks gives equal values the mean of their ranks.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			out[at] = float64(i+j-1) / 2
		}
		i = j
	}
	return out
}

// quantile is the smallest value that the given share of all values does not exceed.
func quantile(values []float64, share float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(share*float64(len(sorted)) - 1e-9))
	return sorted[max(rank, 1)-1]
}

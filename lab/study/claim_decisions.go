package study

import (
	"fmt"
	"math"
	"slices"

	"nonogram/internal/bench"
	"nonogram/internal/stat"
)

// Decisions on claims that several rows share, or that take more than a few lines.

// wins is the number of boards on which the first method has fewer nodes.
func (d *measurements) wins(sample string, side int, first, second string) int {
	n := 0
	for _, ratio := range d.Counts.ratios(sample, side, second, first, "nodes") {
		if ratio > 1 {
			n++
		}
	}
	return n
}

// unguessed are the boards that intersection solves without a guess.
func (d *measurements) unguessed() counts {
	return slices.DeleteFunc(d.Counts.of("lines", greedyGuess, 0), func(o observation) bool { return o.Values["guesses"] > 0 || !o.Ended })
}

// slopeClaim decides whether the exponent of a tree grows by 1 for every free cell.
func slopeClaim(method string, fixed func(*measurements, *observation) float64) func(*measurements) finding {
	return func(d *measurements) finding {
		var free, bits []float64
		for _, o := range d.Counts.of("brute", method, 0) {
			free, bits = append(free, float64(o.Side*o.Side)-fixed(d, &o)), append(bits, math.Log2(o.Values["nodes"]+1))
		}
		if len(free) < fewBoards {
			return notMeasured
		}
		low, high := stat.Interval(len(free), func(pick []int) float64 { return stat.Slope(picked(free, pick), picked(bits, pick)) })
		v := inPart
		switch {
		case low > 0.8 && high < 1.2:
			v = confirmed
		case high < 0.5 || low > 1.2:
			v = contradicted
		}
		return found(v, "The exponent grows by %s%s for every free cell, on %d boards of 3×3 to 5×5.", twoDigits(stat.Slope(free, bits)), bracket(low, high, twoDigits), len(free))
	}
}

func twoDigits(v float64) string { return fmt.Sprintf("%.2f", v) }

// fixed is the number of cells that the Wiki techniques fix.
func (d *measurements) fixed(o *observation) float64 { return o.Values["fixed"] }

// stalls decides whether several solutions are why lines stop: most boards that stall have
// several, and a larger share than all boards.
func (d *measurements) stalls() finding {
	var stalls, several, all, allSeveral int
	for _, o := range d.Counts {
		n, ok := o.Values["solutions"]
		if o.Sample != "mixed" || !ok {
			continue
		}
		all++
		if n > 1 {
			allSeveral++
		}
		if !o.Solved {
			stalls++
			if n > 1 {
				several++
			}
		}
	}
	f := shareOf(several, stalls, 0.5, "Boards with several solutions among those that stall")
	low, _ := stat.Wilson(several, stalls)
	_, high := stat.Wilson(allSeveral, all)
	if f.Verdict == confirmed && low <= high {
		f.Verdict = inPart
	}
	return found(f.Verdict, "%s Among all boards: %d of %d.", f.Found, allSeveral, all)
}

// guessGain compares random and greedy guesses by the mean and the worst boards.
func (d *measurements) guessGain() finding {
	random, greedy := d.Counts.of("guesses", randomGuess, 15).values("nodes"), d.Counts.of("guesses", greedyGuess, 15).values("nodes")
	if len(random) < fewBoards {
		return notMeasured
	}
	ratio := func(figure func([]float64) float64) func([]int) float64 {
		return func(pick []int) float64 {
			return (figure(picked(random, pick)) + 1) / (figure(picked(greedy, pick)) + 1)
		}
	}
	worst := func(list []float64) float64 { return stat.Quantile(list, 0.9) }
	low, high := stat.Interval(len(random), ratio(stat.Mean))
	tailLow, tailHigh := stat.Interval(len(random), ratio(worst))
	v := beyond(low, high, 1)
	if tail := beyond(tailLow, tailHigh, 1); tail != v {
		v = inPart
	}
	return found(v, "A random guess takes %s%s times the nodes of the greedy one on average, and %s%s times at the 90th percentile.",
		factor(stat.Mean(random)/stat.Mean(greedy)), bracket(low, high, factor), factor((worst(random)+1)/(worst(greedy)+1)), bracket(tailLow, tailHigh, factor))
}

// guessBound fits (2n³t)^g to the lines looked at.
func (d *measurements) guessBound() finding {
	var predicted, work []float64
	kept := 0
	for _, o := range d.Counts.of("guesses", greedyGuess, 15) {
		if o.Values["guesses"] < 1 || !o.Ended {
			continue
		}
		t := o.Values["listed"] / float64(2*o.Side)
		bound := o.Values["guesses"] * math.Log10(2*math.Pow(float64(o.Side), 3)*t)
		predicted, work = append(predicted, bound), append(work, math.Log10(o.Values["lines"]*t))
		if work[len(work)-1] <= bound {
			kept++
		}
	}
	if len(predicted) < fewBoards {
		return notMeasured
	}
	low, high := stat.Interval(len(predicted), func(pick []int) float64 { return stat.Slope(picked(predicted, pick), picked(work, pick)) })
	v := inPart
	switch {
	case low <= 1 && high >= 1:
		v = confirmed
	case kept < len(predicted):
		v = contradicted
	}
	return found(v, "As a bound it holds on %d of %d boards; the fitted exponent is %.5f%s, where the formula has 1: guesses one after another do not multiply.", kept, len(predicted),
		stat.Slope(predicted, work), bracket(low, high, func(v float64) string { return fmt.Sprintf("%.5f", v) }))
}

// solutionRelation correlates the number of solutions with nodes.
func (d *measurements) solutionRelation(method string) finding {
	runs := d.Counts.of("solutions", method, 0)
	runs = slices.DeleteFunc(runs, func(o observation) bool { _, ok := o.Values["solutions"]; return !ok })
	return relation(runs.values("solutions"), runs.values("nodes"), 1, "`"+method+"`")
}

// densityNodes are the nodes of a method at each density, by board.
func (d *measurements) densityNodes(method string) [][]float64 {
	lists := make([][]float64, len(densities))
	for i, density := range densities {
		for _, o := range d.Counts.of("density", method, 0) {
			if o.Density == density {
				lists[i] = append(lists[i], o.Values["nodes"]+1)
			}
		}
	}
	return lists
}

// densityPeak is the hardest share with its interval.
func (d *measurements) densityPeak(method string) (peak, low, high float64) {
	lists := d.densityNodes(method)
	at := func(pick []int) float64 {
		best := 0
		var means []float64
		for i := range lists {
			means = append(means, stat.GeometricMean(picked(lists[i], pick)))
			if means[i] > means[best] {
				best = i
			}
		}
		return densities[best]
	}
	n := len(lists[0])
	if n < fewBoards {
		return math.NaN(), math.NaN(), math.NaN()
	}
	every := make([]int, n)
	for i := range every {
		every[i] = i
	}
	low, high = stat.Interval(n, at)
	return at(every), low, high
}

func (d *measurements) densityClaim() finding {
	half, inside, known := 0, 0, 0
	var peaks []string
	for _, m := range []string{"row_dfs_cutoff", "dfs_possiblecut", greedyGuess} {
		peak, low, high := d.densityPeak(m)
		if math.IsNaN(peak) {
			continue
		}
		known++
		peaks = append(peaks, fmt.Sprintf("%s%s for `%s`", percent(peak), bracket(low, high, percent), m))
		if low > densities[0] && high < densities[len(densities)-1] {
			inside++
		}
		if low <= 0.5 && high >= 0.5 {
			half++
		}
	}
	v := inPart
	switch {
	case known == 0:
		return notMeasured
	case inside == 0:
		v = contradicted
	case half == known && inside == known:
		v = confirmed
	}
	return found(v, "Both ends are easy; the hardest shares are %s.", listed(peaks))
}

// trees are, board by board, the share of the tree that depth first sees and how many times its
// nodes breadth first sees.
func (d *measurements) trees() (shares, ratios []float64) {
	breadth, depth, whole := d.Counts.of("trees", "table_bfs", 8), d.Counts.of("trees", "table_dfs", 8), d.Counts.of("whole", "table_dfs", 8)
	for i := range min(len(breadth), len(depth), len(whole)) {
		if breadth[i].Ended && depth[i].Ended && whole[i].Ended {
			shares = append(shares, depth[i].Values["nodes"]/max(whole[i].Values["nodes"], 1))
			ratios = append(ratios, breadth[i].Values["nodes"]/depth[i].Values["nodes"])
		}
	}
	return shares, ratios
}

// earlyShares are what early exit leaves of the columns looked up, by board, of one side.
func (d *measurements) earlyShares(side int) []float64 {
	columns, early := d.Counts.of("early", "table_dfs:columns", side), d.Counts.of("early", "table_dfs", side)
	var list []float64
	for i := range min(len(columns), len(early)) {
		if columns[i].Values["nodes"] == early[i].Values["nodes"] && columns[i].Values["checks"] > 0 {
			list = append(list, early[i].Values["checks"]/columns[i].Values["checks"])
		}
	}
	return list
}

// earlyExit decides whether a third is left at the smallest and at the largest size.
func (d *measurements) earlyExit() finding {
	const third = 1.0 / 3
	small, large := d.earlyShares(5), d.earlyShares(20)
	if len(small) < fewBoards || len(large) < fewBoards {
		return notMeasured
	}
	lowSmall, highSmall := interval(small, stat.Mean)
	lowLarge, highLarge := interval(large, stat.Mean)
	near := func(low, high float64) bool { return low <= third && third <= high }
	v := inPart
	switch {
	case near(lowSmall, highSmall) && near(lowLarge, highLarge):
		v = confirmed
	case lowSmall > 0.9 && lowLarge > 0.9:
		v = contradicted
	}
	return found(v, "It leaves %s%s at %s and %s%s at %s.", percent(stat.Mean(small)), bracket(lowSmall, highSmall, percent), bench.SizeName(5, 5), percent(stat.Mean(large)), bracket(lowLarge, highLarge, percent), bench.SizeName(20, 20))
}

// rowsBound is Peng's nⁿ against the boards that the rows allow.
func (d *measurements) rowsBound() finding {
	within := 0
	for i := range d.Spaces {
		if s := &d.Spaces[i]; s.Log2Rows <= float64(s.Side)*math.Log2(float64(s.Side)) {
			within++
		}
	}
	f := shareOf(within, len(d.Spaces), 0.5, "Within *n*^{n}")
	return finding{choose(within > 0 && within < len(d.Spaces), inPart, f.Verdict), f.Found + " A row with room for two blocks has more than *n* possibilities."}
}

package study

import (
	"fmt"
	"math"
	"slices"

	"nonogram/internal/plural"
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

// unguessed returns the boards that intersection solves without a guess.
func (d *measurements) unguessed() counts {
	return slices.DeleteFunc(d.Counts.of("lines", greedyGuess, 0), func(o observation) bool { return o.Values["guesses"] > 0 || !o.Ended })
}

// slopeClaim decides whether the exponent of a tree grows by 1 for every free cell.
func slopeClaim(method string) func(*measurements) finding {
	return func(d *measurements) finding {
		var free, bits []float64
		for _, o := range d.Counts.of("brute", method, 0) {
			free, bits = append(free, float64(o.Side*o.Side)-o.Values["fixed"]), append(bits, math.Log2(o.Values["nodes"]+1))
		}
		if len(free) < fewBoards {
			return notMeasured
		}
		slope, low, high := slopeOf(free, bits)
		v := inPart
		switch {
		case low > 0.8 && high < 1.2:
			v = confirmed
		case high < 0.5 || low > 1.2:
			v = contradicted
		}
		return found(v, "The exponent grows by %s%s for every free cell, on %s of 3×3 to 5×5.", twoDigits(slope), bracket(low, high, twoDigits), plural.Of(len(free), "board", "boards"))
	}
}

func twoDigits(v float64) string { return fmt.Sprintf("%.2f", v) }

// stalls decides whether lines stop because there are several solutions: then most boards that
// stall have several, and a larger share of them than of all boards.
func (d *measurements) stalls() finding {
	boards := slices.DeleteFunc(d.Counts.of("mixed", "perm_elim:parallel=false", 0), func(o observation) bool { _, ok := o.Values["solutions"]; return !ok })
	all := len(boards)
	allSeveral := boards.where(func(_ int, o *observation) bool { return o.Values["solutions"] > 1 })
	stalls := boards.where(func(_ int, o *observation) bool { return !o.Solved })
	several := boards.where(func(_ int, o *observation) bool { return !o.Solved && o.Values["solutions"] > 1 })
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
	slope, low, high := slopeOf(predicted, work)
	v := inPart
	switch {
	case low <= 1 && high >= 1:
		v = confirmed
	case kept < len(predicted):
		v = contradicted
	}
	return found(v, "As a bound it holds on %d of %d boards; the fitted exponent is %.5f%s, where the formula has 1: guesses one after another do not multiply.", kept, len(predicted),
		slope, bracket(low, high, func(v float64) string { return fmt.Sprintf("%.5f", v) }))
}

// solutionRelation correlates the number of solutions with nodes.
func (d *measurements) solutionRelation(method string) finding {
	runs := d.Counts.of("solutions", method, 0)
	runs = slices.DeleteFunc(runs, func(o observation) bool { _, ok := o.Values["solutions"]; return !ok })
	return relation(runs.values("solutions"), runs.values("nodes"), 1, "`"+method+"`")
}

// densityNodes returns the nodes of a method at each density, board by board.
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

// densityPeak returns the share of filled cells with the most nodes, and its interval.
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

// trees returns for each board the share of the tree that depth first visits, and the nodes of
// breadth first over those of depth first.
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

// earlyShares returns for each board of a side the share of the column look-ups that remains
// with early exit.
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

// earlyExit decides whether a third of the look-ups remains at the smallest and the largest size.
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
	return found(v, "It leaves %s at 5×5 and %s at 20×20.", written(small, stat.Mean, percent), written(large, stat.Mean, percent))
}

// rowsBound decides whether the rows allow at most Peng's nⁿ boards.
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

package study

import (
	"fmt"
	"math"

	"nonogram/bench"
)

// What the sources conclude from their tables of times by size.

func (r *report) sizeClaims() {
	if len(r.Sizes) == 0 {
		return
	}
	brute, dfs, greedy := "bruteforce_rulecut_wiki", "dfs_wiki", "recursive_intersect_greedy"
	r.orderClaim(brute, dfs, greedy)
	bestBrute := r.fastest(5, "bruteforce", "bruteforce_rulecut", "bruteforce_wiki", brute)
	if bestBrute == "" {
		return
	}
	v := contradicted
	if bestBrute == brute {
		v = confirmed
	}
	r.claim(liao, "Of the brute-force methods, rule cutting and Wiki techniques together are fastest.", v, "At 5×5 `%s` was fastest on average, %s.",
		bestBrute, secondsOf(r.cell(bestBrute, 5).Summary().Time.Mean))
	if c := r.cell("force:max_iter=inf", 5); measured(c) {
		s := c.Summary()
		v := confirmed
		if r.reach("force:max_iter=inf") > 5 {
			v = contradicted
		}
		r.claim(rPkg, "Random boards are rarely useful beyond very small nonograms.", v, "At 5×5 `force` drew %s boards on average, of %s with the right number of boxes; it did not get beyond %s.",
			nodesOf(s.Nodes.Mean), power(r.meanSpace(5, log2Choose)), bench.SizeName(max(r.reach("force:max_iter=inf"), 1), max(r.reach("force:max_iter=inf"), 1)))
	}
	if d := r.duelAt("perm_elim:reuse", "perm_elim", 15); d.both >= fewBoards {
		r.claim(rPkg, "For several puzzles of a size it is more efficient to make the permutations once.", byShare(d.share(), d.boards),
			"At 15×15 making them for every puzzle took %s times as long.", factor(d.ratio))
	}
}

// duelAt compares two methods on a size.
func (d *Data) duelAt(first, second string, side int) duel {
	return compare(d.cell(first, side), d.cell(second, side))
}

// fastest is the method with the smallest mean time on a size.
func (d *Data) fastest(side int, methods ...string) string {
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

// orderClaim is about Liao's conclusion on his three families, by the best of each.
// A size counts if most boards were solved by the one that was faster.
func (r *report) orderClaim(brute, dfs, greedy string) {
	var first, last, sizes int
	for _, side := range r.tableSizes() {
		times := [3]float64{r.rankTime(greedy, side), r.rankTime(dfs, side), r.rankTime(brute, side)}
		if math.IsInf(min(times[1], times[2]), 1) {
			continue
		}
		sizes++
		if times[0] < times[1] && times[0] < times[2] {
			first++
		}
		if times[2] > times[1] && times[2] > times[0] {
			last++
		}
	}
	says := "Intersection is fastest, followed by depth first; brute force is last."
	v := inPart
	switch {
	case sizes == 0:
		r.claim(liao, says, undecided, "Not measured.")
		return
	case first == sizes && last == sizes:
		v = confirmed
	case first == 0 && last == 0:
		v = contradicted
	}
	r.claim(liao, says, v, "Of his best three, `%s` was fastest on %d of %d sizes and `%s` slowest on %d.%s", greedy, first, sizes, brute, last,
		choose(last < sizes, fmt.Sprintf(" With a check that sees missing blocks, brute force with rule cutting beats depth first without: see section %s.", r.partNumber("cutting")), ""))
}

// rankTime is the mean time of a method on a size, infinite if it met the limit on
// most boards.
func (d *Data) rankTime(method string, side int) float64 {
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

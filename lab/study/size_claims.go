package study

import (
	"fmt"
	"math"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/stat"
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

// fewSizes is below how many sizes nothing is said of growth.
const fewSizes = 2

// growthClaims are those that compare methods by their times.
func (r *report) growthClaims() {
	r.fasterClaim(liao, "Skipping fixed cells makes brute force faster.", "bruteforce_wiki", "bruteforce", 5)
	r.fasterClaim(liao, "Depth first over the possibilities of rows avoids many impossible searches of brute force.", "liao:dfs", "bruteforce", 5)
	r.fasterClaim(peng, "Putting in certain cells first would make it faster still.", "dfs_wiki", "liao:dfs", 7)
	r.fasterClaim(rPkg, "Its algorithms are not the most efficient ones.", bench.EngineLabel, "perm_elim", 15)
	r.reachClaim("Breadth first solves 5×5 at once; 10×10 takes very long.", "shift_bfs", 10, true, 0)
	r.reachClaim("Depth first solves 5×5 at once; 10×10 takes more than half an hour.", "row_dfs", 10, true, 1800)
	r.reachClaim("With cut-off 5×5 is solved at once and 10×10 within seconds; 15×15 takes longer.", "row_dfs_cutoff", 10, false, 0)
	says := "State space cutting is faster than rule cutting, in theory."
	if d := r.duelAt("dfs_possiblecut", "dfs_rulecut", 7); d.both >= fewBoards {
		v := byShare(d.share(), d.boards)
		r.claim(liao, says, v, "At 7×7 rule cutting sees %s times the nodes and takes %s times as long; state space cutting was faster on %s.", factor(d.nodes), d.ratioText(), d.winsText())
	}
	r.at = "guessing"
	r.stepClaim()
	r.at = "engine"
	r.largeClaim()
}

// fasterClaim is about the first of two methods being the faster.
func (r *report) fasterClaim(source, says, first, second string, side int) {
	d := r.duelAt(first, second, side)
	if d.boards < fewBoards {
		return
	}
	r.claim(source, says, byShare(d.share(), d.boards), "At %s `%s` was faster than `%s` on %s; where both ended, the second took %s times as long.",
		bench.SizeName(side, side), first, second, d.winsText(), d.ratioText())
}

// atOnce is what a person does not notice, in seconds.
const atOnce = 1.0

// reachClaim is about 5×5 being easy, and a larger size being far, or not: beyond so
// many seconds, if the source says how many.
func (r *report) reachClaim(says, method string, side int, far bool, seconds float64) {
	small, large := r.cell(method, 5), r.cell(method, side)
	if !measured(small) {
		return
	}
	median := small.Summary().Time.Median
	easy := !median.AtLeast && median.Value < atOnce
	met := !measured(large) || large.Summary().Time.Median.AtLeast
	v := inPart
	switch {
	case easy && met == far && (!met || r.Settings.Limit.Seconds() >= seconds):
		v = confirmed
	case !easy && met != far:
		v = contradicted
	}
	text := "was not tried, since most boards of a smaller size met the limit"
	if measured(large) {
		text = "takes " + inWords(large.Summary().Time.Median)
	}
	r.claim(peng, says, v, "The median board of 5×5 takes `%s` %s; %s %s (limit %s).", method, inWords(median), bench.SizeName(side, side), text, chart.Seconds(r.Settings.Limit.Seconds()))
}

// stepClaim is about guesses at all sizes compared.
func (r *report) stepClaim() {
	var wins []float64
	for _, side := range r.Settings.GuessSizes {
		set := bench.SizeName(side, side)
		d := compare(find(r.Guesses, greedyGuess, set), find(r.Guesses, randomGuess, set))
		wins = append(wins, d.wins...)
	}
	if len(wins) < fewBoards {
		return
	}
	share := stat.Mean(wins)
	r.claim(liao, "The better the next step is chosen, the faster the algorithm.", byShare(share, len(wins)),
		"The greedy guess was faster than a random one on %s of %d boards%s that one of them solved within the limit.", percent(share), len(wins), within(wins, stat.Mean, percent))
}

// hisPatience is where Liao stopped waiting, in seconds.
const hisPatience = 1200

// largeClaim is about his largest boards.
func (r *report) largeClaim() {
	c := find(r.Large, greedyGuess, bench.SizeName(largeSide, largeSide))
	if !measured(c) {
		return
	}
	s, limit := c.Summary(), r.Settings.Large
	v := undecided
	switch {
	case s.Solved == s.Runs && s.Time.Max.Value <= hisPatience:
		v = confirmed
	case s.Solved < s.Runs && limit.Seconds() >= hisPatience:
		v = contradicted
	}
	r.claim(liao, "Even at 25×25 intersection solves the question within 20 minutes.", v, "Of %d boards `%s` solved %d within %s each; the mean is %s, the longest took %s.",
		s.Runs, greedyGuess, s.Solved, chart.Seconds(limit.Seconds()), secondsOf(s.Time.Mean), secondsOf(s.Time.Max))
}

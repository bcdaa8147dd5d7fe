package study

import (
	"fmt"
	"math"

	"nonogram/bench"
	"nonogram/internal/chart"
	"nonogram/internal/stat"
)

// The sources' bounds and rules of thumb, one by one, each held against the boards of
// the study.

// fewSizes is below how many sizes nothing is said of growth.
const fewSizes = 2

// growthClaims are those that compare methods by their times.
func (r *report) growthClaims() {
	r.fasterClaim(liao, "Skipping fixed cells makes brute force faster.", "bruteforce_wiki", "bruteforce", 5)
	r.fasterClaim(liao, "Depth first over the possibilities of rows avoids many impossible searches of brute force.", "dfs", "bruteforce", 5)
	r.fasterClaim(peng, "Putting in certain cells first would make it faster still.", "dfs_wiki", "dfs", 7)
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

// boundClaims are the bounds in n.
func (r *report) boundClaims() {
	r.at = "boards"
	r.bruteBound()
	r.fixedBound()
	r.rowsBound("The space of breadth first is O(*n*^{n}) at worst.")
	r.rowsBound("In general depth first takes O(*n*^{n}).")
	r.storedBound()
	r.proportion()
	r.at = "guessing"
	r.sweepBound()
	r.guessBound()
	if len(r.Thinning) >= fewBoards {
		share := stat.Mean(r.Thinning)
		low, high := stat.Interval(len(r.Thinning), func(pick []int) float64 { return stat.Mean(picked(r.Thinning, pick)) })
		v := inPart
		switch {
		case high < 0.5:
			v = confirmed
		case low > 0.9:
			v = contradicted
		}
		r.claim(liao, "The average *t* is much smaller than H, since possibilities are removed.", v, "On %d boards of %s, up to the first dead end, a look at a line finds %s%s of the possibilities that there were at first.",
			len(r.Thinning), bench.SizeName(shuffleSide, shuffleSide), percent(share), bracket(low, high, percent))
	}
	r.at = "figures"
	if measured(r.cell("bruteforce", 5)) {
		r.claim(liao, "The space of brute force is O(*n*⁴), a copy of the board at every step.", undecided, "A matter of the program: this one keeps a single board, and allocates at most %s at 5×5.", bytesOf(float64(r.cell("bruteforce", 5).Summary().Bytes)))
	}
	r.memoryBound()
}

// bruteBound is 2^(n²): the exponent of the tree, per cell.
func (r *report) bruteBound() {
	var bits []float64
	for _, side := range r.Settings.Sizes {
		c := r.cell("bruteforce", side)
		if !measured(c) {
			continue
		}
		for i := range c.Runs {
			if run := &c.Runs[i]; run.Ended() && run.Nodes > 0 {
				bits = append(bits, math.Log2(float64(run.Nodes))/float64(side*side))
			}
		}
	}
	if len(bits) < fewBoards {
		return
	}
	mean := stat.Mean(bits)
	v := inPart
	if mean >= 0.9 {
		v = confirmed
	}
	r.claim(liao, "Brute force takes O(2^{n·n}).", v, "On %d boards the tree up to the first solution has 2 to the power of %.2f%s times *n*² nodes.", len(bits), mean, within(bits, stat.Mean, twoDigits))
}

func twoDigits(v float64) string { return fmt.Sprintf("%.2f", v) }

// space is what there is to look through on a board.
func (d *Data) space(side int, puzzle string) *Space {
	for i := range d.Spaces {
		if s := &d.Spaces[i]; s.Side == side && s.Puzzle == puzzle {
			return s
		}
	}
	return nil
}

// fixedBound is 2^(n²−k): the slope of the tree's exponent against n²−k.
func (r *report) fixedBound() {
	var free, bits []float64
	for _, side := range r.Settings.Sizes {
		c := r.cell("bruteforce_wiki", side)
		if !measured(c) {
			continue
		}
		for i := range c.Runs {
			run := &c.Runs[i]
			if s := r.space(side, run.Puzzle); s != nil && run.Ended() && run.Nodes > 0 {
				free, bits = append(free, float64(side*side-s.Fixed)), append(bits, math.Log2(float64(run.Nodes)))
			}
		}
	}
	if len(free) < fewBoards {
		return
	}
	slope := stat.Slope(free, bits)
	low, high := stat.Interval(len(free), func(pick []int) float64 { return stat.Slope(picked(free, pick), picked(bits, pick)) })
	v := inPart
	if low <= 1 && high >= 0.8 {
		v = confirmed
	}
	if math.IsNaN(slope) {
		return
	}
	r.claim(liao, "With *k* cells fixed, brute force takes O(2^{n·n−k}).", v, "On %d boards the exponent of the tree grows by %.2f%s for every cell that is not fixed.", len(free), slope, bracket(low, high, twoDigits))
}

// rowsBound is Peng's nⁿ against the boards that the rows allow.
func (r *report) rowsBound(says string) {
	within, boards, worst, at := 0, 0, 0.0, 0
	for i := range r.Spaces {
		s := &r.Spaces[i]
		boards++
		bound := float64(s.Side) * math.Log2(float64(s.Side))
		if s.Log2Rows <= bound {
			within++
		}
		if over := s.Log2Rows - bound; over > worst {
			worst, at = over, s.Side
		}
	}
	if boards < fewBoards {
		return
	}
	v := byShare(float64(within)/float64(boards), boards)
	if v == confirmed && within < boards {
		v = inPart
	}
	text := ""
	if at > 0 {
		text = fmt.Sprintf(" At %s there are up to %s times as many.", bench.SizeName(at, at), power(worst))
	}
	r.claim(peng, says, v, "On %d of %d boards the rows allow no more than *n*^{n} boards; a row has more than *n* possibilities as soon as it has room for two blocks.%s", within, boards, text)
}

// storedBound is Peng's n² against the rows stored.
func (r *report) storedBound() {
	if len(r.Settings.Sizes) < fewSizes || len(r.Spaces) == 0 {
		return
	}
	small, large := r.Spaces[0].Side, r.Spaces[len(r.Spaces)-1].Side
	first, last := r.meanSpace(small, sumOf)/float64(small*small), r.meanSpace(large, sumOf)/float64(large*large)
	v := confirmed
	if last > 2*first {
		v = contradicted
	}
	r.claim(peng, "In general depth first stores O(*n*²).", v, "The rows have %s times *n*² possibilities together at %s, and %s times at %s.",
		factor(first), bench.SizeName(small, small), factor(last), bench.SizeName(large, large))
}

// proportion is what the number of boxes leaves of all fillings.
func (r *report) proportion() {
	if len(r.Spaces) == 0 {
		return
	}
	side := r.Spaces[len(r.Spaces)-1].Side
	all, left := float64(side*side), r.meanSpace(side, log2Choose)
	v := inPart
	if left < all && left > all/2 {
		v = confirmed
	}
	r.claim(rPkg, "With the right proportion of boxes there are fewer boards than 2^{n·m}, but soon far too many.", v, "At %s there are %s with the right number of boxes, of %s.", bench.SizeName(side, side), power(left), power(all))
}

// greedyRuns goes through the runs of the greedy method, with the possibilities of a line.
func (r *report) greedyRuns(do func(side int, run *bench.Run, t float64)) {
	for _, cells := range [][]bench.Series{r.Sizes, r.Guesses} {
		for i := range cells {
			c := &cells[i]
			var side int
			if _, err := fmt.Sscanf(c.Set, "%d×", &side); c.Method != greedyGuess || err != nil || side < 1 {
				continue
			}
			for k := range c.Runs {
				if run := &c.Runs[k]; run.Ended() && run.Stats.Listed > 0 {
					do(side, run, float64(run.Stats.Listed)/float64(2*side))
				}
			}
		}
	}
}

// sweepBound is about runs without a guess.
func (r *report) sweepBound() {
	runs, kept, most := 0, 0, 0.0
	smallest, largest := math.MaxInt, 0
	possible := map[int][]float64{}
	r.greedyRuns(func(side int, run *bench.Run, t float64) {
		possible[side] = append(possible[side], t)
		smallest, largest = min(smallest, side), max(largest, side)
		if run.Stats.Guesses > 0 {
			return
		}
		runs++
		share := float64(run.Stats.LineSolves) / float64(2*side*side*side)
		most = max(most, share)
		if share <= 1 {
			kept++
		}
	})
	if runs < fewBoards {
		return
	}
	v := contradicted
	if kept == runs {
		v = confirmed
	}
	r.claim(liao, "Without a guess, intersection takes O(2*n*³*t*), with *t* possibilities a line.", v, "On %d of %d boards that need no guess it looked at no more than 2*n*³ lines; the most was %s of that.", kept, runs, percent(most))
	first, last := stat.Mean(possible[smallest]), stat.Mean(possible[largest])
	rate := math.Pow(last/first, 1/float64(max(largest-smallest, 1)))
	w := confirmed
	if rate > 1.1 {
		w = inPart
	}
	r.claim(liao, "Without a guess, intersection solves a puzzle in polynomial time.", w, "The number of lines looked at is polynomial (see below), but each look goes through *t* possibilities: %s at %s, %s at %s, %s times as many for every cell of the side.",
		count(first), bench.SizeName(smallest, smallest), count(last), bench.SizeName(largest, largest), factor(rate))
}

// guessBound fits (2n³t)^g to what was measured.
func (r *report) guessBound() {
	var predicted, measuredLog []float64
	kept := 0
	r.greedyRuns(func(side int, run *bench.Run, t float64) {
		if run.Stats.Guesses < 1 {
			return
		}
		base := math.Log10(2 * math.Pow(float64(side), 3) * t)
		work := math.Log10(float64(run.Stats.LineSolves) * t)
		predicted, measuredLog = append(predicted, float64(run.Stats.Guesses)*base), append(measuredLog, work)
		if work <= float64(run.Stats.Guesses)*base {
			kept++
		}
	})
	if len(predicted) < fewBoards {
		return
	}
	slope := stat.Slope(predicted, measuredLog)
	low, high := stat.Interval(len(predicted), func(pick []int) float64 { return stat.Slope(picked(predicted, pick), picked(measuredLog, pick)) })
	if math.IsNaN(slope) || math.IsNaN(low) {
		return
	}
	v := inPart
	switch {
	case low <= 1 && high >= 1:
		v = confirmed
	case kept < len(predicted):
		v = contradicted
	}
	r.claim(liao, "With *g* guesses, intersection takes O((2*n*³*t*)^{g}).", v,
		"As a bound it holds on %d of %d boards with guesses (lines looked at, times *t*). As an estimate it does not come near: the exponent fitted to the measured *g* and *t* is %s%s, where the formula has 1. *g* guesses one after another do not multiply; only those on one path do.",
		kept, len(predicted), strong(slope), bracket(low, high, strong))
}

// strong writes a small number with two digits that matter.
func strong(v float64) string { return fmt.Sprintf("%.2g", v) }

// memoryBound is what the permutations take.
func (r *report) memoryBound() {
	var sides, logs []float64
	last := 0.0
	for _, side := range r.Settings.Sizes {
		if c := r.cell("perm_elim", side); measured(c) && side >= 10 {
			last = float64(c.Summary().Bytes)
			sides, logs = append(sides, float64(side)), append(logs, math.Log2(max(last, 1)))
		}
	}
	if len(sides) < fewSizes {
		return
	}
	slope := stat.Slope(sides, logs)
	largest := sides[len(sides)-1]
	at30 := last * math.Exp2(30-largest)
	v := inPart
	if at30 > 1<<32 {
		v = confirmed
	}
	r.claim(rPkg, "Permutation elimination does not scale beyond 30×30, since it needs all permutations up front.", v, "`perm_elim` allocated %s at %s, and 2 to the power of %.2f times as much for every cell of the side; at 30×30 doubling each time makes %s.",
		bytesOf(last), bench.SizeName(int(largest), int(largest)), slope, bytesOf(at30))
}

// listClaims are about what was counted, not timed.
func (r *report) listClaims() {
	r.at = "lines"
	if len(r.Lines) > 0 {
		small, large := lineLengths[0], lineLengths[len(lineLengths)-1]
		v := contradicted
		if r.lineCount(small, 3) == 1 {
			v = inPart
		}
		if r.lineCount(large, 3) == 1 {
			v = confirmed
		}
		r.claim(peng, "Three blocks in each row: O(1).", v, "A line of %d cells has %d arrangement of three blocks of one cell, one of %d has %s.", small, r.lineCount(small, 3), large, count(float64(r.lineCount(large, 3))))
	}
	r.at = "example"
	if s := r.example("row_dfs"); s.Boards > 0 {
		v := contradicted
		if s.Boards == 45 && s.Listed == 13 {
			v = confirmed
		}
		r.claim(peng, "The example has 45 boards, out of 13 stored rows.", v, "`row_dfs` looks at %d full boards out of %d stored rows.", s.Boards, s.Listed)
	}
	queue, visited := r.example("shift_bfs"), r.example("shift_bfs:visited")
	if queue.Boards > 0 && visited.Boards > 0 {
		v := contradicted
		if queue.Moves == visited.Moves {
			v = confirmed
		}
		r.claim(peng, "Moving blocks breadth first finds the solution of the fewest moves.", v, "On his example it takes %d moves, with and without a memory for boards: breadth first goes by their number.", queue.Moves)
	}
	r.at = "breadth"
	if a, b := r.example(wangMethods[0]), r.example(wangMethods[1]); a.Boards > 0 && b.Boards > 0 {
		v := contradicted
		if a.Boards == 18 && b.Boards == 18 {
			v = confirmed
		}
		r.claim(wang, "Breadth first and depth first walk through the same tree: rows 1, 2, 1 of three cells have 18 boards.", v, "Without pruning breadth first looks at %d full boards, depth first at %d.", a.Boards, b.Boards)
	}
	r.at = "boards"
	r.tableClaim()
	r.at = "example"
	r.depthClaim()
	r.at = "solutions"
	r.stallClaim()
}

// tableClaim is about clues that a board has several times.
func (r *report) tableClaim() {
	var shares []float64
	for i := range r.Spaces {
		if s := &r.Spaces[i]; s.Clues > 0 {
			shares = append(shares, 1-float64(s.Clues)/float64(2*s.Side))
		}
	}
	if len(shares) < fewBoards {
		return
	}
	v := inPart
	if low, _ := stat.Interval(len(shares), func(pick []int) float64 { return stat.Mean(picked(shares, pick)) }); low > 0 {
		v = confirmed
	}
	r.claim(wang, "A table of the states of every clue saves computing them again and again.", v, "Of the lines of a board %s%s have a clue that another line has as well, even before a search comes by a second time.", percent(stat.Mean(shares)), within(shares, stat.Mean, percent))
}

// soon is how many rows Peng calls two or three.
const soon = 3

// depthClaim is about where the cut-off turns back.
func (r *report) depthClaim() {
	all, early := int64(0), int64(0)
	for rows, n := range r.DeadEnds {
		all += n
		if rows <= soon {
			early += n
		}
	}
	if all < fewBoards {
		return
	}
	share := float64(early) / float64(all)
	v := inPart
	switch {
	case share > 0.5:
		v = confirmed
	case share < 0.1:
		v = contradicted
	}
	r.claim(peng, "The fault usually shows after two or three rows.", v, "Of %s dead ends on %d boards of %s that come before the last row, %s show after at most %d rows.",
		count(float64(all)), r.Settings.Boards, bench.SizeName(deadEndSide, deadEndSide), percent(share), soon)
}

// stallClaim is about the boards on which lines alone stop. That most of them have
// several solutions says something only if boards do not have several anyway.
func (r *report) stallClaim() {
	var stalled, several []bool
	for i := range r.Solutions {
		b := &r.Solutions[i]
		if run := b.run(stallMethod); run != nil && b.Exact && b.Count >= 1 && run.Timed() {
			stalled, several = append(stalled, run.Outcome == bench.Stalled), append(several, b.Count > 1)
		}
	}
	of := func(pick []int, among, what []bool) float64 {
		n, hits := 0, 0
		for _, i := range pick {
			if among == nil || among[i] {
				n++
				if what[i] {
					hits++
				}
			}
		}
		return float64(hits) / float64(n)
	}
	all := make([]int, len(stalled))
	for i := range all {
		all[i] = i
	}
	share, base := of(all, stalled, several), of(all, nil, several)
	if len(all) < fewBoards || math.IsNaN(share) {
		return
	}
	low, high := stat.Interval(len(all), func(pick []int) float64 { return of(pick, stalled, several) })
	more, _ := stat.Interval(len(all), func(pick []int) float64 { return of(pick, stalled, several) - of(pick, nil, several) })
	v := inPart
	switch {
	case low > 0.5 && more > 0:
		v = confirmed
	case high < 0.5:
		v = contradicted
	}
	r.claim(liao, "Intersection usually stops with open cells because there are several solutions.", v, "Of the boards on which `%s` stops, %s%s have several solutions; of all %d boards %s have.",
		stallMethod, percent(share), bracket(low, high, percent), len(all), percent(base))
}

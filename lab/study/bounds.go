package study

import (
	"fmt"
	"math"

	"nonogram/internal/bench"
	"nonogram/internal/stat"
)

// The sources' bounds in n, one by one, each held against the boards of the study.

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
func (d *Data) space(side int, puzzle string) *boardSpace {
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

// guessBound fits (2n³t)^g to the measurements.
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

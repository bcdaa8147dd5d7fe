package generate

import (
	"math"
	"slices"

	"nonogram"
	"nonogram/teach"
)

// The objective of the hill climb: 0 if the puzzle is as wanted; below 1 if it is unique but
// of the wrong level; otherwise
//
//	1 + open              if line solving must suffice: cells that it leaves undecided
//	1 + 4·log2(solutions) otherwise; independent ambiguities multiply the solutions, so
//	                      that each one counts
//	500 + open            if the solutions cannot be counted quickly
//
// Cost: the gauge, 20 to 60 µs for 25×25 cells; a count of solutions, usually below 1 ms and
// at most 20 ms; a rating of a unique puzzle, about 1 ms.

const (
	// countConflicts bounds the count of solutions.
	countConflicts = 500
	// countMemory and cellMemory, per cell and color, bound its memory in bytes.
	countMemory, cellMemory = 1 << 20, 200
	// solutionWeight is the weight of a doubling of the solutions, in open cells.
	solutionWeight = 4
	// uncounted exceeds the measure of promising pictures whose solutions are counted.
	uncounted = 500
	// shownSolutions bounds the solutions that are compared.
	shownSolutions = 16
)

// aim is the wanted levels.
type aim struct {
	levels []teach.Level // sorted; all of them if the caller named none
	lines  bool          // line solving must suffice
	rated  bool          // a rating is needed
}

func newAim(levels []teach.Level) aim {
	if len(levels) == 0 {
		levels = teach.Levels()
	}
	a := aim{levels: slices.Clone(levels)}
	slices.Sort(a.levels)
	a.levels = slices.Compact(a.levels)
	a.lines = a.levels[len(a.levels)-1] <= teach.Medium
	a.rated = !slices.Equal(a.levels, teach.Levels()) && !slices.Equal(a.levels, lineSolvable())
	return a
}

// nearest returns the wanted level nearest to the given one.
func (a *aim) nearest(l teach.Level) teach.Level {
	best := a.levels[0]
	for _, m := range a.levels {
		if max(m, l)-min(m, l) < max(best, l)-min(best, l) {
			best = m
		}
	}
	return best
}

// confirmed reports whether both the engine and the rating confirm the aim.
func (a *aim) confirmed(s *State) bool {
	r := s.Rating
	if r == nil && !a.rated {
		return s.Status == nonogram.Unique && !a.lines
	}
	decided := r != nil && (r.Status == nonogram.Unique || r.Status == nonogram.Undecided && r.Level == teach.Expert) // nothing is harder
	return s.Status == nonogram.Unique && decided && slices.Contains(a.levels, r.Level)
}

// measure returns the objective of the current picture. If it is far off, only lines count.
func (c *climber) measure() float64 {
	c.openCells = c.gauge.settle()
	switch {
	case c.openCells == 0:
		return c.distance()
	case c.aim.lines:
		return 1 + c.unsolved()
	case c.far:
		return uncounted + c.unsolved()
	}
	solutions, exact := c.solutions()
	switch {
	case !exact:
		return uncounted + c.unsolved()
	case solutions > 1:
		return 1 + float64(solutionWeight*doublings(solutions))
	}
	return c.distance()
}

// unsolved is the number of open cells plus a small multiple of the slack, which guides the
// climb in sparse pictures where lines decide nothing.
func (c *climber) unsolved() float64 {
	return float64(c.openCells) + float64(slackWeight*float64(c.gauge.slack()))
}

// slackWeight makes the slack a tie-breaker.
const slackWeight = 0.01

// solutions counts the solutions.
func (c *climber) solutions() (n float64, exact bool) {
	budget := nonogram.Budget{Conflicts: countConflicts, Memory: countMemory + cellMemory*int64(len(c.grid.Cells)*len(c.p.Palette))}
	counted, err := c.engine.Count(c.ctx, c.puzzle(), nonogram.Options{Budget: budget})
	if err != nil {
		return 0, false
	}
	c.searched += searchLine * counted.Stats.LineSolves
	n, _ = counted.Count.Float64()
	return n, counted.Exact
}

// doublings is the logarithm to base 2, linear between powers of 2, so that all processors
// agree.
func doublings(n float64) float64 {
	fraction, exponent := math.Frexp(n) // n = fraction · 2^exponent, fraction from ½ to 1
	return float64(exponent-1) + (2*fraction - 1)
}

// assess measures the current picture and sets far.
func (c *climber) assess() {
	c.far = false
	c.value = c.measure()
	c.far = c.value >= uncounted && !c.aim.lines
}

// distance is the distance of a unique puzzle from the wanted levels, below 1.
func (c *climber) distance() float64 {
	if !c.aim.rated {
		return 0
	}
	r := c.rate(rateWork)
	if r == nil {
		return 1
	}
	want := c.aim.nearest(r.Level)
	switch {
	case want == r.Level:
		return 0
	case r.Level > want:
		return 0.05 + float64(0.9*c.tooHard(&r.Facts, want))
	}
	// Too easy: level by level, and within a level by score.
	gap := float64(want-r.Level) - r.Score/(100+1)
	return max(0.05, 0.15*gap)
}

// tooHard is the share of cells that need techniques above the wanted level.
func (c *climber) tooHard(f *teach.Facts, want teach.Level) float64 {
	over := 0
	for t, u := range f.Uses {
		if levelOf(teach.Technique(t)) > want {
			over += u.Cells
		}
	}
	if over == 0 { // shorter suppositions are wanted
		over = f.Longest + f.Nested
	}
	return min(1, float64(over)/float64(len(c.grid.Cells)))
}

// levelOf is the level of a puzzle whose hardest technique is t.
func levelOf(t teach.Technique) teach.Level {
	if !t.SingleLine() {
		return teach.Hard
	}
	return (&teach.Facts{Hardest: t}).Level()
}

// rate rates the current picture within a budget, or returns nil. During the climb a rating that
// exceeds the budget counts as the hardest level; at the end it keeps the level that it has shown.
func (c *climber) rate(work int64) *teach.Rating {
	r, err := teach.Rate(c.ctx, c.puzzle(), teach.Options{Solver: c.engine.Solve, Work: work})
	if err != nil {
		return nil
	}
	f := &r.Facts
	suppositions := 0
	for t, u := range f.Uses {
		if !teach.Technique(t).SingleLine() {
			suppositions += u.Rounds
		}
	}
	c.searched += min(work, int64(f.Deductions)*linesPerStep+int64(suppositions*len(c.grid.Cells))*linesPerStep)
	if r.Status == nonogram.Undecided && c.ctx.Err() == nil {
		c.searched += work
		if work < finalWork {
			r.Level = teach.Expert
		}
	}
	return r
}

const (
	// rateWork bounds ratings during the climb, in lines solved, to about 50 ms;
	// finalWork bounds the rating of the result, briefWork that of a candidate.
	rateWork, briefWork, finalWork = 300_000, 600_000, 5_000_000
	// linesPerStep is the cost of a step of a rating, in lines solved.
	linesPerStep = 10
	// searchLine is the cost of a line in a search relative to one in the gauge.
	searchLine = 5
)

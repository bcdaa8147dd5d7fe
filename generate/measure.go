package generate

import (
	"math"
	"slices"

	"nonogram"
	"nonogram/teach"
)

// How far a picture is from what is wanted, in one number that a hill climb can go
// down: 0 is there; below 1 the puzzle is unique but of the wrong level; above,
//
//	1 + open              where only lines are allowed: cells that they leave open
//	1 + 4·log2(solutions) otherwise. Ambiguities that have nothing to do with each
//	                      other multiply the solutions, so that each counts for itself
//	500 + open            where the solutions cannot be counted quickly
//
// Cost: the gauge, 20 to 60 µs for 25×25 cells; where it leaves cells open and the
// solutions matter, a count, mostly under a millisecond and at most some 20; for the
// level of what has one solution a rating, about a millisecond.

const (
	// countConflicts bounds the count of a picture that is tried; what takes more
	// is far from unique, or the size of noise that takes a search.
	countConflicts = 500
	// countMemory bounds it in bytes beyond cellMemory for each cell and color, so
	// that a sweep over too many states ends early.
	countMemory, cellMemory = 1 << 20, 200
	// solutionWeight is what a doubling of the solutions counts for, in open cells.
	solutionWeight = 4
	// uncounted is more than any exact count gives for pictures that have a
	// chance.
	uncounted = 500
	// shownSolutions is how many solutions are looked at for where they differ.
	shownSolutions = 16
)

// aim is the wanted levels.
type aim struct {
	levels []teach.Level // sorted; all of them if the caller named none
	lines  bool          // single lines have to be enough
	rated  bool          // not every level that is left will do
}

func newAim(levels []teach.Level) aim {
	if len(levels) == 0 {
		levels = teach.Levels()
	}
	a := aim{levels: slices.Clone(levels)}
	slices.Sort(a.levels)
	a.levels = slices.Compact(a.levels)
	a.lines = a.levels[len(a.levels)-1] <= teach.Medium
	a.rated = !slices.Equal(a.levels, teach.Levels()) && !slices.Equal(a.levels, LineSolvable())
	return a
}

// nearest is the wanted level nearest to the given one.
func (a *aim) nearest(l teach.Level) teach.Level {
	best := a.levels[0]
	for _, m := range a.levels {
		if max(m, l)-min(m, l) < max(best, l)-min(best, l) {
			best = m
		}
	}
	return best
}

// confirmed reports that the engine and the rating, each by itself, agree that a
// puzzle is what was wanted.
func (a *aim) confirmed(s *State) bool {
	r := s.Rating
	return s.Status == nonogram.Unique && r != nil && (r.Status == nonogram.Unique && slices.Contains(a.levels, r.Level) ||
		r.Status == nonogram.Undecided && slices.Contains(a.levels, teach.Expert))
}

// measure looks at the picture as it is now. In a picture that is far off only lines
// are looked at.
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

// unsolved is the number of open cells, and a little for the room in the clues: in a
// sparse picture lines may have nothing to say before many cells have changed.
func (c *climber) unsolved() float64 {
	return float64(c.openCells) + float64(slackWeight*float64(c.gauge.slack()))
}

// slackWeight makes a tie-breaker of the room in the clues.
const slackWeight = 0.01

// solutions counts them.
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

// doublings is the logarithm to base 2, with straight lines between the powers of 2:
// that is the same on all processors.
func doublings(n float64) float64 {
	fraction, exponent := math.Frexp(n) // n = fraction · 2^exponent, fraction from ½ to 1
	return float64(exponent-1) + (2*fraction - 1)
}

// assess finds out whether the solutions of the picture as it is can be counted, and
// measures it accordingly.
func (c *climber) assess() {
	c.far = false
	c.value = c.measure()
	c.far = c.value >= uncounted && !c.aim.lines
}

// distance is how far the level of a unique puzzle is from the wanted ones, below 1.
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
	gap := float64(want-r.Level) - r.Score/(teach.MaxScore+1)
	return max(0.05, 0.15*gap)
}

// tooHard is the share of the picture that takes more than the wanted level allows,
// at most 1.
func (c *climber) tooHard(f *teach.Facts, want teach.Level) float64 {
	over := 0
	for t, u := range f.Uses {
		if levelOf(teach.Technique(t)) > want {
			over += u.Cells
		}
	}
	if over == 0 { // suppositions are wanted, but shorter ones
		over = f.Longest + f.Nested
	}
	return min(1, float64(over)/float64(len(c.grid.Cells)))
}

// levelOf is the level of a puzzle that needs nothing harder than the technique.
func levelOf(t teach.Technique) teach.Level {
	if !t.SingleLine() {
		return teach.Hard
	}
	return (&teach.Facts{Hardest: t}).Level()
}

// rate rates the picture as it is, at the given cost at most; nil if that fails. A
// rating that ends early is one of the hardest level: no person would go on either.
func (c *climber) rate(work int64) *teach.Rating {
	r, err := teach.Rate(c.ctx, c.puzzle(), teach.Options{Solver: c.engine.Solve, Work: work})
	if err != nil {
		return nil
	}
	f := &r.Facts
	suppositions := f.Uses[teach.EdgeContradiction].Rounds + f.Uses[teach.Contradiction].Rounds + f.Uses[teach.Cases].Rounds
	c.searched += min(work, int64(f.Steps)*linesPerStep+int64(suppositions*len(c.grid.Cells))*linesPerStep)
	if r.Status == nonogram.Undecided && c.ctx.Err() == nil {
		c.searched += work
		r.Level = teach.Expert
	}
	return r
}

const (
	// rateWork bounds the rating of a picture that is tried, in lines solved, to
	// some 50 ms, and finalWork that of the result.
	rateWork, finalWork = 300_000, 5_000_000
	// linesPerStep is what a step of a rating costs, in lines solved.
	linesPerStep = 10
	// searchLine is what a line costs in a search, where deductions are explained
	// and learned from, compared with one in the gauge.
	searchLine = 5
)

package generate

import (
	"context"
	"slices"

	"nonogram"
	"nonogram/teach"
)

// Repair: a picture whose clues fit other pictures too, or are too hard, becomes one
// that is fair, by changing few cells where it shows least.
//
// It is a hill climb. A measure says how far the picture is from what is wanted
// (measure.go): cells that lines leave open, then the number of solutions, then the
// distance of its level. In each round the cells that could matter are tried one by
// one (moves.go): those in which solutions differ, or that lines leave open, and
// their neighbours. The change that gains most for what it costs the eye is kept.
// Where nothing gains, a step sideways is taken, and not taken back for some rounds.
// When the aim is reached, changes that were not needed after all are undone. Then
// the whole is repeated with some chance in the choice, as long as there is budget,
// and the result with the fewest and least visible changes is the answer
// (climb.go).
//
// The idea of mending a picture where two of its solutions differ is from Batenburg,
// Henstra, Kosters and Palenstijn, "Constructing simple nonograms of varying
// difficulty" (Pure Mathematics and Applications 20, 2009).

// RepairOptions says what is wanted and what it may cost. The zero value asks for a
// unique puzzle of any level.
type RepairOptions struct {
	// Levels are those that the puzzle may have; nil allows all. [LineSolvable]
	// gives the levels that need nothing but single lines.
	Levels []teach.Level
	// MaxChanges bounds how many cells may change; 0 means DefaultChanges of them.
	MaxChanges int
	// Doubt says of each cell, from 0 to 1, how little it matters to the picture;
	// FromImage knows it. Nil is 0 for all.
	Doubt []float64
	// Locked says which cells must stay. Given cells stay in any case.
	Locked []bool
	// Symmetry is one that the picture has and keeps: cells change together with
	// their images.
	Symmetry Symmetry
	// Seed varies what is left to chance. Equal arguments give equal answers.
	Seed uint64
	// Tries is how often the climb is repeated in search of fewer changes; 0 means
	// DefaultTries.
	Tries int
	// Work bounds the number of lines solved, at 0.1 to 0.5 µs each for usual
	// sizes; 0 means DefaultWork, negative no bound but the context.
	Work int64
	// Progress, if not nil, is told of every round. It must not keep the grid.
	Progress func(Progress)
}

// What the zero value of RepairOptions stands for.
const (
	// DefaultChanges is the share of the cells that may change: beyond it the
	// picture is another one.
	DefaultChanges = 0.2
	// DefaultTries is where further climbs rarely find anything better.
	DefaultTries = 4
	// DefaultWork is a few seconds.
	DefaultWork = 20_000_000
)

// StopWork is why a repair ended that used up RepairOptions.Work.
const StopWork nonogram.StopReason = "work"

// LineSolvable lists the levels for which looking at one line at a time is enough.
func LineSolvable() []teach.Level { return []teach.Level{teach.Trivial, teach.Easy, teach.Medium} }

// Progress is how far a repair has got.
type Progress struct {
	Try, Round int
	Changed    int // cells changed so far
	Open       int // cells that single lines leave open
	Grid       *nonogram.Grid
}

// Change is one cell that was changed.
type Change struct {
	Row, Col int
	From, To nonogram.Color
}

// Repaired is the answer of Repair.
type Repaired struct {
	// Puzzle is the result, with the changed picture as its goal.
	Puzzle *nonogram.Puzzle
	// Changes lists what differs from the picture before, row by row.
	Changes []Change
	// Reached reports that the puzzle is what was wanted. If not, Puzzle is the
	// nearest that was found.
	Reached bool
	// Before and After say what was found out about the two puzzles.
	Before, After State
	// Stopped says why the aim was not reached: a budget, the context, or
	// nonogram.StopStalled where no change helps or too many would be needed.
	Stopped nonogram.StopReason
	Work    int64 // lines solved
}

// State is what a repair knows of a puzzle.
type State struct {
	Status nonogram.Status
	Open   int // cells that single lines leave open
	// Differ is the number of cells in which some solutions differ, as far as
	// they were looked at.
	Differ int
	// Rating is nil where there is no single solution, or no time to rate.
	Rating *teach.Rating
}

// Repair changes the goal of the puzzle as little as possible so that it becomes the
// only solution of its clues, of one of the wanted levels. The puzzle needs a goal
// with every cell decided; its clues are not looked at. An error is a [*ParamError]
// or about the puzzle; not reaching the aim is none.
func Repair(ctx context.Context, p *nonogram.Puzzle, o RepairOptions) (*Repaired, error) {
	o, err := o.complete(p)
	if err != nil {
		return nil, err
	}
	c := newClimber(ctx, p, o)
	before := c.state()
	c.search()
	c.show(c.best.grid)
	r := &Repaired{Puzzle: c.puzzle(), Changes: changes(p.Goal, c.best.grid), Before: before, After: c.state(), Work: c.work()}
	r.Reached = c.best.value == 0 && c.aim.confirmed(&r.After)
	if !r.Reached {
		r.Stopped = c.stopped()
	}
	return r, nil
}

// complete checks the arguments and fills in what was left open.
func (o RepairOptions) complete(p *nonogram.Puzzle) (RepairOptions, error) {
	if err := checkGoal(p); err != nil {
		return o, err
	}
	n := len(p.Goal.Cells)
	switch {
	case o.Doubt != nil && len(o.Doubt) != n:
		return o, badParam("doubt", "found %d values, expected one for each of the %d cells", len(o.Doubt), n)
	case o.Locked != nil && len(o.Locked) != n:
		return o, badParam("locked", "found %d values, expected one for each of the %d cells", len(o.Locked), n)
	case o.MaxChanges < 0:
		return o, badParam("changes", "found %d, expected a positive number", o.MaxChanges)
	case o.Tries < 0:
		return o, badParam("tries", "found %d, expected a positive number", o.Tries)
	case slices.ContainsFunc(o.Levels, func(l teach.Level) bool { return l > teach.Expert }):
		return o, badParam("levels", "found %v, expected %v", o.Levels, teach.Levels())
	}
	if o.MaxChanges == 0 {
		o.MaxChanges = max(1, int(DefaultChanges*float64(n)))
	}
	if o.Tries == 0 {
		o.Tries = DefaultTries
	}
	if o.Work == 0 {
		o.Work = DefaultWork
	}
	if err := o.Symmetry.check(p.Goal.Width, p.Goal.Height); err != nil {
		return o, err
	}
	return o, o.Symmetry.holds(p.Goal)
}

// checkGoal makes sure that there is a picture to work on, and that everything that
// will be indexed by its colors is there.
func checkGoal(p *nonogram.Puzzle) error {
	g := p.Goal
	if g == nil {
		return badParam("puzzle", "found no goal, expected the finished picture")
	}
	if err := nonogram.ValidateSize(g.Width, g.Height); err != nil {
		return err
	}
	if len(g.Cells) != g.Width*g.Height {
		return badParam("goal", "found %d cells, expected %d × %d", len(g.Cells), g.Width, g.Height)
	}
	for i, c := range g.Cells {
		if int(c) >= len(p.Palette) {
			return badParam("goal", "found the color %d in row %d, column %d, expected 0 to %d", c, i/g.Width+1, i%g.Width+1, len(p.Palette)-1)
		}
		if p.Given != nil && i < len(p.Given.Cells) && p.Given.Cells[i] != nonogram.Unknown && p.Given.Cells[i] != c {
			return badParam("goal", "found another color than the given one in row %d, column %d", i/g.Width+1, i%g.Width+1)
		}
	}
	return nonogram.Validate(redrawn(p, g))
}

// redrawn is the puzzle with another picture, and its clues.
func redrawn(p *nonogram.Puzzle, g *nonogram.Grid) *nonogram.Puzzle {
	q := *p
	q.Rows, q.Cols = nonogram.CluesOf(g)
	q.Goal = g
	return &q
}

func changes(before, after *nonogram.Grid) []Change {
	var list []Change
	for i, c := range before.Cells {
		if d := after.Cells[i]; c != d {
			list = append(list, Change{i / before.Width, i % before.Width, c, d})
		}
	}
	return list
}

package generate

import (
	"cmp"
	"context"
	"image"
	"slices"

	"nonogram"
	"nonogram/internal/plural"
	"nonogram/teach"
)

// Repair makes a picture the only solution of its clues, or changes its difficulty, by
// changing few cells where it is least visible.
//
// It is a hill climb with a tabu list. The objective (measure.go) is the number of cells that
// line solving leaves undecided, then the number of solutions, then the distance of the
// level. Each round tries the cells that may matter (moves.go): those in which solutions
// differ or that are undecided, and their neighbors. The change with the largest gain per
// visibility is kept, which includes what it does to the picture's shape (shape.go); if none
// gains, a sideways step is made. When the aim is reached, needless changes are undone. The
// climb is repeated with randomized choices within the budget, every other time from the
// picture with thicker lines (thicken.go), and the least visible result wins (climb.go).
//
// The idea of changing cells in which two solutions differ is from Batenburg, Henstra,
// Kosters and Palenstijn, "Constructing simple nonograms of varying difficulty" (Pure
// Mathematics and Applications 20, 2009).

// RepairOptions configures [Repair]. The zero value asks for a unique puzzle of any level.
type RepairOptions struct {
	// Levels are the allowed levels; nil allows all.
	Levels []teach.Level
	// MaxChanges bounds the changed cells. If it is 0, MaxShare is their largest share of all
	// cells; if that is 0 too, it is a fifth.
	MaxChanges int
	MaxShare   float64
	// Doubt, from 0 to 1 for each cell, makes changes cheaper; see [FromImage]. Nil means 0.
	Doubt []float64
	// Keep are areas whose cells stay as they are.
	Keep []image.Rectangle
	// Symmetry is a symmetry of the picture to keep: cells change with their images. Given
	// cells never change. "" keeps left and right of a picture equal if that is possible,
	// and "none" does not.
	Symmetry Symmetry
	// Seed varies random choices. Equal arguments give equal results.
	Seed uint64
	// Tries is the number of climbs; 0 means 4.
	Tries int
	// Work bounds the lines solved, at 0.1 to 0.5 µs each; 0 means a few seconds, negative
	// no bound.
	Work int64
	// Progress, if not nil, is called each round with the number of changed cells.
	Progress func(changed int)

	// brief leaves the picture before undescribed, and the one after if that takes long.
	brief bool
}

// Defaults of RepairOptions.
const (
	// defaultChanges is the share of cells that may change.
	defaultChanges = 0.2
	// roundoff corrects for binary fractions: 29 % of 100 cells are 29.
	roundoff = 1e-9
	// defaultTries is the number of climbs; more rarely help.
	defaultTries = 4
	// defaultWork is a few seconds.
	defaultWork = 20_000_000
)

// StopWork is the reason of a repair that used up RepairOptions.Work.
const StopWork nonogram.StopReason = "work"

// lineSolvable lists the levels for which line solving suffices.
func lineSolvable() []teach.Level { return []teach.Level{teach.Trivial, teach.Easy, teach.Medium} }

// Repaired is the result of Repair.
type Repaired struct {
	// Puzzle is the result, with the changed picture as its goal.
	Puzzle *nonogram.Puzzle
	// Reached reports whether the aim was reached. If not, Puzzle is the best one found.
	Reached bool
	// Before and After describe the two puzzles.
	Before, After State
	// Stopped is the reason if the aim was not reached: a budget, the context, or
	// nonogram.StopStalled if no change helps.
	Stopped nonogram.StopReason
	Work    int64 // lines solved
}

// State describes a puzzle.
type State struct {
	Status nonogram.Status
	Open   int // cells undecided by line solving
	// Differ is the number of cells in which the compared solutions differ.
	Differ int
	// Rating is nil if the solution is not unique or there was no time.
	Rating *teach.Rating
}

// Repair changes the goal of a puzzle as little as possible so that it becomes the only
// solution of its clues, at one of the wanted levels. The goal must be complete; the clues
// are ignored. The error is a [*ParamError] or about the puzzle; missing the aim is not an
// error.
func Repair(ctx context.Context, p *nonogram.Puzzle, o RepairOptions) (*Repaired, error) {
	o, err := o.complete(p)
	if err != nil {
		return nil, err
	}
	if p.Shape != nil {
		return repairTriangles(ctx, p, o), nil
	}
	if o.Symmetry != "" || Mirror.holds(p.Goal) != nil {
		return repair(ctx, p, o), nil
	}
	// Each of two attempts has half of the work.
	if o.Work > 0 {
		o.Work = max(1, o.Work/2)
	}
	mirrored := o
	mirrored.Symmetry = Mirror
	m := repair(ctx, p, mirrored)
	if m.Reached || ctx.Err() != nil {
		return m, nil
	}
	r := repair(ctx, p, o)
	r.Work += m.Work
	return r, nil
}

// repair is Repair with complete options.
func repair(ctx context.Context, p *nonogram.Puzzle, o RepairOptions) *Repaired {
	c := newClimber(ctx, p, o)
	before := State{Open: c.gauge.settle()}
	if !o.brief {
		before = c.state()
	}
	c.search()
	c.show(c.best.grid)
	r := &Repaired{Puzzle: c.puzzle(), Before: before, After: c.state(), Work: c.work()}
	r.Reached = c.best.value == 0 && c.aim.confirmed(&r.After)
	if !r.Reached {
		r.Stopped = c.stopped()
	}
	return r
}

// complete checks the options and sets defaults.
func (o RepairOptions) complete(p *nonogram.Puzzle) (RepairOptions, error) {
	if err := checkGoal(p); err != nil {
		return o, err
	}
	if p.Shape != nil {
		if err := onTriangles(o.Symmetry); err != nil {
			return o, err
		}
	}
	n := len(p.Goal.Cells)
	switch {
	case o.Doubt != nil && len(o.Doubt) != n:
		return o, badParam("doubt", "found %s, expected one for each of the %s", plural.Of(len(o.Doubt), "value", "values"), plural.Of(n, "cell", "cells"))
	case o.MaxChanges < 0:
		return o, badParam("changes", "found %d, expected a positive number", o.MaxChanges)
	case slices.ContainsFunc(o.Keep, func(r image.Rectangle) bool {
		return r.Empty() || !r.In(image.Rect(0, 0, p.Goal.Width, p.Goal.Height))
	}):
		return o, badParam("keep", "found %v, expected parts of %d × %d cells", o.Keep, p.Goal.Width, p.Goal.Height)
	case !(o.MaxShare >= 0 && o.MaxShare <= 1):
		return o, badParam("share", "found %v, expected 0 to 1", o.MaxShare)
	case o.Tries < 0:
		return o, badParam("tries", "found %d, expected a positive number", o.Tries)
	case slices.ContainsFunc(o.Levels, func(l teach.Level) bool { return l > teach.Expert }):
		return o, badParam("levels", "found %v, expected %v", o.Levels, teach.Levels())
	}
	if o.MaxChanges == 0 {
		o.MaxChanges = max(1, int(cmp.Or(o.MaxShare, defaultChanges)*float64(n)+roundoff))
	}
	o.Tries, o.Work = cmp.Or(o.Tries, defaultTries), cmp.Or(o.Work, defaultWork)
	if err := o.Symmetry.check(p.Goal.Width, p.Goal.Height); err != nil {
		return o, err
	}
	return o, o.Symmetry.holds(p.Goal)
}

// checkGoal returns an error if the goal is missing, incomplete or malformed.
func checkGoal(p *nonogram.Puzzle) error {
	g := p.Goal
	if g == nil {
		return badParam("puzzle", "found no goal, expected the finished picture")
	}
	if err := nonogram.ValidateSize(g.Width, g.Height); err != nil {
		return err
	}
	if len(g.Cells) != g.Width*g.Height {
		return badParam("goal", "found %s, expected %d × %d", plural.Of(len(g.Cells), "cell", "cells"), g.Width, g.Height)
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

// redrawn returns the puzzle with another picture.
func redrawn(p *nonogram.Puzzle, g *nonogram.Grid) *nonogram.Puzzle {
	q := *p
	if q.Goal = g; q.Shape != nil {
		q.Rows, q.Cols = q.Shape.CluesOf(g)
	} else {
		q.Rows, q.Cols = nonogram.CluesOf(g)
	}
	return &q
}

package generate

import (
	"context"
	"slices"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// Description holds the properties of a puzzle.
type Description struct {
	Width, Height int
	Colors        int     // inks that clues mention
	Density       float64 // share of the cells that are filled
	Blocks        int     // numbers in the clues of all rows and columns
	Hash          Hash
	Status        nonogram.Status
	// Rating is nil unless the puzzle has a solution.
	Rating *teach.Rating
}

// DescribeOptions bounds the work. The zero value sets no bounds.
type DescribeOptions struct {
	Budget nonogram.Budget // of the search for solutions
	Seed   uint64          // of the search, see [nonogram.Options]
	Work   int64           // of the rating, see [teach.Options]
}

// Describe solves and rates a well-formed puzzle.
func Describe(ctx context.Context, p *nonogram.Puzzle, o DescribeOptions) (*Description, error) {
	return new(Describer).Describe(ctx, p, o)
}

// Describer describes puzzles and reuses its memory. The zero value is ready to use, by one
// goroutine at a time.
type Describer struct{ engine solve.Engine }

// Describe is like the function [Describe].
func (d *Describer) Describe(ctx context.Context, p *nonogram.Puzzle, o DescribeOptions) (*Description, error) {
	out := &Description{Width: p.Width(), Height: p.Height(), Hash: HashOf(p)}
	out.count(p)
	solver := func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		opts.Budget, opts.Seed = o.Budget, o.Seed
		return d.engine.Solve(ctx, p, opts)
	}
	r, err := solver(ctx, p, nonogram.Options{})
	if err != nil {
		return nil, err
	}
	out.Status = r.Status
	if len(r.Solutions) == 0 {
		return out, nil
	}
	out.Rating, err = teach.Rate(ctx, p, teach.Options{Solver: solver, Work: o.Work})
	return out, err
}

// count sets the fields that follow from the clues.
func (d *Description) count(p *nonogram.Puzzle) {
	var inks []nonogram.Color
	filled := 0
	for _, clue := range p.Rows {
		filled += clue.Cells()
		for _, b := range clue {
			if !slices.Contains(inks, b.Color) {
				inks = append(inks, b.Color)
			}
		}
	}
	for _, l := range p.Lines() {
		d.Blocks += len(p.Clue(l))
	}
	d.Colors = len(inks)
	d.Density = float64(filled) / float64(max(1, d.Width*d.Height))
}

// Filter selects puzzles. The zero value selects all.
type Filter struct {
	// MinSide and MaxSide bound both sides, 0 means no bound.
	MinSide, MaxSide int
	// MinDensity and MaxDensity bound the share of filled cells; 0 means no bound.
	MinDensity, MaxDensity float64
	// MinColors and MaxColors bound the number of inks; 0 means no bound.
	MinColors, MaxColors int
	// Levels are those allowed; nil allows all, and puzzles without a level.
	Levels []teach.Level
	// Unique selects puzzles with a unique solution.
	Unique bool
}

// Wants reports whether a puzzle is selected.
func (f *Filter) Wants(d *Description) bool {
	within := func(v, low, high float64) bool { return v >= low && (high == 0 || v <= high) }
	return within(float64(min(d.Width, d.Height)), float64(f.MinSide), 0) &&
		within(float64(max(d.Width, d.Height)), 0, float64(f.MaxSide)) &&
		within(d.Density, f.MinDensity, f.MaxDensity) &&
		within(float64(d.Colors), float64(f.MinColors), float64(f.MaxColors)) &&
		(!f.Unique || d.Status == nonogram.Unique) &&
		(f.Levels == nil || d.Rating != nil && d.Status != nonogram.Undecided && slices.Contains(f.Levels, d.Rating.Level))
}

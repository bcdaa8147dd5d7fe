package create

import (
	"context"
	"slices"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/operations"
	"nonogram/solve"
	"nonogram/teach"
)

// Description holds the properties of a puzzle.
type Description struct {
	Width, Height int
	Colors        int     // inks that clues mention
	Density       float64 // share of the cells that are filled
	Blocks        int     // numbers in the clues of all rows and columns
	Hash          generate.Hash
	Status        nonogram.Status
	// Rating is nil unless the puzzle has a solution.
	Rating *teach.Rating
}

// describe solves and rates a well-formed puzzle within the bounds.
func describe(ctx context.Context, engine *solve.Engine, p *nonogram.Puzzle, b *operations.Bounds) (*Description, error) {
	out := &Description{Width: p.Width(), Height: p.Height(), Hash: generate.HashOf(p)}
	out.count(p)
	solver := func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		opts.Budget, opts.Seed = b.Budget, b.Seed
		return engine.Solve(ctx, p, opts)
	}
	r, err := solver(ctx, p, nonogram.Options{})
	if err != nil {
		return nil, err
	}
	out.Status = r.Status
	if len(r.Solutions) == 0 {
		return out, nil
	}
	out.Rating, err = teach.Rate(ctx, p, teach.Options{Solver: solver})
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

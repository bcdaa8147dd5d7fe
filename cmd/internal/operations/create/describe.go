package create

import (
	"context"
	"math"
	"slices"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/solve"
	"nonogram/teach"
)

// Describe and dedupe are for collectors of puzzles.

// DescribeRequest asks for the properties of a puzzle.
type DescribeRequest struct {
	operations.Input
	operations.Budget
}

// DescribeAnswer is the answer of describe.
type DescribeAnswer struct {
	record.Describe
	Giveaway *Giveaway `json:"giveaway,omitempty" doc:"If the solution is unique: the share of cells that simple guesses get right"`
	// Description is the library's result, for filters.
	Description *Description `json:"-"`
}

// OpenDescribe describes puzzles.
func OpenDescribe(s *operations.Service, r *DescribeRequest) (operations.Work[*DescribeAnswer], error) {
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	engine := new(solve.Engine)
	return func(ctx context.Context, p *nonogram.Puzzle) (*DescribeAnswer, error) {
		if _, err := operations.Validated(p); err != nil {
			return nil, err
		}
		var d *Description
		_, err := s.Timed(ctx, b, func(ctx context.Context) (err error) {
			d, err = describe(ctx, engine, p, b)
			return err
		})
		if err != nil {
			return nil, err
		}
		return &DescribeAnswer{newDescribe(d), d.Giveaway, d}, nil
	}, nil
}

// DedupeRequest contains puzzles.
type DedupeRequest struct {
	operations.Input
	Puzzles []object.Puzzle `json:"puzzles,omitempty" doc:"The puzzles as objects, in place of a file of them"`
}

// DedupeAnswer lists the duplicates.
type DedupeAnswer struct {
	Puzzles int             `json:"puzzles" doc:"The number of puzzles"`
	Again   []record.Dedupe `json:"again" doc:"The duplicates"`
}

// Dedupe finds duplicate puzzles.
func Dedupe(_ context.Context, s *operations.Service, r *DedupeRequest) (*DedupeAnswer, error) {
	response := &DedupeAnswer{Again: []record.Dedupe{}}
	var seen Seen
	for p, err := range s.Several(&r.Input, r.Puzzles) {
		if err != nil {
			return nil, err
		}
		response.Puzzles++
		if again := seen.Add(p, p.ID, ""); again != nil {
			response.Again = append(response.Again, *again)
		}
	}
	return response, nil
}

// Seen is a set of puzzles up to rotation, reflection and colors. The zero value is empty.
type Seen struct {
	first map[generate.Hash]record.Dedupe
}

// Add adds a puzzle by its id and file. If an equal one was added before, it returns the
// pair, otherwise nil.
func (s *Seen) Add(p *nonogram.Puzzle, id, file string) *record.Dedupe {
	if s.first == nil {
		s.first = map[generate.Hash]record.Dedupe{}
	}
	h := generate.HashOf(p)
	known, ok := s.first[h]
	if !ok {
		s.first[h] = record.Dedupe{ID: id, File: file}
		return nil
	}
	return &record.Dedupe{ID: id, File: file, Of: known.ID, From: known.File, Hash: h.String()}
}

// newDescribe returns the record of a description, without its id.
func newDescribe(d *Description) record.Describe {
	out := record.Describe{
		Subject: record.Subject{Width: d.Width, Height: d.Height}, Colors: d.Colors, Density: math.Round(d.Density*1000) / 1000, Blocks: d.Blocks,
		Status: d.Status, Hash: d.Hash.String(),
	}
	if out.Level, out.AtLeast = record.LevelOf(d.Status, d.Rating); d.Rating != nil {
		out.Score = d.Rating.Score
	}
	return out
}

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
	// Giveaway is nil unless the solution is unique.
	Giveaway *Giveaway
}

// describe solves and rates a well-formed puzzle within the bounds.
func describe(ctx context.Context, engine *solve.Engine, p *nonogram.Puzzle, b *operations.Bounds) (*Description, error) {
	if err := p.Rectangular(); err != nil {
		return nil, err
	}
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
	if r.Status == nonogram.Unique {
		if p.Missing() {
			out.Density = 1 - float64(emptyCells(r.Solutions[0]))/float64(out.Width*out.Height)
		}
		out.Giveaway = giveawayOf(p, r.Solutions[0])
	}
	out.Rating, err = teach.Rate(ctx, p, teach.Options{Solver: solver})
	return out, err
}

func emptyCells(g *nonogram.Grid) (n int) {
	for _, c := range g.Cells {
		if c == nonogram.Empty {
			n++
		}
	}
	return n
}

// count sets the fields that follow from the clues.
func (d *Description) count(p *nonogram.Puzzle) {
	var inks []nonogram.Color
	filled := 0
	for _, clue := range p.Rows {
		filled += clue.Cells()
		for _, b := range clue {
			if b.Color != nonogram.Unknown && !slices.Contains(inks, b.Color) {
				inks = append(inks, b.Color)
			}
		}
	}
	for _, l := range p.Lines() {
		if clue := p.Clue(l); !clue.Missing() {
			d.Blocks += len(clue)
		}
	}
	d.Colors = len(inks)
	d.Density = float64(filled) / float64(max(1, d.Width*d.Height))
}

// Filter selects puzzles. The zero value selects all.
type Filter struct {
	// Sides bounds both sides, Density the share of filled cells, Colors the number of inks.
	Sides, Density, Colors Range
	// Levels are those allowed; nil allows all, and puzzles without a level.
	Levels Levels
	// Unique selects puzzles with a unique solution.
	Unique bool
}

// Range bounds a number; a bound of 0 means none.
type Range struct{ Low, High float64 }

func (r Range) has(v float64) bool { return v >= r.Low && (r.High == 0 || v <= r.High) }

// Wants reports whether a puzzle is selected.
func (f *Filter) Wants(d *Description) bool {
	return f.Sides.has(float64(d.Width)) && f.Sides.has(float64(d.Height)) && f.Density.has(d.Density) && f.Colors.has(float64(d.Colors)) &&
		(!f.Unique || d.Status == nonogram.Unique) &&
		(f.Levels == nil || d.Rating != nil && d.Status != nonogram.Undecided && slices.Contains(f.Levels, d.Rating.Level))
}

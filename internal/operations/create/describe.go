package create

import (
	"context"
	"math"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
	"nonogram/solve"
	"nonogram/teach"
)

// Describe and dedupe are for collectors of puzzles.

// DescribeRequest asks for the properties of a puzzle.
type DescribeRequest struct {
	operations.Input
	operations.Budget
}

// DescribeResponse is the answer of describe.
type DescribeResponse struct {
	record.Describe
	// Description is the library's result, for filters.
	Description *Description `json:"-"`
}

// OpenDescribe describes puzzles.
func OpenDescribe(s *operations.Service, r *DescribeRequest) (operations.Work[*DescribeResponse], error) {
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	engine := new(solve.Engine)
	return func(ctx context.Context, p *nonogram.Puzzle) (*DescribeResponse, error) {
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
		return &DescribeResponse{newDescribe(d), d}, nil
	}, nil
}

// DedupeRequest contains puzzles.
type DedupeRequest struct {
	operations.Input
	Puzzles []object.Puzzle `json:"puzzles,omitempty" doc:"The puzzles as objects, in place of a file of them"`
}

// DedupeResponse lists the duplicates.
type DedupeResponse struct {
	Puzzles int             `json:"puzzles" doc:"The number of puzzles"`
	Again   []record.Dedupe `json:"again" doc:"The duplicates"`
}

// Dedupe finds duplicate puzzles.
func Dedupe(_ context.Context, s *operations.Service, r *DedupeRequest) (*DedupeResponse, error) {
	response := &DedupeResponse{Again: []record.Dedupe{}}
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
		Width: d.Width, Height: d.Height, Colors: d.Colors, Density: math.Round(d.Density*1000) / 1000, Blocks: d.Blocks,
		Status: d.Status, Hash: d.Hash.String(),
	}
	if out.Level, out.AtLeast = record.LevelOf(d.Status, d.Rating); d.Rating != nil {
		out.Score = d.Rating.Score
	}
	return out
}

// Labels are the fields of a line in a set of puzzles, besides the puzzle.
type Labels struct {
	Hash     string      `json:"hash"`
	Level    teach.Level `json:"level"`
	Score    float64     `json:"score"`
	Giveaway Giveaway    `json:"giveaway"`
}

package create

import (
	"context"
	"math"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
	"nonogram/teach"
)

// What a collector asks: what is in a puzzle, and whether it is there already.

// DescribeRequest asks what a puzzle is like.
type DescribeRequest struct {
	operations.Input
	operations.Budget
}

// DescribeResponse is the line of describe --json.
type DescribeResponse struct {
	record.Describe
	// Description is what the record was made of, for those who choose by it.
	Description *generate.Description `json:"-"`
}

// OpenDescribe describes puzzles.
func OpenDescribe(s *operations.Service, r *DescribeRequest) (operations.Work[*DescribeResponse], error) {
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	describer := new(generate.Describer)
	return func(ctx context.Context, p *nonogram.Puzzle) (*DescribeResponse, error) {
		if _, err := operations.Validated(p); err != nil {
			return nil, err
		}
		var d *generate.Description
		_, err := s.Timed(ctx, b, func(ctx context.Context) (err error) {
			d, err = describer.Describe(ctx, p, generate.DescribeOptions{Budget: b.Budget, Seed: b.Seed})
			return err
		})
		if err != nil {
			return nil, err
		}
		return &DescribeResponse{newDescribe(d), d}, nil
	}, nil
}

// DedupeRequest brings puzzles.
type DedupeRequest struct {
	operations.Input
	Puzzles []object.Puzzle `json:"puzzles,omitempty" doc:"The puzzles as objects, in place of a file of them"`
}

// DedupeResponse says which are others again.
type DedupeResponse struct {
	Puzzles int             `json:"puzzles" doc:"How many there are"`
	Again   []record.Dedupe `json:"again" doc:"Those that are an earlier one again"`
}

// Dedupe finds puzzles that are the same.
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

// Seen remembers puzzles, however turned, mirrored or colored. The zero value has seen
// none.
type Seen struct {
	first map[generate.Hash]record.Dedupe
}

// Add tells of a puzzle by its id and its file, and says which one it is again, nil if
// it is new.
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
func newDescribe(d *generate.Description) record.Describe {
	out := record.Describe{
		Width: d.Width, Height: d.Height, Colors: d.Colors, Density: math.Round(d.Density*1000) / 1000, Blocks: d.Blocks,
		Status: d.Status, Hash: d.Hash.String(),
	}
	if out.Level, out.AtLeast = record.LevelOf(d.Status, d.Rating); d.Rating != nil {
		out.Score = d.Rating.Score
	}
	return out
}

// Labels are what a line of a set of puzzles says beside the puzzle itself.
type Labels struct {
	Hash     string            `json:"hash"`
	Level    teach.Level       `json:"level"`
	Score    float64           `json:"score"`
	Giveaway generate.Giveaway `json:"giveaway"`
}

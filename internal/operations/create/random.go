package create

import (
	"cmp"
	"context"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/operations"
)

// RandomOptions are the fields of kind "random".
type RandomOptions struct {
	Last    float64          `json:"last_density,omitempty" minimum:"0" maximum:"1" doc:"random: the share of filled cells on the last of several boards, if it differs from the first"`
	Shuffle generate.Shuffle `json:"shuffle,omitempty" enum:"python2,python3" doc:"random: the Python version whose boardgen makes the same boards (default python3)"`
}

const defaultDensity = 0.5

// OpenRandom converts a request to options of the library.
func OpenRandom(s *operations.Service, r *GenerateRequest) (*generate.Random, error) {
	q := *r
	q.fillSize()
	if err := q.admit(&s.Limits); err != nil {
		return nil, err
	}
	seed, err := q.Seed.Number()
	if err != nil {
		return nil, err
	}
	switch {
	case !(q.Density >= 0 && q.Density <= 1):
		return nil, operations.Errorf(operations.BadRequest, "density", "found %v, expected 0 to 1", q.Density)
	case !(q.Last >= 0 && q.Last <= 1):
		return nil, operations.Errorf(operations.BadRequest, "last_density", "found %v, expected 0 to 1", q.Last)
	}
	first := cmp.Or(q.Density, defaultDensity)
	return &generate.Random{Width: q.Width, Height: q.Height, Count: max(q.Count, 1), First: first, Last: cmp.Or(q.Last, first), Seed: seed, Shuffle: q.Shuffle}, nil
}

// generateRandom makes boards of random cells.
func generateRandom(ctx context.Context, s *operations.Service, r *GenerateRequest) (*GenerateResponse, error) {
	random, err := OpenRandom(s, r)
	if err != nil {
		return nil, err
	}
	boards, err := random.Puzzles()
	if err != nil {
		return nil, err
	}
	var list []*nonogram.Puzzle
	for p := range boards {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return generated(list...), nil
}

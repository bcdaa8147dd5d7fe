package api

import (
	"context"
	"math/big"

	"nonogram"
	"nonogram/generate"
)

// randomRequest is what kind "random" asks for besides.
type randomRequest struct {
	Density float64 `json:"density,omitempty" minimum:"0" maximum:"1" doc:"random: the share of filled cells (default 0.5)"`
	Last    float64 `json:"last_density,omitempty" minimum:"0" maximum:"1" doc:"random: the share of filled cells of the last of several boards, if it is another one"`
}

const (
	defaultDensity = 0.5
	// maxSeedDigits is more than anybody types, and little to parse.
	maxSeedDigits = 1000
)

// generateRandom makes boards of random cells, those of generate random.
func generateRandom(ctx context.Context, s *Service, r *GenerateRequest) (*GenerateResponse, error) {
	r.fillSize()
	if err := r.admit(&s.Limits); err != nil {
		return nil, err
	}
	density := r.Density
	if density == 0 {
		density = defaultDensity
	}
	last := r.Last
	if last == 0 {
		last = density
	}
	seed, err := r.seed()
	if err != nil {
		return nil, err
	}
	boards, err := generate.Random{Width: r.Width, Height: r.Height, Count: r.Count, First: density, Last: last, Seed: seed}.Puzzles()
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

// seed reads the seed, which may be longer than a machine word.
func (r *GenerateRequest) seed() (*big.Int, error) {
	seed, ok := new(big.Int).SetString(r.Seed[:min(len(r.Seed), maxSeedDigits)], 10)
	if !ok || len(r.Seed) > maxSeedDigits {
		return nil, Errorf(BadRequest, "seed", "found %.24q, expected a whole number of up to %d digits", r.Seed, maxSeedDigits)
	}
	return seed, nil
}

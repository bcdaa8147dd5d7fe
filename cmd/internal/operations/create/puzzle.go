package create

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/teach"
)

// Kind "puzzle" makes random puzzles with one solution and a given difficulty.

// RecipeOptions are the fields of kind "puzzle".
type RecipeOptions struct {
	Texture   string           `json:"texture,omitempty" enum:"things,blobs,noise" doc:"puzzle: what the first pictures show: things such as creatures, flowers and boats, blobs, or noise (default things where size, density, symmetry and technique allow)"`
	Blot      int              `json:"blot,omitempty" minimum:"0" maximum:"1000000000" doc:"puzzle: hide up to this many numbers, if uniqueness and difficulty stay the same (default 0)"`
	HideLines int              `json:"hide_lines,omitempty" minimum:"0" maximum:"1000000000" doc:"puzzle: hide the clues of up to this many lines, if uniqueness and the wanted levels stay (default 0)"`
	Hardest   *teach.Technique `json:"hardest,omitempty" doc:"puzzle: the hardest technique needed (default any)"`
	Attempts  int              `json:"attempts,omitempty" minimum:"0" maximum:"1000000000" doc:"puzzle: give up after this many attempts per puzzle, on average (default 200)"`
	Except    []object.Puzzle  `json:"except,omitempty" doc:"puzzle: make none of these, up to rotation, reflection and colors"`
}

// OpenRecipe converts a request to a recipe of the library.
func OpenRecipe(s *operations.Service, r *GenerateRequest) (*generate.Recipe, error) {
	q := *r
	shape, err := q.shape()
	if err != nil {
		return nil, err
	}
	q.fillSize()
	if err := q.admit(&s.Limits); err != nil {
		return nil, err
	}
	if q.Attempts < 0 {
		return nil, operations.Errorf(operations.BadRequest, "attempts", "found %d, expected at least 1", q.Attempts)
	}
	if q.Blot < 0 {
		return nil, operations.Errorf(operations.BadRequest, "blot", "found %d, expected a positive number", q.Blot)
	}
	if q.HideLines < 0 {
		return nil, operations.Errorf(operations.BadRequest, "hide_lines", "found %d, expected a positive number", q.HideLines)
	}
	seed, err := q.Seed.Word()
	if err != nil {
		return nil, err
	}
	known := map[generate.Hash]bool{}
	for p, err := range s.Objects("except", q.Except) {
		if err != nil {
			return nil, err
		}
		known[generate.HashOf(p)] = true
	}
	return &generate.Recipe{
		Width: q.Width, Height: q.Height, Shape: shape, Count: max(q.Count, 1), Levels: q.Levels, Hardest: q.Hardest, Density: q.Density, Colors: q.Colors,
		Symmetry: generate.Symmetry(q.Symmetry), Texture: generate.Texture(q.Texture), Blot: q.Blot, HideLines: q.HideLines, Seed: seed, Known: known, Attempts: q.Attempts,
	}, nil
}

// generatePuzzle makes as many puzzles as time allows.
func generatePuzzle(ctx context.Context, s *operations.Service, r *GenerateRequest) (*GenerateAnswer, error) {
	recipe, err := OpenRecipe(s, r)
	if err != nil {
		return nil, err
	}
	step := operations.CountSteps(ctx)
	recipe.Progress = func(made, _ int) { step(made) }
	puzzles, err := recipe.Puzzles(operations.LetTimersRun(ctx))
	if err != nil {
		return nil, err
	}
	response := &GenerateAnswer{Puzzles: []*object.Nonogram{}}
	for m, err := range puzzles {
		switch {
		case err == nil:
			response.Puzzles = append(response.Puzzles, object.New(m.Puzzle))
		case errors.Is(err, generate.ErrAttempts):
			response.Reason = err.Error()
		case errors.Is(err, context.DeadlineExceeded):
			response.Reason = "found only " + strconv.Itoa(len(response.Puzzles)) + " of " + strconv.Itoa(recipe.Count) + " puzzles in time"
		default:
			return nil, err
		}
	}
	return response, nil
}

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
func generateRandom(ctx context.Context, s *operations.Service, r *GenerateRequest) (*GenerateAnswer, error) {
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

package create

import (
	"context"
	"image"
	"math"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/generate"
	"nonogram/internal/object"
)

// Candidates of an image, all of them or one by its number.

// OpenCandidates returns the function that makes the candidates of an image, for kind "image"
// and the command.
func OpenCandidates(s *operations.Service, r *RepairRequest, number, workers int) (func(context.Context, image.Image, generate.ImageOptions) ([]*generate.Candidate, error), error) {
	b, err := (&operations.Budget{Timeout: r.Timeout, Seed: r.Seed}).Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	repair, err := r.options(b)
	if err != nil {
		return nil, err
	}
	var numbers []int
	if number > 0 {
		numbers = []int{number}
	}
	return func(ctx context.Context, img image.Image, o generate.ImageOptions) ([]*generate.Candidate, error) {
		list, err := generate.Candidates(ctx, img, o, repair, workers, numbers...)
		return list, Coded(err)
	}, nil
}

// RecordOf describes a candidate.
func RecordOf(c *generate.Candidate) record.Candidate {
	p := c.Puzzle
	return record.Candidate{
		Number: c.Number, Mode: string(c.Options.Mode), Width: p.Width(), Height: p.Height(), Inks: len(p.Palette) - 1,
		Bias: c.Options.Bias, Changed: c.Changed, Reached: c.Reached, Likeness: math.Round(100*c.Likeness) / 100, After: repairState(c.After),
	}
}

// generateCandidates makes candidates of an image for kind "image".
func generateCandidates(ctx context.Context, s *operations.Service, r *GenerateRequest, img image.Image, o generate.ImageOptions) (*GenerateAnswer, error) {
	candidates, err := OpenCandidates(s, &RepairRequest{Seed: r.Seed, Levels: r.Levels, Symmetry: r.Symmetry, RepairOptions: r.RepairOptions}, r.Candidate, 1)
	if err != nil {
		return nil, err
	}
	list, err := candidates(ctx, img, o)
	if err != nil {
		return nil, err
	}
	answer := &GenerateAnswer{}
	for _, c := range list {
		if err := s.Limits.Admit(c.Puzzle); err != nil {
			return nil, err
		}
		answer.Puzzles = append(answer.Puzzles, object.New(c.Puzzle))
		answer.Candidates = append(answer.Candidates, RecordOf(c))
	}
	return answer, nil
}

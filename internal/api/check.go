package api

import (
	"context"

	"nonogram"
	"nonogram/internal/record"
	"nonogram/teach"
)

// CheckRequest asks whether what a player has drawn is right.
type CheckRequest struct {
	Input
	Budget
	State   []string   `json:"state" doc:"What has been drawn so far: a string for every row, . empty, # or the color's symbol filled, ? open"`
	History [][]string `json:"history,omitempty" doc:"Earlier positions, the oldest first, each like state"`
}

// OpenCheck looks for wrong marks. Of a puzzle with several solutions any of them will
// do: marks are wrong only if no solution has them all.
func OpenCheck(s *Service, r *CheckRequest) (Work[*record.Position], error) {
	if len(r.State) == 0 {
		return nil, Errorf(BadRequest, "state", "found nothing, expected a string for every row")
	}
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	engine, from := b.solver(), s.from(r.State, r.History)
	return func(ctx context.Context, p *nonogram.Puzzle) (*record.Position, error) {
		options, err := begin(p, from)
		if err != nil {
			return nil, err
		}
		undecided := false
		options.Solver = func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
			result, err := engine(ctx, p, opts)
			undecided = undecided || err == nil && result.Status == nonogram.Undecided
			return result, err
		}
		var advice *teach.Advice
		elapsed, err := s.timed(ctx, b, func(ctx context.Context) (err error) {
			advice, err = teach.Hint(ctx, p, options)
			return err
		})
		if err != nil {
			return nil, err
		}
		answer := record.NewPosition(p, options.From, advice, undecided)
		answer.Elapsed = elapsed
		return &answer, nil
	}, nil
}

package api

import (
	"context"
	"strconv"
	"time"

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

func historyField(i int) string { return "history[" + strconv.Itoa(i) + "]" }

// Check looks for wrong marks. Of a puzzle with several solutions any of them will
// do: marks are wrong only if no solution has them all.
func Check(ctx context.Context, s *Service, r *CheckRequest) (*record.Position, error) {
	if len(r.State) == 0 {
		return nil, Errorf(BadRequest, "state", "found nothing, expected a string for every row")
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	p, err := s.One(&r.Input)
	if err != nil {
		return nil, err
	}
	options := teach.Options{}
	if options.From, options.History, err = s.positions(p, r.State, r.History); err != nil {
		return nil, err
	}
	ctx, cancel := r.context(ctx, &s.Limits)
	defer cancel()
	undecided := false
	engine := r.solver(&s.Limits)
	options.Solver = func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		result, err := engine(ctx, p, opts)
		undecided = undecided || err == nil && result.Status == nonogram.Undecided
		return result, err
	}
	start := time.Now()
	advice, err := teach.Hint(ctx, p, options)
	if err != nil {
		return nil, err
	}
	response := record.NewPosition(p, options.From, advice, undecided)
	response.ID, response.Elapsed = p.ID, record.InMilliseconds(time.Since(start))
	return &response, nil
}

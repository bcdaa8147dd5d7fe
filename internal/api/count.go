package api

import (
	"context"
	"math/big"
	"time"

	"nonogram/internal/record"
	"nonogram/solve"
)

// CountRequest asks for the number of solutions.
type CountRequest struct {
	Input
	Budget
}

// Count counts all solutions of a puzzle.
func Count(ctx context.Context, s *Service, r *CountRequest) (*record.Count, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	p, err := s.One(&r.Input)
	if err != nil {
		return nil, err
	}
	reason, err := Validated(p)
	if err != nil {
		return nil, err
	}
	counted := &solve.Counted{Count: new(big.Int), Exact: true}
	var elapsed time.Duration
	if reason == "" {
		ctx, cancel := r.context(ctx, &s.Limits)
		defer cancel()
		start := time.Now()
		if counted, err = solve.Count(ctx, p, r.options(&s.Limits, 0)); err != nil {
			return nil, err
		}
		elapsed, reason = time.Since(start), string(counted.Stopped)
	}
	response := record.NewCount(p, counted)
	response.ID, response.Reason, response.Elapsed = p.ID, reason, record.InMilliseconds(elapsed)
	return &response, nil
}

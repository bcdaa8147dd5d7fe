package operations

import (
	"cmp"
	"context"
	"math/big"

	"nonogram"
	"nonogram/internal/operations/record"
	"nonogram/solve"
)

// CountRequest asks for the number of solutions.
type CountRequest struct {
	Input
	Budget
}

// OpenCount counts all solutions of puzzles.
func OpenCount(s *Service, r *CountRequest) (Work[*record.Count], error) {
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	engine := new(solve.Engine)
	return func(ctx context.Context, p *nonogram.Puzzle) (*record.Count, error) {
		counted := &solve.Counted{Count: new(big.Int), Exact: true}
		t, err := s.within(ctx, b, p, func(ctx context.Context) (err error) {
			counted, err = engine.Count(ctx, p, b.Options(0))
			return err
		})
		if err != nil {
			return nil, err
		}
		answer := record.NewCount(p, counted)
		answer.Reason, answer.Elapsed = cmp.Or(t.onSight, string(counted.Stopped)), t.elapsed
		return &answer, nil
	}, nil
}

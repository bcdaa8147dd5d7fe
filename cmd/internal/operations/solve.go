package operations

import (
	"cmp"
	"context"
	"math/big"
	"strings"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
	"nonogram/solve"
)

// The operations solve and count: requests, answers, and how a method is opened for many
// puzzles.

// SolveRequest asks for the solutions of a puzzle.
type SolveRequest struct {
	Input
	Budget
	Limit  int    `json:"limit,omitempty" minimum:"0" maximum:"1000000000" doc:"How many solutions to look for: 1 for any, 2 to check uniqueness (the default), more to list them" flag:"look for <N> solutions and print them all (default 2)"`
	Method string `json:"method,omitempty" doc:"Name or number of the method, with options after colons (default engine)" example:"engine" flag:"<NAME> or number of the method, with options as NAME:OPTION, see nonogram methods (default engine)" complete:"methods"`
	Trace  int    `json:"trace,omitempty" minimum:"0" maximum:"1000000000" doc:"Report up to this many trace events" flag:"-"`
}

// SolveAnswer is the answer of solve, with a trace if requested.
type SolveAnswer struct {
	record.Solve
	Trace *Trace `json:"trace,omitempty"`
	// Result is the solver's result, for drawing.
	Result *nonogram.Result `json:"-"`
}

// Trace is the beginning of a trace.
type Trace struct {
	Events []nonogram.Event `json:"events" doc:"The trace events, in order"`
	Seen   int64            `json:"seen" doc:"The number of trace events of the run"`
}

// Method is a solving method.
type Method struct {
	// Label is its name, followed by its options.
	Label string
	// New returns a solver. It may reuse memory from puzzle to puzzle, so each goroutine
	// needs its own.
	New func() nonogram.Solver
	// Incomplete reports a method that cannot show that there is no other solution. Unless a
	// request says otherwise, it looks for one.
	Incomplete bool
}

// engineLabel is the label of the engine, the default method.
const engineLabel = "engine"

// method finds the method of a request.
func (s *Service) method(text string) (Method, error) {
	switch {
	case s.Methods != nil:
		return s.Methods(cmp.Or(text, engineLabel), s.Log)
	case text == "" || text == "0" || strings.EqualFold(text, engineLabel):
		return Method{Label: engineLabel, New: func() nonogram.Solver { return new(solve.Engine).Solve }}, nil
	}
	return Method{}, Errorf(Unsupported, "method", "found %.24q, expected %s: this module has no classic methods", text, engineLabel)
}

// OpenSolve solves puzzles.
func OpenSolve(s *Service, r *SolveRequest) (Work[*SolveAnswer], error) {
	return OpenSolveWith(s, r, nil)
}

// OpenSolveWith is OpenSolve with the help of idle cores, whose number its callers share. It
// then needs the engine. If cores is nil, any method will do.
func OpenSolveWith(s *Service, r *SolveRequest, cores *solve.Cores) (Work[*SolveAnswer], error) {
	if r.Trace < 0 {
		return nil, Errorf(BadRequest, "trace", "found %d, expected a positive number", r.Trace)
	}
	m, err := s.method(r.Method)
	if err != nil {
		return nil, err
	}
	limit := defaultLimit
	if m.Incomplete {
		limit = 1
	}
	if limit, err = s.Limits.SolutionLimit(r.Limit, limit); err != nil {
		return nil, err
	}
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	steps := recording(r.Trace, s.Limits.Events)
	switch {
	case cores != nil && m.Label != engineLabel:
		return nil, Errorf(BadRequest, "team", "it needs the engine, found the method %s", m.Label)
	case cores != nil:
		m.New = func() nonogram.Solver { return (&solve.Team{Cores: cores}).Solve }
	}
	solver := m.New()
	return func(ctx context.Context, p *nonogram.Puzzle) (*SolveAnswer, error) {
		if err := s.Limits.solutions(limit, p); err != nil {
			return nil, err
		}
		steps := steps(ctx)
		result := &nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}
		t, err := s.within(ctx, b, p, func(ctx context.Context) (err error) {
			o := b.Options(limit)
			o.Trace = steps.listener()
			result, err = solver(ctx, p, o)
			return err
		})
		if err != nil {
			return nil, err
		}
		answer := &SolveAnswer{Solve: record.NewSolve(p, result, limit > 2), Result: result}
		answer.Method, answer.Elapsed, answer.Reason = m.Label, t.elapsed, cmp.Or(t.onSight, string(result.Stopped))
		if t.onSight == "" {
			answer.Trace = steps.trace()
		}
		return answer, nil
	}, nil
}

// defaultLimit is the number of solutions that decides uniqueness.
const defaultLimit = 2

// SolutionLimit checks the number of solutions that a request asks for, and replaces 0
// by the default.
func (l *Limits) SolutionLimit(limit, byDefault int) (int, error) {
	switch {
	case limit < 0:
		return 0, Errorf(BadRequest, "limit", "found %d, expected at least 1", limit)
	case l.Solutions > 0 && limit > l.Solutions:
		return 0, Errorf(TooLarge, "limit", "found %d, the limit of this service is %d", limit, l.Solutions)
	}
	return cmp.Or(limit, byDefault), nil
}

// solutions rejects lists that would be too long.
func (l *Limits) solutions(limit int, p *nonogram.Puzzle) error {
	if most := l.AllCells; most > 0 && limit > defaultLimit && limit > most/max(p.Width()*p.Height(), 1) {
		return Errorf(TooLarge, "limit", "found a limit of %d for %d × %d cells, the limit of this service is %d cells together", limit, p.Width(), p.Height(), most)
	}
	return nil
}

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

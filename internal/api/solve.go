package api

import (
	"context"
	"io"
	"time"

	"nonogram"
	"nonogram/internal/record"
)

// SolveRequest asks for the solutions of a puzzle.
type SolveRequest struct {
	Input
	Budget
	Limit  int    `json:"limit,omitempty" minimum:"0" doc:"How many solutions to look for: 1 is content with any, 2 also tells whether it is the only one (the default), more are listed"`
	Method string `json:"method,omitempty" doc:"Name or number of the method, with options behind colons; the engine if missing" example:"engine"`
	Trace  int    `json:"trace,omitempty" minimum:"0" doc:"Report up to so many steps of the method"`
}

// SolveResponse is the line of solve --json and, on request, the steps.
type SolveResponse struct {
	record.Solve
	Trace *Trace `json:"trace,omitempty"`
}

// Trace is the beginning of a run.
type Trace struct {
	Events []nonogram.Event `json:"events" doc:"The steps in their order"`
	Seen   int64            `json:"seen" doc:"The number of steps that the run had in all"`
}

// Solve solves a puzzle.
func Solve(ctx context.Context, s *Service, r *SolveRequest) (*SolveResponse, error) {
	m, limit, err := r.plan(s)
	if err != nil {
		return nil, err
	}
	p, err := s.One(&r.Input)
	if err != nil {
		return nil, err
	}
	if most := s.Limits.AllCells; most > 0 && limit > 2 && limit > most/max(p.Width()*p.Height(), 1) {
		return nil, Errorf(TooLarge, "limit", "found %d solutions of %d × %d cells, the limit of this service is %d cells together", limit, p.Width(), p.Height(), most)
	}
	reason, err := Validated(p)
	if err != nil {
		return nil, err
	}
	response := &SolveResponse{}
	result := &nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}
	var elapsed time.Duration
	if reason == "" {
		ctx, cancel := r.context(ctx, &s.Limits)
		defer cancel()
		options := r.options(&s.Limits, limit)
		steps := newRecorder(ctx, atMost(r.Trace, s.Limits.Events), r.Trace > 0)
		options.Trace = steps.listener()
		start := time.Now()
		if result, err = m.New()(ctx, p, options); err != nil {
			return nil, err
		}
		elapsed, reason, response.Trace = time.Since(start), string(result.Stopped), steps.trace()
	}
	response.Solve = record.NewSolve(p, result, limit > 2)
	response.ID, response.Method, response.Reason, response.Elapsed = p.ID, m.Name, reason, record.InMilliseconds(elapsed)
	return response, nil
}

// plan finds the method and the number of solutions to look for.
func (r *SolveRequest) plan(s *Service) (m *Method, limit int, err error) {
	if err := r.check(); err != nil {
		return nil, 0, err
	}
	limit = r.Limit
	if limit == 0 {
		limit = 2
	}
	switch most := s.Limits.Solutions; {
	case limit < 0:
		return nil, 0, Errorf(BadRequest, "limit", "found %d, expected at least 1", limit)
	case most > 0 && limit > most:
		return nil, 0, Errorf(TooLarge, "limit", "found %d, the limit of this service is %d", limit, most)
	case r.Trace < 0:
		return nil, 0, Errorf(BadRequest, "trace", "found %d, expected a positive number", r.Trace)
	}
	name := r.Method
	if name == "" {
		name = engineMethod.Name
	}
	m, err = MethodNamed(name, io.Discard)
	return m, limit, err
}

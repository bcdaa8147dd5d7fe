package api

import (
	"context"
	"time"

	"nonogram"
	"nonogram/internal/record"
	"nonogram/solve"
	"nonogram/teach"
)

// The operations that solve as people do: rate, explain and hint.

// RateRequest asks how difficult a puzzle is.
type RateRequest struct {
	Input
	Budget
}

// ExplainRequest asks for all steps to the solution.
type ExplainRequest struct {
	Input
	Budget
	State []string `json:"state,omitempty" doc:"What has been drawn so far: a string for every row, . empty, # or the color's symbol filled, ? open"`
}

// HintRequest asks what to do next.
type HintRequest struct {
	Input
	Budget
	State   []string   `json:"state,omitempty" doc:"What has been drawn so far: a string for every row, . empty, # or the color's symbol filled, ? open"`
	History [][]string `json:"history,omitempty" doc:"Earlier positions, the oldest first, each like state"`
	Level   int        `json:"level,omitempty" minimum:"0" maximum:"4" doc:"How much to give away: 1 the line (the default), 2 the technique, 3 the cells, 4 what they are and why"`
}

// solver is the engine within the budget, for the package teach, which asks it
// where suppositions do not help.
func (b *Budget) solver(l *Limits) nonogram.Solver {
	engine := new(solve.Engine)
	return func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		options := b.options(l, opts.Limit)
		options.Trace = newRecorder(ctx, 0, false).listener()
		return engine.Solve(ctx, p, options)
	}
}

// Rate says how difficult a puzzle is.
func Rate(ctx context.Context, s *Service, r *RateRequest) (*record.Rate, error) {
	p, reason, err := s.taught(&r.Input, &r.Budget)
	if err != nil {
		return nil, err
	}
	rating := &teach.Rating{Status: nonogram.Unsolvable}
	var elapsed time.Duration
	if reason == "" {
		ctx, cancel := r.context(ctx, &s.Limits)
		defer cancel()
		start := time.Now()
		if rating, err = teach.Rate(ctx, p, teach.Options{Solver: r.solver(&s.Limits)}); err != nil {
			return nil, err
		}
		elapsed = time.Since(start)
	}
	response := record.NewRate(p, rating)
	response.ID, response.Reason, response.Elapsed = p.ID, reason, record.InMilliseconds(elapsed)
	return &response, nil
}

// taught reads and validates the puzzle of a request.
func (s *Service) taught(in *Input, b *Budget) (p *nonogram.Puzzle, reason string, err error) {
	if err := b.check(); err != nil {
		return nil, "", err
	}
	if p, err = s.One(in); err != nil {
		return nil, "", err
	}
	reason, err = Validated(p)
	return p, reason, err
}

// Explain gives all steps to the solution.
func Explain(ctx context.Context, s *Service, r *ExplainRequest) (*record.Explain, error) {
	p, reason, err := s.taught(&r.Input, &r.Budget)
	if err != nil {
		return nil, err
	}
	from, err := drawn(p, r.State)
	if err != nil {
		return nil, err
	}
	explanation := &teach.Explanation{Status: nonogram.Unsolvable}
	var elapsed time.Duration
	if reason == "" {
		ctx, cancel := r.context(ctx, &s.Limits)
		defer cancel()
		start := time.Now()
		if explanation, err = teach.Explain(ctx, p, teach.Options{Solver: r.solver(&s.Limits), From: from}); err != nil {
			return nil, err
		}
		elapsed = time.Since(start)
	}
	response := record.NewExplain(p, explanation)
	response.ID, response.Reason, response.Elapsed = p.ID, reason, record.InMilliseconds(elapsed)
	return &response, nil
}

// Hint says what to do next, or what is wrong.
func Hint(ctx context.Context, s *Service, r *HintRequest) (*record.Hint, error) {
	level := r.Level
	if level == 0 {
		level = teach.TipLine
	}
	if level < teach.TipLine || level > teach.TipWhy {
		return nil, Errorf(BadRequest, "level", "found %d, expected %d to %d", level, teach.TipLine, teach.TipWhy)
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	p, err := s.One(&r.Input)
	if err != nil {
		return nil, err
	}
	options := teach.Options{Solver: r.solver(&s.Limits)}
	if options.From, options.History, err = s.positions(p, r.State, r.History); err != nil {
		return nil, err
	}
	ctx, cancel := r.context(ctx, &s.Limits)
	defer cancel()
	start := time.Now()
	advice, err := teach.Hint(ctx, p, options)
	if err != nil {
		return nil, err
	}
	response := record.NewHint(p, advice, level)
	response.ID, response.Elapsed = p.ID, record.InMilliseconds(time.Since(start))
	return &response, nil
}

// positions reads where the player is, and where the player was.
func (s *Service) positions(p *nonogram.Puzzle, state []string, history [][]string) (now *nonogram.Grid, past []*nonogram.Grid, err error) {
	if most := s.Limits.Positions; most > 0 && len(history) > most {
		return nil, nil, Errorf(TooLarge, "history", "found %d positions, the limit of this service is %d", len(history), most)
	}
	if now, err = drawn(p, state); err != nil {
		return nil, nil, err
	}
	for i, rows := range history {
		g, err := record.ParseGrid(historyField(i), rows, p.Width(), p.Height(), p.Palette)
		if err != nil {
			return nil, nil, asRequest(err)
		}
		past = append(past, g)
	}
	return now, past, nil
}

package operations

import (
	"cmp"
	"context"
	"strconv"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
	"nonogram/solve"
	"nonogram/teach"
)

// The operations that solve as people do are rate, explain and hint.

// RateRequest asks how difficult a puzzle is.
type RateRequest struct {
	Input
	Budget
}

// LanguageOption selects the language of an answer's text.
type LanguageOption struct {
	Language string `json:"language,omitempty" query:"language" doc:"The language of names and sentences: en (the default), de, es, fr, ja, zh or zh-Hant, or a tag such as de-AT that implies one of them" example:"de"`
}

func (t *LanguageOption) language() (teach.Language, error) { return ParseLanguage(t.Language) }

// ParseLanguage reads the tag of a language; none is English.
func ParseLanguage(tag string) (l teach.Language, err error) {
	if tag == "" {
		return l, nil
	}
	if err := l.UnmarshalText([]byte(tag)); err != nil {
		return l, Errorf(BadRequest, "language", "%v", err)
	}
	return l, nil
}

// ExplainRequest asks for all steps to the solution.
type ExplainRequest struct {
	Input
	Budget
	LanguageOption
	State []string `json:"state,omitempty" doc:"The current position: a string for every row, . empty, # or the color's symbol filled, ? open" flag:"-"`
}

// HintRequest asks what to do next.
type HintRequest struct {
	Input
	Budget
	LanguageOption
	State   []string   `json:"state,omitempty" doc:"The current position: a string for every row, . empty, # or the color's symbol filled, ? open" flag:"-"`
	History [][]string `json:"history,omitempty" doc:"Earlier positions, the oldest first, each like state" flag:"-"`
	Grade   int        `json:"grade,omitempty" minimum:"0" maximum:"4" doc:"How much to reveal: 1 the line (the default), 2 the technique, 3 the cells, 4 their colors and the reason" flag:"how much to give away, from 1 (the default) to <N> = 4"`
	// Tip and Level are former names of Grade.
	Tip   int `json:"tip,omitempty" minimum:"0" maximum:"4" hidden:"true" deprecated:"true"`
	Level int `json:"level,omitempty" minimum:"0" maximum:"4" hidden:"true" deprecated:"true"`
}

// solver returns the engine within the budget, for package teach, which calls it when
// suppositions do not help.
func (b *Bounds) solver() nonogram.Solver {
	engine := new(solve.Engine)
	return func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		options := b.Options(opts.Limit)
		options.Trace = watching(ctx).listener()
		return engine.Solve(ctx, p, options)
	}
}

// early returns a solver that gives up after half of the time.
func (b *Bounds) early(solver nonogram.Solver) nonogram.Solver {
	half := *b
	half.Timeout /= 2
	return func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		ctx, cancel := half.Context(ctx)
		defer cancel()
		return solver(ctx, p, opts)
	}
}

// OpenRate rates the difficulty of puzzles.
func OpenRate(s *Service, r *RateRequest) (Work[*record.Rate], error) {
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	options := teach.Options{Solver: b.solver()}
	return func(ctx context.Context, p *nonogram.Puzzle) (*record.Rate, error) {
		rating := &teach.Rating{Status: nonogram.Unsolvable}
		t, err := s.within(ctx, b, p, func(ctx context.Context) (err error) {
			rating, err = teach.Rate(ctx, p, options)
			return err
		})
		if err != nil {
			return nil, err
		}
		answer := record.NewRate(p, rating)
		answer.Reason, answer.Elapsed = t.onSight, t.elapsed
		return &answer, nil
	}, nil
}

// ExplainAnswer is the line of explain --json.
type ExplainAnswer struct {
	record.Explain
	// Explanation is the library's result, for drawing.
	Explanation *teach.Explanation `json:"-"`
}

// From returns the positions of a player for a puzzle, the oldest first: from the request,
// or from a file on the command line.
type From func(p *nonogram.Puzzle) ([]*nonogram.Grid, error)

// OpenExplain explains all steps to the solutions of puzzles.
func OpenExplain(s *Service, r *ExplainRequest) (Work[*ExplainAnswer], error) {
	return OpenExplainFrom(s, r, s.from(r.State, nil))
}

// OpenExplainFrom is OpenExplain with positions that are not in the request.
func OpenExplainFrom(s *Service, r *ExplainRequest, from From) (Work[*ExplainAnswer], error) {
	language, err := r.language()
	if err != nil {
		return nil, err
	}
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	solver := b.solver()
	return func(ctx context.Context, p *nonogram.Puzzle) (*ExplainAnswer, error) {
		options, err := begin(p, from)
		if err != nil {
			return nil, err
		}
		options.Solver, options.History, options.Language = solver, nil, language
		e := &teach.Explanation{Status: nonogram.Unsolvable, Language: language}
		t, err := s.within(ctx, b, p, func(ctx context.Context) (err error) {
			e, err = teach.Explain(ctx, p, options)
			return err
		})
		if err != nil {
			return nil, err
		}
		answer := &ExplainAnswer{record.NewExplain(p, e), e}
		answer.Reason, answer.Elapsed = t.onSight, t.elapsed
		return answer, nil
	}, nil
}

// OpenHint suggests the next step, or reports mistakes.
func OpenHint(s *Service, r *HintRequest) (Work[*record.Hint], error) {
	return OpenHintFrom(s, r, s.from(r.State, r.History))
}

// OpenHintFrom is OpenHint with positions that are not in the request.
func OpenHintFrom(s *Service, r *HintRequest, from From) (Work[*record.Hint], error) {
	language, err := r.language()
	if err != nil {
		return nil, err
	}
	grade := cmp.Or(r.Grade, r.Tip, r.Level, 1)
	if grade < 1 || grade > 4 {
		return nil, Errorf(BadRequest, "grade", "found %d, expected %d to %d", grade, 1, 4)
	}
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	solver := b.solver()
	return func(ctx context.Context, p *nonogram.Puzzle) (*record.Hint, error) {
		options, err := begin(p, from)
		if err != nil {
			return nil, err
		}
		options.Solver, options.Checker, options.Language = solver, b.early(solver), language
		var advice *teach.Advice
		elapsed, err := s.Timed(ctx, b, func(ctx context.Context) (err error) {
			advice, err = teach.Hint(ctx, p, options)
			return err
		})
		if err != nil {
			return nil, err
		}
		answer := record.NewHint(p, advice, language, grade)
		answer.Elapsed = elapsed
		return &answer, nil
	}, nil
}

// begin sets the last position as the start and the others as the history.
func begin(p *nonogram.Puzzle, from From) (o teach.Options, err error) {
	positions, err := from(p)
	if last := len(positions) - 1; err == nil && last >= 0 {
		o.From, o.History = positions[last], positions[:last]
	}
	return o, err
}

// from returns the positions of a request; there are none without a state and a history.
func (s *Service) from(state []string, history [][]string) From {
	return func(p *nonogram.Puzzle) (positions []*nonogram.Grid, err error) {
		if most := s.Limits.Positions; most > 0 && len(history) > most {
			return nil, Errorf(TooLarge, "history", "found %d positions, the limit of this service is %d", len(history), most)
		}
		if len(state) == 0 && len(history) == 0 {
			return nil, nil
		}
		now := nonogram.NewGrid(p.Width(), p.Height())
		if len(state) > 0 {
			if now, err = record.ParseGrid("state", state, p.Width(), p.Height(), p.Palette); err != nil {
				return nil, AsRequest(err)
			}
		}
		for i, rows := range history {
			g, err := record.ParseGrid("history["+strconv.Itoa(i)+"]", rows, p.Width(), p.Height(), p.Palette)
			if err != nil {
				return nil, AsRequest(err)
			}
			positions = append(positions, g)
		}
		return append(positions, now), nil
	}
}

// Nothing is a request without fields.
type Nothing struct{}

// TechniquesAnswer is the catalog of techniques.
type TechniquesAnswer struct {
	Language   teach.Language `json:"language" doc:"The language of names and summaries"`
	Techniques []Technique    `json:"techniques" doc:"The easiest first"`
	Levels     []string       `json:"levels" doc:"The names of the levels of difficulty, the easiest first"`
}

// Technique is an entry of the catalog.
type Technique struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Summary    string  `json:"summary"`
	Cost       float64 `json:"cost" doc:"The effort of one use; reading a clue has effort 1"`
	SingleLine bool    `json:"single_line" doc:"It looks at one line only"`
}

// Techniques lists the techniques of hints and ratings.
func Techniques(_ context.Context, _ *Service, option *LanguageOption) (*TechniquesAnswer, error) {
	language, err := option.language()
	if err != nil {
		return nil, err
	}
	r := &TechniquesAnswer{Language: language}
	for _, t := range teach.Techniques() {
		t = language.Technique(t.Technique)
		r.Techniques = append(r.Techniques, Technique{t.ID, t.Name, t.Summary, t.Cost, t.Technique.SingleLine()})
	}
	for _, l := range teach.Levels() {
		r.Levels = append(r.Levels, l.String())
	}
	return r, nil
}

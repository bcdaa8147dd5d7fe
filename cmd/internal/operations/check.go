package operations

import (
	"context"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
	"nonogram/teach"
)

// The operation check: which marks of a player are wrong, and with score how good an answer
// is. It takes about as long as solving the puzzle.

// CheckRequest asks whether a player's marks are right.
type CheckRequest struct {
	Input
	Budget
	State   []string   `json:"state,omitempty" doc:"The current position: a string for every row, . empty, # or the color's symbol filled, ? open"`
	History [][]string `json:"history,omitempty" doc:"Earlier positions, the oldest first, each like state"`
	Moves   []string   `json:"moves,omitempty" doc:"Moves in place of state and history: a cell as r3c4 #, or a line from its start as r3 .## or c4 #?#"`
	Score   bool       `json:"score,omitempty" doc:"Grade it as well: solved, cells, lines, and the first wrong move or position"`
}

// OpenCheck looks for wrong marks. If a puzzle has several solutions, marks are wrong only
// if no solution has them all.
func OpenCheck(s *Service, r *CheckRequest) (Work[*record.Position], error) {
	switch {
	case len(r.Moves) > 0 && (len(r.State) > 0 || len(r.History) > 0):
		return nil, Errorf(BadRequest, "moves", "found state or history too, expected only one of them")
	case len(r.Moves) == 0 && len(r.State) == 0:
		return nil, Errorf(BadRequest, "state", "found nothing, expected a string for every row")
	}
	b, err := r.Budget.Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	engine, from := b.solver(), s.from(r.State, r.History)
	return func(ctx context.Context, p *nonogram.Puzzle) (*record.Position, error) {
		moves, err := record.ParseMoves("moves", r.Moves, p)
		if err != nil {
			return nil, AsRequest(err)
		}
		options, err := begin(p, from)
		if err != nil {
			return nil, err
		}
		if len(moves) > 0 {
			options.From = played(p, moves)
		} else {
			moves = movesOf(append(options.History, options.From))
		}
		undecided := false
		options.Solver = func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
			result, err := engine(ctx, p, opts)
			undecided = undecided || err == nil && result.Status == nonogram.Undecided
			return result, err
		}
		var answer record.Position
		answer.Elapsed, err = s.Timed(ctx, b, func(ctx context.Context) error {
			advice, err := teach.Hint(ctx, p, options)
			if err != nil {
				return err
			}
			answer = record.NewPosition(p, options.From, advice, undecided)
			if !r.Score || answer.Status == record.Undecided {
				return nil
			}
			answer.Score, err = score(ctx, p, options, moves, &answer)
			return err
		})
		if err != nil {
			return nil, err
		}
		return &answer, nil
	}, nil
}

// score grades a position and the moves that led to it.
func score(ctx context.Context, p *nonogram.Puzzle, o teach.Options, moves [][]teach.Mark, found *record.Position) (*record.Score, error) {
	s := record.NewScore(p, o.From, found)
	s.Moves = len(moves)
	if found.Status == record.Unsolvable {
		return s, nil
	}
	first, decided, err := firstWrong(ctx, p, moves, o.Solver)
	switch {
	case err != nil:
		return nil, err
	case !decided:
		return nil, nil
	case first < len(moves):
		s.FirstWrong = first + 1
	}
	return s, nil
}

// played returns the position that the moves lead to.
func played(p *nonogram.Puzzle, moves [][]teach.Mark) *nonogram.Grid {
	g := nonogram.NewGrid(p.Width(), p.Height())
	for _, move := range moves {
		for _, m := range move {
			g.Set(m.Cell.Row, m.Cell.Col, m.Color)
		}
	}
	return g
}

// movesOf returns the marks added from each position to the next, beginning with an empty
// grid.
func movesOf(positions []*nonogram.Grid) [][]teach.Mark {
	moves := make([][]teach.Mark, len(positions))
	for i, g := range positions {
		for at, c := range g.Cells {
			if i == 0 && c != nonogram.Unknown || i > 0 && c != positions[i-1].Cells[at] {
				cell := nonogram.Cell{Row: at / g.Width, Col: at % g.Width}
				moves[i] = append(moves[i], teach.Mark{Cell: cell, Color: c})
			}
		}
	}
	return moves
}

// firstWrong returns the index of the first move after which no solution has all marks, or
// len(moves) if there is none. A move is a set of marks; the color Unknown removes a mark.
// decided is false if the solver was interrupted before a wrong move was found.
//
// firstWrong keeps one solution while the marks agree with it, so it calls the solver once,
// and again only for moves that are wrong or belong to another solution.
func firstWrong(ctx context.Context, p *nonogram.Puzzle, moves [][]teach.Mark, solver nonogram.Solver) (first int, decided bool, err error) {
	q := *p
	q.Goal = nil
	state := nonogram.NewGrid(p.Width(), p.Height())
	given := state.Clone()
	if p.Given != nil {
		copy(given.Cells, p.Given.Cells)
		copy(state.Cells, given.Cells)
	}
	var witness *nonogram.Grid
	for i, move := range moves {
		agrees := witness != nil
		for _, m := range move {
			at := m.Cell.Row*state.Width + m.Cell.Col
			if g := given.Cells[at]; g != nonogram.Unknown && m.Color != g {
				if m.Color == nonogram.Unknown {
					continue // given cells stay
				}
				return i, true, nil
			}
			state.Cells[at] = m.Color
			agrees = agrees && (m.Color == nonogram.Unknown || witness.Cells[at] == m.Color)
		}
		if agrees {
			continue
		}
		q.Given = state.Clone()
		result, err := solver(ctx, &q, nonogram.Options{Limit: 1})
		switch {
		case err != nil:
			return i, false, err
		case result.Status == nonogram.Unsolvable:
			return i, true, nil
		case len(result.Solutions) == 0:
			return i, false, nil
		}
		witness = result.Solutions[0]
	}
	return len(moves), true, nil
}

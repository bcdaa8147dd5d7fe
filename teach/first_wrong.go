package teach

import (
	"context"

	"nonogram"
)

// FirstWrong finds the first of a player's moves, in order, after which no solution has
// all that is drawn. A move is some marks at once; one with the color Unknown takes a mark
// back. It is len(moves) if there is none, and decided is false if the solver came to no
// end before one was found.
//
// One solution is kept in mind as long as the marks agree with it, so the solver is asked
// once, and again only for moves that are wrong or leave that solution for another.
func FirstWrong(ctx context.Context, p *nonogram.Puzzle, moves [][]Mark, solver nonogram.Solver) (first int, decided bool, err error) {
	state, _, err := drawing(p, nil)
	if err != nil {
		return 0, false, err
	}
	c := checker{ctx: ctx, p: p, solver: solver}
	var witness *nonogram.Grid
	for i, move := range moves {
		agrees := witness != nil
		for _, m := range move {
			at := m.Cell.Row*state.Width + m.Cell.Col
			if g := c.given(at); g != nonogram.Unknown && m.Color != g {
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
		result, err := c.solve(state.Clone(), 1)
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

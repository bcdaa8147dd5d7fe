package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"nonogram"
)

// All finds the solutions of a puzzle one after another, in the order of the search, each
// checked by [nonogram.Check]. It ends after the last one, or after opts.Limit solutions if
// the limit is positive. An error comes last, with a nil grid: the puzzle is invalid, or the
// context or a budget has ended the search before it knew that there is no other solution.
//
// The search remembers the solutions that it has passed, so that
// Budget.Memory bounds how far it goes. To know how many there are, call [Count].
func All(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) iter.Seq2[*nonogram.Grid, error] {
	return func(yield func(*nonogram.Grid, error) bool) {
		if opts.Limit <= 0 {
			opts.Limit = math.MaxInt
		}
		var wrong error
		left := false // the caller has left the loop
		r, err := new(Engine).start(ctx, p, opts, nil, func(g *nonogram.Grid) bool {
			if wrong = nonogram.Check(p, g); wrong != nil {
				return false
			}
			left = !yield(g, nil)
			return !left
		})
		switch {
		case left:
		case wrong != nil:
			yield(nil, failedCheck(wrong))
		case err != nil:
			yield(nil, err)
		case r.Stopped != nonogram.StopNone:
			yield(nil, fmt.Errorf("the search for solutions has stopped: %w", cmp.Or(context.Cause(ctx), errors.New(string(r.Stopped)))))
		}
	}
}

package generate

import (
	"context"
	"errors"
	"iter"

	"nonogram/internal/pipeline"
)

// aheadPerWorker bounds how many attempts a worker is ahead of the results.
const aheadPerWorker = 4

var errStop = errors.New("no more results are wanted")

// attempts makes the attempts of a recipe, in order, until the context ends. All goroutines
// have ended when it returns.
func (r *Recipe) attempts(ctx context.Context) iter.Seq[*Made] {
	numbers := func(yield func(int) bool) {
		for i := 0; i < r.Attempts*r.Count && yield(i); i++ {
		}
	}
	ahead := max(r.Workers, 1) * aheadPerWorker
	options := pipeline.Options[int]{Workers: r.Workers, Weight: func(int) int { return pipeline.Window / ahead }}
	return func(yield func(*Made) bool) {
		newWork := func() pipeline.Work[int, *Made] { return r.attempt }
		_ = pipeline.Each(ctx, numbers, options, newWork, func(_ int, m *Made) error {
			if ctx.Err() != nil || !yield(m) {
				return errStop
			}
			return nil
		})
	}
}

// Package solve is the engine. (Signatures only for the moment; the engine is being written.)
package solve

import (
	"context"
	"math/big"

	"nonogram"
)

// Engine solves puzzles one after another and keeps its memory between them.
// The zero value is ready. An Engine must not be used by two goroutines at once;
// make one for each.
type Engine struct{}

// Solve answers how many solutions the puzzle has, up to opts.Limit, and shows them.
func (e *Engine) Solve(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
	return &nonogram.Result{}, nil
}

// Solve is Engine.Solve with a fresh engine.
func Solve(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
	return new(Engine).Solve(ctx, p, opts)
}

// Counted is the answer of Count.
type Counted struct {
	Count   *big.Int            // the number of solutions, or a lower bound if not Exact
	Exact   bool                // false if a budget or the context ended the count
	Stopped nonogram.StopReason // why it is not exact
	Stats   nonogram.Stats
}

// Count gives the exact number of solutions.
func Count(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*Counted, error) {
	return &Counted{Count: new(big.Int)}, nil
}

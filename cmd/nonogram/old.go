package main

import (
	"context"
	"iter"

	"nonogram"
	"nonogram/internal/record"
	"nonogram/pipeline"
	"nonogram/solve"
)

// What the commands use that do not ask operations yet.

// work does something with an item of the input.
type work[T any] = pipeline.Work[item, T]

// forEach works on all items of the input.
func forEach[T any](ctx context.Context, items iter.Seq[item], workers int, newWork func() work[T], emit func(item, T) error) error {
	return pipeline.Each(ctx, items, pipeline.Options[item]{Workers: workers, Weight: weight}, newWork, emit)
}

// eachPuzzle works on all puzzles of the input, with a progress line, and sums up the
// exit status.
func eachPuzzle[T interface{ exit() exitStatus }](ctx context.Context, a *app, verb string, in *inputs, workers int, newWork func() work[T], emit func(item, T) error) error {
	bar := newProgress(a, verb, in)
	var status exitStatus
	err := forEach(ctx, in.items(a), workers, newWork, func(it item, result T) error {
		defer bar.step()
		status.add(result.exit())
		return emit(it, result)
	})
	bar.finish()
	if ctx.Err() != nil {
		status.add(exitUndecided)
	}
	if err != nil {
		return err
	}
	return status.err()
}

func (l *limits) options(limit int) nonogram.Options {
	return nonogram.Options{Limit: limit, Seed: l.seed, Budget: nonogram.Budget{Conflicts: l.conflicts, Memory: l.memory << 20}}
}

// context is the time that one puzzle may take.
func (l *limits) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, l.timeout)
}

// solver is the engine with the budget and the seed of the flags.
func (l *limits) solver(engine *solve.Engine) nonogram.Solver {
	return func(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
		return engine.Solve(ctx, p, l.options(opts.Limit))
	}
}

// exitOf is the exit status for a verdict.
func exitOf(s nonogram.Status) exitStatus { return exitStatus(record.CodeOf(s)) }

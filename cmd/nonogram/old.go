package main

import (
	"context"
	"iter"

	"nonogram"
	"nonogram/internal/record"
	"nonogram/pipeline"
)

// What the commands use that do not ask operations yet.

// work does something with an item of the input.
type work[T any] = pipeline.Work[item, T]

// forEach works on all items of the input.
func forEach[T any](ctx context.Context, items iter.Seq[item], workers int, newWork func() work[T], emit func(item, T) error) error {
	return pipeline.Each(ctx, items, pipeline.Options[item]{Workers: workers, Weight: weight}, newWork, emit)
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

// exitOf is the exit status for a verdict.
func exitOf(s nonogram.Status) exitStatus { return exitStatus(record.CodeOf(s)) }

package main

import (
	"context"
	"iter"

	"nonogram/pipeline"
)

// What commands on many puzzles have in common: workers, results in input order, a
// progress line, the gravest status.

// work does something with an item of the input.
type work[T any] = pipeline.Work[item, T]

// forEach works on all items of the input.
func forEach[T any](ctx context.Context, items iter.Seq[item], workers int, newWork func() work[T], emit func(item, T) error) error {
	return pipeline.Each(ctx, items, pipeline.Options[item]{Workers: workers, Weight: weight}, newWork, emit)
}

// eachPuzzle is what most commands do: it works on all puzzles of the input, with a
// progress line, prints what came of them in input order, and sums up the exit
// status.
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

// cellsPerPart is what a part of the pipeline's window stands for. So about a million
// cells are in flight, which with clues and two solutions each is some tens of
// megabytes.
const cellsPerPart = 1024

// weight is how much of the window an item takes.
func weight(it item) int {
	if it.puzzle == nil {
		return 1
	}
	return 1 + it.puzzle.Width()*it.puzzle.Height()/cellsPerPart
}

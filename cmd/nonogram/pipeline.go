package main

import (
	"context"
	"iter"
	"sync"
)

// The pipeline runs a piece of work on every item of the input and hands the
// results on in input order:
//
//	items ─▶ queue ─▶ workers ─▶ each task's own channel
//	     └─▶ order ─────────────▶ emit, task by task
//
// Any number of puzzles passes through in bounded memory: an item takes tokens
// for its size before it enters and gives them back once it has been emitted. So
// one hard puzzle at the head holds up the output, but the other workers go on
// until the window is full.
//
// A cancelled context stops the reading; work under way sees the same context
// and comes back early, and what has not begun is dropped. One worker means no
// goroutine at all: read, work, emit, in turn.

const (
	// cellsPerToken is what one token stands for; smaller puzzles take one.
	cellsPerToken = 1024
	// windowTokens bounds the items in flight to about a million cells, which
	// with clues and two solutions each is some tens of megabytes.
	windowTokens = 1024
)

// work does something with an item. Each worker has its own, so it may keep
// memory between items.
type work[T any] func(ctx context.Context, it item) T

type task[T any] struct {
	item   item
	tokens int
	result chan T // closed without a value if the task was dropped
}

// forEach runs the pipeline. An error of emit ends it.
func forEach[T any](ctx context.Context, items iter.Seq[item], workers int, newWork func() work[T], emit func(item, T) error) error {
	return forEachIdling(ctx, items, workers, newWork, func(int) {}, emit)
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

// forEachIdling is forEach that says how many workers have nothing to do for the
// rest of the input, as they become so. One worker is never told to be idle.
func forEachIdling[T any](ctx context.Context, items iter.Seq[item], workers int, newWork func() work[T], idle func(n int), emit func(item, T) error) error {
	if workers == 1 {
		return inTurn(ctx, items, newWork(), emit)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &pipeline[T]{
		window:  make(chan struct{}, windowTokens),
		queue:   make(chan *task[T], windowTokens),
		order:   make(chan *task[T], windowTokens),
		newWork: newWork,
		idle:    idle,
	}
	p.group.Go(func() { p.read(ctx, items, workers) })
	defer p.group.Wait()
	for t := range p.order {
		result, ok := <-t.result
		p.release(t)
		if !ok {
			continue
		}
		if err := emit(t.item, result); err != nil {
			cancel()
			return err
		}
	}
	return nil
}

func inTurn[T any](ctx context.Context, items iter.Seq[item], do work[T], emit func(item, T) error) error {
	for it := range items {
		if ctx.Err() != nil {
			return nil
		}
		if err := emit(it, do(ctx, it)); err != nil {
			return err
		}
	}
	return nil
}

type pipeline[T any] struct {
	window  chan struct{} // one token per entry
	queue   chan *task[T]
	order   chan *task[T]
	newWork func() work[T]
	idle    func(n int)
	group   sync.WaitGroup
}

// read feeds the queue, and starts a worker for each of the first items: a
// single puzzle does not pay for several workers.
func (p *pipeline[T]) read(ctx context.Context, items iter.Seq[item], workers int) {
	defer close(p.order)
	defer close(p.queue)
	for it := range items {
		t := &task[T]{item: it, tokens: tokens(it), result: make(chan T, 1)}
		if !p.acquire(ctx, t) {
			return
		}
		p.queue <- t
		p.order <- t
		if workers > 0 {
			workers--
			p.group.Go(func() { p.work(ctx) })
		}
	}
	p.idle(workers)
}

func (p *pipeline[T]) work(ctx context.Context) {
	do := p.newWork()
	for t := range p.queue {
		if ctx.Err() == nil {
			t.result <- do(ctx, t.item)
		}
		close(t.result)
	}
	p.idle(1)
}

func tokens(it item) int {
	if it.puzzle == nil {
		return 1
	}
	cells := it.puzzle.Width() * it.puzzle.Height()
	return min(1+cells/cellsPerToken, windowTokens)
}

func (p *pipeline[T]) acquire(ctx context.Context, t *task[T]) bool {
	for range t.tokens {
		select {
		case p.window <- struct{}{}:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

func (p *pipeline[T]) release(t *task[T]) {
	for range t.tokens {
		<-p.window
	}
}

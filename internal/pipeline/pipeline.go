// Package pipeline processes a sequence with several workers and emits the results in the
// order of the items:
//
//	items ─▶ queue ─▶ workers ─▶ each task's own channel
//	     └─▶ order ─────────────▶ emit, task by task
//
// Memory is bounded: an item takes a share of a window when it enters and returns it when
// it is emitted. A hard puzzle at the front delays the output, but the other workers
// continue until the window is full.
//
// Cancelling the context stops the reading and, through the same context, the work; items
// that have not begun are dropped. With one worker there are no goroutines. A panic of the work
// becomes one of Each, which the caller may recover from.
//
// An item costs two channel sends and a channel, less than a microsecond.
package pipeline

import (
	"context"
	"iter"
	"sync"
)

// Work processes an item. Each worker has its own, which may reuse memory. Errors are part
// of the result.
type Work[T, R any] func(ctx context.Context, item T) R

// Options configures a pipeline. The zero value means one worker.
type Options[T any] struct {
	// Workers is the number of concurrent workers; below 2 all work is done in the goroutine
	// of the caller.
	Workers int
	// Weight is the share of the Window that an item takes, by its memory; nil or less than 1
	// means 1.
	Weight func(item T) int
	// Idle, if it is not nil, is called with the number of workers that have run out of items,
	// from any goroutine. A single worker never calls it.
	Idle func(n int)
}

// Window is the total weight of items that are read but not emitted.
const Window = 1024

// Each processes all items and emits each with its result, in order, in the goroutine of
// the caller. It returns the first error of emit.
func Each[T, R any](ctx context.Context, items iter.Seq[T], o Options[T], newWork func() Work[T, R], emit func(T, R) error) error {
	if o.Workers < 2 {
		return inTurn(ctx, items, newWork(), emit)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &pipeline[T, R]{
		Options: o,
		window:  make(chan struct{}, Window),
		queue:   make(chan *task[T, R], Window),
		order:   make(chan *task[T, R], Window),
		newWork: newWork,
	}
	p.group.Go(func() { p.read(ctx, items) })
	defer p.group.Wait()
	for t := range p.order {
		result, ok := <-t.result
		p.release(t)
		if t.fault != nil {
			cancel()
			panic(t.fault)
		}
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

func inTurn[T, R any](ctx context.Context, items iter.Seq[T], do Work[T, R], emit func(T, R) error) error {
	for item := range items {
		if ctx.Err() != nil {
			return nil
		}
		if err := emit(item, do(ctx, item)); err != nil {
			return err
		}
	}
	return nil
}

type pipeline[T, R any] struct {
	Options[T]
	window  chan struct{} // an entry for each taken part of the window
	queue   chan *task[T, R]
	order   chan *task[T, R]
	newWork func() Work[T, R]
	group   sync.WaitGroup
}

type task[T, R any] struct {
	item   T
	weight int
	result chan R // closed without a value if the task was dropped
	fault  any    // the value of a panic of the work
}

// read fills the queue and starts a worker for each of the first items, so that a single
// puzzle starts only one.
func (p *pipeline[T, R]) read(ctx context.Context, items iter.Seq[T]) {
	defer close(p.order)
	defer close(p.queue)
	waiting := p.Workers
	for item := range items {
		t := &task[T, R]{item: item, weight: p.weight(item), result: make(chan R, 1)}
		if !p.acquire(ctx, t) {
			return
		}
		p.queue <- t
		p.order <- t
		if waiting > 0 {
			waiting--
			p.group.Go(func() { p.work(ctx) })
		}
	}
	p.idle(waiting)
}

func (p *pipeline[T, R]) work(ctx context.Context) {
	do := p.newWork()
	for t := range p.queue {
		if ctx.Err() == nil {
			t.run(ctx, do)
		}
		close(t.result)
	}
	p.idle(1)
}

// run keeps a panic for the caller of Each: nobody could recover from it here.
func (t *task[T, R]) run(ctx context.Context, do Work[T, R]) {
	defer func() { t.fault = recover() }()
	t.result <- do(ctx, t.item)
}

func (p *pipeline[T, R]) idle(n int) {
	if p.Idle != nil {
		p.Idle(n)
	}
}

func (p *pipeline[T, R]) weight(item T) int {
	if p.Weight == nil {
		return 1
	}
	return min(max(p.Weight(item), 1), Window)
}

func (p *pipeline[T, R]) acquire(ctx context.Context, t *task[T, R]) bool {
	for range t.weight {
		select {
		case p.window <- struct{}{}:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

func (p *pipeline[T, R]) release(t *task[T, R]) {
	for range t.weight {
		<-p.window
	}
}

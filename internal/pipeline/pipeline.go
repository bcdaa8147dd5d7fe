// Package pipeline works on the items of a sequence with several workers and hands
// the results on in the order of the items:
//
//	items ─▶ queue ─▶ workers ─▶ each task's own channel
//	     └─▶ order ─────────────▶ emit, task by task
//
// Any number of items passes through in bounded memory: an item takes a share of a
// window before it enters and gives it back once it has been emitted. So one hard
// puzzle at the head holds up the output, but the other workers go on until the
// window is full.
//
// A cancelled context stops the reading; work under way sees the same context and
// comes back early, and what has not begun is dropped. One worker means no goroutine
// at all: read, work, emit, in turn.
//
// An item costs two sends on channels and a channel of its own, below a microsecond.
package pipeline

import (
	"context"
	"iter"
	"sync"
)

// Work does something with an item. Each worker has its own, so that it may keep
// memory between items. What cannot be done is part of the result.
type Work[T, R any] func(ctx context.Context, item T) R

// Options say how many work, and on how much. The zero value is one worker.
type Options[T any] struct {
	// Workers is how many items are worked on at a time; below 2 everything
	// happens in the goroutine of the caller.
	Workers int
	// Weight is how much of the Window an item takes, as a measure of its memory;
	// 1 if the function is nil or says less.
	Weight func(item T) int
	// Idle, if it is not nil, is told how many workers have nothing to do for the
	// rest of the items, as they become so, from any goroutine. A single worker is
	// never told to be idle.
	Idle func(n int)
}

// Window is the weight that may be in flight: read, and not emitted yet.
const Window = 1024

// Each has all items worked on and emits each with its result, in the order of the
// items, in the goroutine of the caller. An error of emit ends it and is returned.
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
	window  chan struct{} // an entry for every part of the window that is taken
	queue   chan *task[T, R]
	order   chan *task[T, R]
	newWork func() Work[T, R]
	group   sync.WaitGroup
}

type task[T, R any] struct {
	item   T
	weight int
	result chan R // closed without a value if the task was dropped
}

// read feeds the queue, and starts a worker for each of the first items: a
// single puzzle does not pay for several workers.
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
			t.result <- do(ctx, t.item)
		}
		close(t.result)
	}
	p.idle(1)
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

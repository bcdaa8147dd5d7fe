package generate

import (
	"context"
	"iter"
	"sync"
)

// Attempts in parallel with results in order: each attempt has a channel, and a bounded queue
// of channels limits how far workers run ahead.

// aheadPerWorker bounds the attempts ahead, per worker.
const aheadPerWorker = 4

// attempts makes the attempts of a recipe in order until the context ends. All goroutines
// have ended when it returns.
func (r *Recipe) attempts(ctx context.Context) iter.Seq[*Made] {
	most := r.Attempts * r.Count
	return func(yield func(*Made) bool) {
		if r.Workers <= 1 {
			for i := 0; i < most && ctx.Err() == nil; i++ {
				if m := r.attempt(ctx, i); ctx.Err() != nil || !yield(m) {
					return
				}
			}
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		for result := range r.launch(ctx, &group, most) {
			m := <-result
			if ctx.Err() != nil || !yield(m) {
				return
			}
		}
	}
}

// launch starts the workers and returns the queue of their results.
func (r *Recipe) launch(ctx context.Context, group *sync.WaitGroup, most int) <-chan chan *Made {
	type task struct {
		number int
		result chan *Made
	}
	tasks := make(chan task)
	queue := make(chan chan *Made, r.Workers*aheadPerWorker)
	for range r.Workers {
		group.Go(func() {
			for t := range tasks {
				t.result <- r.attempt(ctx, t.number)
			}
		})
	}
	group.Go(func() {
		defer close(queue)
		defer close(tasks)
		for i := 0; i < most && ctx.Err() == nil; i++ {
			t := task{i, make(chan *Made, 1)}
			select {
			case queue <- t.result:
			case <-ctx.Done():
				return
			}
			tasks <- t
		}
	})
	return queue
}

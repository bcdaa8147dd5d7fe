package main

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonogram"
)

func numbered(n int) iter.Seq[item] {
	return func(yield func(item) bool) {
		for i := range n {
			if !yield(item{id: strconv.Itoa(i)}) {
				return
			}
		}
	}
}

// Results come in input order, whatever order the work ends in.
func TestForEachKeepsOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, uint64(workers)))
			delays := make([]time.Duration, 5000)
			for i := range delays {
				delays[i] = time.Duration(random.IntN(1000)) * time.Millisecond
			}
			newWork := func() work[int] {
				return func(_ context.Context, it item) int {
					n, _ := strconv.Atoi(it.id)
					time.Sleep(delays[n])
					return n
				}
			}
			next := 0
			err := forEach(t.Context(), numbered(len(delays)), workers, newWork, func(_ item, n int) error {
				if n != next {
					t.Fatalf("%d workers: got %d, want %d", workers, n, next)
				}
				next++
				return nil
			})
			if err != nil || next != len(delays) {
				t.Errorf("%d workers: %d results, %v", workers, next, err)
			}
		})
	}
}

// A hard puzzle at the head holds up the output, but memory stays bounded: the
// reader stops when the window is full, after few large or many small puzzles.
func TestForEachIsBounded(t *testing.T) {
	large := &nonogram.Puzzle{Rows: make([]nonogram.Clue, 512), Cols: make([]nonogram.Clue, 512)}
	for _, c := range []struct {
		puzzle *nonogram.Puzzle
		most   int
	}{{nil, windowTokens}, {large, 4}} {
		synctest.Test(t, func(t *testing.T) {
			var read atomic.Int64
			items := func(yield func(item) bool) {
				for range 10 * windowTokens {
					read.Add(1)
					if !yield(item{puzzle: c.puzzle}) {
						return
					}
				}
			}
			head := make(chan struct{})
			var begun atomic.Int64
			newWork := func() work[int] {
				return func(context.Context, item) int {
					if begun.Add(1) == 1 {
						<-head
					}
					return 0
				}
			}
			done := make(chan error)
			go func() {
				done <- forEach(t.Context(), items, 2, newWork, func(item, int) error { return nil })
			}()
			synctest.Wait()
			if n := int(read.Load()); n > c.most+2 {
				t.Errorf("read %d items ahead, want about %d", n, c.most)
			}
			close(head)
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// After cancellation what is under way is still emitted, what is not is dropped.
func TestForEachStops(t *testing.T) {
	for _, workers := range []int{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			newWork := func() work[error] {
				return func(ctx context.Context, it item) error {
					if n, _ := strconv.Atoi(it.id); n < 10 {
						return nil
					}
					<-ctx.Done()
					return ctx.Err()
				}
			}
			go func() {
				time.Sleep(time.Second)
				cancel()
			}()
			finished, cut := 0, 0
			err := forEach(ctx, numbered(1000), workers, newWork, func(_ item, err error) error {
				if err != nil {
					cut++
				} else {
					finished++
				}
				return nil
			})
			if err != nil || finished != 10 || cut != workers {
				t.Errorf("%d workers: %d finished, %d cut, %v", workers, finished, cut, err)
			}
		})
	}
}

// Workers without an item, and those that have run out of them, are told to be
// idle while the last item is still at work.
func TestForEachTellsOfIdleWorkers(t *testing.T) {
	for _, c := range []struct{ items, workers, idle int }{{1, 1, 0}, {1, 4, 3}, {3, 4, 3}, {100, 4, 3}} {
		synctest.Test(t, func(t *testing.T) {
			last := strconv.Itoa(c.items - 1)
			release := make(chan struct{})
			newWork := func() work[int] {
				return func(_ context.Context, it item) int {
					if it.id == last {
						<-release
					}
					return 0
				}
			}
			var idle atomic.Int64
			done := make(chan error)
			go func() {
				done <- forEachIdling(t.Context(), numbered(c.items), c.workers, newWork, func(n int) { idle.Add(int64(n)) },
					func(item, int) error { return nil })
			}()
			synctest.Wait()
			if n := int(idle.Load()); n != c.idle {
				t.Errorf("%d items, %d workers: %d are idle, want %d", c.items, c.workers, n, c.idle)
			}
			close(release)
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestForEachReturnsEmitErrors(t *testing.T) {
	errFull := errors.New("disk full")
	for _, workers := range []int{1, 3} {
		newWork := func() work[int] { return func(context.Context, item) int { return 0 } }
		n := 0
		err := forEach(t.Context(), numbered(5000), workers, newWork, func(item, int) error {
			if n++; n == 3 {
				return errFull
			}
			return nil
		})
		if !errors.Is(err, errFull) || n != 3 {
			t.Errorf("%d workers: %v after %d", workers, err, n)
		}
	}
}

package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonogram/internal/pipeline"
)

// Order, bounded memory and the end of a pipeline.

func numbered(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// Results come in the order of the items, whatever order the work ends in.
func TestKeepsOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, uint64(workers)))
			delays := make([]time.Duration, 5000)
			for i := range delays {
				delays[i] = time.Duration(random.IntN(1000)) * time.Millisecond
			}
			newWork := func() pipeline.Work[int, int] {
				return func(_ context.Context, n int) int {
					time.Sleep(delays[n])
					return -n
				}
			}
			next := 0
			err := pipeline.Each(t.Context(), numbered(len(delays)), pipeline.Options[int]{Workers: workers}, newWork, func(n, result int) error {
				if n != next || result != -n {
					t.Fatalf("%d workers: got %d of %d, want %d", workers, result, n, next)
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

// A hard item at the head holds up the output, but memory stays bounded: the reader
// stops when the window is full, after few heavy or many light items.
func TestIsBounded(t *testing.T) {
	for _, c := range []struct{ weight, most int }{{0, pipeline.Window}, {1, pipeline.Window}, {257, 4}, {10 * pipeline.Window, 2}} {
		synctest.Test(t, func(t *testing.T) {
			var read atomic.Int64
			items := func(yield func(int) bool) {
				for i := range 10 * pipeline.Window {
					read.Add(1)
					if !yield(i) {
						return
					}
				}
			}
			head := make(chan struct{})
			newWork := func() pipeline.Work[int, int] {
				return func(_ context.Context, n int) int {
					if n == 0 {
						<-head
					}
					return 0
				}
			}
			done := make(chan error)
			o := pipeline.Options[int]{Workers: 2, Weight: func(int) int { return c.weight }}
			go func() {
				done <- pipeline.Each(t.Context(), items, o, newWork, func(int, int) error { return nil })
			}()
			synctest.Wait()
			if n := int(read.Load()); n > c.most+2 {
				t.Errorf("weight %d: read %d items ahead, want about %d", c.weight, n, c.most)
			}
			close(head)
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// After cancellation, running items are emitted and the others are dropped.
func TestStops(t *testing.T) {
	for _, workers := range []int{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			newWork := func() pipeline.Work[int, error] {
				return func(ctx context.Context, n int) error {
					if n < 10 {
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
			err := pipeline.Each(ctx, numbered(1000), pipeline.Options[int]{Workers: workers}, newWork, func(_ int, err error) error {
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

// Workers without items are reported as idle during the work on the last item.
func TestIdleWorkersAreReported(t *testing.T) {
	for _, c := range []struct{ items, workers, idle int }{{1, 1, 0}, {1, 4, 3}, {3, 4, 3}, {100, 4, 3}} {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			newWork := func() pipeline.Work[int, int] {
				return func(_ context.Context, n int) int {
					if n == c.items-1 {
						<-release
					}
					return 0
				}
			}
			var idle atomic.Int64
			done := make(chan error)
			o := pipeline.Options[int]{Workers: c.workers, Idle: func(n int) { idle.Add(int64(n)) }}
			go func() {
				done <- pipeline.Each(t.Context(), numbered(c.items), o, newWork, func(int, int) error { return nil })
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

func TestReturnsErrorsOfEmit(t *testing.T) {
	errFull := errors.New("disk full")
	for _, workers := range []int{1, 3} {
		newWork := func() pipeline.Work[int, int] { return func(context.Context, int) int { return 0 } }
		n := 0
		err := pipeline.Each(t.Context(), numbered(5000), pipeline.Options[int]{Workers: workers}, newWork, func(int, int) error {
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

func ExampleEach() {
	words := slices.Values([]string{"row", "column", "cell"})
	newWork := func() pipeline.Work[string, int] {
		return func(_ context.Context, word string) int { return len(word) }
	}
	_ = pipeline.Each(context.Background(), words, pipeline.Options[string]{Workers: 3}, newWork, func(word string, n int) error {
		fmt.Println(word, n)
		return nil
	})
	// Output:
	// row 3
	// column 6
	// cell 4
}

// A panic of the work is one of the caller, with one worker and with several.
func TestPanic(t *testing.T) {
	for _, workers := range []int{1, 4} {
		fault := func() (fault any) {
			defer func() { fault = recover() }()
			work := func() pipeline.Work[int, int] {
				return func(_ context.Context, i int) int {
					if i == 100 {
						panic("boom")
					}
					return i
				}
			}
			_ = pipeline.Each(t.Context(), endless, pipeline.Options[int]{Workers: workers}, work, func(int, int) error { return nil })
			return nil
		}()
		if fault != "boom" {
			t.Errorf("%d workers: %v", workers, fault)
		}
	}
}

// endless yields all numbers.
func endless(yield func(int) bool) {
	for i := 0; yield(i); i++ {
	}
}

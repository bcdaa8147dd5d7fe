package solve

import (
	"context"
	"errors"
	"runtime"

	"nonogram"
	"nonogram/solve/internal/share"
)

// stopper ends a call early when the context is done or a budget is used up. The first reason
// stays.
type stopper struct {
	ctx    context.Context
	ended  <-chan struct{}
	budget nonogram.Budget
	shared *share.Budget // source of further budget, or nil
	reason nonogram.StopReason
	done   int
	polls  int // see contextEnded
}

// work counts work in words of masks and polls now and then; true means stop.
func (s *stopper) work(words int) bool {
	s.done += words
	if s.done < workPerPoll {
		return false
	}
	s.done = 0
	return s.poll()
}

func (s *stopper) running() bool { return s.reason == nonogram.StopNone }

func newStopper(ctx context.Context, budget nonogram.Budget) stopper {
	return stopper{ctx: ctx, ended: ctx.Done(), budget: budget}
}

// poll checks the context; true means stop. It costs a few nanoseconds.
func (s *stopper) poll() bool {
	if s.reason != nonogram.StopNone {
		return true
	}
	select {
	case <-s.ended:
	default:
		if !oneThread || !s.contextEnded() {
			return false
		}
	}
	s.reason = nonogram.StopCancelled
	if errors.Is(s.ctx.Err(), context.DeadlineExceeded) {
		s.reason = nonogram.StopTime
	}
	return true
}

// oneThread is set in browsers, where timers fire only when the goroutine yields, which the
// engine never does.
const oneThread = runtime.GOOS == "js"

// contextEnded calls the Err method of the context now and then. A context can run timers
// there.
func (s *stopper) contextEnded() bool {
	s.polls++
	return s.polls%pollsPerErr == 0 && s.ctx.Err() != nil
}

// conflicts checks the number of conflicts against the budget; true means stop.
func (s *stopper) conflicts(n int64) bool {
	if s.budget.Conflicts > 0 && n >= s.budget.Conflicts && s.reason == nonogram.StopNone && !s.shared.MoreConflicts(&s.budget) {
		s.reason = nonogram.StopConflicts
	}
	return s.reason != nonogram.StopNone
}

// memory checks the number of bytes against the budget; true means stop.
func (s *stopper) memory(bytes int64) bool {
	if s.budget.Memory > 0 && bytes > s.budget.Memory && s.reason == nonogram.StopNone && !s.shared.MoreMemory(&s.budget, bytes) {
		s.reason = nonogram.StopMemory
	}
	return s.reason != nonogram.StopNone
}

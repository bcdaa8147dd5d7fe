package solve

import (
	"context"
	"errors"
	"runtime"

	"nonogram"
	"nonogram/solve/internal/share"
)

// stopper decides when a call must end early: the context is done, or a budget
// is used up. The first reason sticks.
type stopper struct {
	ctx    context.Context
	ended  <-chan struct{}
	budget nonogram.Budget
	shared *share.Budget // where to get more budget from, nil for nowhere
	reason nonogram.StopReason
	done   int
	polls  int // since the beginning, see asked
}

// tick notes work done on a line and looks at the context now and then; true
// means stop.
func (s *stopper) work(words int) bool {
	s.done += words
	if s.done < workPerPoll {
		return false
	}
	s.done = 0
	return s.poll()
}

// running reports that nothing has ended the call so far.
func (s *stopper) running() bool { return s.reason == nonogram.StopNone }

func newStopper(ctx context.Context, budget nonogram.Budget) stopper {
	return stopper{ctx: ctx, ended: ctx.Done(), budget: budget}
}

// poll looks at the context; true means stop. It costs a few nanoseconds.
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

// oneThread says that nothing interrupts Go, as in a browser: there a timer fires only
// when the goroutine at work lets go of the thread, which the engine never does.
const oneThread = runtime.GOOS == "js"

// asked asks the context itself now and then whether the call must end: whoever made it
// can have timers run in its Err.
func (s *stopper) contextEnded() bool {
	s.polls++
	return s.polls%pollsPerErr == 0 && s.ctx.Err() != nil
}

// conflicts notes how many there have been; true means stop.
func (s *stopper) conflicts(n int64) bool {
	if s.budget.Conflicts > 0 && n >= s.budget.Conflicts && s.reason == nonogram.StopNone && !s.shared.MoreConflicts(&s.budget) {
		s.reason = nonogram.StopConflicts
	}
	return s.reason != nonogram.StopNone
}

// memory notes how many bytes are held; true means stop.
func (s *stopper) memory(bytes int64) bool {
	if s.budget.Memory > 0 && bytes > s.budget.Memory && s.reason == nonogram.StopNone && !s.shared.MoreMemory(&s.budget, bytes) {
		s.reason = nonogram.StopMemory
	}
	return s.reason != nonogram.StopNone
}

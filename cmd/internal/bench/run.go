package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"nonogram"
	"nonogram/internal/plural"
)

// A run solves a puzzle, checks the answer, and repeats short runs.

// Outcome is the result of a run.
type Outcome string

// The outcomes.
const (
	Solved      Outcome = "solved"        // a right answer: solutions that fit, or the proof that there are none
	Stalled     Outcome = "stalled"       // an incomplete method found no more deductions
	TimedOut    Outcome = "timed out"     // the timeout ended it
	OutOfBudget Outcome = "out of budget" // memory or conflicts ended it
	Wrong       Outcome = "wrong"         // an answer that cannot be right
	Failed      Outcome = "failed"        // an error instead of an answer
	Skipped     Outcome = "skipped"       // left out, see Plan.GiveUp
)

// cutOff reports a run whose time is only a lower bound.
func (o Outcome) cutOff() bool { return o == TimedOut || o == OutOfBudget }

// Run is one method on one puzzle in one round.
type Run struct {
	Method  string              `json:"method"`
	Set     string              `json:"set"`
	Puzzle  string              `json:"puzzle"`
	Round   int                 `json:"round"`
	Outcome Outcome             `json:"outcome"`
	Status  nonogram.Status     `json:"status"`
	Stopped nonogram.StopReason `json:"stopped,omitempty"`
	// Time is the time of one repetition.
	Time    time.Duration `json:"time_ns"`
	Repeats int           `json:"repeats"` // number of repetitions that Time is the mean of
	// Nodes is the size of the search tree, or the number of guesses for methods that do not
	// count nodes.
	Nodes int64          `json:"nodes"`
	Looks int64          `json:"looks,omitempty"` // the common cost of package lab; 0: not counted
	Bytes int64          `json:"bytes"`           // allocated in the run
	Stats nonogram.Stats `json:"stats"`
	Fault string         `json:"fault,omitempty"` // the fault of the answer, or the error
}

// Ended reports whether the run ended by itself, so that its time is exact.
func (r *Run) Ended() bool { return r.Outcome == Solved || r.Outcome == Stalled }

// Timed reports whether the run has a time.
func (r *Run) Timed() bool { return r.Ended() || r.Outcome.cutOff() }

// run executes a run.
func (m *measurement) run(ctx context.Context, solver nonogram.Solver, p *nonogram.Puzzle, r *Run) {
	options := nonogram.Options{Limit: m.plan.limit(), Seed: m.plan.Seed + uint64(r.Round-1), Budget: m.plan.Budget}
	runtime.GC()
	before := allocated()
	limited, cancel := m.limited(ctx, m.plan.Timeout)
	start := m.clock.Now()
	result, err := solver(limited, p, options)
	r.Time, r.Repeats = m.clock.Now()-start, 1
	cancel()
	r.Bytes = allocated() - before
	r.answer(p, result, err, m.plan.limit())
	if (r.Ended() || r.Outcome == OutOfBudget) && r.Time < m.plan.MinTime { // each repetition takes the same steps
		m.repeat(ctx, solver, p, options, r)
	}
}

// limited returns a context with a timeout, if there is one.
func (m *measurement) limited(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return m.clock.WithTimeout(ctx, d)
}

// allocated returns the number of bytes allocated since the process started.
func allocated() int64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.TotalAlloc)
}

// maxRepeats bounds the repetitions if the clock hardly moves.
const maxRepeats = 1 << 20

// repeat times growing batches of a short run until one takes the minimum time. If the
// context ends, the run is unchanged.
func (m *measurement) repeat(ctx context.Context, solver nonogram.Solver, p *nonogram.Puzzle, options nonogram.Options, r *Run) {
	for n := m.batch(r.Time); ; {
		start := m.clock.Now()
		for range n {
			_, _ = solver(ctx, p, options) // the same answer as the one that was checked
		}
		total := m.clock.Now() - start
		if ctx.Err() != nil {
			return
		}
		r.Time, r.Repeats = total/time.Duration(n), n
		if total >= m.plan.MinTime || n >= maxRepeats {
			return
		}
		n = max(m.batch(r.Time), n+1)
	}
}

// batch returns the number of repetitions for the minimum time, plus a tenth.
func (m *measurement) batch(once time.Duration) int {
	if once <= 0 {
		once = time.Nanosecond
	}
	return int(min(max(m.plan.MinTime*11/10/once, 1), maxRepeats))
}

// answer checks the answer of a solver.
func (r *Run) answer(p *nonogram.Puzzle, result *nonogram.Result, err error, limit int) {
	if err != nil {
		r.Outcome, r.Fault = Failed, err.Error()
		return
	}
	r.Status, r.Stopped, r.Stats = result.Status, result.Stopped, result.Stats
	r.Nodes, r.Looks = result.Stats.Nodes, result.Stats.Looks
	if r.Nodes == 0 {
		r.Nodes = result.Stats.Guesses
	}
	r.Outcome = outcomeOf(result)
	if err := verify(p, result, limit); err != nil {
		r.Outcome, r.Fault = Wrong, err.Error()
	}
}

func outcomeOf(result *nonogram.Result) Outcome {
	switch {
	case result.Status != nonogram.Undecided:
		return Solved
	case result.Stopped == nonogram.StopStalled:
		return Stalled
	case result.Stopped == nonogram.StopMemory, result.Stopped == nonogram.StopConflicts:
		return OutOfBudget
	}
	return TimedOut // whatever the clock, the context has ended
}

// verify checks solutions against the clues, the verdict against the solutions, and both
// against the goal, if the puzzle has one that fits.
func verify(p *nonogram.Puzzle, r *nonogram.Result, limit int) error {
	for i, g := range r.Solutions {
		if err := nonogram.Check(p, g); err != nil {
			return fmt.Errorf("solution %d: %w", i+1, err)
		}
		if slices.ContainsFunc(r.Solutions[:i], g.Equal) {
			return fmt.Errorf("solution %d is listed twice", i+1)
		}
	}
	goal := p.Goal != nil && nonogram.Check(p, p.Goal) == nil
	found := len(r.Solutions)
	ok := true
	switch r.Status {
	case nonogram.Solved:
		ok = found == 1 && limit == 1
	case nonogram.Unique:
		if ok = found == 1; ok && goal && !r.Solutions[0].Equal(p.Goal) {
			return errors.New("called unique, but the goal is another solution")
		}
	case nonogram.Multiple:
		ok = found >= 2
	case nonogram.Unsolvable:
		if ok = found == 0; ok && goal {
			return errors.New("called unsolvable, but the goal is a solution")
		}
	}
	if !ok || found > limit {
		return fmt.Errorf("called %v with %s, asked for up to %d", r.Status, plural.Of(found, "solution", "solutions"), limit)
	}
	return nil
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"nonogram"
	"nonogram/internal/machine"
	"nonogram/internal/stat"
	"nonogram/solve"
)

// Measurement of the engine: CPU time of a first solution and of the verdict, each answer
// checked before its time counts.

// clock measures the CPU time of this process, all threads.
var clock = machine.CPU()

// Measuring a set of boards: each is solved by one engine that keeps its memory,
// as a program that solves many puzzles would do it, and each answer is verified.
// The same board takes the same steps each time, so what differs between runs is
// the machine: short boards are solved in three batches, of which the median
// counts, each long enough for the clock. Both questions are put to a board
// before the next one, so that a disturbance hits both.

const (
	// boardTimeout ends a board, in CPU time. Unfinished boards count as the
	// slowest.
	boardTimeout = 10 * time.Second
	// batchTime is the least CPU time that is measured at once. The system counts
	// in microseconds.
	batchTime = time.Millisecond
	// batches is how often a board is measured that takes less than longBoard.
	batches   = 3
	longBoard = 50 * time.Millisecond
	// maxRepeats bounds a batch of boards that take next to nothing.
	maxRepeats = 500
)

// summary holds the figures of a set of boards. Times are in seconds; those
// beyond the limit are infinite.
type summary struct {
	boards, unfinished, unique int
	median, p99, slowest       float64
	total                      float64 // the sum over all boards, the unfinished included
}

// measureAll solves all boards, for a first solution and for the verdict.
func measureAll(ctx context.Context, boards []board) (first, verdict summary, err error) {
	var e solve.Engine
	var timings [2][]timing
	for _, b := range boards {
		p := b.puzzle()
		for k := range timings {
			t, err := measure(ctx, &e, p, k+1)
			if err != nil {
				return first, verdict, fmt.Errorf("board %+v, limit %d: %w", b, k+1, err)
			}
			if !t.finished {
				fmt.Fprintf(os.Stderr, "unfinished: %+v, limit %d\n", b, k+1)
			}
			timings[k] = append(timings[k], t)
		}
	}
	return summarize(timings[0]), summarize(timings[1]), nil
}

func summarize(timings []timing) summary {
	s := summary{boards: len(timings)}
	times := make([]float64, 0, len(timings))
	for _, t := range timings {
		s.total += t.spent.Seconds()
		if !t.finished {
			s.unfinished++
			times = append(times, math.Inf(1))
			continue
		}
		times = append(times, t.spent.Seconds())
		if t.status == nonogram.Unique {
			s.unique++
		}
	}
	slices.Sort(times)
	s.median, s.p99, s.slowest = stat.Quantile(times, 0.5), stat.Quantile(times, 0.99), stat.Quantile(times, 1)
	return s
}

// timing is one board.
type timing struct {
	spent    time.Duration
	finished bool
	status   nonogram.Status
}

func measure(ctx context.Context, e *solve.Engine, p *nonogram.Puzzle, limit int) (timing, error) {
	var all []timing
	for len(all) < batches {
		t, err := batch(ctx, e, p, limit)
		if err != nil {
			return t, err
		}
		all = append(all, t)
		if !t.finished || t.spent > longBoard {
			return t, nil
		}
	}
	slices.SortFunc(all, func(a, b timing) int { return cmp.Compare(a.spent, b.spent) })
	return all[len(all)/2], nil
}

// batch solves a puzzle as often as the clock wants.
func batch(ctx context.Context, e *solve.Engine, p *nonogram.Puzzle, limit int) (timing, error) {
	total := time.Duration(0)
	for n := 1; ; n++ {
		t, err := once(ctx, e, p, limit)
		if err != nil {
			return t, err
		}
		total += t.spent
		if !t.finished || total >= batchTime || n == maxRepeats {
			t.spent = max(total, time.Microsecond) / time.Duration(n)
			return t, nil
		}
	}
}

// once solves a puzzle and verifies the answer.
func once(ctx context.Context, e *solve.Engine, p *nonogram.Puzzle, limit int) (timing, error) {
	limited, cancel := withCPULimit(ctx, boardTimeout)
	defer cancel()
	before := clock.Now()
	r, err := e.Solve(limited, p, nonogram.Options{Limit: limit})
	t := timing{spent: clock.Now() - before}
	if err != nil {
		return t, err
	}
	if err := ctx.Err(); err != nil {
		return t, err
	}
	t.status, t.finished = r.Status, r.Status != nonogram.Undecided
	return t, verify(p, r, limit)
}

// withCPULimit makes a context that is cancelled when this process has used the
// given CPU time. On a busy machine that is later than the clock says. As long as
// it runs on one core, CPU time never overtakes the clock, so it is enough to
// look when the rest would be up at full speed.
func withCPULimit(parent context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	end := clock.Now() + limit
	var look func()
	look = func() {
		if rest := end - clock.Now(); rest <= 0 {
			cancel()
		} else if ctx.Err() == nil {
			time.AfterFunc(max(rest, time.Millisecond), look)
		}
	}
	timer := time.AfterFunc(limit, look)
	return ctx, func() {
		timer.Stop()
		cancel()
	}
}

// verify holds an answer against the clues, and the verdict against the solutions
// and against the picture that the board was made from.
func verify(p *nonogram.Puzzle, r *nonogram.Result, limit int) error {
	for i, g := range r.Solutions {
		if err := nonogram.Check(p, g); err != nil {
			return fmt.Errorf("solution %d is wrong: %w", i+1, err)
		}
		if slices.ContainsFunc(r.Solutions[:i], g.Equal) {
			return fmt.Errorf("solution %d is there twice", i+1)
		}
	}
	found := len(r.Solutions)
	switch r.Status {
	case nonogram.Undecided:
		if r.Stopped != nonogram.StopCancelled {
			return fmt.Errorf("stopped by %q, expected the time limit", r.Stopped)
		}
		return nil
	case nonogram.Solved:
		if limit == 1 && found == 1 {
			return nil
		}
	case nonogram.Unique:
		if found == 1 && r.Solutions[0].Equal(p.Goal) {
			return nil
		}
	case nonogram.Multiple:
		if found >= 2 {
			return nil
		}
	case nonogram.Unsolvable:
		return errors.New("called unsolvable, made from a solution")
	}
	return fmt.Errorf("called %v with %d solutions, asked for up to %d", r.Status, found, limit)
}

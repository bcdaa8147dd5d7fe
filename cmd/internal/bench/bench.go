// Package bench measures solving methods: each method on each puzzle, in several rounds. It
// checks every answer and returns plain data.
//
//	methods, err := bench.LookupAll("dfs_wiki,12,engine")
//	set, err := bench.Boards(generate.Random{Width: 7, Height: 7, Count: 10, First: 0.5, Last: 0.35})
//	series, err := bench.Measure(ctx, clock, bench.Plan{
//		Methods: methods, Sets: []bench.Set{set}, Timeout: time.Second, MinTime: 10 * time.Millisecond,
//	}, nil)
//	for _, s := range series {
//		fmt.Println(s.Method, s.Set, s.Summary().Time.Median)
//	}
//
// # How a run is timed
//
// A run is one method on one puzzle in one round. Its answer is checked. A run shorter than
// Plan.MinTime is repeated, without checks, until that time has passed, and its time is the
// mean of the repetitions: clocks are too coarse for microseconds, and the first call finds
// cold caches. A seed determines all steps, so each repetition does the same work.
//
// Methods alternate on each puzzle, so that a disturbance of the machine affects them all.
// The garbage collector runs before every run, outside the clock.
//
// # Runs that do not end
//
// The time of a run that reaches Plan.Timeout or the budget is a lower bound. Omitting such
// runs would flatter the method; instead each figure that depends on one is marked as a
// lower bound, see [Estimate].
//
// The package has no clock; the caller passes a [Clock].
package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nonogram"
)

// Clock is the clock of a measurement: wall time, CPU time of the process, or a fake in a
// test.
type Clock interface {
	// Now returns the time. Only differences count.
	Now() time.Duration
	// WithTimeout returns a context that ends when this clock has advanced by d.
	WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc)
}

// Set is a set of puzzles with common statistics.
type Set struct {
	Name    string // such as "5×5"
	Puzzles []*nonogram.Puzzle
}

// Plan describes a measurement.
type Plan struct {
	Methods []Entry
	Sets    []Set
	// Rounds is the number of runs of each method on each puzzle; 0 means 1. Round r has the
	// seed Seed + r − 1, for randomized methods.
	Rounds int
	Seed   uint64
	// Limit is the number of solutions to look for; 0 means 1, as in most sources of the
	// classic methods.
	Limit int
	// Timeout ends a run, on the clock of the measurement; 0 means no timeout.
	Timeout time.Duration
	// Budget bounds a run as well.
	Budget nonogram.Budget
	// MinTime is how long short runs are repeated; 0 means a single run.
	MinTime time.Duration
	// GiveUp skips the rest of a series once more than half of its runs were cut off, so that
	// its median is known to exceed the limit, and the series of the same method on later
	// sets. Sets must then be in order of difficulty.
	GiveUp bool
	// Known are the first runs of an interrupted measurement of the same plan. They are not
	// repeated.
	Known []Run
}

// Runs returns the number of runs, including those that may be skipped.
func (p *Plan) Runs() int {
	n := 0
	for i := range p.Sets {
		n += len(p.Sets[i].Puzzles)
	}
	return n * len(p.Methods) * p.rounds()
}

func (p *Plan) rounds() int { return max(p.Rounds, 1) }
func (p *Plan) limit() int  { return max(p.Limit, 1) }

// check rejects plans that cannot be executed.
func (p *Plan) check() error {
	switch {
	case len(p.Methods) == 0:
		return errors.New("no methods to measure")
	case p.Runs() == 0:
		return errors.New("no puzzles to measure with")
	}
	for i, m := range p.Methods {
		if slices.ContainsFunc(p.Methods[:i], func(other Entry) bool { return other.Label == m.Label }) {
			return fmt.Errorf("method %s is listed twice", m.Label)
		}
	}
	for i, s := range p.Sets {
		if slices.ContainsFunc(p.Sets[:i], func(other Set) bool { return other.Name == s.Name }) {
			return fmt.Errorf("set %s is listed twice", s.Name)
		}
	}
	return nil
}

// Series holds the runs of a method on a set.
type Series struct {
	Method string `json:"method"`
	Set    string `json:"set"`
	Runs   []Run  `json:"runs"` // puzzle by puzzle within each round
}

// Measure executes a plan and calls each, if it is not nil, after every run. The series are
// in the order of the plan, set by set. If the context ends, Measure returns the runs so
// far, without the interrupted one, and the error of the context.
func Measure(ctx context.Context, clock Clock, plan Plan, each func(Run)) ([]Series, error) {
	if err := plan.check(); err != nil {
		return nil, err
	}
	m := &measurement{plan: &plan, clock: clock, each: each, givenUp: make([]bool, len(plan.Methods))}
	for _, method := range plan.Methods {
		m.solvers = append(m.solvers, method.New())
	}
	for i := range plan.Sets {
		if err := m.set(ctx, &plan.Sets[i]); err != nil {
			return m.cells, err
		}
	}
	return m.cells, nil
}

// measurement is a plan in execution.
type measurement struct {
	plan    *Plan
	clock   Clock
	each    func(Run)
	solvers []nonogram.Solver // of the methods
	givenUp []bool            // methods that were cut off too often
	cells   []Series
	done    int // runs
}

// same reports that two runs have the same method, puzzle and round.
func (r *Run) same(other *Run) bool {
	return r.Method == other.Method && r.Set == other.Set && r.Puzzle == other.Puzzle && r.Round == other.Round
}

// set measures all methods on one set.
func (m *measurement) set(ctx context.Context, set *Set) error {
	first := len(m.cells)
	for _, method := range m.plan.Methods {
		m.cells = append(m.cells, Series{Method: method.Label, Set: set.Name})
	}
	cells := m.cells[first:]
	for round := range m.plan.rounds() {
		for _, p := range set.Puzzles {
			for i := range cells {
				r := Run{Method: cells[i].Method, Set: set.Name, Puzzle: p.ID, Round: round + 1, Outcome: Skipped}
				known := len(m.plan.Known) > m.done
				switch {
				case known && !m.plan.Known[m.done].same(&r):
					return fmt.Errorf("run %d of the interrupted measurement is not %s on %s, puzzle %s", m.done+1, r.Method, r.Set, r.Puzzle)
				case known:
					r = m.plan.Known[m.done]
				case !m.givenUp[i]:
					m.run(ctx, m.solvers[i], p, &r)
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				m.add(&cells[i], i, r, len(set.Puzzles))
			}
		}
	}
	return nil
}

// add records a run, and gives up on its method if necessary.
func (m *measurement) add(c *Series, method int, r Run, puzzles int) {
	c.Runs = append(c.Runs, r)
	m.done++
	if m.each != nil {
		m.each(r)
	}
	if !m.plan.GiveUp || m.givenUp[method] {
		return
	}
	cutOff := 0
	for i := range c.Runs {
		if c.Runs[i].Outcome.cutOff() {
			cutOff++
		}
	}
	m.givenUp[method] = 2*cutOff > puzzles*m.plan.rounds()
}

// Package bench measures methods: every method on every puzzle, some rounds, every
// answer checked, and plain data in the end.
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
// A run is one method on one puzzle in one round. Its answer is held against the
// clues. If it took less than Plan.MinTime it is repeated, without looking at the
// answers, as often as it takes to fill that time, and the time of the run is that
// of a repetition: clocks are too coarse for microseconds, and the first call finds
// cold caches. The same seed makes the same steps, so a repetition is the same work.
//
// Methods take turns on each puzzle, so that whatever disturbs the machine for a
// while disturbs them all. Garbage is collected before every run, outside the clock.
//
// # Runs that do not end
//
// A run that meets Plan.Timeout, or the budget, says only that it takes at least so
// long. It is not left out of the statistics, which would flatter the method;
// instead every figure that depends on it is marked as a lower bound, see
// [Estimate].
//
// The package has no clock of its own: the caller brings a [Clock].
package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nonogram"
)

// Clock is what runs are timed with: the time of day, the CPU time of the process,
// or a made-up time in a test.
type Clock interface {
	// Now is the time on the clock. Only differences count.
	Now() time.Duration
	// WithTimeout makes a context that ends when this clock has gone on by d.
	WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc)
}

// Set is some puzzles that are summed up together.
type Set struct {
	Name    string // as in "5×5"
	Puzzles []*nonogram.Puzzle
}

// Plan is what to measure.
type Plan struct {
	Methods []Entry
	Sets    []Set
	// Rounds is how often every puzzle is given to every method; 0 means once.
	// Round r has the seed Seed + r − 1, for the methods that leave something to
	// chance.
	Rounds int
	Seed   uint64
	// Limit is the number of solutions to look for; 0 means 1, as most sources of
	// the classic methods are content with any.
	Limit int
	// Timeout ends a run, on the clock of the measurement; 0 means never.
	Timeout time.Duration
	// Budget bounds a run besides.
	Budget nonogram.Budget
	// MinTime is how long to go on repeating short runs; 0 means a single run.
	MinTime time.Duration
	// GiveUp leaves out the rest of a series once more than half of its runs have
	// been cut off, so that its median is known to be beyond the limit, and the
	// series of the same method on later sets. Sets then have to stand in the order
	// of their difficulty.
	GiveUp bool
}

// Runs is the number of runs, those included that may be left out.
func (p *Plan) Runs() int {
	n := 0
	for i := range p.Sets {
		n += len(p.Sets[i].Puzzles)
	}
	return n * len(p.Methods) * p.rounds()
}

func (p *Plan) rounds() int { return max(p.Rounds, 1) }
func (p *Plan) limit() int  { return max(p.Limit, 1) }

// check finds plans that cannot be carried out.
func (p *Plan) check() error {
	switch {
	case len(p.Methods) == 0:
		return errors.New("no methods to measure")
	case p.Runs() == 0:
		return errors.New("no puzzles to measure with")
	}
	methods, sets := map[string]bool{}, map[string]bool{}
	for _, m := range p.Methods {
		if methods[m.Label] {
			return fmt.Errorf("method %s is there twice", m.Label)
		}
		methods[m.Label] = true
	}
	for _, s := range p.Sets {
		if sets[s.Name] {
			return fmt.Errorf("set %s is there twice", s.Name)
		}
		sets[s.Name] = true
	}
	return nil
}

// Series is the runs of a method on a set.
type Series struct {
	Method string `json:"method"`
	Set    string `json:"set"`
	Runs   []Run  `json:"runs"` // puzzle by puzzle within each round
}

// Measure carries out a plan, and tells each, if it is not nil, of every run as soon
// as it is done. The series come set by set, in the order of the plan. If the context
// ends, they hold what was measured until then, and the error is the context's; the
// run that was interrupted is not among them.
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

// measurement is a plan under way.
type measurement struct {
	plan    *Plan
	clock   Clock
	each    func(Run)
	solvers []nonogram.Solver // of the methods
	givenUp []bool            // the methods that have failed too often
	cells   []Series
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
				if !m.givenUp[i] {
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

// add keeps a run, and gives up on its method if that is due.
func (m *measurement) add(c *Series, method int, r Run, puzzles int) {
	c.Runs = append(c.Runs, r)
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

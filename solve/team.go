package solve

import (
	"context"
	"sync/atomic"

	"nonogram"
	"nonogram/solve/internal/share"
)

// Team is an Engine that may put idle cores to work on a single puzzle. Until a
// search has met some hundred conflicts it does exactly what an Engine does, on
// the caller's goroutine; then it takes the cores that are idle and starts a
// searcher on each, with another seed and another way to search. They tell each
// other what they learn, and the first to have the answer ends the others.
//
// The verdict is the same as an Engine's, run after run. Which of several
// solutions is shown, and the counters, depend on which searcher was first, so
// they may differ from run to run; so may Solved and Unique where a limit of 1
// leaves open which. A caller who wants the same answer every time uses an
// Engine. No certificate can be made of what several searchers conclude from each
// other's clauses; Result.Helpers says whether there were any. Budgets are for the
// whole team, and Stats are the sum over all
// searchers.
//
// Like an Engine, a Team keeps its memory between puzzles and must not be used by
// two goroutines at once. When Solve returns, all searchers have ended.
type Team struct {
	// Cores says how many searchers may be added to the caller's own. Several
	// teams may share one. With nil the team is an Engine.
	Cores *Cores

	engine Engine
	spare  []*Engine // of helpers, for the next puzzle
	start  start
	// audit, in tests, is told of every clause that a member takes over from another,
	// in the literals that all share, with the solutions excluded so far. Members call
	// it at the same time.
	audit func(puzzle *nonogram.Puzzle, excluded [][]uint32, clause []uint32)
}

// Cores counts cores that have nothing to do. It may be used by many goroutines.
type Cores struct{ idle atomic.Int64 }

// NewCores returns a count of n idle cores.
func NewCores(n int) *Cores {
	c := new(Cores)
	c.Add(n)
	return c
}

// Add says that n more cores have nothing to do. A team that is at work takes
// them the next time its search restarts.
func (c *Cores) Add(n int) { c.idle.Add(int64(n)) }

// take takes one core, if there is any.
func (c *Cores) take() bool { return share.Draw(&c.idle, 1) == 1 }

// start says when helpers come in. Tests make it early.
type start struct {
	after int64 // conflicts in one search for a solution
	unit  int64 // conflicts to the first restart
}

// Solve is [Engine.Solve] with helpers from the idle cores.
func (t *Team) Solve(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*nonogram.Result, error) {
	if t.Cores == nil {
		return t.engine.Solve(ctx, p, opts)
	}
	if t.start == (start{}) {
		t.start = start{after: helpAfter, unit: lubyUnit}
	}
	f := &portfolio{team: t, puzzle: p, seed: opts.Seed}
	f.lead.portfolio = f
	r, err := t.engine.solve(ctx, p, opts, f)
	if err == nil {
		r.Helpers = len(f.helpers)
	}
	for _, h := range f.helpers {
		if err == nil {
			addStats(&r.Stats, &h.stats)
		}
		t.spare = append(t.spare, h.engine)
	}
	return r, err
}

// helperEngine is an engine of an earlier helper, or a new one.
func (t *Team) helperEngine() *Engine {
	n := len(t.spare)
	if n == 0 {
		return new(Engine)
	}
	e := t.spare[n-1]
	t.spare = t.spare[:n-1]
	return e
}

// addStats adds the counters of a helper to those of the call. What lines left
// open is the same for all.
func addStats(sum, s *nonogram.Stats) {
	sum.LineSolves += s.LineSolves
	sum.Probes += s.Probes
	sum.Guesses += s.Guesses
	sum.Conflicts += s.Conflicts
	sum.Restarts += s.Restarts
	sum.Learned += s.Learned
	sum.Messages += s.Messages
	sum.Nodes += s.Nodes
	sum.Checks += s.Checks
}

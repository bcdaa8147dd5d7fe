package solve

import (
	"context"
	"sync/atomic"

	"nonogram"
	"nonogram/solve/internal/share"
)

// Team is an Engine that can use idle cores for a single puzzle. Until a search has met some
// hundred conflicts it works like an Engine on the caller's goroutine. Then it starts a
// searcher on each idle core, with another seed and strategy. Searchers share clauses, and
// the first answer ends all.
//
// The verdict is that of an Engine. The solutions shown and the counters may differ from run
// to run; with a limit of 1 so may Solved and Unique. There are no certificates for a Team
// with helpers; Result.Helpers is their number. Budgets apply to the whole team, and Stats
// are sums over all searchers.
//
// A Team reuses its memory between puzzles and must not be used by two goroutines at once.
// All searchers have ended when Solve returns.
type Team struct {
	// Cores counts the idle cores that may be used. Teams may share it. A Team without
	// Cores is an Engine.
	Cores *Cores

	engine Engine
	spare  []*Engine // engines of earlier helpers
	start  start
	// audit is set by tests. Members call it concurrently for every imported clause, in
	// public literals, with the blocking clauses so far.
	audit func(puzzle *nonogram.Puzzle, excluded [][]uint32, clause []uint32)
}

// Cores counts idle cores. It is safe for concurrent use.
type Cores struct{ idle atomic.Int64 }

// NewCores returns a Cores with n idle cores.
func NewCores(n int) *Cores {
	c := new(Cores)
	c.Add(n)
	return c
}

// Add adds n idle cores. A team at work takes them at its next restart.
func (c *Cores) Add(n int) { c.idle.Add(int64(n)) }

// take takes one core, if any is idle.
func (c *Cores) take() bool { return share.Draw(&c.idle, 1) == 1 }

// start configures when helpers start. Tests set it.
type start struct {
	after int64 // conflicts in one search for a solution
	unit  int64 // conflicts to the first restart
}

// Solve is [Engine.Solve] with helpers on idle cores.
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

func (t *Team) helperEngine() *Engine {
	n := len(t.spare)
	if n == 0 {
		return new(Engine)
	}
	e := t.spare[n-1]
	t.spare = t.spare[:n-1]
	return e
}

// addStats adds the counters of a helper. LineOpen is the same for all searchers.
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

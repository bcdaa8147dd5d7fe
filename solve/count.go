package solve

import (
	"cmp"
	"context"
	"math/big"

	"nonogram"
	"nonogram/internal/line"
	"nonogram/solve/internal/count"
)

// Exact counting. The search finds one solution and then, for each other value of each cell,
// looks for a solution that has it. Values that no solution has are eliminated (the
// backbone). Package count counts the ways to fill the remaining cells.
//
// Cost: a few searches under assumptions per open cell, and the sweep of package count. If
// that exceeds a budget, the answer is a lower bound.

// Counted is the result of Count.
type Counted struct {
	Count   *big.Int            // the number of solutions, or a lower bound if not Exact
	AtMost  *big.Int            // an upper bound; nil if Exact, or if none is known
	Exact   bool                // false if a budget or the context ended the count
	Stopped nonogram.StopReason // the reason, if not Exact
	Stats   nonogram.Stats
}

// String formats the number, with "at least" if it is a lower bound.
func (c *Counted) String() string {
	switch {
	case c.Exact:
		return c.Count.String()
	case c.AtMost != nil:
		return "at least " + c.Count.String() + ", at most " + c.AtMost.String()
	}
	return "at least " + c.Count.String()
}

// Count returns the exact number of solutions. It ignores opts.Limit.
func Count(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*Counted, error) {
	return new(Engine).Count(ctx, p, opts)
}

// Count is like the function [Count] and reuses the engine's memory.
func (e *Engine) Count(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*Counted, error) {
	solvable, err := validate(p)
	if err != nil {
		return nil, err
	}
	if p.Shape != nil {
		return e.countOnShape(ctx, p, opts)
	}
	c := counting{engine: e, p: p, memory: opts.Budget.Memory, result: &Counted{Count: new(big.Int)}, stop: newStopper(ctx, opts.Budget), patience: cmp.Or(e.patience, backboneConflicts)}
	if !solvable {
		c.result.Exact = true
		return c.result, nil
	}
	c.count(opts.Seed)
	if !c.result.Exact {
		c.result.Stopped = c.stop.reason
		if c.result.Stopped == nonogram.StopNone {
			c.result.Stopped = nonogram.StopMemory // a region has too many states
		}
	}
	return c.result, nil
}

// counting is one call of Count.
type counting struct {
	engine *Engine
	p      *nonogram.Puzzle
	memory int64 // the budget of the sweep, 0 for its default
	stop   stopper
	result *Counted

	models    []*nonogram.Grid // known solutions, at most maxModels
	witnessed []bool           // by cell and color: values in known solutions
	fresh     bool             // a value was witnessed after the last Lagrangian bound

	patience int64 // conflicts per literal of the backbone
}

func (c *counting) count(seed uint64) {
	switch s, out := c.engine.begin(c.p, seed, &c.result.Stats, &c.stop); out {
	case refuted:
		c.result.Exact = true
	case satisfied:
		c.result.Count.SetInt64(1)
		c.result.Exact = true
	case paused:
		c.countOpen(s)
	}
}

// countOpen counts a puzzle with open cells after probing.
func (c *counting) countOpen(s *core) {
	switch s.find(0) {
	case refuted:
		c.result.Exact = true
		return
	case stopped:
		return
	}
	c.result.Count.SetInt64(1)
	c.witnessed = make([]bool, s.cells*s.board.Colors)
	first := s.board.Grid()
	c.witness(first)
	if other := s.switchedSolution(c.p, first); other != nil {
		c.witness(other)
	}
	s.setSolution()
	s.backtrack(0)
	c.backbone(s)
	cells := make([]line.Set, s.cells)
	for i := range cells {
		cells[i] = s.board.Candidates(i/s.board.Width, i%s.board.Width)
	}
	r := count.Ways(c.p, cells, c.models, c.memory, c.stop.poll)
	c.result.Count, c.result.Exact = r.Least, r.Exact
	if !r.Exact {
		c.result.AtMost = r.Most
	}
	c.result.Stats.Nodes += r.States
}

// witness notes the values of a solution.
func (c *counting) witness(g *nonogram.Grid) {
	if len(c.models) < maxModels {
		c.models = append(c.models, g)
	}
	colors := len(c.witnessed) / len(g.Cells)
	for cell, color := range g.Cells {
		c.witnessed[cell*colors+int(color)] = true
	}
	c.fresh = true
}

// backbone eliminates the candidates that occur in no solution, as far as patience allows.
func (c *counting) backbone(s *core) {
	for cell := range s.cells {
		for color := range s.board.Colors {
			l := s.valueLit(cell, color)
			if c.witnessed[cell*s.board.Colors+color] || s.value[l] != 0 {
				continue
			}
			if c.stop.poll() {
				return
			}
			switch c.findWith(s, l) {
			case satisfied:
				c.witness(s.board.Grid())
				s.backtrack(0)
			case refuted:
				s.backtrack(0)
				if s.value[l] == 0 {
					s.enqueue(l^1, noReason, 0)
				}
				s.propagate() // cannot fail: there is a solution
				s.saveRoot()
			case stopped:
				s.backtrack(0)
				return
			}
		}
	}
}

// findWith looks for a solution with a literal that no known solution has, first by a short
// search near the known one, then by the Lagrangian bound, then in proof mode. If it is
// paused, nothing is known of the literal.
func (c *counting) findWith(s *core, l lit) outcome {
	s.preferSolution()
	try := min(secondTry, c.patience)
	out := s.search(try, false, l)
	if out != paused {
		return out
	}
	if c.fresh {
		c.fresh = false
		s.newLagrangian(c.witnessed).run() // cannot fail: there is a solution
		if s.value[l] != 0 {
			return refuted
		}
	}
	if c.patience > try {
		out = s.searchInProofMode(c.patience-try, l)
	}
	return out
}

// preferSolution sets the saved phases to the known solution.
func (s *core) preferSolution() {
	s.initPhases()
	s.backtrack(0)
	s.phases.forget()
	for cell, color := range s.solution {
		for c := range s.board.Colors {
			s.phases.saved[s.valueLit(cell, c)>>1] = 1 // with two colors there is one variable, set below
		}
		l := s.valueLit(cell, int(color))
		s.phases.saved[l>>1] = int8(l & 1)
	}
}

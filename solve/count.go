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
	Exact   bool                // false if a budget or the context ended the count
	Stopped nonogram.StopReason // the reason, if not Exact
	Stats   nonogram.Stats
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
	c := counting{engine: e, p: p, result: &Counted{Count: new(big.Int)}, stop: newStopper(ctx, opts.Budget), patience: cmp.Or(e.patience, backboneConflicts)}
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
	stop   stopper
	result *Counted
	model  []lit // the first solution, one true literal per cell

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
	c.model = s.cellLits(c.model)
	s.backtrack(0)
	c.backbone(s)
	cells := make([]line.Set, s.cells)
	for i := range cells {
		cells[i] = s.board.Candidates(i/s.board.Width, i%s.board.Width)
	}
	ways, states, exact := count.Ways(c.p, cells, c.stop.budget.Memory, c.stop.poll)
	c.result.Count, c.result.Exact = ways, exact
	c.result.Stats.Nodes += states
}

// backbone eliminates the candidates that occur in no solution, as far as patience allows.
func (c *counting) backbone(s *core) {
	witnessed := make([]bool, len(s.value)) // literals true in some known solution
	note := func(model []lit) {
		for _, l := range model {
			witnessed[l] = true
		}
	}
	note(c.model)
	for cell := range s.cells {
		for color := range s.board.Colors {
			l := s.valueLit(cell, color)
			if witnessed[l] || s.value[l] != 0 {
				continue
			}
			if c.stop.poll() {
				return
			}
			s.preferModel(c.model)
			switch s.findDiffering(l, c.patience) {
			case satisfied:
				other := s.cellLits(nil)
				s.backtrack(0)
				note(other)
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

// findDiffering looks for a solution with a literal that no known solution has, first by a
// short search near the known one, then in proof mode. If it is paused, nothing is known of
// the literal.
func (s *core) findDiffering(l lit, conflicts int64) outcome {
	try := min(secondTry, conflicts)
	out := s.search(try, false, l)
	if out == paused && conflicts > try {
		out = s.searchInProofMode(conflicts-try, l)
	}
	return out
}

// preferModel sets the saved phases to a known solution.
func (s *core) preferModel(model []lit) {
	s.initPhases()
	s.backtrack(0)
	s.phases.forget()
	for v := range s.phases.saved {
		if s.board.Colors > 2 {
			s.phases.saved[v] = 1
		}
	}
	for _, l := range model {
		s.phases.saved[l>>1] = int8(l & 1)
	}
}

// cellLits lists the true literals of the colors of all cells.
func (s *core) cellLits(dst []lit) []lit {
	dst = dst[:0]
	for cell := range s.cells {
		for color := range s.board.Colors {
			if l := s.valueLit(cell, color); s.value[l] > 0 {
				dst = append(dst, l)
			}
		}
	}
	return dst
}

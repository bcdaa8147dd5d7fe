package solve

import (
	"cmp"
	"context"
	"math/big"

	"nonogram"
	"nonogram/internal/line"
	"nonogram/solve/internal/count"
)

// Exact counting. The search finds one solution and, cell by cell, whether any
// other solution differs there; what no solution changes becomes a fact (the
// backbone). In how many ways the cells left over can be filled is for package
// count to say.
//
// Cost: a few assumption searches per open cell, and the sweep, which may be given
// up: then the answer is a lower bound.

// Counted is the answer of Count.
type Counted struct {
	Count   *big.Int            // the number of solutions, or a lower bound if not Exact
	Exact   bool                // false if a budget or the context ended the count
	Stopped nonogram.StopReason // why it is not exact
	Stats   nonogram.Stats
}

// Count gives the exact number of solutions. opts.Limit is not used.
func Count(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*Counted, error) {
	return new(Engine).Count(ctx, p, opts)
}

// Count is the package's Count, with the engine's memory.
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
			c.result.Stopped = nonogram.StopMemory // a region had too many states
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
	model  []lit // the first solution, a true literal per cell

	patience int64 // the conflicts for one literal of the backbone
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

// countOpen counts a puzzle that probing has not settled.
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

// backbone strikes every candidate that occurs in no solution, where that can be
// shown quickly.
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

// differing looks for a solution with a literal that the known ones do not have. Most
// are found or refuted at once; the others are a matter of proof.
// A search that has met so many conflicts is paused, and nothing is known of l.
func (s *core) findDiffering(l lit, conflicts int64) outcome {
	try := min(secondTry, conflicts)
	out := s.search(try, false, l)
	if out == paused && conflicts > try {
		out = s.searchInProofMode(conflicts-try, l)
	}
	return out
}

// stay makes the search prefer the values of a known solution.
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

// cellLits lists the literals that say what color each cell has.
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

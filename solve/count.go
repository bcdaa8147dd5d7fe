package solve

import (
	"context"
	"math/big"

	"nonogram"
	"nonogram/line"
)

// Exact counting. The search finds one solution and, cell by cell, whether any
// other solution differs there; what no solution changes becomes a fact (the
// backbone). The cells left over fall into regions that share no undecided part
// of a line (components.go). Each region is counted by a sweep over its cells
// that keeps one number for every state of the lines it cuts (frontier.go), and
// the counts are multiplied. So a puzzle with a hundred independent switches,
// 2^100 solutions, is counted as fast as one with a single one.
//
// Cost: a few assumption searches per open cell, and the sweep, whose states can
// grow exponentially with the shorter side of a region: then the answer is a
// lower bound.

// Counted is the answer of Count.
type Counted struct {
	Count   *big.Int            // the number of solutions, or a lower bound if not Exact
	Exact   bool                // false if a budget or the context ended the count
	Stopped nonogram.StopReason // why it is not exact
	Stats   nonogram.Stats
}

// stateBytes is the memory a state of the sweep takes, roughly.
const stateBytes = 100

// Count gives the exact number of solutions. opts.Limit is not used.
func Count(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*Counted, error) {
	return new(Engine).Count(ctx, p, opts)
}

// Count is the package's Count, with the engine's memory.
func (e *Engine) Count(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options) (*Counted, error) {
	solvable, err := admit(p)
	if err != nil {
		return nil, err
	}
	c := counting{engine: e, p: p, result: &Counted{Count: new(big.Int)}, stop: newStopper(ctx, opts.Budget)}
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
	s.cancel(0)
	c.backbone(s)
	cells := make([]line.Set, s.cells)
	for i := range cells {
		cells[i] = s.board.candidates(i/s.board.width, i%s.board.width)
	}
	c.multiply(cells)
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
		for color := range s.board.colors {
			l := s.valueLit(cell, color)
			if witnessed[l] || s.value[l] != 0 {
				continue
			}
			if c.stop.poll() {
				return
			}
			s.stay(c.model)
			switch s.search(backboneConflicts, false, l) {
			case satisfied:
				other := s.cellLits(nil)
				s.cancel(0)
				note(other)
			case refuted:
				s.cancel(0)
				if s.value[l] == 0 {
					s.enqueue(l^1, noReason, 0)
				}
				s.propagate() // cannot fail: there is a solution
				s.noteRoot()
			case stopped:
				s.cancel(0)
				return
			}
		}
	}
}

// stay makes the search prefer the values of a known solution.
func (s *core) stay(model []lit) {
	s.cancel(0)
	s.phases.forget()
	for v := range s.phases.saved {
		if s.board.colors > 2 {
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
		for color := range s.board.colors {
			if l := s.valueLit(cell, color); s.value[l] > 0 {
				dst = append(dst, l)
			}
		}
	}
	return dst
}

// multiply counts every region.
func (c *counting) multiply(cells []line.Set) {
	maxStates := int(min(c.stop.budget.Memory/stateBytes, maxSweepStates))
	d := newDissection(c.p, cells)
	regions, exact := d.regions(c.stop.poll)
	for _, region := range regions {
		n, states, ok := d.count(region, maxStates, c.stop.poll)
		c.result.Stats.Nodes += states
		if ok {
			c.result.Count.Mul(c.result.Count, n)
		} else {
			exact = false // this region has at least the one filling of the model
		}
	}
	c.result.Exact = exact
}

package teach

import (
	"fmt"

	"nonogram"
)

// What all solutions of a position have in common, by the solver that the caller
// has given. A puzzle with one solution costs one call. With several, every cell
// that the solutions seen so far agree on is asked for a solution in which it
// differs: either there is one, which often settles many other cells too, or it
// is proven that there is none.
//
// Cost: at most a call for every candidate of every open cell, but in practice few,
// since each solution found shows more cells that differ.

// learnTruth asks the solver. It reports false if there is none, if it does not
// come to an end, if there is no solution, or if there are several and only a
// rating is wanted.
func (p *path) learnTruth() bool {
	if p.solver == nil {
		p.stopped = nonogram.StopStalled
		return false
	}
	known := p.b.Grid()
	result, ok := p.consult(known, 2)
	if !ok {
		return false
	}
	p.status = result.Status
	if result.Status == nonogram.Unsolvable {
		return false
	}
	truth := result.Solutions[0].Clone()
	for _, other := range result.Solutions[1:] {
		agree(truth, other)
	}
	if result.Status == nonogram.Multiple {
		p.frozen, p.unrated = true, p.b.Open // the remaining cells do not count for the difficulty
		if !p.record || !p.compare(known, truth) {
			return false
		}
	}
	p.truth = truth
	return true
}

// consult calls the solver on a position.
func (p *path) consult(known *nonogram.Grid, limit int) (*nonogram.Result, bool) {
	q := *p.b.p
	q.Given, q.Goal = known, nil
	result, err := p.solver(p.ctx, &q, nonogram.Options{Limit: limit})
	switch {
	case err != nil:
		p.err = fmt.Errorf("the solver failed: %w", err)
		p.stopped = nonogram.StopStalled
	case result.Status == nonogram.Undecided:
		p.stopped = result.Stopped
	}
	return result, p.stopped == nonogram.StopNone
}

// agree makes unknown what two grids differ in.
func agree(g, h *nonogram.Grid) {
	for i, c := range h.Cells {
		if g.Cells[i] != c {
			g.Cells[i] = nonogram.Unknown
		}
	}
}

// compare leaves in truth only what every solution has.
func (p *path) compare(known, truth *nonogram.Grid) bool {
	for cell, c := range known.Cells {
		if c != nonogram.Unknown {
			continue
		}
		for s := p.b.set(cell); s != 0; s &= s - 1 {
			other := lowest(s)
			if truth.Cells[cell] == nonogram.Unknown || truth.Cells[cell] == other {
				continue
			}
			known.Cells[cell] = other
			result, ok := p.consult(known, 1)
			known.Cells[cell] = nonogram.Unknown
			if !ok {
				return false
			}
			if len(result.Solutions) > 0 {
				agree(truth, result.Solutions[0])
			}
		}
	}
	return true
}

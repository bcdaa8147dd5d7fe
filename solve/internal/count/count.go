// Package count counts the ways to fill the open cells of a board, exactly.
//
// The open cells fall into regions that share no undecided part of a line. A sweep over the
// cells of each region keeps a count for every combination of states of the lines it cuts,
// and the counts of all regions are multiplied. So 2^100 solutions of a hundred independent
// switches take as long as a hundred single ones. The files, in reading order:
//
//	components.go  regions of open cells
//	automaton.go   the clue of a line as an automaton, and its live states
//	order.go       the crossings of a region and the order of the sweep
//	frontier.go    the sweep
//	states.go      its states, and how they are merged
//	bounds.go      bounds of a region that is not counted
//	tuning.go      tuning constants
//
// Cost: the number of states can grow exponentially with the shorter side of a region. Beyond
// a limit the sweep keeps only states of many ways near a known solution, and the count is a
// lower bound.
package count

import (
	"math/big"

	"nonogram"
	"nonogram/internal/line"
)

// Result is the result of Ways.
type Result struct {
	Least  *big.Int // the number of solutions, or a lower bound if not Exact
	Most   *big.Int // an upper bound, nil if none is known
	Exact  bool     // false if a region exceeded the memory or stop returned true
	States int64    // the work, which is deterministic
}

// Ways counts the solutions of a puzzle whose cells, row by row, have the given candidates,
// within the given number of bytes; 0 is a default. models are some of the solutions, at
// least one.
func Ways(p *nonogram.Puzzle, cells []line.Set, models []*nonogram.Grid, memory int64, stop func() bool) Result {
	if memory <= 0 {
		memory = defaultMemory
	}
	maxStates := int(min(memory/stateBytes, maxSweepStates))
	d := newDissection(p, cells)
	regions, exact := d.regions(stop)
	r := Result{Least: big.NewInt(1), Exact: exact}
	if exact {
		r.Most = big.NewInt(1)
	}
	for _, region := range regions {
		least, passed, ok := d.count(region, models[0], maxStates, stop)
		r.States += passed
		most := least
		if !ok {
			r.Exact = false
			least, most = d.least(region, models, least), d.most(region, maxStates, stop)
		}
		r.Least.Mul(r.Least, least)
		if most == nil {
			r.Most = nil
		} else if r.Most != nil {
			r.Most.Mul(r.Most, most)
		}
	}
	return r
}

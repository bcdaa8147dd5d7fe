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
//	tuning.go      tuning constants
//
// Cost: the number of states can grow exponentially with the shorter side of a region. Beyond
// a limit the count is a lower bound.
package count

import (
	"math/big"

	"nonogram"
	"nonogram/internal/line"
)

// stateBytes estimates the memory of a state of the sweep.
const stateBytes = 100

// Ways counts the solutions of a puzzle whose cells, row by row, have the given candidates,
// within the given number of bytes. exact is false if a region exceeded the memory or stop
// returned true; such a region counts as one way, so that the result is a lower bound if the
// puzzle has a solution. states measures the work, which is deterministic.
func Ways(p *nonogram.Puzzle, cells []line.Set, memory int64, stop func() bool) (ways *big.Int, states int64, exact bool) {
	maxStates := int(min(memory/stateBytes, maxSweepStates))
	ways = big.NewInt(1)
	d := newDissection(p, cells)
	regions, exact := d.regions(stop)
	for _, region := range regions {
		n, passed, ok := d.count(region, maxStates, stop)
		states += passed
		if ok {
			ways.Mul(ways, n)
		} else {
			exact = false
		}
	}
	return ways, states, exact
}

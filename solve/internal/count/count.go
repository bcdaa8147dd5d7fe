// Package count counts the ways to fill the open cells of a board, exactly.
//
// The cells left open fall into regions that share no undecided part of a line. Each
// region is counted by a sweep over its cells that keeps one number for every state
// of the lines it cuts, and the counts are multiplied. So a puzzle with a hundred
// independent switches, 2^100 solutions, is counted as fast as one with a single one.
// To be read in this order:
//
//	components.go  which open cells have to do with each other
//	automaton.go   the clue of a line as an automaton, and which of its states are live
//	order.go       a region: automata that cross at open cells, and the order to sweep them
//	frontier.go    the sweep
//	states.go      the states that it keeps, and how they are merged
//	tuning.go      the numbers that steer it
//
// Cost: the states can grow exponentially with the shorter side of a region; then it
// is given up, and the answer is a lower bound.
//
// It knows nothing of the search: candidates in, a number out.
package count

import (
	"math/big"

	"nonogram"
	"nonogram/internal/line"
)

// stateBytes is the memory a state of the sweep takes, roughly.
const stateBytes = 100

// Ways counts the solutions of a puzzle whose cells, row by row, have the given
// candidates, in about so many bytes of memory. Exact is false if a region was given
// up for want of memory or because stop said so; it counts as one way then, so that
// the answer is a lower bound if the puzzle has a solution. States is a measure of
// the work; the same call does the same work.
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

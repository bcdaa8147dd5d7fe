package scan

import (
	"cmp"
	"maps"
	"slices"
)

// The likely readings of all lines whose rows and columns ask for the same number of
// cells of each color: a dynamic programme over the lines. Its state is the difference
// of the totals so far; for each state the best few ways to it are kept. Few states
// matter: those that can be reached by readings not much worse than the best.

// The bounds of the programme.
const (
	// spread is how much less likely than the best a way may be, as a logarithm.
	spread = 40
	// maxStates is how many differences are kept.
	maxStates = 300
)

// way is a choice for each line so far.
type way struct {
	before *way
	pick   int
	logP   float64
}

// balanced lists up to n ways with equal totals, best first. Rows count up, columns
// down.
func balanced(rows, columns [][]lineReading, n int) []*way {
	states := map[totals][]*way{{}: {{}}}
	step := func(line []lineReading, sign int32) {
		next := map[totals][]*way{}
		for _, at := range sortedStates(states) {
			for pick, r := range line {
				to := at
				for c, v := range r.totals {
					to[c] += sign * v
				}
				for _, w := range states[at] {
					next[to] = append(next[to], &way{w, pick, w.logP + r.logP})
				}
			}
		}
		states = prune(next, n)
	}
	for _, line := range rows {
		step(line, 1)
	}
	// Behind the rows a state is a total; from here it comes down to zero.
	for _, line := range columns {
		step(line, -1)
	}
	return states[totals{}]
}

// sortedStates gives the states in a fixed order, so that equal ways stay in order.
func sortedStates(states map[totals][]*way) []totals {
	return slices.SortedFunc(maps.Keys(states), func(a, b totals) int { return slices.Compare(a[:], b[:]) })
}

// prune keeps the best ways of the best states.
func prune(states map[totals][]*way, n int) map[totals][]*way {
	top := make([]totals, 0, len(states))
	for at, ways := range states {
		slices.SortStableFunc(ways, func(a, b *way) int { return cmp.Compare(b.logP, a.logP) })
		states[at] = ways[:min(n, len(ways))]
		top = append(top, at)
	}
	slices.SortFunc(top, func(a, b totals) int {
		return cmp.Or(cmp.Compare(states[b][0].logP, states[a][0].logP), slices.Compare(a[:], b[:]))
	})
	kept := map[totals][]*way{}
	for i, at := range top {
		if i >= maxStates || states[at][0].logP < states[top[0]][0].logP-spread {
			break
		}
		kept[at] = states[at]
	}
	return kept
}

// picks are the choices of a way, the first line first.
func (w *way) picks(lines int) []int {
	list := make([]int, lines)
	for i := lines - 1; i >= 0; i-- {
		list[i] = w.pick
		w = w.before
	}
	return list
}

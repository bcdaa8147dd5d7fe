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
		next := map[totals][]source{}
		for _, at := range sortedStates(states) {
			for pick, r := range line {
				to := at
				for c, v := range r.totals {
					to[c] += sign * v
				}
				next[to] = append(next[to], source{states[at], pick, r.logP})
			}
		}
		states = prune(next, n)
	}
	for _, line := range rows {
		step(line, 1)
	}
	// After the rows a state is a total; from here it comes down to zero.
	for _, line := range columns {
		step(line, -1)
	}
	return states[totals{}]
}

// source is the ways from one state by one reading of a line, best first.
type source struct {
	ways []*way
	pick int
	logP float64
}

func (s *source) best() float64 { return s.ways[0].logP + s.logP }

// merge takes the best n ways of the sources, without making those that are left out.
func merge(sources []source, n int) (list []*way) {
	for len(list) < n && len(sources) > 0 {
		top := 0
		for k := range sources {
			if sources[k].best() > sources[top].best() {
				top = k
			}
		}
		s := &sources[top]
		list = append(list, &way{s.ways[0], s.pick, s.best()})
		if s.ways = s.ways[1:]; len(s.ways) == 0 {
			sources = slices.Delete(sources, top, top+1)
		}
	}
	return list
}

// sortedStates gives the states in a fixed order, so that equal ways stay in order.
func sortedStates(states map[totals][]*way) []totals {
	return slices.SortedFunc(maps.Keys(states), func(a, b totals) int { return slices.Compare(a[:], b[:]) })
}

// prune keeps the best ways to the best states.
func prune(states map[totals][]source, n int) map[totals][]*way {
	type state struct {
		at   totals
		best float64
	}
	var top []state
	for at, sources := range states {
		best := sources[0].best()
		for _, s := range sources {
			best = max(best, s.best())
		}
		top = append(top, state{at, best})
	}
	slices.SortFunc(top, func(a, b state) int {
		return cmp.Or(cmp.Compare(b.best, a.best), slices.Compare(a.at[:], b.at[:]))
	})
	kept := map[totals][]*way{}
	for i, s := range top {
		if i >= maxStates || s.best < top[0].best-spread {
			break
		}
		kept[s.at] = merge(states[s.at], n)
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

package scan

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// The likely readings of all lines whose rows and columns ask for the same number of
// cells of each color: a dynamic program over the lines. Its state is the difference
// of the totals so far. Few states matter: those that can be reached by readings not much
// worse than the best.

// The bounds of the program.
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

// state is a difference of totals after some lines. Its ways are listed on demand, best first:
// only the last state needs many of them.
type state struct {
	at      totals
	best    float64  // of the likeliest way
	sources []source // without those that are exhausted
	ways    []*way   // found so far
}

// source is the ways from the state before by one reading of a line.
type source struct {
	from *state
	next int // way of that state
	pick int
	logP float64 // of the reading
	sum  float64 // of the reading with the next way
}

// balanced lists up to n ways with equal totals, best first. Rows count up, columns
// down.
func balanced(rows, columns [][]lineReading, n int) []*way {
	states := []*state{{ways: []*way{{}}}}
	for _, line := range rows {
		states = after(states, line, 1)
	}
	// After the rows a state is a total; from here it comes down to zero.
	for _, line := range columns {
		states = after(states, line, -1)
	}
	k := slices.IndexFunc(states, func(s *state) bool { return s.at == totals{} })
	if k < 0 {
		return nil
	}
	for len(states[k].ways) < n && states[k].way(len(states[k].ways)) != nil {
	}
	return states[k].ways
}

// after lists the states after one more line: the likeliest, in a fixed order.
func after(states []*state, line []lineReading, sign int32) []*state {
	next := map[totals]*state{}
	for _, from := range states {
		for pick := range line {
			to := from.at
			for c, v := range line[pick].totals {
				to[c] += sign * v
			}
			s := next[to]
			if s == nil {
				s = &state{at: to, best: math.Inf(-1)}
				next[to] = s
			}
			sum := from.best + line[pick].logP
			s.best = max(s.best, sum)
			s.sources = append(s.sources, source{from, 0, pick, line[pick].logP, sum})
		}
	}
	top := slices.SortedFunc(maps.Values(next), func(a, b *state) int {
		return cmp.Or(cmp.Compare(b.best, a.best), slices.Compare(a.at[:], b.at[:]))
	})
	kept := 0
	for kept < min(len(top), maxStates) && top[kept].best >= top[0].best-spread {
		kept++
	}
	return top[:kept]
}

// way is the k-th best way, nil if there are fewer.
func (s *state) way(k int) *way {
	for len(s.ways) <= k && len(s.sources) > 0 {
		top := 0
		for q := range s.sources {
			if s.sources[q].sum > s.sources[top].sum {
				top = q
			}
		}
		from := &s.sources[top]
		s.ways = append(s.ways, &way{from.from.way(from.next), from.pick, from.sum})
		from.next++
		if following := from.from.way(from.next); following != nil {
			from.sum = following.logP + from.logP
		} else {
			s.sources = slices.Delete(s.sources, top, top+1)
		}
	}
	if k < len(s.ways) {
		return s.ways[k]
	}
	return nil
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

package count

// The order of a sweep. The automata of rows and columns cross at the open cells of a region.
// A sweep passes the crossings one by one and carries the states of all automata that it has
// begun and not finished, so the order decides whether a region can be counted at all.
//
// Row by row and column by column are tried first. If both carry much, a greedy order
// finishes one automaton after another, always the one that leaves least to carry. Finding
// the best order is the cutwidth problem, which is NP-hard.
//
// Cost: a few microseconds for the straight orders; orderSteps bounds the greedy one.

import (
	"math"
	"math/bits"

	"nonogram"
)

// region is a region for the sweep: the automata of its rows and columns and the open cells
// where they cross.
type region struct {
	automata  []automaton
	crossings []crossing // in row-major order
	columns   []int32    // the crossings in column-major order
}

// crossing is an open cell.
type crossing struct {
	automaton [2]int32 // by axis
	at        [2]int32 // which open cell of that automaton it is
	colors    int      // its candidates
}

// region builds a region from its open cells; nil if its tables exceed limit entries or stop
// returned true.
func (d *dissection) region(cells []int32, limit int, stop func() bool) *region {
	r := &region{crossings: make([]crossing, len(cells))}
	rows := make([]int32, len(cells))
	for i, cell := range cells {
		rows[i] = int32(i)
		r.crossings[i].colors = bits.OnesCount64(uint64(d.cells[cell]))
	}
	r.columns = d.columnMajor(cells)
	limit, ok := d.addAutomata(r, nonogram.Row, cells, rows, limit, stop)
	if ok {
		_, ok = d.addAutomata(r, nonogram.Column, cells, r.columns, limit, stop)
	}
	if !ok {
		return nil
	}
	return r
}

// addAutomata builds the automata of one axis and records their crossings, which are in the
// order of that axis. It returns the rest of the limit.
func (d *dissection) addAutomata(r *region, axis nonogram.Axis, cells, order []int32, limit int, stop func() bool) (int, bool) {
	var now *piece
	at := int32(0)
	for _, i := range order {
		l, pos := d.place(axis, cells[i])
		if p := d.line(l).pieceAt(pos); p != now {
			if stop() {
				return 0, false
			}
			m, entries, ok := d.builder.build(p, d.stretch(l, p.from, p.to), limit)
			if !ok {
				return 0, false
			}
			r.automata = append(r.automata, m)
			limit -= entries
			now, at = p, 0
		}
		r.crossings[i].automaton[axis] = int32(len(r.automata) - 1)
		r.crossings[i].at[axis] = at
		at++
	}
	return limit, true
}

// sizes returns the number of states of a crossing's automaton on one axis, before and after
// it.
func (r *region) sizes(x *crossing, axis int) (before, after int16) {
	m := &r.automata[x.automaton[axis]]
	return m.sizes[x.at[axis]], m.sizes[x.at[axis]+1]
}

// ends reports whether a crossing is the last of its automaton on one axis.
func (r *region) ends(x *crossing, axis int) bool {
	return int(x.at[axis])+1 == len(r.automata[x.automaton[axis]].next)
}

// columnMajor returns the indices of the cells of a region, which are in row-major order, in
// column-major order.
func (d *dissection) columnMajor(cells []int32) []int32 {
	w := int32(d.puzzle.Width())
	next := make([]int32, w+1) // where the next cell of a column goes
	for _, cell := range cells {
		next[cell%w+1]++
	}
	for x := range w {
		next[x+1] += next[x]
	}
	order := make([]int32, len(cells))
	for i, cell := range cells {
		order[next[cell%w]] = int32(i)
		next[cell%w]++
	}
	return order
}

// load measures an order: the logarithm of the number of combinations of states, if all
// occurred. Far fewer do, but orders compare much the same.
type load struct {
	peak int // maximum over all cells
	sum  int // over all cells
}

func (l load) less(m load) bool { return l.peak < m.peak || l.peak == m.peak && l.sum < m.sum }

// logSize returns four times the binary logarithm, rounded down, in integers to be the same
// on all machines.
func logSize(n int16) int {
	m := uint64(n)
	return bits.Len64(m*m*m*m) - 1
}

// change returns the load that passing a crossing adds.
func (r *region) change(x *crossing) int {
	sum := 0
	for axis := range x.automaton {
		before, after := r.sizes(x, axis)
		sum += logSize(after) - logSize(before)
	}
	return sum
}

func (r *region) load(order []int32) load {
	var l load
	now := 0
	for _, i := range order {
		now += r.change(&r.crossings[i])
		l.peak = max(l.peak, now)
		l.sum += now
	}
	return l
}

// bestOrder picks a straight order, or the first that the greedy rule finds for rising limits
// of the peak; false if stop returned true.
func (r *region) bestOrder(stop func() bool) ([]int32, bool) {
	best := make([]int32, len(r.crossings))
	for i := range best {
		best[i] = int32(i)
	}
	least := r.load(best)
	if l := r.load(r.columns); l.less(least) {
		best, least = r.columns, l
	}
	if least.peak <= easyPeak {
		return best, true
	}
	g := newGreedy(r, stop)
	for limit := easyPeak; limit < least.peak && !g.spent; limit += limit / peakRaise {
		if g.find(limit) {
			return g.order, true
		}
	}
	return best, !g.stopped
}

// greedy builds an order by finishing one automaton after another, with all crossings that
// must come before. Straight orders finish only rows or only columns; a bent strip needs
// both.
type greedy struct {
	*region
	through [][]int32 // by automaton: its crossings in order
	order   []int32   // crossings passed
	passed  []int32   // by automaton: number of crossings passed
	now     int       // current load
	steps   int       // left of orderSteps
	poll    poller
	spent   bool // the steps are used up or stopped is set
	stopped bool // stop returned true

	trial     []int32 // passed, in the current trial
	path      []int32 // crossings that the trial passes
	best      []int32 // path of the best trial
	trialNow  int
	trialPeak int
}

func newGreedy(r *region, stop func() bool) *greedy {
	g := &greedy{region: r, steps: orderSteps, poll: poller{stop: stop}}
	g.through = make([][]int32, len(r.automata))
	g.passed = make([]int32, len(r.automata))
	g.trial = make([]int32, len(r.automata))
	for i := range r.crossings {
		m := r.crossings[i].automaton[nonogram.Row]
		g.through[m] = append(g.through[m], int32(i))
	}
	for _, i := range r.columns {
		m := r.crossings[i].automaton[nonogram.Column]
		g.through[m] = append(g.through[m], i)
	}
	return g
}

// find tries to build an order with a peak within the limit.
func (g *greedy) find(limit int) bool {
	g.order = g.order[:0]
	g.now = 0
	clear(g.passed)
	for len(g.order) < len(g.crossings) {
		if !g.finishOne(limit) {
			return false
		}
	}
	return true
}

// finishOne passes all crossings of the automaton that leaves least to carry; false if none
// can be finished within the limit.
func (g *greedy) finishOne(limit int) bool {
	bestNow, bestPeak := math.MaxInt, math.MaxInt
	for m := range g.automata {
		if int(g.passed[m]) == len(g.through[m]) {
			continue
		}
		within := g.try(m, limit)
		g.stopped = g.poll.after(len(g.path) + 1)
		g.spent = g.stopped || g.steps <= 0
		if g.spent {
			return false
		}
		if within && (g.trialNow < bestNow || g.trialNow == bestNow && g.trialPeak < bestPeak) {
			bestNow, bestPeak = g.trialNow, g.trialPeak
			g.best = append(g.best[:0], g.path...)
		}
	}
	if bestNow == math.MaxInt {
		return false
	}
	for _, i := range g.best {
		x := &g.crossings[i]
		g.passed[x.automaton[0]]++
		g.passed[x.automaton[1]]++
	}
	g.order = append(g.order, g.best...)
	g.now = bestNow
	return true
}

// try passes the crossings of an automaton as a trial; false if the peak exceeds the limit or
// the steps are used up.
func (g *greedy) try(m, limit int) bool {
	copy(g.trial, g.passed)
	g.steps -= len(g.trial) / 64 // the copy counts too
	g.path = g.path[:0]
	g.trialNow, g.trialPeak = g.now, g.now
	for _, i := range g.through[m][g.passed[m]:] {
		if !g.pass(i, limit) {
			return false
		}
	}
	return true
}

// pass passes a crossing in the trial, after all that must come before it on either
// automaton.
func (g *greedy) pass(i int32, limit int) bool {
	x := &g.crossings[i]
	for axis, m := range x.automaton {
		for g.trial[m] < x.at[axis] {
			if !g.pass(g.through[m][g.trial[m]], limit) {
				return false
			}
		}
	}
	if g.trial[x.automaton[0]] > x.at[0] {
		return true // passed on the way to an earlier one
	}
	g.trial[x.automaton[0]]++
	g.trial[x.automaton[1]]++
	g.path = append(g.path, i)
	g.trialNow += g.change(x)
	g.trialPeak = max(g.trialPeak, g.trialNow)
	g.steps--
	return g.trialPeak <= limit && g.steps > 0
}

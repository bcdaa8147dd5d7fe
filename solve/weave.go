package solve

// The order of a sweep. A region is woven from the machines of its rows and
// columns (automaton.go), which cross at the open cells; a sweep (frontier.go)
// passes the crossings one by one and carries the states of all machines that it
// has begun and not finished. Which order carries least decides whether a region
// can be counted at all.
//
// Row by row and column by column are tried first. Where both carry much, a
// weaver finishes one machine after the other, always the one that leaves least
// to carry, so that it follows rings and bent strips around. Finding the best
// order is the cutwidth problem, which is hard; this greedy rule does well.
//
// Cost: a few microseconds for the straight orders; the weaver is bounded by
// weaverSteps.

import (
	"math"
	"math/bits"

	"nonogram"
)

// fabric is a region as the sweep sees it: the machines of its rows and columns
// and the open cells where they cross.
type fabric struct {
	machines  []machine
	crossings []crossing // in row-major order
	columns   []int32    // the crossings in column-major order
}

// crossing is an open cell.
type crossing struct {
	machine [2]int32 // by axis
	at      [2]int32 // which open cell of that machine it is
	colors  int      // its candidates
}

// weave makes the fabric of a region, or nil if its tables take more than limit
// entries or stop says so.
func (d *dissection) weave(region []int32, limit int, stop func() bool) *fabric {
	f := &fabric{crossings: make([]crossing, len(region))}
	rows := make([]int32, len(region))
	for i, cell := range region {
		rows[i] = int32(i)
		f.crossings[i].colors = bits.OnesCount64(uint64(d.cells[cell]))
	}
	f.columns = d.columnMajor(region)
	limit, ok := d.thread(f, nonogram.Row, region, rows, limit, stop)
	if ok {
		_, ok = d.thread(f, nonogram.Column, region, f.columns, limit, stop)
	}
	if !ok {
		return nil
	}
	return f
}

// thread makes the machines of one axis and draws them through the crossings,
// which come in the order of that axis. It returns what is left of the limit.
func (d *dissection) thread(f *fabric, axis nonogram.Axis, region, order []int32, limit int, stop func() bool) (int, bool) {
	var now *piece
	at := int32(0)
	for _, i := range order {
		l, pos := d.place(axis, region[i])
		if p := d.line(l).pieceAt(pos); p != now {
			if stop() {
				return 0, false
			}
			m, entries, ok := d.machinist.build(p, d.stretch(l, p.from, p.to), limit)
			if !ok {
				return 0, false
			}
			f.machines = append(f.machines, m)
			limit -= entries
			now, at = p, 0
		}
		f.crossings[i].machine[axis] = int32(len(f.machines) - 1)
		f.crossings[i].at[axis] = at
		at++
	}
	return limit, true
}

// sizes are the states of a crossing's machine on one axis, before and behind it.
func (f *fabric) sizes(x *crossing, axis int) (before, behind int16) {
	m := &f.machines[x.machine[axis]]
	return m.sizes[x.at[axis]], m.sizes[x.at[axis]+1]
}

// ends reports whether a crossing is the last of its machine on one axis.
func (f *fabric) ends(x *crossing, axis int) bool {
	return int(x.at[axis])+1 == len(f.machines[x.machine[axis]].next)
}

// columnMajor returns the numbers of the cells of a region in the order of
// columns, each from top to bottom. The region itself is in row-major order.
func (d *dissection) columnMajor(region []int32) []int32 {
	w := int32(d.puzzle.Width())
	next := make([]int32, w+1) // where the next cell of a column goes
	for _, cell := range region {
		next[cell%w+1]++
	}
	for x := range w {
		next[x+1] += next[x]
	}
	order := make([]int32, len(region))
	for i, cell := range region {
		order[next[cell%w]] = int32(i)
		next[cell%w]++
	}
	return order
}

// load is what an order of cells makes the sweep carry: the logarithm of the
// number of combinations of states, if all of them occurred. Far fewer do, but
// orders compare much the same by the one as by the other.
type load struct {
	peak int // the most at any time
	sum  int // over all cells
}

func (l load) less(m load) bool { return l.peak < m.peak || l.peak == m.peak && l.sum < m.sum }

// logSize is four times the binary logarithm of a number of states, rounded
// down, in integers because orders must not depend on the machine.
func logSize(n int16) int {
	m := uint64(n)
	return bits.Len64(m*m*m*m) - 1
}

// change is what passing a crossing adds to the load.
func (f *fabric) change(x *crossing) int {
	sum := 0
	for axis := range x.machine {
		before, behind := f.sizes(x, axis)
		sum += logSize(behind) - logSize(before)
	}
	return sum
}

func (f *fabric) load(order []int32) load {
	var l load
	now := 0
	for _, i := range order {
		now += f.change(&f.crossings[i])
		l.peak = max(l.peak, now)
		l.sum += now
	}
	return l
}

const (
	// easyPeak is the load up to which a straight sweep is good enough: 2^10
	// states at most.
	easyPeak = 4 * 10
	// weaverRaise is by which part of itself a limit is raised that no order
	// was found for.
	weaverRaise = 8
	// weaverSteps bounds the search for a better order, in crossings looked at:
	// some tens of milliseconds.
	weaverSteps = 1 << 20
)

// bestOrder picks an order for the sweep: a straight one, or the first that a
// weaver finds as it tries for lower peaks, lowest first. It is false if stop
// said so.
func (f *fabric) bestOrder(stop func() bool) ([]int32, bool) {
	best := make([]int32, len(f.crossings))
	for i := range best {
		best[i] = int32(i)
	}
	least := f.load(best)
	if l := f.load(f.columns); l.less(least) {
		best, least = f.columns, l
	}
	if least.peak <= easyPeak {
		return best, true
	}
	w := newWeaver(f, stop)
	for limit := easyPeak; limit < least.peak && !w.spent; limit += limit / weaverRaise {
		if w.weave(limit) {
			return w.order, true
		}
	}
	return best, !w.stopped
}

// weaver makes an order of its own: it finishes one machine after the other,
// with all the crossings that must come before. A straight sweep finishes rows
// only, or columns only; a bent strip asks for both.
type weaver struct {
	*fabric
	through [][]int32 // the crossings of every machine, in its order
	order   []int32   // the crossings passed
	passed  []int32   // by machine: how many of its crossings
	now     int       // the load
	steps   int       // left of weaverSteps
	poll    poller
	spent   bool // the steps are used up, or time is
	stopped bool // time is

	trial     []int32 // passed, in the trial at hand
	path      []int32 // the crossings the trial passes
	best      []int32 // the path of the best trial
	trialNow  int
	trialPeak int
}

func newWeaver(f *fabric, stop func() bool) *weaver {
	w := &weaver{fabric: f, steps: weaverSteps, poll: poller{stop: stop}}
	w.through = make([][]int32, len(f.machines))
	w.passed = make([]int32, len(f.machines))
	w.trial = make([]int32, len(f.machines))
	for i := range f.crossings {
		m := f.crossings[i].machine[nonogram.Row]
		w.through[m] = append(w.through[m], int32(i))
	}
	for _, i := range f.columns {
		m := f.crossings[i].machine[nonogram.Column]
		w.through[m] = append(w.through[m], i)
	}
	return w
}

// weave tries to make an order with a peak within the limit.
func (w *weaver) weave(limit int) bool {
	w.order = w.order[:0]
	w.now = 0
	clear(w.passed)
	for len(w.order) < len(w.crossings) {
		if !w.finishOne(limit) {
			return false
		}
	}
	return true
}

// finishOne passes all crossings of the machine that leaves least to carry once
// it is finished. It is false if none can be finished within the limit.
func (w *weaver) finishOne(limit int) bool {
	bestNow, bestPeak := math.MaxInt, math.MaxInt
	for m := range w.machines {
		if int(w.passed[m]) == len(w.through[m]) {
			continue
		}
		within := w.try(m, limit)
		w.stopped = w.poll.after(len(w.path) + 1)
		w.spent = w.stopped || w.steps <= 0
		if w.spent {
			return false
		}
		if within && (w.trialNow < bestNow || w.trialNow == bestNow && w.trialPeak < bestPeak) {
			bestNow, bestPeak = w.trialNow, w.trialPeak
			w.best = append(w.best[:0], w.path...)
		}
	}
	if bestNow == math.MaxInt {
		return false
	}
	for _, i := range w.best {
		x := &w.crossings[i]
		w.passed[x.machine[0]]++
		w.passed[x.machine[1]]++
	}
	w.order = append(w.order, w.best...)
	w.now = bestNow
	return true
}

// try finds out what it takes to finish a machine. It is false if the peak
// would be above the limit, or the steps are used up.
func (w *weaver) try(m, limit int) bool {
	copy(w.trial, w.passed)
	w.steps -= len(w.trial) / 64 // the copy counts too
	w.path = w.path[:0]
	w.trialNow, w.trialPeak = w.now, w.now
	for _, i := range w.through[m][w.passed[m]:] {
		if !w.pass(i, limit) {
			return false
		}
	}
	return true
}

// pass goes over a crossing in the trial, after all that must come before it on
// either machine.
func (w *weaver) pass(i int32, limit int) bool {
	x := &w.crossings[i]
	for axis, m := range x.machine {
		for w.trial[m] < x.at[axis] {
			if !w.pass(w.through[m][w.trial[m]], limit) {
				return false
			}
		}
	}
	if w.trial[x.machine[0]] > x.at[0] {
		return true // passed on the way to an earlier one
	}
	w.trial[x.machine[0]]++
	w.trial[x.machine[1]]++
	w.path = append(w.path, i)
	w.trialNow += w.change(x)
	w.trialPeak = max(w.trialPeak, w.trialNow)
	w.steps--
	return w.trialPeak <= limit && w.steps > 0
}

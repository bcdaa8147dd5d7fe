package solve

// Which open cells have to do with each other.
//
// Where only one state of a line's automaton is live, all arrangements agree on
// what has been drawn before that boundary and what is still to come: the line
// falls into two pieces that know nothing of each other. For candidates that
// agree with their lines there are no other places to cut. Two open cells in
// the same piece may depend on each other; the classes of that relation are
// regions, and the number of solutions is the product of the ways to fill each.
//
// Splitting traces every line once, O(cells · (slack/64+1)), and joins the open
// cells of every piece with the union-find of Tarjan ("Efficiency of a good but
// not linear set union algorithm", 1975).
//
// The second half of this file puts a region together for the sweep that counts
// it (frontier.go): a machine for every piece, and an order of the cells that
// keeps the number of pieces begun but not finished small. Finding the best
// order is the cutwidth problem, which is hard; a greedy rule does well.

import (
	"math"
	"math/bits"
	"sort"

	"nonogram"
	"nonogram/line"
)

// dissection cuts the lines of a puzzle into pieces, each line when it is first
// asked for.
type dissection struct {
	puzzle *nonogram.Puzzle
	cells  []line.Set
	lines  [2][]dissected // by axis

	machinist machinist
	sets      []line.Set // the line at hand
}

// dissected is a line in pieces, those without open cells left out.
type dissected struct {
	done       bool
	impossible bool // no arrangement agrees with the candidates
	openPieces []piece
}

func newDissection(p *nonogram.Puzzle, cells []line.Set) *dissection {
	d := &dissection{puzzle: p, cells: cells}
	d.lines[nonogram.Row] = make([]dissected, p.Height())
	d.lines[nonogram.Column] = make([]dissected, p.Width())
	return d
}

// stretch returns the candidates of the cells from..to of a line. They are
// valid until the next call.
func (d *dissection) stretch(l nonogram.LineRef, from, to int32) []line.Set {
	w := d.puzzle.Width()
	if l.Axis == nonogram.Row {
		return d.cells[l.Index*w+int(from) : l.Index*w+int(to)]
	}
	d.sets = d.sets[:0]
	for y := int(from); y < int(to); y++ {
		d.sets = append(d.sets, d.cells[y*w+l.Index])
	}
	return d.sets
}

// length is the number of cells of a line.
func (d *dissection) length(l nonogram.LineRef) int {
	if l.Axis == nonogram.Row {
		return d.puzzle.Width()
	}
	return d.puzzle.Height()
}

// line returns a line in pieces.
func (d *dissection) line(l nonogram.LineRef) *dissected {
	out := &d.lines[l.Axis][l.Index]
	if out.done {
		return out
	}
	out.done = true
	n := d.length(l)
	whole := wholeLine(d.puzzle.Clue(l), n)
	sets := d.stretch(l, 0, int32(n))
	trace := &d.machinist.trace
	if !trace.run(&whole, sets) {
		out.impossible = true
		return out
	}
	from, start, open := 0, 0, false
	for i, set := range sets {
		open = open || isOpen(set)
		state, alone := trace.only(i + 1)
		if !alone {
			continue
		}
		if open {
			out.openPieces = append(out.openPieces, whole.cut(from, i+1, start, state))
		}
		from, start, open = i+1, state, false
	}
	return out
}

func isOpen(set line.Set) bool { return bits.OnesCount64(uint64(set)) > 1 }

// cell is the index in the grid of cell i of a line.
func (d *dissection) cell(l nonogram.LineRef, i int32) int32 {
	w := int32(d.puzzle.Width())
	if l.Axis == nonogram.Row {
		return int32(l.Index)*w + i
	}
	return i*w + int32(l.Index)
}

// place is the inverse of cell: the line of one axis that a cell lies in, and
// where.
func (d *dissection) place(axis nonogram.Axis, cell int32) (nonogram.LineRef, int32) {
	w := int32(d.puzzle.Width())
	if axis == nonogram.Row {
		return nonogram.LineRef{Axis: axis, Index: int(cell / w)}, cell % w
	}
	return nonogram.LineRef{Axis: axis, Index: int(cell % w)}, cell / w
}

// pieceAt finds the piece that open cell i of the line lies in.
func (l *dissected) pieceAt(i int32) *piece {
	k := sort.Search(len(l.openPieces), func(k int) bool { return l.openPieces[k].to > i })
	return &l.openPieces[k]
}

// regions returns the open cells, those with more than one candidate, of every
// independent region, each in ascending order; ok is false if stop ended it.
//
// If some line has no arrangement, the answer is one region with all cells of
// that line, decided or not, which can be filled in no way. So the product of
// the regions' counts is always the number of solutions.
func (d *dissection) regions(stop func() bool) (regions [][]int32, ok bool) {
	sets := make(unionFind, len(d.cells))
	for i := range sets {
		sets[i] = int32(i)
	}
	for _, l := range d.puzzle.Lines() {
		if stop() {
			return nil, false
		}
		cut := d.line(l)
		if cut.impossible {
			return [][]int32{d.allOf(l)}, true
		}
		for _, p := range cut.openPieces {
			d.join(sets, l, p)
		}
	}
	return d.collect(sets), true
}

func (d *dissection) allOf(l nonogram.LineRef) []int32 {
	region := make([]int32, d.length(l))
	for i := range region {
		region[i] = d.cell(l, int32(i))
	}
	return region
}

// join makes the open cells of a piece one class.
func (d *dissection) join(sets unionFind, l nonogram.LineRef, p piece) {
	first := int32(-1)
	for i := p.from; i < p.to; i++ {
		switch c := d.cell(l, i); {
		case !isOpen(d.cells[c]):
		case first < 0:
			first = c
		default:
			sets.union(first, c)
		}
	}
}

// collect lists the classes of open cells, in the order of their first cells.
func (d *dissection) collect(sets unionFind) [][]int32 {
	var regions [][]int32
	number := make([]int32, len(d.cells)) // by root
	for c := range int32(len(d.cells)) {
		if !isOpen(d.cells[c]) {
			continue
		}
		root := sets.find(c)
		if root == c { // its class's first cell
			number[root] = int32(len(regions))
			regions = append(regions, nil)
		}
		regions[number[root]] = append(regions[number[root]], c)
	}
	return regions
}

// unionFind holds a parent for every element; a root is its own.
type unionFind []int32

func (u unionFind) find(x int32) int32 {
	for u[x] != x {
		u[x] = u[u[x]] // halve the path
		x = u[x]
	}
	return x
}

// union makes the smaller root the parent, so that the root of a class is its
// first cell.
func (u unionFind) union(x, y int32) {
	x, y = u.find(x), u.find(y)
	u[max(x, y)] = min(x, y)
}

// fillable reports whether all lines through the region have an arrangement. ok
// is false if stop said so: lines are cut here for the first time.
func (d *dissection) fillable(region []int32, stop func() bool) (fillable, ok bool) {
	for _, cell := range region {
		for axis := range nonogram.Axis(2) {
			l, _ := d.place(axis, cell)
			if !d.lines[axis][l.Index].done && stop() {
				return false, false
			}
			if d.line(l).impossible {
				return false, true
			}
		}
	}
	return true, true
}

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

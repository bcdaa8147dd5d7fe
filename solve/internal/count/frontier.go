package count

// Counting the ways to fill a region, exactly.
//
// The sweep goes over the open cells one by one. Two fillings of the cells
// behind it are alike if they leave every line that is partly filled in the
// same state (automaton.go): whatever completes one completes the other. So it
// keeps one number for each combination of states of those lines, the frontier,
// and never looks at a filling again. Behind the last cell one combination is
// left, and its number is the answer. This is the transfer-matrix method of
// statistical physics, also known as the frontier method (Knuth, The Art of
// Computer Programming 4A, 7.1.4, algorithm Simpath).
//
// What it costs is the number of combinations, which grows exponentially with
// the lines that are partly filled at the same time. So the order of the cells
// matters more than anything else. Any order will do that takes the cells of a
// row from left to right and those of a column from top to bottom; order.go picks
// it. How the combinations are kept and merged is in states.go.

import (
	"math/big"
	"math/bits"
	"slices"
)

// count counts the ways to fill the open cells of a region, one of those
// that regions returned.
//
// It gives up, with ok false, when it would need more than maxStates states
// after any cell, or tables out of proportion to that, or when stop returns
// true, which it asks every few hundred microseconds, and once for every line
// while it prepares. On the way from one cell to the next it may hold that many
// states twice, so that it takes up to about 100 bytes for each of maxStates.
// states is the sum over all cells, a measure of the work. The same call does
// the same work.
func (d *dissection) count(cells []int32, maxStates int, stop func() bool) (count *big.Int, states int64, ok bool) {
	switch fillable, ok := d.fillable(cells, stop); {
	case !ok:
		return nil, 0, false
	case !fillable:
		return new(big.Int), 0, true
	}
	r := d.region(cells, max(minEntries, entriesPerState*maxStates), stop)
	if r == nil {
		return nil, 0, false
	}
	order, ok := r.bestOrder(stop)
	if !ok {
		return nil, 0, false
	}
	return newSweep(r, order, maxStates, stop).run()
}

// sweep is one count in progress.
type sweep struct {
	*region
	order     []int32
	fields    []keyField // by automaton
	table     stateTable
	maxStates int
	states    int64

	// ranked lists the automata with more than one state at the frontier. The
	// table is sorted by their fields, the first ranked field above all: those
	// states that agree in the first k fields lie together, for every k.
	ranked []int32
	spare  []int32 // scratch of lift
	parts  []keyField
	digits []sortDigit
}

// keyField is where a key keeps the state of one automaton. Fields do not
// straddle words.
type keyField struct {
	word  int
	shift uint
	width uint
	mask  uint64 // width ones
}

// of returns the field of a key.
func (f *keyField) of(key []uint64) uint64 { return key[f.word] >> (f.shift & 63) & f.mask }

// place returns the mask of the field in its word.
func (f *keyField) place() uint64 { return f.mask << f.shift }

// newSweep lays out the keys: every automaton gets the lowest bits that are free
// from its first crossing to its last. Beyond that its state is always 0.
func newSweep(r *region, order []int32, maxStates int, stop func() bool) *sweep {
	s := &sweep{region: r, order: order, maxStates: maxStates, fields: make([]keyField, len(r.automata))}
	used := make([]uint64, 1)
	for _, i := range order {
		x := &r.crossings[i]
		for axis, m := range x.automaton {
			if x.at[axis] == 0 {
				used = s.fields[m].settle(r.automata[m].sizes, used)
			}
		}
		for axis, m := range x.automaton {
			if r.ends(x, axis) {
				used[s.fields[m].word] &^= s.fields[m].place()
			}
		}
	}
	s.table.reset(len(used), poller{stop: stop})
	return s
}

// settle finds room for an automaton of the given sizes.
func (f *keyField) settle(sizes []int16, used []uint64) []uint64 {
	f.width = uint(bits.Len16(uint16(slices.Max(sizes) - 1)))
	f.mask = 1<<f.width - 1
	for f.word = range used {
		for f.shift = 0; f.shift+f.width <= 64; f.shift++ {
			if used[f.word]&f.place() == 0 {
				used[f.word] |= f.place()
				return used
			}
		}
	}
	f.word, f.shift = len(used), 0
	return append(used, f.place())
}

// run passes all crossings and returns what is left to count.
func (s *sweep) run() (count *big.Int, states int64, ok bool) {
	for k := range s.order {
		if !s.step(k) {
			return nil, s.states, false
		}
	}
	return s.table.total(), s.states, true
}

// step passes crossing k of the order. It is false if there are too many states
// or time is up.
func (s *sweep) step(k int) bool {
	x := &s.crossings[s.order[k]]
	s.rerank(k)
	if s.table.mayOverflow(x.colors) && !s.table.widen() {
		return false
	}
	cross := stateCrossing{colors: x.colors}
	for axis, m := range x.automaton {
		cross.next[axis] = s.automata[m].next[x.at[axis]]
		cross.field[axis] = s.fields[m]
	}
	var first sortDigit
	if len(s.digits) > 0 {
		first = s.digits[0]
	}
	ok := s.table.cross(&cross, first, s.maxStates*usualWords/max(usualWords, s.table.stride()))
	for i := 1; i < len(s.digits) && ok; i++ {
		ok = s.table.sort(s.digits[i])
	}
	s.states += int64(s.table.states)
	return ok
}

// rerank says how to sort the states that step k makes, for step k+1 to find
// those together that it may merge: the fields that it changes must rank last.
// The fields that now rank below them are sorted by, which lifts them to the
// top; in a straight sweep over a dense region that is the one column just
// passed.
func (s *sweep) rerank(k int) {
	x := &s.crossings[s.order[k]]
	s.ranked = slices.DeleteFunc(s.ranked, x.joins)
	others := len(s.ranked)
	for axis, m := range x.automaton {
		if _, behind := s.sizes(x, axis); behind > 1 {
			s.ranked = append(s.ranked, m)
		}
	}
	s.parts, s.digits = s.parts[:0], s.digits[:0]
	if k+1 < len(s.order) {
		s.lift(&s.crossings[s.order[k+1]], others)
		s.digits = appendDigits(s.digits, s.parts)
	}
}

// joins reports whether automaton m goes through the crossing.
func (x *crossing) joins(m int32) bool { return m == x.automaton[0] || m == x.automaton[1] }

// lift puts the automata of the next crossing last in the ranking and those
// that were below them first, and leaves the fields of these in parts, the
// lowest first. Machines from rank own on have just been passed; states that
// differ in nothing else lie in no order, so those are lifted in any case.
func (s *sweep) lift(next *crossing, own int) {
	from := own
	if first := slices.IndexFunc(s.ranked, next.joins); first >= 0 {
		from = min(from, first)
	}
	s.spare = s.spare[:0]
	for _, m := range s.ranked[from:] {
		if !next.joins(m) {
			s.spare = append(s.spare, m)
		}
	}
	for i := len(s.spare) - 1; i >= 0; i-- {
		s.parts = append(s.parts, s.fields[s.spare[i]])
	}
	s.spare = append(s.spare, s.ranked[:from]...)
	for _, m := range s.ranked[from:] {
		if next.joins(m) {
			s.spare = append(s.spare, m)
		}
	}
	s.ranked, s.spare = s.spare, s.ranked
}

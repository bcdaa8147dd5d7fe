package count

// The sweep counts the ways to fill a region exactly.
//
// It goes over the open cells one by one. Two fillings of the cells passed are equivalent if
// they leave every partly filled line in the same state (automaton.go). So the sweep keeps
// one count for each combination of states of those lines, the frontier. After the last cell
// one combination is left, and its count is the result. This is the transfer-matrix method of
// statistical physics, or frontier method (Knuth, The Art of Computer Programming 4A, 7.1.4,
// algorithm Simpath).
//
// The number of combinations grows exponentially with the number of lines that are partly
// filled at the same time, so the order of the cells matters most (order.go). It must take
// the cells of a row from left to right and those of a column from top to bottom.

import (
	"math/big"
	"math/bits"
	"slices"

	"nonogram"
)

// count counts the ways to fill the open cells of a region that regions returned.
//
// ok is false if it would need more than maxStates states after some cell, or tables out of
// proportion to that, or if stop returns true, which it calls every few hundred microseconds.
// Then count is a lower bound, nil if there is none; a known solution, which may be nil, makes
// it better. Between two cells it may hold twice that many states, about 100 bytes for each of
// maxStates. states is the sum over all cells.
func (d *dissection) count(cells []int32, known *nonogram.Grid, maxStates int, stop func() bool) (count *big.Int, states int64, ok bool) {
	switch fillable, ok := d.fillable(cells, stop); {
	case !ok:
		return nil, 0, false
	case !fillable:
		return new(big.Int), 0, true
	}
	r := d.region(cells, tableEntries(maxStates), stop)
	if r == nil {
		return nil, 0, false
	}
	order, ok := r.bestOrder(stop)
	if !ok {
		return nil, 0, false
	}
	s := newSweep(r, order, maxStates, stop)
	if known != nil {
		s.known, s.choices = make([]uint64, s.table.keyWords), make([]int, len(cells))
		for i, cell := range cells {
			s.choices[i] = bits.OnesCount64(uint64(d.cells[cell]) & (1<<known.Cells[cell] - 1))
		}
	}
	return s.run()
}

// tableEntries bounds the tables of a region in proportion to the states.
func tableEntries(maxStates int) int { return max(minEntries, entriesPerState*maxStates) }

// sweep is the state of a count.
type sweep struct {
	*region
	order     []int32
	fields    []keyField // by automaton
	table     stateTable
	maxStates int
	states    int64

	// A known solution: its candidate of every crossing, and the key of its state at the
	// frontier; both nil if there is none.
	choices []int
	known   []uint64

	// ranked lists the automata with more than one state at the frontier. The table is
	// sorted by their fields, the first one most significant.
	ranked []int32
	spare  []int32 // used by lift
	parts  []keyField
	digits []sortDigit
}

// keyField is the location of the state of an automaton in a key. Fields do not straddle
// words.
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

// newSweep lays out the keys: every automaton gets the lowest bits that are free from its
// first crossing to its last. Outside of these its state is 0.
func newSweep(r *region, order []int32, maxStates int, stop func() bool) *sweep {
	s := &sweep{region: r, order: order, maxStates: maxStates, fields: make([]keyField, len(r.automata))}
	used := make([]uint64, 1)
	for _, i := range order {
		x := &r.crossings[i]
		for axis, m := range x.automaton {
			if x.at[axis] == 0 {
				used = s.fields[m].allocate(r.automata[m].sizes, used)
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

// allocate finds room for an automaton of the given sizes.
func (f *keyField) allocate(sizes []int16, used []uint64) []uint64 {
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

// run passes all crossings and returns the count.
func (s *sweep) run() (count *big.Int, states int64, ok bool) {
	for k := range s.order {
		if !s.step(k) {
			return nil, s.states, false
		}
	}
	return s.table.total(), s.states, !s.table.pruned
}

// step passes crossing k of the order; false if stop returned true.
func (s *sweep) step(k int) bool {
	x := &s.crossings[s.order[k]]
	if room := min(s.maxStates, prunedStates); s.table.pruned && s.table.states > room {
		s.table.prune((room+1)/2, s.rank)
	}
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
	ok := s.table.cross(&cross, first, s.maxStates*usualWords/s.table.stride())
	for i := 1; i < len(s.digits) && ok; i++ {
		ok = s.table.sort(s.digits[i])
	}
	if s.known != nil {
		for axis, f := range cross.field {
			to := cross.next[axis][int(f.of(s.known))*x.colors+s.choices[s.order[k]]]
			s.known[f.word] = s.known[f.word]&^f.place() | uint64(to)<<f.shift
		}
	}
	s.states += int64(s.table.states)
	return ok
}

// rank decides which states are kept when the table is pruned: those of many ways that agree
// with the known solution in many lines. A line weighs as much as a bit of the count. Most
// states of many ways alone lead nowhere.
func (s *sweep) rank(record []uint64) int {
	rank := s.table.countBits(record)
	if s.known == nil {
		return rank
	}
	for _, m := range s.ranked {
		if f := &s.fields[m]; f.of(record) == f.of(s.known) {
			rank++
		}
	}
	return min(rank, maxRank-1)
}

// rerank chooses how to sort the states of step k, so that step k+1 finds the states it may
// merge together: the fields that it changes must rank last. The fields that now rank below
// them are sorted by, which moves them to the top; in a straight sweep over a dense region
// that is the column just passed.
func (s *sweep) rerank(k int) {
	x := &s.crossings[s.order[k]]
	s.ranked = slices.DeleteFunc(s.ranked, x.joins)
	others := len(s.ranked)
	for axis, m := range x.automaton {
		if _, after := s.sizes(x, axis); after > 1 {
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

// lift moves the automata of the next crossing to the end of the ranking and those below them
// to the front, and leaves the fields of the latter in parts, lowest first. Automata from
// rank own on have just been passed; states that differ only there are in no order, so those
// are lifted in any case.
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

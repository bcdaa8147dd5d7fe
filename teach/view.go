package teach

import (
	"slices"

	"nonogram"
	"nonogram/internal/line"
)

// A line as a person looks at it. Finished parts at both ends are set aside; what
// remains is an open part with the blocks that belong there:
//
//	clue 2 4 1 3        ██·███?????█?·███
//	                    └┬┘└─────┬────┘└┬┘
//	                  settled   open  settled          lo = 3, hi = 13, blocks 1 and 2
//
// All techniques are written from the beginning of a line towards its end. What
// also works from the end is run a second time on the mirrored view, so that a
// mirrored puzzle is explained by the mirrored steps.
//
// A blotted block that lies in a settled end has been drawn, and with that its length is
// known; one in the open part counts as the single cell that it has at least, so that
// windows hold all its places, from its first cell to its last. Techniques that need to know
// how long a block is leave such a one alone.
//
// Cost: a view takes one pass over the cells; windows are made when a technique
// first asks for them.

// view is one direction of a look.
type view struct {
	twin *view // the same line from its other end
	far  bool  // this is the view from the end of the line
	clue nonogram.Clue
	blot []bool // by block: blotted, and not settled; nil on lines without any
	set  []line.Set
	// The open part: cells from lo up to hi, blocks from first up to last.
	lo, hi      int
	first, last int
	runs        []run

	packed, fitted, pushed windows
	push                   []bool // the table of pushLeft
	colors                 line.Set
}

// run is a maximal stretch of cells in the open part that are known to have one
// color.
type run struct {
	span
	color nonogram.Color
}

// look is a line from both ends. It keeps its memory from line to line.
type look struct {
	line        int
	front, back view
	clue        nonogram.Clue // the clue backwards
	known       nonogram.Clue // a clue with the lengths known so far of its blotted blocks
	blot        [2][]bool
}

// load reads line i of the board, which must have an arrangement and an open
// cell. Otherwise the settled ends could overlap.
func (l *look) load(b *sheet, i int) {
	l.line = i
	f, k := &l.front, &l.back
	f.clue, f.set = b.clue(i), b.sets(i, f.set)
	f.blot, k.blot = nil, nil
	if b.Lines[i].Blotted() {
		l.blots(f, k)
	}
	l.clue, k.set = l.clue[:0], k.set[:0]
	for j := len(f.clue) - 1; j >= 0; j-- {
		l.clue = append(l.clue, f.clue[j])
	}
	for j := len(f.set) - 1; j >= 0; j-- {
		k.set = append(k.set, f.set[j])
	}
	k.clue = l.clue
	f.twin, k.twin, k.far = k, f, true
	f.settle()
	k.settle()
	if f.blot != nil {
		l.exchange()
	}
	for _, v := range [2]*view{f, k} {
		v.hi, v.last = len(v.set)-v.twin.lo, len(v.clue)-v.twin.first
		v.findRuns()
		v.packed.known, v.fitted.known, v.pushed.known = false, false, false
	}
	f.colors = b.colorsOf(i)
	k.colors = f.colors
}

// blots makes the clue of a line one with lengths.
func (l *look) blots(f, k *view) {
	l.known = append(l.known[:0], f.clue...)
	f.clue = l.known
	for side, v := range [2]*view{f, k} {
		l.blot[side] = append(l.blot[side][:0], make([]bool, len(f.clue))...)
		v.blot = l.blot[side]
	}
	for j := range f.clue {
		if f.clue[j].Length == 0 {
			f.clue[j].Length = 1
			f.blot[j], k.blot[len(f.clue)-1-j] = true, true
		}
	}
}

// exchange tells both views what the other has settled.
func (l *look) exchange() {
	f, k := &l.front, &l.back
	for j := range f.clue {
		m := len(f.clue) - 1 - j
		n := max(f.clue[j].Length, k.clue[m].Length)
		f.clue[j].Length, k.clue[m].Length = n, n
		open := f.blot[j] && k.blot[m]
		f.blot[j], k.blot[m] = open, open
	}
}

// blotted reports whether the length of block j is not known.
func (v *view) blotted(j int) bool { return v.blot != nil && v.blot[j] }

// anyBlotted reports whether that is so for one of some blocks.
func (v *view) anyBlotted(blocks []int) bool {
	return v.blot != nil && slices.ContainsFunc(blocks, v.blotted)
}

func (v *view) can(i int, c nonogram.Color) bool { return v.set[i].Has(c) }
func (v *view) is(i int, c nonogram.Color) bool  { return v.set[i] == line.Of(c) }

// open reports whether cell i is undecided.
func (v *view) open(i int) bool { return v.set[i].Len() > 1 }

// gap is the number of empty cells that must follow block j.
func (v *view) gap(j int) int {
	if j+1 < len(v.clue) && v.clue[j].Color == v.clue[j+1].Color {
		return 1
	}
	return 0
}

// settle finds the beginning of the open part: it passes over empty cells and
// over blocks that are complete and closed.
func (v *view) settle() {
	at, block := 0, 0
	for {
		for at < len(v.set) && v.is(at, nonogram.Empty) {
			at++
		}
		if block < len(v.clue) && v.blotted(block) {
			v.measure(block, at)
		}
		if block == len(v.clue) || !v.closedAt(at, v.clue[block]) {
			break
		}
		at += v.clue[block].Length
		block++
	}
	v.lo, v.first = at, block
}

// measure finds the length of a blotted block that is drawn at a cell and closed.
func (v *view) measure(block, at int) {
	b := v.clue[block]
	b.Length = 0
	for at+b.Length < len(v.set) && v.is(at+b.Length, b.Color) {
		b.Length++
	}
	if b.Length > 0 && v.closedAt(at, b) {
		v.clue[block], v.blot[block] = b, false
	}
}

// closedAt reports whether a block is drawn at a cell and cannot continue after it.
func (v *view) closedAt(at int, b nonogram.Block) bool {
	end := at + b.Length
	if end > len(v.set) {
		return false
	}
	for i := at; i < end; i++ {
		if !v.is(i, b.Color) {
			return false
		}
	}
	return end == len(v.set) || !v.can(end, b.Color)
}

func (v *view) findRuns() {
	v.runs = v.runs[:0]
	for i := v.lo; i < v.hi; {
		c, known := v.set[i].Only()
		from := i
		for i < v.hi && v.set[i] == v.set[from] {
			i++
		}
		if known && c != nonogram.Empty {
			v.runs = append(v.runs, run{span{from, i}, c})
		}
	}
}

// room is the stretch of cells around a run that can have its color.
func (v *view) room(r run) span {
	s := r.span
	for s.From > v.lo && v.can(s.From-1, r.color) {
		s.From--
	}
	for s.To < v.hi && v.can(s.To, r.color) {
		s.To++
	}
	return s
}

// holders are the blocks that a run can belong to, by their windows and by the
// room around it. There is always one, since the line has an arrangement.
func (v *view) holders(r run, w *windows, into []int) []int {
	into = into[:0]
	room := v.room(r)
	for j := v.first; j < v.last; j++ {
		if lo, hi := v.placesOver(r, room, j, w); lo <= hi {
			into = append(into, j)
		}
	}
	return into
}

// placesOver are the first and the last start of block j that cover a run; none
// if the first comes after the last. A blotted block covers any run between the ends of its
// window: it has one start, or none.
func (v *view) placesOver(r run, room span, j int, w *windows) (first, last int) {
	b := v.clue[j]
	if b.Color != r.color {
		return 1, 0
	}
	if v.blotted(j) {
		if r.From < w.left[j] || r.To-1 > w.right[j] {
			return 1, 0
		}
		return r.From, r.From
	}
	first = max(w.left[j], room.From, r.To-b.Length)
	last = min(w.right[j], r.From, room.To-b.Length)
	return first, last
}

package count

// Regions of open cells that depend on each other.
//
// Where only one state of a line's automaton is live, all arrangements agree on the parts
// before the boundary and after it, so the line falls into two independent pieces. For
// candidates that are consistent with their lines there are no other cuts. Open cells in the
// same piece may depend on each other; the classes of that relation are regions, and the
// number of solutions is the product over them.
//
// Cost: each line is traced once, O(cells · (slack/64+1)), and the open cells of each piece
// are joined by union-find (Tarjan, "Efficiency of a good but not linear set union
// algorithm", 1975).

import (
	"math/bits"
	"sort"

	"nonogram"
	"nonogram/internal/line"
)

// dissection cuts the lines of a puzzle into pieces, each line on first use.
type dissection struct {
	puzzle *nonogram.Puzzle
	cells  []line.Set
	lines  [2][]dissected // by axis

	builder automatonBuilder
	sets    []line.Set // used by stretch
}

// dissected is a line in pieces, without those that have no open cells.
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

// stretch returns the candidates of the cells from..to of a line, valid until the next call.
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
	trace := &d.builder.trace
	if !trace.run(&whole, sets) {
		out.impossible = true
		return out
	}
	from, start, open := 0, 0, false
	for i, set := range sets {
		open = open || isOpen(set)
		state, alone := trace.only(i + 1)
		if !alone {
			if i+1 < n {
				continue
			}
			state = len(whole.pattern) // with or without a final open gap
		}
		if open {
			out.openPieces = append(out.openPieces, whole.cut(from, i+1, start, state))
		}
		from, start, open = i+1, state, false
	}
	return out
}

func isOpen(set line.Set) bool { return bits.OnesCount64(uint64(set)) > 1 }

// cell returns the index in the grid of cell i of a line.
func (d *dissection) cell(l nonogram.LineRef, i int32) int32 {
	w := int32(d.puzzle.Width())
	if l.Axis == nonogram.Row {
		return int32(l.Index)*w + i
	}
	return i*w + int32(l.Index)
}

// place is the inverse of cell for the line of the given axis.
func (d *dissection) place(axis nonogram.Axis, cell int32) (nonogram.LineRef, int32) {
	w := int32(d.puzzle.Width())
	if axis == nonogram.Row {
		return nonogram.LineRef{Axis: axis, Index: int(cell / w)}, cell % w
	}
	return nonogram.LineRef{Axis: axis, Index: int(cell % w)}, cell / w
}

// pieceAt returns the piece of open cell i of the line.
func (l *dissected) pieceAt(i int32) *piece {
	k := sort.Search(len(l.openPieces), func(k int) bool { return l.openPieces[k].to > i })
	return &l.openPieces[k]
}

// regions returns the open cells of every region, in ascending order; ok is false if stop
// returned true.
//
// If some line has no arrangement, the result is one region with all cells of that line,
// which can be filled in no way. So the product of the counts is always the number of
// solutions.
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

// join unites the open cells of a piece.
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

// unionFind holds a parent for every element; a root is its own parent.
type unionFind []int32

func (u unionFind) find(x int32) int32 {
	for u[x] != x {
		u[x] = u[u[x]] // halve the path
		x = u[x]
	}
	return x
}

// union makes the smaller root the parent, so that the root of a class is its first cell.
func (u unionFind) union(x, y int32) {
	x, y = u.find(x), u.find(y)
	u[max(x, y)] = min(x, y)
}

// fillable reports whether all lines through the region have an arrangement; ok is false if
// stop returned true.
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

// Package models encodes puzzles for other solvers. [Formula] is a puzzle for SAT solvers.
package models

import (
	"iter"
	"math"

	"nonogram"
)

// Formula is a puzzle in conjunctive normal form, by an order encoding. A cell has a
// variable, or with several inks one per color. A block has a variable for each position
// but the leftmost: "the block starts here or later". The numbers are those of the
// literals in certificates (docs/certificates.md). A block of unknown length has the same
// number of variables for its end. Lines without a clue have neither variables nor clauses, and
// cells outside the board of a triddler are empty.
//
//	chain   b starts at s or later                          →  b starts at s-1 or later
//	push    b ends at e or later                            →  b+1 starts at e (+ 1) or later
//	cover   b ends after c, and starts at c or before       →  cell c has its color
//	gap     b ends at c or before, b+1 starts after c       →  cell c is empty
//
// The models of the formula are the solutions of the puzzle. The number of clauses is
// about cells × blocks per line.
//
// Source: Tamura, Taga, Kitagawa and Banbara, "Compiling finite linear CSP into SAT"
// (2009).
type Formula struct {
	p *nonogram.Puzzle
}

// NewFormula returns the formula of a well-formed puzzle.
func NewFormula(p *nonogram.Puzzle) *Formula { return &Formula{p} }

// CellVars is the number of variables of cells, which are the first ones.
func (f *Formula) CellVars() int {
	n := f.p.Width() * f.p.Height()
	if f.p.Colored() {
		n *= len(f.p.Palette)
	}
	return n
}

// Vars is the number of variables.
func (f *Formula) Vars() int {
	n := f.CellVars()
	for l := range f.lines() {
		n += l.vars()
	}
	return n
}

// Cell is the literal that a cell, counted from 0, has a color.
func (f *Formula) Cell(cell int, color nonogram.Color) int {
	switch {
	case f.p.Colored():
		return cell*len(f.p.Palette) + int(color) + 1
	case color == nonogram.Empty:
		return -cell - 1
	}
	return cell + 1
}

// Grid is the solution in a model, given as the value of each variable.
func (f *Formula) Grid(model func(variable int) bool) *nonogram.Grid {
	g := nonogram.NewGrid(f.p.Width(), f.p.Height())
	for cell := range g.Cells {
		for color := range f.p.Palette {
			literal := f.Cell(cell, nonogram.Color(color))
			if model(max(literal, -literal)) == (literal > 0) {
				g.Cells[cell] = nonogram.Color(color)
			}
		}
	}
	return g
}

// BlockVars describes the variables First to Last of a block: it starts at cell From, for
// First, to To, for Last, or later. Cells count from 0.
type BlockVars struct {
	Line        nonogram.LineRef
	Block       int
	First, Last int
	From, To    int
}

// Blocks iterates over the blocks that have variables.
func (f *Formula) Blocks() iter.Seq[BlockVars] {
	return func(yield func(BlockVars) bool) {
		for l := range f.lines() {
			if l.slack == 0 {
				continue
			}
			for b := range l.clue {
				first := l.first + b*l.slack
				if !yield(BlockVars{l.ref, b, first, first + l.slack - 1, l.left[b] + 1, l.left[b] + l.slack}) {
					return
				}
			}
		}
	}
}

// Clauses iterates over the clauses. A clause is valid until the next one.
func (f *Formula) Clauses() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		w := clauseWriter{yield: yield}
		f.oneColor(&w)
		for cell := range f.p.Width() * f.p.Height() {
			if f.p.Shape != nil && !f.p.Shape.Has(cell) {
				w.add(f.Cell(cell, nonogram.Empty))
			}
		}
		if f.p.Given != nil {
			for cell, color := range f.p.Given.Cells {
				if color != nonogram.Unknown {
					w.add(f.Cell(cell, color))
				}
			}
		}
		for l := range f.lines() {
			if f.p.Clue(l.ref).Missing() {
				continue
			}
			if l.slack < 0 {
				w.add() // the blocks do not fit: the empty clause
				continue
			}
			l.order(&w)
			l.paint(&w, f)
			if w.stopped {
				return
			}
		}
	}
}

// oneColor adds the clauses that each cell of a colored puzzle has exactly one color.
func (f *Formula) oneColor(w *clauseWriter) {
	if !f.p.Colored() {
		return
	}
	n := len(f.p.Palette)
	all := make([]int, n)
	for cell := range f.p.Width() * f.p.Height() {
		for a := range n {
			all[a] = cell*n + a + 1
			for b := range a {
				w.add(-all[a], -all[b])
			}
		}
		w.add(all...)
	}
}

// Literals that are always true or false. No variable has these numbers.
const (
	literalTrue  = math.MaxInt
	literalFalse = -math.MaxInt
)

// clauseWriter passes on clauses, without true ones and without false literals.
type clauseWriter struct {
	yield   func([]int) bool
	clause  []int
	stopped bool
}

func (w *clauseWriter) add(literals ...int) {
	w.clause = w.clause[:0]
	for _, l := range literals {
		switch l {
		case literalTrue:
			return
		case literalFalse:
		default:
			w.clause = append(w.clause, l)
		}
	}
	w.stopped = w.stopped || !w.yield(w.clause)
}

// formulaLine is a line with the variables of its blocks.
type formulaLine struct {
	ref   nonogram.LineRef
	clue  nonogram.Clue
	cells []int32
	left  []int // the leftmost start of each block
	ends  []int // the first variable of the end of each block of unknown length
	slack int   // how far the blocks can move; below 0 if they do not fit
	first int   // the first variable
}

// lines iterates over the rows and columns, or all lines of a triddler.
func (f *Formula) lines() iter.Seq[*formulaLine] {
	return func(yield func(*formulaLine) bool) {
		next := f.CellVars() + 1
		for _, ref := range f.p.Lines() {
			l := f.line(ref, next)
			next += l.vars()
			if !yield(l) {
				return
			}
		}
	}
}

func (f *Formula) line(ref nonogram.LineRef, first int) *formulaLine {
	l := &formulaLine{ref: ref, clue: f.p.Clue(ref), cells: f.cells(ref), first: first}
	l.slack = len(l.cells) - l.clue.MinLength()
	if l.slack < 0 || l.clue.Missing() {
		l.clue, l.slack = nil, -1 // no variables
		return l
	}
	end := first + len(l.clue)*l.slack
	at := 0
	for i, b := range l.clue {
		at += l.gap(i)
		l.left = append(l.left, at)
		at += max(b.Length, 1)
		l.ends = append(l.ends, end)
		if b.Length == 0 {
			end += l.slack
		}
	}
	return l
}

// cells lists the cells of a line.
func (f *Formula) cells(ref nonogram.LineRef) []int32 {
	if f.p.Shape != nil {
		return f.p.Shape.Lines[f.p.Shape.Index(ref)]
	}
	at, step, n := ref.Index*f.p.Width(), 1, f.p.Width()
	if ref.Axis == nonogram.Column {
		at, step, n = ref.Index, f.p.Width(), f.p.Height()
	}
	cells := make([]int32, n)
	for i := range cells {
		cells[i] = int32(at + i*step)
	}
	return cells
}

// vars is the number of variables of the blocks.
func (l *formulaLine) vars() int {
	n := 0
	for _, b := range l.clue {
		n += l.slack
		if b.Length == 0 {
			n += l.slack
		}
	}
	return n
}

// gap is the number of empty cells required before a block.
func (l *formulaLine) gap(b int) int {
	if b > 0 && l.clue[b-1].Color == l.clue[b].Color {
		return 1
	}
	return 0
}

// starts is the literal that block b starts at a cell or later. A block after the last
// one starts after the line.
func (l *formulaLine) starts(b, cell int) int {
	if b == len(l.clue) {
		return literalTrue
	}
	return l.ordered(cell-l.left[b], l.first+b*l.slack)
}

// endsAt is the literal that the cell after block b is the given one or later. A block
// before the first one ends before the line.
func (l *formulaLine) endsAt(b, cell int) int {
	switch {
	case b < 0:
		return literalFalse
	case l.clue[b].Length > 0:
		return l.starts(b, cell-l.clue[b].Length)
	}
	return l.ordered(cell-l.left[b]-1, l.ends[b])
}

// ordered is the literal of an offset, whose variables start at the given one.
func (l *formulaLine) ordered(offset, first int) int {
	switch {
	case offset <= 0:
		return literalTrue
	case offset > l.slack:
		return literalFalse
	}
	return first + offset - 1
}

// order adds the clauses of chain and push, and for a block of unknown length that it ends
// after its start.
func (l *formulaLine) order(w *clauseWriter) {
	for b, block := range l.clue {
		for o := 1; o <= l.slack; o++ {
			start := l.left[b] + o
			end := start + max(block.Length, 1)
			w.add(-l.starts(b, start), l.starts(b, start-1))
			if block.Length == 0 {
				w.add(-l.endsAt(b, end), l.endsAt(b, end-1))
				w.add(-l.starts(b, start), l.endsAt(b, end))
			}
			if b+1 < len(l.clue) {
				w.add(-l.endsAt(b, end), l.starts(b+1, end+l.gap(b+1)))
			}
		}
	}
}

// paint adds the clauses of cover and gap.
func (l *formulaLine) paint(w *clauseWriter, f *Formula) {
	for b := -1; b < len(l.clue); b++ {
		from, to := 0, len(l.cells) // of the gap after block b
		if b >= 0 {
			from = l.left[b] + max(l.clue[b].Length, 1)
			for c := l.left[b]; c < from+l.slack; c++ {
				w.add(l.starts(b, c+1), -l.endsAt(b, c+1), f.Cell(int(l.cells[c]), l.clue[b].Color))
			}
		}
		if b+1 < len(l.clue) {
			to = l.left[b+1] + l.slack
		}
		for c := from; c < to; c++ {
			w.add(l.endsAt(b, c+1), -l.starts(b+1, c+1), f.Cell(int(l.cells[c]), nonogram.Empty))
		}
	}
}

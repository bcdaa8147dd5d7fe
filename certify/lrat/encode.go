package lrat

import (
	"nonogram"
)

// The formula. Its first variables are the literals of certificates: a variable for every cell, or
// every cell and color, then for every line, block and o from 1 to the slack of the line
// "the block is moved by o cells or more". The others belong to the lines: a line is a path
// through a lattice.
//
//	clue 2 1, slack 1      (0,0) ─ block 2 at 1 ─▶ (1,0) ─ block 1 at 4 ─▶ (2,0)
//	                         │                       │                       │
//	                       empty 1                 empty 4                 empty 5
//	                         ▼                       ▼                       ▼
//	                       (0,1) ─ block 2 at 2 ─▶ (1,1) ─ block 1 at 5 ─▶ (2,1)
//
// At the node (b, o) the blocks before b are laid, with o empty cells more than necessary. There is
// a variable for every node and every edge: an edge is taken only if its nodes are visited and its
// cells have its colors; a node is left and entered; a cell has a color only if an edge on
// the path gives it. Unit propagation then finds all that a line implies.

// formula is a puzzle in clauses. Clause n has the number n + 1.
type formula struct {
	p       *nonogram.Puzzle
	clauses [][]int32
	vars    int32
}

// encode makes the formula of a puzzle, without listed solutions.
func encode(p *nonogram.Puzzle) *formula {
	f := &formula{p: p, vars: int32(p.Width() * p.Height())}
	if colors := len(p.Palette); colors > 2 {
		f.vars *= int32(colors)
		for cell := range p.Width() * p.Height() {
			f.oneColor(cell, colors)
		}
	}
	firsts := make([]int32, len(p.Lines())) // the first block variable of each line, less one
	for i, ref := range p.Lines() {
		firsts[i] = f.vars
		if slack := f.slack(ref); slack > 0 {
			f.vars += int32(len(p.Clue(ref)) * slack)
		}
	}
	for i, ref := range p.Lines() {
		f.line(ref, firsts[i])
	}
	if p.Given != nil {
		for cell, c := range p.Given.Cells {
			if c != nonogram.Unknown {
				f.add(f.has(cell, c))
			}
		}
	}
	return f
}

func (f *formula) add(clause ...int32) { f.clauses = append(f.clauses, clause) }

// has is the literal that a cell has a color.
func (f *formula) has(cell int, c nonogram.Color) int32 {
	if n := len(f.p.Palette); n > 2 {
		return int32(cell*n) + int32(c) + 1
	}
	if c == nonogram.Empty {
		return -int32(cell) - 1
	}
	return int32(cell) + 1
}

// oneColor says that a cell has exactly one color.
func (f *formula) oneColor(cell, colors int) {
	some := make([]int32, colors)
	for c := range colors {
		some[c] = f.has(cell, nonogram.Color(c))
		for d := range c {
			f.add(-some[d], -some[c])
		}
	}
	f.add(some...)
}

func (f *formula) length(ref nonogram.LineRef) int {
	if ref.Axis == nonogram.Row {
		return f.p.Width()
	}
	return f.p.Height()
}

func (f *formula) slack(ref nonogram.LineRef) int { return f.length(ref) - f.p.Clue(ref).MinLength() }

// lattice is a line being encoded.
type lattice struct {
	*formula
	ref    nonogram.LineRef
	slack  int
	out    map[[2]int][]int32                 // by node: the edges that leave it
	in     map[[2]int][]int32                 // and that enter it
	covers map[int]map[nonogram.Color][]int32 // by cell and color: the edges that give it
}

// line says that a line is a path through its lattice.
func (f *formula) line(ref nonogram.LineRef, first int32) {
	clue := f.p.Clue(ref)
	l := &lattice{formula: f, ref: ref, slack: f.slack(ref), out: map[[2]int][]int32{}, in: map[[2]int][]int32{}, covers: map[int]map[nonogram.Color][]int32{}}
	if l.slack < 0 {
		f.vars++ // the blocks do not fit
		f.add(f.vars)
		f.add(-f.vars)
		return
	}
	nodes := f.vars + 1
	f.vars += int32((len(clue) + 1) * (l.slack + 1))
	node := func(b, o int) int32 { return nodes + int32(b*(l.slack+1)+o) }
	at := 0
	for b := 0; b <= len(clue); b++ {
		gap := b+1 < len(clue) && clue[b].Color == clue[b+1].Color
		for o := range l.slack + 1 {
			if o < l.slack {
				edge := l.edge(b, o, b, o+1, node)
				l.cover(edge, at+o, nonogram.Empty)
			}
			if b == len(clue) {
				continue
			}
			edge := l.edge(b, o, b+1, o, node)
			for i := range clue[b].Length {
				l.cover(edge, at+o+i, clue[b].Color)
			}
			if gap {
				l.cover(edge, at+o+clue[b].Length, nonogram.Empty)
			}
			l.offset(first+int32(b*l.slack), o, edge)
		}
		if b < len(clue) {
			at += clue[b].Length
			if gap {
				at++
			}
		}
	}
	l.close(len(clue), node)
}

// edge makes a variable for an edge between two nodes.
func (l *lattice) edge(b, o, c, p int, node func(b, o int) int32) int32 {
	l.vars++
	l.add(-l.vars, node(b, o))
	l.add(-l.vars, node(c, p))
	l.out[[2]int{b, o}] = append(l.out[[2]int{b, o}], l.vars)
	l.in[[2]int{c, p}] = append(l.in[[2]int{c, p}], l.vars)
	return l.vars
}

// cover says that an edge gives a cell of the line a color.
func (l *lattice) cover(edge int32, i int, c nonogram.Color) {
	l.add(-edge, l.has(l.cell(i), c))
	if l.covers[i] == nil {
		l.covers[i] = map[nonogram.Color][]int32{}
	}
	l.covers[i][c] = append(l.covers[i][c], edge)
}

func (l *lattice) cell(i int) int {
	if l.ref.Axis == nonogram.Row {
		return l.ref.Index*l.p.Width() + i
	}
	return i*l.p.Width() + l.ref.Index
}

// offset says what the edge of a block that is moved by o cells means for the block's
// variables, which come after the variable before.
func (l *lattice) offset(before int32, o int, edge int32) {
	step := []int32{edge} // moved by o or more: taken here, or moved by more
	if o > 0 {
		l.add(-edge, before+int32(o))
		step = append(step, -before-int32(o))
	}
	if o < l.slack {
		more := before + int32(o) + 1
		l.add(-edge, -more)
		step = append(step, more)
		if o > 0 {
			l.add(-more, before+int32(o))
		}
	}
	l.add(step...)
}

// close says that the path begins and ends, that it enters and leaves nodes, and that cells
// have no other colors.
func (l *lattice) close(blocks int, node func(b, o int) int32) {
	for b := 0; b <= blocks; b++ {
		for o := range l.slack + 1 {
			if here := [2]int{b, o}; b < blocks || o < l.slack {
				l.add(append([]int32{-node(b, o)}, l.out[here]...)...)
			}
			if here := [2]int{b, o}; b > 0 || o > 0 {
				l.add(append([]int32{-node(b, o)}, l.in[here]...)...)
			}
		}
	}
	l.add(node(0, 0))
	l.add(node(blocks, l.slack))
	for i := range l.length(l.ref) {
		for c := range len(l.p.Palette) {
			l.add(append([]int32{-l.has(l.cell(i), nonogram.Color(c))}, l.covers[i][nonogram.Color(c)]...)...)
		}
	}
}

// block says that a solution is not this one.
func (f *formula) block(g *nonogram.Grid) {
	clause := make([]int32, len(g.Cells))
	for cell, c := range g.Cells {
		clause[cell] = -f.has(cell, c)
	}
	f.add(clause...)
}

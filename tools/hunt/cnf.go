package hunt

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"nonogram"

	"nonogram/internal/naive"
)

// Puzzles as clauses. A cell has a variable for every ink. Where a block begins is
// in order encoding: the variable "block k begins at j or later" for every j that
// leaves it a choice, as in Tamura, Taga, Kitagawa and Banbara, "Compiling finite
// linear CSP into SAT" (2009). Then
//
//	order      from j+1 on  ⇒  from j on
//	distance   k ends at j or later  ⇒  k+1 from j (+ 1 if the inks are equal) on
//	covered    k from i-length+1 on, not from i+1 on  ⇒  cell i has its ink
//	no stray   cell i has an ink  ⇒  some block of that ink covers it
//
// and no cell has two inks. A block of known length ends where it begins, and so many
// cells later; a blotted one has variables of its own for its end, which is at least one
// cell behind its start. There is nothing in it of the line solver.

// CNF is a formula: all clauses must hold. Variables count from 1; a literal is a
// variable or, negative, its opposite.
type CNF struct {
	Vars    int
	Clauses [][]int
}

// Two literals that are known beforehand; no variable is as large.
const (
	always = 1 << 40
	never  = -always
)

// variable makes a new one.
func (f *CNF) variable() int {
	f.Vars++
	return f.Vars
}

// Add adds a clause. Literals that never hold are dropped, and a clause with one
// that always does adds nothing.
func (f *CNF) Add(literals ...int) {
	var clause []int
	for _, l := range literals {
		switch l {
		case always:
			return
		case never:
		default:
			clause = append(clause, l)
		}
	}
	f.Clauses = append(f.Clauses, clause)
}

// Write writes the formula in the format of the DIMACS challenge, which all SAT
// solvers read.
func (f *CNF) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "p cnf %d %d\n", f.Vars, len(f.Clauses))
	var text []byte
	for _, clause := range f.Clauses {
		text = text[:0]
		for _, l := range clause {
			text = append(strconv.AppendInt(text, int64(l), 10), ' ')
		}
		b.WriteString(string(text) + "0\n")
	}
	return b.Flush()
}

// Encoding is a puzzle as a formula: every model has a solution in its first
// variables, and every solution is in some model.
type Encoding struct {
	CNF
	p *nonogram.Puzzle
}

// Encode writes a puzzle down as clauses. The puzzle must be well-formed.
func Encode(p *nonogram.Puzzle) *Encoding {
	e := &Encoding{p: p}
	inks := len(p.Palette) - 1
	e.Vars = p.Width() * p.Height() * inks
	for cell := range p.Width() * p.Height() {
		for a := 1; a <= inks; a++ {
			for b := a + 1; b <= inks; b++ {
				e.Add(-e.cell(cell, a), -e.cell(cell, b))
			}
		}
	}
	for _, l := range p.Lines() {
		e.line(l)
	}
	if p.Given != nil {
		for cell, c := range p.Given.Cells {
			e.given(cell, c)
		}
	}
	return e
}

// cell is the variable that says that a cell has an ink.
func (e *Encoding) cell(cell, ink int) int { return cell*(len(e.p.Palette)-1) + ink }

func (e *Encoding) given(cell int, c nonogram.Color) {
	switch {
	case c == nonogram.Unknown:
	case c != nonogram.Empty:
		e.Add(e.cell(cell, int(c)))
	default:
		for ink := 1; ink < len(e.p.Palette); ink++ {
			e.Add(-e.cell(cell, ink))
		}
	}
}

// blockVars are the variables of one block: it begins at first or later anyway, and
// from[j] says that it begins at first+1+j or later. A blotted one ends at first+1 or
// later, and to[j] says that it ends at first+2+j or later.
type blockVars struct {
	nonogram.Block
	first    int
	from, to []int
}

// shortest is the least number of cells that a block covers.
func (b *blockVars) shortest() int { return max(b.Length, 1) }

// ends is the literal for "the cell behind it is j or later".
func (b *blockVars) ends(j int) int {
	if b.Length > 0 {
		return b.begins(j - b.Length)
	}
	switch {
	case j <= b.first+1:
		return always
	case j > b.first+1+len(b.to):
		return never
	}
	return b.to[j-b.first-2]
}

// begins is the literal for "at j or later".
func (b *blockVars) begins(j int) int {
	switch {
	case j <= b.first:
		return always
	case j > b.first+len(b.from):
		return never
	}
	return b.from[j-b.first-1]
}

// line adds what the clue of a line says.
func (e *Encoding) line(l nonogram.LineRef) {
	clue := e.p.Clue(l)
	n, at := e.p.Width(), func(i int) int { return l.Index*e.p.Width() + i }
	if l.Axis == nonogram.Column {
		n, at = e.p.Height(), func(i int) int { return i*e.p.Width() + l.Index }
	}
	slack := n - clue.MinLength()
	if slack < 0 {
		e.Add() // the empty clause: no way
		return
	}
	blocks := e.blocks(clue, slack)
	stray := make([][]int, n*len(e.p.Palette)) // by cell and ink: what may cover it
	for k := range blocks {
		e.covers(&blocks[k], n, at, stray)
	}
	for i := range n {
		for ink := 1; ink < len(e.p.Palette); ink++ {
			e.Add(append(stray[i*len(e.p.Palette)+ink], -e.cell(at(i), ink))...)
		}
	}
}

// blocks makes the variables of a clue's blocks, their order and their distances.
func (e *Encoding) blocks(clue nonogram.Clue, slack int) []blockVars {
	blocks := make([]blockVars, len(clue))
	first := 0
	for k, b := range clue {
		gap := 0
		if k > 0 && clue[k-1].Color == b.Color {
			gap = 1
		}
		first += gap
		blocks[k] = blockVars{Block: b, first: first}
		for range slack {
			blocks[k].from = append(blocks[k].from, e.variable())
		}
		for j := 1; j < slack; j++ {
			e.Add(-blocks[k].from[j], blocks[k].from[j-1])
		}
		if b.Length == 0 {
			e.blotted(&blocks[k], slack)
		}
		for j := range slack {
			if k > 0 {
				before := &blocks[k-1]
				end := before.first + before.shortest() + 1 + j
				e.Add(-before.ends(end), blocks[k].begins(end+gap))
			}
		}
		first += blocks[k].shortest()
	}
	return blocks
}

// blotted makes the variables for the end of a blotted block, and keeps it behind its
// start.
func (e *Encoding) blotted(b *blockVars, slack int) {
	for j := range slack {
		b.to = append(b.to, e.variable())
		e.Add(-b.from[j], b.to[j])
	}
	for j := 1; j < slack; j++ {
		e.Add(-b.to[j], b.to[j-1])
	}
}

// covers says which cells a block has, and notes for every cell that it may.
func (e *Encoding) covers(b *blockVars, n int, at func(int) int, stray [][]int) {
	for i := range n {
		begun, over := b.begins(i+1), b.ends(i+1) // too late, and late enough
		if begun == always || over == never {
			continue
		}
		e.Add(begun, -over, e.cell(at(i), int(b.Color)))
		covered := e.variable()
		e.Add(-covered, -begun)
		e.Add(-covered, over)
		s := &stray[i*len(e.p.Palette)+int(b.Color)]
		*s = append(*s, covered)
	}
}

// Forbid returns the formula without one solution.
func (e *Encoding) Forbid(g *nonogram.Grid) *Encoding {
	f := &Encoding{CNF: CNF{e.Vars, e.Clauses[:len(e.Clauses):len(e.Clauses)]}, p: e.p}
	var other []int
	for cell, c := range g.Cells {
		for ink := 1; ink < len(e.p.Palette); ink++ {
			if l := e.cell(cell, ink); int(c) == ink {
				other = append(other, -l)
			} else {
				other = append(other, l)
			}
		}
	}
	f.Add(other...)
	return f
}

// grid reads the solution off a model whose variables come after an offset.
func (e *Encoding) grid(model []bool, offset int) *nonogram.Grid {
	g := nonogram.NewGrid(e.p.Width(), e.p.Height())
	naive.Paint(g.Cells, nonogram.Empty)
	for cell := range g.Cells {
		for ink := 1; ink < len(e.p.Palette); ink++ {
			if model[offset+e.cell(cell, ink)] {
				g.Cells[cell] = nonogram.Color(ink)
			}
		}
	}
	return g
}

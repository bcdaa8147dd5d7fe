package hunt

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"nonogram"
	"nonogram/internal/models"
)

// CNF is a formula: all clauses must hold. Variables count from 1; a literal is a
// variable or, negative, its negation.
type CNF struct {
	Vars    int
	Clauses [][]int
}

// variable makes a new one.
func (f *CNF) variable() int {
	f.Vars++
	return f.Vars
}

// Add adds a clause.
func (f *CNF) Add(literals ...int) { f.Clauses = append(f.Clauses, literals) }

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

// Encoding is a puzzle as a formula, see [models.Formula].
type Encoding struct {
	CNF
	p       *nonogram.Puzzle
	formula *models.Formula
}

// Encode encodes a well-formed puzzle.
func Encode(p *nonogram.Puzzle) *Encoding {
	e := &Encoding{p: p, formula: models.NewFormula(p)}
	e.Vars = e.formula.Vars()
	for clause := range e.formula.Clauses() {
		e.Add(slices.Clone(clause)...)
	}
	return e
}

// Forbid returns the formula without one solution.
func (e *Encoding) Forbid(g *nonogram.Grid) *Encoding {
	f := &Encoding{CNF{e.Vars, slices.Clip(e.Clauses)}, e.p, e.formula}
	var other []int
	for cell, c := range g.Cells {
		other = append(other, -e.formula.Cell(cell, c))
	}
	f.Add(other...)
	return f
}

// grid is the solution in a model whose variables start after an offset.
func (e *Encoding) grid(model []bool, offset int) *nonogram.Grid {
	return e.formula.Grid(func(variable int) bool { return model[offset+variable] })
}

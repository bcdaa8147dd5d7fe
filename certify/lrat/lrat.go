// Package lrat writes what the engine proves in the formats of SAT solvers: a formula in DIMACS
// CNF that says "a solution of the puzzle, other than those listed", and a proof in LRAT that
// there is none. Any checker of LRAT judges the proof, without a word about nonograms; that
// the formula is the puzzle is for the reader to believe, or to check by encode.go.
//
// The rule of certificates is reverse unit propagation, with lines in the place of clauses. In
// this formula unit propagation finds all that lines imply, so every clause of a certificate
// is one of LRAT. Steps that count have no short form in clauses: the engine does without Lagrangian
// bounds, which can take it much longer, and different totals are refused. So are
// blotted blocks, lines without a clue, and claims of "at least n", which no refutation proves.
package lrat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"nonogram"
)

// ErrUnsayable is the error of puzzles and steps that have no form in LRAT.
var ErrUnsayable = errors.New("cannot be said in LRAT")

// MaxCells is the largest puzzle: the formula of 60 × 60 cells has some 3 million clauses.
const MaxCells = 3600

// Writer collects a proof of the engine (its method Prove). It keeps the steps, since the
// formula contains the solutions, which are found last.
type Writer struct {
	p         *nonogram.Puzzle
	steps     []step
	solutions []*nonogram.Grid
	ended     bool
}

// step is a clause that is added, or deleted if it has no literals and remove is set.
type step struct {
	id     int64
	clause []int32
	remove bool
}

// NewWriter begins a proof for a puzzle.
func NewWriter(p *nonogram.Puzzle) (*Writer, error) {
	if err := p.Rectangular(); err != nil {
		return nil, err
	}
	if p.Width()*p.Height() > MaxCells {
		return nil, fmt.Errorf("%d × %d cells: more than %d %w", p.Width(), p.Height(), MaxCells, ErrUnsayable)
	}
	for _, ref := range p.Lines() {
		if p.Clue(ref).Missing() {
			return nil, fmt.Errorf("%s: a line without a clue %w", ref, ErrUnsayable)
		}
		if slices.ContainsFunc(p.Clue(ref), func(b nonogram.Block) bool { return b.Length == 0 }) {
			return nil, fmt.Errorf("%s: a block of unknown length %w", ref, ErrUnsayable)
		}
	}
	return &Writer{p: p}, nil
}

// Known needs no step: unit propagation finds what follows.
func (w *Writer) Known([]int64) error { return nil }

// Clause adds a clause. The hints are not needed.
func (w *Writer) Clause(id int64, literals []int32, _ []int64) error {
	w.steps = append(w.steps, step{id: id, clause: slices.Clone(literals)})
	return nil
}

// Delete removes clauses.
func (w *Writer) Delete(ids []int64) error {
	for _, id := range ids {
		w.steps = append(w.steps, step{id: id, remove: true})
	}
	return nil
}

// Solution adds a solution to the formula, as one that is not meant.
func (w *Writer) Solution(_ int64, g *nonogram.Grid) error {
	w.solutions = append(w.solutions, g.Clone())
	return nil
}

// Totals is refused.
func (w *Writer) Totals(nonogram.Color) error {
	return fmt.Errorf("the totals of rows and columns differ: a count %w", ErrUnsayable)
}

// Clausal asks the engine to do without Lagrangian bounds.
func (w *Writer) Clausal() {}

// Lagrangian is not called.
func (w *Writer) Lagrangian(int64, int64, []int64) error {
	return fmt.Errorf("a Lagrangian bound %w", ErrUnsayable)
}

// End is the last step.
func (w *Writer) End(exact bool) error {
	if !exact {
		return fmt.Errorf("there are more solutions than the limit; at least %d %w", len(w.solutions), ErrUnsayable)
	}
	w.ended = true
	return nil
}

// Write writes the formula and the proof.
func (w *Writer) Write(formula, proof io.Writer) error {
	if !w.ended {
		return errors.New("the proof has no end")
	}
	f := encode(w.p)
	for _, g := range w.solutions {
		f.block(g)
	}
	if err := f.write(formula, len(w.solutions)); err != nil {
		return err
	}
	r := &refutation{propagation: newPropagation(f.vars), out: bufio.NewWriter(proof), last: int64(len(f.clauses)), names: map[int64]int64{}}
	if err := r.run(f, w.steps); err != nil {
		return err
	}
	return r.out.Flush()
}

func (f *formula) write(w io.Writer, listed int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "c a solution of a nonogram of %d × %d cells other than %d listed ones\n", f.p.Width(), f.p.Height(), listed)
	fmt.Fprintf(b, "p cnf %d %d\n", f.vars, len(f.clauses))
	for _, c := range f.clauses {
		fmt.Fprintf(b, "%s\n", appendClause(nil, c))
	}
	return b.Flush()
}

func appendClause(text []byte, clause []int32) []byte {
	for _, l := range clause {
		text = append(strconv.AppendInt(text, int64(l), 10), ' ')
	}
	return append(text, '0')
}

// refutation writes the steps with the hints that unit propagation finds.
type refutation struct {
	*propagation
	out   *bufio.Writer
	last  int64           // highest number of a clause
	names map[int64]int64 // the numbers of the engine's clauses in the proof
}

func (r *refutation) run(f *formula, steps []step) error {
	for i, c := range f.clauses {
		if violated := r.add(int64(i)+1, c); violated != 0 {
			r.settle(violated)
			return nil
		}
	}
	if r.knowMore() {
		return nil
	}
	for _, s := range steps {
		switch {
		case s.remove:
			r.remove(s.id)
		case r.derive(s):
			return nil
		}
		if r.head < 0 {
			return fmt.Errorf("clause %d does not follow by unit propagation", s.id)
		}
	}
	return errors.New("the proof ends without a contradiction")
}

// knowMore draws consequences without assumptions; true ends the proof.
func (r *refutation) knowMore() bool {
	violated := r.propagate()
	r.known = len(r.trail)
	if violated != 0 {
		r.settle(violated)
	}
	return violated != 0
}

// settle writes the empty clause.
func (r *refutation) settle(violated int64) {
	r.known = len(r.trail)
	r.lemma(nil, r.hints(violated, nil))
}

// derive writes a clause of the engine; true ends the proof. head is -1 if it does not follow.
func (r *refutation) derive(s step) bool {
	given := map[int32]bool{}
	if slices.ContainsFunc(s.clause, func(l int32) bool { return r.of(l) > 0 }) {
		return false // it says nothing new
	}
	for _, l := range s.clause {
		given[variable(l)] = true
		if r.of(l) == 0 {
			r.assign(-l, 0)
		}
	}
	violated := r.propagate()
	if violated == 0 {
		r.head = -1
		return false
	}
	hints := r.hints(violated, given)
	r.undo()
	id := r.lemma(s.clause, hints)
	r.names[s.id] = id
	if len(s.clause) == 0 {
		return true
	}
	if violated := r.add(id, s.clause); violated != 0 {
		r.settle(violated)
		return true
	}
	return r.knowMore()
}

// hints lists the clauses that lead to the violated one, with the units that they need; what
// the clause in question gives needs none.
func (r *refutation) hints(violated int64, given map[int32]bool) []int64 {
	needed := map[int32]bool{}
	var units []int32
	need := func(clause []int32, but int32) {
		for _, l := range clause {
			if v := variable(l); v != but && !needed[v] && !given[v] {
				needed[v] = true
			}
		}
	}
	need(r.clauses[violated], 0)
	var chain []int64
	for i := len(r.trail) - 1; i >= r.known; i-- {
		if v := variable(r.trail[i]); needed[v] && r.reason[v] != 0 {
			chain = append(chain, r.reason[v])
			need(r.clauses[r.reason[v]], v)
		}
	}
	for _, l := range r.trail[:r.known] {
		if needed[variable(l)] {
			units = append(units, l)
		}
	}
	slices.Reverse(chain)
	return append(append(r.units(units), chain...), violated)
}

// units writes known literals as clauses, with those that they need, and returns the numbers.
func (r *refutation) units(wanted []int32) []int64 {
	needed := map[int32]bool{}
	for _, l := range wanted {
		needed[variable(l)] = true
	}
	var missing []int32
	for i := r.known - 1; i >= 0; i-- {
		v := variable(r.trail[i])
		if !needed[v] || r.unit[v] != 0 {
			continue
		}
		missing = append(missing, r.trail[i])
		for _, l := range r.clauses[r.reason[v]] {
			needed[variable(l)] = true
		}
	}
	for _, l := range slices.Backward(missing) {
		var hints []int64
		reason := r.reason[variable(l)]
		for _, other := range r.clauses[reason] {
			if other != l {
				hints = append(hints, r.unit[variable(other)])
			}
		}
		r.unit[variable(l)] = r.lemma([]int32{l}, append(hints, reason))
	}
	ids := make([]int64, len(wanted))
	for i, l := range wanted {
		ids[i] = r.unit[variable(l)]
	}
	return ids
}

// lemma writes a clause with its hints and returns its number.
func (r *refutation) lemma(clause []int32, hints []int64) int64 {
	r.last++
	line := strconv.AppendInt(nil, r.last, 10)
	line = appendClause(append(line, ' '), clause)
	for _, h := range hints {
		line = strconv.AppendInt(append(line, ' '), h, 10)
	}
	fmt.Fprintf(r.out, "%s 0\n", line)
	return r.last
}

// remove deletes a clause of the engine. If a known literal rests on it, that is written first.
func (r *refutation) remove(name int64) {
	id, ok := r.names[name]
	if !ok || len(r.clauses[id]) < 2 {
		return
	}
	if l := r.clauses[id][0]; r.of(l) > 0 && r.reason[variable(l)] == id {
		r.units([]int32{l})
	}
	delete(r.clauses, id)
	fmt.Fprintf(r.out, "%d d %d 0\n", r.last, id)
}

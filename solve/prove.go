package solve

import (
	"context"

	"nonogram"
)

// Proof takes down why an answer is right, step by step, as [Engine.Prove] tells it;
// certify.Writer is one, and docs/certificates.md says what the steps mean. An
// error ends the search. Slices and grids are only lent.
//
// A literal is cell+1 for "is filled" and the negative for "is empty", with cells
// counted row by row from 0; with more than one ink it is cell·colors+color+1 for
// "has the color" and the negative for "has not". Behind those of cells come the blocks:
// rows first, then columns, each block in its turn, and for each as many literals as its
// line has slack, "is moved by o cells at least from its place when all blocks are pushed
// to the left", o from 1; lines with blotted blocks have none. A hint above 0 is the number of a
// clause, and ^i, below 0, is line i, rows first, then columns.
type Proof interface {
	// Known adds what lines and clauses say one after the other.
	Known(hints []int64) error
	// Clause adds a clause: that all its literals are false leads to a
	// contradiction along the hints. Numbers increase.
	Clause(id int64, literals []int32, hints []int64) error
	// Delete says that clauses are not used any more.
	Delete(ids []int64) error
	// Solution adds a solution, and forbids it by the clause of that number.
	Solution(id int64, g *nonogram.Grid) error
	// Totals says that rows and columns ask for different numbers of cells of a
	// color.
	Totals(color nonogram.Color) error
	// Lagrangian shares the weight of cells between rows and columns, so that the heaviest
	// arrangements of lines bound how far other solutions are from the one with the
	// number: a cell weighs a unit if it is empty there, and minus a unit if it is filled.
	// The weights are those in rows, the rest is the column's. All that they exclude is
	// known from then on.
	Lagrangian(solution, unit int64, weights []int64) error
	// End is the last call, for an answer that is not Undecided: the solutions
	// told are all there are, or, if not exact, some of them.
	End(exact bool) error
}

// Prove is [Engine.Solve] with a proof of the answer. It takes the same way and
// gives the same answer. A puzzle with more solutions than opts.Limit, which is 2 if
// it is 0, is only shown to have so many; to prove that it has exactly n, ask for
// more than n.
func (e *Engine) Prove(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options, proof Proof) (*nonogram.Result, error) {
	solvable, err := validate(p)
	if err != nil {
		return nil, err
	}
	w := &proofWriter{to: proof}
	e.core.proof = w
	defer func() { e.core.proof = nil }()
	r, err := e.Solve(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	if !solvable {
		w.writeTrivial(p)
	}
	if r.Status != nonogram.Undecided {
		if r.Exhausted {
			w.writeLastBlocked()
		}
		w.writeEnd(r.Exhausted)
	}
	if w.err != nil {
		return nil, w.err
	}
	return r, nil
}

// Prove is [Engine.Prove] with a fresh engine.
func Prove(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options, proof Proof) (*nonogram.Result, error) {
	return new(Engine).Prove(ctx, p, opts, proof)
}

// onSight proves what validation has found: a clue that does not fit its line says
// so itself, and otherwise the totals of some color differ.
func (w *proofWriter) writeTrivial(p *nonogram.Puzzle) {
	for i, ref := range p.Lines() {
		length := p.Width()
		if ref.Axis == nonogram.Column {
			length = p.Height()
		}
		if p.Clue(ref).MinLength() > length {
			w.addLine(i)
			w.flush()
			return
		}
	}
	var balance [nonogram.MaxColors]int
	for _, ref := range p.Lines() {
		for _, b := range p.Clue(ref) {
			balance[b.Color] += b.Length * (1 - 2*int(ref.Axis))
		}
	}
	for c, n := range balance {
		if n != 0 {
			w.check(w.to.Totals(nonogram.Color(c)))
			return
		}
	}
}

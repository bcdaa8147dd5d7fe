package solve

import (
	"context"

	"nonogram"
)

// Proof receives the steps of a proof from [Engine.Prove]. certify.Writer is an
// implementation; docs/certificates.md defines the steps. An error ends the search. Slices
// and grids are valid only during the call.
//
// Literals are numbered from 1, and a negative number negates. In black and white, cell+1
// means "is filled", with cells counted row by row from 0. With more colors,
// cell·colors+color+1 means "has the color". Block literals follow: for each line, rows
// first, for each block and each o from 1 to the slack of the line, "starts at least o cells
// after its leftmost position". Lines with blotted blocks or without a clue have none.
//
// A positive hint is the number of a clause; ^i is line i, rows first.
//
// If the implementation has a method Clausal(), Lagrangian is not called: the search does
// without these bounds, which may take it longer.
type Proof interface {
	// Known adds the facts that follow from lines and clauses, applied in order.
	Known(hints []int64) error
	// Clause adds a clause. If all its literals are false, applying the hints leads to a
	// contradiction. Numbers increase.
	Clause(id int64, literals []int32, hints []int64) error
	// Delete removes clauses.
	Delete(ids []int64) error
	// Solution adds a solution, and a clause of that number that blocks it.
	Solution(id int64, g *nonogram.Grid) error
	// Totals states that rows and columns cannot have the same total of a color.
	Totals(color nonogram.Color) error
	// Lagrangian adds the facts that a Lagrangian bound implies. Filling a cell costs a
	// unit if the solution with the given number leaves it empty, and minus a unit
	// otherwise; multipliers are the rows' parts of these costs. Solutions other than the
	// given one have a cost of at least four units more than its own. Solution and unit are
	// 0 for a bound without a known solution: the cost of all solutions is then 0.
	Lagrangian(solution, unit int64, multipliers []int64) error
	// End is the last call, unless the answer is Undecided. exact means that the solutions
	// added are all there are.
	End(exact bool) error
}

// Prove is [Engine.Solve] with a proof of the answer, which is the same; colored puzzles may
// take longer, because certificates have no Lagrangian bound for them. A puzzle with more
// solutions than opts.Limit, or 2 if that is 0, is only proved to have at least that many; to
// prove that it has exactly n, set a limit above n.
func (e *Engine) Prove(ctx context.Context, p *nonogram.Puzzle, opts nonogram.Options, proof Proof) (*nonogram.Result, error) {
	solvable, err := validate(p)
	if err != nil {
		return nil, err
	}
	w := &proofWriter{to: proof}
	_, w.clausal = proof.(interface{ Clausal() })
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

// writeTrivial proves a result of validation: a clue that does not fit its line, or totals
// that differ, whatever the lines without clues have.
func (w *proofWriter) writeTrivial(p *nonogram.Puzzle) {
	for i, ref := range p.Lines() {
		if p.Clue(ref).MinLength() > p.Len(ref) {
			w.addLine(i)
			w.flush()
			return
		}
	}
	var least [nonogram.Falling + 1][nonogram.MaxColors]int // by axis
	var free [nonogram.Falling + 1]int                      // cells of the lines without clues
	for _, ref := range p.Lines() {
		clue := p.Clue(ref)
		if clue.Missing() {
			free[ref.Axis] += p.Len(ref)
			continue
		}
		for _, b := range clue {
			least[ref.Axis][b.Color] += b.Length
		}
	}
	axes := []nonogram.Axis{nonogram.Row, nonogram.Column}
	if p.Shape != nil {
		axes = []nonogram.Axis{nonogram.Row, nonogram.Rising, nonogram.Falling}
	}
	for c := range nonogram.MaxColors {
		for _, a := range axes {
			for _, b := range axes {
				if least[a][c] > least[b][c]+free[b] {
					w.check(w.to.Totals(nonogram.Color(c)))
					return
				}
			}
		}
	}
}

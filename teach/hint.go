package teach

import (
	"context"

	"nonogram"
)

// A hint is the first step of the path from where a player is. Wrong marks come
// first: a step that builds on one would lead astray, so nothing else is said
// until they are gone.
//
// Cost: one call of the solver for the check, then one round of the path. In
// color that round may only take colors away; then rounds are added until a cell
// is decided, and of their steps only those are kept that the last one needs. A puzzle
// that no search settles may have an easy step all the same, so the check may have a
// solver of its own that gives up earlier.

// AdviceKind is what an advice is about.
type AdviceKind string

// The kinds of advice.
const (
	AdviceStep       AdviceKind = "step"       // the next step
	AdviceWrong      AdviceKind = "wrong"      // marks that are wrong
	AdviceFinished   AdviceKind = "finished"   // nothing is left to do
	AdviceAmbiguous  AdviceKind = "ambiguous"  // the remaining cells differ between solutions
	AdviceUnsolvable AdviceKind = "unsolvable" // the puzzle has no solution
	AdviceUndecided  AdviceKind = "undecided"  // no step was found in the time allowed
)

// Advice is the answer of Hint: everything there is to know. [Advice.Tip] gives
// away as much of it as a player asks for.
type Advice struct {
	Kind AdviceKind
	// Step is the next step. Notes are the steps needed before it: colors that some
	// cells cannot have. In black and white there are none.
	Step  *Step
	Notes []Step
	// Mistakes lists the wrong marks, if there are any.
	Mistakes *Mistakes

	open []nonogram.Cell // cells in which the solutions differ, if the puzzle is ambiguous
	// stopped says why no step was found, if the advice is undecided; looked that every
	// line was looked at by then, and supposed how many suppositions no line refuted.
	stopped  nonogram.StopReason
	looked   bool
	supposed int

	puzzle   *nonogram.Puzzle
	language Language
}

// Hint says what to do next in the position opts.From. With opts.Solver it first
// makes sure that the position can still be completed; without, it only sees
// mistakes that make a single line impossible.
func Hint(ctx context.Context, p *nonogram.Puzzle, opts Options) (*Advice, error) {
	b, drawn, err := position(p, opts.From)
	if err != nil {
		return nil, err
	}
	a := &Advice{puzzle: p, language: opts.Language}
	check := &checker{ctx: ctx, p: p, solver: opts.Solver, drawn: drawn}
	if opts.Checker != nil {
		check.solver = opts.Checker
	}
	if err := check.run(opts.History); err != nil {
		return nil, err
	}
	switch {
	case check.unsolvable:
		a.Kind = AdviceUnsolvable
		return a, nil
	case check.mistakes != nil:
		a.Kind, a.Mistakes = AdviceWrong, check.mistakes
		return a, nil
	case b == nil:
		a.Kind, a.Mistakes = AdviceWrong, &Mistakes{Last: -1}
		return a, nil
	}
	w := newPath(ctx, b)
	w.solver, w.limit, w.record, w.truth = opts.Solver, opts.Work, true, check.truth
	w.language = opts.Language
	w.first(a, drawn)
	return a, w.err
}

// first walks up to the first step that decides a cell.
func (p *path) first(a *Advice, drawn *nonogram.Grid) {
	if p.share(drawn); len(p.steps) > 0 { // what a color puzzle begins with
		a.Kind, a.Step = AdviceStep, &p.steps[0]
		return
	}
	fresh := p.b.clone()
	var noted []finding
	for p.refresh() && p.b.Open > 0 && !p.exhausted() {
		found := p.cheapest()
		if len(found) == 0 {
			a.looked = true
			found = p.supposition()
		}
		if len(found) == 0 {
			break
		}
		if f := p.b.mostDeciding(found); f != nil {
			steps := p.withNotes(fresh, noted, f)
			last := len(steps) - 1
			a.Kind, a.Notes, a.Step = AdviceStep, steps[:last], &steps[last]
			return
		}
		noted = append(noted, found...)
		p.take(found)
	}
	p.noStep(a)
}

// noStep says why there is none.
func (p *path) noStep(a *Advice) {
	switch {
	case p.broken != noLine:
		line := p.b.Ref(p.broken)
		a.Kind, a.Mistakes = AdviceWrong, &Mistakes{Broken: &line, Last: -1}
	case p.b.Open == 0:
		a.Kind = AdviceFinished
	case p.stopped == nonogram.StopNone && p.status == nonogram.Multiple:
		a.Kind = AdviceAmbiguous
		for _, cell := range p.openCells() {
			a.open = append(a.open, p.b.place(int(cell)))
		}
	default:
		a.Kind, a.stopped, a.supposed = AdviceUndecided, p.stopped, p.probe.survivors()
	}
}

// mostDeciding is the finding that decides most cells, nil if none decides any.
func (b *sheet) mostDeciding(found []finding) *finding {
	var best *finding
	most := 0
	for i := range found {
		decided, _ := b.divide(append([]candidate(nil), found[i].eliminated...))
		if len(decided) > most {
			best, most = &found[i], len(decided)
		}
	}
	return best
}

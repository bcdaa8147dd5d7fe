package teach

import (
	"cmp"
	"slices"

	"nonogram"
)

// Case by case: the last resort, when no supposition is refuted by lines alone.
// Now suppositions are made inside a supposition: cell after cell is tried there,
// refuted candidates are removed, until a line breaks without a further supposition.
//
//	suppose ─▶ lines ─▶ stuck ─▶ suppose ─▶ a line breaks: removed
//	                             suppose ─▶ a line breaks: removed   ─▶ lines ─▶ a line breaks
//
// To find such a supposition, the solver first determines the cells, so that only wrong
// candidates are tried, and first those with the most consequences: they are the nearest
// to a contradiction. If none ends within casesWork, the step is the one
// that helps most, and only says that a search through all cases refutes it.
//
// Cost: a trial for every wrong candidate to choose, and thousands for each that
// is then tried to the end.

// casesWork bounds the line solves of looking for one step: about half a second.
const casesWork = 2_000_000

// cases finds the next steps of the last resort.
func (p *path) cases() []finding {
	if p.truth == nil && !p.learnTruth() {
		return nil
	}
	wrong := p.wrongCandidates()
	limit := p.b.solves + casesWork
	for rest := wrong; len(rest) > 0 && p.b.solves < limit && !p.exhausted(); {
		n := 1
		for n < len(rest) && rest[n].follows == rest[0].follows {
			n++
		}
		if found := p.refuteInside(rest[:n], limit); len(found) > 0 {
			return p.refutations(found, Cases)
		}
		rest = rest[n:]
	}
	if p.exhausted() {
		return nil
	}
	for i := range wrong {
		wrong[i].chain = &Chain{Depth: 3}
	}
	return p.refutations(p.mostUseful(wrong), Cases)
}

// wrongCandidates lists all candidates that are in no solution, those first from
// which most follows when they are supposed.
func (p *path) wrongCandidates() []refutation {
	var list []refutation
	for _, cell := range p.openCells() {
		for s := p.b.set(int(cell)); s != 0 && p.truth.Cells[cell] != nonogram.Unknown; s &= s - 1 {
			c := candidate{cell, uint8(lowest(s))}
			if p.certain(c) {
				continue
			}
			p.trial.suppose(c)
			p.trial.run(noLimit)
			list = append(list, refutation{candidate: c, follows: len(p.trial.trail)})
			p.trial.undo(0)
		}
	}
	slices.SortStableFunc(list, func(a, b refutation) int { return cmp.Compare(b.follows, a.follows) })
	return list
}

// refuteInside tries to refute candidates by suppositions inside, and returns
// those that need the fewest.
func (p *path) refuteInside(list []refutation, limit int64) []refutation {
	var best []refutation
	for _, r := range list {
		r.chain = p.nested(r.candidate, limit)
		switch {
		case r.chain == nil || len(best) > 0 && r.chain.Cases > best[0].chain.Cases:
			continue
		case len(best) > 0 && r.chain.Cases < best[0].chain.Cases:
			best = best[:0]
		}
		best = append(best, r)
	}
	return p.mostUseful(best)
}

// nested supposes a candidate and refutes it by suppositions inside; nil if that
// does not succeed.
func (p *path) nested(c candidate, limit int64) *Chain {
	t := p.trial
	defer t.undo(0)
	t.suppose(c)
	chain := &Chain{Depth: 2}
	o := t.run(noLimit)
	for o.broken == noLine {
		refuted := p.refutedInside(limit)
		if len(refuted) == 0 || p.exhausted() {
			return nil
		}
		if chain.Cases == 0 {
			chain.split = p.b.mark(refuted[0])
		}
		chain.Cases += len(refuted)
		for _, x := range refuted {
			t.exclude(x)
		}
		o = t.run(noLimit)
	}
	chain.Breaks = p.b.Ref(o.broken)
	return chain
}

// refutedInside are the candidates of the position inside a trial that break by
// lines alone; none when the work is used up.
func (p *path) refutedInside(limit int64) []candidate {
	t := p.trial
	var refuted []candidate
	for _, cell := range p.openCells() {
		for s := p.b.set(int(cell)); s != 0; s &= s - 1 {
			if p.b.solves > limit {
				return nil
			}
			c := candidate{cell, uint8(lowest(s))}
			length := len(t.trail)
			t.suppose(c)
			if o := t.run(noLimit); o.broken != noLine {
				refuted = append(refuted, c)
			}
			t.undo(length)
		}
	}
	return refuted
}

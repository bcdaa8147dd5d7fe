package teach

import (
	"reflect"
	"slices"
)

// The steps of a round are found in one position and drawn one after the other. A reader
// sees the board after the last of them, on which a reason from the beginning of the round may
// be outdated: a run has grown, an arrangement is gone, a link of a chain speaks of a
// cell that is colored by now. So a finding that rests on a line which the round has
// changed is argued anew: by the plainest technique that finds all of it now (line logic
// does), or, for a supposition, by a new chain, unless a single line suffices by now. What is
// marked does not change, so that a round stays independent of the order of its lines.
//
// Cost: for such a finding a look at its line with several techniques, or another trial.

// argue returns the findings that tell a finding of the present round on the board as it is
// drawn. There are none if nothing of it is left to mark, or if the line cannot be filled
// any more.
func (p *path) argue(f *finding) []finding {
	left := slices.DeleteFunc(slices.Clone(f.eliminated), func(c candidate) bool { return !p.b.has(c) })
	g := *f
	g.eliminated = left
	switch {
	case len(left) == 0:
		return nil
	case !f.technique.SingleLine():
		return p.argueSupposition(&g)
	case !p.lines[f.line].dirty:
		return []finding{g}
	}
	found := p.argueLine(f.line, f.technique, left)
	return found[:min(len(found), 1)]
}

// argueLine looks for findings in a line that have all of some candidates, and reduces them
// to these. The given technique comes first if it finds nothing else, then the cheapest.
func (p *path) argueLine(i int, first Technique, wanted []candidate) []finding {
	var all []finding
	for _, f := range p.present(i, LineLogic) {
		part := intersection(f.eliminated, wanted)
		if len(part) < len(wanted) {
			continue
		}
		exact := f.technique == first && len(f.eliminated) == len(part)
		f.eliminated = part
		if exact {
			return []finding{f}
		}
		all = append(all, f)
	}
	return all
}

// present lists what the techniques up to one find in a line as it is now, the cheapest
// first, without regard to whether it decides cells; nothing if the line cannot be filled.
func (p *path) present(i int, upTo Technique) []finding {
	gains := false
	if !p.b.solve(i, func(candidate) { gains = true }) || !gains {
		return nil
	}
	p.look.load(p.b, i)
	var all []finding
	for t := EmptyLine; t <= upTo; t++ {
		for _, f := range p.ask(t) {
			last := len(all) - 1
			if last >= 0 && all[last].technique == t && reflect.DeepEqual(all[last].reason, f.reason) {
				all[last].eliminated = slices.Concat(all[last].eliminated, f.eliminated)
				continue
			}
			all = append(all, f)
		}
	}
	return all
}

// intersection lists the candidates of a that are in b, without repetition.
func intersection(a, b []candidate) []candidate {
	var both []candidate
	for _, c := range a {
		if slices.Contains(b, c) && !slices.Contains(both, c) {
			both = append(both, c)
		}
	}
	return both
}

// argueSupposition is argue for a supposition.
func (p *path) argueSupposition(f *finding) []finding {
	if len(p.dirty) == 0 {
		return []finding{*f}
	}
	c := f.eliminated[0]
	var found []finding
	for _, i := range slices.Clone(p.b.linesOf(int(c.cell))) {
		found = append(found, p.argueLine(i, f.technique, f.eliminated)...)
	}
	if len(found) > 0 {
		return []finding{slices.MinFunc(found, func(a, b finding) int { return int(a.technique) - int(b.technique) })}
	}
	p.trial.suppose(c)
	o := p.trial.run(noLimit)
	p.trial.undo(0)
	switch {
	case o.broken != noLine:
		f.technique, f.chain = min(f.technique, Contradiction), p.chain(c)
	case f.chain.Depth == 2:
		if f.chain = p.nested(c, p.b.solves+casesWork); f.chain == nil {
			f.chain = &Chain{Depth: 3}
		}
		f.chain.Suppose = p.b.mark(c)
	}
	if f.chain.Depth < 3 {
		f.line = p.lineIndex(f.chain.Breaks)
	}
	return []finding{*f}
}

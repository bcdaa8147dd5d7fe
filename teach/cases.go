package teach

import (
	"nonogram"
)

// Case by case: the last resort, when no single supposition is refuted by lines
// alone. Now the solver says how the cells are, and the question is only which of
// them to explain. The choice falls on the cell that, once it is known, lets lines
// decide the most others; from there on the path is easy again.
//
// The explanation refutes the other color by suppositions inside the supposition:
// cell after cell is tried there, what breaks is struck, until a line breaks
// without one. If that does not refute it either, within nestedWork line solves,
// the step only says that a search through all cases did.
//
//	suppose ─▶ lines ─▶ stuck ─▶ suppose ─▶ a line breaks: struck
//	                             suppose ─▶ a line breaks: struck   ─▶ lines ─▶ a line breaks
//
// Cost: a trial for every open cell to choose; thousands to refute.

// nestedWork bounds the line solves of one refutation: about 0.1 s.
const nestedWork = 400_000

// maxRefuted is how many equally good cells are refuted in detail; symmetric
// puzzles can have hundreds.
const maxRefuted = 8

// cases finds the next steps of the last resort.
func (p *path) cases() []finding {
	if p.truth == nil && !p.learnTruth() {
		return nil
	}
	var best []int32
	most := -1
	for _, cell := range p.openCells() {
		if p.truth.Cells[cell] == nonogram.Unknown {
			continue
		}
		switch gain := p.gain(cell); {
		case gain > most:
			best, most = append(best[:0], cell), gain
		case gain == most:
			best = append(best, cell)
		}
	}
	found := make([]finding, 0, len(best))
	for _, cell := range best {
		found = append(found, p.caseFinding(cell, len(best) <= maxRefuted))
	}
	return found
}

// gain is the number of cells that lines decide once a cell is known.
func (p *path) gain(cell int32) int {
	open := p.b.open
	p.trial.suppose(candidate{cell, uint8(p.truth.Cells[cell])})
	p.trial.run(noLimit)
	gain := open - p.b.open
	p.trial.undo(0)
	return gain
}

// caseFinding explains one cell: all other colors it could have are refuted, and
// the hardest of them is told.
func (p *path) caseFinding(cell int32, detail bool) finding {
	right := p.truth.Cells[cell]
	f := finding{technique: Cases, line: int(cell) / p.b.width}
	for s := p.b.set(int(cell)); s != 0; s &= s - 1 {
		c := candidate{cell, uint8(lowest(s))}
		if lowest(s) == right {
			continue
		}
		f.strikes = append(f.strikes, c)
		chain := &Chain{Depth: 3}
		if detail {
			chain = p.refuteInside(c)
		}
		chain.Suppose = Mark{Cell: p.b.place(int(cell)), Color: nonogram.Color(c.color)}
		if f.chain == nil || chain.Depth > f.chain.Depth || chain.Depth == f.chain.Depth && chain.Cases > f.chain.Cases {
			f.chain = chain
		}
	}
	if f.chain.Depth == 2 {
		f.line = p.lineIndex(f.chain.Breaks)
	}
	return f
}

// refuteInside supposes a candidate and tries to refute it by suppositions inside.
func (p *path) refuteInside(c candidate) *Chain {
	t := p.trial
	defer t.undo(0)
	t.suppose(c)
	chain := &Chain{Depth: 3}
	limit := p.b.solves + nestedWork
	o := t.run(noLimit)
	for o.broken == noLine {
		refuted := p.refutedInside(limit)
		if len(refuted) == 0 || p.exhausted() {
			return chain
		}
		if chain.Cases == 0 {
			chain.Split = Mark{Cell: p.b.place(int(refuted[0].cell)), Color: nonogram.Color(refuted[0].color)}
		}
		chain.Cases += len(refuted)
		for _, x := range refuted {
			t.exclude(x)
		}
		o = t.run(noLimit)
	}
	chain.Depth, chain.Breaks = 2, p.b.ref(o.broken)
	return chain
}

// refutedInside are the candidates of the position inside a trial that break by
// lines alone; nil when the work is used up.
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

package teach

import (
	"slices"
)

// The notes that a step needs. Before a cell of a color puzzle is decided, many cells may
// have to lose colors, and only a few of these notes matter for the step of a hint. Notes in
// unrelated lines are dropped at once. The others are dropped one after another, from the
// last, as long as the remaining notes and the step can still be derived.
//
// Cost: the square of the number of notes, times one look at a line.

// maxNotes is how many notes are examined; if more matter, all of them are kept.
const maxNotes = 48

// withNotes makes steps of a finding and of the notes that it needs, on a board from before
// the first of them.
func (p *path) withNotes(fresh *sheet, noted []finding, f *finding) []Step {
	noted = relevant(p.b, noted, f)
	if len(noted) <= maxNotes {
		decided, _ := p.b.divide(slices.Clone(f.eliminated))
		for i := len(noted) - 1; i >= 0; i-- {
			without := slices.Delete(slices.Clone(noted), i, i+1)
			if replay(fresh.clone(), without, f, len(decided)) {
				noted = without
			}
		}
	}
	q := newPath(p.ctx, fresh.clone())
	q.record, q.language = true, p.language
	for i := range noted {
		q.take(noted[i : i+1])
	}
	q.take([]finding{*f})
	return q.steps
}

// relevant drops notes that say nothing about any line that counts. Suppositions
// reach everywhere, so that with one of them everything counts.
func relevant(b *sheet, noted []finding, f *finding) []finding {
	counts := make([]bool, len(b.Lines))
	counts[f.line] = true
	everywhere := !f.technique.SingleLine()
	var kept []finding
	for i := len(noted) - 1; i >= 0; i-- {
		if everywhere || slices.ContainsFunc(noted[i].eliminated, func(c candidate) bool {
			return slices.ContainsFunc(b.linesOf(int(c.cell)), func(i int) bool { return counts[i] })
		}) {
			kept = append(kept, noted[i])
			counts[noted[i].line] = true
			everywhere = everywhere || !noted[i].technique.SingleLine()
		}
	}
	slices.Reverse(kept)
	return kept
}

// replay reports whether every note can be found after those before it, and the
// finding after all of them, where it decides as many candidates as it should.
func replay(b *sheet, noted []finding, f *finding, decides int) bool {
	for i := range noted {
		if !b.finds(&noted[i]) {
			return false
		}
		for _, c := range noted[i].eliminated {
			b.eliminate(c)
		}
	}
	decided, _ := b.divide(slices.Clone(f.eliminated))
	return len(decided) == decides && b.finds(f)
}

// finds reports whether a finding can be made on the board by its technique.
func (b *sheet) finds(f *finding) bool {
	removed := map[candidate]bool{}
	note := func(c candidate) { removed[c] = true }
	switch {
	case !f.technique.SingleLine():
		t := newTrial(b)
		t.suppose(f.eliminated[0])
		return f.technique == Cases || t.run(noLimit).broken != noLine
	case !b.solve(f.line, note):
		return false
	case f.technique != LineLogic:
		clear(removed)
		var l look
		l.load(b, f.line)
		for _, found := range (&notes{b: b}).search(&l, f.technique) {
			for _, c := range found.eliminated {
				note(c)
			}
		}
	}
	return !slices.ContainsFunc(f.eliminated, func(c candidate) bool { return b.has(c) && !removed[c] })
}

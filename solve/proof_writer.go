package solve

import (
	"slices"

	"nonogram"
)

// proofWriter turns the steps of a search into a [Proof]. Every deduction rests on lines and
// clauses, and the trail has them in order. So a learned clause is proved by hints: the
// reasons, oldest first, of the literals that its analysis has resolved. A checker repeats
// the deductions; a hint names a line but not its result.
//
// Writing a proof does not change the search, except that colored puzzles go without the
// Lagrangian bound. Probing keeps too little, so its deductions are
// repeated (proof_probing.go).
//
// Cost: a sort of the literals seen by each analysis. Without a proof, one comparison with
// nil per conflict and per line that changes level 0.
type proofWriter struct {
	to      Proof
	clausal bool // it has no Lagrangian bounds
	err     error
	core    *core // nil until there is a search

	last     int64         // highest number of a clause
	solution int64         // number of the last solution
	ids      map[ref]int64 // numbers of the clauses of the search
	dropped  []int64
	refuted  bool // the proof has reached a contradiction

	named   []int64 // by line: time of its last hint
	changed []int64 // by line: time of the last change that it did not deduce itself
	clock   int64

	written int     // number of literals of level 0 written
	pending []int64 // hints at level 0 not written yet
	hints   []int64
	order   []int32 // trail indices, to sort
	lits    []int32
}

// hintsPerStep is the number of level 0 hints per step: about a line of text.
const hintsPerStep = 16

// check records the first error and stops the search.
func (w *proofWriter) check(err error) {
	if w.err == nil && err != nil {
		w.err = err
		if w.core != nil {
			w.core.stop.reason = nonogram.StopCancelled
		}
	}
}

// addLine adds a line that has deduced something at level 0.
func (w *proofWriter) addLine(i int) { w.addHint(int64(^i)) }

func (w *proofWriter) addHint(hint int64) {
	w.pending = append(w.pending, hint)
	if len(w.pending) == hintsPerStep {
		w.flush()
	}
}

// flush writes the pending hints.
func (w *proofWriter) flush() {
	if len(w.pending) > 0 && w.err == nil {
		w.check(w.to.Known(w.pending))
	}
	w.pending = w.pending[:0]
}

// writeRoot writes the new facts of level 0.
func (w *proofWriter) writeRoot() {
	if s := w.core; s != nil {
		end := len(s.trail)
		if len(s.levels) > 0 {
			end = int(s.levels[0])
		}
		w.addTrail(w.written, end)
		w.written = max(w.written, end)
	}
	w.flush()
}

// addTrail adds the reasons of a part of the trail as hints at level 0.
func (w *proofWriter) addTrail(from, to int) {
	before := int64(0)
	for at := from; at < to; at++ {
		h := w.hint(&w.core.vars[w.core.trail[at]>>1])
		if h > 0 || h < 0 && h != before { // a line deduces everything at once
			w.addHint(h)
		}
		before = h
	}
}

// hint returns the hint for the reason of a variable; 0 if it has none, or if it is the cell
// rule, which needs no hint.
func (w *proofWriter) hint(v *variable) int64 {
	if v.reason == noReason || v.reason == cellReason {
		return 0
	}
	return w.hintOf(v.reason)
}

func (w *proofWriter) hintOf(r reason) int64 {
	switch {
	case r > 0:
		return w.ids[ref(r)]
	case r.isRule():
		return int64(^w.core.blocks.byReason(r).line)
	}
	return int64(r)
}

// deducedWith reports whether a line deduced two variables at the same time, so that one hint
// is enough.
func (v *variable) deducedWith(other *variable) bool {
	return other != nil && v.reason < 0 && v.reason == other.reason && v.from == other.from
}

// writeClause writes a clause with the collected hints and returns its number.
func (w *proofWriter) writeClause(lits ...lit) int64 {
	w.writeRoot()
	w.last++
	w.lits = w.lits[:0]
	for _, l := range lits {
		n := int32(w.core.publicLit(l)>>1) + 1
		if l&1 != 0 {
			n = -n
		}
		w.lits = append(w.lits, n)
	}
	if w.err == nil {
		w.check(w.to.Clause(w.last, w.lits, w.hints))
	}
	return w.last
}

// writeBlocks lets the checker deduce the ranges of blocks, by a hint for every line that has
// any.
func (w *proofWriter) writeBlocks() {
	s := w.core
	w.writeRoot()
	for i := range s.board.Lines {
		if len(s.blocks.of(i)) > 0 {
			w.addLine(i)
		}
	}
	w.flush()
}

// collectHints collects the hints for the trail indices in w.order, oldest first. A line
// needs another hint only after a change that it did not deduce itself.
func (w *proofWriter) collectHints() {
	slices.Sort(w.order)
	s := w.core
	w.hints = w.hints[:0]
	if w.named == nil {
		w.named, w.changed = make([]int64, len(s.board.Lines)), make([]int64, len(s.board.Lines))
	}
	w.clock++
	begin := w.clock
	for _, at := range w.order {
		v := int32(s.trail[at] >> 1)
		w.clock++
		h := w.hint(&s.vars[v])
		if h < 0 {
			i := ^h
			if w.named[i] < begin || w.named[i] <= w.changed[i] {
				w.hints = append(w.hints, h)
				w.named[i] = w.clock
			}
		} else if h > 0 {
			w.hints = append(w.hints, h)
		}
		w.noteChange(v, h)
	}
}

// noteChange records a change in the lines through a variable, except the line that deduced
// it.
func (w *proofWriter) noteChange(v int32, from int64) {
	s := w.core
	if !s.isCell(v) {
		if i := s.blocks.list[s.blocks.owner[v-s.blocks.base]].line; from != int64(^i) {
			w.changed[i] = w.clock
		}
		return
	}
	p := &s.places[v]
	if s.board.Shape != nil {
		for _, q := range s.linesOnShape(p) {
			if from != int64(^q.Line) {
				w.changed[q.Line] = w.clock
			}
		}
		return
	}
	for _, i := range [2]int{int(p.row), s.board.Height + int(p.col)} {
		if from != int64(^i) {
			w.changed[i] = w.clock
		}
	}
}

// addSource adds the hint for the constraint that propagate found violated.
func (w *proofWriter) addSource() {
	if r := w.core.analysis.source; r != cellReason {
		w.hints = append(w.hints, w.hintOf(r))
	}
}

// writeLearned writes the clause of the current analysis. The seen literals that are not in
// the clause follow from its negation.
func (w *proofWriter) writeLearned() {
	s := w.core
	for _, l := range s.analysis.clause {
		s.analysis.seen[l>>1] = seenNeeded // assumed: needs no hint
	}
	w.order = w.order[:0]
	for _, v := range s.analysis.touched {
		if s.analysis.seen[v] != seenNeeded {
			w.order = append(w.order, s.vars[v].pos)
		}
	}
	w.collectHints()
	w.addSource()
	w.writeClause(s.analysis.clause...)
}

// nameClause records the reference of the clause written last.
func (w *proofWriter) nameClause(r ref) {
	if w.ids == nil {
		w.ids = map[ref]int64{}
	}
	w.ids[r] = w.last
}

// moveClause and dropClause follow a reduction of the clauses. References only shrink and are
// visited in order, so that none is overwritten early.
func (w *proofWriter) moveClause(from, to ref) {
	id := w.ids[from]
	delete(w.ids, from)
	w.ids[to] = id
}

func (w *proofWriter) dropClause(r ref) {
	w.dropped = append(w.dropped, w.ids[r])
	delete(w.ids, r)
}

// writeDropped deletes the clauses that a reduction has dropped.
func (w *proofWriter) writeDropped() {
	if len(w.dropped) > 0 && w.err == nil {
		w.check(w.to.Delete(w.dropped))
	}
	w.dropped = w.dropped[:0]
}

// writeContradiction writes a contradiction at level 0.
func (w *proofWriter) writeContradiction() {
	w.writeRoot()
	w.hints = w.hints[:0]
	w.addSource()
	for _, h := range w.hints {
		w.addHint(h)
	}
	w.flush()
	w.refuted = true
}

// writeLagrangian writes a Lagrangian bound (lagrangian.go).
func (w *proofWriter) writeLagrangian(multipliers []int64) {
	w.writeRoot()
	unit := int64(costUnit)
	if w.solution == 0 {
		unit = 0
	}
	if w.err == nil {
		w.check(w.to.Lagrangian(w.solution, unit, multipliers))
	}
}

func (w *proofWriter) writeSolution(g *nonogram.Grid) {
	w.writeRoot()
	w.last++
	w.solution = w.last
	if w.err == nil {
		w.check(w.to.Solution(w.last, g))
	}
}

// writeBlocking writes a blocking clause of the solution on the board, whose decisions imply
// the rest.
func (w *proofWriter) writeBlocking(clause []lit) {
	w.collectAboveRoot()
	w.hints = append(w.hints, w.solution)
	w.writeClause(clause...)
}

// collectAboveRoot collects the hints for the trail above level 0.
func (w *proofWriter) collectAboveRoot() {
	w.order = w.order[:0]
	for at := int(w.core.levels[0]); at < len(w.core.trail); at++ {
		w.order = append(w.order, int32(at))
	}
	w.collectHints()
}

// writeLastBlocked completes the proof if the last solution is entirely at level 0: its
// blocking clause is then a contradiction.
func (w *proofWriter) writeLastBlocked() {
	w.writeRoot()
	if !w.refuted && w.solution > 0 {
		w.addHint(w.solution)
		w.flush()
	}
}

func (w *proofWriter) writeEnd(exact bool) {
	w.writeRoot()
	if w.err == nil {
		w.check(w.to.End(exact))
	}
}

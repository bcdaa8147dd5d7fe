package solve

import (
	"slices"

	"nonogram"
)

// The engine's side of a proof. All that it concludes rests on two kinds of reason,
// lines and clauses, and both know when they spoke: the trail has their conclusions
// in order. So a learned clause is proven by naming, oldest first, the reasons of
// what its analysis has walked over, and whoever checks it draws the conclusions
// again. Nothing is written of what a line said, only that it spoke.
//
// The search is not changed and does not know whether it is written down; where a
// proof needs more than it keeps, for probing, it is done a second time.
//
// Cost: naming reasons takes a sort of the literals that an analysis has seen.
// Without a proof it is one comparison with nil per conflict, and per line that
// says something at level 0.
type proofWriter struct {
	to   Proof
	err  error
	core *core // nil until there is a search

	last     int64         // the highest number of a clause
	solution int64         // the number of the last solution's clause
	ids      map[ref]int64 // the clauses of the search
	dropped  []int64
	refuted  bool // the proof has reached its contradiction

	named   []int64 // by line, when it was last named
	changed []int64 // by line, when something became known there that it had not said itself
	clock   int64

	written int     // so many literals of the trail at level 0 have been told
	pending []int64 // hints at level 0 that wait to be told
	hints   []int64
	order   []int32 // trail positions, to sort
	lits    []int32
}

// knownHints is how many hints of level 0 are told at once: a line of text.
const hintsPerStep = 16

// tell notes the first error, and stops the search.
func (w *proofWriter) check(err error) {
	if w.err == nil && err != nil {
		w.err = err
		if w.core != nil {
			w.core.stop.reason = nonogram.StopCancelled
		}
	}
}

// line tells that a line has said something at level 0.
func (w *proofWriter) addLine(i int) { w.addHint(int64(^i)) }

func (w *proofWriter) addHint(hint int64) {
	w.pending = append(w.pending, hint)
	if len(w.pending) == hintsPerStep {
		w.flush()
	}
}

// flush tells what waits.
func (w *proofWriter) flush() {
	if len(w.pending) > 0 && w.err == nil {
		w.check(w.to.Known(w.pending))
	}
	w.pending = w.pending[:0]
}

// root tells what level 0 has learned since it was last told.
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

// knowTrail tells a part of the trail as certain.
func (w *proofWriter) addTrail(from, to int) {
	before := int64(0)
	for at := from; at < to; at++ {
		h := w.hint(&w.core.vars[w.core.trail[at]>>1])
		if h > 0 || h < 0 && h != before { // a line has nothing to add to what it has just said
			w.addHint(h)
		}
		before = h
	}
}

// hint names the reason of an assigned variable; 0 if it has none, or the cell's own rule,
// which needs no name.
func (w *proofWriter) hint(v *variable) int64 {
	if v.reason == noReason || v.reason == cellReason {
		return 0
	}
	return w.hintOf(v.reason)
}

// name is the hint for a line or a clause.
func (w *proofWriter) hintOf(r reason) int64 {
	switch {
	case r > 0:
		return w.ids[ref(r)]
	case r.isRule():
		return int64(^w.core.blocks.byReason(r).line)
	}
	return int64(r)
}

// spokenWith reports whether a line has deduced two variables at the same moment,
// so that it need be named only once.
func (v *variable) deducedWith(other *variable) bool {
	return other != nil && v.reason < 0 && v.reason == other.reason && v.from == other.from
}

// clause tells a clause with the hints at hand and returns its number.
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

// opened tells where blocks can be, by naming every line that has any.
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

// because collects the hints for some of the trail, in w.order, oldest first. A line
// that has spoken is named again only when something has become known there since,
// be it from another line or from a clause: it draws all its conclusions at once.
func (w *proofWriter) collectHints() {
	slices.Sort(w.order)
	s := w.core
	w.hints = w.hints[:0]
	w.named, w.changed = sized(w.named, len(s.board.Lines)), sized(w.changed, len(s.board.Lines))
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

// tidings notes that the lines through a variable have news, but for the one that
// told it.
func (w *proofWriter) noteChange(v int32, from int64) {
	s := w.core
	if !s.isCell(v) {
		if i := s.blocks.list[s.blocks.owner[v-s.blocks.base]].line; from != int64(^i) {
			w.changed[i] = w.clock
		}
		return
	}
	p := &s.places[v]
	for _, i := range [2]int{int(p.row), s.board.Height + int(p.col)} {
		if from != int64(^i) {
			w.changed[i] = w.clock
		}
	}
}

// source adds the hint for what propagate has failed on.
func (w *proofWriter) addSource() {
	if r := w.core.analysis.source; r != cellReason {
		w.hints = append(w.hints, w.hintOf(r))
	}
}

// learned tells the clause that an analysis has found, before it is over: what it
// has seen and what is not in the clause follows from the clause being false.
func (w *proofWriter) writeLearned() {
	s := w.core
	for _, l := range s.analysis.clause {
		s.analysis.seen[l>>1] = seenNeeded // it is assumed, and needs no reason
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

// named gives the clause told last its place in the search.
func (w *proofWriter) nameClause(r ref) {
	if w.ids == nil {
		w.ids = map[ref]int64{}
	}
	w.ids[r] = w.last
}

// moved and gone follow the clauses through a clean-up. Places only shrink, and are
// visited in order, so that none is overwritten before its turn.
func (w *proofWriter) moveClause(from, to ref) {
	id := w.ids[from]
	delete(w.ids, from)
	w.ids[to] = id
}

func (w *proofWriter) dropClause(r ref) {
	w.dropped = append(w.dropped, w.ids[r])
	delete(w.ids, r)
}

// cleaned tells which clauses a clean-up has dropped.
func (w *proofWriter) writeDropped() {
	if len(w.dropped) > 0 && w.err == nil {
		w.check(w.to.Delete(w.dropped))
	}
	w.dropped = w.dropped[:0]
}

// refute tells that level 0 itself has led to a contradiction.
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

// weighed tells what rows and columns cannot do together: see weigh.go.
func (w *proofWriter) writeLagrangian(weights []int64) {
	w.writeRoot()
	if w.err == nil {
		w.check(w.to.Lagrangian(w.solution, costUnit, weights))
	}
}

// found tells a solution.
func (w *proofWriter) writeSolution(g *nonogram.Grid) {
	w.writeRoot()
	w.last++
	w.solution = w.last
	if w.err == nil {
		w.check(w.to.Solution(w.last, g))
	}
}

// forbidden tells the clause that forbids the solution on the board by its
// decisions: they lead to all the rest.
func (w *proofWriter) writeBlocking(clause []lit) {
	w.collectAboveRoot()
	w.hints = append(w.hints, w.solution)
	w.writeClause(clause...)
}

// level collects the hints for all of the trail above level 0.
func (w *proofWriter) collectAboveRoot() {
	w.order = w.order[:0]
	for at := int(w.core.levels[0]); at < len(w.core.trail); at++ {
		w.order = append(w.order, int32(at))
	}
	w.collectHints()
}

// closeLast ends a proof in which the last solution turned out to be certain: it is
// all known, so that forbidding it is the contradiction.
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

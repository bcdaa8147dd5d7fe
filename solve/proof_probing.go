package solve

import (
	"cmp"
	"math/bits"
	"slices"

	"nonogram"
)

// Proofs of facts from probing. A failed candidate is a unit clause. A literal implied by all
// candidates of a cell takes one implication per candidate, and a unit clause that combines
// them. Probing does not record implications; since it seldom finds facts, they are
// propagated again here.

// writeFailed writes that a literal leads to the current conflict at level 1.
func (w *proofWriter) writeFailed(l lit) {
	w.collectAboveRoot()
	w.addSource()
	w.writeClause(l ^ 1)
}

// trace collects the hints that lead from the decision of level 1 to a literal. Literals with
// a clause in done follow from it.
func (w *proofWriter) trace(x lit, done map[lit]int64) {
	s := w.core
	s.analysis.touched = s.analysis.touched[:0]
	s.addLiteral(x^1, 1)
	w.hints = w.hints[:0]
	var before *variable
	for at := int(s.vars[x>>1].pos); at > int(s.levels[0]); at-- {
		l := s.trail[at]
		v := &s.vars[l>>1]
		if s.analysis.seen[l>>1] == 0 {
			continue
		}
		if id, ok := done[l]; ok {
			w.hints = append(w.hints, id)
			before = nil
			continue
		}
		for _, q := range s.reasonOf(l) {
			s.addLiteral(q, 1)
		}
		if h := w.hint(v); h != 0 && !v.deducedWith(before) {
			w.hints = append(w.hints, h)
		}
		before = v
	}
	s.clearSeen()
	slices.Reverse(w.hints)
}

// writeCommon writes the literals that all candidates of a cell imply, except the failed
// ones. They are about to become facts.
func (w *proofWriter) writeCommon(cell int, failed []lit, branches int32) {
	s := w.core
	var agreed []lit
	for _, x := range s.probing.reached {
		if s.probing.common[x] == branches && s.value[x] == 0 {
			agreed = append(agreed, x)
		}
	}
	if len(agreed) == 0 {
		return
	}
	cases := map[lit][]int64{}
	for set := uint64(s.board.CandidatesAt(cell)); set != 0; set &= set - 1 {
		l := s.valueLit(cell, bits.TrailingZeros64(set))
		if slices.Contains(failed, l) {
			continue
		}
		w.repeat(l, func() {
			if branches == 1 { // the only color left
				w.addTrail(int(s.levels[0]), len(s.trail))
			} else {
				w.writeImplied(l, agreed, cases)
			}
		})
	}
	if branches == 1 {
		w.flush()
		return
	}
	for _, x := range agreed {
		w.hints = append(w.hints[:0], cases[x]...)
		w.writeClause(x)
		w.dropped = append(w.dropped, cases[x]...)
	}
	w.writeDropped()
}

// repeat propagates an assumption again, without effect on counters and budgets.
func (w *proofWriter) repeat(l lit, look func()) {
	s := w.core
	solves, stop := s.stats.LineSolves, s.stop
	s.stop = new(stopper)
	s.newLevel()
	s.enqueue(l, noReason, 0)
	s.propagate()
	look()
	s.backtrack(0)
	s.stats.LineSolves, s.stop = solves, stop
	if w.err != nil {
		stop.reason = nonogram.StopCancelled
	}
}

// writeImplied writes implications of the current decision, in the order of the trail.
func (w *proofWriter) writeImplied(l lit, agreed []lit, cases map[lit][]int64) {
	s := w.core
	slices.SortFunc(agreed, func(a, b lit) int { return cmp.Compare(s.vars[a>>1].pos, s.vars[b>>1].pos) })
	done := map[lit]int64{}
	for _, x := range agreed {
		w.trace(x, done)
		id := w.writeClause(l^1, x)
		done[x] = id
		cases[x] = append(cases[x], id)
	}
}

package solve

import (
	"cmp"
	"math/bits"
	"slices"

	"nonogram"
)

// Proofs of what probing finds. A candidate that failed is a clause of one literal,
// along what led from it to the contradiction. What all candidates of a cell agree
// on takes a clause for each, "if the cell has this color, then that", and one that
// puts them together. Probing does not keep what led to what; but it seldom finds
// anything, so that the candidates are then simply supposed once more.

// failed tells that supposing a literal has led to a contradiction, which is still
// on the board, at level 1.
func (w *proofWriter) writeFailed(l lit) {
	w.collectAboveRoot()
	w.addSource()
	w.writeClause(l ^ 1)
}

// trace collects the hints that lead from the decision of level 1 to a literal. Those
// with a clause in done follow from it, and need not be traced further.
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

// common tells what all candidates of a cell agree on, but for those that have
// failed. It is about to become certain.
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
	for set := uint64(s.board.Candidates(cell/s.board.Width, cell%s.board.Width)); set != 0; set &= set - 1 {
		l := s.valueLit(cell, bits.TrailingZeros64(set))
		if slices.Contains(failed, l) {
			continue
		}
		w.repeat(l, func() {
			if branches == 1 { // the cell has no other color
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

// again supposes a literal that did not fail once more, and leaves no trace: the
// counters stay, and no budget ends it.
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

// suppose tells for each of some literals that it follows from the decision at
// hand, in the order in which they do.
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

package solve

import "math/bits"

// propagate computes the fixpoint of propagation. New literals go through the cell rule
// (color), the block rules (proof mode) and the clauses that watch them; when none is left,
// one queued line is solved, and so on.
//
// Before: literals from s.head on are new. After: true with an empty queue, unless the call
// is to stop; or false, with literals in s.analysis.conflict that are all false although one
// of them must be true.
func (s *core) propagate() bool {
	for {
		for s.head < len(s.trail) {
			p := s.trail[s.head]
			s.head++
			if s.board.Colors > 2 && s.isCell(int32(p>>1)) && !s.cellRule(p) {
				return false
			}
			if s.proofMode.on && s.blocks.on && !s.propagateRules(p^1) {
				return false
			}
			if len(s.clauses.watches[p^1]) > 0 && !s.visit(p) {
				return false
			}
		}
		if s.board.Queued() == 0 {
			return true
		}
		if s.stop.work(s.board.LineWords) {
			return true
		}
		i := s.board.Dequeue()
		s.stats.LineSolves++
		if s.board.Word {
			if !s.lineWord(i) {
				return false
			}
		} else if !s.lineWide(i) {
			return false
		}
	}
}

func (s *core) lineWord(i int) bool {
	white, black := s.board.Can[2*i], s.board.Can[2*i+1]
	w, b, ok := s.board.Lines[i].SolveWord(white, black, &s.board.Scratch)
	if !ok {
		s.explainLine(i, noLit, 0)
		return false
	}
	before := event{white, black}
	white &^= w
	black &^= b
	if white|black == 0 {
		return true
	}
	base, step := s.board.Cells(i)
	r, from := reason(^i), int32(len(s.events))
	s.events = append(s.events, before)
	for ; white != 0; white &= white - 1 {
		s.enqueue(lit(2*(base+step*bits.TrailingZeros64(white))), r, from)
	}
	for ; black != 0; black &= black - 1 {
		s.enqueue(lit(2*(base+step*bits.TrailingZeros64(black))+1), r, from)
	}
	return true
}

func (s *core) lineWide(i int) bool {
	masks, now, ok := s.board.Narrow(i)
	if !ok {
		s.explainLine(i, noLit, int32(len(s.trail)))
		return false
	}
	words := len(masks) / s.board.Colors
	r, from := reason(^i), int32(len(s.trail))
	for at := range now {
		for gone := masks[at] &^ now[at]; gone != 0; gone &= gone - 1 {
			j := at%words*64 + bits.TrailingZeros64(gone)
			s.enqueue(s.eliminationLit(s.board.Cell(i, j), at/words), r, from)
		}
	}
	return true
}

// cellRule enforces that a cell has exactly one color.
func (s *core) cellRule(p lit) bool {
	first := p>>1 - lit(s.places[p>>1].color) // the variable of color 0
	if p&1 == 0 {
		for c := range lit(s.board.Colors) {
			l := 2 * (first + c)
			if l == p || s.value[l^1] > 0 {
				continue
			}
			if s.value[l] > 0 {
				s.analysis.conflict, s.analysis.source = append(s.analysis.conflict[:0], p^1, l^1), cellReason
				return false
			}
			s.enqueue(l^1, cellReason, 0)
		}
		return true
	}
	last := noLit
	for c := range lit(s.board.Colors) {
		l := 2 * (first + c)
		if s.value[l] >= 0 {
			if last != noLit {
				return true
			}
			last = l
		}
	}
	if last == noLit {
		s.analysis.conflict, s.analysis.source = s.analysis.conflict[:0], cellReason
		for c := range lit(s.board.Colors) {
			s.analysis.conflict = append(s.analysis.conflict, 2*(first+c))
		}
		return false
	}
	if s.value[last] == 0 {
		s.enqueue(last, cellReason, 0)
	}
	return true
}

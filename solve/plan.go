package solve

import (
	"math/bits"
	"slices"
)

// find looks for one more solution; found is the number of known ones.
//
// Dives look for the first solution. A second one is often near, and a plain search finds
// it cheaply, or, on drawings, at a corner. After that, a drawing goes to proof mode, which gets most
// conflicts, while noise, which seldom has a unique solution, first gets dives again. Both
// alternate with doubling budgets, so that neither starves.
func (s *core) find(found int) outcome {
	if s.board.Shape != nil {
		return s.findOnShape()
	}
	if !s.beliefs.ready {
		s.rootBeliefs()
		s.phases.pending = true
		if found > 0 || s.proofModeFirst || !s.board.Word {
			s.initPhases()
		}
	}
	if s.lagrangianFirst && !s.fixByReducedCosts() {
		return refuted
	}
	switch {
	case s.proofModeFirst:
		return s.alternate(false, 0, firstGrant)
	case found == 0:
		return s.findFirst()
	}
	try, proofs := int64(noiseTry), int64(0)
	if s.picture {
		try, proofs = secondTry, firstGrant
		if out := s.searchFromCorners(); out != paused {
			return out
		}
	}
	if out := s.search(try, false, noLit); out != paused {
		return out
	}
	if !s.fixByReducedCosts() {
		return refuted
	}
	return s.alternate(!s.picture, 0, proofs)
}

// findFirst looks for the first solution. Dives find most of them within few conflicts. If
// they have not on a drawing, the corners are tried, the Lagrangian bound tries to show that
// there is none, and proof mode gets its turns from the start.
func (s *core) findFirst() outcome {
	if s.picture && s.boundStates() > 0 {
		if out := s.search(beforeBound, true, noLit); out != paused {
			return out
		}
		if out := s.searchFromCorners(); out != paused {
			return out
		}
		if !s.fixByReducedCosts() {
			return refuted
		}
	}
	if s.picture {
		return s.alternate(true, 0, 0)
	}
	return s.alternate(true, firstGrant, 0)
}

// alternate alternates between dives and proof mode with doubling budgets. dives and proofs
// are added to the budget of each.
func (s *core) alternate(dive bool, dives, proofs int64) outcome {
	for grant := int64(planUnit); ; grant *= 2 {
		var out outcome
		if dive {
			out = s.search(dives+grant, true, noLit)
		} else {
			out = s.searchInProofMode(proofs+s.proofShare(grant, dives > 0), noLit)
		}
		if out != paused {
			return out
		}
		dive = !dive
	}
}

// proofShare returns how much of a grant proof mode takes: next to nothing of the first ones,
// while dives look for the first solution of noise.
func (s *core) proofShare(grant int64, first bool) int64 {
	if first && !s.picture && grant <= hopefulGrant {
		return grant / hopefulShare
	}
	return grant
}

// blockSolution adds a blocking clause for the current solution. False if no decision has led
// to it, so that it is unique.
func (s *core) blockSolution() bool {
	if len(s.levels) == 0 {
		return false
	}
	s.initPhases()
	clause := s.blockingClause()
	slices.Reverse(clause) // watch the deepest literals
	if s.proof != nil {
		s.proof.writeBlocking(clause)
	}
	s.setSolution()
	for _, l := range s.trail {
		s.phases.saved[l>>1] = int8(l & 1)
	}
	s.backtrack(0)
	s.phases.forget()
	if len(clause) == 1 {
		s.enqueue(clause[0], noReason, 0)
		return true
	}
	r := s.clauses.add(clause, keptGlue, true)
	if s.proof != nil {
		s.proof.nameClause(r)
	}
	return true
}

// setSolution keeps the solution on the board.
func (s *core) setSolution() {
	s.solution = resize(s.solution, s.cells)
	for cell := range s.solution {
		s.solution[cell] = uint8(bits.TrailingZeros64(uint64(s.board.CandidatesAt(cell))))
	}
}

// blockingClause returns a clause over cells that blocks the current solution: the negated
// decisions, which imply the rest, or all cells that are not facts if a block was decided on.
func (s *core) blockingClause() []lit {
	clause := make([]lit, 0, len(s.levels))
	for _, at := range s.levels {
		if !s.isCell(int32(s.trail[at] >> 1)) {
			return s.blockingCells(clause[:0])
		}
		clause = append(clause, s.trail[at]^1)
	}
	return clause
}

func (s *core) blockingCells(clause []lit) []lit {
	for _, l := range s.trail[s.levels[0]:] {
		if s.isCell(int32(l>>1)) && (s.board.Colors == 2 || l&1 == 0) {
			clause = append(clause, l^1)
		}
	}
	return clause
}

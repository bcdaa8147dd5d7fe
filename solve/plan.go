package solve

import "slices"

// find looks for one more solution; found is how many are known already.
//
// The first one is looked for with descents. Once there is one, the next is probably
// near, and a plain search finds it cheaply, or it is not there at all. Here is the
// boundary between finding and proving: a drawing is then left to the proof phase,
// which gets most of the conflicts, while noise, which hardly ever has a single
// solution, first gets descents again. Then both alternate with doubling grants, so
// that neither a search that needs luck nor one that needs patience starves.
func (s *core) find(found int) outcome {
	if !s.beliefs.ready {
		s.rootBeliefs()
		s.phases.pending = true
		if found > 0 || s.proofModeFirst || !s.board.Word {
			s.initPhases()
		}
	}
	if s.lagrangianFirst && found > 0 && !s.fixByReducedCosts() {
		return refuted
	}
	switch {
	case s.proofModeFirst:
		return s.alternate(false, 0, firstGrant)
	case found == 0:
		return s.alternate(true, firstGrant, 0)
	}
	try, proofs := int64(noiseTry), int64(0)
	if s.picture {
		try, proofs = secondTry, firstGrant
	}
	if out := s.search(try, false, noLit); out != paused {
		return out
	}
	if !s.fixByReducedCosts() {
		return refuted
	}
	return s.alternate(!s.picture, 0, proofs)
}

// alternate goes on with descents and with proving by turns, beginning with either.
// Each gets so many conflicts more than the other.
func (s *core) alternate(descend bool, descents, proofs int64) outcome {
	for grant := int64(planUnit); ; grant *= 2 {
		var out outcome
		if descend {
			out = s.search(descents+grant, true, noLit)
		} else {
			out = s.searchInProofMode(proofs+s.proofShare(grant, descents > 0), noLit)
		}
		if out != paused {
			return out
		}
		descend = !descend
	}
}

// proofTurn is how much of a grant the proof phase takes: of the first ones next to nothing,
// as long as a first solution of noise is looked for, which descents find.
func (s *core) proofShare(grant int64, first bool) int64 {
	if first && !s.picture && grant <= hopefulGrant {
		return grant / hopefulShare
	}
	return grant
}

// forbid excludes the solution at hand. False if no decision has led to it, so that
// there is no other solution.
func (s *core) blockSolution() bool {
	if len(s.levels) == 0 {
		return false
	}
	s.initPhases()
	clause := s.blockingClause()
	slices.Reverse(clause) // the deepest are watched
	if s.proof != nil {
		s.proof.writeBlocking(clause)
	}
	s.solution = resize(s.solution, s.cells)
	for _, l := range s.trail {
		s.phases.saved[l>>1] = int8(l & 1)
		if s.board.Colors == 2 && s.isCell(int32(l>>1)) {
			s.solution[l>>1] = l&1 == 0
		}
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

// notAgain is a clause that forbids the solution at hand. Its decisions imply the
// rest of it, so no other solution has all of them. It is about cells, for searches that
// know nothing of blocks or have left their rules; where a block was decided on, it names
// all cells that are not certain.
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

// notCells is notAgain with all cells that are not certain.
func (s *core) blockingCells(clause []lit) []lit {
	for _, l := range s.trail[s.levels[0]:] {
		if s.isCell(int32(l>>1)) && (s.board.Colors == 2 || l&1 == 0) {
			clause = append(clause, l^1)
		}
	}
	return clause
}

package solve

// find looks for one more solution; found is how many are known already.
//
// The first one is looked for with descents. Once there is one, the next is
// probably a proof that there is none, so plain search comes first. Then both
// alternate with doubling grants of conflicts, so that neither a search that
// needs luck nor one that needs patience starves.
func (s *core) find(found int) outcome {
	if !s.beliefs.ready {
		s.believeAtRoot()
		s.takePhases(true)
	}
	return s.alternate(found, found == 0)
}

// alternate is find from one of the two ways to begin with.
func (s *core) alternate(found int, descend bool) outcome {
	for grant := int64(planUnit); ; grant *= 2 {
		n := grant
		if descend && found == 0 {
			n = firstGrant + grant
		}
		if out := s.search(n, descend, noLit); out != paused {
			return out
		}
		descend = !descend
	}
}

// forbid excludes the solution at hand: not all of its decisions again. False if
// it has none, so that there is no other solution.
func (s *core) forbid() bool {
	if len(s.levels) == 0 {
		return false
	}
	var clause []lit
	for i := len(s.levels) - 1; i >= 0; i-- {
		clause = append(clause, s.trail[s.levels[i]]^1)
	}
	if s.proof != nil {
		s.proof.forbidden(clause)
	}
	for _, l := range s.trail {
		s.phases.saved[l>>1] = int8(l & 1)
	}
	s.cancel(0)
	s.phases.forget()
	if len(clause) == 1 {
		s.enqueue(clause[0], noReason, 0)
		return true
	}
	r := s.clauses.add(clause, keptGlue, true)
	if s.proof != nil {
		s.proof.named(r)
	}
	return true
}

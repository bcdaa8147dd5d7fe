package solve

// proofMode is the state of a search for a refutation. It uses the same trail, clauses, lines
// and analysis as the search for solutions, and keeps the learned clauses, but differs in
//
//   - literals: block literals (blocks.go) halve the length of clauses;
//   - decisions: the most active variable, of a cell or a block, with its saved phase; no dives;
//   - restarts: when the glue of recent clauses exceeds the average, keeping decisions that would be
//
// repeated;
//   - clauses: minimized recursively.
//
// None of this helps to find solutions: see docs/decisions/0016-proof-mode.md. When dives
// take over again, clauses over blocks stay, but block rules are suspended and blocks are not
// decided on. plan.go decides when to switch.
//
// Cost: adding the block literals takes some milliseconds on a board of 30×30. Conflicts cost
// about the same, and a proof needs a third as many.
type proofMode struct {
	on         bool
	fast, slow float64 // moving averages of glue, over dozens and thousands of clauses
	clauses    int64
	since      int64 // conflicts since the last restart
}

// searchInProofMode is search in proof mode, with the same outcomes.
func (s *core) searchInProofMode(grant int64, assume lit) outcome {
	s.backtrack(0)
	if !s.propagate() || !s.openBlocks() {
		if s.proof != nil {
			s.proof.writeContradiction()
		}
		return refuted
	}
	s.proofMode.on = true
	s.head = 0 // send new facts through the block rules
	for v := s.blocks.base; v < s.blocks.limit; v++ {
		s.order.restore(v)
	}
	s.order.decayFactor = proofDecay
	out := s.search(grant, false, assume)
	s.proofMode.on = false
	s.order.decayFactor = activityDecay
	return out
}

// noteGlue adds the glue of a learned clause to the averages.
func (r *proofMode) noteGlue(glue int) {
	r.clauses++
	r.since++
	g := float64(glue)
	share := 1 / float64(r.clauses) // plain averages at first
	r.fast += float64((g - r.fast) * max(fastGlue, share))
	r.slow += float64((g - r.slow) * max(slowGlue, share))
}

// restartDue reports whether recent clauses are worse than usual (Audemard and Simon,
// "Refining restarts strategies for SAT and UNSAT", 2012).
func (r *proofMode) restartDue() bool {
	if r.since <= restartPause || r.fast <= float64(restartMargin*r.slow) {
		return false
	}
	r.since = 0
	return true
}

// reusable returns the number of levels that a restart would decide again: those whose
// variables are more active than the most active open one (van der Tak, Ramos and Heule,
// "Reusing the assignment trail in CDCL solvers", 2011).
func (s *core) reusable() int {
	o := &s.order
	for len(o.heap) > 0 && s.value[2*o.heap[0]] != 0 {
		o.pop()
	}
	if len(o.heap) == 0 {
		return len(s.levels)
	}
	next := o.activity[o.heap[0]]
	for level, at := range s.levels {
		if o.activity[s.trail[at]>>1] <= next {
			return level
		}
	}
	return len(s.levels)
}

package solve

// The proof phase: the search, when what is left to do is to show that there is no
// solution. It is the same core, with the same trail, clauses, lines and analysis, and
// what has been learned so far stays. Different are
//
//   - the literals: blocks come in (blocks.go), which halves the length of clauses;
//   - the decisions: the most active variable, be it of a cell or of a block, with the
//     value it had last; no beliefs, no descents, no targets;
//   - the restarts: whenever recent clauses have more levels than usual, every few
//     dozen conflicts, keeping the decisions that would be taken again;
//   - the clauses: minimised through any number of steps.
//
// Finders want none of this: see docs/decisions/0016-proof-mode.md. When descents have
// their turn again, clauses about blocks stay, but rules rest and nobody decides on
// blocks. Where the one ends and the other begins is decided in plan.go.
//
// Cost: to bring the blocks in takes some milliseconds on a board of 30×30; a conflict
// costs about what it costs without them, and a proof takes a third as many.
type proofMode struct {
	on         bool
	fast, slow float64 // averages of glue, over some dozens and some thousands of clauses
	clauses    int64
	since      int64 // conflicts since the last restart
}

// refute is search in the manner of proofs. Its outcomes are those of search.
func (s *core) searchInProofMode(grant int64, assume lit) outcome {
	s.backtrack(0)
	if !s.propagate() || !s.openBlocks() {
		if s.proof != nil {
			s.proof.writeContradiction()
		}
		return refuted
	}
	s.proofMode.on = true
	s.head = 0 // what has become certain meanwhile has not gone through the rules
	for v := s.blocks.base; v < s.blocks.limit; v++ {
		s.order.restore(v)
	}
	s.order.decayFactor = proofDecay
	out := s.search(grant, false, assume)
	s.proofMode.on = false
	s.order.decayFactor = activityDecay
	return out
}

// note takes the glue of a learned clause into the averages.
func (r *proofMode) noteGlue(glue int) {
	r.clauses++
	r.since++
	g := float64(glue)
	share := 1 / float64(r.clauses) // at first these are plain averages
	r.fast += float64((g - r.fast) * max(fastGlue, share))
	r.slow += float64((g - r.slow) * max(slowGlue, share))
}

// due reports whether to restart: recent clauses are worse than usual (Audemard and
// Simon, "Refining restarts strategies for SAT and UNSAT", 2012).
func (r *proofMode) restartDue() bool {
	if r.since <= restartPause || r.fast <= float64(restartMargin*r.slow) {
		return false
	}
	r.since = 0
	return true
}

// reusable is how many levels a restart would decide again just as they are: those
// whose variables are more active than the most active open one (van der Tak, Ramos
// and Heule, "Reusing the assignment trail in CDCL solvers", 2011).
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

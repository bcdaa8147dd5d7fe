package solve

// The search loop: propagate, learn from conflicts, restart, decide. Two ways to
// decide alternate. A descent follows the beliefs, surest cell first, refreshing
// them on the way; after a few conflicts it hands over to the plain rule, most
// active variable first. Every restart begins with a descent from slightly
// disturbed beliefs; learned clauses stay. So the search finds solutions like a
// decimation and proves their absence like a solver of satisfiability.
//
// On noise, and on drawings whose first descents have failed, descents come often at
// first and go on from one another's beliefs, which remember where the last one nearly
// came through; plain search stays below them, where they have led it. On noise all of
// them but the first begin with a few decisions by chance.

// outcome of a search.
type outcome uint8

const (
	stopped   outcome = iota // a budget ended it
	satisfied                // every cell is decided
	refuted                  // there is no (further) solution
	paused                   // the conflicts granted to this call are used up
)

// effort is the state of one call of search.
type searchState struct {
	assume       lit   // to be true throughout; noLit for nothing
	pauseAt      int64 // conflicts
	restartAt    int64
	restart      restarts
	dive         bool // restarts follow beliefs
	diving       bool
	failures     int // conflicts met in the present descent
	refreshedLen int // of the trail when beliefs were last refreshed
	rootLen      int // of the trail when level 0 was last noted
}

// search runs until every cell is decided, there is a proof that it cannot be
// done, or grant conflicts have been met.
//
// Before: any level. After satisfied: the solution is on the board. After
// refuted: if assume is noLit there is no solution, otherwise none with it; the
// board is at level 0. After paused: level 0.
func (s *core) search(grant int64, descend bool, assume lit) outcome {
	c := s.stats.Conflicts
	e := searchState{assume: assume, pauseAt: c + grant, dive: descend, diving: descend, rootLen: -1, refreshedLen: len(s.trail)}
	e.restart.unit = s.restartUnit
	e.restartAt = c + s.untilRestart(&e)
	for {
		if !s.propagate() {
			if !s.handleConflict(&e) {
				return refuted
			}
			if s.stop.poll() || s.stop.conflicts(s.stats.Conflicts) || s.stop.memory(s.bytes()) {
				return stopped
			}
			continue
		}
		if !s.stop.running() {
			return stopped
		}
		if len(s.levels) == 0 && len(s.trail) != e.rootLen {
			e.rootLen = len(s.trail)
			s.saveRoot()
		}
		if s.complete() {
			return satisfied
		}
		if c := s.stats.Conflicts; c >= e.pauseAt {
			s.backtrack(0)
			return paused
		} else if s.maintain(c, &e) {
			continue
		}
		if len(s.levels) == 0 && e.assume != noLit && s.value[e.assume] <= 0 {
			if s.value[e.assume] < 0 {
				return refuted
			}
			s.decide(e.assume)
			continue
		}
		s.decide(s.nextDecision(&e))
	}
}

// recover learns from a conflict and keeps account of the descent; false if the
// conflict proves that there is no solution.
func (s *core) handleConflict(e *searchState) bool {
	ended := false
	if e.diving {
		if e.failures++; e.failures > diveConflicts {
			e.diving, ended = false, true
			s.phasesFromBeliefs(false)
		}
		s.beliefs.list = s.beliefs.list[:0]
	}
	if !s.learnFromConflict() {
		return false
	}
	if ended && s.stats.Conflicts > rootReturn && !s.early() {
		s.backtrack(0)
	}
	return true
}

// maintain does what is due between conflicts; true if the board has changed so
// that propagation must run again.
func (s *core) maintain(conflicts int64, e *searchState) bool {
	switch {
	case s.proofMode.on && s.proofMode.restartDue() || !s.proofMode.on && conflicts >= e.restartAt:
		e.restartAt = conflicts + s.untilRestart(e)
		s.stats.Restarts++
		if s.proofMode.on && s.peer == nil {
			s.backtrack(s.reusable())
			return true
		}
		s.backtrack(0)
		if s.peer != nil {
			s.peer.exchange()
		}
		if e.dive {
			e.diving, e.failures = true, 0
			s.nextDive()
			e.refreshedLen = len(s.trail)
		}
		return true
	case conflicts >= s.phases.nextRephase && !s.proofMode.on:
		s.rephase()
		return true
	case conflicts >= s.clauses.nextReduce:
		s.reduce()
	}
	return false
}

// early reports whether the search is in the time of frequent descents. Boards of noise
// begin with it, drawings come to it when the beliefs of the root have failed twice.
func (s *core) early() bool {
	c := s.stats.Conflicts
	if s.picture {
		c -= dampedConflicts
	}
	return 0 <= c && c < earlyConflicts
}

// untilRestart is the number of conflicts to the next restart.
func (s *core) untilRestart(e *searchState) int64 {
	if e.dive && s.early() {
		return earlyRestart
	}
	return e.restart.next()
}

// nextDescent readies the beliefs for another descent.
func (s *core) nextDive() {
	if s.stats.Conflicts >= dampedConflicts {
		s.beliefs.damped = false
	}
	if s.early() && s.rand()%earlyFresh != 0 {
		s.continueDive()
	} else {
		s.diveFromRoot()
	}
}

// nextDecision picks a literal to suppose.
func (s *core) nextDecision(e *searchState) lit {
	if e.diving {
		if d := len(s.trail) - e.refreshedLen; d >= s.beliefs.refreshAfter || d <= -s.beliefs.refreshAfter {
			s.refreshBeliefs(refreshSweeps)
			e.refreshedLen = len(s.trail)
		}
		if s.randomDue() {
			if l := s.randomDecision(); l != noLit {
				return l
			}
		}
		return s.mostCertain()
	}
	v := s.order.pop()
	for s.value[2*v] != 0 || !s.proofMode.on && !s.isCell(v) {
		v = s.order.pop()
	}
	if s.proofMode.on {
		return lit(2*v) + lit(s.phases.saved[v])
	}
	return lit(2*v) + lit(s.phases.phase(v))
}

// resolve learns from the conflict at hand; false if it proves that there is no
// solution.
func (s *core) learnFromConflict() bool {
	s.stats.Conflicts++
	s.initPhases()
	if n := len(s.levels); n > 0 && !s.proofMode.on {
		s.noteTrail(int(s.levels[n-1]))
	}
	back, glue, ok := s.analyze()
	if !ok {
		return false
	}
	if s.proofMode.on {
		s.proofMode.noteGlue(glue)
	}
	s.learn(back, glue)
	return true
}

// restarts yields Luby's sequence 1 1 2 1 1 2 4 …, times a unit.
type restarts struct {
	unit int64
	i    uint
}

func (r *restarts) next() int64 {
	r.i++
	return r.unit * luby(r.i)
}

func luby(i uint) int64 {
	for k := uint(1); ; k++ {
		switch {
		case i == 1<<k-1:
			return 1 << (k - 1)
		case i < 1<<k-1:
			return luby(i - (1<<(k-1) - 1))
		}
	}
}

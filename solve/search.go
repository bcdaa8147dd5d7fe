package solve

// The search loop: propagate, learn, restart, decide. Two decision rules alternate. A dive
// follows the beliefs, most certain cell first, and refreshes them on the way; after a few
// conflicts it hands over to variable activity. Every restart begins another dive from
// perturbed beliefs, and learned clauses stay. So dives find solutions, and learning proves
// that there are none.
//
// On noise, and on drawings whose first dives have failed, dives are frequent at first, on
// noise now and then later, on large boards always, and continue from the beliefs of the last
// one. On noise all but the first are randomized: they begin with a few random decisions. Now
// and then a descent takes the place of a dive (phases.go).

// outcome is the result of a search.
type outcome uint8

const (
	stopped   outcome = iota // a budget is used up or the context has ended
	satisfied                // every cell is decided
	refuted                  // there is no further solution
	paused                   // the conflicts granted are used up
)

// searchState is the state of one call of search.
type searchState struct {
	assume       lit   // assumption, or noLit
	pauseAt      int64 // in conflicts
	restartAt    int64
	restarts     uint // so far, for Luby's sequence
	dive         bool // restarts begin dives
	diving       bool
	failures     int // conflicts in the current dive
	refreshedLen int // length of the trail at the last refresh of the beliefs
	rootLen      int // length of the trail at the last call of saveRoot
}

// search runs until every cell is decided, there is a refutation, or the granted number of
// conflicts is reached.
//
// Before: any level. After satisfied: the solution is on the board. After refuted: there is
// no solution, or none with assume; level 0. After paused: level 0.
func (s *core) search(grant int64, dive bool, assume lit) outcome {
	c := s.stats.Conflicts
	e := searchState{assume: assume, pauseAt: c + grant, dive: dive, diving: dive, rootLen: -1, refreshedLen: len(s.trail)}
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

// handleConflict learns from a conflict and ends the dive after too many; false if there is
// no solution.
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

// maintain restarts, rephases or reduces the clauses when due; true if propagation must run
// again.
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
		if e.dive && s.phases.descents.next(s.phases.bestLen) {
			s.phases.saveBest()
			s.phases.clearTarget()
			e.diving = false
			return true
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

// early reports whether the search is in a period of frequent dives. Noise begins with one and
// returns to it now and then, or never leaves it on a large board; drawings enter one after two
// failed dives.
func (s *core) early() bool {
	c := s.stats.Conflicts
	switch {
	case s.picture:
		c -= beforeFrequent
	case s.cells >= largeBoard:
		return true
	default:
		c %= earlyPeriod
	}
	return 0 <= c && c < earlyConflicts
}

// untilRestart returns the number of conflicts to the next restart.
func (s *core) untilRestart(e *searchState) int64 {
	if e.dive && s.early() {
		return earlyRestart
	}
	e.restarts++
	return s.restartUnit * luby(e.restarts)
}

// nextDive prepares the beliefs for another dive.
func (s *core) nextDive() {
	if s.early() && s.rand()%earlyFresh != 0 {
		s.continueDive()
	} else {
		s.diveFromRoot()
	}
}

// nextDecision picks a decision literal.
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

// learnFromConflict learns a clause from the current conflict; false if there is no solution.
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

// luby returns element i of Luby's sequence 1 1 2 1 1 2 4 …, from 1.
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

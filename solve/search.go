package solve

import "nonogram"

// The search loop: propagate, learn from conflicts, restart, decide. Two ways to
// decide alternate. A descent follows the beliefs, surest cell first, refreshing
// them on the way; after a few conflicts it hands over to the plain rule, most
// active variable first. Every restart begins with a descent from slightly
// disturbed beliefs; learned clauses stay. So the search finds solutions like a
// decimation and proves their absence like a solver of satisfiability.

const (
	lubyUnit         = 50  // conflicts to the first restart
	descentConflicts = 3   // conflicts before a descent hands over
	rootReturn       = 300 // conflicts in all after which a hand-over returns to the root first
)

// outcome of a search.
type outcome uint8

const (
	stopped   outcome = iota // a budget ended it
	satisfied                // every cell is decided
	refuted                  // there is no (further) solution
	paused                   // the conflicts granted to this call are used up
)

// search runs until every cell is decided, there is a proof that it cannot be
// done, or grant conflicts have been met. With descend, restarts follow beliefs.
func (s *core) search(grant int64, descend bool) outcome {
	restart := restarts{unit: lubyUnit}
	limit := s.stats.Conflicts + grant
	nextRestart := s.stats.Conflicts + restart.next()
	descent := 0 // conflicts met in the present descent, -1 outside
	if !descend {
		descent = -1
	}
	lastBelief := len(s.trail)
	rootLen := -1
	for {
		if !s.propagate() {
			ended := false
			if descent >= 0 {
				if descent++; descent > descentConflicts {
					descent, ended = -1, true
					s.takePhases(false)
				}
				s.list = s.list[:0]
			}
			if !s.resolve() {
				return refuted
			}
			if ended && s.stats.Conflicts > rootReturn {
				s.cancel(0)
			}
			if s.stop.poll() || s.stop.conflicts(s.stats.Conflicts) || s.stop.memory(s.bytes()) {
				return stopped
			}
			continue
		}
		if len(s.levels) == 0 && len(s.trail) != rootLen {
			rootLen = len(s.trail)
			s.noteRoot()
		}
		if s.complete() {
			return satisfied
		}
		switch c := s.stats.Conflicts; {
		case c >= limit:
			s.cancel(0)
			return paused
		case c >= nextRestart:
			nextRestart = c + restart.next()
			s.stats.Restarts++
			s.cancel(0)
			if descend {
				descent = 0
				s.returnToRoot()
				lastBelief = len(s.trail)
			}
			continue
		case c >= s.nextRephase:
			s.rephase()
			continue
		case c >= s.nextReduce:
			s.reduce()
		}
		if descent >= 0 {
			if d := len(s.trail) - lastBelief; d >= retraceSize || d <= -retraceSize {
				s.believe(retrace)
				lastBelief = len(s.trail)
			}
			s.decide(s.mostCertain())
			continue
		}
		v := s.pop()
		for s.value[2*v] != 0 {
			v = s.pop()
		}
		s.decide(lit(2*v) + lit(s.phase(v)))
	}
}

// resolve learns from the conflict at hand; false if it proves that there is no
// solution.
func (s *core) resolve() bool {
	s.stats.Conflicts++
	if n := len(s.levels); n > 0 {
		s.noteTrail(int(s.levels[n-1]))
	}
	back, glue, ok := s.analyze()
	if !ok {
		return false
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

var _ = nonogram.Unknown

package solve

// phases hold the value that a decision gives to a variable: its last value (saved), its
// value in the longest conflict-free trail since the last rephasing (target), or in the
// longest of all (best). The scheme is CaDiCaL's. Values are 0 or 1, the lowest bit of the
// literal; -1 is none.
type phases struct {
	saved  []int8
	target []int8
	best   []int8

	// The first dive needs neither phases nor activities, and it solves most boards of
	// noise. So both are taken from the root beliefs only when it has failed.
	pending bool

	targetLen, bestLen int
	rephasings         int64
	nextRephase        int64
}

func (p *phases) reset(vars int) {
	p.saved = resize(p.saved, vars)
	p.target = resize(p.target, vars)
	p.best = resize(p.best, vars)
	p.rephasings, p.nextRephase, p.pending = 0, rephaseEvery, false
	p.forget()
}

// forget clears target and best.
func (p *phases) forget() {
	p.targetLen, p.bestLen = 0, 0
	for v := range p.target {
		p.target[v], p.best[v] = -1, -1
	}
}

// phase returns the value to try first.
func (p *phases) phase(v int32) int8 {
	if t := p.target[v]; t >= 0 {
		return t
	}
	return p.saved[v]
}

// noteTrail makes the first n literals of the trail, which are free of conflict, the target
// if they are the longest so far.
func (s *core) noteTrail(n int) {
	if n <= s.phases.targetLen {
		return
	}
	s.phases.targetLen = n
	for v := range s.phases.target {
		s.phases.target[v] = -1
	}
	for _, l := range s.trail[:n] {
		s.phases.target[l>>1] = int8(l & 1)
	}
	if n > s.phases.bestLen {
		s.phases.bestLen = n
		copy(s.phases.best, s.phases.target)
	}
}

// rephase resets the saved phases: to the best trail, to the beliefs, or with random flips.
func (s *core) rephase() {
	s.phases.rephasings++
	s.phases.nextRephase = s.stats.Conflicts + rephaseEvery*(s.phases.rephasings+1)
	s.backtrack(0)
	switch s.phases.rephasings % 4 {
	case 1, 3:
		for v, b := range s.phases.best {
			if b >= 0 {
				s.phases.saved[v] = b
			}
		}
	case 2:
		s.rootBeliefs() // level 0 has grown
		s.phasesFromBeliefs(false)
	case 0:
		for v := range s.phases.saved {
			if s.rand()%rephaseFlips == 0 {
				s.phases.saved[v] ^= 1
			}
		}
	}
	s.phases.targetLen, s.phases.bestLen = 0, 0
	for v := range s.phases.target {
		s.phases.target[v] = -1
	}
}

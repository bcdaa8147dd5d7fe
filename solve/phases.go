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
	descents           descents
	rephasings         int64
	nextRephase        int64
}

func (p *phases) reset(vars int) {
	p.saved = resize(p.saved, vars)
	p.target = resize(p.target, vars)
	p.best = resize(p.best, vars)
	p.rephasings, p.nextRephase, p.pending = 0, rephaseEvery, false
	p.descents.reset()
	p.forget()
}

// forget clears target and best.
func (p *phases) forget() {
	p.clearTarget()
	p.bestLen = 0
	for v := range p.best {
		p.best[v] = -1
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
	s.phases.clearTarget()
	s.phases.targetLen = n
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
		s.phases.saveBest()
	case 2:
		if s.board.Shape == nil {
			s.rootBeliefs() // level 0 has grown
			s.phasesFromBeliefs(false)
		}
	case 0:
		for v := range s.phases.saved {
			if s.rand()%rephaseFlips == 0 {
				s.phases.saved[v] ^= 1
			}
		}
	}
	s.phases.bestLen = 0
	s.phases.clearTarget()
}

// saveBest saves the phases of the best trail.
func (p *phases) saveBest() {
	for v, b := range p.best {
		if b >= 0 {
			p.saved[v] = b
		}
	}
}

// clearTarget forgets the target.
func (p *phases) clearTarget() {
	p.targetLen = 0
	for v := range p.target {
		p.target[v] = -1
	}
}

// descents decide at a restart whether plain search begins at the root with the phases of the
// best trail, in place of a dive. A descent sends no messages. Where contradictions are local,
// as in dithered photographs, it keeps what a dive would decide anew; elsewhere it gets stuck.
// So descents follow one another while each makes the best trail longer, and a descent that
// does not is followed by twice as many dives as the one before it.
type descents struct {
	on      bool // the search since the last restart was a descent
	bestLen int  // at the last restart
	dives   int  // before the next descent
	spacing int  // dives after a descent that fails
}

func (d *descents) reset() { *d = descents{dives: firstDescent, spacing: firstDescent} }

// next reports whether a descent begins, now that the best trail has a length.
func (d *descents) next(bestLen int) bool {
	grown := bestLen > d.bestLen
	d.bestLen = bestLen
	switch {
	case d.on && grown:
		d.spacing = firstDescent
	case d.on:
		d.on, d.dives = false, d.spacing-1
		d.spacing *= 2
	case d.dives > 0:
		d.dives--
	default:
		d.on = true
	}
	return d.on
}

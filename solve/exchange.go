package solve

import "sync"

// The exchange of a portfolio: what one searcher has learned and another may use. A
// searcher collects its best clauses while it works and puts them up when it
// restarts, together with the facts that level 0 has gained; at the same moment
// it takes what the others have put up since. Nothing is changed once it is up,
// so the lock is held for moments only, a few dozen times a second.
//
// A clause means: no solution that is still looked for breaks this. Searchers
// that exclude the same solutions may therefore trade clauses freely, and a portfolio
// looks for one more solution at a time, all excluding the ones before.
type exchange struct {
	mu      sync.Mutex
	notes   []note
	dropped int // notes before notes[0] that everybody has read
	waiting int // words in notes
	readers []*member
}

// note is what a searcher put up at one restart: clauses, each as its glue, its
// size and its literals.
type note struct {
	from  *member
	words []uint32
}

const (
	noteHeader = 2
	// exchangeBytes is what waitingWords take.
	exchangeBytes = 4 * waitingWords
)

// join lets a searcher read what is put up from now on, and what is still there
// since it left.
func (x *exchange) join(m *member) {
	x.mu.Lock()
	defer x.mu.Unlock()
	m.read = max(m.read, x.dropped)
	x.readers = append(x.readers, m)
}

// close sends all readers away.
func (x *exchange) close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.readers = x.readers[:0]
}

// trade puts words up, and returns the notes since the searcher's last call; its
// own are among them.
func (x *exchange) trade(m *member, words []uint32) []note {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(words) > 0 && x.waiting+len(words) <= waitingWords {
		x.notes = append(x.notes, note{m, words})
		x.waiting += len(words)
	}
	fresh := x.notes[m.read-x.dropped:]
	m.read = x.dropped + len(x.notes)
	x.tidy()
	return fresh
}

// tidy drops what everybody has read.
func (x *exchange) tidy() {
	oldest := x.dropped + len(x.notes)
	for _, m := range x.readers {
		oldest = min(oldest, m.read)
	}
	for ; x.dropped < oldest; x.dropped++ {
		x.waiting -= len(x.notes[0].words)
		x.notes = x.notes[1:]
	}
}

// worthSharing says which clauses are told to the others.
func worthSharing(size, glue int) bool { return size <= shareSize && glue <= shareGlue }

// note is told of every clause that the member learns. Those of one literal are
// facts, which exchange finds on the trail.
func (m *member) note(clause []lit, glue int) {
	if len(clause) > 1 && worthSharing(len(clause), glue) && (m.engine != nil || m.portfolio.active > 0) {
		m.put(glue, clause...)
	}
}

func (m *member) put(glue int, clause ...lit) {
	m.out = append(m.out, uint32(glue), uint32(len(clause)))
	for _, l := range clause {
		m.out = append(m.out, uint32(l))
	}
}

// exchange tells the others what this member has learned since the last time,
// and takes over what they have.
//
// Before: level 0, everything propagated. After: there may be more to propagate,
// or the portfolio is at its end because there is no solution.
func (m *member) exchange() {
	p := m.portfolio
	if m == &p.lead && !p.recruit() {
		return
	}
	for _, l := range m.core.trail[m.told:] {
		m.put(1, l)
	}
	notes := p.exchange.trade(m, m.out)
	m.out = nil // it belongs to the readers now
	for _, n := range notes {
		if n.from != m && !m.takeOver(n.words) {
			p.finish(m, refuted)
			return
		}
	}
	m.told = len(m.core.trail)
}

// takeOver adopts the clauses of a note; false if they leave no solution.
func (m *member) takeOver(words []uint32) bool {
	for len(words) > 0 {
		glue, end := words[0], noteHeader+words[1]
		if !m.adopt(words[noteHeader:end], glue) {
			return false
		}
		words = words[end:]
	}
	return true
}

// adopt adds a clause at level 0, less what is false there; false if nothing is
// left of it, so that there is no solution.
func (m *member) adopt(clause []uint32, glue uint32) bool {
	s := m.core
	s.analysis.clause = s.analysis.clause[:0]
	for _, l := range clause {
		switch v := s.value[l]; {
		case v > 0:
			return true
		case v == 0:
			s.analysis.clause = append(s.analysis.clause, lit(l))
		}
	}
	switch len(s.analysis.clause) {
	case 0:
		return false
	case 1:
		s.enqueue(s.analysis.clause[0], noReason, 0)
	default:
		s.clauses.add(s.analysis.clause, int(glue), true)
	}
	return true
}

package solve

// What the members of a portfolio tell each other. A searcher collects its best
// clauses while it works and puts them up when it restarts, together with the facts
// that level 0 has gained; at the same moment it takes what the others have put up
// since (package share).
//
// A clause means: no solution that is still looked for breaks this. Searchers that
// exclude the same solutions may therefore trade clauses freely, and a portfolio looks
// for one more solution at a time, all excluding the ones before.

// noteHeader is what goes before the literals of every clause in a note: its glue and
// its size.
const noteHeader = 2

// worthSharing says which clauses are told to the others.
func worthSharing(size, glue int) bool { return size <= shareSize && glue <= shareGlue }

// note is told of every clause that the member learns. Those of one literal are
// facts, which exchange finds on the trail.
func (m *member) note(clause []lit, glue int) {
	if len(clause) > 1 && worthSharing(len(clause), glue) && (m.engine != nil || m.portfolio.active > 0) {
		m.share(glue, clause...)
	}
}

func (m *member) share(glue int, clause ...lit) {
	m.out = append(m.out, uint32(glue), uint32(len(clause)))
	for _, l := range clause {
		m.out = append(m.out, uint32(m.core.publicLit(l)))
	}
}

// exchange tells the others what this member has learned since the last time,
// and takes over what they have.
//
// Before: level 0, everything propagated. After: there may be more to propagate,
// or the portfolio is at its end because there is no solution.
func (m *member) exchange() {
	p := m.portfolio
	if m == &p.lead && !p.addHelpers() {
		return
	}
	for _, l := range m.core.trail[m.shared:] {
		if l != m.core.always() {
			m.share(1, l)
		}
	}
	notes := p.exchange.Trade(&m.reader, m.out)
	m.out = nil // it belongs to the readers now
	for _, n := range notes {
		if n.From != &m.reader && !m.importNote(n.Words) {
			p.finish(m, refuted)
			return
		}
	}
	m.shared = len(m.core.trail)
}

// takeOver adopts the clauses of a note; false if they leave no solution.
func (m *member) importNote(words []uint32) bool {
	for len(words) > 0 {
		glue, end := words[0], noteHeader+words[1]
		if !m.importClause(words[noteHeader:end], glue) {
			return false
		}
		words = words[end:]
	}
	return true
}

// takeIn adopts a clause that another member has learned.
func (m *member) importClause(clause []uint32, glue uint32) bool {
	if audit := m.portfolio.team.audit; audit != nil {
		audit(m.portfolio.puzzle, m.portfolio.blocking, clause)
	}
	return m.addClause(clause, glue)
}

// adopt adds a clause at level 0, less what is false there; false if nothing is
// left of it, so that there is no solution. One about blocks is left to searchers that
// have begun to prove.
func (m *member) addClause(clause []uint32, glue uint32) bool {
	s := m.core
	s.analysis.clause = s.analysis.clause[:0]
	for _, x := range clause {
		l := s.ownLit(lit(x))
		if l == noLit {
			return true
		}
		switch v := s.value[l]; {
		case v > 0:
			return true
		case v == 0:
			s.analysis.clause = append(s.analysis.clause, l)
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

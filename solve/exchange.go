package solve

// Clause sharing. A searcher collects its best clauses, and at every restart it publishes
// them together with its new facts and imports those of the others (package share). A clause
// excludes no solution that is still looked for; since all searchers have the same blocking
// clauses, sharing is sound.

// noteHeader is the number of words before the literals of a clause in a note: glue and size.
const noteHeader = 2

func worthSharing(size, glue int) bool { return size <= shareSize && glue <= shareGlue }

// note collects a learned clause. Unit clauses are facts, which exchange finds on the trail.
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

// exchange publishes the clauses and facts of this member and imports those of the others.
//
// Before: level 0, everything propagated. After: there may be more to propagate, or the
// portfolio has ended because there is no solution.
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
	m.out = nil // owned by the readers now
	for _, n := range notes {
		if n.From != &m.reader && !m.importNote(n.Words) {
			p.finish(m, refuted)
			return
		}
	}
	m.shared = len(m.core.trail)
}

// importNote imports the clauses of a note; false if no solution is left.
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

// importClause imports a clause of another member; false if no solution is left.
func (m *member) importClause(clause []uint32, glue uint32) bool {
	if audit := m.portfolio.team.audit; audit != nil {
		audit(m.portfolio.puzzle, m.portfolio.blocking, clause)
	}
	return m.addClause(clause, glue)
}

// addClause adds a clause at level 0 without its false literals; false if none is left.
// Clauses over blocks are ignored by searchers without block literals.
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

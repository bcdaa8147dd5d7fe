package solve

import (
	"math"
	"slices"

	"nonogram"
	"nonogram/solve/internal/share"
)

// A helper of a portfolio: a searcher with a board of its own that starts from the facts and
// the best clauses of the lead, and shares what it learns.

// member is a searcher of a portfolio. It belongs to the goroutine of the searcher.
type member struct {
	portfolio *portfolio
	core      *core
	stop      stopper // while helpers are running
	outcome   outcome // of the winner

	shared int      // number of literals of level 0 shared
	out    []uint32 // clauses for the next exchange
	reader share.Reader

	// Of helpers only.
	engine   *Engine
	index    int // among the helpers
	stats    nonogram.Stats
	imported int // number of blocking clauses imported
}

// bytes estimates the memory of a member.
func (m *member) bytes() int64 {
	return int64(variables(m.core.board))*varBytes + m.core.bytes()
}

// prepare gives the member a stopper for the time that helpers run; false if the shared
// budget has no conflicts left.
func (m *member) prepare() bool {
	p := m.portfolio
	m.stop = newStopper(p.ctx, nonogram.Budget{Memory: m.core.bytes()})
	m.stop.shared = &p.left
	m.core.stop = &m.stop
	if p.total.Conflicts == 0 {
		return true
	}
	m.stop.budget.Conflicts = m.core.stats.Conflicts
	return p.left.MoreConflicts(&m.stop.budget)
}

// begin initializes a helper with a board of its own, the facts of the lead and its best
// clauses. The lead waits meanwhile.
func (m *member) begin(p *nonogram.Puzzle, lead *core, seed uint64) {
	b := &m.engine.board
	b.Reset(p)
	copy(b.Can, lead.board.Can)
	m.core = &m.engine.core
	m.core.picture = lead.picture
	m.core.reset(b, seed, &m.stats, &m.stop)
	m.core.peer, m.core.restartUnit = m, lead.restartUnit
	m.shared = len(m.core.trail)
	for _, r := range lead.clauses.learned {
		if size, glue := lead.clauses.arena[r], lead.clauses.arena[r+1]; worthSharing(int(size), int(glue)) {
			lits := slices.Clone(lead.clauses.lits(r))
			for i, l := range lits {
				lits[i] = uint32(lead.publicLit(lit(l)))
			}
			m.importClause(lits, glue) // cannot fail: the lead has it
		}
	}
}

// work is a helper's goroutine.
func (m *member) work() { m.portfolio.finish(m, m.find()) }

// find is core.find with another strategy. For a first solution, helpers dive from messages
// of their own. For a further one, the lead spends most conflicts in proof mode, and so do
// helpers. Every second helper does the opposite.
func (m *member) find() outcome {
	s := m.core
	if !m.importBlocking() {
		return refuted
	}
	if !s.beliefs.ready {
		s.rootBeliefs()
		s.phasesFromBeliefs(true)
	}
	switch first, odd := m.portfolio.found == 0, m.index%2 == 1; {
	case first && odd:
		return s.search(math.MaxInt64/2, false, noLit)
	case !first && !odd:
		return s.searchInProofMode(math.MaxInt64/2, noLit)
	}
	s.diveFromRoot()
	return s.alternate(true, firstGrant, 0)
}

// importBlocking imports new blocking clauses; false if no solution is left.
func (m *member) importBlocking() bool {
	for _, clause := range m.portfolio.blocking[m.imported:] {
		m.imported++
		m.core.phases.forget()
		if !m.addClause(clause, keptGlue) {
			return false
		}
	}
	return m.core.propagate()
}

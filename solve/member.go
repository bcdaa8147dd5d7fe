package solve

import (
	"math"
	"slices"

	"nonogram"
	"nonogram/solve/internal/share"
)

// member is one searcher of a portfolio. It belongs to the goroutine that the searcher
// runs in.
type member struct {
	portfolio *portfolio
	core      *core
	stop      stopper // while the portfolio is at work
	outcome   outcome // of the winner

	shared int      // literals of level 0 that the others have been told of
	out    []uint32 // what it will put up on the exchange next
	reader share.Reader

	// Of helpers only.
	engine   *Engine
	index    int // among the helpers
	stats    nonogram.Stats
	imported int // excluded solutions that it knows of
}

// bytes is what a member holds.
func (m *member) bytes() int64 {
	return int64(variables(m.core.board))*varBytes + m.core.bytes()
}

// equip gives the member a stopper for as long as the portfolio is at work; false if
// the shared budget has no conflict left for it.
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

// begin sets a new helper up on a board of its own, with the lead's facts and its
// best clauses. It runs while the lead waits.
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
			m.importClause(lits, glue) // cannot fail: the lead has it and is not at an end
		}
	}
}

// work is a helper's goroutine.
func (m *member) work() { m.portfolio.finish(m, m.find()) }

// find is core.find in the helper's own way. A first solution is a matter of
// luck, and luck can be bought by the number: helpers descend from messages of
// their own. That there is no other one is mostly a matter of proof, on which the
// lead spends most of its turns: helpers prove and never descend. In both cases every
// second helper does the opposite, lest all be wrong.
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

// heed excludes the solutions found since the helper last worked; false if that
// leaves none.
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

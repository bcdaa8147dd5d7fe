package solve

import (
	"context"
	"sync"

	"nonogram"
	"nonogram/solve/internal/share"
)

// portfolio is one call of Team.Solve: the lead, which is the search of the caller's engine,
// and its helpers. It looks for one solution at a time, and between two of them only the lead
// runs:
//
//	lead      ── alone ──┬── search ─────────▶ stopped ┐
//	helper 0             ├── search ──▶ answer ────────┼──▶ lead has the answer ──▶ …
//	helper 1             └── search ─────────▶ stopped ┘
//
// So all searchers have the same blocking clauses, and every learned clause may be shared.
// Helpers keep their clauses for the next solution. The scheme is that of ManySAT (Hamadi,
// Jabbour and Sais, 2009).
type portfolio struct {
	team   *Team
	puzzle *nonogram.Puzzle
	seed   uint64

	lead    member
	helpers []*member
	active  int // number of running helpers, the first of the list

	found         int        // number of known solutions
	begun         int64      // conflicts of the lead when it began to look for the next
	blocking      [][]uint32 // a blocking clause for every known solution
	blockingBytes int64

	parent *stopper        // the stopper of the call
	total  nonogram.Budget // budget of the call
	left   share.Budget    // the rest of it while helpers run

	exchange share.Exchange
	ctx      context.Context // cancelled when there is an answer
	end      context.CancelFunc
	group    sync.WaitGroup
	mu       sync.Mutex
	winner   *member // the first with an answer
}

// find is core.find with helpers if the search takes long.
func (p *portfolio) find(s *core, found int) outcome {
	p.lead.core, p.found, p.begun = s, found, s.stats.Conflicts
	s.peer, s.restartUnit = &p.lead, p.team.start.unit
	if p.parent != nil && p.parent.conflicts(s.stats.Conflicts) {
		return stopped // helpers have used up the budget
	}
	out := s.find(found)
	s.peer = nil
	if p.active > 0 {
		out = p.conclude(out)
	}
	if out == satisfied {
		clause := make([]uint32, 0, len(s.levels))
		for _, l := range s.blockingClause() {
			clause = append(clause, uint32(l))
		}
		p.blocking = append(p.blocking, clause)
		p.blockingBytes += int64(4*cap(clause) + 24)
	}
	return out
}

// addHelpers starts helpers if the search has become long and cores are idle; false while the
// lead is alone.
//
// Before: the lead is at level 0, and this is its goroutine.
func (p *portfolio) addHelpers() bool {
	if p.lead.core.stats.Conflicts-p.begun < p.team.start.after {
		return false
	}
	for p.active < maxHelpers && p.team.Cores.take() {
		if p.active == 0 {
			p.open()
		}
		h := p.helper()
		if h == nil {
			p.team.Cores.Add(1)
			break
		}
		p.active++
		p.exchange.Join(&h.reader)
		p.group.Go(h.work)
	}
	if p.active == 0 && p.end != nil {
		p.close()
	}
	return p.active > 0
}

// open prepares the lead for helpers: they can stop it, and all share the rest of the budget.
func (p *portfolio) open() {
	s := p.lead.core
	if p.parent == nil {
		p.parent, p.total = s.stop, s.stop.budget
	}
	p.ctx, p.end = context.WithCancel(p.parent.ctx)
	p.winner = nil
	conflicts, memory := p.spent()
	p.left.Conflicts.Store(p.total.Conflicts - conflicts - s.stats.Conflicts)
	p.left.Memory.Store(p.total.Memory - memory - p.lead.bytes() - share.ExchangeBytes)
	p.lead.prepare()
	p.exchange.Join(&p.lead.reader)
}

// close undoes open. No helper is running.
func (p *portfolio) close() {
	p.end()
	p.end = nil
	p.exchange.Close()
	p.lead.core.stop = p.parent
	conflicts, memory := p.spent()
	if p.total.Conflicts > 0 {
		p.parent.budget.Conflicts = max(1, p.total.Conflicts-conflicts) // 0 would be no limit
	}
	p.parent.budget.Memory = max(1, p.total.Memory-memory)
}

// spent returns the conflicts and memory of the helpers, which must not be running.
func (p *portfolio) spent() (conflicts, memory int64) {
	for _, h := range p.helpers {
		conflicts += h.stats.Conflicts
		memory += h.bytes()
	}
	return conflicts, memory
}

// helper returns the next helper, an earlier one if possible; nil if the budget does not
// allow it.
func (p *portfolio) helper() *member {
	if p.active == len(p.helpers) {
		h := p.newHelper()
		if h == nil {
			return nil
		}
		p.helpers = append(p.helpers, h)
	}
	h := p.helpers[p.active]
	if !h.prepare() {
		return nil
	}
	return h
}

// newHelper creates a helper from the state of the lead; nil if there is not enough memory.
func (p *portfolio) newHelper() *member {
	lead := p.lead.core
	need := int64(variables(lead.board)) * varBytes
	if p.left.Memory.Load() < need+share.MemoryDraw {
		return nil
	}
	p.left.Memory.Add(-need)
	if len(p.helpers) == 0 {
		p.lead.shared = len(lead.trail) // the helper starts with these
	}
	h := &member{portfolio: p, engine: p.team.helperEngine(), index: len(p.helpers)}
	h.begin(p.puzzle, lead, p.seed+uint64(len(p.helpers)+1)<<32)
	return h
}

// finish records the answer of a member and stops the others. Only the first answer counts.
func (p *portfolio) finish(m *member, out outcome) {
	if out != satisfied && out != refuted {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.winner == nil {
		p.winner, m.outcome = m, out
		p.end()
	}
}

// conclude waits for the helpers and transfers the answer to the lead: after satisfied the
// solution is on its board.
func (p *portfolio) conclude(out outcome) outcome {
	p.finish(&p.lead, out)
	p.group.Wait()
	p.team.Cores.Add(p.active)
	p.close()
	s := p.lead.core
	switch w := p.winner; {
	case w == nil:
		if !p.parent.poll() {
			p.parent.reason = p.lead.stop.reason
		}
		out = stopped
	case w.outcome == refuted:
		out = refuted
	case w == &p.lead:
		out = satisfied
	default:
		s.replay(w.core)
		out = satisfied
	}
	for _, h := range p.helpers[:p.active] {
		h.core.backtrack(0)
	}
	p.active = 0
	return out
}

// replay goes to the solution of another search: its facts become facts, and the rest is
// decided in the same order. Propagation cannot fail, since the solution exists and is not
// blocked.
func (s *core) replay(from *core) {
	s.backtrack(0)
	facts := len(from.trail)
	if len(from.levels) > 0 {
		facts = int(from.levels[0])
	}
	for i, l := range from.trail {
		if i == facts {
			s.propagate()
		}
		if !from.isCell(int32(l>>1)) || s.value[l] != 0 {
			continue
		}
		if i < facts {
			s.enqueue(l, noReason, 0)
			continue
		}
		s.decide(l)
		s.propagate()
	}
}

package solve

import (
	"context"
	"sync"

	"nonogram"
)

// crew is one call of Team.Solve: the lead, which is the search of the caller's
// own engine, and the helpers it has called in. Like a search on its own it looks
// for one solution at a time, and between two of them only the lead runs:
//
//	lead      ── alone ──┬── search ─────────▶ ended ┐
//	helper 0             ├── search ──▶ has the answer ┼──▶ lead has the answer ──▶ …
//	helper 1             └── search ─────────▶ ended ┘
//
// So whatever anyone learns rests on the same excluded solutions as what all the
// others know, and may be shared. Helpers keep what they know for the next one.
//
// Parallel search by differing searchers that trade short clauses is the scheme
// of ManySAT (Hamadi, Jabbour, Sais, 2009).
type crew struct {
	team *Team
	p    *nonogram.Puzzle
	seed uint64

	lead    member
	helpers []*member
	active  int // helpers at work, the first ones of the list

	found         int        // solutions known
	begun         int64      // the lead's conflicts when it began to look for the next
	excluded      [][]uint32 // for every solution known, a clause that forbids it
	excludedBytes int64

	parent *stopper        // the call's own, which is the lead's while it is alone
	total  nonogram.Budget // of the call
	purse  purse           // what is left of it while the crew is at work

	exchange exchange
	ctx      context.Context // ends when there is an answer
	end      context.CancelFunc
	group    sync.WaitGroup
	mu       sync.Mutex
	winner   *member // the first to have the answer
}

// maxHelpers bounds a crew, since each reads what all the others learn.
const maxHelpers = 31

// find is core.find for the lead, with helpers if it takes long.
func (c *crew) find(s *core, found int) outcome {
	c.lead.core, c.found, c.begun = s, found, s.stats.Conflicts
	s.member, s.unit = &c.lead, c.team.start.unit
	if c.parent != nil && c.parent.conflicts(s.stats.Conflicts) {
		return stopped // the helpers have used up the rest
	}
	out := s.find(found)
	s.member = nil
	if c.active > 0 {
		out = c.conclude(out)
	}
	if out == satisfied {
		clause := s.notAgain()
		c.excluded = append(c.excluded, clause)
		c.excludedBytes += int64(4*cap(clause) + 24)
	}
	return out
}

// notAgain is a clause that forbids the solution at hand. Its decisions imply the
// rest of it, so no other solution has all of them.
func (s *core) notAgain() []uint32 {
	clause := make([]uint32, 0, len(s.levels))
	for _, at := range s.levels {
		clause = append(clause, uint32(s.trail[at]^1))
	}
	return clause
}

// recruit calls helpers in when the search has become long and cores are idle;
// false while the lead is alone.
//
// Before: the lead is at level 0, and this is its goroutine.
func (c *crew) recruit() bool {
	if c.lead.core.stats.Conflicts-c.begun < c.team.start.after {
		return false
	}
	for c.active < maxHelpers && c.team.Cores.take() {
		if c.active == 0 {
			c.open()
		}
		h := c.helper()
		if h == nil {
			c.team.Cores.Add(1)
			break
		}
		c.active++
		c.exchange.join(h)
		c.group.Go(h.work)
	}
	if c.active == 0 && c.end != nil {
		c.close()
	}
	return c.active > 0
}

// open prepares for helpers: from here on the lead can be ended by them, and all
// draw on what is left of the budget.
func (c *crew) open() {
	s := c.lead.core
	if c.parent == nil {
		c.parent, c.total = s.stop, s.stop.budget
	}
	c.ctx, c.end = context.WithCancel(c.parent.ctx)
	c.winner = nil
	conflicts, memory := c.spent()
	c.purse.conflicts.Store(c.total.Conflicts - conflicts - s.stats.Conflicts)
	c.purse.memory.Store(c.total.Memory - memory - c.lead.bytes() - exchangeBytes)
	c.lead.equip()
	c.exchange.join(&c.lead)
}

// close undoes open; nobody else is at work.
func (c *crew) close() {
	c.end()
	c.end = nil
	c.exchange.close()
	c.lead.core.stop = c.parent
	conflicts, memory := c.spent()
	if c.total.Conflicts > 0 {
		c.parent.budget.Conflicts = max(1, c.total.Conflicts-conflicts) // 0 would be no limit
	}
	c.parent.budget.Memory = max(1, c.total.Memory-memory)
}

// spent is what the helpers have used and hold. They must not be at work.
func (c *crew) spent() (conflicts, memory int64) {
	for _, h := range c.helpers {
		conflicts += h.stats.Conflicts
		memory += h.bytes()
	}
	return conflicts, memory
}

// helper makes the next helper ready, one that has worked before if there is any;
// nil if the budget does not allow it.
func (c *crew) helper() *member {
	if c.active == len(c.helpers) {
		h := c.hire()
		if h == nil {
			return nil
		}
		c.helpers = append(c.helpers, h)
	}
	h := c.helpers[c.active]
	if !h.equip() {
		return nil
	}
	return h
}

// hire makes a new helper that knows what the lead knows; nil if there is no
// memory for it.
func (c *crew) hire() *member {
	lead := c.lead.core
	need := int64(lead.board.vars()) * varBytes
	if c.purse.memory.Load() < need+memoryDraw {
		return nil
	}
	c.purse.memory.Add(-need)
	if len(c.helpers) == 0 {
		c.lead.told = len(lead.trail) // it begins with those
	}
	h := &member{crew: c, engine: c.team.helperEngine(), index: len(c.helpers)}
	h.begin(c.p, lead, c.seed+uint64(len(c.helpers)+1)<<32)
	return h
}

// finish notes that a member has the answer, and ends the others. Only the first
// one counts.
func (c *crew) finish(m *member, out outcome) {
	if out != satisfied && out != refuted {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.winner == nil {
		c.winner, m.outcome = m, out
		c.end()
	}
}

// conclude waits for the helpers and brings the lead to the answer, if there is
// one: after satisfied the solution is on the lead's board.
func (c *crew) conclude(out outcome) outcome {
	c.finish(&c.lead, out)
	c.group.Wait()
	c.team.Cores.Add(c.active)
	c.close()
	s := c.lead.core
	switch w := c.winner; {
	case w == nil:
		if !c.parent.poll() {
			c.parent.reason = c.lead.stop.reason
		}
		out = stopped
	case w.outcome == refuted:
		out = refuted
	case w == &c.lead:
		out = satisfied
	default:
		s.replay(w.core)
		out = satisfied
	}
	for _, h := range c.helpers[:c.active] {
		h.core.cancel(0)
	}
	c.active = 0
	return out
}

// replay goes to the solution on another board: what is certain there becomes a
// fact, the rest is decided in the same order. Propagation cannot fail, since
// there is this solution and it is not excluded.
func (s *core) replay(from *core) {
	s.cancel(0)
	facts := len(from.trail)
	if len(from.levels) > 0 {
		facts = int(from.levels[0])
	}
	for i, l := range from.trail {
		if i == facts {
			s.propagate()
		}
		if s.value[l] != 0 {
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

package solve

import (
	"cmp"
	"slices"
)

// The clause database. All clauses are in one arena, and each is watched by its first two
// literals. A flag in the watch marks clauses of two literals, so that most visits touch no
// clause. Layout of a clause at ref:
//
//	ref: [ size | glue | used | next ] [ lit 0 ] [ lit 1 ] [ lit 2 ] …
//	                                     watched   watched
//
// Glue is the number of decision levels in the clause when it was learned or last used (LBD);
// used counts down between reductions. Next is where the last search for a literal to watch
// ended, since the literals before it are probably still false (Gent 2013). The rest follows
// MiniSat and Glucose.

// ref is the index of a clause in the arena; 0 is no clause.
type ref = uint32

const (
	clauseHeader = 4
	pairFlag     = 1 << 31 // in a watch: the clause has two literals
	deadGlue     = 1 << 30 // glue of a clause to remove
)

type watch struct {
	clause  ref
	blocker lit // a literal of the clause; if it is true, skip the clause
}

type clauses struct {
	arena   []uint32
	watches [][]watch // by literal: clauses to visit when it becomes false
	learned []ref

	nextReduce int64
	reductions int64
}

func (c *clauses) reset(vars int) {
	c.arena = append(c.arena[:0], 0, 0, 0, 0)
	c.learned = c.learned[:0]
	if cap(c.watches) < 2*vars {
		c.watches = make([][]watch, 2*vars)
	}
	c.watches = c.watches[:2*vars]
	for i := range c.watches {
		c.watches[i] = c.watches[i][:0]
	}
	c.nextReduce, c.reductions = reduceEvery, 0
}

// lits returns the literals of a clause, in place.
func (c *clauses) lits(r ref) []uint32 {
	return c.arena[r+clauseHeader : r+clauseHeader+c.arena[r]]
}

// add stores a clause of at least two literals and watches the first two.
func (c *clauses) add(lits []lit, glue int, learned bool) ref {
	r := ref(len(c.arena))
	c.arena = append(c.arena, uint32(len(lits)), uint32(glue), 2, 2)
	for _, l := range lits {
		c.arena = append(c.arena, uint32(l))
	}
	c.attach(r, lits[0], lits[1], len(lits))
	if learned {
		c.learned = append(c.learned, r)
	}
	return r
}

func (c *clauses) attach(r ref, a, b lit, size int) {
	w := r
	if size == 2 {
		w |= pairFlag
	}
	c.watches[a] = append(c.watches[a], watch{w, b})
	c.watches[b] = append(c.watches[b], watch{w, a})
}

// wordBytes is the memory of a word of the arena, with a quarter for spare capacity.
const wordBytes = 5

// bytes estimates the memory of the clauses. It ignores the capacity of the arena, which
// depends on earlier puzzles.
func (c *clauses) bytes() int64 { return int64(len(c.arena))*wordBytes + int64(len(c.learned))*(2*8+4) }

// visit propagates a true literal through the clauses that watch its negation.
func (s *core) visit(p lit) bool {
	value, arena := s.value, s.clauses.arena
	np := p ^ 1
	list := &s.clauses.watches[np]
	ws := *list
	keep := 0
	for i, w := range ws {
		bv := value[w.blocker]
		if bv > 0 {
			ws[keep] = w
			keep++
			continue
		}
		if w.clause&pairFlag != 0 {
			ws[keep] = w
			keep++
			if bv < 0 {
				s.clauses.watches[np] = ws[:keep+copy(ws[keep:], ws[i+1:])]
				s.analysis.conflict = append(s.analysis.conflict[:0], w.blocker, np)
				s.analysis.source = reason(w.clause &^ pairFlag)
				return false
			}
			s.enqueue(w.blocker, reason(w.clause&^pairFlag), 0)
			continue
		}
		at := w.clause
		c := arena[at+clauseHeader : at+clauseHeader+arena[at]]
		first := lit(c[0] ^ c[1] ^ uint32(np)) // the other watched literal
		fv := value[first]
		if fv > 0 {
			ws[keep] = watch{at, first}
			keep++
			continue
		}
		// Find a literal that is not false to watch instead of np.
		from := int(arena[at+3])
		k := notFalse(value, c, from, len(c))
		if k < 0 {
			k = notFalse(value, c, 2, from)
		}
		if k >= 0 {
			arena[at+3] = uint32(k)
			x := c[k]
			if s.proofMode.on && value[x] > 0 { // the watch can stay while this literal is true
				ws[keep] = watch{at, lit(x)}
				keep++
				continue
			}
			c[0], c[1], c[k] = uint32(first), x, uint32(np)
			s.clauses.watches[x] = append(s.clauses.watches[x], watch{at, first})
			continue
		}
		ws[keep] = watch{at, first}
		keep++
		if fv < 0 {
			s.clauses.watches[np] = ws[:keep+copy(ws[keep:], ws[i+1:])]
			s.clauseConflict(at)
			return false
		}
		s.enqueue(first, reason(at), 0)
	}
	*list = (*list)[:keep] // stores only the length: no write barrier
	return true
}

// notFalse returns the index of the first literal in a range of a clause that is not false,
// or -1.
func notFalse(value []int8, c []uint32, from, to int) int {
	for k := from; k < to; k++ {
		if value[c[k]] >= 0 {
			return k
		}
	}
	return -1
}

func (s *core) clauseConflict(r ref) {
	s.analysis.source = reason(r)
	s.analysis.conflict = s.analysis.conflict[:0]
	for _, x := range s.clauses.lits(r) {
		s.analysis.conflict = append(s.analysis.conflict, lit(x))
	}
	s.touch(r)
}

// touch marks a clause as used in a conflict, and lowers its glue if that has improved.
func (s *core) touch(r ref) {
	s.clauses.arena[r+2] = 2
	if old := s.clauses.arena[r+1]; old > keptGlue && s.clauses.arena[r] > 2 {
		if g := uint32(s.glueOf(r)); g < old {
			s.clauses.arena[r+1] = g
		}
	}
}

func (s *core) glueOf(r ref) int {
	s.analysis.levelStamp++
	n := 0
	for _, l := range s.clauses.lits(r) {
		n += s.countLevel(lit(l))
	}
	return n
}

// countLevel returns 1 the first time a level is met under the current stamp.
func (s *core) countLevel(l lit) int {
	lv := s.vars[l>>1].level
	if s.analysis.levelSeen[lv] == s.analysis.levelStamp {
		return 0
	}
	s.analysis.levelSeen[lv] = s.analysis.levelStamp
	return 1
}

// locked reports whether a clause is the reason of an assigned literal.
func (s *core) locked(r ref) bool {
	for _, l := range s.clauses.lits(r)[:2] {
		if s.value[l] > 0 && s.vars[l>>1].reason == reason(r) {
			return true
		}
	}
	return false
}

// reduce removes most of the learned clauses that are neither good nor in use, those of
// greatest glue and size first.
func (s *core) reduce() {
	type candidate struct {
		r   ref
		key uint64
	}
	s.clauses.reductions++
	s.clauses.nextReduce = s.stats.Conflicts + reduceEvery + reduceStep*s.clauses.reductions
	var list []candidate
	for _, r := range s.clauses.learned {
		size, glue, used := s.clauses.arena[r], s.clauses.arena[r+1], s.clauses.arena[r+2]
		if size == 2 || glue <= keptGlue {
			continue
		}
		if used > 0 {
			s.clauses.arena[r+2]--
		}
		if used > 1 || used > 0 && glue <= usefulGlue || s.locked(r) {
			continue
		}
		list = append(list, candidate{r, uint64(glue)<<32 | uint64(size)})
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.key, a.key) })
	for _, c := range list[:len(list)*reducePart/reduceOf] {
		s.clauses.arena[c.r+1] = deadGlue
	}
	if s.proof != nil {
		s.proof.writeRoot() // before its clauses are removed
	}
	s.compact()
}

// compact moves the remaining learned clauses together and rebuilds all watches. Clauses
// satisfied at level 0 go too.
func (s *core) compact() {
	old := s.clauses.arena
	s.clauses.arena = make([]uint32, 4, cap(old))
	for i := range s.clauses.watches {
		s.clauses.watches[i] = s.clauses.watches[i][:0]
	}
	kept := s.clauses.learned[:0]
	for _, r := range s.clauses.learned {
		size := old[r]
		lits := old[r+clauseHeader : r+clauseHeader+size]
		if old[r+1] == deadGlue || len(s.levels) == 0 && s.anyTrue(lits) {
			if s.proof != nil {
				s.proof.dropClause(r)
			}
			continue
		}
		moved := ref(len(s.clauses.arena))
		for _, l := range lits[:2] {
			if s.value[l] > 0 && s.vars[l>>1].reason == reason(r) {
				s.vars[l>>1].reason = reason(moved)
			}
		}
		s.clauses.arena = append(s.clauses.arena, old[r:r+clauseHeader+size]...)
		s.clauses.attach(moved, lit(lits[0]), lit(lits[1]), int(size))
		kept = append(kept, moved)
		if s.proof != nil {
			s.proof.moveClause(r, moved)
		}
	}
	s.clauses.learned = kept
	if s.proof != nil {
		s.proof.writeDropped()
	}
}

func (s *core) anyTrue(lits []uint32) bool {
	for _, l := range lits {
		if s.value[l] > 0 {
			return true
		}
	}
	return false
}

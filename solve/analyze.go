package solve

// Conflict analysis: from literals that cannot all be false, walk back along the
// trail, replacing the youngest by its reason, until a single literal of the
// present level is left (the first unique implication point). What is left is a
// clause that the clues imply; it makes the search jump back and never fail the
// same way again. After Marques-Silva and Sakallah (GRASP), MiniSat and Chaff.

type analysis struct {
	conflict    []lit  // what propagate left behind: all false
	source      reason // the line or clause that demands one of them
	antecedents []lit  // what an explanation left behind: all false
	seen        []uint8
	touched     []int32  // variables with seen set
	seenCells   []uint64 // the same by line of a word board, as masks
	clause      []lit    // the learned clause, its asserting literal first
	stack       []lit    // reasons of literals that minimizeDeep looks into

	levelSeen  []uint32
	levelStamp uint32
	wordCase   wordCase
	wideCase   wideCase
}

func (a *analysis) reset(vars, lines int) {
	a.conflict, a.antecedents = a.conflict[:0], a.antecedents[:0]
	a.touched, a.clause = a.touched[:0], a.clause[:0]
	a.seen = resize(a.seen, vars)
	a.seenCells = resize(a.seenCells, lines)
	a.levelSeen = resize(a.levelSeen, vars+2)
	a.levelStamp = 0
}

// analyze turns s.analysis.conflict into a learned clause in s.analysis.clause.
//
// Before: propagate has returned false. After: the clause holds, is false now,
// and its first literal is the only one of its level; back is the level to
// return to, where that literal becomes true; glue counts the levels in it.
// ok is false if the conflict does not depend on any decision: then there is no
// solution.
func (s *core) analyze() (back, glue int, ok bool) {
	top := int32(0)
	for _, l := range s.analysis.conflict {
		top = max(top, s.vars[l>>1].level)
	}
	if top == 0 {
		if s.proof != nil {
			s.proof.writeContradiction()
		}
		return 0, 0, false
	}
	s.backtrack(int(top))
	s.analysis.clause = append(s.analysis.clause[:0], 0)
	s.analysis.touched = s.analysis.touched[:0]
	open := 0
	for _, q := range s.analysis.conflict {
		open += s.addLiteral(q, top)
	}
	for at := len(s.trail) - 1; ; at-- {
		for s.analysis.seen[s.trail[at]>>1] == 0 {
			at--
		}
		p := s.trail[at]
		open--
		if open == 0 {
			s.analysis.clause[0] = p ^ 1
			break
		}
		open += s.resolveWith(p, top)
	}
	for _, v := range s.analysis.touched {
		s.order.bump(v)
	}
	s.order.decay()
	switch {
	case s.proofMode.on:
		s.minimizeDeep()
	case s.picture: // on noise it costs more than it saves
		s.minimize()
	}
	if s.proof != nil {
		s.proof.writeLearned()
	}
	s.clearSeen()
	back, glue = s.arrange()
	return back, glue, true
}

// resolveWith takes the reason of p into the analysis, and returns how many literals
// have to be resolved because of that.
func (s *core) resolveWith(p lit, top int32) (open int) {
	if r := s.vars[p>>1].reason; r.isRule() {
		for _, q := range s.blocks.byReason(r).lits {
			if q != p && q != noLit {
				open += s.addLiteral(q, top)
			}
		}
		return open
	}
	for _, q := range s.reasonOf(p) {
		open += s.addLiteral(q, top)
	}
	return open
}

// see takes a false literal into the analysis; 1 if it is of the top level and
// has to be resolved, 0 if it is known, certain, or goes into the clause.
func (s *core) addLiteral(q lit, top int32) int {
	v := int32(q >> 1)
	level := s.vars[v].level
	if s.analysis.seen[v] != 0 || level == 0 {
		return 0
	}
	s.markSeen(v, seenHeld)
	if level == top {
		return 1
	}
	s.analysis.clause = append(s.analysis.clause, q)
	return 0
}

// What the analysis has seen of a variable.
const (
	seenHeld    = 1 + iota // it is in the clause, or has been resolved or dropped
	seenImplied            // it follows from what is held
	seenNeeded             // it does not
)

// hold notes that a variable is free to use from now on: it is in the clause or
// follows from it.
func (s *core) markSeen(v int32, how uint8) {
	s.analysis.seen[v] = how
	s.analysis.touched = append(s.analysis.touched, v)
	if s.board.Word && s.isCell(v) {
		p := &s.places[v]
		s.analysis.seenCells[p.row] |= 1 << (p.col & 63)
		s.analysis.seenCells[s.board.Height+int(p.col)] |= 1 << (p.row & 63)
	}
}

// unsee ends the analysis.
func (s *core) clearSeen() {
	for _, v := range s.analysis.touched {
		s.analysis.seen[v] = 0
		if !s.isCell(v) {
			continue
		}
		p := &s.places[v]
		s.analysis.seenCells[p.row], s.analysis.seenCells[s.board.Height+int(p.col)] = 0, 0
	}
}

// reasonOf returns false literals that forced the true literal p. Literals that
// the analysis has seen may be missing.
func (s *core) reasonOf(p lit) []lit {
	v := &s.vars[p>>1]
	switch {
	case v.reason > 0:
		s.explainClause(p, ref(v.reason))
		s.touch(ref(v.reason))
	case v.reason == cellReason:
		s.explainCell(p)
	case v.reason.isRule():
		s.explainRule(p, v.reason)
	default:
		s.explainLine(int(^v.reason), p, v.from)
	}
	return s.analysis.antecedents
}

// explainClause gives the other literals of a clause that forced p.
func (s *core) explainClause(p lit, r ref) {
	s.analysis.antecedents = s.analysis.antecedents[:0]
	for _, x := range s.clauses.lits(r) {
		if lit(x) != p {
			s.analysis.antecedents = append(s.analysis.antecedents, lit(x))
		}
	}
}

// explainCell gives the reason of a literal that follows from its cell having
// exactly one color.
func (s *core) explainCell(p lit) {
	s.analysis.antecedents = s.analysis.antecedents[:0]
	first := p>>1 - lit(s.places[p>>1].color)
	for c := range lit(s.board.Colors) {
		l := 2 * (first + c)
		switch {
		case l>>1 == p>>1:
		case p&1 == 0:
			s.analysis.antecedents = append(s.analysis.antecedents, l) // no other color is left
		case s.value[l] > 0:
			s.analysis.antecedents = append(s.analysis.antecedents, l^1) // the cell has this color
		}
	}
}

// minimize drops literals of the clause that follow from the others.
func (s *core) minimize() {
	out := s.analysis.clause[:1]
	for _, q := range s.analysis.clause[1:] {
		if !s.redundant(q ^ 1) {
			out = append(out, q)
		}
	}
	s.analysis.clause = out
}

// redundant reports whether the true literal p follows in one step from level 0
// and literals that have been seen. Those lie below the top level like p itself,
// so they are in the clause, or have been dropped from it for the same reason.
func (s *core) redundant(p lit) bool {
	v := &s.vars[p>>1]
	switch {
	case v.reason == noReason:
		return false
	case v.reason > 0:
		s.explainClause(p, ref(v.reason))
		return s.allSeen(s.analysis.antecedents)
	case v.reason == cellReason:
		s.explainCell(p)
		return s.allSeen(s.analysis.antecedents)
	case v.reason.isRule():
		s.explainRule(p, v.reason)
		return s.allSeen(s.analysis.antecedents)
	case s.board.Word:
		return s.impliedWord(int(^v.reason), p, v.from)
	}
	return s.impliedWide(int(^v.reason), p, v.from)
}

func (s *core) allSeen(lits []lit) bool {
	for _, q := range lits {
		if v := q >> 1; s.analysis.seen[v] == 0 && s.vars[v].level > 0 {
			return false
		}
	}
	return true
}

// minimizeDeep drops literals of the clause that follow from the others in any
// number of steps (Sörensson and Biere, "Minimizing learned clauses", 2009).
func (s *core) minimizeDeep() {
	s.analysis.levelStamp++
	for _, q := range s.analysis.clause {
		s.countLevel(q)
	}
	out := s.analysis.clause[:1]
	for _, q := range s.analysis.clause[1:] {
		if !s.follows(q^1, 0) {
			out = append(out, q)
		}
	}
	s.analysis.clause = out
}

// follows reports whether the true literal p is implied by literals that are held.
// It is like redundant, but goes on where one of its reasons is not held itself.
func (s *core) follows(p lit, depth int) bool {
	v := &s.vars[p>>1]
	switch {
	case v.reason == noReason:
		return false
	case v.reason > 0:
		for _, x := range s.clauses.lits(ref(v.reason)) {
			if lit(x) != p && !s.implied(lit(x), depth) {
				return false
			}
		}
		return true
	case v.reason.isRule():
		for _, l := range s.blocks.byReason(v.reason).lits {
			if l != p && l != noLit && !s.implied(l, depth) {
				return false
			}
		}
		return true
	case v.reason == cellReason:
		s.explainCell(p)
	case s.redundant(p):
		return true
	default:
		s.explainLine(int(^v.reason), p, v.from)
	}
	from := len(s.analysis.stack)
	s.analysis.stack = append(s.analysis.stack, s.analysis.antecedents...)
	ok := true
	for i := from; ok && i < len(s.analysis.stack); i++ {
		ok = s.implied(s.analysis.stack[i], depth)
	}
	s.analysis.stack = s.analysis.stack[:from]
	return ok
}

// implied reports whether the opposite of a false literal follows from literals
// that are held, and remembers the answer.
func (s *core) implied(q lit, depth int) bool {
	u := int32(q >> 1)
	level := s.vars[u].level
	switch {
	case level == 0 || s.analysis.seen[u] == seenHeld || s.analysis.seen[u] == seenImplied:
		return true
	case s.analysis.seen[u] == seenNeeded || depth == maxMinimizeDepth || s.analysis.levelSeen[level] != s.analysis.levelStamp:
		return false // a level without a literal in the clause has a decision that nothing implies
	}
	if s.follows(q^1, depth+1) {
		s.markSeen(u, seenImplied)
		return true
	}
	s.analysis.seen[u] = seenNeeded
	s.analysis.touched = append(s.analysis.touched, u)
	return false
}

// arrange puts the literal of the second-highest level next to the asserting one,
// so that the right two are watched, and counts levels.
func (s *core) arrange() (back, glue int) {
	s.analysis.levelStamp++
	for i, l := range s.analysis.clause {
		glue += s.countLevel(l)
		if i > 1 && s.vars[l>>1].level > s.vars[s.analysis.clause[1]>>1].level {
			s.analysis.clause[1], s.analysis.clause[i] = s.analysis.clause[i], s.analysis.clause[1]
		}
	}
	if len(s.analysis.clause) > 1 {
		back = int(s.vars[s.analysis.clause[1]>>1].level)
	}
	return back, glue
}

// learn goes back to the given level and adds the clause there.
func (s *core) learn(back, glue int) {
	s.stats.Learned++
	if s.peer != nil {
		s.peer.note(s.analysis.clause, glue)
	}
	s.backtrack(back)
	if len(s.analysis.clause) == 1 {
		s.enqueue(s.analysis.clause[0], noReason, 0)
		return
	}
	r := s.clauses.add(s.analysis.clause, glue, true)
	if s.proof != nil {
		s.proof.nameClause(r)
	}
	s.enqueue(s.analysis.clause[0], reason(r), 0)
}

package solve

// Conflict analysis. It resolves the conflict backwards along the trail until one literal of
// the current level is left (the first unique implication point), and learns the resulting
// clause. After Marques-Silva and Sakallah (GRASP), Chaff and MiniSat.

type analysis struct {
	conflict    []lit  // set by propagate: literals that are all false
	source      reason // the constraint that they violate
	antecedents []lit  // result of an explanation: literals that are all false
	seen        []uint8
	touched     []int32  // variables with seen set
	seenCells   []uint64 // seen cells by line of a word board
	clause      []lit    // the learned clause, asserting literal first
	stack       []lit    // antecedents, used by minimizeDeep

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
// Before: propagate has returned false. After: the clause is implied and false, and its first
// literal is the only one of its level; back is the level to backtrack to, where that literal
// becomes true; glue is the number of levels in the clause (LBD). ok is false if the conflict
// depends on no decision, so that there is no solution.
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
		for _, q := range s.reasonOf(p) {
			open += s.addLiteral(q, top)
		}
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

// addLiteral adds a false literal to the analysis. It returns 1 if the literal is of the top
// level and has to be resolved, and 0 if it is known, a fact, or goes into the clause.
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

// States of a variable in the analysis; 0 is not seen.
const (
	seenHeld    = 1 + iota // in the clause, resolved or dropped
	seenImplied            // implied by held literals
	seenNeeded             // not implied by them
)

// markSeen records that explanations may use a variable freely: it is in the clause or
// implied by it.
func (s *core) markSeen(v int32, how uint8) {
	s.analysis.seen[v] = how
	s.analysis.touched = append(s.analysis.touched, v)
	if s.board.Word && s.isCell(v) {
		p := &s.places[v]
		s.analysis.seenCells[p.row] |= 1 << (p.col & 63)
		s.analysis.seenCells[s.board.Height+int(p.col)] |= 1 << (p.row & 63)
	}
}

func (s *core) clearSeen() {
	for _, v := range s.analysis.touched {
		s.analysis.seen[v] = 0
		if !s.board.Word || !s.isCell(v) {
			continue
		}
		p := &s.places[v]
		s.analysis.seenCells[p.row], s.analysis.seenCells[s.board.Height+int(p.col)] = 0, 0
	}
}

// reasonOf returns false literals that forced the true literal p. Literals that the analysis
// has seen may be missing.
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

// explainClause explains a literal that a clause forced.
func (s *core) explainClause(p lit, r ref) {
	s.analysis.antecedents = s.analysis.antecedents[:0]
	for _, x := range s.clauses.lits(r) {
		if lit(x) != p {
			s.analysis.antecedents = append(s.analysis.antecedents, lit(x))
		}
	}
}

// explainCell explains a literal that the cell rule forced.
func (s *core) explainCell(p lit) {
	s.analysis.antecedents = s.analysis.antecedents[:0]
	first := p>>1 - lit(s.places[p>>1].color)
	for c := range lit(s.board.Colors) {
		l := 2 * (first + c)
		switch {
		case l>>1 == p>>1:
		case p&1 == 0:
			s.analysis.antecedents = append(s.analysis.antecedents, l) // all other colors are excluded
		case s.value[l] > 0:
			s.analysis.antecedents = append(s.analysis.antecedents, l^1) // the cell has this color
		}
	}
}

// minimize drops literals of the clause that follow from the others in one step.
func (s *core) minimize() {
	out := s.analysis.clause[:1]
	for _, q := range s.analysis.clause[1:] {
		if !s.redundant(q ^ 1) {
			out = append(out, q)
		}
	}
	s.analysis.clause = out
}

// redundant reports whether the true literal p follows in one step from level 0 and seen
// literals. Those are below the top level like p, so they are in the clause or were dropped
// from it for the same reason.
func (s *core) redundant(p lit) bool {
	v := &s.vars[p>>1]
	switch {
	case v.reason == noReason:
		return false
	case v.reason > 0:
		s.explainClause(p, ref(v.reason))
	case v.reason == cellReason:
		s.explainCell(p)
	case v.reason.isRule():
		s.explainRule(p, v.reason)
	case s.board.Word:
		return s.impliedWord(int(^v.reason), p, v.from)
	default:
		return s.impliedWide(int(^v.reason), p, v.from)
	}
	for _, q := range s.analysis.antecedents {
		if v := q >> 1; s.analysis.seen[v] == 0 && s.vars[v].level > 0 {
			return false
		}
	}
	return true
}

// minimizeDeep drops literals of the clause that follow from the others in any number of
// steps (Sörensson and Biere, "Minimizing learned clauses", 2009).
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

// follows reports whether the true literal p is implied by held literals. Unlike redundant it
// recurses into antecedents that are not held.
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
		s.explainRule(p, v.reason)
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

// implied reports whether the negation of a false literal follows from held literals, and
// caches the answer.
func (s *core) implied(q lit, depth int) bool {
	u := int32(q >> 1)
	level := s.vars[u].level
	switch {
	case level == 0 || s.analysis.seen[u] == seenHeld || s.analysis.seen[u] == seenImplied:
		return true
	case s.analysis.seen[u] == seenNeeded || depth == maxMinimizeDepth || s.analysis.levelSeen[level] != s.analysis.levelStamp:
		return false // nothing in the clause implies the decision of another level
	}
	if s.follows(q^1, depth+1) {
		s.markSeen(u, seenImplied)
		return true
	}
	s.analysis.seen[u] = seenNeeded
	s.analysis.touched = append(s.analysis.touched, u)
	return false
}

// arrange moves the literal of the second-highest level next to the asserting one, so that
// both are watched, and counts levels.
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

// learn backtracks and adds the learned clause.
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

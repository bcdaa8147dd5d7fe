package solve

import (
	"math"
	"slices"
)

// Block literals: "block b of this line starts at cell s or later". A clause over
// cells can say that a block lies somewhere only by naming cell after cell; a clause
// over starts says it in one literal, so that proofs become shorter. They cost the
// search for a first solution more than they save, which is why they come in with
// the proof phase (refute.go) and not before.
//
// A block can move by the slack of its line. Of its offsets from the leftmost place
// only those that are open at the root get a variable, first … last of the block in
// ascending order, so that the rules are between neighbours or a fixed step apart:
//
//	chain   offset of b ≥ o                                 →  offset of b ≥ o-1
//	push    offset of b ≥ o                                 →  offset of b+1 ≥ o
//	cover   b starts at c-length+1 or later, not behind c   →  cell c has its color
//	gap     b ends before c, b+1 starts behind c            →  cell c is empty
//
// That is an order encoding of the line: by rules alone it finds less than the line
// kernel does, but it finds it in small steps that stand on the trail, where
// analysis can stop at each. The kernel runs at the fixpoint of rules and clauses,
// and explains itself with cells.
//
// Rules are clauses of two and three literals that never change, so they need no
// watches: every literal has a flat list of the others to look at when it becomes
// false, those of two first. A reason is the number of a rule.
//
// Lines with blotted blocks have no such literals: how far a block can move says little
// there about where the others are. Their cells are in the kernel's hands alone.
//
// Cost: 80 bytes of rules per literal; a literal on the trail looks at four rules,
// one of a cell at two for each block that can reach it.
type blocks struct {
	on      bool
	base    int32 // variables below it are of cells
	limit   int32 // the variable that is always true; block variables lie between
	list    []block
	lines   []int32 // where the blocks of a line begin in list
	public  []int64 // by line, the variable of its first offset by the numbers of proofs
	owner   []int32 // of every block variable: its block
	rules   []blockRule
	watched []watchedRule // by literal
	ranges  []int32       // by literal: where its rules begin in rules
}

// block is a block of a line, with the variables of its offsets.
type block struct {
	line   int32
	left   int32 // the cell it starts at when all are pushed to the left
	length int32
	color  uint8
	first  int32 // the variable of offset lo+1
	lo, hi int32 // its offsets at the root
}

// wholeRule is a rule with all its literals; the third is noLit in a rule of two.
type blockRule struct {
	lits [3]lit
	line int32
}

func (r *blockRule) size() int {
	if r.lits[2] == noLit {
		return 2
	}
	return 3
}

// rule is what is left of a rule when one of its literals is false.
type watchedRule struct {
	a, b lit // in a rule of two, b is the literal that is never true
	why  reason
}

// ruleReason is above the reasons that are rules: the rule with number i is
// ruleReason-1-i. Lines are above it, cellReason below all of them.
const ruleReason reason = -1 << 30

// isRule reports whether a reason is a rule.
func (r reason) isRule() bool { return r < ruleReason && r != cellReason }

// ruleBytes is what the rules of a block literal take, roughly: five of 12 bytes for
// it and its opposite each.
const ruleBytes = 160

// isCell reports whether a variable is about a cell.
func (s *core) isCell(v int32) bool { return v < s.blocks.base }

func (k *blocks) reset(vars int) {
	k.on, k.base, k.limit = false, int32(vars), int32(vars)
	k.list, k.lines, k.owner = k.list[:0], k.lines[:0], k.owner[:0]
}

// bytes is what block literals hold, beyond what every variable does.
func (k *blocks) bytes() int64 {
	if !k.on {
		return 0
	}
	return int64(len(k.owner))*varBytes + int64(cap(k.watched))*12
}

// openBlocks brings the block literals in. It does nothing if they are in already,
// or if they would be too many; then the proof goes on without them.
//
// Before: level 0, everything propagated. After: level 0, and there may be more to
// propagate. False if some line has no arrangement, which is then the source of a
// conflict.
func (s *core) openBlocks() bool {
	k := &s.blocks
	if k.on {
		return true
	}
	if !s.findBlocks() {
		return false
	}
	n := int(k.limit - k.base)
	if n == 0 || n > maxBlockVars || s.numberBlocks() > math.MaxInt32 || s.stop.memory(s.bytes()+int64(n)*(varBytes+ruleBytes)) {
		k.reset(int(k.base))
		return true
	}
	k.on = true
	s.extend(int(k.limit) + 1)
	s.push(s.always(), noReason, 0)
	s.head = len(s.trail) // the root's cells are in the windows already
	s.addRules()
	if s.proof != nil {
		s.proof.writeBlocks()
	}
	return true
}

// number gives every line the numbers that its blocks have outside of this search, in
// proofs and for other searchers: there all offsets have one, here only those that
// were open when the proof phase began. It returns how many there are, cells included.
func (s *core) numberBlocks() int64 {
	k := &s.blocks
	k.public = k.public[:0]
	next := int64(k.base)
	for i := range s.board.Lines {
		l := &s.board.Lines[i]
		k.public = append(k.public, next)
		if !l.Blotted() {
			next += int64(l.Blocks()) * int64(max(0, l.Slack()))
		}
	}
	return next
}

// publicLit is a literal by the numbers that all searchers share.
func (s *core) publicLit(l lit) lit {
	v := int32(l >> 1)
	if s.isCell(v) {
		return l
	}
	k := &s.blocks
	at := k.owner[v-k.base]
	x := &k.list[at]
	b := int64(at - k.lines[x.line])
	n := k.public[x.line] + b*int64(s.board.Lines[x.line].Slack()) + int64(v-x.first+x.lo)
	return lit(2*n) | l&1
}

// ownLit is the opposite of publicLit: noLit if block literals are not in.
func (s *core) ownLit(l lit) lit {
	n := int64(l >> 1)
	k := &s.blocks
	if n < int64(k.base) {
		return l
	}
	if !k.on {
		return noLit
	}
	i, found := slices.BinarySearch(k.public, n)
	if !found {
		i--
	}
	for len(k.of(i)) == 0 || s.board.Lines[i].Slack() == 0 {
		i++ // lines without literals have the number of the next
	}
	slack := int64(s.board.Lines[i].Slack())
	at := n - k.public[i]
	of := k.of(i)
	b := int(at / slack)
	return s.atLeast(of, b, int(of[b].left)+int(at%slack)+1) ^ l&1
}

// always is the literal that is always true.
func (s *core) always() lit { return lit(2 * s.blocks.limit) }

// never is its opposite.
func (k *blocks) never() lit { return lit(2*k.limit + 1) }

// layBlocks finds the windows of all blocks and gives them variables.
func (s *core) findBlocks() bool {
	k := &s.blocks
	var first, last []int32
	v := k.base
	for i := range s.board.Lines {
		l := &s.board.Lines[i]
		k.lines = append(k.lines, int32(len(k.list)))
		if l.Blotted() {
			continue // the lines have been solved, so that it has an arrangement
		}
		var ok bool
		if first, last, ok = l.Starts(s.board.Masks(i), first[:0], last[:0]); !ok {
			s.analysis.source = reason(^i)
			return false
		}
		for b := range first {
			left, length, color := l.Block(b)
			k.list = append(k.list, block{line: int32(i), left: int32(left), length: int32(length), color: color, first: v, lo: first[b], hi: last[b]})
			v += last[b] - first[b]
		}
	}
	k.lines = append(k.lines, int32(len(k.list)))
	k.limit = v
	k.owner = k.owner[:0]
	for at := range k.list {
		for range k.list[at].hi - k.list[at].lo {
			k.owner = append(k.owner, int32(at))
		}
	}
	return true
}

// extend makes room for variables beyond those of cells.
func (s *core) extend(vars int) {
	s.vars = grow(s.vars, vars)
	s.value = grow(s.value, 2*vars)
	s.phases.saved = grow(s.phases.saved, vars)
	s.phases.target = grow(s.phases.target, vars)
	s.phases.best = grow(s.phases.best, vars)
	s.analysis.seen = grow(s.analysis.seen, vars)
	s.analysis.levelSeen = grow(s.analysis.levelSeen, vars+2)
	s.clauses.watches = grow(s.clauses.watches, 2*vars)
	for v := s.blocks.base; v < s.blocks.limit; v++ {
		s.phases.saved[v], s.phases.target[v], s.phases.best[v] = 1, -1, -1
	}
	s.order.extend(int(s.blocks.limit))
}

// sized is grow for a slice that may be long enough.
func sized[T any](s []T, n int) []T {
	if len(s) >= n {
		return s
	}
	return grow(s, n)
}

// grow lengthens a slice to n, with zeros.
func grow[T any](s []T, n int) []T {
	from := len(s)
	s = slices.Grow(s, n-from)[:n]
	clear(s[from:])
	return s
}

// of are the blocks of a line.
func (k *blocks) of(line int) []block { return k.list[k.lines[line]:k.lines[line+1]] }

// atLeast is the literal that block b of a line starts at a cell or later.
func (s *core) atLeast(of []block, b, start int) lit {
	if b == len(of) {
		return s.always() // behind everything
	}
	x := &of[b]
	switch o := int32(start) - x.left; {
	case o <= x.lo:
		return s.always()
	case o > x.hi:
		return s.always() ^ 1
	default:
		return lit(2 * (x.first + o - x.lo - 1))
	}
}

// over is the literal that block b does not end before a cell.
func (s *core) endsAtOrAfter(of []block, b, cell int) lit {
	if b < 0 {
		return s.always() ^ 1
	}
	return s.atLeast(of, b, cell-int(of[b].length)+1)
}

// layRules lists the rules of every literal.
func (s *core) addRules() {
	k := &s.blocks
	k.rules = k.rules[:0]
	for i := range s.board.Lines {
		if s.board.Lines[i].Blotted() {
			continue
		}
		of := k.of(i)
		for b := range of {
			s.addOrderRules(of, b, i)
			s.addCoverRules(of, b, i)
		}
		for b := -1; b < len(of); b++ {
			s.addGapRules(of, b, i)
		}
	}
	k.index(len(s.value))
}

// index sorts rules by literal, those of two before those of three.
func (k *blocks) index(literals int) {
	k.ranges = resize(k.ranges, literals+1)
	for i := range k.rules {
		x := &k.rules[i]
		for _, l := range x.lits[:x.size()] {
			k.ranges[l]++
		}
	}
	sum := int32(0)
	for i, n := range k.ranges {
		k.ranges[i] = sum
		sum += n
	}
	k.watched = resize(k.watched, int(sum))
	next := slices.Clone(k.ranges)
	for size := 2; size <= 3; size++ {
		for i := range k.rules {
			x := &k.rules[i]
			if x.size() != size {
				continue
			}
			for j, l := range x.lits[:size] {
				r := watchedRule{x.lits[(j+1)%size], k.never(), ruleReason - 1 - reason(i)}
				if size == 3 {
					r.b = x.lits[(j+2)%3]
				}
				k.watched[next[l]] = r
				next[l]++
			}
		}
	}
}

// lay adds a rule of a line, less what level 0 decides.
func (s *core) addRule(line int, lits ...lit) {
	r := blockRule{lits: [3]lit{noLit, noLit, noLit}, line: int32(line)}
	n := 0
	for _, l := range lits {
		switch v := s.value[l]; {
		case v > 0:
			return
		case v == 0:
			r.lits[n] = l
			n++
		}
	}
	if n > 1 {
		s.blocks.rules = append(s.blocks.rules, r)
	} else if n == 1 {
		s.enqueue(r.lits[0], reason(^line), int32(len(s.trail)))
	} // and never 0: within its window every block has an arrangement
}

// layOrder lists chain and push of a block.
func (s *core) addOrderRules(of []block, b, line int) {
	x := &of[b]
	for o := x.lo + 1; o <= x.hi; o++ {
		l := lit(2 * (x.first + o - x.lo - 1))
		if o > x.lo+1 {
			s.addRule(line, l^1, l-2)
		}
		if b+1 < len(of) {
			s.addRule(line, l^1, s.atLeast(of, b+1, int(of[b+1].left+o)))
		}
	}
}

// layCover lists which cells a block covers.
func (s *core) addCoverRules(of []block, b, line int) {
	x := &of[b]
	base, step := s.board.Cells(line)
	for c := int(x.left + x.lo); c < int(x.left+x.hi+x.length); c++ {
		s.addRule(line, s.atLeast(of, b, c+1), s.endsAtOrAfter(of, b, c)^1, s.valueLit(base+step*c, int(x.color)))
	}
}

// layGap lists which cells lie between a block and the next.
func (s *core) addGapRules(of []block, b, line int) {
	from, to := 0, s.board.Lines[line].Len()
	if b >= 0 {
		from = int(of[b].left + of[b].lo + of[b].length)
	}
	if b+1 < len(of) {
		to = int(of[b+1].left + of[b+1].hi)
	}
	base, step := s.board.Cells(line)
	for c := from; c < to; c++ {
		s.addRule(line, s.endsAtOrAfter(of, b, c), s.atLeast(of, b+1, c+1)^1, s.valueLit(base+step*c, 0))
	}
}

// follow draws what rules conclude from a literal that has become false; false if
// that is a contradiction.
func (s *core) propagateRules(np lit) bool {
	k, value := &s.blocks, s.value
	rules := k.watched[k.ranges[np]:k.ranges[np+1]]
	for i := range rules {
		r := &rules[i]
		va, vb := value[r.a], value[r.b]
		if va+vb >= 0 { // both are open, or one is true
			continue
		}
		switch {
		case va == 0:
			s.enqueue(r.a, r.why, 0)
		case vb == 0:
			s.enqueue(r.b, r.why, 0)
		default:
			s.ruleConflict(np, r)
			return false
		}
	}
	return true
}

// ruleConflict notes that all literals of a rule are false.
func (s *core) ruleConflict(np lit, r *watchedRule) {
	s.analysis.conflict = append(s.analysis.conflict[:0], np, r.a)
	if r.b != s.blocks.never() {
		s.analysis.conflict = append(s.analysis.conflict, r.b)
	}
	s.analysis.source = r.why
}

// byReason is the rule of a reason.
func (k *blocks) byReason(r reason) *blockRule { return &k.rules[ruleReason-1-r] }

// explainRule gives the other literals of a rule that forced p.
func (s *core) explainRule(p lit, r reason) {
	s.analysis.antecedents = s.analysis.antecedents[:0]
	for _, l := range s.blocks.byReason(r).lits {
		if l != p && l != noLit {
			s.analysis.antecedents = append(s.analysis.antecedents, l)
		}
	}
}

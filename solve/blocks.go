package solve

import (
	"math"
	"slices"
)

// blocks holds the block literals: "block b of this line starts at cell s or later". A clause
// over cells describes the position of a block cell by cell; a clause over starts does so
// with one literal, which shortens proofs. They cost a search for a first solution more than
// they save, so proof mode adds them (proof_mode.go).
//
// A block can move by the slack of its line. Only the offsets from its leftmost position that
// are open at the root get a variable, in ascending order, so that the rules link neighbors
// or variables a fixed step apart:
//
//	chain   offset of b ≥ o                                 →  offset of b ≥ o-1
//	push    offset of b ≥ o                                 →  offset of b+1 ≥ o
//	cover   b starts at c-length+1 or later, not after c    →  cell c has its color
//	gap     b ends before c, b+1 starts after c             →  cell c is empty
//
// This order encoding propagates less than the line kernel, but in small steps on the trail,
// where analysis can stop at each. The kernel runs at the fixpoint of rules and clauses, and
// explains its deductions with cells.
//
// Rules are fixed clauses of two and three literals and need no watches: every literal has a
// flat list of rules to check when it becomes false, those of two first. A reason is the
// number of a rule. Lines with blotted blocks or no clue have no block literals, because the offset of
// one block says little about the others.
//
// Cost: 80 bytes of rules per literal; a block literal checks four rules, a cell literal two
// for each block that can reach it.
type blocks struct {
	on      bool
	base    int32 // first block variable; cell variables are below
	limit   int32 // the variable that is always true, after the block variables
	list    []block
	lines   []int32 // by line: its first block in list
	public  []int64 // by line: public number of its first block variable
	owner   []int32 // by block variable: its block
	rules   []blockRule
	watched []watchedRule // by literal
	ranges  []int32       // by literal: its first rule in watched
}

// block is a block of a line and the range of its variables.
type block struct {
	line   int32
	left   int32 // leftmost start
	length int32
	color  uint8
	first  int32 // variable of offset lo+1
	lo, hi int32 // range of offsets at the root
}

// blockRule is a rule; its third literal is noLit if it has two.
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

// watchedRule holds the other literals of a rule.
type watchedRule struct {
	a, b lit // b is never true in a rule of two literals
	why  reason
}

// ruleReason separates the reasons of lines, above, from those of rules: rule i has the
// reason ruleReason-1-i.
const ruleReason reason = -1 << 30

func (r reason) isRule() bool { return r < ruleReason && r != cellReason }

// ruleBytes estimates the memory of the rules of a block variable: five of 12 bytes for each
// of its literals, and a third more.
const ruleBytes = 160

// isCell reports whether a variable belongs to a cell.
func (s *core) isCell(v int32) bool { return v < s.blocks.base }

func (k *blocks) reset(vars int) {
	k.on, k.base, k.limit = false, int32(vars), int32(vars)
	k.list, k.lines, k.owner = k.list[:0], k.lines[:0], k.owner[:0]
}

// bytes estimates the memory of the block literals.
func (k *blocks) bytes() int64 {
	if !k.on {
		return 0
	}
	return int64(len(k.owner))*varBytes + int64(cap(k.watched))*12
}

// openBlocks adds the block literals, unless they exist already or would be too many.
//
// Before: level 0, everything propagated. After: level 0, and there may be more to propagate.
// False if some line has no arrangement, which is then the source of a conflict.
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
	s.head = len(s.trail) // the ranges of offsets reflect the facts already
	s.addRules()
	if s.proof != nil {
		s.proof.writeBlocks()
	}
	return true
}

// numberBlocks assigns the public numbers of block variables, which proofs and other
// searchers use: they cover all offsets, not only those open now. It returns the number of
// variables, cells included.
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

// publicLit converts a literal to public numbers.
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

// ownLit is the inverse of publicLit; noLit if there are no block literals.
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
		i++ // lines without block literals share the number of the next
	}
	slack := int64(s.board.Lines[i].Slack())
	at := n - k.public[i]
	of := k.of(i)
	b := int(at / slack)
	return s.atLeast(of, b, int(of[b].left)+int(at%slack)+1) ^ l&1
}

// always is the literal that is always true.
func (s *core) always() lit { return lit(2 * s.blocks.limit) }

func (k *blocks) never() lit { return lit(2*k.limit + 1) }

// findBlocks computes the offsets of all blocks and assigns their variables.
func (s *core) findBlocks() bool {
	k := &s.blocks
	var first, last []int32
	v := k.base
	for i := range s.board.Lines {
		l := &s.board.Lines[i]
		k.lines = append(k.lines, int32(len(k.list)))
		if l.Blotted() {
			continue // line solving has shown that it has an arrangement
		}
		var ok bool
		if first, last, ok = l.Starts(s.board.Masks(i), first[:0], last[:0], &s.board.Scratch); !ok {
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

// extend makes room for the block variables.
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

// grow extends a slice to n elements with zeros.
func grow[T any](s []T, n int) []T {
	from := len(s)
	s = slices.Grow(s, n-from)[:n]
	clear(s[from:])
	return s
}

// of returns the blocks of a line.
func (k *blocks) of(line int) []block { return k.list[k.lines[line]:k.lines[line+1]] }

// atLeast is the literal that block b of a line starts at a cell or later.
func (s *core) atLeast(of []block, b, start int) lit {
	if b == len(of) {
		return s.always() // after the last block
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

// endsAtOrAfter is the literal that block b does not end before a cell.
func (s *core) endsAtOrAfter(of []block, b, cell int) lit {
	if b < 0 {
		return s.always() ^ 1
	}
	return s.atLeast(of, b, cell-int(of[b].length)+1)
}

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

// index sorts the rules by literal, those of two literals first.
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

// addRule adds a rule of a line, simplified by level 0.
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
	} // n is not 0: every block has an arrangement within its range
}

// addOrderRules adds the rules chain and push of a block.
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

func (s *core) addCoverRules(of []block, b, line int) {
	x := &of[b]
	for c := int(x.left + x.lo); c < int(x.left+x.hi+x.length); c++ {
		s.addRule(line, s.atLeast(of, b, c+1), s.endsAtOrAfter(of, b, c)^1, s.valueLit(s.board.Cell(line, c), int(x.color)))
	}
}

// addGapRules adds the rules for the gap between blocks b and b+1.
func (s *core) addGapRules(of []block, b, line int) {
	from, to := 0, s.board.Lines[line].Len()
	if b >= 0 {
		from = int(of[b].left + of[b].lo + of[b].length)
	}
	if b+1 < len(of) {
		to = int(of[b+1].left + of[b+1].hi)
	}
	for c := from; c < to; c++ {
		s.addRule(line, s.endsAtOrAfter(of, b, c), s.atLeast(of, b+1, c+1)^1, s.valueLit(s.board.Cell(line, c), 0))
	}
}

// propagateRules applies the rules of a literal that has become false; false on a
// contradiction.
func (s *core) propagateRules(np lit) bool {
	k, value := &s.blocks, s.value
	rules := k.watched[k.ranges[np]:k.ranges[np+1]]
	for i := range rules {
		r := &rules[i]
		va, vb := value[r.a], value[r.b]
		if va+vb >= 0 { // both open, or one true
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

func (s *core) ruleConflict(np lit, r *watchedRule) {
	s.analysis.conflict = append(s.analysis.conflict[:0], np, r.a)
	if r.b != s.blocks.never() {
		s.analysis.conflict = append(s.analysis.conflict, r.b)
	}
	s.analysis.source = r.why
}

// byReason returns the rule of a reason.
func (k *blocks) byReason(r reason) *blockRule { return &k.rules[ruleReason-1-r] }

// explainRule explains a literal that a rule forced.
func (s *core) explainRule(p lit, r reason) {
	s.analysis.antecedents = s.analysis.antecedents[:0]
	for _, l := range s.blocks.byReason(r).lits {
		if l != p && l != noLit {
			s.analysis.antecedents = append(s.analysis.antecedents, l)
		}
	}
}

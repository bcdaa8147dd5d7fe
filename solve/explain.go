package solve

import (
	"math/bits"
	"slices"
)

// Lazy explanation of line deductions. The trail stores only the line and the time of a
// deduction; the reason is computed when conflict analysis needs it.
//
// The line has no arrangement if the deduced cell takes another value, given the eliminations
// before the deduction. The task is to find a small subset of these that suffices.
// Eliminations of level 0, and those that the analysis has seen, are free. The others are
// sorted by age; the shortest prefix that makes the line infeasible ends in a necessary
// elimination, which is kept, and a binary search continues below it. The
// result is minimal and as old as possible, so that learned clauses jump far back.
//
// Cost: about (literals kept) × log₂(line) feasibility tests of 20 ns.

// explainLine sets s.analysis.antecedents to the literals, all false, that forced literal l
// by line i at time from. With l = noLit it explains a contradiction now, and also sets
// s.analysis.conflict. Literals that the analysis has seen are left out.
func (s *core) explainLine(i int, l lit, from int32) {
	s.analysis.antecedents = s.analysis.antecedents[:0]
	if s.board.Word {
		s.explainWord(i, l, from)
	} else {
		s.explainWide(i, l, from)
	}
	if l == noLit {
		s.analysis.source = reason(^i)
		s.analysis.conflict = append(s.analysis.conflict[:0], s.analysis.antecedents...)
	}
}

// wordCase is an infeasible line of a word board.
type wordCase struct {
	white, black uint64    // candidates after the free eliminations
	softW, softB uint64    // cells whose white or black was eliminated and is not free
	order        [64]int32 // soft cells by age: trail index << 8 | cell
	prefix       [65]uint64
	n            int
	base, step   int
}

// gather fills everything but the order.
func (s *core) gather(i int, l lit, from int32, c *wordCase) {
	c.base, c.step = s.board.Cells(i)
	then := event{s.board.Can[2*i], s.board.Can[2*i+1]}
	if l != noLit {
		then = s.events[from]
	}
	seen := s.analysis.seenCells[i]
	c.white, c.black = s.root[2*i], s.root[2*i+1]
	goneW, goneB := c.white&^then.white, c.black&^then.black
	c.white &^= goneW & seen
	c.black &^= goneB & seen
	c.softW, c.softB = goneW&^seen, goneB&^seen
	if l != noLit {
		p := &s.places[l>>1]
		bit := uint64(1) << (p.col & 63)
		if i >= s.board.Height {
			bit = 1 << (p.row & 63)
		}
		if l&1 == 0 {
			c.black &^= bit // assume the cell is white
		} else {
			c.white &^= bit
		}
	}
}

// sort orders the soft cells by age.
func (s *core) sort(c *wordCase) {
	c.n = 0
	for m := c.softW | c.softB; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		key := s.vars[c.base+c.step*j].pos<<8 | int32(j)
		k := c.n
		for ; k > 0 && c.order[(k-1)&63] > key; k-- {
			c.order[k&63] = c.order[(k-1)&63]
		}
		c.order[k&63] = key
		c.n++
	}
	prefix := uint64(0)
	for k := range c.n {
		c.prefix[k] = prefix
		prefix |= 1 << uint(c.order[k&63]&63)
	}
	c.prefix[c.n] = prefix
}

func (s *core) explainWord(i int, l lit, from int32) {
	c := &s.analysis.wordCase
	s.gather(i, l, from, c)
	line := &s.board.Lines[i]
	if !line.FeasibleWord(c.white, c.black) {
		return
	}
	s.sort(c)
	keep := uint64(0)
	mid := c.n - 1 // the newest is nearly always needed
	for hi := c.n; ; {
		lo := 1
		for ; lo < hi; mid = (lo + hi) >> 1 {
			m := c.prefix[mid] | keep
			if line.FeasibleWord(c.white&^(m&c.softW), c.black&^(m&c.softB)) {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		keep |= 1 << uint(c.order[(lo-1)&63]&63)
		hi, mid = lo-1, lo>>1
		if hi == 0 || !line.FeasibleWord(c.white&^(keep&c.softW), c.black&^(keep&c.softB)) {
			break
		}
	}
	for m := keep; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		side := lit(0) // the cell is white: "is black" is false
		if c.softW>>uint(j)&1 != 0 {
			side = 1
		}
		s.analysis.antecedents = append(s.analysis.antecedents, lit(2*(c.base+c.step*j))|side)
	}
}

// impliedWord reports whether literal l of line i follows from level 0 and seen literals, so
// that a learned clause does not need it.
func (s *core) impliedWord(i int, l lit, from int32) bool {
	c := &s.analysis.wordCase
	s.gather(i, l, from, c)
	return !s.board.Lines[i].FeasibleWord(c.white, c.black)
}

// wideCase is wordCase for boards that are not word boards.
type wideCase struct {
	masks []uint64 // candidates after the free eliminations
	trial []uint64
	soft  []softElimination
	kept  []int
}

type softElimination struct {
	pos  int32
	word int32 // of the line's masks
	bit  uint64
	lit  lit // the true literal that eliminated it
}

// gatherWide is gather for any length and colors.
func (s *core) gatherWide(i int, l lit, from int32, c *wideCase) {
	now, root := s.board.Masks(i), s.board.MasksIn(s.root, i)
	words := len(now) / s.board.Colors
	c.masks = append(c.masks[:0], root...)
	c.soft, c.kept = c.soft[:0], c.kept[:0]
	for at := range now {
		for m := root[at] &^ now[at]; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			t := s.eliminationLit(s.board.Cell(i, at%words*64+j), at/words)
			v := &s.vars[t>>1]
			switch {
			case v.pos >= from:
			case s.analysis.seen[t>>1] == seenHeld || s.analysis.seen[t>>1] == seenImplied:
				c.masks[at] &^= 1 << uint(j)
			default:
				c.soft = append(c.soft, softElimination{v.pos, int32(at), 1 << uint(j), t})
			}
		}
	}
	if l != noLit {
		s.suppose(i, l, words, c)
	}
}

// suppose assigns the value that the line excluded to the cell of a deduced literal.
func (s *core) suppose(i int, l lit, words int, c *wideCase) {
	p := s.places[l>>1]
	j := int(p.col)
	if s.board.Shape != nil {
		j = s.board.Shape.At(i, s.cellOf(&p))
	} else if i >= s.board.Height {
		j = int(p.row)
	}
	color := int(p.color)
	if s.board.Colors == 2 {
		color = int(l & 1) // "is black" eliminates white, which is color 0
	}
	for other := range s.board.Colors {
		c.masks[other*words+j>>6] &^= 1 << uint(j&63)
	}
	c.masks[color*words+j>>6] |= 1 << uint(j&63)
	// Other eliminations of the cell are irrelevant now.
	c.soft = slices.DeleteFunc(c.soft, func(x softElimination) bool {
		return int(x.word)%words == j>>6 && x.bit == 1<<uint(j&63)
	})
}

// infeasibleWith tests the line with the first n soft eliminations and the kept ones.
func (s *core) infeasibleWith(i, n int, c *wideCase) bool {
	c.trial = append(c.trial[:0], c.masks...)
	for _, x := range c.soft[:n] {
		c.trial[x.word] &^= x.bit
	}
	for _, k := range c.kept {
		c.trial[c.soft[k].word] &^= c.soft[k].bit
	}
	return !s.board.Lines[i].Feasible(c.trial, &s.board.Scratch)
}

func (s *core) explainWide(i int, l lit, from int32) {
	c := &s.analysis.wideCase
	s.gatherWide(i, l, from, c)
	if s.infeasibleWith(i, 0, c) {
		return
	}
	slices.SortFunc(c.soft, func(a, b softElimination) int { return int(a.pos) - int(b.pos) })
	for hi := len(c.soft); ; {
		lo := 1
		for lo < hi {
			mid := (lo + hi) >> 1
			if s.infeasibleWith(i, mid, c) {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		c.kept = append(c.kept, lo-1)
		hi = lo - 1
		if hi == 0 || s.infeasibleWith(i, 0, c) {
			break
		}
	}
	for _, k := range c.kept {
		s.analysis.antecedents = append(s.analysis.antecedents, c.soft[k].lit^1)
	}
}

// impliedWide is impliedWord for any length and colors.
func (s *core) impliedWide(i int, l lit, from int32) bool {
	c := &s.analysis.wideCase
	s.gatherWide(i, l, from, c)
	return s.infeasibleWith(i, 0, c)
}

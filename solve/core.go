package solve

import (
	"math/bits"
	"slices"

	"nonogram"
	"nonogram/internal/board"
	"nonogram/internal/line"
)

// lit is a literal; the lowest bit negates it. In black and white there is a variable per
// cell:
//
//	2·cell   "is black"        2·cell+1 "is white"
//
// With more colors there is a variable per cell and color, v = cell·colors + c:
//
//	2·v      "is color c"      2·v+1    "is not color c"
type lit uint32

// noLit is not a literal.
const noLit = ^lit(0)

// reason is the antecedent of a literal: 0 for decisions and facts, a clause reference if
// positive, ^line for a deduction by a line, a block rule below ruleReason, or cellReason for
// the rule that a cell has exactly one color.
type reason int32

const (
	noReason   reason = 0
	cellReason reason = -1 << 31
)

// variable describes an assigned variable.
type variable struct {
	level  int32 // decision level
	pos    int32 // index on the trail
	reason reason
	from   int32 // time of a line's deduction: index of the event, or length of the trail if the board is not a word board
}

// event holds the candidates of a line of a word board before it deduced something.
type event struct{ white, black uint64 }

// place is the cell of a variable, and its color.
type place struct {
	row, col uint16
	color    uint8
}

// core is a CDCL search over one board. Literals go on a trail; clauses and lines propagate
// them; conflict analysis learns clauses. Level 0 holds facts.
type core struct {
	board   *board.Board
	picture bool // a drawing, see clustering
	stats   *nonogram.Stats
	stop    *stopper
	trace   *tracer      // nil without trace
	proof   *proofWriter // nil without proof
	peer    *member      // nil outside a portfolio

	vars        []variable
	places      []place
	value       []int8 // by literal: 1 true, -1 false, 0 open
	trail       []lit
	levels      []int32 // by level: length of the trail at its decision
	events      []event // deductions by lines of a word board
	eventMarks  []int32 // by level: number of events at its decision
	head        int     // literals before it are propagated
	assigned    int     // number of cells decided
	cells       int
	root        []uint64 // candidate masks at level 0
	rng         uint64
	restartUnit int64 // conflicts to the first restart

	clauses         clauses   // clauses.go
	order           order     // order.go
	phases          phases    // phases.go
	beliefs         beliefs   // beliefs.go
	analysis        analysis  // analyze.go, explain.go
	probing         probing   // probe.go
	blocks          blocks    // blocks.go
	proofMode       proofMode // proof_mode.go
	solution        []uint8   // colors of the solution blocked last
	proofModeFirst  bool      // set by tests: start in proof mode
	lagrangianFirst bool      // set by tests: start with the Lagrangian bound
}

// reset starts a search on a board after line solving. Decided cells become facts.
func (s *core) reset(b *board.Board, seed uint64, stats *nonogram.Stats, stop *stopper) {
	s.board, s.stats, s.stop = b, stats, stop
	s.cells = b.Width * b.Height
	n := variables(b)
	s.vars = resize(s.vars, n)
	s.value = resize(s.value, 2*n)
	s.trail = s.trail[:0]
	s.levels, s.eventMarks = s.levels[:0], s.eventMarks[:0]
	s.events = s.events[:0]
	s.head, s.assigned = 0, 0
	s.restartUnit, s.peer = lubyUnit, nil
	s.rng = (seed+1)*0x9E3779B97F4A7C15 | 1<<63 // never 0, where xorshift would stay
	s.placeVars(n)
	s.clauses.reset(n)
	s.phases.reset(n)
	s.order.reset(n)
	s.beliefs.reset()
	s.analysis.reset(n, len(b.Lines))
	s.blocks.reset(n)
	s.proofMode = proofMode{}
	s.solution = s.solution[:0]
	s.importFacts()
	s.root = append(s.root[:0], s.board.Can...)
}

// variables returns the number of cell variables of a board.
func variables(b *board.Board) int {
	if b.Colors == 2 {
		return b.Width * b.Height
	}
	return b.Width * b.Height * b.Colors
}

func (s *core) placeVars(n int) {
	s.places = slices.Grow(s.places[:0], n)
	perCell := 1
	if s.board.Colors > 2 {
		perCell = s.board.Colors
	}
	for y := range s.board.Height {
		for x := range s.board.Width {
			for c := range perCell {
				s.places = append(s.places, place{uint16(y), uint16(x), uint8(c)})
			}
		}
	}
}

// importFacts puts the candidates already eliminated on the trail as facts.
func (s *core) importFacts() {
	if s.board.Word {
		s.importWordFacts()
		return
	}
	for y := range s.board.Height {
		for x := range s.board.Width {
			var set line.Set
			if s.board.Shape != nil {
				set = s.board.CandidatesAt(y*s.board.Width + x)
			} else {
				set = s.board.Candidates(y, x)
			}
			if set == line.All(s.board.Colors) {
				continue
			}
			for c := range s.board.Colors {
				if set>>uint(c)&1 == 0 {
					s.push(s.eliminationLit(y*s.board.Width+x, c), noReason, 0)
				}
			}
			if set&(set-1) == 0 {
				s.assigned++
				if s.board.Colors > 2 {
					s.push(lit(2*(y*s.board.Width+x)*s.board.Colors+2*bits.TrailingZeros64(uint64(set))), noReason, 0)
				}
			}
		}
	}
	s.head = len(s.trail)
}

// importWordFacts is importFacts for a word board, a row at a time.
func (s *core) importWordFacts() {
	for y := range s.board.Height {
		white, black := s.board.Can[2*y], s.board.Can[2*y+1]
		for decided := white ^ black; decided != 0; decided &= decided - 1 {
			x := bits.TrailingZeros64(decided)
			s.push(lit(2*(y*s.board.Width+x)+int(white>>x&1)), noReason, 0)
		}
	}
	s.head = len(s.trail)
	s.assigned = s.head
}

// eliminationLit is the literal that a cell does not have a color.
func (s *core) eliminationLit(cell, color int) lit {
	if s.board.Colors == 2 {
		return lit(2*cell + color)
	}
	return lit(2*(cell*s.board.Colors+color) + 1)
}

// push puts a true literal on the trail without updating the lines.
func (s *core) push(l lit, r reason, from int32) {
	s.value[l], s.value[l^1] = 1, -1
	s.vars[l>>1] = variable{int32(len(s.levels)), int32(len(s.trail)), r, from}
	s.trail = append(s.trail, l)
}

// enqueue makes an open literal true: it goes on the trail, candidates are eliminated, and
// the lines through the cell are enqueued, except the line that deduced it.
func (s *core) enqueue(l lit, r reason, from int32) {
	s.push(l, r, from)
	if s.isCell(int32(l >> 1)) {
		s.updateLines(l, r)
	}
}

func (s *core) updateLines(l lit, r reason) {
	p := &s.places[l>>1]
	if s.board.Shape != nil {
		s.updateLinesOnShape(l, p, r)
		return
	}
	row, col := int(p.row), s.board.Height+int(p.col)
	if s.board.Word {
		side := int(l & 1)
		s.board.Can[2*row+side] &^= 1 << (p.col & 63)
		s.board.Can[2*col+side] &^= 1 << (p.row & 63)
		s.assigned++
	} else if !s.enqueueWide(l, p) {
		return
	}
	if r != reason(^row) {
		s.board.Enqueue(row)
	}
	if r != reason(^col) {
		s.board.Enqueue(col)
	}
}

func (s *core) updateLinesOnShape(l lit, p *place, r reason) {
	if !s.enqueueWide(l, p) {
		return
	}
	for _, q := range s.linesOnShape(p) {
		if r != reason(^q.Line) {
			s.board.Enqueue(int(q.Line))
		}
	}
}

// enqueueWide eliminates candidates on boards that are not word boards, and reports whether
// there were any.
func (s *core) enqueueWide(l lit, p *place) bool {
	color := int(p.color)
	switch {
	case s.board.Colors == 2:
		s.assigned++
		color = int(l & 1)
	case l&1 == 0:
		s.assigned++ // cellRule eliminates the other colors
		return false
	}
	if s.board.Shape != nil {
		s.board.EliminateAt(int(p.row)*s.board.Width+int(p.col), color)
	} else {
		s.board.Eliminate(int(p.row), int(p.col), color)
	}
	return true
}

// decide opens a new level with a literal.
func (s *core) decide(l lit) {
	s.stats.Guesses++
	s.newLevel()
	if s.trace != nil {
		s.traceGuess(l)
	}
	s.enqueue(l, noReason, 0)
}

func (s *core) newLevel() {
	s.levels = append(s.levels, int32(len(s.trail)))
	s.eventMarks = append(s.eventMarks, int32(len(s.events)))
}

// backtrack undoes all assignments above a level.
func (s *core) backtrack(level int) {
	if len(s.levels) <= level {
		return
	}
	if s.trace != nil {
		s.trace.leave(level)
	}
	keep := int(s.levels[level])
	value, saved, place := s.value, s.phases.saved, s.order.index
	gone := s.trail[keep:]
	for i := len(gone) - 1; i >= 0; i-- {
		l := gone[i]
		v := l >> 1
		value[l], value[l^1] = 0, 0
		saved[v] = int8(l & 1)
		if s.isCell(int32(v)) {
			s.unassign(l)
		}
		if place[v] < 0 {
			s.order.restore(int32(v))
		}
	}
	s.trail = s.trail[:keep]
	s.levels = s.levels[:level]
	s.events = s.events[:s.eventMarks[level]]
	s.eventMarks = s.eventMarks[:level]
	s.head = keep
	s.board.ClearQueue()
}

// unassign undoes the effect of enqueue on the masks.
func (s *core) unassign(l lit) {
	p := &s.places[l>>1]
	if s.board.Word {
		side := int(l & 1)
		s.board.Can[2*int(p.row)+side] |= 1 << (p.col & 63)
		s.board.Can[2*(s.board.Height+int(p.col))+side] |= 1 << (p.row & 63)
		s.assigned--
		return
	}
	color := int(p.color)
	switch {
	case s.board.Colors == 2:
		s.assigned--
		color = int(l & 1)
	case l&1 == 0:
		s.assigned--
		return
	}
	if s.board.Shape != nil {
		s.board.RestoreAt(int(p.row)*s.board.Width+int(p.col), color)
	} else {
		s.board.Restore(int(p.row), int(p.col), color)
	}
}

// complete reports whether every cell is decided.
func (s *core) complete() bool { return s.assigned == s.cells }

// bytes estimates the memory beyond that of the cell variables.
func (s *core) bytes() int64 { return s.clauses.bytes() + s.blocks.bytes() }

// saveRoot copies the masks of level 0, which explanations use freely.
func (s *core) saveRoot() { copy(s.root, s.board.Can) }

// rand is a xorshift generator.
func (s *core) rand() uint64 {
	s.rng ^= s.rng << 13
	s.rng ^= s.rng >> 7
	s.rng ^= s.rng << 17
	return s.rng
}

// uniform returns a number in [0, 1).
func (s *core) uniform() float64 { return float64(float64(s.rand()>>11) / (1 << 53)) }

// resize returns n zero values, in the memory of s if possible.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

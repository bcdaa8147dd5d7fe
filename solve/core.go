package solve

import (
	"math/bits"

	"nonogram"
	"nonogram/internal/board"
	"nonogram/internal/line"
)

// lit is a literal: a statement about one cell, or its opposite (the lowest bit
// flipped). In black and white there is a variable per cell and
//
//	2·cell   "is black"        2·cell+1 "is white"
//
// With more colors there is a variable for every cell and color, v = cell·colors + c,
//
//	2·v      "is color c"      2·v+1    "is not color c"
type lit uint32

// noLit is no literal at all.
const noLit = ^lit(0)

// reason says why a literal is true: 0 for a decision or a fact, a positive
// number is the place of a clause, and below zero are ^line for a line's
// deduction, rules of blocks, and cellReason for a cell having exactly one color.
type reason int32

const (
	noReason   reason = 0
	cellReason reason = -1 << 31
)

// variable is what the search knows of an assigned variable.
type variable struct {
	level  int32  // how many decisions lie below it
	pos    int32  // its place on the trail
	reason reason // why it has its value
	from   int32  // when the line of its reason was solved: which event, or on wide boards the length of the trail
}

// event is the candidates of a line of a word board at the moment it deduced
// something.
type event struct{ white, black uint64 }

// place is the row and column of a variable's cell, and its color.
type place struct {
	row, col uint16
	color    uint8
}

// peer is how a search takes part in a team.
type peer interface {
	note(clause []lit, glue int) // is told of every clause learned
	exchange()                   // is called at every restart, at level 0
}

// core is the learning search over one board: assignments on a trail, clauses
// and lines that propagate them, and conflict analysis. It works at any level;
// level 0 holds what is certain.
type core struct {
	board   *board.Board
	picture bool // cells cluster as in a drawing, see clustering
	stats   *nonogram.Stats
	stop    *stopper
	trace   *tracer      // nil: nobody listens
	proof   *proofWriter // nil: nobody asks why
	peer    peer         // nil for a search on its own

	vars        []variable
	places      []place
	value       []int8 // of every literal: 1 true, -1 false, 0 open
	trail       []lit
	levels      []int32 // length of the trail at each decision
	events      []event // what lines of a word board looked like when they deduced something
	eventMarks  []int32 // number of events at each decision
	head        int     // literals before it have gone through the clauses
	assigned    int     // cells decided
	cells       int
	root        []uint64 // the masks as of level 0
	rng         uint64
	restartUnit int64 // conflicts to the first restart

	clauses         clauses   // what it has learned (clauses.go)
	order           order     // what to decide next (order.go)
	phases          phases    // which value to try first (phases.go)
	beliefs         beliefs   // how likely every value is (beliefs.go)
	analysis        analysis  // the conflict at hand (analyze.go, explain.go)
	probing         probing   // what has been probed (probe.go)
	blocks          blocks    // literals of blocks, in proofs (blocks.go)
	proofMode       proofMode // the state of the proof phase (refute.go)
	solution        []bool    // the cells filled in the solution forbidden last, of black and white (weigh.go)
	proofModeFirst  bool      // the proof phase begins at once; tests do that
	lagrangianFirst bool      // weighing comes first; tests do that
}

// reset starts a search on a board that stage 0 has settled: its decided cells
// become facts, the others are open.
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

// variables is the number of variables of a search on a board.
func variables(b *board.Board) int {
	if b.Colors == 2 {
		return b.Width * b.Height
	}
	return b.Width * b.Height * b.Colors
}

func (s *core) placeVars(n int) {
	s.places = resize(s.places, n)
	v := 0
	for y := range s.board.Height {
		for x := range s.board.Width {
			if s.board.Colors == 2 {
				s.places[v] = place{uint16(y), uint16(x), 0}
				v++
				continue
			}
			for c := range s.board.Colors {
				s.places[v] = place{uint16(y), uint16(x), uint8(c)}
				v++
			}
		}
	}
}

// adopt turns what the masks already exclude into facts on the trail.
func (s *core) importFacts() {
	for y := range s.board.Height {
		for x := range s.board.Width {
			set := s.board.Candidates(y, x)
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

// strikeLit is the literal that says a cell does not have a color.
func (s *core) eliminationLit(cell, color int) lit {
	if s.board.Colors == 2 {
		return lit(2*cell + color)
	}
	return lit(2*(cell*s.board.Colors+color) + 1)
}

// push puts a true literal on the trail without telling the lines.
func (s *core) push(l lit, r reason, from int32) {
	s.value[l], s.value[l^1] = 1, -1
	s.vars[l>>1] = variable{int32(len(s.levels)), int32(len(s.trail)), r, from}
	s.trail = append(s.trail, l)
}

// enqueue makes an open literal true: it goes on the trail, its cell's
// candidates shrink, and the lines through the cell are queued, except the one
// that deduced it, which has nothing to add.
func (s *core) enqueue(l lit, r reason, from int32) {
	s.push(l, r, from)
	if s.isCell(int32(l >> 1)) {
		s.updateLines(l, r)
	}
}

// tellLines is enqueue's part for cells.
func (s *core) updateLines(l lit, r reason) {
	p := &s.places[l>>1]
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

// enqueueWide is enqueue's part for long lines and for colors. It reports
// whether any candidate was struck.
func (s *core) enqueueWide(l lit, p *place) bool {
	if s.board.Colors == 2 {
		s.board.Eliminate(int(p.row), int(p.col), int(l&1))
		s.assigned++
		return true
	}
	if l&1 == 0 {
		s.assigned++ // the strikes of the other colors follow from the cell's rule
		return false
	}
	s.board.Eliminate(int(p.row), int(p.col), int(p.color))
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

// newLevel opens a level.
func (s *core) newLevel() {
	s.levels = append(s.levels, int32(len(s.trail)))
	s.eventMarks = append(s.eventMarks, int32(len(s.events)))
}

// cancel goes back to a level, opening everything above it.
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

// unassign undoes enqueue's effect on the masks.
func (s *core) unassign(l lit) {
	p := &s.places[l>>1]
	if s.board.Word {
		side := int(l & 1)
		s.board.Can[2*int(p.row)+side] |= 1 << (p.col & 63)
		s.board.Can[2*(s.board.Height+int(p.col))+side] |= 1 << (p.row & 63)
		s.assigned--
		return
	}
	switch {
	case s.board.Colors == 2:
		s.board.Restore(int(p.row), int(p.col), int(l&1))
		s.assigned--
	case l&1 == 0:
		s.assigned--
	default:
		s.board.Restore(int(p.row), int(p.col), int(p.color))
	}
}

// complete reports whether every cell is decided.
func (s *core) complete() bool { return s.assigned == s.cells }

// bytes estimates what this run holds beyond its variables.
func (s *core) bytes() int64 { return s.clauses.bytes() + s.blocks.bytes() }

// noteRoot remembers the masks of level 0, which explanations may use freely.
func (s *core) saveRoot() { copy(s.root, s.board.Can) }

// rand is a xorshift generator.
func (s *core) rand() uint64 {
	s.rng ^= s.rng << 13
	s.rng ^= s.rng >> 7
	s.rng ^= s.rng << 17
	return s.rng
}

// uniform is a number in [0, 1).
func (s *core) uniform() float64 { return float64(float64(s.rand()>>11) / (1 << 53)) }

// resize returns a slice of n zero values, in s's memory if that is enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

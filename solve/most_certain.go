package solve

import (
	"math"
	"math/bits"

	"nonogram/internal/line"
)

// Decisions and phases from the beliefs. A dive decides the most certain open cell. On a word
// board only rows with changes are compared again; on other boards one scan lists a few
// candidates.

// choice is an open literal and its certainty, as the bit pattern of a positive number, which
// has the same order.
type choice struct {
	certainty uint64
	l         lit
}

// rowBest is the most certain open cell of a row of a word board. It remains so until it is
// decided or a line through one of the cells is updated, so that few cells have to be
// compared again.
type rowBest struct {
	certainty uint64 // 0 if no cell is open
	seen      uint64 // the open cells compared
	col       uint
}

// allCells is the mask of all cells of a row.
const allCells = ^uint64(0)

// mostCertain returns the open literal with the most certain belief; noLit if every cell is
// decided.
func (s *core) mostCertain() lit {
	if s.board.Word {
		return s.mostCertainWord()
	}
	b := &s.beliefs
	for n := len(b.list); n > 0; n = len(b.list) {
		l := b.list[n-1].l
		b.list = b.list[:n-1]
		if s.value[l] == 0 {
			return l
		}
	}
	s.scanWide()
	if len(b.list) == 0 {
		return noLit
	}
	l := b.list[len(b.list)-1].l
	b.list = b.list[:len(b.list)-1]
	return l
}

func (s *core) mostCertainWord() lit {
	b, can, width := &s.beliefs, s.board.Can, s.board.Width
	updated, belief := b.updatedCols, b.black
	b.updatedCols = 0
	best, certainty := 0, uint64(0)
	for y := range b.rows {
		r := &b.rows[y]
		if open := can[2*y] & can[2*y+1]; open != r.seen || updated != 0 {
			known := r.seen & open &^ updated
			r.seen = open
			fresh := open &^ known
			if known>>(r.col&63)&1 == 0 {
				r.certainty, fresh = 0, open
			}
			if fresh != 0 {
				r.scan(belief[y*width:], fresh)
			}
		}
		if r.certainty > certainty {
			best, certainty = y, r.certainty
		}
	}
	if certainty == 0 {
		return noLit
	}
	v := best*width + int(b.rows[best].col)
	return lit(2*v) + lit(math.Float64bits(belief[v]-0.5)>>63)
}

// randomDue reports whether the next decision of a dive is random: the first few on a board
// of noise, after the first conflict.
func (s *core) randomDue() bool {
	return s.stats.Conflicts > 0 && len(s.levels) < randomDecisions && s.board.Word && !s.picture
}

// randomDecision draws a cell whose belief is neither certain nor indifferent, and a value
// according to the belief; noLit if a few draws find none. The most certain cells are the
// same in every dive, and if one is wrong all dives fail alike.
func (s *core) randomDecision() lit {
	for range randomDraws {
		v := int(s.rand() % uint64(s.cells))
		black := s.beliefs.black[v]
		if lean := math.Abs(black - 0.5); s.value[2*v] != 0 || lean <= randomMin || lean >= randomMax {
			continue
		}
		if s.uniform() > black {
			return lit(2*v + 1)
		}
		return lit(2 * v)
	}
	return noLit
}

// scan looks for a more certain cell among some cells of the row. Inlined, it would have too
// few registers.
//
//go:noinline
func (r *rowBest) scan(belief []float64, cells uint64) {
	certainty, col := r.certainty, r.col
	for ; cells != 0; cells &= cells - 1 {
		x := bits.TrailingZeros64(cells)
		if far := math.Float64bits(belief[x]-0.5) << 1; far >= certainty {
			certainty, col = far+1, uint(x)
		}
	}
	r.certainty, r.col = certainty, col
}

// scanWide lists the most certain open literals of a board that is not a word board.
func (s *core) scanWide() {
	b, least := &s.beliefs, uint64(0)
	set := uint64(line.All(s.board.Colors))
	for y := range s.board.Height {
		b.open = openCells(s.board.Masks(y), s.board.Colors, b.open[:0])
		for _, x := range b.open {
			if s.board.Colors > 2 {
				set = uint64(s.board.Candidates(y, int(x)))
			}
			cell := y*s.board.Width + int(x)
			color, odds := s.belief(cell, set)
			if certainty := math.Float64bits(odds); certainty > least {
				least = b.offer(certainty, s.valueLit(cell, color))
			}
		}
	}
}

// belief returns the likeliest color of a cell among its candidates, and its odds against all
// others together.
func (s *core) belief(cell int, set uint64) (color int, odds float64) {
	at := cell * s.board.Colors
	total, best := 0.0, -1.0
	for ; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		w := float64(s.beliefs.toCol[at+c] * s.beliefs.toRow[at+c])
		total += w
		if w > best {
			color, best = c, w
		}
	}
	return color, best / max(total-best, 1e-12*total, 1e-300)
}

// valueLit is the literal that a cell has a color.
func (s *core) valueLit(cell, color int) lit {
	if s.board.Colors == 2 {
		return lit(2*cell + 1 - color)
	}
	return lit(2 * (cell*s.board.Colors + color))
}

// offer puts a literal on the list, which is sorted, best last, and drops the least certain
// one if the list is full. It returns the certainty that the next literal has to exceed.
func (b *beliefs) offer(certainty uint64, l lit) (least uint64) {
	n := len(b.list)
	if n == listLength {
		copy(b.list, b.list[1:])
		n--
	} else {
		b.list = append(b.list, choice{})
	}
	for n > 0 && b.list[n-1].certainty > certainty {
		b.list[n] = b.list[n-1]
		n--
	}
	b.list[n] = choice{certainty, l}
	if len(b.list) < listLength {
		return 0
	}
	return b.list[0].certainty
}

// initPhases takes phases and activities from the root beliefs if that is still pending.
func (s *core) initPhases() {
	if !s.phases.pending {
		return
	}
	s.phases.pending = false
	b := &s.beliefs
	b.toCol, b.rootToCol = b.rootToCol, b.toCol
	b.toRow, b.rootToRow = b.rootToRow, b.toRow
	s.phasesFromBeliefs(true)
	b.toCol, b.rootToCol = b.rootToCol, b.toCol
	b.toRow, b.rootToRow = b.rootToRow, b.toRow
}

// phasesFromBeliefs sets the saved phase of every open variable to the likelier value, and at
// the root its activity to the certainty.
func (s *core) phasesFromBeliefs(root bool) {
	if s.board.Colors > 2 {
		s.colorPhasesFromBeliefs(root)
	} else {
		for v := range s.cells {
			if s.value[2*v] != 0 && (!root || s.vars[v].level == 0) {
				continue
			}
			odds := s.blackOdds(v)
			p := odds / (1 + odds)
			s.phases.saved[v] = 0
			if p < 0.5 {
				s.phases.saved[v] = 1
			}
			if root {
				s.order.activity[v] = max(2*p-1, 1-2*p)
			}
		}
	}
	if root {
		s.order.rebuild()
	}
}

// blackOdds returns the odds black : white of a black-and-white cell.
func (s *core) blackOdds(v int) float64 {
	b := &s.beliefs
	if s.board.Word {
		return b.toCol[v] * b.toRow[v]
	}
	return b.toCol[2*v+1] * b.toRow[2*v+1] / (b.toCol[2*v] * b.toRow[2*v])
}

func (s *core) colorPhasesFromBeliefs(activity bool) {
	for cell := range s.cells {
		set := uint64(s.board.Candidates(cell/s.board.Width, cell%s.board.Width))
		if set&(set-1) == 0 {
			continue
		}
		color, odds := s.belief(cell, set)
		for c := range s.board.Colors {
			v := cell*s.board.Colors + c
			s.phases.saved[v] = 1
			if c == color {
				s.phases.saved[v] = 0
			}
			if activity {
				s.order.activity[v] = 0
				if c == color {
					s.order.activity[v] = odds / (1 + odds)
				}
			}
		}
	}
}

package lab

import (
	"math/bits"

	"nonogram"
)

// The "wiki" technique: simple boxes and simple spaces, after Wikipedia's article on
// nonograms. A cell is fixed if all possibilities of its row agree on it, or all of its
// column. Every line is solved once, before the search, without regard to other lines. (Of
// a block of 4 in a line of 6 the middle two cells are simple boxes.)
//
// Liao's program slides the tightly packed clue along the line instead of enumerating the
// possibilities. The result is the same: a cell is covered in every position only if it is
// inside one block throughout, and in none only if the line has no slack.
//
// Cost: the possibilities of all lines, once. Source: Liao, section IV.

// wiki adds to the given cells those on which the possibilities of a line agree. False
// means that there is no solution, because the marks contradict each other, or that the run
// is over.
func (r *run) wiki() (marks, bool) {
	m := r.given.clone()
	for line, k := range r.given.lines {
		r.result.Stats.LineSolves++
		a := newAgreement()
		done := arrange(&r.clues[line], func(cells uint64) bool {
			if k.allows(cells) {
				a.add(cells)
			}
			r.look(1)
			return r.tick(1)
		})
		if !done || a.count == 0 || !r.fix(&m, line, a.known(r.clues[line].n)) {
			return m, false
		}
	}
	return m, true
}

// fix marks the known cells of a line; false if they contradict the board.
func (r *run) fix(m *marks, line int, k known) bool {
	for cells := k.cells; cells != 0; cells &= cells - 1 {
		i := bits.TrailingZeros64(cells)
		y, x := r.position(line, i)
		box := k.boxes>>uint(i)&1 != 0
		if m.rows[y].cells>>uint(x)&1 != 0 {
			if m.rows[y].boxes>>uint(x)&1 != 0 != box {
				return false
			}
			continue
		}
		m.set(y, x, box)
		if r.trace != nil {
			r.emitFix(y, x, box)
		}
	}
	return true
}

func (r *run) emitFix(y, x int, box bool) {
	r.emit(nonogram.Event{Kind: nonogram.EventFix, Row: y + 1, Column: x + 1, Cells: r.symbol(box)})
}

// symbol formats a cell.
func (r *run) symbol(box bool) string {
	if box {
		return r.line(1, 1)
	}
	return r.line(0, 1)
}

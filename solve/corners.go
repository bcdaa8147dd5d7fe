package solve

import "slices"

// searchFromCorners tries to fill the board from each of its corners, by rows and by columns:
// every cell in turn gets the first ink that propagation leaves it, and the first conflict
// ends the attempt. Drawings of a repeated shape, such as staircases, often have such a
// solution, far from those that dives find. The search for the second solution of two
// 8-doms that share lines takes 60,000 → 2 conflicts.
//
// Before: any level. After satisfied: the solution is on the board. After refuted: there is
// no solution. After paused: level 0, with the phases and activities of before.
//
// Cost: a pass over the board for each of eight orders. Source: the lucky phases of CaDiCaL.
func (s *core) searchFromCorners() outcome {
	s.initPhases()
	saved, activity := slices.Clone(s.phases.saved), slices.Clone(s.order.activity)
	out := paused
	for way := 0; way < 8 && out == paused; way++ {
		s.backtrack(0)
		s.phases.forget()
		for cell := range s.cells {
			s.setCornerOrder(cell, way)
		}
		s.order.rebuild()
		out = s.search(1, false, noLit)
	}
	if out == paused {
		copy(s.phases.saved, saved)
		copy(s.order.activity, activity)
		s.order.rebuild()
		s.phases.forget()
	}
	return out
}

// setCornerOrder sets phase and activity of a cell in one of eight ways: bit 0 of way starts
// at the bottom, bit 1 on the right, and bit 2 goes by columns.
func (s *core) setCornerOrder(cell, way int) {
	h, w := s.board.Height, s.board.Width
	y, x := cell/w, cell%w
	if way&1 != 0 {
		y = h - 1 - y
	}
	if way&2 != 0 {
		x = w - 1 - x
	}
	at := y*w + x
	if way&4 != 0 {
		at = x*h + y
	}
	for c := 1; c < s.board.Colors; c++ {
		l := s.valueLit(cell, c)
		s.order.activity[l>>1] = float64(s.cells-at) * s.order.bumpBy
		s.phases.saved[l>>1] = 0
	}
}

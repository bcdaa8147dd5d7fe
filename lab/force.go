package lab

import (
	"math"
	"math/bits"

	"nonogram"
)

// Random boards: force.
//
// Up to max_iter boards with the right number of boxes are drawn uniformly, until one fits
// the clues. Given cells are kept. The method is incomplete: it ends with a solution or
// stalled.
//
// Cost: about C(n·m, k) draws for a unique solution with k boxes: 126 for 3×3 with 5 boxes,
// five million for 5×5 with 12.
//
// Source: the R package nonogram, algorithm "force", whose default max_iter is 10. (The
// package draws each cell with the probability of a box; here the number is exact.)

// defaultMaxIter is the default of max_iter.
const defaultMaxIter = 10

// endless is a max_iter without limit.
const endless = math.MaxInt64

// force returns the search of force.
func force(maxIter int64) search {
	if maxIter <= 0 {
		maxIter = defaultMaxIter
	}
	return func(r *run) bool {
		s := newForceSearch(r)
		if s.draw < 0 || s.draw > len(s.free) {
			return true // too many given boxes, or too few free cells
		}
		for range maxIter {
			if !s.propose() {
				return false
			}
		}
		r.reason = nonogram.StopStalled
		return false
	}
}

type forceSearch struct {
	*run
	board
	free []int // the cells that are not given, in reading order at first
	draw int   // the number of boxes to draw
	pick func(n int) int
}

func newForceSearch(r *run) *forceSearch {
	s := &forceSearch{run: r, board: newBoard(r.width, r.height), pick: r.random().IntN}
	for _, clue := range r.p.Rows {
		s.draw += clue.Cells()
	}
	for y, k := range r.given.rows {
		s.draw -= bits.OnesCount64(k.boxes)
		for x := range r.width {
			if k.cells>>uint(x)&1 == 0 {
				s.free = append(s.free, y*r.width+x)
			}
		}
	}
	return s
}

// propose draws a board and checks it; false if the run is over.
func (s *forceSearch) propose() bool {
	if !s.open() || !s.tick(s.draw) {
		return false
	}
	for y, k := range s.given.rows {
		s.place(y, k.boxes)
	}
	for i := range s.draw {
		j := i + s.pick(len(s.free)-i)
		s.free[i], s.free[j] = s.free[j], s.free[i]
		y, x := s.free[i]/s.width, s.free[i]%s.width
		s.rows[y] |= 1 << uint(x)
		s.cols[x] |= 1 << uint(y)
	}
	if s.trace != nil {
		s.emitBoard()
	}
	s.result.Stats.Boards++
	if !s.fits() {
		return s.prune()
	}
	return s.again(s.rows) && s.leave(s.result.Stats.Nodes, 1)
}

func (s *forceSearch) fits() bool {
	for y, row := range s.rows {
		if !s.checkRow(y, s.width, row) {
			return false
		}
	}
	for x, col := range s.cols {
		if !s.checkCol(x, s.height, col) {
			return false
		}
	}
	return true
}

func (s *forceSearch) emitBoard() {
	e := nonogram.Event{Kind: nonogram.EventPlace}
	for _, row := range s.rows {
		e.Cells += s.line(row, s.width)
	}
	s.emitOpened(e, 0, 1)
}

package lab

import (
	"math/bits"
	"math/rand/v2"

	"nonogram"
)

// Random boards: force.
//
// Up to max_iter boards are drawn until one fits the clues. Given cells are kept. The method
// is incomplete: it ends with a solution or stalled.
//
// With draw=boxes a board has exactly as many boxes as the clues, all such boards being
// equally likely. With draw=cells every cell is a box with the probability that makes this
// number the expected one.
//
// Cost: for a unique solution with k boxes, and p = k/(n·m), about C(n·m, k) draws, or
// 1/(p^k · (1−p)^(n·m−k)) with cells: 84 and 307 for the source's example of 3×3 with 6
// boxes, five million and 33 million for 5×5 with 12.
//
// Source: the R package nonogram, algorithm "force". Its text has proposals of the right
// proportion of boxes and a default max_iter of 10; its program draws cell by cell, with
// a default of 100, and compares the clues of all rows as one list.

// force returns the search of force.
func force(c config) search {
	return func(r *run) bool {
		s := newForceSearch(r)
		s.byCell = c.values["draw"] == "cells"
		if s.draw < 0 || s.draw > len(s.free) {
			return true // too many given boxes, or too few free cells
		}
		for range c.number("max_iter") {
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
	free   []int // the cells that are not given, in reading order at first
	draw   int   // the number of boxes to draw
	byCell bool  // draw each cell by itself
	random *rand.Rand
}

func newForceSearch(r *run) *forceSearch {
	s := &forceSearch{run: r, board: newBoard(r.width, r.height), random: r.random()}
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
	s.look(s.height - 1) // a node is one
	for y, k := range s.given.rows {
		s.place(y, k.boxes)
	}
	for i, n := 0, s.shuffle(); i < n; i++ {
		y, x := s.free[i]/s.width, s.free[i]%s.width
		s.rows[y] |= 1 << uint(x)
		s.cols[x] |= 1 << uint(y)
	}
	if s.trace != nil {
		s.emitOpened(nonogram.Event{Kind: nonogram.EventPlace, Cells: s.cells(s.rows)}, 0, 1)
	}
	if !s.fits(&s.board) {
		return s.prune()
	}
	return s.again(s.rows) && s.leave(s.result.Stats.Nodes, 1)
}

// shuffle moves the cells that are drawn to the front and returns their number.
func (s *forceSearch) shuffle() int {
	if !s.byCell {
		for i := range s.draw {
			j := i + s.random.IntN(len(s.free)-i)
			s.free[i], s.free[j] = s.free[j], s.free[i]
		}
		return s.draw
	}
	n := 0
	for i := range s.free {
		if s.random.IntN(len(s.free)) < s.draw {
			s.free[i], s.free[n] = s.free[n], s.free[i]
			n++
		}
	}
	return n
}

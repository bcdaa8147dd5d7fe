package lab

import (
	"math/bits"

	"nonogram"
)

// Moving blocks: shift_bfs.
//
// The first board has the blocks of every row packed to the left. A move shifts one
// block, together with the gap behind it, one step to the right. Boards are visited
// in the order of the number of moves, each once, until the columns fit:
//
//	1 2    ██··██████··     ██····██████       the block of 2 has moved
//	       ──────────► gap  ──────────────►
//
// Cost: every board that the rows allow, O(n^n) in the source's estimate, each with
// a look at its columns and one at the boards already seen. Memory for all boards
// seen. With no slack in the rows there is a single one, with a single block in
// each (n−1)^n and more.
//
// Source: Peng. "5×5 at once; 10×10 takes very long" (C).

// shiftBreadth makes shift_bfs.
func shiftBreadth(r *run) bool {
	s := &shiftSearch{run: r, board: newBoard(r.width, r.height)}
	s.seen.init(r)
	return s.all()
}

type shiftSearch struct {
	*run
	board
	seen   boardSet
	parent int64 // the node whose moves are made
}

// all visits every board. They wait in the set in the order in which they came.
func (s *shiftSearch) all() bool {
	for y := range s.height {
		s.place(y, s.rowClues[y].tight())
	}
	if !s.visit(0, 0) {
		return false
	}
	level, moves := 1, 1
	for next := 0; next < s.seen.count; next++ {
		if next == level {
			level = s.seen.count
			moves++
		}
		s.parent = int64(next) + 1
		for y := range s.height {
			s.place(y, s.seen.row(next, y))
		}
		if !s.moves(moves) {
			return false
		}
	}
	return true
}

// moves makes every move there is on the board at hand.
func (s *shiftSearch) moves(depth int) bool {
	for y := range s.height {
		row := s.rows[y]
		for rest := row; rest != 0; {
			start := bits.TrailingZeros64(rest)
			end := start + bits.TrailingZeros64(^(rest >> uint(start)))
			rest &^= prefix(end)
			// The cell behind the block must be there and free, and the one
			// behind that must not begin another block.
			if end == s.width || row>>uint(end+1)&1 != 0 {
				continue
			}
			s.place(y, row&^(1<<uint(start))|1<<uint(end))
			if !s.visit(y+1, depth) {
				return false
			}
		}
		s.place(y, row)
	}
	return true
}

// visit checks the board at hand, unless it has been seen before. moved is the
// number of the row that has changed, 0 for the first board.
func (s *shiftSearch) visit(moved, depth int) bool {
	isNew, ok := s.seen.add(s.rows)
	if !ok || !isNew {
		return ok
	}
	if !s.run.open() {
		return false
	}
	if s.trace != nil {
		s.emitMove(moved, depth)
	}
	for x, col := range s.cols {
		if !s.checkCol(x, s.height, col) {
			return s.conflict()
		}
	}
	for y, row := range s.rows {
		if !s.given.rows[y].allows(row) {
			return s.conflict()
		}
	}
	return s.solution(s.rows)
}

func (s *shiftSearch) emitMove(moved, depth int) {
	e := nonogram.Event{Kind: nonogram.EventPlace, Row: moved}
	for y, row := range s.rows {
		if moved == 0 || moved == y+1 {
			e.Cells += s.line(row, s.width)
		}
	}
	s.emitOpened(e, s.parent, depth)
}

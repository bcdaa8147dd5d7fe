package lab

import (
	"math/bits"

	"nonogram"
)

// Moving blocks: shift_bfs.
//
// The first board has the blocks of every row packed to the left. A move shifts one
// block, together with the gap after it, one step to the right. Boards are visited in the
// order of the number of moves until the columns fit:
//
//	1 2    ██··██████··     ██····██████       the block of 2 has moved
//	       ──────────► gap  ──────────────►
//
// A board that several orders of moves reach is queued once for each of them, as in the
// source. With visited, an addition of this package, boards are visited once. With columns
// the first board packs the columns upwards, and the rows have to fit; the source does not
// say which side moves.
//
// Cost: the boards that the rows allow, O(n^n) in the source's estimate, each with a check
// of its columns; with a plain queue every board once for each order of its moves, m! for m
// moves of different blocks. Memory for the queued boards, or with visited for all boards.
// Without slack in the rows there is one board, with a single block in each n^n.
//
// Source: Peng. "5×5 at once; 10×10 takes very long" (C). On his example with 45 boards
// queue visits 117 boards up to the solution, visited 34.

// shiftBreadth makes shift_bfs.
func shiftBreadth(c config) search {
	return func(r *run) bool {
		s := newShiftSearch(r, c.values["side"] == "columns")
		s.boards = newBoardQueue(r, len(s.clues), s.n, c.values["boards"] == "visited")
		return s.all()
	}
}

// shiftSearch moves blocks in the lines of one side, called lines here, and checks the
// crossing ones.
type shiftSearch struct {
	*run
	board           // its rows are the lines
	first    int    // the number of the first line
	crossing int    // that of the first crossing line
	clues    []clue // of the lines
	n        int    // cells of a line
	boards   *boardQueue
	parent   int64 // the node whose children are generated
}

func newShiftSearch(r *run, upright bool) *shiftSearch {
	s := &shiftSearch{run: r, crossing: r.height, clues: r.clues[:r.height], n: r.width}
	if upright {
		s.first, s.crossing, s.clues, s.n = r.height, 0, r.clues[r.height:], r.height
	}
	s.board = newBoard(s.n, len(s.clues))
	return s
}

// all visits every board in the order of the queue.
func (s *shiftSearch) all() bool {
	for i := range s.clues {
		s.place(i, s.clues[i].tight())
	}
	if !s.visit(0, 0) {
		return false
	}
	level, moves := 1, 1
	for next := 0; next < s.boards.count; next++ {
		if next == level {
			level = s.boards.count
			moves++
		}
		s.parent = int64(next) + 1
		for i := range s.clues {
			s.place(i, s.boards.line(next, i))
		}
		s.boards.drop(next + 1)
		if !s.moves(moves) {
			return false
		}
	}
	return true
}

// moves makes every move on the current board.
func (s *shiftSearch) moves(depth int) bool {
	for i := range s.clues {
		line := s.rows[i]
		for rest := line; rest != 0; {
			start := bits.TrailingZeros64(rest)
			end := start + bits.TrailingZeros64(^(rest >> uint(start)))
			rest &^= prefix(end)
			// The cell after the block must exist and be free, and the one after
			// that must not begin another block.
			if end == s.n || line>>uint(end+1)&1 != 0 {
				continue
			}
			s.place(i, line&^(1<<uint(start))|1<<uint(end))
			if !s.visit(i+1, depth) {
				return false
			}
		}
		s.place(i, line)
	}
	return true
}

// visit checks the current board, unless it is skipped. moved is the number of the changed
// line, 0 for the first board, and depth the number of moves.
func (s *shiftSearch) visit(moved, depth int) bool {
	isNew, ok := s.boards.add(s.rows)
	if !ok || !isNew {
		return ok
	}
	if !s.run.open() {
		return false
	}
	s.result.Stats.Boards++
	if s.trace != nil {
		s.emitMove(moved, depth)
	}
	for i, crossing := range s.cols {
		if !s.check(s.crossing+i, len(s.clues), crossing) {
			return s.conflict()
		}
	}
	for i, line := range s.rows {
		if !s.given.lines[s.first+i].allows(line) {
			return s.conflict()
		}
	}
	if len(s.result.Solutions) == 0 {
		s.result.Stats.Moves = int64(depth)
	}
	return s.again(s.picture())
}

// picture returns the rows of the current board.
func (s *shiftSearch) picture() []uint64 {
	if s.first > 0 { // the lines are columns
		return s.cols
	}
	return s.rows
}

func (s *shiftSearch) emitMove(moved, depth int) {
	e := nonogram.Event{Kind: nonogram.EventPlace}
	switch {
	case moved == 0:
		e.Cells = s.cells(s.picture())
	case s.first > 0:
		e.Column, e.Cells = moved, s.line(s.rows[moved-1], s.n)
	default:
		e.Row, e.Cells = moved, s.line(s.rows[moved-1], s.n)
	}
	s.emitOpened(e, s.parent, depth)
}

package lab

import (
	"math/rand/v2"

	"nonogram"
)

// The depth-first search of three sources. A level of the tree is a row, a child is one of
// its possibilities. The methods differ in the order of the children and in the checks of
// the columns.

// columnRule checks a board after row y was placed. False prunes the board; for the last
// row true means a solution. Rows below y are stale.
type columnRule func(b *board, y int) bool

// rowSearch enumerates the boards that the rows allow.
type rowSearch struct {
	*run
	board
	lists  [][]uint64 // the possibilities of every row
	random *rand.Rand // shuffles them at every visit; nil: in order
	rule   columnRule
	liao   bool // the recursion is inside the loop over the columns, see liao.go
}

func newRowSearch(r *run, lists [][]uint64, random *rand.Rand, rule columnRule) *rowSearch {
	return &rowSearch{run: r, board: newBoard(r.width, r.height), lists: lists, random: random, rule: rule}
}

// row tries all possibilities of row y, and of all rows below. It returns false when the
// run is over.
func (s *rowSearch) row(y int, parent int64) bool {
	list := s.lists[y]
	for i := range list {
		if s.random != nil {
			// Shuffling a shuffled list is uniform too.
			j := i + s.random.IntN(len(list)-i)
			list[i], list[j] = list[j], list[i]
		}
		if !s.open() {
			return false
		}
		s.place(y, list[i])
		if s.trace != nil {
			s.emitOpened(nonogram.Event{Kind: nonogram.EventPlace, Row: y + 1, Cells: s.line(list[i], s.width)}, parent, y+1)
		}
		if !s.below(y, s.result.Stats.Nodes) {
			return false
		}
	}
	return true
}

// below continues after row y was placed.
func (s *rowSearch) below(y int, node int64) bool {
	if s.liao {
		return s.liaoRows(y, node)
	}
	last := y == s.height-1
	if last {
		s.result.Stats.Boards++
	}
	switch ok := s.rule(&s.board, y); {
	case ok && last:
		return s.solution(s.rows) && s.leave(node, y+1)
	case ok:
		return s.row(y+1, node) && s.leave(node, y+1)
	case last:
		return s.conflict() && s.leave(node, y+1)
	}
	return s.prune()
}

// columnsAtEnd checks the columns of full boards only.
func (r *run) columnsAtEnd(b *board, y int) bool {
	return y < r.height-1 || r.columnsEachRow(b, y)
}

// columnsEachRow checks the filled part of every column, up to the first that fails.
func (r *run) columnsEachRow(b *board, y int) bool {
	for x, col := range b.cols {
		if !r.check(r.height+x, y+1, col) {
			return false
		}
	}
	return true
}

package lab

import (
	"math"

	"nonogram"
)

// Breadth-first search in the tree of table.go. A board is the state of its last row and
// its parent, in two words of four bytes; one slice holds all levels, as the queue and as
// the links to the parents:
//
//	levels   r1 r1 r1 | r2 r2 r2 r2 | r3 …
//	                 ↖ parent

// tableBreadth makes table_bfs.
func tableBreadth(pruning string) search {
	return func(r *run) bool {
		t, ok := r.newClueTable()
		if !ok {
			return false
		}
		s := &breadthSearch{run: r, board: newBoard(r.width, r.height), lists: r.rowStates(t), rule: r.tableRule(t, pruning)}
		return s.all()
	}
}

type breadthSearch struct {
	*run
	board
	lists [][]uint64
	rule  columnRule
	tree  []branch
	nodes []int64 // the number of every branch, for events only
}

// branch is a board in the tree.
type branch struct {
	parent int32 // its index in the tree, -1 for the blank board
	state  int32 // of its last row
}

const (
	branchBytes = 8
	// maxBranches is the largest index of a parent.
	maxBranches = math.MaxInt32
)

// all visits the tree level by level.
func (s *breadthSearch) all() bool {
	if !s.children(-1, 0) {
		return false
	}
	for y, next := 1, 0; y < s.height; y++ {
		for level := len(s.tree); next < level; next++ {
			s.restore(int32(next), y)
			if !s.children(int32(next), y) {
				return false
			}
		}
	}
	return true
}

// restore loads a board of y rows.
func (s *breadthSearch) restore(at int32, y int) {
	for ; at >= 0; at = s.tree[at].parent {
		y--
		s.place(y, s.lists[y][s.tree[at].state])
	}
}

// children tries all states of row y on the current board, and keeps the boards that pass
// the check.
func (s *breadthSearch) children(parent int32, y int) bool {
	from := int64(0)
	if s.trace != nil && parent >= 0 {
		from = s.nodes[parent]
	}
	for i, state := range s.lists[y] {
		if !s.open() {
			return false
		}
		s.place(y, state)
		if s.trace != nil {
			s.emitOpened(nonogram.Event{Kind: nonogram.EventPlace, Row: y + 1, Cells: s.line(state, s.width)}, from, y+1)
		}
		if !s.take(parent, y, i) {
			return false
		}
	}
	return true
}

// take checks a child; false if the run is over.
func (s *breadthSearch) take(parent int32, y, state int) bool {
	last := y == s.height-1
	if last {
		s.result.Stats.Boards++
	}
	switch ok := s.rule(&s.board, y); {
	case !ok && last:
		return s.conflict()
	case !ok:
		return s.prune()
	case last:
		return s.solution(s.rows)
	}
	return s.keep(branch{parent, int32(state)})
}

// keep adds a board to the tree; false if there is no room.
func (s *breadthSearch) keep(b branch) (ok bool) {
	if len(s.tree) == maxBranches {
		s.reason = nonogram.StopMemory
		return false
	}
	if s.tree, ok = push(s.run, s.tree, b, branchBytes); ok && s.trace != nil {
		s.nodes, ok = push(s.run, s.nodes, s.node, wordBytes)
	}
	return ok
}

package certify

import "nonogram"

// What a line says: which colors do its cells have in some arrangement of its
// blocks, if the cells may only have certain colors?
//
// Push all blocks to the left, with the gaps they must have between them. What is
// left at the right end is the slack: so many empty cells are to be shared out. An
// arrangement is then a path through a lattice, one step down for every block, with
// the gap it must have behind it, one step right for every empty cell besides:
//
//	clue 2 1, 6 cells                   . # # . . #
//	slack 2
//	           o ─ o ─ o                → ↓      → ↓
//	block 2    │   │   │                path: right, down, right, down
//	           o ─ o ─ o
//	block 1    │   │   │
//	           o ─ o ─ o
//
// In row j and column d of the lattice j blocks and d further empty cells have been
// laid, so that every node stands for one place in the line, and every step for
// certain cells. A step is possible if these cells may have its color. A cell can
// have a color if some path from the first node to the last takes a step that gives
// it that color: the step is possible, a path leads to it, and a path leads on.
//
// Cost: (blocks + 1) × (slack + 1) nodes, each visited twice.
type lattice struct {
	nodes []uint8
	can   []uint64 // the answer: the colors of every cell in some arrangement
	right []bool   // whether the end can be reached from the nodes of the row below
}

// What is known of a node.
const (
	reached = 1 << iota // a path leads here from the first node
	block               // the step down from here is possible
)

// solve returns the colors that each cell can have; false if there is no
// arrangement.
func (l *lattice) solve(clue nonogram.Clue, may []uint64) (can []uint64, ok bool) {
	slack := len(may) - clue.MinLength()
	if slack < 0 {
		return nil, false
	}
	l.nodes = cleared(l.nodes, (len(clue)+1)*(slack+1))
	l.forward(clue, may, slack+1)
	if l.nodes[len(l.nodes)-1]&reached == 0 {
		return nil, false
	}
	l.can = cleared(l.can, len(may))
	l.right = cleared(l.right, slack+1)
	l.backward(clue, may, slack+1)
	return l.can, true
}

// forward finds the possible steps and the nodes that paths lead to.
func (l *lattice) forward(clue nonogram.Clue, may []uint64, width int) {
	l.nodes[0] = reached
	first := 0 // the cell before which the first node of the row stands
	for j := 0; ; j++ {
		row := l.nodes[j*width : (j+1)*width]
		for d := 1; d < width; d++ {
			if row[d-1]&reached != 0 && may[first+d-1]&1 != 0 {
				row[d] |= reached
			}
		}
		if j == len(clue) {
			return
		}
		l.blocks(clue, j, may[first:], row)
		for d, node := range row {
			if node == reached|block {
				l.nodes[(j+1)*width+d] = reached
			}
		}
		first += clue[j].Length + gap(clue, j)
	}
}

// blocks finds the possible steps down from a row: the block's cells, counted from
// the row's first, may have its color, and the gap behind it may be empty.
func (l *lattice) blocks(clue nonogram.Clue, j int, may []uint64, row []uint8) {
	run := 0
	for i := range clue[j].Length + len(row) - 1 {
		run++
		if may[i]>>clue[j].Color&1 == 0 {
			run = 0
		}
		if run >= clue[j].Length && (gap(clue, j) == 0 || may[i+1]&1 != 0) {
			row[i+1-clue[j].Length] |= block
		}
	}
}

// gap is the number of empty cells that must follow a block: one before another
// block of its color.
func gap(clue nonogram.Clue, j int) int {
	if j+1 < len(clue) && clue[j+1].Color == clue[j].Color {
		return 1
	}
	return 0
}

// backward walks from the last node back along the steps that paths lead to, and
// notes the colors that these give to their cells.
func (l *lattice) backward(clue nonogram.Clue, may []uint64, width int) {
	l.right[width-1] = true
	first := len(may) - width + 1
	for j := len(clue); j >= 0; j-- {
		row := l.nodes[j*width : (j+1)*width]
		painted := len(may) // the cells from here on have the block's color already
		if j < len(clue) {
			first -= clue[j].Length + gap(clue, j)
			for d := width - 1; d >= 0; d-- {
				l.right[d] = l.right[d] && row[d] == reached|block
				if l.right[d] {
					painted = l.paint(clue, j, first+d, painted)
				}
			}
		}
		for d := width - 2; d >= 0; d-- {
			if l.right[d+1] && row[d]&reached != 0 && may[first+d]&1 != 0 {
				l.right[d] = true
				l.can[first+d] |= 1
			}
		}
	}
}

// paint gives a block's color to the cells it takes from start on, but for those
// from painted on, which have it, and returns the new painted.
func (l *lattice) paint(clue nonogram.Clue, j, start, painted int) int {
	end := start + clue[j].Length
	for i := start; i < min(end, painted); i++ {
		l.can[i] |= 1 << clue[j].Color
	}
	if gap(clue, j) == 1 {
		l.can[end] |= 1
	}
	return start
}

// cleared returns a slice of n zeros, in s's memory if that is enough.
func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

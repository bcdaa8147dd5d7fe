package lab

import "nonogram"

// Brute force, cell by cell: methods 1 to 4.
//
// The cells are filled in reading order, each with a space first and then with a
// box. Without rule cutting the clues are looked at only when the board is full.
// With it, the row and the column of a cell are held against their clues as far as
// they are filled, after every cell; that notices blocks that are wrong already,
// not blocks that have no room left. The wiki variants fix simple boxes and spaces
// first and do not branch there.
//
// Cost: 2^(n²) boards of side n, 2^(n²−k) with k cells fixed; memory for one board.
//
// Source: Liao, section IV. His tables for 5×5: 135 s, with rule cutting 0.39 s,
// with wiki 3.18 s, with both 0.05 s, and over 20 minutes for 7×7 (Matlab). Part of
// that is a slip: his check of a line overlooks a last block that has ended too
// short, so that it cuts much later than his text says and than this does.

// bruteForce makes methods 1 to 4.
func bruteForce(cut, wiki bool) search {
	return func(r *run) bool {
		b := bruteSearch{run: r, board: newBoard(r.width, r.height), cut: cut, fixed: r.given}
		if wiki {
			var ok bool
			if b.fixed, ok = r.wiki(); !ok {
				return !r.over()
			}
		}
		return b.cell(0, 0)
	}
}

type bruteSearch struct {
	*run
	board
	cut   bool
	fixed marks
}

// cell fills cell i, counted in reading order, and all after it. It returns false
// when the run is over.
func (b *bruteSearch) cell(i int, parent int64) bool {
	if i == b.width*b.height {
		return b.full()
	}
	y, x := i/b.width, i%b.width
	fixed := b.fixed.rows[y].cells>>uint(x)&1 != 0
	for _, box := range [2]bool{false, true} {
		if fixed && box != (b.fixed.rows[y].boxes>>uint(x)&1 != 0) {
			continue
		}
		if !b.fill(i, y, x, box, parent) {
			return false
		}
	}
	return true
}

// fill fills one cell one way and goes on behind it.
func (b *bruteSearch) fill(i, y, x int, box bool, parent int64) bool {
	if !b.open() {
		return false
	}
	node := b.result.Stats.Nodes
	bit := uint64(0)
	if box {
		bit = 1
	}
	b.rows[y] = b.rows[y]&prefix(x) | bit<<uint(x)
	b.cols[x] = b.cols[x]&prefix(y) | bit<<uint(y)
	if b.trace != nil {
		b.emitFill(y, x, box, parent)
	}
	if b.cut && !(b.checkCol(x, y+1, b.cols[x]) && b.checkRow(y, x+1, b.rows[y])) {
		return b.prune()
	}
	return b.cell(i+1, node) && b.leave(node, i+1)
}

func (b *bruteSearch) emitFill(y, x int, box bool, parent int64) {
	e := nonogram.Event{Kind: nonogram.EventPlace, Row: y + 1, Column: x + 1, Cells: b.symbol(box)}
	b.emitOpened(e, parent, y*b.width+x+1)
}

// full holds a full board against all clues.
func (b *bruteSearch) full() bool {
	for y, row := range b.rows {
		if !b.checkRow(y, b.width, row) {
			return b.conflict()
		}
	}
	for x, col := range b.cols {
		if !b.checkCol(x, b.height, col) {
			return b.conflict()
		}
	}
	return b.solution(b.rows)
}

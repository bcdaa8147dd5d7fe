package lab

import "nonogram"

// Brute force, cell by cell: methods 1 to 4.
//
// The cells are filled in reading order, each first with a space and then with a box.
// Without rule cutting only full boards are checked. With it, the filled parts of the row
// and the column are checked after every cell; this finds wrong blocks, but not blocks
// without room. The wiki variants first fix simple boxes and spaces, and do not branch
// there.
//
// Cost: 2^(n²) boards of side n, 2^(n²−k) with k cells fixed; memory for one board.
//
// Source: Liao, section IV. His times for 5×5 (Matlab): 135 s, with rule cutting 0.39 s,
// with wiki 3.18 s, with both 0.05 s; for 7×7 over 20 minutes. His check of a line misses a
// last block that is too short, so his program cuts much later than his text. The option
// liao follows his program, see liao.go.

// bruteForce makes methods 1 to 4.
func bruteForce(cut, wiki bool) func(config) search {
	return func(c config) search {
		return func(r *run) bool {
			b := bruteSearch{run: r, board: newBoard(r.width, r.height), cut: cut, fixed: r.given, liao: c.liao}
			if wiki {
				var ok bool
				if b.fixed, ok = r.wiki(); !ok {
					return !r.over()
				}
			}
			b.passOver = wiki && c.liao
			return b.cell(0, 0, 0)
		}
	}
}

type bruteSearch struct {
	*run
	board
	cut   bool
	fixed marks
	// Liao's program goes down the columns, with its own check of a line, and skips
	// fixed cells.
	liao, passOver bool
}

// cell fills cell i, in reading order or down the columns, and all after it. It returns
// false when the run is over.
func (b *bruteSearch) cell(i int, parent int64, depth int) bool {
	if i == b.width*b.height {
		return b.full()
	}
	y, x := i/b.width, i%b.width
	if b.liao {
		y, x = i%b.height, i/b.height
	}
	fixed := b.fixed.rows[y].cells>>uint(x)&1 != 0
	if fixed && b.passOver && i > 0 {
		b.set(y, x, b.fixed.rows[y].boxes>>uint(x)&1)
		return b.cell(i+1, parent, depth)
	}
	bothWays := b.passOver && b.given.rows[y].cells>>uint(x)&1 == 0
	for _, box := range [2]bool{false, true} {
		if fixed && !bothWays && box != (b.fixed.rows[y].boxes>>uint(x)&1 != 0) {
			continue
		}
		if !b.fill(i, y, x, box, parent, depth+1) {
			return false
		}
	}
	return true
}

// fill fills one cell with one value and continues with the next.
func (b *bruteSearch) fill(i, y, x int, box bool, parent int64, depth int) bool {
	if !b.open() {
		return false
	}
	node := b.result.Stats.Nodes
	bit := uint64(0)
	if box {
		bit = 1
	}
	b.set(y, x, bit)
	if b.trace != nil {
		b.emitOpened(nonogram.Event{Kind: nonogram.EventPlace, Row: y + 1, Column: x + 1, Cells: b.symbol(box)}, parent, depth)
	}
	if b.cut && !b.follows(y, x) {
		return b.prune()
	}
	return b.cell(i+1, node, depth) && b.leave(node, depth)
}

// set fills a cell, and clears the cells after it.
func (b *bruteSearch) set(y, x int, bit uint64) {
	b.rows[y] = b.rows[y]&prefix(x) | bit<<uint(x)
	b.cols[x] = b.cols[x]&prefix(y) | bit<<uint(y)
}

// follows checks the filled parts of the lines of a cell.
func (b *bruteSearch) follows(y, x int) bool {
	if !b.liao {
		return b.checkCol(x, y+1, b.cols[x]) && b.checkRow(y, x+1, b.rows[y])
	}
	return b.liaoCol(x, y+1, b.cols[x]) && b.liaoRow(y, x+1, b.rows[y])
}

// full checks a full board.
func (b *bruteSearch) full() bool {
	b.result.Stats.Boards++
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

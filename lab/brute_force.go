package lab

import "nonogram"

// Brute force, cell by cell: methods 1 to 4.
//
// The cells are filled in reading order, each first with a space and then with a box.
// Without rule cutting only full boards are checked. With it, the filled parts of the row
// and the column are checked after every cell; this finds wrong blocks, but not blocks
// without room. The wiki variants first fix simple boxes and spaces and skip them: a fixed
// cell is filled, and its lines checked, but it is not a node.
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
			b := bruteSearch{run: r, board: newBoard(r.width, r.height), cut: cut, wiki: wiki, fixed: r.given, liao: c.on("liao")}
			if wiki {
				var ok bool
				if b.fixed, ok = r.wiki(); !ok {
					return !r.over()
				}
			}
			return b.cell(0, 0, 0)
		}
	}
}

type bruteSearch struct {
	*run
	board
	cut, wiki bool
	fixed     marks
	// Liao's program goes down the columns, with its own check of a line, and does not
	// check the lines of fixed cells.
	liao bool
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
	fixed, box := b.fixed.rows[y].cells>>uint(x)&1 != 0, b.fixed.rows[y].boxes>>uint(x)&1
	switch {
	case !fixed, b.liao && b.wiki && i == 0 && b.given.rows[y].cells>>uint(x)&1 == 0:
		return b.fill(i, y, x, 0, parent, depth+1) && b.fill(i, y, x, 1, parent, depth+1)
	case b.wiki:
		return b.skip(i, y, x, box, parent, depth)
	}
	return b.fill(i, y, x, box, parent, depth+1)
}

// skip fills a fixed cell, which is not a node, and continues with the next.
func (b *bruteSearch) skip(i, y, x int, bit uint64, parent int64, depth int) bool {
	b.set(y, x, bit)
	if b.cut && !b.liao && !b.follows(y, x) {
		return b.conflict()
	}
	return b.cell(i+1, parent, depth)
}

// fill fills one cell with one value and continues with the next.
func (b *bruteSearch) fill(i, y, x int, bit uint64, parent int64, depth int) bool {
	if !b.open() {
		return false
	}
	node := b.result.Stats.Nodes
	b.set(y, x, bit)
	if b.trace != nil {
		b.emitOpened(nonogram.Event{Kind: nonogram.EventPlace, Row: y + 1, Column: x + 1, Cells: b.line(bit, 1)}, parent, depth)
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
	check := b.check
	if b.liao {
		check = b.liaoCheck
	}
	return check(b.height+x, y+1, b.cols[x]) && check(y, x+1, b.rows[y])
}

// full checks a full board.
func (b *bruteSearch) full() bool {
	if !b.fits(&b.board) {
		return b.conflict()
	}
	return b.solution(b.rows)
}

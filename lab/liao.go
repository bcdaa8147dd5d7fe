package lab

import (
	"math/bits"
)

// As programmed: what the option liao changes in methods 1 to 12.
//
// Liao's text and his program (github.com/wchliao/Nonogram) differ, and both are
// known. The methods follow the text; with the option they follow the program:
//
//   - Brute force (1 to 4) goes down the columns, not along the rows. Rule cutting
//     (2, 4) looks at a line with his checkline.m, see [liaoFollows]. With wiki (3, 4)
//     fixed cells are passed over without a look at their lines, except the first
//     cell, which is tried both ways.
//   - Depth first (5 to 10) takes the possibilities in their order, not at random.
//   - With rule cutting (6, 8) the descent stands inside the loop over the columns, so
//     that a board is searched again for every column that passes before the first
//     that does not.
//   - With state space cutting (9, 10) a column without possibilities ends nothing:
//     the search goes on to full boards.
//   - Intersection (11) guesses the first open cell down the columns, not a random one.
//   - Greedy (12) breaks ties down the columns too, and leaves the share of the row out
//     of P wherever all columns of that row can have a box; see liaoProbable.
//
// One thing is not copied: where intersection has emptied a list, his program fills
// the line with spaces and goes on until the board is full, to find then that it is
// wrong. Here, as in his text, that is the end of the branch.
//
// Cost: that of the method, times the number of columns at every level with 6 and 8.

// liaoFollows is checkline.m for a line that begins with these cells, n of them: a
// block that is followed by another must be that of the clue; the last one must only
// not be too long, and may be one too many if it has one cell. Blocks that are missing
// are never noticed. A single box in the line is a block of one, unless it stands at
// the end.
func (c *clue) liaoFollows(line uint64, n int) bool {
	line &= prefix(n)
	switch {
	case line == 0:
		return true
	case len(c.blocks) == 0:
		return false
	case line&(line-1) == 0:
		return bits.Len64(line) == n || c.blocks[0] == 1
	}
	for k := 0; ; k++ {
		line >>= uint(bits.TrailingZeros64(line))
		length := bits.TrailingZeros64(^line)
		line >>= uint(length)
		last := line == 0
		switch {
		case last && length == 1:
			return true
		case k == len(c.blocks), length > c.blocks[k], !last && length != c.blocks[k]:
			return false
		case last:
			return true
		}
	}
}

// liaoRow and liaoCol are checkRow and checkCol by it.
func (r *run) liaoRow(y, n int, row uint64) bool {
	r.result.Stats.Checks++
	ok := r.rowClues[y].liaoFollows(row, n)
	if r.trace != nil {
		r.emitCheck(y+1, 0, ok)
	}
	return ok
}

func (r *run) liaoCol(x, n int, col uint64) bool {
	r.result.Stats.Checks++
	ok := r.colClues[x].liaoFollows(col, n)
	if r.trace != nil {
		r.emitCheck(0, x+1, ok)
	}
	return ok
}

// liaoRows is what depth first does after a row has been placed, with the descent
// inside the loop over the columns. It returns false when the run is over.
func (s *rowSearch) liaoRows(y int, node int64) bool {
	for x := range s.cols {
		s.node, s.depth = node, y+1
		if !s.liaoCol(x, y+1, s.cols[x]) {
			return s.prune()
		}
		if !s.liaoBelow(y, node) {
			return false
		}
	}
	return s.leave(node, y+1)
}

// liaoBelow is one descent.
func (s *rowSearch) liaoBelow(y int, node int64) bool {
	if y < s.height-1 {
		return s.row(y+1, node)
	}
	s.result.Stats.Boards++
	if !s.columnsEachRow(&s.board, y) {
		return s.conflict()
	}
	return s.again(s.rows)
}

// liaoOpen is the first open cell down the columns, taken for a box.
func (s *intersectSearch) liaoOpen() (y, x int, box bool) {
	for x := range s.width {
		if open := prefix(s.height) &^ s.board.cols[x].cells; open != 0 {
			return bits.TrailingZeros64(open), x, true
		}
	}
	return 0, 0, true
}

// liaoProbable is the cell that his greedy program takes. P is summed up first over
// the columns; a row is added to it only if it has a zero by then, that is, a cell in
// which no possibility of the column has a box. Of the highest and the lowest P the
// one that is nearer to certainty is taken, the lowest if they are equally near.
func (s *intersectSearch) liaoProbable() (y, x int, box bool) {
	for i := range s.lines {
		if s.lines[i].shares == uncounted && !s.count(i) {
			return 0, 0, false
		}
	}
	low, high := 3.0, -1.0
	var lowY, lowX, highY, highX int
	for col := range s.width {
		c := s.sharesOf(s.height + col)
		for open := prefix(s.height) &^ s.board.cols[col].cells; open != 0; open &= open - 1 {
			row := bits.TrailingZeros64(open)
			sum := c[row].box
			if s.liaoAdds(row) {
				sum += s.sharesOf(row)[col].box
			}
			if sum < low {
				low, lowY, lowX = sum, row, col
			}
			if sum > high {
				high, highY, highX = sum, row, col
			}
		}
	}
	if 1-high/2 < low/2 {
		return highY, highX, true
	}
	return lowY, lowX, false
}

// liaoAdds reports whether some column has no box at all in a row.
func (s *intersectSearch) liaoAdds(row int) bool {
	for col := range s.width {
		if s.sharesOf(s.height + col)[row].box == 0 {
			return true
		}
	}
	return false
}

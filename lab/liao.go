package lab

import (
	"math/bits"
)

// The option liao of methods 1 to 12. Liao's text and his program
// (github.com/wchliao/Nonogram) differ. The methods follow the text; with the option they
// follow the program:
//
//   - Brute force (1 to 4) goes down the columns, not along the rows. Rule cutting
//     (2, 4) checks a line as his checkline.m does, see [liaoFollows]. With wiki (3, 4)
//     fixed cells are skipped without a check of their lines, except the first cell,
//     which is tried with both values.
//   - Depth first (5 to 10) takes the possibilities in order, not at random.
//   - With rule cutting (6, 8) the recursion is inside the loop over the columns, so that
//     a board is searched again for every column that passes before the first that fails.
//   - With state space cutting (9, 10) a column without possibilities does not end the
//     branch: the search continues to full boards.
//   - Intersection (11) guesses the first open cell down the columns, not a random one.
//   - Greedy (12) breaks ties down the columns too, and omits the share of the row from P
//     wherever all columns of that row can have a box; see liaoProbable.
//   - When intersection empties the list of a line with open cells, the program fills the
//     line with spaces and continues, with further guesses, until the board is full and
//     wrong; see liaoSettle.
//
// Cost: that of the method, times the number of columns at every level with 6 and 8.

// liaoFollows is checkline.m for the first n cells of a line: a block that is followed by
// another must equal that of the clue; the last one must not be too long, and may be one too
// many if it has one cell. Missing blocks are not detected. A single box in the line is a
// block of one, unless it is at the end.
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

// liaoCheck is check with liaoFollows.
func (r *run) liaoCheck(line, n int, cells uint64) bool {
	r.look(1)
	return r.checked(line, r.clues[line].liaoFollows(cells, n))
}

// liaoRows continues after a row was placed, with the recursion inside the loop over the
// columns. It returns false when the run is over.
func (s *rowSearch) liaoRows(y int, node int64) bool {
	for x := range s.cols {
		s.node, s.depth = node, y+1
		if !s.liaoCheck(s.height+x, y+1, s.cols[x]) {
			return s.prune()
		}
		if !s.liaoBelow(y, node) {
			return false
		}
	}
	return s.leave(node, y+1)
}

// liaoBelow searches the rows below once.
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

// liaoSettle is settle in the order of his program: all columns, then all rows, each by the
// cells that were fixed before. Lines without possibilities are filled with spaces.
func (s *intersectSearch) liaoSettle() bool {
	all, changed := len(s.lines), true
	if !s.liaoFilter(0, all) {
		return false
	}
	for s.open > 0 && changed {
		fixed := len(s.fixed)
		s.liaoFix(s.height, all)
		if !s.liaoFilter(0, s.height) {
			return false
		}
		s.liaoFix(0, s.height)
		if !s.liaoFilter(s.height, all) {
			return false
		}
		changed = len(s.fixed) > fixed
	}
	return true
}

// liaoFilter filters the lists of lines whose cells changed.
func (s *intersectSearch) liaoFilter(from, to int) bool {
	for i := from; i < to; i++ {
		if s.lines[i].dirty {
			s.lines[i].fresh = true
			if !s.filter(i) {
				return false
			}
		}
	}
	return true
}

// liaoFix fixes the agreed cells of lines that have open cells.
func (s *intersectSearch) liaoFix(from, to int) {
	for i := from; i < to; i++ {
		l := &s.lines[i]
		all := prefix(s.clues[i].n)
		if l.fresh && s.board.lines[i].cells != all {
			agreed := l.agreed.known(s.clues[i].n)
			if l.left == 0 {
				agreed = known{cells: all}
			}
			s.fixAgreed(i, agreed)
		}
		l.fresh = false
	}
}

// liaoOpen picks the first open cell down the columns, as a box.
func (s *intersectSearch) liaoOpen() (y, x int, box bool) {
	for x := range s.width {
		if open := prefix(s.height) &^ s.board.cols[x].cells; open != 0 {
			return bits.TrailingZeros64(open), x, true
		}
	}
	return 0, 0, true
}

// liaoProbable picks the cell of his greedy program. P is summed over the columns first; a
// row is added only if it has a zero, that is, a cell in which no possibility of the column
// has a box. It picks the highest or the lowest P, whichever is nearer to certainty, and
// the lowest on a tie.
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

package census

import "slices"

// The weight of a picture. Let w(clue) be equal for a clue and its reverse. Compare by w the
// first with the last column (X), the first with the last row (Y) and, on a square, the
// outer and middle columns with the rows (Z). Reflections change the sign of X or Y, the
// transposition that of Z while it exchanges X and Y. With f = 2, 1, 0 for a positive, zero
// and negative difference, f(t) + f(−t) = 2; so the product f(X) f(Y) f(Z) adds up to
// 2·2·2 = 8 over the eight symmetries. The sum of the weights of all unique pictures is
// therefore their number, and pictures of weight 0 can be skipped.

// f is 2, 1 or 0 by the sign of the difference of two numbers.
func f(a, b int) uint64 {
	switch {
	case a > b:
		return 2
	case a == b:
		return 1
	}
	return 0
}

// columnWeight is f(X).
func (c *Counter) columnWeight() uint64 {
	return f(c.cols.same(c.colClues[0]), c.cols.same(c.colClues[len(c.colClues)-1]))
}

// pictureWeight is the weight of the pictures with these clues.
func (c *Counter) pictureWeight() uint64 {
	first, last := c.rows.same(c.rowClues[0]), c.rows.same(c.rowClues[c.Height-1])
	w := c.columnWeight() * f(first, last)
	if w == 0 || !c.square {
		return w
	}
	colMiddle, rowMiddle := 0, 0
	if c.Width%2 == 1 {
		colMiddle = c.cols.same(c.colClues[slices.Index(c.fixed, c.Width/2)])
		rowMiddle = c.rows.same(c.rowClues[c.Height/2])
	}
	left, right := c.cols.same(c.colClues[0]), c.cols.same(c.colClues[len(c.colClues)-1])
	return w * f(rank(colMiddle, left, right), rank(rowMiddle, first, last))
}

// rank orders triples by the middle, then the larger, then the smaller outer one.
func rank(middle, a, b int) int {
	return middle<<16 | max(a, b)<<8 | min(a, b)
}

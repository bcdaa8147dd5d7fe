package lab

// Rows in order, with and without cut-off: row_dfs and row_dfs_cutoff.
//
// A backtracking search over the possibilities of the rows, in order. Without cut-off the
// columns of full boards are checked; with it all columns after every row, up to the first
// that violates its clue.
//
// Cost: the product of the numbers of possibilities, O(n^n) in the source's
// estimate; memory for their sum. Rows 1, 1 2, 1 1 1, 3, 2 2 of width 5 make
// 5·3·1·3·1 = 45 boards out of 5+3+1+3+1 = 13 stored lines.
//
// Source: Peng. His programs took over half an hour for 10×10 without cut-off and
// one to three seconds with it (Python).

// rowsInOrder makes row_dfs and row_dfs_cutoff.
func rowsInOrder(cutoff bool) search {
	return func(r *run) bool {
		lists, ok := r.lists(0, r.given.rows)
		if !ok {
			return false
		}
		rule := r.columnsAtEnd
		if cutoff {
			rule = r.columnsEachRow
		}
		return newRowSearch(r, lists, nil, rule).row(0, 0)
	}
}

package lab

import "nonogram"

// Steps that all searches share: checking lines, pruning nodes and leaving them.

// checkRow checks the first n cells of a row.
func (r *run) checkRow(y, n int, row uint64) bool {
	return r.checked(y+1, 0, r.rowClues[y].follows(row, n))
}

// checkCol checks the first n cells of a column.
func (r *run) checkCol(x, n int, col uint64) bool {
	return r.checked(0, x+1, r.colClues[x].follows(col, n))
}

// checked counts the check of a line, and returns its outcome.
func (r *run) checked(row, column int, ok bool) bool {
	r.result.Stats.Checks++
	if r.trace != nil {
		r.emit(nonogram.Event{Kind: nonogram.EventCheck, Row: row, Column: column, Failed: !ok})
	}
	return ok
}

// fits checks all lines of a full board, up to the first that fails.
func (r *run) fits(b *board) bool {
	r.result.Stats.Boards++
	for y, row := range b.rows {
		if !r.checkRow(y, r.width, row) {
			return false
		}
	}
	return r.columnsEachRow(b, r.height-1)
}

// prune prunes the current node; false means stop.
func (r *run) prune() bool {
	if r.trace != nil {
		r.emit(nonogram.Event{Kind: nonogram.EventPrune})
	}
	return r.conflict()
}

// leave backtracks from an exhausted node.
func (r *run) leave(node int64, depth int) bool {
	if r.trace != nil && node > 0 { // the blank board, node 0, has no event
		r.node, r.depth = node, depth
		r.emit(nonogram.Event{Kind: nonogram.EventBacktrack})
	}
	return true
}

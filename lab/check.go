package lab

import "nonogram"

// What the searches share: holding lines against their clues, dropping nodes and
// leaving them.

// checkRow holds the first n cells of a row against its clue.
func (r *run) checkRow(y, n int, row uint64) bool {
	r.result.Stats.Checks++
	ok := r.rowClues[y].follows(row, n)
	if r.trace != nil {
		r.emit(nonogram.Event{Kind: nonogram.EventCheck, Row: y + 1, Failed: !ok})
	}
	return ok
}

// checkCol holds the first n cells of a column against its clue.
func (r *run) checkCol(x, n int, col uint64) bool {
	r.result.Stats.Checks++
	ok := r.colClues[x].follows(col, n)
	if r.trace != nil {
		r.emit(nonogram.Event{Kind: nonogram.EventCheck, Column: x + 1, Failed: !ok})
	}
	return ok
}

// prune drops the node at hand before its end; false means stop.
func (r *run) prune() bool {
	if r.trace != nil {
		r.emit(nonogram.Event{Kind: nonogram.EventPrune})
	}
	return r.conflict()
}

// leave goes back from a node that has been seen to the end. Nobody leaves the
// blank board, which is node 0.
func (r *run) leave(node int64, depth int) bool {
	if r.trace != nil && node > 0 {
		r.node, r.depth = node, depth
		r.emit(nonogram.Event{Kind: nonogram.EventBacktrack})
	}
	return true
}

package lab

import "nonogram"

// What the searches share: holding lines against their clues, dropping nodes and
// leaving them. Events are built in functions of their own, so that these stay small
// enough to be inlined.

// checkRow holds the first n cells of a row against its clue.
func (r *run) checkRow(y, n int, row uint64) bool {
	r.result.Stats.Checks++
	ok := r.rowClues[y].follows(row, n)
	if r.trace != nil {
		r.emitCheck(y+1, 0, ok)
	}
	return ok
}

// checkCol holds the first n cells of a column against its clue.
func (r *run) checkCol(x, n int, col uint64) bool {
	r.result.Stats.Checks++
	ok := r.colClues[x].follows(col, n)
	if r.trace != nil {
		r.emitCheck(0, x+1, ok)
	}
	return ok
}

func (r *run) emitCheck(row, column int, ok bool) {
	r.emit(nonogram.Event{Kind: nonogram.EventCheck, Row: row, Column: column, Failed: !ok})
}

// prune drops the node at hand before its end; false means stop.
func (r *run) prune() bool {
	if r.trace != nil {
		r.emit(nonogram.Event{Kind: nonogram.EventPrune})
	}
	return r.conflict()
}

// leave goes back from a node that has been seen to the end.
func (r *run) leave(node int64, depth int) bool {
	if r.trace != nil {
		r.emitLeave(node, depth)
	}
	return true
}

// emitLeave tells of it. Nobody leaves the blank board, which is node 0.
func (r *run) emitLeave(node int64, depth int) {
	if node > 0 {
		r.node, r.depth = node, depth
		r.emit(nonogram.Event{Kind: nonogram.EventBacktrack})
	}
}

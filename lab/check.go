package lab

import "nonogram"

// Steps that all searches share: checking lines, pruning nodes and leaving them. Events
// are built in separate functions, so that these can be inlined.

// checkRow checks the first n cells of a row.
func (r *run) checkRow(y, n int, row uint64) bool {
	r.result.Stats.Checks++
	ok := r.rowClues[y].follows(row, n)
	if r.trace != nil {
		r.emitCheck(y+1, 0, ok)
	}
	return ok
}

// checkCol checks the first n cells of a column.
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

// prune prunes the current node; false means stop.
func (r *run) prune() bool {
	if r.trace != nil {
		r.emit(nonogram.Event{Kind: nonogram.EventPrune})
	}
	return r.conflict()
}

// leave backtracks from an exhausted node.
func (r *run) leave(node int64, depth int) bool {
	if r.trace != nil {
		r.emitLeave(node, depth)
	}
	return true
}

// emitLeave emits the event. The blank board, node 0, has none.
func (r *run) emitLeave(node int64, depth int) {
	if node > 0 {
		r.node, r.depth = node, depth
		r.emit(nonogram.Event{Kind: nonogram.EventBacktrack})
	}
}

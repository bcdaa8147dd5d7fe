package lab

import "nonogram"

// Steps that all searches share: checking lines, pruning nodes and leaving them.

// check checks the first n cells of a line.
func (r *run) check(line, n int, cells uint64) bool {
	r.look(1)
	return r.checked(line, r.clues[line].follows(cells, n))
}

// checked counts the check of a line, and returns its outcome.
func (r *run) checked(line int, ok bool) bool {
	r.result.Stats.Checks++
	if r.trace != nil {
		r.emitLine(line, nonogram.Event{Kind: nonogram.EventCheck, Failed: !ok})
	}
	return ok
}

// fits checks all lines of a full board, up to the first that fails.
func (r *run) fits(b *board) bool {
	r.result.Stats.Boards++
	for y, row := range b.rows {
		if !r.check(y, r.width, row) {
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

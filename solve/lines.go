package solve

import "nonogram"

// Stage 0, line solving. It needs nothing but the board, so that a puzzle that lines decide
// takes some ten microseconds.

// solveLines solves lines to the fixpoint; false on a contradiction. If stop fires it returns
// early with lines still queued. A proof gets the lines that changed the board.
func (e *Engine) solveLines(p *nonogram.Puzzle, solves *int64, stop *stopper) bool {
	b, proof := &e.board, e.core.proof
	b.Reset(p)
	b.AssignGiven(p.Given)
	b.EnqueueInformative()
	if b.TooLong {
		return false
	}
	var changed *[]int
	if proof != nil {
		changed = new([]int)
	}
	for b.Queued() > 0 && !stop.work(workPerPoll) {
		solved, ok := b.PropagateSome(max(1, lineStageWork/b.LineWords), changed)
		*solves += int64(solved)
		if proof != nil {
			for _, i := range *changed {
				proof.addLine(i)
			}
			*changed = (*changed)[:0]
		}
		if !ok {
			return false
		}
	}
	return true
}

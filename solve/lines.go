package solve

import "nonogram"

// Stage 0, lines only: solve queued lines until none has anything new to say.
// Nothing is set up for it beyond the board itself, so a puzzle that people can
// solve line by line, which is nearly every printed one, costs some ten
// microseconds.

// settle runs stage 0. It reports false on a contradiction. When stop says so it
// returns early, with the queue not empty. A proof, if there is one, is told which
// lines had something to say.
func (e *Engine) solveLines(p *nonogram.Puzzle, solves *int64, stop *stopper) bool {
	b, proof := &e.board, e.core.proof
	b.Reset(p)
	b.AssignGiven(p.Given)
	b.EnqueueInformative()
	if b.TooLong {
		return false
	}
	var spoke *[]int
	if proof != nil {
		spoke = new([]int)
	}
	for b.Queued() > 0 && !stop.work(workPerPoll) {
		solved, ok := b.PropagateSome(max(1, lineStageWork/b.LineWords), spoke)
		*solves += int64(solved)
		if proof != nil {
			for _, i := range *spoke {
				proof.addLine(i)
			}
			*spoke = (*spoke)[:0]
		}
		if !ok {
			return false
		}
	}
	return true
}

package solve

import "nonogram"

// Stage 0, lines only: solve queued lines until none has anything new to say.
// Nothing is set up for it beyond the board itself, so a puzzle that people can
// solve line by line, which is nearly every printed one, costs some ten
// microseconds.

// settle runs stage 0. It reports false on a contradiction. When stop says so it
// returns early, with the queue not empty. A proof, if there is one, is told which
// lines had something to say.
func (e *Engine) settle(p *nonogram.Puzzle, solves *int64, stop *stopper) bool {
	b, proof := &e.board, e.core.proof
	b.Reset(p)
	b.Give(p.Given)
	b.MarkTelling()
	if b.TooLong {
		return false
	}
	for b.Queued() > 0 {
		if stop.tick(b.LineWords) {
			return true
		}
		*solves++
		i, changed, ok := b.Step()
		if proof != nil && (changed || !ok) {
			proof.line(i)
		}
		if !ok {
			return false
		}
	}
	return true
}

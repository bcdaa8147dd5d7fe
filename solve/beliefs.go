package solve

import (
	"math"
	"math/bits"

	"nonogram/internal/line"
)

// Loopy belief propagation estimates the marginal probability of every value. Each line
// counts its arrangements, weighted by the messages of the crossing lines, and sends every
// crossing line the odds of their common cell, without that line's own message. The product
// of the two messages of a cell is its belief.
//
// A line is updated again when its residual exceeds a tolerance: the sum of how far the
// beliefs of its cells have moved since its last update. An assignment that was believed with
// probability p moves a belief by 1-p.
//
// Beliefs only guide decisions. No verdict depends on them.
//
// Sum-product message passing is Pearl's; residuals are from Elidan, McGraw and Koller
// (2006), without their priority order, which did not help here; fixing variables one by one
// is decimation as in survey propagation (Braunstein, Mézard, Zecchina).
//
// Cost: one update is a weighted count of a line, about 0.25 µs for 25 cells.
type beliefs struct {
	ready        bool
	tolerance    float64 // residual above which a line is updated
	refreshAfter int     // assigned cells after which beliefs are refreshed
	// Messages: odds black : white by cell on word boards, otherwise weights by cell and
	// color.
	toCol []float64 // from rows
	toRow []float64 // from columns
	// How the messages of a drawing moved last: those that turn back are damped. Empty on noise.
	colTurns, rowTurns []line.Turn
	black              []float64 // word boards: the belief, as probability of black
	// The messages at level 0, from which dives start.
	rootToCol, rootToRow []float64
	residual             []float64 // by line
	masks                []uint64  // candidate masks at the last refresh
	marginals            []float64
	open                 []int32   // other boards: open cells of the line to update
	rows                 []rowBest // word boards: the most certain open cell of every row
	updatedCols          uint64    // word boards: columns updated since the last decision
	list                 []choice  // other boards: the most certain open literals, best last
}

func (b *beliefs) reset() { b.ready = false }

// startBeliefs makes all messages neutral, or on noise sets those of the columns to the share
// of black among their open cells.
func (s *core) startBeliefs() {
	b := &s.beliefs
	n := s.cells
	if !s.board.Word {
		n *= s.board.Colors
	}
	b.toCol = fillOnes(b.toCol, n)
	b.toRow = fillOnes(b.toRow, n)
	b.rootToCol = resize(b.rootToCol, n)
	b.rootToRow = resize(b.rootToRow, n)
	b.residual = fillOnes(b.residual, len(s.board.Lines))
	b.masks = append(b.masks[:0], s.board.Can...)
	b.list = b.list[:0]
	b.rows = resize(b.rows, s.board.Height)
	b.tolerance, b.colTurns, b.rowTurns = noiseTolerance, b.colTurns[:0], b.rowTurns[:0]
	if s.picture {
		b.tolerance, b.colTurns, b.rowTurns = pictureTolerance, resize(b.colTurns, n), resize(b.rowTurns, n)
	}
	b.refreshAfter = max(refreshMin, s.cells/refreshPart)
	if s.board.Word && !s.picture {
		s.initMessages()
	}
	s.combineMessages()
	b.ready = true
}

// initMessages sets the messages of the columns to the share of black among their open cells.
func (s *core) initMessages() {
	for x := range s.board.Width {
		i := s.board.Height + x
		white, black := s.board.Can[2*i], s.board.Can[2*i+1]
		open := bits.OnesCount64(white & black)
		left := s.board.Lines[i].Filled() - bits.OnesCount64(black&^white)
		odds := (float64(left) + 0.5) / (float64(open-left) + 0.5)
		for v := x; v < s.cells; v += s.board.Width {
			s.beliefs.toRow[v] = odds
		}
	}
}

// combineMessages recomputes the beliefs of a word board from the messages.
func (s *core) combineMessages() {
	b := &s.beliefs
	b.updatedCols = allCells
	if !s.board.Word {
		return
	}
	b.black = resize(b.black, s.cells)
	for v := range b.black {
		odds := float64(b.toCol[v] * b.toRow[v])
		b.black[v] = odds / (1 + odds)
	}
}

func fillOnes(s []float64, n int) []float64 {
	s = resize(s, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

// refreshBeliefs updates the beliefs for the current board in at most the given number of
// sweeps.
func (s *core) refreshBeliefs(sweeps int) {
	b := &s.beliefs
	if !b.ready {
		s.startBeliefs()
	}
	b.list = b.list[:0]
	s.noteChanges()
	words := s.wordMessages()
	for range sweeps {
		updated := false
		for i := range s.board.Lines {
			if b.residual[i] <= b.tolerance {
				continue
			}
			b.residual[i] = 0
			updated = true
			s.stats.Messages++
			if s.stop.work(s.board.LineWords * messageWork) {
				return
			}
			if s.board.Word {
				s.updateWord(i, &words)
			} else {
				s.updateWide(i)
			}
		}
		if !updated {
			return
		}
	}
}

// rootBeliefs computes the beliefs at level 0, from which dives start.
func (s *core) rootBeliefs() {
	sweeps := noiseSweeps
	if s.picture {
		sweeps = pictureSweeps
	}
	s.refreshBeliefs(sweeps)
	s.saveRootMessages()
}

// noteChanges adds the candidates changed since the last refresh to the residuals.
func (s *core) noteChanges() {
	b, can := &s.beliefs, s.board.Can
	if s.board.Word {
		for y := range s.board.Height {
			if changed := (b.masks[2*y] ^ can[2*y]) | (b.masks[2*y+1] ^ can[2*y+1]); changed != 0 {
				s.noteChangedRow(y, changed)
				b.masks[2*y], b.masks[2*y+1] = can[2*y], can[2*y+1]
			}
		}
		return
	}
	at := 0
	for i := range s.board.Lines {
		for range len(s.board.Masks(i)) {
			if b.masks[at] != can[at] {
				b.masks[at] = can[at]
				b.residual[i]++
			}
			at++
		}
	}
}

// noteChangedRow handles the changed cells of a row of a word board. An assigned cell moves
// by the probability of the other value, a reopened cell by 1.
func (s *core) noteChangedRow(y int, changed uint64) {
	b := &s.beliefs
	white, black := s.board.Can[2*y], s.board.Can[2*y+1]
	for ; changed != 0; changed &= changed - 1 {
		x := bits.TrailingZeros64(changed)
		v := y*s.board.Width + x
		moved := 1.0
		switch {
		case white>>uint(x)&1 == 0:
			moved = 1 - b.black[v]
		case black>>uint(x)&1 == 0:
			moved = b.black[v]
		}
		b.residual[y] += moved
		b.residual[s.board.Height+x] += moved
	}
}

// wordMessages returns the messages of rows and of columns of a word board.
func (s *core) wordMessages() [2]line.Messages {
	b, h := &s.beliefs, s.board.Height
	return [2]line.Messages{
		{In: b.toRow, Out: b.toCol, Belief: b.black, Residual: b.residual[h:], Turns: b.colTurns},
		{In: b.toCol, Out: b.toRow, Belief: b.black, Residual: b.residual[:h], Turns: b.rowTurns},
	}
}

// updateWord updates the messages of a line of a word board.
func (s *core) updateWord(i int, words *[2]line.Messages) {
	b, m := &s.beliefs, &words[0]
	if x := i - s.board.Height; x < 0 {
		b.rows[i] = rowBest{}
	} else {
		b.updatedCols |= 1 << uint(x)
		m = &words[1]
	}
	m.Base, m.Step = s.board.Cells(i)
	s.board.Lines[i].OddsWord(s.board.Can[2*i], s.board.Can[2*i+1], m, &s.board.Scratch)
}

// updateWide is updateWord for long lines and colors, with a weight for every color.
func (s *core) updateWide(i int) {
	b := &s.beliefs
	l := &s.board.Lines[i]
	n, c := l.Len(), s.board.Colors
	in, out, turns, crossing := b.toRow, b.toCol, b.colTurns, s.board.Height
	if i >= s.board.Height {
		in, out, turns, crossing = b.toCol, b.toRow, b.rowTurns, 0
	}
	base, step := s.board.Cells(i)
	if len(b.marginals) < 2*n*c {
		b.marginals = make([]float64, 2*n*c)
	}
	weight, post := b.marginals[:n*c], b.marginals[n*c:2*n*c]
	open := openCells(s.board.Masks(i), c, b.open[:0])
	b.open = open
	for k := range weight {
		weight[k] = 1 // the weight of a known cell has no effect
	}
	for _, j := range open {
		at, to := (base+step*int(j))*c, int(j)*c
		for k := range c {
			weight[to+k] = in[at+k]
		}
	}
	if !l.Marginals(s.board.Masks(i), weight, post, &s.board.Scratch) {
		return
	}
	for _, j := range open {
		at, from := (base+step*int(j))*c, int(j)*c
		moved := []line.Turn(nil)
		if len(turns) > 0 {
			moved = turns[at : at+c]
		}
		b.residual[crossing+int(j)] += storeMessage(post[from:from+c], weight[from:from+c], out[at:at+c], moved)
	}
}

// openCells appends the cells with several candidates of a line, given by its masks.
func openCells(masks []uint64, colors int, cells []int32) []int32 {
	words := len(masks) / colors
	for w := range words {
		some, more := uint64(0), uint64(0)
		for at := w; at < len(masks); at += words {
			more |= some & masks[at]
			some |= masks[at]
		}
		for ; more != 0; more &= more - 1 {
			cells = append(cells, int32(w<<6+bits.TrailingZeros64(more)))
		}
	}
	return cells
}

// storeMessage divides the marginals of a cell by the incoming message, normalises, damps what
// turns back and stores the result. It returns how far the message has moved.
func storeMessage(marginals, in, out []float64, turns []line.Turn) float64 {
	top := 0.0
	in, out = in[:len(marginals)], out[:len(marginals)]
	for c := range marginals {
		marginals[c] /= max(in[c], 1e-300)
		top = max(top, marginals[c])
	}
	if !(top > 0) {
		return 0
	}
	moved := 0.0
	for c := range marginals {
		q := max(marginals[c]/top, weightMin)
		if len(turns) > 0 && turns[c].Back(q, out[c]) {
			q = float64((1-damping)*q) + float64(damping*out[c])
		}
		moved = max(moved, math.Abs(q-out[c]))
		out[c] = q
	}
	return moved
}

func (s *core) saveRootMessages() {
	b := &s.beliefs
	copy(b.rootToCol, b.toCol)
	copy(b.rootToRow, b.toRow)
}

// diveFromRoot restarts from the messages at level 0, perturbed to make the next dive
// different.
func (s *core) diveFromRoot() {
	b := &s.beliefs
	copy(b.toCol, b.rootToCol)
	copy(b.toRow, b.rootToRow)
	s.perturb(b.toCol)
	s.perturb(b.toRow)
	s.combineMessages()
	b.list = b.list[:0]
}

// continueDive starts from the messages of the last dive, perturbed: they remember where it
// nearly succeeded.
func (s *core) continueDive() {
	s.perturb(s.beliefs.toCol)
	s.perturb(s.beliefs.toRow)
	s.combineMessages()
	s.refreshBeliefs(refreshSweeps)
}

func (s *core) perturb(messages []float64) {
	for i, m := range messages {
		u := float64((s.uniform() - 0.5) * messageNoise) // (1+u)/(1-u) is close to e^2u
		messages[i] = min(max(m*(1+u)/(1-u), line.OddsMin), line.OddsMax)
	}
}

package solve

import (
	"math"
	"math/bits"

	"nonogram/internal/line"
)

// Belief propagation: what is the chance that a cell is black? Every line counts
// its arrangements, weighted by what the crossing lines think of its cells, and
// tells every crossing line the odds of the cell they share, leaving out what it
// heard from that line. Rows and columns pass such messages until they hardly
// change; the product of the two messages of a cell is its belief.
//
// A line need not speak again before it has heard something new. How new that is
// shows in the beliefs: where a cell that was believed black with probability p
// turns out black, no more than 1-p of its lines' arrangements are lost, and where
// a message takes a belief from p to q, |p-q| of them shift. So every line keeps
// the sum of what its cells have moved since it spoke, and speaks again when that is
// more than a certain sum.
//
// Beliefs only steer: which cell to decide next, and which value to try. No
// verdict rests on them.
//
// It is the greedy rule of averaging a row's and a column's share of
// arrangements, iterated until rows and columns agree. Sum-product message
// passing is Pearl's; going by what has moved is residual belief propagation
// (Elidan, McGraw, Koller 2006), without its order, which bought nothing here; using
// it to fix variables one after the other is decimation as in survey propagation
// (Braunstein, Mézard, Zecchina).
//
// Cost: one message update is a weighted count of a line, about 0.3 µs for 25
// cells.
type beliefs struct {
	ready        bool
	damped       bool    // a message keeps half of the one before
	tolerance    float64 // a line whose cells have moved by more, in all, speaks again
	refreshAfter int     // cells assigned since the last refresh that call for another
	// Word boards keep odds black : white, one number per cell; others keep a
	// weight per cell and color.
	toCol []float64 // by cell: what its row tells its column
	toRow []float64
	black []float64 // of word boards, by cell: the belief, as the probability of black
	// The messages at the root, from which every descent starts.
	rootToCol, rootToRow []float64
	residual             []float64 // by line: how far its cells have moved since it spoke
	masks                []uint64  // the masks as of the last refresh
	marginals            []float64
	open                 []int32   // cells of the line that speaks, of boards that are no word boards
	rows                 []rowBest // of a word board: the surest open cell of every row
	updatedCols          uint64    // columns of a word board that have spoken since rows were looked at
	list                 []choice  // of other boards: the most certain open literals, best last
}

func (b *beliefs) reset() { b.ready = false }

// startBeliefs sets every message to indifference, or on noise to as much as a column
// knows without the rows: how many of its open cells are black.
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
	b.tolerance, b.damped = noiseTolerance, s.picture
	if s.picture {
		b.tolerance = pictureTolerance
	}
	b.refreshAfter = max(refreshMin, s.cells/refreshPart)
	if s.board.Word && !s.picture {
		s.initMessages()
	}
	s.combineMessages()
	b.ready = true
}

// presume sets the messages of the columns to the share of black among their open
// cells, so that the rows, which speak first, have something to go by.
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

// multiply makes the beliefs of a word board anew from the messages.
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

// believe brings the beliefs up to date with the board in at most so many sweeps.
func (s *core) refreshBeliefs(sweeps int) {
	b := &s.beliefs
	if !b.ready {
		s.startBeliefs()
	}
	b.list = b.list[:0]
	s.noteChanges()
	words := s.wordMessages()
	for range sweeps {
		spoke := false
		for i := range s.board.Lines {
			if b.residual[i] <= b.tolerance {
				continue
			}
			b.residual[i] = 0
			spoke = true
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
		if !spoke {
			return
		}
	}
}

// believeAtRoot works out the beliefs at level 0, from which descents start.
func (s *core) rootBeliefs() {
	sweeps := noiseSweeps
	if s.picture {
		sweeps = pictureSweeps
	}
	s.refreshBeliefs(sweeps)
	s.saveRootMessages()
}

// hear takes in which candidates have changed since the last refresh.
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

// hearRow takes in the changed cells of a row of a word board. A cell that is known
// now has moved by what the beliefs had against it, a cell that is open again by all.
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

// wordMessages are the messages of rows and of columns of a word board.
func (s *core) wordMessages() [2]line.Messages {
	b, h := &s.beliefs, s.board.Height
	return [2]line.Messages{
		{In: b.toRow, Out: b.toCol, Belief: b.black, Residual: b.residual[h:], Damped: b.damped},
		{In: b.toCol, Out: b.toRow, Belief: b.black, Residual: b.residual[:h], Damped: b.damped},
	}
}

// tellWord updates the messages of one line of a word board.
func (s *core) updateWord(i int, words *[2]line.Messages) {
	b, m := &s.beliefs, &words[0]
	if x := i - s.board.Height; x < 0 {
		b.rows[i].seen = 0
	} else {
		b.updatedCols |= 1 << uint(x)
		m = &words[1]
	}
	m.Base, m.Step = s.board.Cells(i)
	s.board.Lines[i].OddsWord(s.board.Can[2*i], s.board.Can[2*i+1], m, &s.board.Scratch)
}

// tellWide is tellWord for long lines and colors, with a weight for every color.
func (s *core) updateWide(i int) {
	b := &s.beliefs
	l := &s.board.Lines[i]
	n, c := l.Len(), s.board.Colors
	in, out, crossing := b.toRow, b.toCol, s.board.Height
	if i >= s.board.Height {
		in, out, crossing = b.toCol, b.toRow, 0
	}
	base, step := s.board.Cells(i)
	if len(b.marginals) < 2*n*c {
		b.marginals = make([]float64, 2*n*c)
	}
	weight, post := b.marginals[:n*c], b.marginals[n*c:2*n*c]
	open := openCells(s.board.Masks(i), c, b.open[:0])
	b.open = open
	for k := range weight {
		weight[k] = 1 // known cells have any
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
		b.residual[crossing+int(j)] += s.storeMessage(post[from:from+c], weight[from:from+c], out[at:at+c])
	}
}

// openCells appends the cells of a line, given by its masks, that may have several colors.
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

// retell divides what a line knows of a cell by what it was told, normalises, and
// stores it. It returns how far the message has moved.
func (s *core) storeMessage(post, told, out []float64) float64 {
	top := 0.0
	told, out = told[:len(post)], out[:len(post)]
	for c := range post {
		post[c] /= max(told[c], 1e-300)
		top = max(top, post[c])
	}
	if !(top > 0) {
		return 0
	}
	moved := 0.0
	for c := range post {
		q := max(post[c]/top, weightMin)
		if s.beliefs.damped {
			q = float64((1-damping)*q) + float64(damping*out[c])
		}
		moved = max(moved, math.Abs(q-out[c]))
		out[c] = q
	}
	return moved
}

// saveRoot keeps the messages for the descents to come.
func (s *core) saveRootMessages() {
	b := &s.beliefs
	copy(b.rootToCol, b.toCol)
	copy(b.rootToRow, b.toRow)
}

// returnToRoot starts from the root's messages again, slightly disturbed so that
// the next descent goes elsewhere.
func (s *core) diveFromRoot() {
	b := &s.beliefs
	copy(b.toCol, b.rootToCol)
	copy(b.toRow, b.rootToRow)
	s.perturb(b.toCol)
	s.perturb(b.toRow)
	s.combineMessages()
	b.list = b.list[:0]
}

// wander goes on from the messages of the last descent, slightly disturbed: they
// remember where it nearly came through.
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

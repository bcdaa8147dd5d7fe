package solve

import (
	"math"
	"math/bits"

	"nonogram/line"
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
	ready  bool
	news   float64 // a line whose cells have moved by more, in all, speaks again
	enough int     // cells assigned since the last refresh that call for another
	// Word boards keep odds black : white, one number per cell; others keep a
	// weight per cell and color.
	toCol []float64 // by cell: what its row tells its column
	toRow []float64
	// The messages at the root, from which every descent starts.
	rootToCol, rootToRow []float64
	moved                []float64 // by line: how far its cells have moved since it spoke
	heard                []uint64  // the masks as of the last refresh
	post                 []float64
	rows                 []rowBest // of a word board: the surest open cell of every row
	told                 uint64    // columns of a word board that have spoken since rows were looked at
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
	b.moved = fillOnes(b.moved, len(s.board.Lines))
	b.heard = append(b.heard[:0], s.board.Can...)
	b.list = b.list[:0]
	b.rows = resize(b.rows, s.board.Height)
	b.news = noiseNews
	if s.picture {
		b.news = pictureNews
	}
	b.enough = max(retraceMin, s.cells/retracePart)
	if s.board.Word && !s.picture {
		s.presume()
	}
	b.ready = true
}

// presume sets the messages of the columns to the share of black among their open
// cells, so that the rows, which speak first, have something to go by.
func (s *core) presume() {
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

func fillOnes(s []float64, n int) []float64 {
	s = resize(s, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

// believe brings the beliefs up to date with the board in at most so many sweeps.
func (s *core) believe(sweeps int) {
	b := &s.beliefs
	if !b.ready {
		s.startBeliefs()
	}
	b.list = b.list[:0]
	s.hear()
	for range sweeps {
		spoke := false
		for i := range s.board.Lines {
			if b.moved[i] <= b.news {
				continue
			}
			b.moved[i] = 0
			spoke = true
			s.stats.Messages++
			if s.stop.tick(s.board.LineWords * messageTicks) {
				return
			}
			if s.board.Word {
				s.tellWord(i)
			} else {
				s.tellWide(i)
			}
		}
		if !spoke {
			return
		}
	}
}

// believeAtRoot works out the beliefs at level 0, from which descents start.
func (s *core) believeAtRoot() {
	sweeps := rootSweeps
	if s.picture {
		sweeps = slowSweeps
	}
	s.believe(sweeps)
	s.saveRoot()
}

// hear takes in which candidates have changed since the last refresh.
func (s *core) hear() {
	b, can := &s.beliefs, s.board.Can
	if s.board.Word {
		for y := range s.board.Height {
			if changed := (b.heard[2*y] ^ can[2*y]) | (b.heard[2*y+1] ^ can[2*y+1]); changed != 0 {
				s.hearRow(y, changed)
				b.heard[2*y], b.heard[2*y+1] = can[2*y], can[2*y+1]
			}
		}
		return
	}
	at := 0
	for i := range s.board.Lines {
		for range len(s.board.Masks(i)) {
			if b.heard[at] != can[at] {
				b.heard[at] = can[at]
				b.moved[i]++
			}
			at++
		}
	}
}

// hearRow takes in the changed cells of a row of a word board. A cell that is known
// now has moved by what the beliefs had against it, a cell that is open again by all.
func (s *core) hearRow(y int, changed uint64) {
	b := &s.beliefs
	white, black := s.board.Can[2*y], s.board.Can[2*y+1]
	for ; changed != 0; changed &= changed - 1 {
		x := bits.TrailingZeros64(changed)
		v := y*s.board.Width + x
		odds := float64(b.toCol[v] * b.toRow[v])
		moved := 1.0
		switch {
		case white>>uint(x)&1 == 0:
			moved = 1 / (1 + odds)
		case black>>uint(x)&1 == 0:
			moved = odds / (1 + odds)
		}
		b.moved[y] += moved
		b.moved[s.board.Height+x] += moved
	}
}

// tellWord updates the messages of one line of a word board.
func (s *core) tellWord(i int) {
	b := &s.beliefs
	white, black := s.board.Can[2*i], s.board.Can[2*i+1]
	in, out, crossing := b.toRow, b.toCol, s.board.Height
	if i >= s.board.Height {
		in, out, crossing = b.toCol, b.toRow, 0
	}
	if crossing == 0 {
		b.told |= 1 << uint(i-s.board.Height)
	} else {
		b.rows[i].seen = 0
	}
	m := line.Messages{In: in, Out: out, Moved: b.moved[crossing:], Damped: s.picture}
	m.Base, m.Step = s.board.Cells(i)
	s.board.Lines[i].OddsWord(white, black, &m, &s.board.Scratch)
}

// tellWide is tellWord for long lines and colors, with a weight for every color.
func (s *core) tellWide(i int) {
	b := &s.beliefs
	l := &s.board.Lines[i]
	n, c := l.Len(), s.board.Colors
	in, out, crossing := b.toRow, b.toCol, s.board.Height
	if i >= s.board.Height {
		in, out, crossing = b.toCol, b.toRow, 0
	}
	base, step := s.board.Cells(i)
	b.post = resize(b.post, 2*n*c)
	weight, post := b.post[:n*c], b.post[n*c:]
	for j := range n {
		copy(weight[j*c:(j+1)*c], in[(base+step*j)*c:])
	}
	if !l.Marginals(s.board.Masks(i), weight, post, &s.board.Scratch) {
		return
	}
	for j := range n {
		if bits.OnesCount64(s.cellSet(i, j)) < 2 {
			continue
		}
		at := (base + step*j) * c
		b.moved[crossing+j] += s.retell(post[j*c:(j+1)*c], weight[j*c:(j+1)*c], out[at:at+c])
	}
}

// cellSet is the candidates of cell j of line i.
func (s *core) cellSet(i, j int) uint64 {
	if i < s.board.Height {
		return uint64(s.board.Candidates(i, j))
	}
	return uint64(s.board.Candidates(j, i-s.board.Height))
}

// retell divides what a line knows of a cell by what it was told, normalises, and
// stores it. It returns how far the message has moved.
func (s *core) retell(post, told, out []float64) float64 {
	top := 0.0
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
		if s.picture {
			q = float64((1-damping)*q) + float64(damping*out[c])
		}
		moved = max(moved, math.Abs(q-out[c]))
		out[c] = q
	}
	return moved
}

// saveRoot keeps the messages for the descents to come.
func (s *core) saveRoot() {
	b := &s.beliefs
	copy(b.rootToCol, b.toCol)
	copy(b.rootToRow, b.toRow)
}

// returnToRoot starts from the root's messages again, slightly disturbed so that
// the next descent goes elsewhere.
func (s *core) returnToRoot() {
	b := &s.beliefs
	copy(b.toCol, b.rootToCol)
	copy(b.toRow, b.rootToRow)
	s.disturb(b.toCol)
	s.disturb(b.toRow)
	b.list = b.list[:0]
	b.told = allCells
}

// wander goes on from the messages of the last descent, slightly disturbed: they
// remember where it nearly came through.
func (s *core) wander() {
	s.disturb(s.beliefs.toCol)
	s.disturb(s.beliefs.toRow)
	s.beliefs.told = allCells
	s.believe(retrace)
}

func (s *core) disturb(messages []float64) {
	for i, m := range messages {
		u := float64((s.uniform() - 0.5) * messageNoise) // (1+u)/(1-u) is close to e^2u
		messages[i] = min(max(m*(1+u)/(1-u), line.OddsMin), line.OddsMax)
	}
}

// choice is an open literal and how sure it is: a number that grows with the odds of
// it being true.
type choice struct {
	sure uint64
	l    lit
}

// evenOdds is the bit pattern of 1. Positive numbers are ordered as their patterns,
// which are close to a multiple of their logarithms, so that the distance of odds
// from it says how sure they are either way without a division.
const evenOdds = 0x3FF0000000000000

// rowBest is the surest open cell of a row of a word board. It stays so until it is
// decided or a line through one of the cells speaks, so that of most rows only the few
// cells have to be looked at about which there is news.
type rowBest struct {
	sure uint64
	seen uint64 // the open cells that it was chosen from
	l    lit
	col  uint8 // its own
}

// allCells is every cell of a row.
const allCells = ^uint64(0)

// mostCertain returns the open literal that the beliefs are surest of; noLit if
// every cell is decided.
func (s *core) mostCertain() lit {
	if s.board.Word {
		return s.surestWord()
	}
	b := &s.beliefs
	for n := len(b.list); n > 0; n = len(b.list) {
		l := b.list[n-1].l
		b.list = b.list[:n-1]
		if s.value[l] == 0 {
			return l
		}
	}
	s.scanWide()
	if len(b.list) == 0 {
		return noLit
	}
	l := b.list[len(b.list)-1].l
	b.list = b.list[:len(b.list)-1]
	return l
}

// surestWord is mostCertain on a word board.
func (s *core) surestWord() lit {
	b, can := &s.beliefs, s.board.Can
	rows, told := b.rows, b.told
	best, sure := noLit, uint64(0)
	for y := range rows {
		r := &rows[y]
		open := can[2*y] & can[2*y+1]
		known := r.seen & open &^ told
		r.seen = open
		switch {
		case open == 0:
			continue
		case known>>(r.col&63)&1 == 0:
			r.sure = 0
			s.scanRow(r, y*s.board.Width, open)
		case known != open:
			s.scanRow(r, y*s.board.Width, open&^known)
		}
		if r.sure > sure {
			best, sure = r.l, r.sure
		}
	}
	b.told = 0
	return best
}

// scanRow looks for a surer cell among some cells of the row that begins at base.
func (s *core) scanRow(r *rowBest, base int, cells uint64) {
	toCol, toRow := s.beliefs.toCol[base:], s.beliefs.toRow[base:]
	for ; cells != 0; cells &= cells - 1 {
		x := bits.TrailingZeros64(cells)
		black := int64(math.Float64bits(toCol[x]*toRow[x])) - evenOdds
		if sure := uint64(max(black, -black)) + 1; sure > r.sure {
			r.sure, r.l, r.col = sure, lit(2*(base+x))+lit(uint64(black)>>63), uint8(x)
		}
	}
}

func (s *core) scanWide() {
	least := uint64(0)
	for y := range s.board.Height {
		for x := range s.board.Width {
			set := uint64(s.board.Candidates(y, x))
			if set&(set-1) == 0 {
				continue
			}
			color, odds := s.belief(y*s.board.Width+x, set)
			if sure := math.Float64bits(odds); sure > least {
				least = s.beliefs.offer(sure, s.valueLit(y*s.board.Width+x, color))
			}
		}
	}
}

// belief is the likeliest color of a cell among its candidates, and its odds
// against all others together.
func (s *core) belief(cell int, set uint64) (color int, odds float64) {
	at := cell * s.board.Colors
	total, best := 0.0, -1.0
	for ; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		w := float64(s.beliefs.toCol[at+c] * s.beliefs.toRow[at+c])
		total += w
		if w > best {
			color, best = c, w
		}
	}
	return color, best / max(total-best, 1e-12*total, 1e-300)
}

// valueLit is the literal that says a cell has a color.
func (s *core) valueLit(cell, color int) lit {
	if s.board.Colors == 2 {
		return lit(2*cell + 1 - color)
	}
	return lit(2 * (cell*s.board.Colors + color))
}

// offer puts a literal on the list in place of the least sure one. The list is
// sorted, best last. It returns what the next one has to beat.
func (b *beliefs) offer(sure uint64, l lit) (least uint64) {
	n := len(b.list)
	if n == listLength {
		copy(b.list, b.list[1:])
		n--
	} else {
		b.list = append(b.list, choice{})
	}
	for n > 0 && b.list[n-1].sure > sure {
		b.list[n] = b.list[n-1]
		n--
	}
	b.list[n] = choice{sure, l}
	if len(b.list) < listLength {
		return 0
	}
	return b.list[0].sure
}

// takePhases sets the saved phase of every open variable to the likelier value
// and, if asked, its activity to how sure that is.
func (s *core) takePhases(activity bool) {
	if s.board.Colors > 2 {
		s.takeColorPhases(activity)
	} else {
		for v := range s.cells {
			if s.value[2*v] != 0 {
				continue
			}
			odds := s.blackOdds(v)
			p := odds / (1 + odds)
			s.phases.saved[v] = 0
			if p < 0.5 {
				s.phases.saved[v] = 1
			}
			if activity {
				s.order.activity[v] = max(2*p-1, 1-2*p)
			}
		}
	}
	if activity {
		s.order.rebuild()
	}
}

// blackOdds is the odds black : white of a black-and-white cell.
func (s *core) blackOdds(v int) float64 {
	b := &s.beliefs
	if s.board.Word {
		return b.toCol[v] * b.toRow[v]
	}
	return b.toCol[2*v+1] * b.toRow[2*v+1] / (b.toCol[2*v] * b.toRow[2*v])
}

func (s *core) takeColorPhases(activity bool) {
	for cell := range s.cells {
		set := uint64(s.board.Candidates(cell/s.board.Width, cell%s.board.Width))
		if set&(set-1) == 0 {
			continue
		}
		color, odds := s.belief(cell, set)
		for c := range s.board.Colors {
			v := cell*s.board.Colors + c
			s.phases.saved[v] = 1
			if c == color {
				s.phases.saved[v] = 0
			}
			if activity {
				s.order.activity[v] = 0
				if c == color {
					s.order.activity[v] = odds / (1 + odds)
				}
			}
		}
	}
}

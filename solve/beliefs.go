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
// Beliefs only steer: which cell to decide next, and which value to try. No
// verdict rests on them.
//
// It is the greedy rule of averaging a row's and a column's share of
// arrangements, iterated until rows and columns agree. Sum-product message
// passing is Pearl's; using it to fix variables one after the other is
// decimation as in survey propagation (Braunstein, Mézard, Zecchina).
//
// Cost: one message update is a weighted count of a line, about 0.4 µs for 25
// cells. Only lines whose cells or incoming messages have changed are updated.
type beliefs struct {
	ready  bool
	news   float64 // a message whose probability moved by more is news
	enough int     // cells assigned since the last refresh that call for another
	// Word boards keep odds black : white, one number per cell; others keep a
	// weight per cell and color.
	toCol []float64 // by cell: what its row tells its column
	toRow []float64
	// The messages at the root, from which every descent starts.
	rootToCol, rootToRow []float64
	stale                []bool   // lines with an input that moved
	heard                []uint64 // the masks each line saw last
	post                 []float64
	list                 []choice // the most certain open literals, best last
}

const (
	rootSweeps  = 4    // at the root of a board of noise
	slowSweeps  = 60   // at the root of a picture, where messages are damped
	damping     = 0.5  // how much of an old message stays in a new one on pictures, as in line.Messages
	retrace     = 2    // sweeps on the way down, whenever enough cells have been assigned
	retraceMin  = 10   // enough is this many cells, or on large boards
	retracePart = 64   // this part of all
	noiseNews   = 0.2  // a message of noise is news if its probability moved by more
	pictureNews = 0.05 // a message of a picture is damped and takes smaller steps

	messageTicks = 4 // a message costs about as much as so many line solves
)

func (b *beliefs) reset() { b.ready = false }

// startBeliefs sets every message to indifference.
func (s *core) startBeliefs() {
	n := s.cells
	if !s.word {
		n *= s.colors
	}
	s.toCol = fillOnes(s.toCol, n)
	s.toRow = fillOnes(s.toRow, n)
	s.rootToCol = resize(s.rootToCol, n)
	s.rootToRow = resize(s.rootToRow, n)
	s.stale = resize(s.stale, len(s.lines))
	for i := range s.stale {
		s.stale[i] = true
	}
	s.heard = append(s.heard[:0], s.can...)
	s.list = s.list[:0]
	s.news = noiseNews
	if s.picture {
		s.news = pictureNews
	}
	s.enough = max(retraceMin, s.cells/retracePart)
	s.ready = true
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
	if !s.ready {
		s.startBeliefs()
	}
	s.list = s.list[:0]
	s.hear()
	for range sweeps {
		spoke := false
		for i := range s.lines {
			if !s.stale[i] {
				continue
			}
			s.stale[i] = false
			spoke = true
			s.stats.Messages++
			if s.stop.tick(s.lineWords * messageTicks) {
				return
			}
			if s.word {
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

// hear marks the lines whose candidates have changed since they last spoke.
func (s *core) hear() {
	if s.word {
		for i := range s.lines {
			if s.heard[2*i] != s.can[2*i] || s.heard[2*i+1] != s.can[2*i+1] {
				s.heard[2*i], s.heard[2*i+1] = s.can[2*i], s.can[2*i+1]
				s.stale[i] = true
			}
		}
		return
	}
	at := 0
	for i := range s.lines {
		for range len(s.masks(i)) {
			if s.heard[at] != s.can[at] {
				s.heard[at] = s.can[at]
				s.stale[i] = true
			}
			at++
		}
	}
}

// tellWord updates the messages of one line of a word board.
func (s *core) tellWord(i int) {
	white, black := s.can[2*i], s.can[2*i+1]
	in, out, crossing := s.toRow, s.toCol, s.height
	if i >= s.height {
		in, out, crossing = s.toCol, s.toRow, 0
	}
	m := line.Messages{In: in, Out: out, News: s.news, Damped: s.picture}
	m.Base, m.Step = s.cellsOf(i)
	for news := s.lines[i].OddsWord(white, black, &m, &s.scratch); news != 0; news &= news - 1 {
		s.stale[crossing+bits.TrailingZeros64(news)] = true
	}
}

// tellWide is tellWord for long lines and colors, with a weight for every color.
func (s *core) tellWide(i int) {
	l := &s.lines[i]
	n, c := l.Len(), s.colors
	in, out, crossing := s.toRow, s.toCol, s.height
	if i >= s.height {
		in, out, crossing = s.toCol, s.toRow, 0
	}
	base, step := s.cellsOf(i)
	s.post = resize(s.post, 2*n*c)
	weight, post := s.post[:n*c], s.post[n*c:]
	for j := range n {
		copy(weight[j*c:(j+1)*c], in[(base+step*j)*c:])
	}
	if !l.Marginals(s.masks(i), weight, post, &s.scratch) {
		return
	}
	for j := range n {
		if bits.OnesCount64(s.cellSet(i, j)) < 2 {
			continue
		}
		at := (base + step*j) * c
		if s.retell(post[j*c:(j+1)*c], weight[j*c:(j+1)*c], out[at:at+c]) {
			s.stale[crossing+j] = true
		}
	}
}

// cellSet is the candidates of cell j of line i.
func (s *core) cellSet(i, j int) uint64 {
	if i < s.height {
		return uint64(s.candidates(i, j))
	}
	return uint64(s.candidates(j, i-s.height))
}

// weightMin keeps a message from ruling out a color altogether.
const weightMin = 1e-6

// retell divides what a line knows of a cell by what it was told, normalises, and
// stores it; true if that is news.
func (s *core) retell(post, told, out []float64) bool {
	top := 0.0
	for c := range post {
		post[c] /= max(told[c], 1e-300)
		top = max(top, post[c])
	}
	if !(top > 0) {
		return false
	}
	news := false
	for c := range post {
		q := max(post[c]/top, weightMin)
		if s.picture {
			q = float64((1-damping)*q) + float64(damping*out[c])
		}
		d := q - out[c]
		if d > s.news || d < -s.news {
			news = true
		}
		out[c] = q
	}
	return news
}

// saveRoot keeps the messages for the descents to come.
func (s *core) saveRoot() {
	copy(s.rootToCol, s.toCol)
	copy(s.rootToRow, s.toRow)
}

// messageNoise is how far a message is disturbed for a new descent: its odds are
// multiplied by up to e^±½.
const messageNoise = 0.5

// returnToRoot starts from the root's messages again, slightly disturbed so that
// the next descent goes elsewhere.
func (s *core) returnToRoot() {
	copy(s.toCol, s.rootToCol)
	copy(s.toRow, s.rootToRow)
	s.disturb(s.toCol)
	s.disturb(s.toRow)
	s.list = s.list[:0]
}

func (s *core) disturb(messages []float64) {
	for i, m := range messages {
		u := float64((s.uniform() - 0.5) * messageNoise) // (1+u)/(1-u) is close to e^2u
		messages[i] = min(max(m*(1+u)/(1-u), line.OddsMin), line.OddsMax)
	}
}

// choice is an open literal with the odds of it being true.
type choice struct {
	odds float64
	l    lit
}

// listLength is how many of the most certain literals one scan of the board
// keeps, so that not every decision scans it again. Beliefs are refreshed after
// a few decisions, and then the rest of the list is void.
const listLength = 4

// mostCertain returns the open literal that the beliefs are surest of; noLit if
// every cell is decided.
func (s *core) mostCertain() lit {
	for n := len(s.list); n > 0; n = len(s.list) {
		l := s.list[n-1].l
		s.list = s.list[:n-1]
		if s.value[l] == 0 {
			return l
		}
	}
	if s.word {
		s.scanWord()
	} else {
		s.scanWide()
	}
	if len(s.list) == 0 {
		return noLit
	}
	l := s.list[len(s.list)-1].l
	s.list = s.list[:len(s.list)-1]
	return l
}

func (s *core) scanWord() {
	least := 0.0
	for y := range s.height {
		base := y * s.width
		for m := s.can[2*y] & s.can[2*y+1]; m != 0; m &= m - 1 {
			v := base + bits.TrailingZeros64(m)
			black := s.toCol[v] * s.toRow[v]
			// The larger of two positive numbers without a branch: which one it is
			// is as good as random.
			odds := math.Float64frombits(max(math.Float64bits(black), math.Float64bits(1/black)))
			if odds > least {
				l := lit(2 * v)
				if black < 1 {
					l++
				}
				least = s.offer(odds, l)
			}
		}
	}
}

func (s *core) scanWide() {
	least := 0.0
	for y := range s.height {
		for x := range s.width {
			set := uint64(s.candidates(y, x))
			if set&(set-1) == 0 {
				continue
			}
			if color, odds := s.belief(y*s.width+x, set); odds > least {
				least = s.offer(odds, s.valueLit(y*s.width+x, color))
			}
		}
	}
}

// belief is the likeliest color of a cell among its candidates, and its odds
// against all others together.
func (s *core) belief(cell int, set uint64) (color int, odds float64) {
	at := cell * s.colors
	total, best := 0.0, -1.0
	for ; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		w := float64(s.toCol[at+c] * s.toRow[at+c])
		total += w
		if w > best {
			color, best = c, w
		}
	}
	return color, best / max(total-best, 1e-12*total, 1e-300)
}

// valueLit is the literal that says a cell has a color.
func (s *core) valueLit(cell, color int) lit {
	if s.colors == 2 {
		return lit(2*cell + 1 - color)
	}
	return lit(2 * (cell*s.colors + color))
}

// offer puts a literal on the list in place of the least sure one. The list is
// sorted, best last. It returns the odds that the next one has to beat.
func (s *core) offer(odds float64, l lit) (least float64) {
	n := len(s.list)
	if n == listLength {
		copy(s.list, s.list[1:])
		n--
	} else {
		s.list = append(s.list, choice{})
	}
	for n > 0 && s.list[n-1].odds > odds {
		s.list[n] = s.list[n-1]
		n--
	}
	s.list[n] = choice{odds, l}
	if len(s.list) < listLength {
		return 0
	}
	return s.list[0].odds
}

// takePhases sets the saved phase of every open variable to the likelier value
// and, if asked, its activity to how sure that is.
func (s *core) takePhases(activity bool) {
	if s.colors > 2 {
		s.takeColorPhases(activity)
	} else {
		for v := range s.cells {
			if s.value[2*v] != 0 {
				continue
			}
			odds := s.blackOdds(v)
			p := odds / (1 + odds)
			s.saved[v] = 0
			if p < 0.5 {
				s.saved[v] = 1
			}
			if activity {
				s.activity[v] = max(2*p-1, 1-2*p)
			}
		}
	}
	if activity {
		s.rebuild()
	}
}

// blackOdds is the odds black : white of a black-and-white cell.
func (s *core) blackOdds(v int) float64 {
	if s.word {
		return s.toCol[v] * s.toRow[v]
	}
	return s.toCol[2*v+1] * s.toRow[2*v+1] / (s.toCol[2*v] * s.toRow[2*v])
}

func (s *core) takeColorPhases(activity bool) {
	for cell := range s.cells {
		set := uint64(s.candidates(cell/s.width, cell%s.width))
		if set&(set-1) == 0 {
			continue
		}
		color, odds := s.belief(cell, set)
		for c := range s.colors {
			v := cell*s.colors + c
			s.saved[v] = 1
			if c == color {
				s.saved[v] = 0
			}
			if activity {
				s.activity[v] = 0
				if c == color {
					s.activity[v] = odds / (1 + odds)
				}
			}
		}
	}
}

package solve

import "nonogram/internal/line"

// Weighing: what rows and columns cannot do together, although each line can. In n-dom
// every block of three in a row covers a column of odd number, and those columns have
// room for just so many cells: no such block can cover two of them, and no other cell can
// be there. Clauses need exponentially many steps for what is a matter of counting.
//
// Give every cell a weight for rows and one for columns. The filled cells of a solution
// weigh no more in a row than the heaviest arrangement of the row does, and so for columns;
// so that the heaviest arrangements of all lines bound the sum of both weights over the
// solution. Here that sum is its distance from a known solution: a cell has a unit in all
// if it is empty there, a unit less than nothing if it is filled. Two solutions differ in
// four cells at least (a line that differs has the same number of filled cells, so it
// differs twice, and so do the lines across). Where the bound is below four there is no
// other solution; and where it falls below four if a cell must be filled, or must be
// empty, that cell cannot be, in any other solution.
//
// How to share a cell's weight between its row and its column is the dual of a linear
// program, the relaxation in which lines agree in the mean. Subgradient steps look for
// the best shares: a cell becomes lighter where a heaviest arrangement fills it and that of
// the line across does not. They are taken with momentum, with the sums of rows and
// of columns on top, since most such arguments are about whole lines, and longer than
// converges: shares that exclude something without taking the bound up may grow, and do.
//
// Cost: a round takes two sums for every block and offset, some 20 µs on a board of
// 33×33. Sources: Held and Karp, "The traveling-salesman problem and minimum
// spanning trees: Part II", 1971; Polyak, "Minimization of unsmooth functionals", 1969;
// excluding by reduced costs after Dantzig, Fulkerson and Johnson, 1954. See
// docs/decisions/0037-lagrangian-bound.md.
type lagrangian struct {
	core  *core
	lines []subproblem

	cost       []int64   // by cell: what it weighs in all if it is filled
	multiplier []float64 // by cell: the row's part
	direction  []float64 // the direction of the last steps
	threshold  int64     // what other solutions weigh at least

	momentum        float64
	first, patience int // rounds to the first fact, and to the next

	weights      [2][]int64 // by cell, of rows and of columns; what is certain is beyond all weights
	reducedCosts [2][]int64 // by cell: what lines lose if it is filled, if it is empty
	lineSums     [2][]float64
	rounded      []int64
}

// weighedLine is a line on the scales.
type subproblem struct {
	side, slack int
	base, step  int
	left, size  []int32 // of its blocks
	at          []int32 // where they are in the heaviest arrangement found
	forced      int64   // what its certain cells weigh
	best        int64

	before []int64 // by cell boundary: the weight of the cells before it
	gain   []int64 // by block and offset: the weight of the block
	front  []int64 // the same: the most that the blocks up to it weigh, not behind this offset
	back   []int64 // the most that the blocks from it on weigh, not before this offset
}

// certainly is the weight of a cell that is certain; weightLimit bounds all others, so
// that those of a line do not come to as much, and all of a line of ten thousand cells are
// still a number.
const (
	forcedWeight  = int64(1) << 46
	maxMultiplier = 1 << 30
	// twoSolutions differ in so many cells at least.
	minDistance = 4
)

// weigh makes certain what holds in all solutions but those forbidden, as far as weighing
// shows it. It knows black and white, without blots, and needs a solution to be known.
//
// Before: level 0, everything propagated. After: the same; false if there is no other
// solution.
func (s *core) fixByReducedCosts() bool {
	x := s.newLagrangian()
	if x == nil {
		return true
	}
	for idle := 1; idle <= x.patience && !s.stop.poll(); idle++ {
		excess := x.evaluate()
		if excess < 0 || idle%fixEvery == 0 {
			switch facts, ok := x.findFacts(excess); {
			case !ok:
				x.writeProof()
				if s.proof != nil {
					s.proof.refuted = true
				}
				return false
			case len(facts) > 0:
				x.writeProof()
				if !s.addFacts(facts) {
					return false
				}
				if x.patience == x.first {
					x.patience *= lagrangianExtension
				}
				idle = 0
				x.fixKnown()
				continue
			}
		}
		if !x.step(float64(excess + minDistance*costUnit)) {
			break
		}
	}
	return true
}

// certain adds facts to level 0; false if they contradict it.
func (s *core) addFacts(facts []lit) bool {
	for _, l := range facts {
		s.enqueue(l, noReason, 0)
	}
	if !s.propagate() {
		if s.proof != nil {
			s.proof.writeContradiction()
		}
		return false
	}
	s.saveRoot()
	return true
}

// newWeighing puts the board on the scales; nil if it does not go there.
func (s *core) newLagrangian() *lagrangian {
	if s.board.Colors != 2 || len(s.solution) == 0 {
		return nil
	}
	x := &lagrangian{core: s, lines: make([]subproblem, len(s.board.Lines))}
	states := 0
	for i := range x.lines {
		l := &s.board.Lines[i]
		states += l.Blocks() * (l.Slack() + 1)
		if l.Blotted() || states > maxLagrangianStates {
			return nil
		}
		x.lines[i].init(l, i >= s.board.Height)
		x.lines[i].base, x.lines[i].step = s.board.Cells(i)
	}
	lines := len(x.lines)
	x.momentum = 1 - min(friction, float64(frictionBySize/float64(lines*lines)))
	x.first = min(lagrangianPatience*lines, lagrangianWork/max(1, states))
	x.patience = x.first
	x.cost = make([]int64, s.cells)
	x.multiplier, x.direction = make([]float64, s.cells), make([]float64, s.cells)
	x.lineSums = [2][]float64{make([]float64, s.board.Height), make([]float64, s.board.Width)}
	for side := range 2 {
		x.weights[side], x.reducedCosts[side] = make([]int64, s.cells), make([]int64, s.cells)
	}
	x.threshold = minDistance * costUnit
	for cell, filled := range s.solution {
		x.cost[cell] = costUnit
		if filled {
			x.cost[cell] = -costUnit
			x.threshold -= costUnit
		}
		x.multiplier[cell] = float64(x.cost[cell]) / 2
	}
	x.fixKnown()
	return x
}

// lay takes the blocks of a line.
func (w *subproblem) init(l *line.Line, column bool) {
	w.slack = l.Slack()
	if column {
		w.side = 1
	}
	n := l.Blocks()
	w.left, w.size, w.at = make([]int32, n), make([]int32, n), make([]int32, n)
	for b := range n {
		left, size, _ := l.Block(b)
		w.left[b], w.size[b] = int32(left), int32(size)
	}
	w.before = make([]int64, l.Len()+1)
	states := n * (w.slack + 1)
	memory := make([]int64, 3*states)
	w.gain, w.front, w.back = memory[:states], memory[states:2*states], memory[2*states:]
}

// settle takes what is certain.
func (x *lagrangian) fixKnown() {
	s := x.core
	for i := range x.lines {
		x.lines[i].forced = 0
	}
	for cell := range x.multiplier {
		l := lit(2 * cell)
		if s.value[l] == 0 {
			continue
		}
		x.multiplier[cell], x.direction[cell] = 0, 0
		if s.value[l] > 0 {
			row, col := s.board.LinesOf(cell)
			x.lines[row].forced += forcedWeight
			x.lines[col].forced += forcedWeight
		}
	}
}

// balance finds the heaviest arrangements, and by how much all of them outweigh other
// solutions at most; below 0 there are none.
func (x *lagrangian) evaluate() (excess int64) {
	rows, cols := x.weights[0], x.weights[1]
	for cell, share := range x.multiplier {
		extra := forcedWeight * int64(x.core.value[2*cell])
		rows[cell] = int64(share) + extra
		cols[cell] = x.cost[cell] - int64(share) + extra
	}
	excess = -x.threshold
	for i := range x.lines {
		w := &x.lines[i]
		w.maximize(x.weights[w.side])
		excess += w.best
	}
	return excess
}

// weigh finds a heaviest arrangement of a line.
func (w *subproblem) maximize(weights []int64) {
	for j, cell := 1, w.base; j < len(w.before); j, cell = j+1, cell+w.step {
		w.before[j] = w.before[j-1] + weights[cell]
	}
	width := w.slack + 1
	for b, left := range w.left {
		start, end := w.before[left:], w.before[left+w.size[b]:]
		gain, front := w.gain[b*width:][:width], w.front[b*width:][:width]
		most := -forcedWeight * int64(len(w.before))
		for o := range front {
			gain[o] = end[o] - start[o]
			here := gain[o]
			if b > 0 {
				here += w.front[(b-1)*width+o]
			}
			most = max(most, here)
			front[o] = most
		}
	}
	w.best = -w.forced
	if len(w.left) > 0 {
		w.best += w.front[len(w.front)-1]
	}
	o := w.slack
	for b := len(w.left) - 1; b >= 0; b-- {
		front := w.front[b*width:]
		for o > 0 && front[o-1] == front[o] {
			o--
		}
		w.at[b] = int32(o)
	}
}

// judge finds the values that no other solution has; false if there is a cell for which
// that is both, or if the scales say so at once.
func (x *lagrangian) findFacts(excess int64) (facts []lit, ok bool) {
	if excess < 0 {
		return nil, false
	}
	filled, empty := x.reducedCosts[0], x.reducedCosts[1]
	clear(filled)
	clear(empty)
	for i := range x.lines {
		x.lines[i].addReducedCosts(filled, empty)
	}
	for cell := range filled {
		if x.core.value[2*cell] != 0 {
			continue
		}
		switch black, white := filled[cell] > excess, empty[cell] > excess; {
		case black && white:
			return nil, false
		case black:
			facts = append(facts, lit(2*cell+1))
		case white:
			facts = append(facts, lit(2*cell))
		}
	}
	return facts, true
}

// lose adds what the line loses by the value of each cell.
func (w *subproblem) addReducedCosts(filled, empty []int64) {
	width, blocks := w.slack+1, len(w.left)
	for b := blocks - 1; b >= 0; b-- {
		most := -forcedWeight * int64(len(w.before))
		for o := w.slack; o >= 0; o-- {
			here := w.gain[b*width+o]
			if b+1 < blocks {
				here += w.back[(b+1)*width+o]
			}
			most = max(most, here)
			w.back[b*width+o] = most
		}
	}
	for j, cell := 0, w.base; j+1 < len(w.before); j, cell = j+1, cell+w.step {
		black, white := -forcedWeight*int64(len(w.before)), -forcedWeight*int64(len(w.before))
		for b := range blocks + 1 {
			white = max(white, w.bestWhite(b, j))
			if b < blocks {
				black = max(black, w.bestBlack(b, j))
			}
		}
		most := w.best + w.forced
		filled[cell] += most - black
		empty[cell] += most - white
	}
}

// between is the most that the line weighs with a cell between a block and the one before.
func (w *subproblem) bestWhite(b, cell int) (weight int64) {
	width := w.slack + 1
	if b > 0 {
		o := cell - int(w.left[b-1]+w.size[b-1])
		if o < 0 {
			return -forcedWeight * int64(len(w.before))
		}
		weight = w.front[(b-1)*width+min(o, w.slack)]
	}
	if b < len(w.left) {
		o := cell + 1 - int(w.left[b])
		if o > w.slack {
			return -forcedWeight * int64(len(w.before))
		}
		weight += w.back[b*width+max(o, 0)]
	}
	return weight
}

// cover is the most that the line weighs with a cell in a block.
func (w *subproblem) bestBlack(b, cell int) (most int64) {
	width := w.slack + 1
	most = -forcedWeight * int64(len(w.before))
	last := cell - int(w.left[b])
	for o := max(0, last-int(w.size[b])+1); o <= min(last, w.slack); o++ {
		here := w.gain[b*width+o]
		if b > 0 {
			here += w.front[(b-1)*width+o]
		}
		if b+1 < len(w.left) {
			here += w.back[(b+1)*width+o]
		}
		most = max(most, here)
	}
	return most
}

// move takes a step of Polyak's length towards shares that bound better, where gap is what
// there is to win; false if there is nowhere to go.
func (x *lagrangian) step(gap float64) bool {
	for cell := range x.direction {
		x.direction[cell] = float64(x.direction[cell] * x.momentum)
	}
	for i := range x.lines {
		x.lines[i].addSubgradient(x.direction)
	}
	rows, cols := x.lineSums[0], x.lineSums[1]
	clear(rows)
	clear(cols)
	width := len(cols)
	for cell := range x.direction {
		if x.core.value[2*cell] != 0 {
			x.direction[cell] = 0
			continue
		}
		rows[cell/width] += x.direction[cell]
		cols[cell%width] += x.direction[cell]
	}
	length := 0.0
	for cell, p := range x.direction {
		length += float64(p * (p + rows[cell/width] + cols[cell%width]))
	}
	if length <= 0 {
		return false
	}
	t := float64(stepFactor*gap) / length
	for cell, p := range x.direction {
		if x.core.value[2*cell] != 0 {
			continue
		}
		x.multiplier[cell] -= float64(t * (p + rows[cell/width] + cols[cell%width]))
		if x.multiplier[cell] > maxMultiplier || x.multiplier[cell] < -maxMultiplier {
			return false
		}
	}
	return true
}

// pushes adds where the line is heaviest: rows want less of a cell, columns more.
func (w *subproblem) addSubgradient(push []float64) {
	by := float64(1 - 2*w.side)
	for b, o := range w.at {
		start := int(w.left[b] + o)
		for j := start; j < start+int(w.size[b]); j++ {
			push[w.base+w.step*j] += by
		}
	}
}

// tell has the weights written down.
func (x *lagrangian) writeProof() {
	if x.core.proof == nil {
		return
	}
	x.rounded = x.rounded[:0]
	for _, share := range x.multiplier {
		x.rounded = append(x.rounded, int64(share))
	}
	x.core.proof.writeLagrangian(x.rounded)
}

package solve

import "nonogram/internal/line"

// lagrangian is a Lagrangian bound on how far another solution can be from a known one,
// with reduced-cost fixing. It finds contradictions between rows and columns that each
// line alone allows and that clauses need exponentially many steps for, because they
// are a matter of counting, as in n-dom.
//
// Every filled cell earns a cost: one unit if the known solution leaves it empty, minus
// one if the known solution fills it. The cost of a solution is then its Hamming
// distance from the known one, up to a constant. The cost of each cell is split between
// its row and its column; relaxing the rule that both agree leaves one subproblem for
// each line, its arrangement of maximum weight. The sum of these maxima bounds the
// distance from above. Two solutions differ in at least four cells, since a line that
// differs does so twice, and so do the lines across. If the bound is below four, there
// is no other solution; if it falls below four once a cell is filled, or empty, no
// other solution has that value.
//
// The best split is the dual of a linear program. Subgradient steps with momentum
// search for it: a cell becomes lighter where the best arrangement of one line fills it
// and that of the crossing line does not. The sums of rows and columns are added to the
// direction, because most such arguments concern whole lines.
//
// Cost: a round takes two sums for every block and offset, about 20 µs on a board of
// 33×33. Sources: Held and Karp, "The traveling-salesman problem and minimum spanning
// trees: Part II", 1971; Polyak, "Minimization of unsmooth functionals", 1969;
// reduced-cost fixing after Dantzig, Fulkerson and Johnson, 1954. See
// docs/decisions/0037-lagrangian-bound.md.
type lagrangian struct {
	core  *core
	lines []subproblem

	cost       []int64   // by cell: its cost if it is filled
	multiplier []float64 // by cell: the row's part of the cost
	direction  []float64 // by cell: the search direction, with momentum
	threshold  int64     // least cost of another solution

	momentum        float64
	first, patience int // rounds without a fact: allowed before the first one, and now

	weights      [2][]int64 // by cell, in rows and in columns; forcedWeight is added or subtracted for assigned cells
	reducedCosts [2][]int64 // by cell, of filling it and of leaving it empty
	lineSums     [2][]float64
	rounded      []int64
}

// subproblem finds the arrangement of a line with the greatest weight.
type subproblem struct {
	side, slack int
	base, step  int
	left, size  []int32 // by block: leftmost start and length
	at          []int32 // by block: its offset in the best arrangement
	forced      int64   // forcedWeight of its filled cells
	best        int64   // weight of the best arrangement, without forced

	before []int64 // by boundary: weight of the cells before it
	gain   []int64 // by block and offset: weight of the block
	front  []int64 // same: greatest weight of the blocks up to it, at this offset or before
	back   []int64 // same: greatest weight of the blocks from it on, at this offset or later
}

// forcedWeight outweighs all other cells of a line, and a line of ten thousand such
// cells still fits an int64. maxMultiplier bounds the other weights.
const (
	forcedWeight  = int64(1) << 46
	maxMultiplier = 1 << 30
	// minDistance is the least number of cells in which two solutions differ.
	minDistance = 4
)

// fixByReducedCosts adds to level 0 the literals that the Lagrangian bound fixes in all
// solutions that are not blocked. It needs a known solution of a black-and-white puzzle
// without blots.
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

// addFacts adds literals to level 0; false if they contradict it.
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

// newLagrangian starts with multipliers that split every cost evenly; nil if the bound
// does not apply.
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

// fixKnown removes assigned cells from the relaxation.
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

// evaluate solves all subproblems and returns the bound minus the threshold; there is
// no other solution if that is negative.
func (x *lagrangian) evaluate() (excess int64) {
	rows, cols := x.weights[0], x.weights[1]
	for cell, m := range x.multiplier {
		extra := forcedWeight * int64(x.core.value[2*cell])
		rows[cell] = int64(m) + extra
		cols[cell] = x.cost[cell] - int64(m) + extra
	}
	excess = -x.threshold
	for i := range x.lines {
		w := &x.lines[i]
		w.maximize(x.weights[w.side])
		excess += w.best
	}
	return excess
}

func (w *subproblem) maximize(weights []int64) {
	for j, cell := 1, w.base; j < len(w.before); j, cell = j+1, cell+w.step {
		w.before[j] = w.before[j-1] + weights[cell]
	}
	width := w.slack + 1
	for b, left := range w.left {
		start, end := w.before[left:], w.before[left+w.size[b]:]
		gain, front := w.gain[b*width:][:width], w.front[b*width:][:width]
		most := w.impossible()
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

// findFacts returns the literals that hold in all other solutions; false if there is no
// other solution.
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

// addReducedCosts adds the loss of weight that each value of each cell causes.
func (w *subproblem) addReducedCosts(filled, empty []int64) {
	width, blocks := w.slack+1, len(w.left)
	for b := blocks - 1; b >= 0; b-- {
		most := w.impossible()
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
		black, white := w.impossible(), w.impossible()
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

// impossible is less than the weight of any arrangement.
func (w *subproblem) impossible() int64 { return -forcedWeight * int64(len(w.before)) }

// bestWhite is the greatest weight of the line with a cell between blocks b-1 and b.
func (w *subproblem) bestWhite(b, cell int) (weight int64) {
	width := w.slack + 1
	if b > 0 {
		o := cell - int(w.left[b-1]+w.size[b-1])
		if o < 0 {
			return w.impossible()
		}
		weight = w.front[(b-1)*width+min(o, w.slack)]
	}
	if b < len(w.left) {
		o := cell + 1 - int(w.left[b])
		if o > w.slack {
			return w.impossible()
		}
		weight += w.back[b*width+max(o, 0)]
	}
	return weight
}

// bestBlack is the greatest weight of the line with a cell in block b.
func (w *subproblem) bestBlack(b, cell int) (most int64) {
	width := w.slack + 1
	most = w.impossible()
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

// step takes a subgradient step of Polyak's length, given the gap to close; false if
// the direction vanishes or a multiplier grows too large.
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

// addSubgradient adds the best arrangement to the direction, with opposite signs for
// rows and columns.
func (w *subproblem) addSubgradient(direction []float64) {
	by := float64(1 - 2*w.side)
	for b, o := range w.at {
		start := int(w.left[b] + o)
		for j := start; j < start+int(w.size[b]); j++ {
			direction[w.base+w.step*j] += by
		}
	}
}

func (x *lagrangian) writeProof() {
	if x.core.proof == nil {
		return
	}
	x.rounded = x.rounded[:0]
	for _, m := range x.multiplier {
		x.rounded = append(x.rounded, int64(m))
	}
	x.core.proof.writeLagrangian(x.rounded)
}

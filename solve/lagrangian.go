package solve

import (
	"math/bits"
	"slices"
)

// lagrangian is a Lagrangian bound on solutions, with reduced-cost fixing. It finds
// contradictions between rows and columns that each line alone allows and that clauses
// need exponentially many steps for, because they are a matter of counting, as in n-dom.
//
// Every value of a cell has a cost, which is split between its row and its column;
// relaxing the rule that both agree leaves one subproblem for each line, its arrangement
// of maximum weight (subproblem.go). The sum of these maxima bounds the cost of every
// solution from above. A value is excluded if the bound falls below the least cost of a
// solution once a cell has it.
//
// If a solution is known, each filled cell costs one unit where the known solution leaves
// it empty, minus one where it has the same color, and nothing where it has another one.
// The cost of a solution is then its Hamming distance from the known one, up to a
// constant. Two solutions differ in at least four cells, since a line that differs does
// so twice, and so do the lines across. If no solution is known, all costs are 0, and a
// negative bound shows that there is none. For counting, only cells in which all known
// solutions agree have costs. A solution with a new value there has a distance of at least
// one, so values that it excludes occur in no solution at all.
//
// The best split is the dual of a linear program. subgradient.go searches for it if a
// solution is known, then smoothed.go.
//
// Cost: a round takes two sums for every block and offset, about 40 µs on a board of
// 33×33. Sources: Held and Karp, "The traveling-salesman problem and minimum spanning
// trees: Part II", 1971; reduced-cost fixing after Dantzig, Fulkerson and Johnson, 1954.
// See docs/decisions/0037-lagrangian-bound.md.
type lagrangian struct {
	core  *core
	lines []subproblem
	inks  int

	// By cell and ink:
	cost       []int64   // cost of the ink
	multiplier []float64 // the row's part of the cost

	threshold       int64  // least cost of a solution that is not known
	distance        int64  // the same as a distance, in cells
	witnessed       []bool // by cell and color, for counting: values of known solutions
	first, patience int    // rounds without a fact: allowed before the first one, and now
	rough           subgradient
	smooth          smoothed

	extra   []int64    // by cell and ink: forcedWeight if the cell cannot be empty, less if it cannot have the ink
	weights [2][]int64 // the same: weights in rows and in columns, with extra
	losses  []int64    // by cell and color: the loss of weight in its row and column
	rounded []int64
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
// solutions that are not blocked. It does not apply to puzzles with
// blots or missing clues, nor to proofs
// of colored puzzles, for which certificates have no such step, nor to clausal ones.
//
// Before: level 0, everything propagated. After: the same; false if there is no other
// solution.
func (s *core) fixByReducedCosts() bool {
	return s.newLagrangian(nil).run()
}

// run is fixByReducedCosts; x may be nil.
func (x *lagrangian) run() bool {
	if x == nil {
		return true
	}
	s := x.core
	x.fixKnown()
	if len(s.solution) > 0 && !x.minimize(x.stepSubgradient) {
		return false
	}
	copy(x.multiplier, x.smooth.ahead)
	x.evaluate()
	return x.minimize(x.stepSmoothed)
}

// minimize takes steps towards the least bound and adds the facts that it finds on the way,
// until it has found none for a while; false if there is no other solution.
func (x *lagrangian) minimize(step func() bool) bool {
	s := x.core
	for idle := 1; idle <= x.patience && !s.complete() && !s.stop.poll(); idle++ {
		if !step() {
			break
		}
		if idle%fixEvery != 0 {
			continue
		}
		facts, ok := x.findFacts(x.evaluate())
		if !ok {
			x.writeProof()
			if s.proof != nil {
				s.proof.refuted = true
			}
			return false
		}
		if len(facts) == 0 {
			continue
		}
		x.writeProof()
		if !s.addFacts(facts) {
			return false
		}
		if x.patience == x.first {
			x.patience *= lagrangianExtension
		}
		idle = 0
		x.fixKnown()
	}
	return true
}

// addFacts adds literals to level 0; false if they contradict it.
func (s *core) addFacts(facts []lit) bool {
	for _, l := range facts {
		if s.value[l] == 0 {
			s.enqueue(l, noReason, 0)
		}
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

// boundStates returns the blocks and offsets of all lines, which a round works through, or 0 if
// the bound does not apply.
func (s *core) boundStates() (states int) {
	if s.proof != nil && (s.board.Colors > 2 || s.proof.clausal) {
		return 0
	}
	limit := maxLagrangianStates
	if len(s.solution) == 0 {
		limit = maxUnknownStates
	}
	for i := range s.board.Lines {
		l := &s.board.Lines[i]
		states += l.Blocks() * (l.Slack() + 1)
		if l.Blotted() || states > limit {
			return 0
		}
	}
	return states
}

// newLagrangian starts with multipliers that split every cost evenly; nil if the bound
// does not apply. witnessed is for counting: the values of known solutions, by cell and color.
func (s *core) newLagrangian(witnessed []bool) *lagrangian {
	states := s.boundStates()
	if states == 0 {
		return nil
	}
	x := &lagrangian{core: s, witnessed: witnessed, lines: make([]subproblem, len(s.board.Lines)), inks: s.board.Colors - 1}
	for i := range x.lines {
		x.lines[i].init(&s.board.Lines[i], i >= s.board.Height, x.inks)
		x.lines[i].base, x.lines[i].step = s.board.Cells(i)
	}
	if !s.board.Word {
		states *= 2 // the kernel for long and colored lines is slower
	}
	x.first = min(lagrangianPatience*len(x.lines), lagrangianWork/states)
	x.patience = x.first
	n := s.cells * x.inks
	x.cost, x.multiplier, x.extra = make([]int64, n), make([]float64, n), make([]int64, n)
	x.losses = make([]int64, s.cells*s.board.Colors)
	for side := range x.weights {
		x.weights[side] = make([]int64, n)
	}
	x.setCosts()
	x.smooth.init(x)
	x.rough.init(x)
	return x
}

// setCosts sets the costs by the known solution, if there is one.
func (x *lagrangian) setCosts() {
	if len(x.core.solution) == 0 {
		return
	}
	x.distance = minDistance
	if x.witnessed != nil {
		x.distance = 1
	}
	x.threshold = x.distance * costUnit
	for cell, color := range x.core.solution {
		costs := x.cost[cell*x.inks:][:x.inks]
		if x.varies(cell) {
			continue
		} else if color == 0 {
			for k := range costs {
				costs[k] = costUnit
			}
		} else {
			costs[color-1] = -costUnit
			x.threshold -= costUnit
		}
	}
	for i, c := range x.cost {
		x.multiplier[i] = float64(c) / 2
	}
}

// excludes reports whether a color may be excluded from a cell: for counting, only a new color
// in a cell in which all known solutions agree.
func (x *lagrangian) excludes(cell, color int) bool {
	return x.witnessed == nil || color != int(x.core.solution[cell]) && !x.varies(cell)
}

// varies reports whether known solutions differ in a cell.
func (x *lagrangian) varies(cell int) bool {
	if x.witnessed == nil {
		return false
	}
	values := x.witnessed[cell*(x.inks+1):][:x.inks+1]
	first := slices.Index(values, true)
	return slices.Contains(values[first+1:], true)
}

// fixKnown removes the values that are not candidates from the relaxation.
func (x *lagrangian) fixKnown() {
	b := x.core.board
	for i := range x.lines {
		x.lines[i].forced = 0
	}
	for cell := range x.core.cells {
		set := b.Candidates(cell/b.Width, cell%b.Width)
		if set&1 == 0 {
			row, col := b.LinesOf(cell)
			x.lines[row].forced += forcedWeight
			x.lines[col].forced += forcedWeight
		}
		for k := range x.inks {
			i := cell*x.inks + k
			if set>>(k+1)&1 == 0 {
				x.extra[i] = -forcedWeight
			} else if set&1 == 0 {
				x.extra[i] = forcedWeight
			}
			if set&(set-1) == 0 {
				x.multiplier[i] = 0
				x.smooth.forget(i)
			}
		}
	}
}

// evaluate solves all subproblems and returns the bound minus the threshold; there is
// no other solution if that is negative.
func (x *lagrangian) evaluate() (excess int64) {
	rows, cols := x.weights[0], x.weights[1]
	for i, extra := range x.extra {
		m := int64(x.multiplier[i])
		rows[i] = m + extra
		cols[i] = x.cost[i] - m + extra
	}
	excess = -x.threshold
	for i := range x.lines {
		w := &x.lines[i]
		w.maximize(x.weights[w.side])
		excess += w.best
	}
	return excess
}

// findFacts returns the literals that hold in all other solutions; false if there is no
// other solution.
func (x *lagrangian) findFacts(excess int64) (facts []lit, ok bool) {
	if excess < 0 && x.witnessed == nil {
		return nil, false
	}
	clear(x.losses)
	for i := range x.lines {
		x.lines[i].addLosses(x.losses)
	}
	b := x.core.board
	for cell := range x.core.cells {
		set := b.Candidates(cell/b.Width, cell%b.Width)
		if set&(set-1) == 0 {
			continue
		}
		left := set
		for more := uint64(set); more != 0; more &= more - 1 {
			c := bits.TrailingZeros64(more)
			if x.losses[cell*b.Colors+c] > excess && x.excludes(cell, c) {
				facts = append(facts, x.core.eliminationLit(cell, c))
				left &^= 1 << c
			}
		}
		if left == 0 {
			return nil, false
		}
	}
	return facts, true
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

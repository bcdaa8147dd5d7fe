package generate

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"nonogram"
	"nonogram/solve"
)

// The hill climb of a repair.

const (
	// maxStalls ends a climb after so many steps without a new best.
	maxStalls = 12
	// tabuRounds is how long a sideways step is not undone.
	tabuRounds = 8
	// together bounds the changes of one round that have no line in common. Below a
	// measure of farFrom changes are made one at a time.
	together = 8
	farFrom  = 12.0
	// solveConflicts bounds the search for solutions of the picture as it is.
	solveConflicts = 20_000
	// hopeless ends a climb whose changes cost so much more than those of the best one; the
	// undoing of needless changes rarely halves the cost.
	hopeless = 2
	// keepsShape is the largest visibility of changes that make a puzzle harder than wanted.
	keepsShape = 4
	// chance is the weight of randomness in later climbs.
	chance = 0.6
)

// climber is one call of Repair.
type climber struct {
	ctx context.Context
	p   *nonogram.Puzzle // as it came
	o   RepairOptions
	aim aim
	rng *rand.Rand

	grid      *nonogram.Grid // the picture as it is now
	value     float64        // its measure
	far       bool           // too far off to count the solutions
	eager     bool           // take the first change that reaches the aim
	hasty     bool           // stay far in this climb
	shapeless bool           // choose changes without regard to the shape
	until     int64          // the work at which this climb ends, 0 for no bound
	openCells int            // undecided after line solving at the last measure
	changed   int            // cells that differ from the goal of p
	limit     int            // maximum of changed
	tabu      map[int]int    // the round until which a cell must not change

	gauge    gauge
	engine   solve.Engine
	searched int64 // lines solved by the engine and in ratings
	best     found

	images []int
}

// found is a picture reached by a climb.
type found struct {
	grid  *nonogram.Grid
	value float64
	cost  float64
}

func newClimber(ctx context.Context, p *nonogram.Puzzle, o RepairOptions) *climber {
	c := &climber{ctx: ctx, p: p, o: o, aim: newAim(o.Levels), rng: rand.New(rand.NewPCG(o.Seed, 0x5eed))}
	c.limit, c.until = o.MaxChanges, o.Work
	c.grid = p.Goal.Clone()
	c.gauge.load(c.grid, len(p.Palette), p.Given)
	return c
}

// puzzle returns the puzzle of the current picture.
func (c *climber) puzzle() *nonogram.Puzzle { return redrawn(c.p, c.grid) }

func (c *climber) work() int64 { return c.gauge.solved + c.searched }

// over reports whether the budget or the context has ended.
func (c *climber) over() bool {
	return c.ctx.Err() != nil || c.until > 0 && c.work() >= c.until
}

// stopped returns the reason why the aim was not reached.
func (c *climber) stopped() nonogram.StopReason {
	switch {
	case context.Cause(c.ctx) == context.DeadlineExceeded: //nolint:errorlint // the context's own value
		return nonogram.StopTime
	case c.ctx.Err() != nil:
		return nonogram.StopCancelled
	case c.o.Work > 0 && c.work() >= c.o.Work:
		return StopWork
	}
	return nonogram.StopStalled
}

// show replaces the current picture.
func (c *climber) show(g *nonogram.Grid) {
	c.changed = 0
	for i, color := range g.Cells {
		if color != c.grid.Cells[i] {
			c.grid.Cells[i] = color
			c.gauge.reread(c.grid, i)
		}
		if color != c.p.Goal.Cells[i] {
			c.changed++
		}
	}
}

// search climbs several times and keeps the best. Every other climb, the first one too, begins
// with thick lines, unless only the level is wrong. The second climb ignores the shape and, if
// the solutions cannot be counted, uses line solving only. It nearly always succeeds, so it is
// made whenever the first one fails.
func (c *climber) search() {
	c.assess()
	start := found{grid: c.p.Goal.Clone(), value: c.value}
	c.best = start
	far := c.far
	for try := 0; try < c.o.Tries || try == 1 && c.best.value > 0; try++ {
		c.until = c.o.Work
		if c.best.value == 0 && c.best.cost <= float64(1+try) || c.over() {
			return // hardly any change is left to save
		}
		c.show(start.grid)
		c.hasty, c.shapeless = far && try == 1, try == 1
		if try == 0 {
			c.until = (c.o.Work + 1) / 2 // the second climb needs some too
		}
		if try%2 == 0 && start.value >= 1 {
			c.thicken()
		}
		c.assess()
		c.climb(try)
	}
}

// climb reaches the aim and undoes needless changes.
func (c *climber) climb(try int) {
	if c.descend(try) {
		c.undoNeedless()
		c.remember()
	}
}

// descend goes towards the aim and reports whether it has reached it.
func (c *climber) descend(try int) (reached bool) {
	c.tabu = map[int]int{}
	lowest, stalls := c.value, 0
	for round := 0; c.value > 0; round++ {
		if c.over() || stalls > maxStalls || c.best.value == 0 && c.cost() > hopeless*c.best.cost {
			return false
		}
		if c.o.Progress != nil {
			c.o.Progress(c.changed)
		}
		if !c.step(try, round) {
			return false
		}
		if c.far && !c.hasty {
			c.assess()
		}
		stalls++
		if c.value < lowest {
			lowest, stalls = c.value, 0
			c.remember()
		}
	}
	return true
}

// remember keeps the current picture if it is the best so far.
func (c *climber) remember() {
	cost := c.cost()
	if c.value > c.best.value || c.value == c.best.value && cost >= c.best.cost {
		return
	}
	c.best = found{c.grid.Clone(), c.value, cost}
}

// cost is the visibility of all changes.
func (c *climber) cost() float64 {
	sum := 0.0
	for i, color := range c.grid.Cells {
		if color != c.p.Goal.Cells[i] {
			sum += c.visibility(i, color, false)
		}
	}
	return sum
}

// tried is a move and its result.
type tried struct {
	move
	value float64
	score float64 // gain per cost; negative for a loss
}

// step makes the best changes of a round. It returns false if there are none.
func (c *climber) step(try, round int) bool {
	list := c.tryAll(try, round)
	if len(list) == 0 {
		return false
	}
	slices.SortStableFunc(list, func(a, b tried) int { return cmp.Compare(b.score, a.score) })
	before := c.value
	lines := map[int]bool{}
	for i, t := range list {
		switch {
		case i == 0:
			c.apply(t.move)
			c.value = t.value
			if t.value >= before {
				c.tabu[t.cell] = round + tabuRounds
				return true
			}
		case before < farFrom || t.score <= 0 || i >= together || c.value == 0:
			return true
		case lines[t.cell/c.grid.Width] || lines[^(t.cell%c.grid.Width)]:
			continue
		default:
			c.keepIfBetter(t.move)
		}
		lines[t.cell/c.grid.Width], lines[^(t.cell%c.grid.Width)] = true, true
	}
	return true
}

// tryAll measures each move of a round.
func (c *climber) tryAll(try, round int) []tried {
	var list []tried
	for _, m := range c.moves() {
		if c.tabu[m.cell] > round {
			continue
		}
		was := c.grid.Cells[m.cell]
		c.apply(m)
		if c.changed <= c.limit {
			t := tried{move: m, value: c.measure()}
			t.score = c.score(m, t.value)
			if try > 0 {
				t.score *= 1 + float64(chance*(c.rng.Float64()-0.5))
			}
			list = append(list, t)
		}
		c.apply(move{m.cell, was})
		switch {
		case c.over():
			return nil
		case c.eager && len(list) > 0 && list[len(list)-1].value == 0:
			return list[len(list)-1:]
		}
	}
	return list
}

// score is the gain of a move per price. The gain approximates a logarithm by roots, which
// all processors round alike, so that a seed gives the same puzzle everywhere.
func (c *climber) score(m move, value float64) float64 {
	gain := math.Sqrt(math.Sqrt((c.value+aimed)/(value+aimed))) - 1
	if gain < 0 {
		return gain * c.price(m)
	}
	return gain / c.price(m)
}

// aimed bounds the gain of reaching the aim to that of six halvings of the distance.
const aimed = 0.02

// price is the cost of a move. Undoing a change is cheap.
func (c *climber) price(m move) float64 {
	if m.to == c.p.Goal.Cells[m.cell] {
		return 0.5
	}
	c.images = c.o.Symmetry.orbit(c.images, c.grid.Width, c.grid.Height, m.cell)
	return float64(len(c.images)) * c.visibility(m.cell, m.to, c.shapeless)
}

// apply makes a move.
func (c *climber) apply(m move) {
	c.images = c.o.Symmetry.orbit(c.images, c.grid.Width, c.grid.Height, m.cell)
	for _, i := range c.images {
		if c.grid.Cells[i] != c.p.Goal.Cells[i] {
			c.changed--
		}
		c.grid.Cells[i] = m.to
		if m.to != c.p.Goal.Cells[i] {
			c.changed++
		}
		c.gauge.reread(c.grid, i)
	}
}

// keepIfBetter makes a move if it helps and is within the limit.
func (c *climber) keepIfBetter(m move) {
	was := c.grid.Cells[m.cell]
	c.apply(m)
	if c.changed <= c.limit {
		if v := c.measure(); v < c.value {
			c.value = v
			return
		}
	}
	c.apply(move{m.cell, was})
}

// undoNeedless undoes changes that the aim does not need, the most visible ones first.
func (c *climber) undoNeedless() {
	var list []move
	for i, color := range c.grid.Cells {
		if color != c.p.Goal.Cells[i] && c.first(i) {
			list = append(list, move{i, color})
		}
	}
	slices.SortStableFunc(list, func(a, b move) int {
		return cmp.Compare(c.visibility(b.cell, b.to, false), c.visibility(a.cell, a.to, false))
	})
	for _, m := range list {
		if c.over() {
			return
		}
		c.apply(move{m.cell, c.p.Goal.Cells[m.cell]})
		if c.measure() > 0 {
			c.apply(m)
		}
	}
}

// steepen makes the puzzle harder within the wanted levels, by changes at edges that keep the
// shape. It spreads the scores of puzzles that would all be just hard enough.
func (c *climber) steepen(trials int) {
	before := c.rate(rateWork)
	for range trials {
		if before == nil || c.over() || c.changed >= c.limit {
			return
		}
		edges := c.firsts(c.edges())
		if len(edges) == 0 {
			return
		}
		cell := edges[c.rng.IntN(len(edges))]
		if !c.first(cell) {
			continue
		}
		choice := c.colorings(nil, cell)
		if len(choice) == 0 {
			continue
		}
		m := choice[c.rng.IntN(len(choice))]
		was := c.grid.Cells[cell]
		if c.visibility(cell, m.to, false) > keepsShape {
			continue
		}
		c.apply(m)
		if c.changed <= c.limit && (!c.aim.lines || c.gauge.settle() == 0) {
			now := c.rate(rateWork)
			if now != nil && now.Status == nonogram.Unique && now.Level == before.Level && now.Score > before.Score {
				before = now
				continue
			}
		}
		c.apply(move{cell, was})
	}
}

// solve lists some solutions of the current picture.
func (c *climber) solve() (*nonogram.Result, error) {
	budget := nonogram.Budget{Conflicts: solveConflicts}
	if c.o.brief {
		budget.Conflicts = countConflicts
	}
	r, err := c.engine.Solve(c.ctx, c.puzzle(), nonogram.Options{Limit: shownSolutions, Budget: budget})
	if err == nil {
		c.searched += searchLine * r.Stats.LineSolves
	}
	return r, err
}

// state describes the current picture.
func (c *climber) state() State {
	s := State{Open: c.gauge.settle()}
	r, err := c.solve()
	if err != nil {
		return s
	}
	s.Status = r.Status
	switch {
	case r.Status == nonogram.Unique && c.o.brief:
		if s.Rating = c.rate(briefWork); s.Rating != nil && s.Rating.Status != nonogram.Unique {
			s.Rating = nil
		}
	case r.Status == nonogram.Unique:
		s.Rating = c.rate(finalWork)
	case len(r.Solutions) > 1: // possibly undecided
		s.Status = nonogram.Multiple
		s.Differ = len(differing(c.grid, r.Solutions))
	}
	return s
}

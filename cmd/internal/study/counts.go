package study

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
	"nonogram/solve"
)

// The counted part of the study, which decides the claims of the sources. Every run is bounded
// by a number of dead ends and never by time, so the same seed gives the same counts, and the
// same verdicts, on every machine.

// sample is a set of random boards and the methods that are counted on them.
type sample struct {
	id          string
	puzzle      *nonogram.Puzzle // instead of random boards, if not nil
	sides       []int
	boards      int     // of each side
	first, last float64 // shares of filled cells
	methods     []string
	deadEnds    int64 // bound of a run; 0: none
	all         bool  // looks for all solutions
	whole       bool  // counts the nodes of the whole tree too
	solutions   bool  // counts the solutions too
}

// Methods of the samples with options that make them countable.
const (
	eliminate = "perm_elim:parallel=false"
	drawMany  = "force:max_iter=20000"
)

// densityMethods are counted at every density.
var densityMethods = []string{"row_dfs_cutoff", "dfs_possiblecut", greedyGuess}

// deadEnds bounds runs of methods that do not end on all boards of a sample.
const deadEnds = 20_000

// samples lists the boards of all claims. Shares of 0 mean those of the sources.
var samples = []sample{
	{id: "peng all", puzzle: pengPuzzle, sides: []int{5}, boards: 1, methods: []string{"row_dfs", "row_dfs_cutoff"}, all: true},
	{id: "peng", puzzle: pengPuzzle, sides: []int{5}, boards: 1, methods: []string{"shift_bfs", "shift_bfs:visited", "shift_bfs:columns", "shift_bfs:visited:columns"}},
	{id: "wang all", puzzle: wangPuzzle, sides: []int{3}, boards: 1, methods: []string{"table_bfs:none", "table_dfs:none"}, all: true},
	{id: "brute", sides: []int{3, 4, 5}, boards: 10, methods: []string{"bruteforce", "bruteforce_rulecut", "bruteforce_wiki", "bruteforce_rulecut_wiki", "liao:dfs", "dfs_wiki", greedyGuess}},
	{id: "depth", sides: []int{7}, boards: 10, methods: append(slices.Clone(dfsMethods), "bruteforce_rulecut", "bruteforce_rulecut_wiki", "table_dfs", "row_dfs_cutoff", randomGuess, greedyGuess,
		"bruteforce_rulecut_wiki:liao", "dfs_wiki:liao", greedyGuess+":liao")},
	{id: "trees", sides: []int{8}, boards: 40, methods: []string{"table_bfs", "table_dfs"}, whole: true},
	{id: "cutting", sides: []int{5, 7}, boards: 10, methods: cuttingMethods, deadEnds: 1_000_000},
	{id: "pruning", sides: []int{4, 5, 6}, boards: 20, methods: []string{"table_dfs:none", "table_dfs:columns"}},
	{id: "early", sides: []int{5, 10, 15, 20}, boards: 10, methods: []string{"table_dfs:columns", "table_dfs"}, deadEnds: 2000},
	{id: "cutoff", sides: []int{5, 6, 7}, boards: 10, methods: []string{"row_dfs", "row_dfs_cutoff"}},
	{id: "reach", sides: []int{5, 10, 15}, boards: 10, methods: []string{"row_dfs_cutoff"}, deadEnds: 50_000},
	{id: "guesses", sides: []int{15}, boards: 40, methods: []string{randomGuess, greedyGuess}, deadEnds: deadEnds},
	{id: "growth", sides: []int{3, 4, 5, 6, 7}, boards: 10, methods: []string{"liao:dfs"}},
	{id: "rows", sides: sourceSizes, boards: 10},
	{id: "open", sides: []int{5, 10, 15, 20}, boards: 10, first: 0.65, last: 0.65, methods: []string{greedyGuess}, deadEnds: deadEnds},
	{id: "density", sides: []int{10}, boards: 20, methods: densityMethods, deadEnds: deadEnds},
	{id: "solutions", sides: []int{10}, boards: 60, first: 0.5, last: 0.5, methods: []string{greedyGuess, "dfs_possiblecut"}, deadEnds: deadEnds, solutions: true},
	{id: "mixed", sides: []int{5, 6, 8, 10}, boards: 50, first: 0.55, last: 0.55, methods: []string{eliminate}, solutions: true},
	{id: "stored", sides: []int{4, 5}, boards: 20, methods: []string{"shift_bfs", "shift_bfs:visited", "row_dfs"}, deadEnds: deadEnds},
	{id: "random", sides: []int{3, 5, 7}, boards: 10, methods: []string{drawMany}},
	{id: "permutations", sides: []int{5, 10, 15}, boards: 10, methods: []string{eliminate, bench.EngineLabel}},
}

// densities are the shares of filled cells of the sample of that name.
var densities = []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}

// observation is a counted run. Its values are counters by name.
type observation struct {
	Sample  string             `json:"sample"`
	Method  string             `json:"method"`
	Side    int                `json:"side"`
	Density float64            `json:"density,omitempty"` // of the sample of that name
	Puzzle  string             `json:"puzzle"`
	Ended   bool               `json:"ended"`
	Solved  bool               `json:"solved"`
	Values  map[string]float64 `json:"values"`
}

// counts are all observations.
type counts []observation

// samples are those of the table, with fewer boards in a study of a smaller scale.
func (s *settings) samples() []sample {
	list := slices.Clone(samples)
	for i := range list {
		if share := s.Samples; share > 0 && list[i].puzzle == nil {
			list[i].boards = max(int(math.Round(share*float64(list[i].boards))), 1)
		}
	}
	return list
}

// countRuns is the number of runs of all samples.
func countRuns(settings *settings) int {
	n := 0
	for _, s := range settings.samples() {
		runs := len(s.sides) * s.boards * max(len(s.methods), 1)
		if s.id == "density" {
			runs *= len(densities)
		}
		n += runs
	}
	return n
}

// count makes all observations.
func (l *laboratory) count(ctx context.Context) error {
	for _, s := range l.samples() {
		for _, side := range s.sides {
			shares := []float64{0}
			if s.id == "density" {
				shares = densities
			}
			for _, density := range shares {
				if err := l.sample(ctx, &s, side, density); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// sample counts the boards of one side and density.
func (l *laboratory) sample(ctx context.Context, s *sample, side int, density float64) error {
	first, last := s.first, s.last
	if density > 0 {
		first, last = density, density
	} else if first == 0 {
		first, last = sourceFirst, sourceLast
	}
	set, err := randomBoards(side, s.boards, first, last, l.Seed)
	if err != nil {
		return err
	}
	if s.puzzle != nil {
		set.Puzzles = []*nonogram.Puzzle{s.puzzle}
	}
	name := setName(s.id, side)
	if density > 0 {
		name += fmt.Sprintf("-%.0f", 100*density)
	}
	if err := l.keep(name, "tournament", set.Puzzles); err != nil {
		return err
	}
	var methods []bench.Entry
	if len(s.methods) > 0 {
		if methods, err = lookup(s.methods...); err != nil {
			return err
		}
	}
	for _, p := range set.Puzzles {
		solutions := math.NaN()
		if s.solutions {
			if solutions, err = countSolutions(ctx, p); err != nil {
				return err
			}
		}
		if len(methods) == 0 {
			l.data.Counts = append(l.data.Counts, observation{Sample: s.id, Side: side, Puzzle: p.ID, Ended: true, Values: newSpace(p).values()})
			l.step()
		}
		for _, m := range methods {
			o, err := observe(ctx, s, m, p, l.Seed)
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			o.Density = density
			if !math.IsNaN(solutions) {
				o.Values["solutions"] = solutions
			}
			l.data.Counts = append(l.data.Counts, o)
			l.step()
		}
	}
	return nil
}

// countSolutions is the number of solutions of a board, NaN if the bound ends the count.
func countSolutions(ctx context.Context, p *nonogram.Puzzle) (float64, error) {
	counted, err := solve.Count(ctx, p, nonogram.Options{Budget: nonogram.Budget{Conflicts: 10 * deadEnds}})
	if err != nil || !counted.Exact {
		return math.NaN(), err
	}
	n, _ := new(big.Float).SetInt(counted.Count).Float64()
	return n, nil
}

// observe counts a method on a board.
func observe(ctx context.Context, s *sample, m bench.Entry, p *nonogram.Puzzle, seed uint64) (observation, error) {
	o := observation{Sample: s.id, Method: m.Label, Side: p.Width(), Puzzle: p.ID}
	var follow follower
	options := nonogram.Options{Limit: 1, Seed: seed, Budget: nonogram.Budget{Conflicts: s.deadEnds, Memory: budget.Memory}}
	if s.all {
		options.Limit = endless
	}
	if s.id == "reach" || s.id == "guesses" || s.id == "stored" || s.id == "brute" && m.Label == "bruteforce_wiki" {
		options.Trace = follow.event
	}
	result, err := m.New()(ctx, p, options)
	if err != nil {
		return o, err
	}
	o.Solved = len(result.Solutions) > 0
	o.Ended = o.Solved || result.Status != nonogram.Undecided
	c := result.Stats
	o.Values = map[string]float64{
		"nodes": float64(c.Nodes), "looks": float64(c.Looks), "checks": float64(c.Checks), "boards": float64(c.Boards), "listed": float64(c.Listed),
		"guesses": float64(c.Guesses), "lines": float64(c.LineSolves), "moves": float64(c.Moves), "open": float64(c.LineOpen), "conflicts": float64(c.Conflicts),
	}
	follow.record(&o)
	switch s.id {
	case "growth", "open":
		space := newSpace(p)
		o.Values["rows"], o.Values["possibilities"] = space.Sum, space.all
	case "stored":
		o.Values["fewest"], err = fewestMoves(ctx, p)
	}
	if s.whole {
		options.Limit = endless
		if result, err = m.New()(ctx, p, options); err == nil && result.Exhausted {
			o.Values["whole"] = float64(result.Stats.Nodes)
		}
	}
	return o, err
}

// fewestMoves is the least number of steps to the right that lead from all blocks at the left to
// a solution, over all solutions.
func fewestMoves(ctx context.Context, p *nonogram.Puzzle) (float64, error) {
	result, err := new(solve.Engine).Solve(ctx, p, nonogram.Options{Limit: endless})
	if err != nil {
		return math.NaN(), err
	}
	fewest := math.NaN()
	for _, g := range result.Solutions {
		moves := 0
		for y, clue := range p.Rows {
			least, block := 0, 0
			for x := range g.Width {
				if g.At(y, x) == nonogram.Black && (x == 0 || g.At(y, x-1) != nonogram.Black) {
					moves += x - least
					least += clue[block].Length + 1
					block++
				}
			}
		}
		if !(float64(moves) >= fewest) {
			fewest = float64(moves)
		}
	}
	return fewest, nil
}

// follower derives counts from a trace: the longest queue of a breadth-first search, the
// cells that the Wiki techniques fix, the possibilities that are left while lists shrink, and how many rows a wrong row survives.
type follower struct {
	nodes, queue int64
	fixed        int64 // cells, before a search
	all, left    int64
	shares       []float64
	over         bool
	path         []int    // of each node of the current path, the rows placed below it
	within       [2]int64 // wrong rows that were refuted soon, and all of them
}

// soon is the number of rows below a wrong row that, with it, make Peng's three steps.
const soon = 2

func (f *follower) event(e nonogram.Event) {
	line := e.Row > 0 || e.Column > 0
	switch e.Kind {
	case nonogram.EventPlace:
		f.nodes++
		f.queue = max(f.queue, f.nodes-e.Parent)
		f.enter(e.Depth)
	case nonogram.EventFix:
		f.fixed++
	case nonogram.EventList:
		f.all, f.left = f.all+e.Count, f.left+e.Count
	case nonogram.EventPrune:
		switch {
		case !line:
			f.over = true
			f.leave(e.Depth)
		case !f.over:
			f.left -= e.Count
			f.shares = append(f.shares, float64(f.left)/float64(f.all))
		}
	case nonogram.EventBacktrack:
		f.leave(e.Depth)
	}
}

// enter opens a node at a depth: the nodes above reach down to it.
func (f *follower) enter(depth int) {
	if depth < 1 {
		return
	}
	for len(f.path) < depth {
		f.path = append(f.path, 0)
	}
	f.path = f.path[:depth]
	f.path[depth-1] = 0
	for i := range f.path {
		f.path[i] = max(f.path[i], depth-1-i)
	}
}

// leave closes a node that has no solution below it, a wrong row.
func (f *follower) leave(depth int) {
	if depth < 1 || depth > len(f.path) {
		return
	}
	f.within[1]++
	if f.path[depth-1] <= soon {
		f.within[0]++
	}
	f.path = f.path[:depth-1]
}

func (f *follower) record(o *observation) {
	o.Values["queue"], o.Values["fixed"] = float64(f.queue), float64(f.fixed)
	o.Values["wrong"], o.Values["soon"] = float64(f.within[1]), float64(f.within[0])
	if len(f.shares) > 0 {
		o.Values["left"] = stat.Mean(f.shares)
	}
}

// of selects the observations of a sample, a method and a side; side 0 selects all sides.
func (c counts) of(sample, method string, side int) counts {
	var list counts
	for _, o := range c {
		if o.Sample == sample && o.Method == method && (side == 0 || o.Side == side) {
			list = append(list, o)
		}
	}
	return list
}

// values are a counter of all observations.
func (c counts) values(name string) []float64 {
	list := make([]float64, len(c))
	for i, o := range c {
		list[i] = o.Values[name]
	}
	return list
}

// ended is the number of runs that ended, solved the number of those with a solution.
func (c counts) ended() (ended, solved int) {
	for i := range c {
		ended += int(indicator(c[i].Ended))
		solved += int(indicator(c[i].Solved))
	}
	return ended, solved
}

// compare counts the boards on which the first method has fewer nodes than the second, as many,
// and more, as far as the bounds of their runs let it be known.
func (d *measurements) compare(sample string, side int, first, second string) (fewer, equal, more int) {
	for _, b := range d.boards(sample, side) {
		switch b.order("nodes of "+first, "nodes of "+second) {
		case -1:
			fewer++
		case 0:
			equal++
		case 1:
			more++
		}
	}
	return fewer, equal, more
}

// describe names the boards of a sample.
func (s *sample) describe() string {
	if s.puzzle != nil {
		return "the source’s example"
	}
	var sizes []string
	for _, side := range s.sides {
		sizes = append(sizes, bench.SizeName(side, side))
	}
	share := fmt.Sprintf("%s to %s", percent(sourceFirst), percent(sourceLast))
	switch {
	case s.id == "density":
		share = fmt.Sprintf("%s to %s in tenths, as many of each,", percent(densities[0]), percent(densities[len(densities)-1]))
	case s.first > 0:
		share = percent(s.first)
	}
	text := fmt.Sprintf("%s of %s, %s filled", plural.Of(s.boards, "random board", "random boards"), strings.Join(sizes, ", "), share)
	if s.deadEnds > 0 {
		text += fmt.Sprintf(", runs of at most %s dead ends", count(float64(s.deadEnds)))
	}
	return text
}

// sampleText describes the samples of a claim.
func (s *settings) sampleText(c *claim) string {
	var texts []string
	for i := range c.parts {
		for _, of := range s.samples() {
			if text := of.describe(); of.id == c.parts[i].sample && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return strings.Join(texts, "; ")
}

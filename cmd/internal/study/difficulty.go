package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
)

// The third question, what makes a nonogram hard: its size, the share of filled cells, and the
// number of solutions.

func (r *report) difficulty() {
	r.chapter("difficulty", "What makes a nonogram hard?")
	r.sizeOfBoards()
	r.densityPart()
	r.solutionPart()
}

func (r *report) sizeOfBoards() {
	r.part("size", "The size of the board")
	t := &table{
		Caption: markup("Rows that `row_dfs_cutoff` places until the first solution, or 50,000 dead ends."),
		columns: columns("boards", "fewest", "median", "most", "ended"),
	}
	for _, side := range []int{5, 10, 15} {
		runs := r.Counts.of("reach", "row_dfs_cutoff", side)
		if len(runs) == 0 {
			continue
		}
		nodes := runs.values("nodes")
		ended, _ := runs.ended()
		t.row(bench.SizeName(side, side), count(slices.Min(nodes)), count(stat.Median(nodes)), count(slices.Max(nodes)), fmt.Sprintf("%d of %d", ended, len(runs)))
	}
	if len(t.Rows) == 0 {
		r.missing("the nodes by size")
		return
	}
	r.text("The growth depends on the method; chapter 1 has the times of all. Peng’s search with cut-off, by the rows it places:")
	r.table(t)
}

func (r *report) densityPart() {
	r.part("density", "The share of filled cells")
	c := chart.Chart{
		Title: "Nodes by density", Subtitle: "line: median; band: 10th to 90th percentile; boards of 10×10",
		X: chart.Axis{Title: "filled cells", Format: chart.Percent, Ticks: densities}, Y: chart.Axis{Title: "nodes + 1", Log: true}, Height: 480,
	}
	for _, m := range densityMethods {
		s := chart.Series{Name: m, Band: true}
		for i, nodes := range r.densityNodes(m) {
			if len(nodes) > 0 {
				s.Points = append(s.Points, chart.Point{X: densities[i], Y: stat.Median(nodes), Low: stat.Quantile(nodes, 0.1), High: stat.Quantile(nodes, 0.9)})
			}
		}
		c.Series = append(c.Series, s)
	}
	if len(c.Series[0].Points) < len(densities) {
		r.missing("boards of other densities")
		return
	}
	r.text("An empty or a full line has one possibility, so both ends are easy. In between, few boxes have many possible places, while the middle of a long block is certain.")
	var hardest []string
	easy := true
	for i, p := range peaks(0.15, 0.85) {
		e := p.evidence(r.measurements)
		easy = easy && p.decide(e) == confirmed
		hardest = append(hardest, fmt.Sprintf("%s%s for `%s`", percent(e.value), bracket(e.low, e.high, percent), densityMethods[i]))
	}
	text := fmt.Sprintf("Random boards of 10×10 are hardest where this share of the cells is filled: %s.%s", listed(hardest), choose(easy, " Nearly empty and nearly full boards are easy.", ""))
	r.figure("density", text, c)
	if len(r.densityNodes(densityMethods[0])[0]) >= leastBoards {
		r.finding("%s", text)
	}
}

func (r *report) solutionPart() {
	r.part("solutions", "The number of solutions")
	c := chart.Chart{
		Title: "Nodes by number of solutions", Subtitle: "boards of 10×10, half filled; first solution",
		X: chart.Axis{Title: "number of solutions", Log: true}, Y: chart.Axis{Title: "nodes + 1", Log: true}, Height: 500,
	}
	unique, boards := 0, 0
	for _, m := range []string{greedyGuess, "dfs_possiblecut"} {
		s := chart.Series{Name: m, Kind: chart.Scatter}
		for _, o := range r.Counts.of("solutions", m, 0) {
			if n := o.Values["solutions"]; n >= 1 {
				s.Points = append(s.Points, chart.Point{X: n, Y: o.Values["nodes"] + 1})
				if m == greedyGuess {
					boards++
					if n == 1 {
						unique++
					}
				}
			}
		}
		c.Series = append(c.Series, s)
	}
	if boards == 0 {
		r.missing("the number of solutions")
		return
	}
	r.text("%s of 10×10, half filled, with the exact number of their solutions: %d with a single one. Intersection deduces what all solutions share, so it has to guess where they differ; depth first meets one of many solutions sooner.", plural.Of(boards, "random board", "random boards"), unique)
	r.figure("solutions", fmt.Sprintf("Every mark is a board and a method, %s.", plural.Of(boards, "board", "boards")), c)
	p := rank.on("solutions", 0, "solutions of "+greedyGuess, "nodes of "+greedyGuess).above(0)
	e := p.evidence(r.measurements)
	relation := map[verdict]string{
		confirmed: "The more solutions a board has, the more often the intersection method has to guess", contradicted: "The more solutions a board has, the less often the intersection method has to guess",
		undecided: "The number of solutions of a board says little about how often the intersection method has to guess",
	}[p.decide(e)]
	if !e.few() {
		r.finding("%s: on %s of 10×10 the rank correlation is %s%s, where 1 is full agreement.", relation, plural.Of(e.n, "board", "boards"), signed(e.value), bracket(e.low, e.high, signed))
	}
	stalls := less.on("mixed", 0, "1", "least solutions of "+eliminate).only("stalled of " + eliminate).of("Boards with several solutions among those on which lines alone stop")
	r.text("%s", stalls.write(stalls.evidence(r.measurements)))
}

// densityNodes returns the nodes of a method at each density, board by board; those of a run
// that a bound ended are a lower bound.
func (d *measurements) densityNodes(method string) [][]float64 {
	lists := make([][]float64, len(densities))
	for i, density := range densities {
		for _, o := range d.Counts.of("density", method, 0) {
			if o.Density == density {
				lists[i] = append(lists[i], o.Values["nodes"]+1)
			}
		}
	}
	return lists
}

// peakEvidence is the share of filled cells with the most nodes, with its interval.
func (d *measurements) peakEvidence(quantity string) evidence {
	_, method, _ := strings.Cut(quantity, " of ")
	lists := d.densityNodes(method)
	at := func(pick []int) float64 {
		best, highest := 0.0, math.Inf(-1)
		for i, list := range lists {
			if v := stat.GeometricMean(picked(list, pick)); v > highest {
				best, highest = densities[i], v
			}
		}
		return best
	}
	n := math.MaxInt
	for _, list := range lists {
		n = min(n, len(list))
	}
	e := evidence{value: math.NaN(), low: math.NaN(), high: math.NaN(), n: n}
	if n > 0 {
		every := make([]int, n)
		for i := range every {
			every[i] = i
		}
		e.value = at(every)
		e.low, e.high = bootstrapped(n, at)
	}
	return e
}

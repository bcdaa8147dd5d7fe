package study

import (
	"fmt"
	"slices"

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
	for _, m := range []string{"row_dfs_cutoff", "dfs_possiblecut", greedyGuess} {
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
	r.figure("density", r.densityClaim().Found, c)
	r.finding("%s", r.densityClaim().Found)
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
	if boards < fewBoards {
		r.missing("the number of solutions")
		return
	}
	r.text("%s of 10×10, half filled, with the exact number of their solutions: %d have one. Intersection deduces what all solutions share, so it has to guess where they differ; depth first meets one of many solutions sooner.", plural.Of(boards, "random board", "random boards"), unique)
	r.figure("solutions", fmt.Sprintf("Every mark is a board and a method, %s.", plural.Of(boards, "board", "boards")), c)
	r.finding("Number of solutions and nodes: %s", r.solutionRelation(greedyGuess).Found)
	r.text("%s", r.stalls().Found)
}

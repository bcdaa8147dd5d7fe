package study

import (
	"fmt"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
)

// The second question: what decides how an algorithm performs?

// Liao's guesses: a random open cell, or the most probable one.
const (
	randomGuess = "recursive_intersect"
	greedyGuess = "recursive_intersect_greedy"
)

// endless exceeds the number of solutions of any board of the samples.
const endless = 1 << 20

func (r *report) performance() {
	r.chapter("performance", "What decides how an algorithm performs?")
	r.breadth()
	r.pengExample()
	r.pruning()
	r.cutting()
	r.fixing()
	r.guessing()
	r.heuristics()
}

func (r *report) breadth() {
	r.part("breadth", "Breadth against depth")
	r.text("Wang’s two searches walk through the same tree of boards, one level a row. A solution lies on the last level. Depth first may meet it after a fraction of the tree; " +
		"breadth first has seen all of every level above before it looks at the last one, and has to keep a level in memory.")
	shares, ratios := r.trees()
	if len(shares) < fewBoards {
		r.missing("enough trees to their end")
		return
	}
	s := chart.Series{Kind: chart.Scatter}
	for i := range shares {
		s.Points = append(s.Points, chart.Point{X: shares[i], Y: ratios[i]})
	}
	r.figure("breadth-depth", "How many times the nodes breadth first sees, against the share of the whole tree that depth first sees before it meets a solution.", chart.Chart{
		Title: "Where the solution lies decides", Subtitle: plural.Of(len(s.Points), "board", "boards") + " of 8×8, pruned with early exit",
		X: chart.Axis{Title: "share of the tree seen by depth first", Format: chart.Percent}, Y: chart.Axis{Title: "nodes, breadth first / depth first", Log: true},
		Series: []chart.Series{s}, Rules: []chart.Rule{{Y: 1, Label: "equal"}},
	})
	r.finding("Depth first sees fewer nodes than breadth first on %d of %d boards: a solution lies on the last level, which breadth first reaches last.", r.wins("trees", 8, "table_dfs", "table_bfs"), len(shares))
}

func (r *report) pruning() {
	r.part("pruning", "The effect of pruning")
	r.text("Wang prunes a board as soon as one of its columns can no longer fit, with all columns looked up after every row, and then with an *early exit* at the first column that fails. " +
		"The second sees the same boards as the first; it only looks up fewer columns of each.")
	prunings := []string{"table_bfs:none", "table_bfs:columns", "table_bfs", "table_dfs:none", "table_dfs:columns", "table_dfs"}
	r.figure("prunings", "Breadth first and depth first without pruning, with it, and with early exit.", r.timeChart("Prunings of the clue table", prunings))
	var cells []bench.Series
	for _, m := range prunings {
		if _, ok := r.summary(m, 5); ok {
			cells = append(cells, *r.cell(m, 5))
		}
	}
	if len(cells) > 0 {
		r.figure("questions", "The same boards one by one: the gain of pruning differs from board to board.", bench.PuzzleChart(cells, r.Clock))
	}
	early := chart.Series{Name: "columns looked up"}
	sides := []int{5, 10, 15, 20}
	for _, side := range sides {
		if shares := r.earlyShares(side); len(shares) > 0 {
			low, high := interval(shares, stat.Mean)
			early.Points = append(early.Points, chart.Point{X: float64(side), Y: stat.Mean(shares), Low: low, High: high})
		}
	}
	early.Band = len(early.Points) > 0
	r.figure("early-exit", "Columns looked up with early exit, as a share of those without it, over equal nodes; the band is the interval over boards.", chart.Chart{
		Title: "Columns looked up with early exit", Subtitle: "table_dfs, early exit as a share of all columns; first solution or 2,000 dead ends", X: sideAxis(sides),
		Y:      chart.Axis{Title: "share of the look-ups", Format: chart.Percent, Max: 1.2},
		Series: []chart.Series{early}, Rules: []chart.Rule{{Y: 1.0 / 3, Label: "Wang: a third"}, {Y: 1, Label: "no gain"}},
	})
}

func (r *report) guessing() {
	r.part("guessing", "Random against greedy guesses")
	r.text("Where lines alone stop, the intersection method has to guess. Method 11 supposes a box in a random open cell, method 12 takes the cell and the value with the highest share among the possibilities of its row and its column.")
	r.guessTable()
	random, greedy := r.Counts.of("guesses", randomGuess, 15), r.Counts.of("guesses", greedyGuess, 15)
	if len(random) < fewBoards {
		r.missing("guesses on more boards")
		return
	}
	points := chart.Series{Name: "a board", Kind: chart.Scatter}
	cut := chart.Series{Name: "met the bound", Kind: chart.Scatter}
	most := 1.0
	for i := range random {
		p := chart.Point{X: random[i].Values["nodes"] + 1, Y: greedy[i].Values["nodes"] + 1}
		most = max(most, p.X, p.Y)
		if random[i].Ended && greedy[i].Ended {
			points.Points = append(points.Points, p)
		} else {
			cut.Points = append(cut.Points, p)
		}
	}
	equal := chart.Series{Name: "equal", Bare: true, Look: engineLook, Points: []chart.Point{{X: 1, Y: 1}, {X: most, Y: most}}}
	r.figure("guesses", fmt.Sprintf("Below the line the greedy guess needs fewer nodes: on %d of %d boards.", r.wins("guesses", 15, greedyGuess, randomGuess), len(random)), chart.Chart{
		Title: "Random and greedy guesses", Subtitle: "the same " + plural.Of(len(random), "board", "boards") + " of 15×15",
		X: chart.Axis{Title: "nodes + 1, random guess", Log: true}, Y: chart.Axis{Title: "nodes + 1, greedy guess", Log: true},
		Series: []chart.Series{points, cut, equal}, Height: 520,
	})
	r.finding("Guessing the most probable cell: %s", r.guessGain().Found)
}

// guessTable has Liao's table beside ours.
func (r *report) guessTable() {
	t := &table{
		Caption: markup(fmt.Sprintf("Ten boards of 15×15: Liao’s times, and this run’s on the same boards (limit %s).", chart.Seconds(r.Settings.Limit.Seconds()))),
		columns: columns("guess", "mean: †Liao", "mean: here", "longest: †Liao", "longest: here", "shortest: †Liao", "shortest: here"),
	}
	for _, m := range []string{randomGuess, greedyGuess} {
		s, ok := r.summary(m, 15)
		if !ok {
			return
		}
		cells := []string{"`" + m + "`"}
		for i, e := range []bench.Estimate{s.Time.Mean, s.Time.Max, s.Time.Min} {
			cells = append(cells, guessQuotes[m][i], secondsOf(e))
		}
		t.row(cells...)
	}
	r.table(t)
}

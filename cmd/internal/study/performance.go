package study

import (
	"fmt"
	"math"
	"slices"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
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
	boards := r.boards("trees", 8)
	s := chart.Series{Kind: chart.Scatter}
	for _, b := range boards {
		if p := (chart.Point{X: b.quantity("tree seen of table_dfs"), Y: b.quantity("gap")}); p.X > 0 && p.Y > 0 {
			s.Points = append(s.Points, p)
		}
	}
	if len(s.Points) == 0 {
		r.missing("trees to their end")
		return
	}
	r.figure("breadth-depth", "How many times the nodes breadth first sees, against the share of the whole tree that depth first sees before it meets a solution.", chart.Chart{
		Title: "Where the solution lies decides", Subtitle: plural.Of(len(s.Points), "board", "boards") + " of 8×8, pruned with early exit",
		X: chart.Axis{Title: "share of the tree seen by depth first", Format: chart.Percent}, Y: chart.Axis{Title: "nodes, breadth first / depth first", Log: true},
		Series: []chart.Series{s}, Rules: []chart.Rule{{Y: 1, Label: "equal"}},
	})
	fewer, equal, _ := r.compare("trees", 8, "table_dfs", "table_bfs")
	if len(boards) >= leastBoards {
		r.finding("Row by row, depth first meets a solution after fewer steps than breadth first on %d of %d boards of 8×8%s: a solution lies in the last row, which breadth first reaches last.", fewer, len(boards), orEqual(equal))
	}
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
		p := mean.on("early", side, "look-ups left", "1")
		if e := p.evidence(r.measurements); e.n > 0 {
			early.Points = append(early.Points, chart.Point{X: float64(side), Y: e.value, Low: e.low, High: e.high})
		}
	}
	early.Band = len(early.Points) > 0 && !slices.ContainsFunc(early.Points, func(p chart.Point) bool { return math.IsNaN(p.Low) })
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
	boards := r.boards("guesses", 15)
	if len(boards) == 0 {
		r.missing("guesses on more boards")
		return
	}
	points := chart.Series{Name: "a board", Kind: chart.Scatter}
	cut := chart.Series{Name: "met the bound", Kind: chart.Scatter}
	most := 1.0
	for _, b := range boards {
		p := chart.Point{X: b.quantity("least nodes of "+randomGuess) + 1, Y: b.quantity("least nodes of "+greedyGuess) + 1}
		most = max(most, p.X, p.Y)
		if b.runs[randomGuess].Ended && b.runs[greedyGuess].Ended {
			points.Points = append(points.Points, p)
		} else {
			cut.Points = append(cut.Points, p)
		}
	}
	same := chart.Series{Name: "equal", Bare: true, Look: engineLook, Points: []chart.Point{{X: 1, Y: 1}, {X: most, Y: most}}}
	fewer, equal, more := r.compare("guesses", 15, greedyGuess, randomGuess)
	r.figure("guesses", fmt.Sprintf("Below the line the greedy guess needs fewer nodes: on %d of %d boards, as many on %d and more on %d.", fewer, len(boards), equal, more), chart.Chart{
		Title: "Random and greedy guesses", Subtitle: "the same " + plural.Of(len(boards), "board", "boards") + " of 15×15",
		X: chart.Axis{Title: "nodes + 1, random guess", Log: true}, Y: chart.Axis{Title: "nodes + 1, greedy guess", Log: true},
		Series: []chart.Series{points, cut, same}, Height: 520,
	})
	gain := means.on("guesses", 15, "least nodes of "+randomGuess, "nodes of "+greedyGuess).above(1)
	e := gain.evidence(r.measurements)
	if e.few() {
		return
	}
	r.finding("When lines alone do not help, a guess of the most probable cell needs fewer nodes than a random guess on %d of %d boards of 15×15, as many on %d and more on %d. "+
		"On average the random guess takes %s times as many%s%s.", fewer, len(boards), equal, more, factor(e.value), bracket(e.low, e.high, factor),
		choose(gain.decide(e) == undecided, ", which does not decide between them", ""))
}

// orEqual adds the number of ties to a comparison.
func orEqual(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (as many on %d)", n)
}

// guessTable has Liao's table beside ours.
func (r *report) guessTable() {
	t := &table{
		Caption: markup(fmt.Sprintf("Liao’s times of ten boards of 15×15, and this run’s of %d%s (limit %s).", r.Settings.Boards,
			choose(r.Settings.Boards == sourceBoards && r.Settings.Seed == sourceSeed, ", the same boards", ""), chart.Seconds(r.Settings.Limit.Seconds()))),
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

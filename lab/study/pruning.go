package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nonogram"
	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/stat"
)

// Wang's prunings: none, all columns, and up to the first column that fails.

// pruneLimit is far beyond what the dead ends of any setting take.
const pruneLimit = 20 * time.Second

// prunings gives the two prunings that see the same boards the same number of dead
// ends, so that they can be compared on boards that neither of them solves.
func (l *laboratory) prunings(ctx context.Context) error {
	methods, err := lookup("table_dfs:columns", "table_dfs")
	if err != nil {
		return err
	}
	for _, side := range l.PruneSizes {
		set, err := l.boards(side, l.Boards)
		if err != nil {
			return err
		}
		cells, err := l.run(ctx, bench.Plan{
			Methods: methods, Sets: []bench.Set{set}, Timeout: pruneLimit, Budget: nonogram.Budget{Conflicts: l.DeadEnds},
		})
		l.data.Prunings = append(l.data.Prunings, cells...)
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *report) pruningPart() {
	r.part("pruning", "What pruning is worth")
	r.text("Wang prunes a board as soon as one of its columns can no longer fit, with all columns looked up after every row, and then with an *early exit* at the first column that fails. " +
		"The second sees the same boards as the first; it only asks fewer questions about each.")
	r.figure("prunings", "Depth first and breadth first without pruning, with it, and with early exit.", r.timeChart("Prunings of the clue table",
		[]string{"table_bfs:none", "table_bfs:columns", "table_bfs", "table_dfs:none", "table_dfs:columns", "table_dfs"}))
	r.questionBars()
	r.pruningGain()
	r.earlyExit()
}

// questionBars has a bar for every question and pruning, as Wang's charts do.
func (r *report) questionBars() {
	const side = 5
	c := chart.Chart{
		Title: "Time of every question", Subtitle: "5×5, a bar for each question and pruning; no bar: the limit ended it",
		Y: chart.Axis{Title: r.Clock, Log: true, Format: chart.Seconds}, X: chart.Axis{Title: "question"},
	}
	for _, m := range []string{"table_bfs:none", "table_bfs", "table_dfs:none", "table_dfs:columns", "table_dfs"} {
		cell := r.cell(m, side)
		if !measured(cell) {
			continue
		}
		s := chart.Series{Name: m, Kind: chart.Bars}
		for i := range cell.Runs {
			if len(c.X.Names) <= i {
				c.X.Names = append(c.X.Names, cell.Runs[i].Puzzle)
			}
			if run := &cell.Runs[i]; run.Ended() && run.Time > 0 {
				s.Points = append(s.Points, chart.Point{X: float64(i), Y: run.Time.Seconds()})
			}
		}
		c.Series = append(c.Series, s)
	}
	r.figure("questions", "The same questions one by one: what pruning saves differs from board to board.", c)
}

// pruningGain is no pruning against pruning.
func (r *report) pruningGain() {
	t := &table{
		Caption: markup("Depth first without pruning (`table_dfs:none`): how many times as much it took as with all columns (`table_dfs:columns`), geometric means over the boards that both solved, with intervals over boards."),
		Head:    heads("boards", "time", "nodes", "boards compared"),
	}
	var duels []duel
	for _, side := range r.Settings.Sizes {
		if d := r.duelAt("table_dfs:columns", "table_dfs:none", side); d.both > 0 {
			duels = append(duels, d)
			t.Rows = append(t.Rows, row(bench.SizeName(side, side), d.ratioText()+" ×", d.nodesText()+" ×", fmt.Sprint(d.both)))
		}
	}
	r.table(t)
	says := "Pruning matters very much; without it the effort grows exponentially."
	duels = slices.DeleteFunc(duels, func(d duel) bool { return d.both < fewBoards })
	if len(duels) < 2 {
		r.claim(wang, says, undecided, "Fewer than two sizes could be compared on %d boards.", fewBoards)
		return
	}
	first, last := &duels[0], &duels[len(duels)-1]
	_, firstHigh := interval(first.trees, stat.GeometricMean)
	lastLow, lastHigh := interval(last.trees, stat.GeometricMean)
	found := fmt.Sprintf("without it the clue-table search sees %s times the nodes at the smallest size compared and %s times at the largest.", first.nodesText(), last.nodesText())
	v := inPart
	switch {
	case lastLow > firstHigh:
		v = confirmed
		r.finding("Pruning is worth more the larger the board: %s", found)
	case lastHigh <= 1:
		v = contradicted
	}
	r.claim(wang, says, v, "%s", strings.ToUpper(found[:1])+found[1:])
}

// earlyShare is what Wang's early exit leaves of the time, by his account.
const earlyShare = 1.0 / 3

// earlyExit compares the two prunings that see the same boards, over equal work.
func (r *report) earlyExit() {
	if len(r.Prunings) == 0 {
		r.missing("early exit over equal work")
		return
	}
	time := chart.Series{Name: "time with early exit"}
	checks := chart.Series{Name: "columns looked up"}
	var shares []float64
	var all [][]float64 // by board
	var sides []int
	for _, side := range r.Settings.PruneSizes {
		set := bench.SizeName(side, side)
		columns, early := find(r.Prunings, "table_dfs:columns", set), find(r.Prunings, "table_dfs", set)
		times, checked := equalWork(columns, early)
		share, looked := stat.GeometricMean(times), stat.GeometricMean(checked)
		if math.IsNaN(share) {
			continue
		}
		shares, sides, all = append(shares, share), append(sides, side), append(all, times)
		time.Points = append(time.Points, chart.Point{X: float64(side), Y: share})
		checks.Points = append(checks.Points, chart.Point{X: float64(side), Y: looked})
	}
	if len(shares) == 0 {
		return
	}
	r.text("To compare the two on boards that neither solves in the time of this study, both were stopped after the same %s dead ends, which on each board is the same work.", count(float64(r.Settings.DeadEnds)))
	r.figure("early-exit", "What early exit leaves of the time of pruning with all columns, and of the columns looked up, over equal work.", chart.Chart{
		Title: "What early exit leaves", Subtitle: fmt.Sprintf("table_dfs, early exit as a share of all columns; first solution or %s dead ends", count(float64(r.Settings.DeadEnds))),
		X:      sideAxis(r.Settings.PruneSizes),
		Y:      chart.Axis{Title: "share of the time, and of the look-ups", Format: chart.Percent, Max: 1.2},
		Series: []chart.Series{time, checks}, Rules: []chart.Rule{{Y: earlyShare, Label: "Wang: a third"}, {Y: 1, Label: "no gain"}},
	})
	n := len(shares) - 1
	r.earlyClaim(all[0], all[n], bench.SizeName(sides[0], sides[0]), bench.SizeName(sides[n], sides[n]))
}

// earlyClaim is about the shares at the smallest and at the largest size, by board. A
// difference counts if the intervals do not overlap.
func (r *report) earlyClaim(small, large []float64, smallName, largeName string) {
	first, last := stat.GeometricMean(small), stat.GeometricMean(large)
	firstLow, firstHigh := interval(small, stat.GeometricMean)
	lastLow, lastHigh := interval(large, stat.GeometricMean)
	grows := lastHigh < firstLow
	r.text("Early exit leaves %s%s of the time at %s and %s%s at %s.%s",
		percent(first), within(small, stat.GeometricMean, percent), smallName, percent(last), within(large, stat.GeometricMean, percent), largeName,
		choose(grows, " What it saves does depend on the size: the more columns there are, the more of them stand behind the first that fails.", ""))
	v := inPart // it saves, but not so much, or not everywhere the same
	switch {
	case firstLow > 0.9 && lastLow > 0.9:
		v = contradicted
	case !grows && firstLow <= earlyShare && earlyShare <= firstHigh && lastLow <= earlyShare && earlyShare <= lastHigh:
		v = confirmed
	}
	saved := func(list []float64) string {
		return percent(1-stat.GeometricMean(list)) + within(list, func(l []float64) float64 { return 1 - stat.GeometricMean(l) }, percent)
	}
	r.claim(wang, "Early exit saves about two thirds of the time, in a proportion that does not depend on the size.", v,
		"It saves %s at %s and %s at %s"+choose(grows, ", more the larger the board.", "."), saved(small), smallName, saved(large), largeName)
}

// equalWork is the share of time, and of columns looked up, that the second of two
// methods needs for the same nodes, by board.
func equalWork(first, second *bench.Series) (times, looked []float64) {
	if first == nil || second == nil {
		return nil, nil
	}
	for i := range first.Runs {
		a := &first.Runs[i]
		b := findRun(second, a)
		if b == nil || a.Nodes != b.Nodes || a.Time <= 0 || b.Time <= 0 || a.Stats.Checks == 0 || b.Stats.Checks == 0 {
			continue
		}
		times = append(times, b.Time.Seconds()/a.Time.Seconds())
		looked = append(looked, float64(b.Stats.Checks)/float64(a.Stats.Checks))
	}
	return times, looked
}

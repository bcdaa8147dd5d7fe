package study

import (
	"context"
	"fmt"
	"math"
	"slices"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
)

// The engine beside the classic methods, and the largest boards of the sources.

// largeMethods are those that have a chance on the largest boards.
var largeMethods = []string{greedyGuess, greedyGuess + ":liao", bench.EngineLabel}

// largeSide is the largest board of the sources.
const largeSide = 25

func largeRuns(s *Settings) int {
	if s.Large == 0 {
		return 0
	}
	return len(largeMethods) * s.Boards
}

func (l *laboratory) large(ctx context.Context) error {
	set, err := l.boards(largeSide, l.Boards)
	if err != nil {
		return err
	}
	methods, err := lookup(largeMethods...)
	if err != nil {
		return err
	}
	l.data.Large, err = l.run(ctx, bench.Plan{Methods: methods, Sets: []bench.Set{set}, Timeout: l.Settings.Large})
	return err
}

func (r *report) engine() {
	r.chapter("engine", "The engine beside them all")
	if !slices.ContainsFunc(r.Settings.Sizes, func(side int) bool { return measured(r.cell(bench.EngineLabel, side)) }) {
		r.missing("the engine")
		return
	}
	r.text("This project’s own solver deduces from single lines first, then probes, and then searches, learning from every dead end. It answers the same question, one solution, on the same boards.")
	t := &table{
		Caption: markup("The engine and, for each size, the classic complete method with the smallest mean time."),
		Head:    heads("boards", "engine, mean", "longest", "best classic method", "its mean", "times as long"),
	}
	t.Head[0][3].Left = true
	for _, side := range r.Settings.Sizes {
		if tr, ok := r.engineRow(side); ok {
			t.Rows = append(t.Rows, tr)
		}
	}
	r.table(t)
	r.sourceChart()
	r.largeBoards()
}

// classics are the complete methods of the lab.
func classics() []string {
	return slices.DeleteFunc(slices.Clone(sizeMethods), func(m string) bool {
		return m == bench.EngineLabel || m == "perm_elim" || m == "perm_elim:reuse" || m == "force:max_iter=inf"
	})
}

func (r *report) engineRow(side int) (tableRow, bool) {
	c := r.cell(bench.EngineLabel, side)
	if !measured(c) {
		return tableRow{}, false
	}
	s := c.Summary().Time
	figures := []string{secondsOf(s.Mean), secondsOf(s.Max), "none within the limit", "", ""}
	if best := r.fastest(side, classics()...); best != "" {
		if b := r.cell(best, side).Summary().Time; !b.Median.AtLeast {
			bound := ""
			if b.Mean.AtLeast {
				bound = "> "
			}
			figures = append(figures[:2], "`"+best+"`", secondsOf(b.Mean), bound+factor(b.Mean.Value/s.Mean.Value))
		}
	}
	tr := row(bench.SizeName(side, side), figures...)
	tr.Cells[3].Left, tr.Cells[3].Tight = true, true
	return tr, true
}

// sourceChart draws Liao's last table and this run's figures of the same methods.
func (r *report) sourceChart() {
	c := chart.Chart{
		Title: "Liao’s comparison, then and now", Subtitle: "mean time of ten boards; Liao’s stop where he waited more than 20 minutes",
		X: sideAxis(sourceSizes), Y: chart.Axis{Title: "time per board", Log: true, Format: chart.Seconds}, Height: 480,
		Rules: []chart.Rule{{Y: 1200, Label: "20 minutes"}},
	}
	for _, m := range []struct{ method, name string }{{"bruteforce_rulecut_wiki", "brute force"}, {"dfs_wiki", "depth first"}, {greedyGuess, "intersection"}} {
		theirs, ours := chart.Series{Name: m.name + ", Liao"}, chart.Series{Name: m.name + ", here"}
		for _, side := range sourceSizes {
			if q := quotes()[m.method][side]; q.seconds > 0 && !q.over {
				theirs.Points = append(theirs.Points, chart.Point{X: float64(side), Y: q.seconds})
			}
			if mean, ok := r.meanTime(m.method, side); ok {
				ours.Points = append(ours.Points, chart.Point{X: float64(side), Y: mean})
			}
		}
		c.Series = append(c.Series, theirs, ours)
	}
	engine := seriesOf(bench.EngineLabel)
	for _, side := range sourceSizes {
		if mean, ok := r.meanTime(bench.EngineLabel, side); ok {
			engine.Points = append(engine.Points, chart.Point{X: float64(side), Y: mean})
		}
	}
	c.Series = append(c.Series, engine)
	r.figure("then-and-now", "Matlab on a workstation of 2016 and compiled code on this machine: the distance says little about methods, the slopes do.", c)
}

// meanTime is a mean that no limit has cut off.
func (d *Data) meanTime(method string, side int) (float64, bool) {
	c := d.cell(method, side)
	if !measured(c) {
		return 0, false
	}
	m := c.Summary().Time.Mean
	return m.Value, !m.AtLeast && m.Value > 0
}

// largeBoards is about the 25×25 boards on which Liao's best method took 17 minutes.
func (r *report) largeBoards() {
	cells, limit := r.Large, r.Settings.Large
	if len(cells) == 0 {
		cells, limit = r.Sizes, r.Settings.Limit
	}
	set := bench.SizeName(largeSide, largeSide)
	greedy, engine := find(cells, greedyGuess, set), find(cells, bench.EngineLabel, set)
	if !measured(engine) {
		return
	}
	e := engine.Summary()
	text := plural.Sprintf("On the %d boards of 25×25 the engine took %s on average and %s at most.", e.Runs, inWords(e.Time.Mean), inWords(e.Time.Max))
	if measured(greedy) {
		g := greedy.Summary()
		text += fmt.Sprintf(" Of the same boards `%s`, Liao’s best, solved %d of %d within %s each; the median is %s. Liao reports 17 minutes on average.",
			greedyGuess, g.Solved, g.Runs, chart.Seconds(limit.Seconds()), inWords(g.Time.Median))
	}
	r.text("%s", text)
	if d := compare(engine, greedy); d.both >= 1 && !math.IsNaN(d.ratio) {
		r.finding("On 25×25 the engine took %s on average. Liao’s best method, `%s`, ended within %s on %d of %d boards, and took %s times as long on these.",
			secondsOf(e.Time.Mean), greedyGuess, chart.Seconds(limit.Seconds()), d.both, e.Runs, factor(d.ratio))
	}
}

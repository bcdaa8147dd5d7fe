package study

import (
	"slices"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
)

// The engine beside the classic methods, and the largest boards of the sources.

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
	r.text("At 25×25 Liao reports 17 min on average for intersection. docs/lab.md has a longer run of ten such boards.")
}

// meanTime is a mean that no limit has cut off.
func (d *measurements) meanTime(method string, side int) (float64, bool) {
	c := d.cell(method, side)
	if !measured(c) {
		return 0, false
	}
	m := c.Summary().Time.Mean
	return m.Value, !m.AtLeast && m.Value > 0
}

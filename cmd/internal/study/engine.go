package study

import (
	"fmt"
	"slices"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
)

// The engine beside the classic methods, and the largest boards of the sources.

func (r *report) engine() {
	r.chapter("engine", "The engine in comparison")
	t := &table{
		Caption: markup("The engine and, for each size, the classic complete method with the smallest mean time."),
		columns: columns("boards", "engine, mean", "longest", "best classic method", "its mean", "times as long"),
	}
	t.columns[3].tight = true
	for _, side := range r.Settings.Sizes {
		r.engineRow(t, side)
	}
	if len(t.Rows) == 0 {
		r.missing("the engine")
		return
	}
	r.text("This project’s own solver deduces from single lines first, then probes, and then searches, learning from every dead end. It looks for one solution of the same boards.")
	r.table(t)
	r.sourceChart()
}

// classics are the complete methods of the lab.
func classics() []string {
	return slices.DeleteFunc(slices.Clone(sizeMethods), func(m string) bool {
		return m == bench.EngineLabel || m == "perm_elim" || m == "perm_elim:reuse" || m == "force:max_iter=inf"
	})
}

func (r *report) engineRow(t *table, side int) {
	s, ok := r.summary(bench.EngineLabel, side)
	if !ok {
		return
	}
	cells := []string{bench.SizeName(side, side), secondsOf(s.Time.Mean), secondsOf(s.Time.Max), "none within the limit", "", ""}
	if best := r.fastest(side, classics()); best != "" {
		b, _ := r.summary(best, side)
		times := estimate(bench.Estimate{Value: b.Time.Mean.Value / s.Time.Mean.Value, AtLeast: b.Time.Mean.AtLeast}, factor)
		cells = append(cells[:3], "`"+best+"`", secondsOf(b.Time.Mean), times)
	}
	t.row(cells...)
}

// sourceChart draws Liao's last table and this run's figures of the same methods.
func (r *report) sourceChart() {
	c := chart.Chart{
		Title: "Liao’s comparison, then and now", Subtitle: fmt.Sprintf("mean time of Liao’s ten boards and of %d here; his stop where he waited more than 20 minutes", r.Settings.Boards),
		X: sideAxis(sourceSizes), Y: chart.Axis{Title: "time per board", Log: true, Format: chart.Seconds}, Height: 480,
		Rules: []chart.Rule{{Y: 1200, Label: "20 minutes"}},
	}
	for _, m := range []struct{ method, name string }{{"bruteforce_rulecut_wiki", "brute force"}, {"dfs_wiki", "depth first"}, {greedyGuess, "intersection"}} {
		theirs := curve(m.name+", Liao", sourceSizes, func(side int) float64 { return inSeconds(quotes[m.method][side]) })
		c.Series = append(c.Series, theirs, curve(m.name+", here", sourceSizes, r.meanTime(m.method)))
	}
	c.Series = append(c.Series, curve(bench.EngineLabel, sourceSizes, r.meanTime(bench.EngineLabel)))
	r.figure("then-and-now", "Matlab on a workstation of 2016 and compiled code on this machine: the distance says little about methods, the slopes do.", c)
	r.text("At 25×25 Liao reports 17 min on average for intersection. docs/lab.md has a longer run of ten such boards.")
}

// meanTime is the mean time over the sides; NaN if a limit has cut it off.
func (d *measurements) meanTime(method string) func(side int) float64 {
	return func(side int) float64 {
		s, _ := d.summary(method, side)
		return known(s.Time.Mean)
	}
}

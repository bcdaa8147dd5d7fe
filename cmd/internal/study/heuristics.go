package study

import (
	"fmt"
	"strings"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
)

// The heuristics of the sources on the same boards. Wang left his chapter on them empty.

// ladder lists methods from blind filling to the engine. Each adds one idea.
var ladder = []struct{ method, idea string }{
	{"bruteforce", "fill cells, check at the end"},
	{"bruteforce_rulecut", "check after every cell"},
	{"liao:dfs", "only rows that fit their clue"},
	{"dfs_wiki", "fix what is certain first"},
	{"dfs_rulecut", "check the columns after every row"},
	{"table_dfs", "ask whether a column can still be completed"},
	{"dfs_possiblecut", "keep what columns can still be"},
	{"recursive_intersect", "deduce from lines, then guess a cell"},
	{"recursive_intersect_greedy", "guess the most probable cell"},
	{"engine", "deduce, probe, and learn from dead ends"},
}

func (r *report) heuristics() {
	r.part("heuristics", "Heuristics, one after the other")
	const side = 7
	if _, ok := r.summary("liao:dfs", side); !ok {
		r.missing("the methods on small boards")
		return
	}
	name := bench.SizeName(side, side)
	r.text("Wang’s report has a chapter on heuristics that was left empty. The other sources’ methods fill it: each of these does one thing that the one above it does not.")
	c := chart.Chart{
		Title: "The cost after each idea", Subtitle: fmt.Sprintf("median number of lines looked at, %s", name),
		Y: chart.Axis{Title: "lines looked at", Log: true}, Height: 460,
	}
	t := &table{Wide: true, Caption: markup(fmt.Sprintf("One idea after the other, on the same boards of %s.", name)), columns: columns("method", "its idea", "nodes, median", "lines looked at, median", "time, median", "largest boards")}
	t.columns[1].words = true
	bars := chart.Series{Kind: chart.Bars}
	for _, step := range ladder {
		c.X.Names = append(c.X.Names, strings.Replace(step.method, "recursive_", "…", 1))
		s, ok := r.summary(step.method, side)
		if !ok {
			t.row("`"+step.method+"`", step.idea, "—", "—", "—", r.reachOf(step.method))
			continue
		}
		looks := "–"
		if s.Looks.Max.Value > 0 {
			looks = nodesOf(s.Looks.Median)
			if !s.Looks.Median.AtLeast {
				bars.Points = append(bars.Points, chart.Point{X: float64(len(c.X.Names) - 1), Y: s.Looks.Median.Value})
			}
		}
		t.row("`"+step.method+"`", step.idea, nodesOf(s.Nodes.Median), looks, secondsOf(s.Time.Median), r.reachOf(step.method))
	}
	c.Series = []chart.Series{bars}
	r.figure("ladder", "A shorter bar is a cheaper search; no bar is one that the limit cut off. The engine does not look at lines one by one.", c)
	r.table(t)
}

// reachOf names the largest size solved.
func (d *measurements) reachOf(method string) string {
	if side := d.reach(method); side > 0 {
		return bench.SizeName(side, side)
	}
	return "none"
}

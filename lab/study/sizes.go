package study

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
)

// Every method on boards of growing size, and the sources' own tables beside.

// sizeMethods are all methods of the lab, and the engine.
var sizeMethods = []string{
	"bruteforce", "bruteforce_rulecut", "bruteforce_wiki", "bruteforce_rulecut_wiki",
	"liao:dfs", "dfs_rulecut", "dfs_wiki", "dfs_rulecut_wiki", "dfs_possiblecut", "dfs_possiblecut_wiki",
	"recursive_intersect", "recursive_intersect_greedy",
	"table_bfs:none", "table_bfs:columns", "table_bfs", "table_dfs:none", "table_dfs:columns", "table_dfs",
	"shift_bfs", "shift_bfs:visited", "row_dfs", "row_dfs_cutoff",
	"force:max_iter=inf", "perm_elim", "perm_elim:reuse", "engine",
}

// families put the methods into groups that fit in a chart, with the engine as the
// yardstick in each.
var families = []struct {
	name, title string
	methods     []string
}{
	{"bruteforce", "Cell by cell", []string{"bruteforce", "bruteforce_rulecut", "bruteforce_wiki", "bruteforce_rulecut_wiki", "engine"}},
	{"dfs", "Row by row, at random (Liao)", []string{"liao:dfs", "dfs_rulecut", "dfs_wiki", "dfs_rulecut_wiki", "dfs_possiblecut", "dfs_possiblecut_wiki", "engine"}},
	{"rows", "Row by row, in order (Wang, Peng)", []string{"table_bfs", "table_dfs:none", "table_dfs", "shift_bfs", "shift_bfs:visited", "row_dfs", "row_dfs_cutoff", "engine"}},
	{"intersection", "Line by line, and by chance", []string{"recursive_intersect", "recursive_intersect_greedy", "perm_elim", "perm_elim:reuse", "force:max_iter=inf", "engine"}},
}

// limit is the time limit of a run of this experiment.
func (s *settings) limit(side int) time.Duration {
	if side <= s.SmallSide {
		return s.SmallLimit
	}
	return s.Limit
}

// sizes tries every method on boards of every size, up to the size at which it meets
// the limit on most boards.
func (l *laboratory) sizes(ctx context.Context) error {
	methods := slices.Clone(sizeMethods)
	for _, side := range l.Sizes {
		set, err := l.boards(side, l.Boards)
		if err != nil {
			return err
		}
		plan := bench.Plan{Sets: []bench.Set{set}, Timeout: l.limit(side), GiveUp: true}
		if plan.Methods, err = lookup(methods...); err != nil {
			return err
		}
		cells, err := l.run(ctx, plan)
		l.data.Sizes = append(l.data.Sizes, cells...)
		if err != nil {
			return err
		}
		for range (len(sizeMethods) - len(methods)) * l.Boards {
			l.step()
		}
		methods = slices.DeleteFunc(methods, func(m string) bool { return l.data.failed(m, side) })
	}
	return nil
}

// failed reports that a method met the limit on most boards of a size.
func (d *measurements) failed(method string, side int) bool {
	c := d.cell(method, side)
	return c != nil && c.Summary().Time.Median.AtLeast
}

func (r *report) growth() {
	r.part("growth", "Time and nodes by size")
	if len(r.Sizes) == 0 {
		r.missing("the methods by size")
		return
	}
	r.text("Every method was given the same %d random boards of each size until the first solution, as in the sources. A run was ended after %s (%s up to %d×%d); "+
		"a method that met the limit on more than half of the boards of a size was not tried on larger ones. Lines in the charts end where that happened.",
		r.Settings.Boards, chart.Seconds(r.Settings.Limit.Seconds()), chart.Seconds(r.Settings.SmallLimit.Seconds()), r.Settings.SmallSide, r.Settings.SmallSide)
	for _, f := range families {
		r.figure("time-"+f.name, "Median time to the first solution. *engine* is this project’s own solver.", r.timeChart(f.title, f.methods))
	}
	r.figure("nodes", "A node is a cell filled, a row placed or a cell guessed, as the method goes; the engine’s are its guesses. A tree that needs no guess is drawn as one node.",
		r.nodeChart([]string{"bruteforce_rulecut", "liao:dfs", "dfs_rulecut", "dfs_possiblecut", "row_dfs_cutoff", "recursive_intersect_greedy", "engine"}))
	r.sizeTable("Mean time to the first solution, this run and, in the shaded columns, the sources.", "—: not tried, since most boards of a smaller size met the limit. >: some runs were ended by the limit, so this is a lower bound.",
		func(c *bench.Series) string { return secondsOf(c.Summary().Time.Mean) }, true)
	r.sizeTable("Nodes of the search tree, on average.", "`perm_elim` has no tree: it never guesses.", treeOf, false)
	r.reachText()
}

func (r *report) timeChart(title string, methods []string) chart.Chart {
	c := chart.Chart{
		Title: title, Subtitle: "median of the boards of a size", X: sideAxis(r.Settings.Sizes),
		Y: chart.Axis{Title: r.Clock + " per board", Log: true, Format: chart.Seconds},
	}
	for _, m := range methods {
		c.Series = append(c.Series, r.bySize(m, r.timePoint))
	}
	return c
}

// engineLook makes the engine look the same in all charts.
const engineLook = 7

// seriesOf is the empty series of a method.
func seriesOf(method string) chart.Series {
	s := chart.Series{Name: method}
	if method == bench.EngineLabel {
		s.Look = engineLook
	}
	return s
}

// bySize is a point for every size.
func (r *report) bySize(method string, point func(method string, side int) chart.Point) chart.Series {
	s := seriesOf(method)
	for _, side := range r.Settings.Sizes {
		s.Points = append(s.Points, point(method, side))
	}
	return s
}

// sideAxis is labelled at the sizes that were measured.
func sideAxis(sides []int) chart.Axis {
	a := chart.Axis{Title: "side of the board (cells)"}
	for _, side := range sides {
		a.Ticks = append(a.Ticks, float64(side))
	}
	return a
}

// timePoint is a median time; a gap if it is not known.
func (d *measurements) timePoint(method string, side int) chart.Point {
	p := chart.Point{X: float64(side), Y: math.NaN()}
	if c := d.cell(method, side); measured(c) {
		if s := c.Summary(); !s.Time.Median.AtLeast && s.Time.Median.Value > 0 {
			p.Y = s.Time.Median.Value
		}
	}
	return p
}

func (r *report) nodeChart(methods []string) chart.Chart {
	c := chart.Chart{
		Title: "Size of the search tree", Subtitle: "median of the boards of a size", X: sideAxis(r.Settings.Sizes),
		Y: chart.Axis{Title: "nodes", Log: true}, Height: 480,
	}
	for _, m := range methods {
		c.Series = append(c.Series, r.bySize(m, r.nodePoint))
	}
	return c
}

// tableSizes are those of the sources that were measured.
func (r *report) tableSizes() []int {
	var sides []int
	for _, side := range sourceSizes {
		if slices.Contains(r.Settings.Sizes, side) {
			sides = append(sides, side)
		}
	}
	return sides
}

// sizeTable has a row for every method and a column for every size of the sources,
// two of them where the sources' figures stand beside.
func (r *report) sizeTable(caption, note string, figure func(*bench.Series) string, sources bool) {
	sides := r.tableSizes()
	t := &table{Caption: markup(caption), Note: markup(note)}
	first := []headCell{{Text: "method", Left: true, Tall: sources}}
	var second []headCell
	for _, side := range sides {
		name := markup(bench.SizeName(side, side))
		if !sources {
			first = append(first, headCell{Text: name})
			continue
		}
		first = append(first, headCell{Text: name, Span: 2})
		second = append(second, headCell{Text: "here"}, headCell{Text: "source"})
	}
	t.Head = [][]headCell{first}
	if sources {
		t.Head = append(t.Head, second)
	}
	for i, m := range sizeMethods {
		cells := []tableCell{{Text: method(m), Left: true}}
		for _, side := range sides {
			cells = append(cells, tableCell{Text: markup(r.figureOf(m, side, figure))})
			if sources {
				cells = append(cells, tableCell{Text: markup(quotes()[m][side].text), Source: true})
			}
		}
		t.Rows = append(t.Rows, tableRow{Cells: cells, Group: i > 0 && startsFamily(m)})
	}
	r.table(t)
}

// startsFamily reports the methods before which a table has a line.
func startsFamily(method string) bool {
	return slices.Contains([]string{"liao:dfs", "recursive_intersect", "table_bfs:none", "shift_bfs", "force:max_iter=inf", "engine"}, method)
}

// figureOf is a figure of a cell, or why there is none.
func (d *measurements) figureOf(method string, side int, figure func(*bench.Series) string) string {
	c := d.cell(method, side)
	switch {
	case measured(c):
		return figure(c)
	case !slices.Contains(d.Settings.Sizes, side):
		return "–"
	case d.Interrupted && !d.givenUp(method, side):
		return "–"
	}
	return "—"
}

// treeOf is the mean number of nodes of a method that has a tree.
func treeOf(c *bench.Series) string {
	s := c.Summary()
	if s.Nodes.Max.Value == 0 && strings.HasPrefix(c.Method, "perm_elim") {
		return "–"
	}
	return nodesOf(s.Nodes.Mean)
}

// givenUp reports that a method failed on a smaller size.
func (d *measurements) givenUp(method string, side int) bool {
	return slices.ContainsFunc(d.Settings.Sizes, func(s int) bool { return s < side && d.failed(method, s) })
}

// reach is the largest size on most boards of which a method ended in time; 0 if it
// is none.
func (d *measurements) reach(method string) int {
	best := 0
	for _, side := range d.Settings.Sizes {
		if c := d.cell(method, side); measured(c) && !c.Summary().Time.Median.AtLeast {
			best = max(best, side)
		}
	}
	return best
}

// solvedShare is how many runs of a cell had an answer.
func solvedShare(c *bench.Series) float64 {
	if !measured(c) {
		return math.NaN()
	}
	s := c.Summary()
	return float64(s.Solved) / float64(s.Runs)
}

func (r *report) reachText() {
	var parts []string
	for _, f := range families {
		side := 0
		complete := slices.DeleteFunc(slices.Clone(f.methods), func(m string) bool { return !slices.Contains(classics(), m) })
		for _, m := range complete {
			side = max(side, r.reach(m))
		}
		if side == 0 {
			continue
		}
		best := slices.MinFunc(complete, func(a, b string) int { return cmp.Compare(r.rankTime(a, side), r.rankTime(b, side)) })
		parts = append(parts, fmt.Sprintf("`%s` (%s)", best, bench.SizeName(side, side)))
	}
	r.text("The method of each chart that solved most boards of the largest size, and that size: %s. "+
		"`perm_elim` ends soon on the boards it can hold but cannot guess: it solved %s of the boards at 5×5 and %s at 10×10, and stalled on the others.",
		listed(parts), percent(solvedShare(r.cell("perm_elim", 5))), percent(solvedShare(r.cell("perm_elim", 10))))
}

func percent(v float64) string {
	if math.IsNaN(v) {
		return "an unknown share"
	}
	return chart.Percent(math.Round(v*100) / 100)
}

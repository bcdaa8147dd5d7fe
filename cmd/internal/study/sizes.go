package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
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

// limitOf is the time limit of the runs on a set.
func (d *measurements) limitOf(set string) time.Duration {
	for _, side := range d.Settings.Sizes {
		if len(d.Own) == 0 && set == bench.SizeName(side, side) {
			return d.Settings.limit(side)
		}
	}
	return d.Settings.SmallLimit // of given puzzles
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
		if err := l.keep(setName("sizes", side), "tournament", set.Puzzles); err != nil {
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
	s, _ := d.summary(method, side)
	return s.Time.Median.AtLeast
}

// compared are methods of all families, in charts across them.
var compared = []string{"bruteforce_rulecut", "liao:dfs", "dfs_rulecut", "dfs_possiblecut", "table_dfs", "row_dfs_cutoff", greedyGuess, "perm_elim"}

func (r *report) growth() {
	r.part("growth", "Time and nodes by size")
	if len(r.Sizes) == 0 {
		r.missing("the methods by size")
		return
	}
	r.text("Every method solves the same %s of each size up to the first solution, as in the sources. A run ended after %s (%s up to %d×%d); "+
		"a method that met the limit on more than half of the boards of a size was not tried on larger ones. Lines in the charts end where that happened, or where a method that cannot guess stalls on half of the boards.",
		plural.Of(r.Settings.Boards, "random board", "random boards"), chart.Seconds(r.Settings.Limit.Seconds()), chart.Seconds(r.Settings.SmallLimit.Seconds()), r.Settings.SmallSide, r.Settings.SmallSide)
	for _, f := range families {
		r.figure("time-"+f.name, "Median time to the first solution. *engine* is this project’s own solver.", r.timeChart(f.title, f.methods))
	}
	looks := r.sizeChart("Cost by size", compared, r.medianLooks)
	looks.Y, looks.Height = chart.Axis{Title: "lines looked at", Log: true}, 480
	r.figure("looks", "Nodes differ between families: cells filled, rows placed or cells guessed. The common cost is the number of lines looked at: lines placed or compared with their clue, and possibilities of lines generated, compared with known cells or counted. The engine has other operations.", looks)
	cactus := bench.Cactus(r.Sizes, "time of a board")
	cactus.Series = slices.DeleteFunc(cactus.Series, func(s chart.Series) bool { // eight series have looks of their own
		return s.Name == "dfs_rulecut" || s.Name != bench.EngineLabel && !slices.Contains(compared, s.Name)
	})
	cactus.Height = 480
	r.figure("cactus", "Boards of all sizes that a method solves within a time each, the quickest first. A curve that goes further to the right solves more boards; one that stays lower is faster.", cactus)
	r.sizeTable("Mean time to the first solution, this run and, in the shaded columns, the sources.", "—: not tried, since most boards of a smaller size met the limit. >: some runs were ended by the limit, so this is a lower bound. "+
		"(1/10): one of ten boards was solved; the method stalled on the others, and its time is that to the solution or to the stall.",
		func(s *bench.Summary) string {
			return secondsOf(s.Time.Mean) + choose(s.Stalled > 0, fmt.Sprintf(" (%d/%d)", s.Solved, s.Runs), "")
		}, true)
	r.sizeTable("Nodes of the search tree, on average.", "Comparable within a family: cells filled, rows placed, boards or guesses. `perm_elim` has no tree: it never guesses.", treeOf, false)
	r.sizeTable("Lines looked at, on average: the cost that all methods of the lab share.", "", func(s *bench.Summary) string {
		return choose(s.Looks.Max.Value == 0, "–", nodesOf(s.Looks.Mean))
	}, false)
	r.reachText()
}

// timeChart has the median time of methods over the sizes.
func (r *report) timeChart(title string, methods []string) chart.Chart {
	c := r.sizeChart(title, methods, func(method string) func(side int) float64 {
		return func(side int) float64 {
			s, _ := r.summary(method, side)
			if s.Stalled > 0 && 2*s.Solved <= s.Runs { // most runs have no first solution
				return math.NaN()
			}
			return known(s.Time.Median)
		}
	})
	c.Y = chart.Axis{Title: r.Clock + " per board", Log: true, Format: chart.Seconds}
	return c
}

// sizeChart has a curve for each method over the sizes.
func (r *report) sizeChart(title string, methods []string, value func(method string) func(side int) float64) chart.Chart {
	c := chart.Chart{Title: title, Subtitle: "median of the boards of a size", X: sideAxis(r.Settings.Sizes)}
	for _, m := range methods {
		c.Series = append(c.Series, curve(m, r.Settings.Sizes, value(m)))
	}
	return c
}

// engineLook makes the engine look the same in all charts.
const engineLook = 7

// curve is a line over the sides of boards. It has gaps where the value is not a number.
func curve(name string, sides []int, value func(side int) float64) chart.Series {
	s := chart.Series{Name: name}
	if name == bench.EngineLabel {
		s.Look = engineLook
	}
	for _, side := range sides {
		s.Points = append(s.Points, chart.Point{X: float64(side), Y: value(side)})
	}
	return s
}

// sideAxis is labeled at the sizes that were measured.
func sideAxis(sides []int) chart.Axis {
	a := chart.Axis{Title: "side of the board (cells)"}
	for _, side := range sides {
		a.Ticks = append(a.Ticks, float64(side))
	}
	return a
}

// sizeTable has a row for every method and a column for every size of the sources,
// two of them where the sources' figures stand beside.
func (r *report) sizeTable(caption, note string, figure func(*bench.Summary) string, sources bool) {
	titles := []string{"method"}
	var sides []int
	for _, side := range sourceSizes {
		if !slices.Contains(r.Settings.Sizes, side) {
			continue
		}
		sides = append(sides, side)
		name := bench.SizeName(side, side)
		if sources {
			titles = append(titles, name+": here", name+": †source")
		} else {
			titles = append(titles, name)
		}
	}
	t := &table{Caption: markup(caption), Note: markup(note), columns: columns(titles...)}
	for i, m := range sizeMethods {
		cells := []string{m}
		for _, side := range sides {
			cells = append(cells, r.figureOf(m, side, figure))
			if sources {
				cells = append(cells, quotes[m][side])
			}
		}
		tr := t.row(cells...)
		tr.Cells[0], tr.Group = method(m), i > 0 && startsFamily(m)
	}
	r.table(t)
}

// startsFamily reports the methods before which a table has a line.
func startsFamily(method string) bool {
	return slices.Contains([]string{"liao:dfs", "recursive_intersect", "table_bfs:none", "shift_bfs", "force:max_iter=inf", "engine"}, method)
}

// figureOf is a figure of a method on a size, or why there is none.
func (d *measurements) figureOf(method string, side int, figure func(*bench.Summary) string) string {
	if s, ok := d.summary(method, side); ok {
		return figure(&s)
	}
	if !slices.Contains(d.Settings.Sizes, side) || d.Interrupted && !d.givenUp(method, side) {
		return "–"
	}
	return "—"
}

// treeOf is the mean number of nodes of a method that has a tree.
func treeOf(s *bench.Summary) string {
	if s.Nodes.Max.Value == 0 && strings.HasPrefix(s.Method, "perm_elim") {
		return "–"
	}
	return nodesOf(s.Nodes.Mean)
}

// givenUp reports that a method failed on a smaller size.
func (d *measurements) givenUp(method string, side int) bool {
	return slices.ContainsFunc(d.Settings.Sizes, func(s int) bool { return s < side && d.failed(method, s) })
}

// reach is the largest size at which a method ended in time on most boards; 0 if there is none.
func (d *measurements) reach(method string) int {
	best := 0
	for _, side := range d.Settings.Sizes {
		if s, ok := d.summary(method, side); ok && !s.Time.Median.AtLeast {
			best = max(best, side)
		}
	}
	return best
}

func (r *report) reachText() {
	var parts []string
	for _, f := range families {
		side := 0
		complete := slices.DeleteFunc(slices.Clone(f.methods), func(m string) bool { return !slices.Contains(classics(), m) })
		for _, m := range complete {
			side = max(side, r.reach(m))
		}
		if side > 0 {
			parts = append(parts, fmt.Sprintf("`%s` (%s)", r.fastest(side, complete), bench.SizeName(side, side)))
		}
	}
	solved := func(side int) string {
		s, _ := r.summary("perm_elim", side)
		return percent(float64(s.Solved) / float64(s.Runs))
	}
	r.text("The method of each chart that solved most boards of the largest size, and that size: %s. "+
		"`perm_elim` ends soon on the boards it can hold but cannot guess: it solved %s of the boards at 5×5 and %s at 10×10, and stalled on the others.",
		listed(parts), solved(5), solved(10))
}

func percent(v float64) string {
	if math.IsNaN(v) {
		return "an unknown share"
	}
	return chart.Percent(math.Round(v*100) / 100)
}

package study

import (
	"encoding/csv"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
)

// The tables of times and of boards, the curves by size and the figures in sentences, computed
// again from data.json.

// seconds, nodesIn and looksIn are the figures of a run.
func seconds(r jsonRun) float64 { return r.Time / 1e9 }
func nodesIn(r jsonRun) float64 { return r.Nodes }
func looksIn(r jsonRun) float64 { return r.Looks }

// spread is how a figure varies over runs.
type spread struct{ mean, median, least, most bench.Estimate }

// spreadOf describes the runs of a method on the boards of a size, where a figure of a run that the
// limit ended is too low. Skipped runs count as ended.
func spreadOf(runs []jsonRun, figure func(jsonRun) float64) spread {
	var all, whole []float64
	for _, r := range runs {
		switch r.Outcome {
		case "skipped":
			continue
		case "solved", "stalled":
			whole = append(whole, figure(r))
		}
		all = append(all, figure(r))
	}
	if len(all) == 0 {
		return spread{}
	}
	slices.Sort(all)
	slices.Sort(whole)
	cut := len(whole) < len(runs)
	s := spread{bench.Estimate{Value: average(all), AtLeast: cut}, bench.Estimate{}, bench.Estimate{}, bench.Estimate{Value: all[len(all)-1], AtLeast: cut}}
	s.median, s.least = bench.Estimate{Value: (all[(len(all)-1)/2] + all[len(all)/2]) / 2, AtLeast: true}, bench.Estimate{Value: all[0], AtLeast: true}
	if half := len(runs) / 2; len(whole) > half {
		s.median = bench.Estimate{Value: (whole[(len(runs)-1)/2] + whole[half]) / 2}
	}
	if len(whole) > 0 {
		s.least = bench.Estimate{Value: whole[0]}
	}
	return s
}

// par2 is the mean time, with twice the limit for each run without a solution.
func (d *jsonStudy) par2(set string, runs []jsonRun) string {
	limit := d.Settings.Limit
	for n := range d.Settings.SmallSide + 1 {
		if set == size(n) {
			limit = d.Settings.SmallLimit
		}
	}
	var list []float64
	for _, r := range runs {
		list = append(list, map[bool]float64{true: r.Time, false: 2 * limit}[r.Outcome == "solved"]/1e9)
	}
	return chart.Seconds(average(list))
}

func size(n int) string { return fmt.Sprintf("%d×%d", n, n) }

// runCells are the runs of each method at each size.
type runCells map[[2]string][]jsonRun

// at has the spread of a figure, and whether there are runs.
func (c runCells) at(method string, side int, figure func(jsonRun) float64) (spread, bool) {
	runs := c[[2]string{method, size(side)}]
	return spreadOf(runs, figure), slices.ContainsFunc(runs, func(r jsonRun) bool { return r.Outcome != "skipped" })
}

// reach names the largest size at which more than half of the runs end.
func (c runCells) reach(method string, sizes []int) string {
	best := "none"
	for _, side := range sizes {
		if s, ok := c.at(method, side, seconds); ok && !s.median.AtLeast {
			best = size(side)
		}
	}
	return best
}

// sameRow compares a row of the page with one computed again.
func sameRow(t *testing.T, table string, row []string, want ...string) {
	t.Helper()
	for i := range want {
		want[i] = plain(want[i])
	}
	if !slices.Equal(row, want) {
		t.Errorf("%s:\n%q on the page,\n%q by the data", table, row, want)
	}
}

// checkTimes computes the tables of times and nodes again in which sources or methods are compared.
func (d *jsonStudy) checkTimes(t *testing.T, cells runCells, page string) {
	t.Helper()
	for _, row := range rowsOf(t, page, "Depth first: Liao") {
		method, _, _ := strings.Cut(row[0], " ")
		want := []string{row[0]}
		for _, side := range []int{5, 7} {
			want = append(want, quotes[method][side])
			if s, ok := cells.at(method, side, seconds); ok {
				n, _ := cells.at(method, side, nodesIn)
				want = append(want, secondsOf(s.mean), nodesOf(n.mean))
			} else {
				want = append(want, "—", "—")
			}
		}
		sameRow(t, "depth first", row, want...)
	}
	for _, row := range tableOf(page, "Liao’s times of ten boards") {
		s, _ := cells.at(row[0], 15, seconds)
		theirs := guessQuotes[row[0]]
		sameRow(t, "guesses", row, row[0], theirs[0], secondsOf(s.mean), theirs[1], secondsOf(s.most), theirs[2], secondsOf(s.least))
	}
	for _, row := range rowsOf(t, page, "One idea after the other") {
		nodes, ok := cells.at(row[0], 7, nodesIn)
		looks, _ := cells.at(row[0], 7, looksIn)
		times, _ := cells.at(row[0], 7, seconds)
		want := []string{row[0], row[1], "—", "—", "—", cells.reach(row[0], d.Settings.Sizes)}
		if ok {
			want[2], want[3], want[4] = nodesOf(nodes.median), nodesOf(looks.median), secondsOf(times.median)
		}
		if row[0] == "engine" {
			want[3] = "–"
		}
		sameRow(t, "ideas", row, want...)
	}
	for i, row := range rowsOf(t, page, "The engine and") {
		side := d.Settings.Sizes[i]
		engine, _ := cells.at("engine", side, seconds)
		want := []string{size(side), secondsOf(engine.mean), secondsOf(engine.most), "none within the limit", "", ""}
		least := math.Inf(1)
		for _, series := range d.Sizes {
			r := series.Runs[0]
			s, ok := cells.at(r.Method, side, seconds)
			incomplete := strings.HasPrefix(r.Method, "force") || strings.HasPrefix(r.Method, "perm_elim")
			if r.Set == size(side) && ok && r.Method != "engine" && !incomplete && !s.median.AtLeast && s.mean.Value < least {
				least = s.mean.Value
				want[3], want[4] = r.Method, secondsOf(s.mean)
				want[5] = map[bool]string{true: "> "}[s.mean.AtLeast] + factor(least/engine.mean.Value)
			}
		}
		sameRow(t, "the engine", row, want...)
	}
}

// checkExamples computes the tables of counted runs again.
func (d *jsonStudy) checkExamples(t *testing.T, page string) {
	t.Helper()
	dash := func(n float64) string { return map[bool]string{true: "–", false: count(n)}[n == 0] }
	for _, row := range rowsOf(t, page, "Peng’s methods on his example") {
		asked := map[string]string{"peng all": "all solutions", "peng": "the first"}
		found := false
		for _, r := range d.Counts {
			if r.Method == row[0] && asked[r.Sample] == row[1] {
				found = true
				sameRow(t, "Peng’s example", row, r.Method, row[1], dash(r.Values["boards"]), dash(r.Values["listed"]), dash(r.Values["moves"]))
			}
		}
		if !found {
			t.Errorf("Peng’s example: no run of %q", row)
		}
	}
	for _, row := range rowsOf(t, page, "Fixing agreed cells first") {
		without, with, _ := strings.Cut(row[0], " → ")
		want := []string{row[0]}
		for _, p := range []part{nodesRatio("brute", 5, without, with), nodesRatio("depth", 7, without, with)} {
			text := "–"
			if e := d.evidence(&p); e.n > 0 {
				text = factor(e.value) + " ×"
			}
			want = append(want, text)
		}
		sameRow(t, "fixing", row, want...)
	}
}

// checkSpaces counts the boards that the clues in data.json allow.
func (d *jsonStudy) checkSpaces(t *testing.T, page string) {
	t.Helper()
	log2Choose := func(n, k int) (sum float64) {
		for i := range k {
			sum += math.Log2(float64(n-i) / float64(i+1))
		}
		return sum
	}
	for i, row := range rowsOf(t, page, "How many boards there are") {
		n := d.Settings.Sizes[i]
		var boxes, fit, h float64
		boards := d.rowClues("sizes-"+strings.ReplaceAll(size(n), "×", "x")+".txt", n)
		for _, rows := range boards {
			filled := 0
			for _, clue := range rows {
				cells := 0
				for _, block := range clue {
					cells += block
				}
				filled += cells
				fit += log2Choose(n-cells+1, len(clue))
				h += log2Choose(len(clue)+n-cells, n-cells)
			}
			boxes += log2Choose(n*n, filled)
		}
		k, side := float64(len(boards)), float64(n)
		sameRow(t, "boards", row, size(n), power(side*side), power(boxes/k), power(fit/k), power(h/k), power(side*side*math.Log2(2*side)), power(side*math.Log2(side)))
	}
}

// rowClues reads a file of boards: after each line with $, the clues of the columns, then those of the rows.
func (d *jsonStudy) rowClues(name string, n int) (boards [][][]int) {
	for _, file := range d.Boards {
		if file.Name != name {
			continue
		}
		for _, text := range strings.Split(file.Text, "$")[1:] {
			var rows [][]int
			for _, line := range strings.Split(text, "\n")[1+n : 1+2*n] {
				var clue []int
				for _, field := range strings.Fields(line) {
					if block, err := strconv.Atoi(field); err == nil && block > 0 {
						clue = append(clue, block)
					}
				}
				rows = append(rows, clue)
			}
			boards = append(boards, rows)
		}
	}
	return boards
}

// checkCurves computes the points of the curves by size again.
func (d *jsonStudy) checkCurves(t *testing.T, cells runCells, files map[string][]byte) {
	t.Helper()
	for _, name := range []string{"time-bruteforce", "time-dfs", "time-rows", "time-intersection", "prunings", "looks"} {
		points, err := csv.NewReader(strings.NewReader(string(files["charts/"+name+".csv"]))).ReadAll()
		if err != nil || len(points) < 2 {
			t.Errorf("chart %s: %d points, %v", name, len(points), err)
			continue
		}
		for _, p := range points[1:] { // rounded to six digits
			side, err := strconv.Atoi(p[1])
			if err != nil {
				t.Fatal(err)
			}
			figure := seconds
			if name == "looks" {
				figure = looksIn
			}
			s, _ := cells.at(p[0], side, figure)
			solved, stalled := 0, 0
			runs := cells[[2]string{p[0], size(side)}]
			for _, r := range runs {
				solved += map[string]int{"solved": 1}[r.Outcome]
				stalled += map[string]int{"stalled": 1}[r.Outcome]
			}
			known := !s.median.AtLeast && s.median.Value > 0 && (stalled == 0 || 2*solved > len(runs))
			y, err := strconv.ParseFloat(p[2], 64)
			if known != (err == nil) || known && math.Abs(y/s.median.Value-1) > 1e-5 {
				t.Errorf("chart %s, %s at %s: %q, %v by the data", name, p[0], size(side), p[2], s.median)
			}
		}
	}
}

// rowsOf has the cells of a table that every study has.
func rowsOf(t *testing.T, page, caption string) [][]string {
	t.Helper()
	rows := tableOf(page, caption)
	if len(rows) == 0 {
		t.Errorf("no table %q", caption)
	}
	return rows
}

// checkProse computes the figures of sentences again. Findings need six boards.
func (d *jsonStudy) checkProse(t *testing.T, cells runCells, page string) {
	t.Helper()
	with := func(p part, format func(float64) string) string {
		e := d.evidence(&p)
		return format(e.value) + bracket(e.low, e.high, format)
	}
	var want []string
	enough := func(sample string, side int, format string, args ...any) {
		if len(d.join(sample, side)) >= 6 {
			want = append(want, fmt.Sprintf(format, args...))
		}
	}
	rule, state := nodesRatio("depth", 7, "liao:dfs", "dfs_rulecut"), nodesRatio("depth", 7, "liao:dfs", "dfs_possiblecut")
	want = append(want, fmt.Sprintf("has %s times the nodes without rule cutting, and %s times", with(rule, factor), with(state, factor)))
	enough("depth", 7, "the search without it has %s times the nodes", with(rule, factor))
	plainDFS, cutDFS := nodesRatio("depth", 7, "liao:dfs", "dfs_wiki"), nodesRatio("depth", 7, "dfs_rulecut", "dfs_rulecut_wiki")
	if a, b := d.evidence(&plainDFS).value, d.evidence(&cutDFS).value; a > b {
		enough("depth", 7, "the plain dfs saw %s times the nodes without it, dfs_rulecut %s times.", factor(a), factor(b))
	}
	fewer, trees := 0, d.join("trees", 8)
	for _, b := range trees {
		fewer += map[float64]int{-1: 1}[b.sign("nodes of table_dfs", "nodes of table_bfs")]
	}
	enough("trees", 8, "than breadth first on %d of %d boards of 8×8", fewer, len(trees))
	var signs [3]int
	guesses := d.join("guesses", 15)
	for _, b := range guesses {
		signs[int(b.sign("nodes of "+greedyGuess, "nodes of "+randomGuess))+1]++
	}
	want = append(want, fmt.Sprintf("on %d of %d boards, as many on %d and more on %d.", signs[0], len(guesses), signs[1], signs[2]))
	gain := means.on("guesses", 15, "least nodes of "+randomGuess, "nodes of "+greedyGuess)
	if e := d.evidence(&gain); e.n >= 6 {
		want = append(want, fmt.Sprintf("the random guess takes %s times as many%s", factor(e.value), bracket(e.low, e.high, factor)))
	}
	var hardest []string
	for _, m := range densityMethods {
		hardest = append(hardest, with(part{kind: peak, sample: "density", x: "least nodes of " + m}, percent)+" for "+m)
	}
	want = append(want, strings.Join(hardest[:2], ", ")+" and "+hardest[2]+".")
	enough("solutions", 0, "the rank correlation is %s,", with(rank.on("solutions", 0, "solutions of "+greedyGuess, "nodes of "+greedyGuess), signed))
	boards, single := 0, 0
	for _, b := range d.join("solutions", 0) {
		if n := b[greedyGuess].Values["solutions"]; n >= 1 {
			boards++
			single += map[float64]int{1: 1}[n]
		}
	}
	want = append(want, fmt.Sprintf("with the exact number of their solutions: %d with a single one.", single), fmt.Sprintf("Every mark is a board and a method, %d board", boards))
	verdicts := map[string]int{}
	for _, row := range tableOf(page, "The claims of the sources") {
		_, verdict, _ := strings.Cut(row[1], " ")
		verdicts[verdict]++
	}
	want = append(want, fmt.Sprintf("confirms %d, confirms %d in part, contradicts %d and leaves %d open.", verdicts["confirmed"], verdicts["in part"], verdicts["contradicted"], verdicts["not decided"]))
	text := plain(page)
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("the page does not say %q", w)
		}
	}
	reached := regexp.MustCompile(`(\w+) \((\d+×\d+)\)`).FindAllStringSubmatch(between(text, "of the largest size, and that size:", "ends soon"), -1)
	for _, m := range reached {
		if got := cells.reach(m[1], d.Settings.Sizes); got != m[2] {
			t.Errorf("%s reaches %s on the page, %s by the data", m[1], m[2], got)
		}
	}
	if len(reached) == 0 {
		t.Error("no method reaches a size")
	}
}

// between is the text after one mark and before the next.
func between(text, from, to string) string {
	_, text, _ = strings.Cut(text, from)
	text, _, _ = strings.Cut(text, to)
	return text
}

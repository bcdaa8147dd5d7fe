package study

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nonogram/cmd/internal/bench"
)

// The figures that a study prints follow from data.json, whatever its scale. The code here reads
// the file by itself and shares only the table of claims and the format of numbers with the page.

// jsonRun is a run or an observation of data.json.
type jsonRun struct {
	Method, Set, Puzzle, Outcome, Sample string
	Side                                 int
	Density                              float64
	Ended, Solved                        bool
	Nodes, Looks, Bytes                  float64
	Time                                 float64 `json:"time_ns"`
	Values                               map[string]float64
}

type jsonStudy struct {
	Settings struct {
		Sizes      []int
		SmallSide  int     `json:"small_side"`
		SmallLimit float64 `json:"small_limit_ns"`
		Limit      float64 `json:"limit_ns"`
	}
	Sizes  []struct{ Runs []jsonRun }
	Lines  []struct{ N, Blocks, Count float64 }
	Counts []jsonRun
	Boards []boardSet
}

// unevenClock goes on by another time at every reading, so that the figures of a table differ.
type unevenClock struct {
	pollClock
	random *rand.Rand
}

func (c *unevenClock) Now() time.Duration {
	c.now += time.Duration(c.random.IntN(int(time.Millisecond)))
	return c.now
}

func TestFiguresFollowFromData(t *testing.T) {
	scales := []float64{0.02, 0.3}
	if os.Getenv("NONOGRAM_LONG") != "" {
		scales = []float64{0.02, 0.05, 0.1, 0.25, 0.5, 0.7, 1, 2}
	}
	var d *measurements
	for _, scale := range scales {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			s := quick().scaled(scale)
			s.MinTime = 0 // the clock of the test goes on by itself
			clock := &unevenClock{pollClock{polls: 20}, rand.New(rand.NewPCG(1, 2))}
			var err error
			if d, err = measure(t.Context(), clock, s, experiments, func() {}); err != nil {
				t.Fatal(err)
			}
			checkFigures(t, d)
		})
	}
	t.Run("all boards of the claims", func(t *testing.T) {
		d.Counts, d.Settings.Samples = measureCounted(t).Counts, 0
		checkFigures(t, d)
	})
}

// checkFigures reads the files of a study.
func checkFigures(t *testing.T, d *measurements) {
	t.Helper()
	d.About, d.Clock = "a test", "CPU time"
	files, err := (&Report{d}).Files()
	if err != nil {
		t.Fatal(err)
	}
	var data jsonStudy
	if err := json.Unmarshal(files["data.json"], &data); err != nil {
		t.Fatal(err)
	}
	page := string(files["study.html"])
	checkVerdicts(t, &data, page)
	cells := runCells{}
	for _, s := range data.Sizes {
		for _, r := range s.Runs {
			cells[[2]string{r.Method, r.Set}] = append(cells[[2]string{r.Method, r.Set}], r)
		}
	}
	data.checkRuns(t, cells, page)
	data.checkSizes(t, cells, page)
	data.checkTimes(t, cells, page)
	data.checkCurves(t, cells, files)
	data.checkCounts(t, page)
	data.checkExamples(t, page)
	data.checkSpaces(t, page)
	data.checkProse(t, cells, page)
}

// checkVerdicts decides every claim again.
func checkVerdicts(t *testing.T, data *jsonStudy, page string) {
	t.Helper()
	rows := tableOf(page, "The claims of the sources")
	if len(rows) != len(claims) {
		t.Fatalf("%d rows of claims, want %d", len(rows), len(claims))
	}
	for i := range claims {
		var decided []string
		for _, p := range claims[i].parts {
			e := data.evidence(&p)
			if ran := len(data.join(p.sample, p.side)); e.n > ran && p.sample != "" {
				t.Errorf("%s: %d boards counted, %d ran", claims[i].says, e.n, ran)
			}
			if text := plain(p.write(e)); !strings.Contains(rows[i][2], text) {
				t.Errorf("%s: the page says\n%s\nthe data\n%s", claims[i].says, rows[i][2], text)
			}
			exact := p.kind == equal || p.kind == ordered
			verdict := "not decided"
			switch {
			case exact && e.hits == e.n && e.n > 0 || !exact && e.n >= 6 && e.low > p.from && e.high < p.to:
				verdict = "confirmed"
			case exact && e.hits == 0 && e.n > 0 || !exact && e.n >= 6 && (e.high < p.from || e.low > p.to):
				verdict = "contradicted"
			}
			if verdict != "not decided" && e.n == 0 {
				t.Errorf("%s: %s without a board", claims[i].says, verdict)
			}
			decided = append(decided, verdict)
		}
		slices.Sort(decided)
		want := "not decided"
		switch all := strings.Join(slices.Compact(decided), ", "); all {
		case "confirmed", "contradicted":
			want = all
		case "confirmed, contradicted", "confirmed, contradicted, not decided":
			want = "in part"
		}
		if !strings.HasSuffix(rows[i][1], want) {
			t.Errorf("%s: %s on the page, %s by the data", claims[i].says, rows[i][1], want)
		}
	}
}

// joined are the runs of a board by method.
type joined map[string]jsonRun

// join groups the observations of a sample by board.
func (d *jsonStudy) join(sample string, side int) []joined {
	byBoard := map[string]joined{}
	var order []string
	for _, r := range d.Counts {
		key := fmt.Sprint(r.Side, "/", r.Density, "/", r.Puzzle)
		if r.Sample != sample || side != 0 && r.Side != side {
			continue
		}
		if byBoard[key] == nil {
			byBoard[key] = joined{}
			order = append(order, key)
		}
		byBoard[key][r.Method] = r
	}
	var list []joined
	for _, key := range order {
		list = append(list, byBoard[key])
	}
	if sample == "lines counted" {
		for _, l := range d.Lines {
			if side != 0 && l.N != float64(side) {
				continue
			}
			most, blocks := 0.0, 0.0
			for _, other := range d.Lines {
				if other.N == l.N && other.Count > most {
					most, blocks = other.Count, other.Blocks
				}
			}
			peng := map[float64]float64{1: l.N - 1, 2: (l.N - 1) * (l.N - 2) / 2}[l.Blocks]
			is := func(n float64) float64 { return map[bool]float64{true: 1}[l.Blocks == n] }
			list = append(list, joined{"": {Side: int(l.N), Ended: true, Values: map[string]float64{
				"one": is(1), "two": is(2), "three": is(3), "arrangements": l.Count, "Peng’s formula": peng, "blocks with most": blocks, "blocks that fit": math.Floor((l.N + 1) / 2),
			}}})
		}
	}
	if sample == "" {
		list = []joined{{}}
	}
	return list
}

// value reads a quantity: a bound instead of it if atLeast allows that.
func (b joined) value(text string, atLeast bool) float64 {
	var number float64
	if n, err := fmt.Sscan(text, &number); n == 1 && err == nil && regexp.MustCompile(`^[0-9.]+$`).MatchString(text) {
		return number
	}
	text, least := strings.CutPrefix(text, "least ")
	name, method, _ := strings.Cut(text, " of ")
	var side float64
	for _, r := range b {
		side = float64(r.Side)
	}
	switch name {
	case "side":
		return side
	case "cells":
		return side * side
	case "log₂ side":
		return math.Log2(side)
	case "gap":
		return b.value("nodes of table_bfs", false) / b.value("nodes of table_dfs", false)
	case "differing":
		s := b.sign("nodes of "+greedyGuess, "nodes of "+randomGuess)
		return s * s
	case "look-ups left":
		columns, early := b["table_dfs:columns"].Values, b["table_dfs"].Values
		if columns["nodes"] != early["nodes"] || columns["checks"] == 0 {
			return math.NaN()
		}
		return early["checks"] / columns["checks"]
	}
	r, ok := b[method]
	flag := func(yes bool) float64 { return map[bool]float64{true: 1}[yes] }
	v := r.Values
	t := v["listed"] / 2 / side // possibilities a line
	switch {
	case !ok:
		return math.NaN()
	case name == "ended":
		return flag(r.Ended)
	case name == "solved":
		return flag(r.Solved)
	case name == "stalled":
		return flag(!r.Solved)
	case !r.Ended && !least && !atLeast:
		return math.NaN()
	}
	formulas := map[string]float64{
		"free cells": side*side - v["fixed"], "log₂ nodes": math.Log2(1 + v["nodes"]), "log₂ nodes over n·H": math.Log2(1+v["nodes"]) - math.Log2(v["rows"]),
		"log₂ possibilities a line": math.Log2(t), "2n³": 2 * math.Pow(side, 3), "nⁿ, log₂": side * math.Log2(side), "log₂ rows": math.Log2(v["rows"]), "log₂ n(2n)ⁿ": math.Log2(side) + side + side*math.Log2(side),
		"rows over n²": v["rows"] / side / side, "repeated clues": (2*side - v["clues"]) / (2 * side), "wrong rows refuted soon": v["soon"] / v["wrong"],
		"tree seen": v["nodes"] / math.Max(1, v["whole"]), "guessed": flag(v["guesses"] >= 1), "unguessed": flag(v["guesses"] < 1),
		"work, log₁₀": math.Log10(v["lines"]) + math.Log10(t), "(2n³t)^g, log₁₀": v["guesses"] * math.Log10(2*math.Pow(side, 3)*t),
	}
	if f, ok := formulas[name]; ok {
		return f
	}
	if f, ok := v[name]; ok {
		return f
	}
	return math.NaN()
}

// sign compares two quantities, 5 if their order is not known.
func (b joined) sign(x, y string) float64 {
	vx, vy := b.value(x, false), b.value(y, false)
	switch {
	case vx < vy, math.IsNaN(vy) && b.value(y, true) > vx:
		return -1
	case vx > vy, math.IsNaN(vx) && b.value(x, true) > vy:
		return 1
	case vx == vy:
		return 0
	}
	return 5
}

// checkRuns computes the table of all runs again.
func (d *jsonStudy) checkRuns(t *testing.T, cells runCells, page string) {
	t.Helper()
	for _, row := range rowsOf(t, page, "Every method on every size") {
		label, _, _ := strings.Cut(row[0], " ")
		runs := cells[[2]string{label, row[1]}]
		count := map[string]int{}
		most := 0.0
		for _, r := range runs {
			count[r.Outcome]++
			most = math.Max(most, r.Bytes)
		}
		times, nodes := spreadOf(runs, seconds), nodesOf(spreadOf(runs, nodesIn).mean)
		if strings.HasPrefix(label, "perm_elim") {
			nodes = "–"
		}
		sameRow(t, label+" at "+row[1], row, row[0], row[1], secondsOf(times.mean), secondsOf(times.median), secondsOf(times.least), secondsOf(times.most),
			d.par2(row[1], runs), nodes, bytesOf(most), fmt.Sprintf("%d of %d", count["solved"], len(runs)), fmt.Sprint(count["stalled"]), fmt.Sprint(count["timed out"]+count["out of budget"]))
	}
}

// checkSizes computes the tables of methods by size again.
func (d *jsonStudy) checkSizes(t *testing.T, cells runCells, page string) {
	t.Helper()
	for caption, write := range map[string]func(method string, runs []jsonRun) string{
		"Mean time to the first solution": func(_ string, runs []jsonRun) string {
			count := map[string]int{}
			for _, r := range runs {
				count[r.Outcome]++
			}
			text := secondsOf(spreadOf(runs, seconds).mean)
			if count["stalled"] > 0 {
				text += fmt.Sprintf(" (%d/%d)", count["solved"], len(runs))
			}
			return text
		},
		"Nodes of the search tree": func(method string, runs []jsonRun) string {
			if strings.HasPrefix(method, "perm_elim") {
				return "–"
			}
			return nodesOf(spreadOf(runs, nodesIn).mean)
		},
		"Lines looked at, on average": func(method string, runs []jsonRun) string {
			if method == "engine" {
				return "–"
			}
			return nodesOf(spreadOf(runs, looksIn).mean)
		},
	} {
		rows := tableOf(page, caption)
		if len(rows) < 15 {
			t.Errorf("%s: %d rows", caption, len(rows))
		}
		for _, row := range rows {
			method, _, _ := strings.Cut(row[0], " ")
			width := (len(row) - 1) / len(d.Settings.Sizes) // with the source's figure or without
			for i, side := range d.Settings.Sizes {
				want := "—"
				if runs := cells[[2]string{method, fmt.Sprintf("%d×%d", side, side)}]; len(runs) > 0 {
					want = plain(write(method, runs))
				}
				if got := row[1+width*i]; got != want {
					t.Errorf("%s, %s at %d×%d: %s on the page, %s by the data", caption, method, side, side, got, want)
				}
			}
		}
	}
}

// checkCounts computes the tables of lines, of cutting and of sizes again.
func (d *jsonStudy) checkCounts(t *testing.T, page string) {
	t.Helper()
	for _, row := range tableOf(page, "Arrangements of a line") {
		for _, l := range d.Lines {
			peng := []float64{0, l.N - 1, (l.N - 1) * (l.N - 2) / 2}
			if k := int(l.Blocks); row[0] == fmt.Sprint(l.N) && (k == 1 || k == 2) && (row[3*k-2] != count(l.Count) || row[3*k] != count(peng[k])) {
				t.Errorf("lines of %v cells: %v on the page, %v by the data", l.N, row, l.Count)
			}
		}
	}
	methods := []string{"row_dfs", "row_dfs_cutoff", "dfs_rulecut:liao", "bruteforce_rulecut", "bruteforce_rulecut:liao"}
	for _, row := range tableOf(page, "Rule cutting as Liao describes it") {
		for i, method := range methods {
			var nodes []float64
			e := bench.Estimate{}
			for _, r := range d.Counts {
				if r.Sample == "cutting" && r.Method == method && row[0] == fmt.Sprintf("%d×%d", r.Side, r.Side) {
					nodes, e.AtLeast = append(nodes, r.Values["nodes"]), e.AtLeast || !r.Ended
				}
			}
			e.Value = average(nodes)
			if want := plain(nodesOf(e)); row[i+1] != want {
				t.Errorf("%s at %s: %s on the page, %s by the data", method, row[0], row[i+1], want)
			}
		}
	}
	for _, row := range tableOf(page, "Rows that row_dfs_cutoff places") {
		var nodes []float64
		ended := 0
		for _, r := range d.Counts {
			if r.Sample == "reach" && row[0] == fmt.Sprintf("%d×%d", r.Side, r.Side) {
				nodes = append(nodes, r.Values["nodes"])
				ended += map[bool]int{true: 1}[r.Ended]
			}
		}
		want := []string{row[0], count(slices.Min(nodes)), count(nearest(slices.Clone(nodes), 0.5)), count(slices.Max(nodes)), fmt.Sprintf("%d of %d", ended, len(nodes))}
		if !slices.Equal(row, want) {
			t.Errorf("%v on the page, %v by the data", row, want)
		}
	}
}

var (
	tables = regexp.MustCompile(`(?s)<figcaption id="table-\d+"><b>Table \d+\.</b> (.*?)</figcaption>.*?<tbody>(.*?)</tbody>`)
	rowsIn = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	cellIn = regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`)
	tagsIn = regexp.MustCompile(`<[^>]*>`)
)

// plain removes tags and markup.
func plain(text string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tagsIn.ReplaceAllString(string(hypertext(strings.NewReplacer("`", "", "*", "", "^{", "", "}", "").Replace(text))), ""))), " ")
}

// tableOf has the cells of the table whose caption begins with a text.
func tableOf(page, caption string) [][]string {
	var list [][]string
	for _, m := range tables.FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(plain(m[1]), caption) {
			continue
		}
		for _, row := range rowsIn.FindAllStringSubmatch(m[2], -1) {
			var cells []string
			for _, cell := range cellIn.FindAllStringSubmatch(row[1], -1) {
				cells = append(cells, plain(cell[1]))
			}
			list = append(list, cells)
		}
	}
	return list
}

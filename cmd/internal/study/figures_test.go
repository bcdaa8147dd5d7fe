package study

import (
	"cmp"
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
	Nodes, Bytes                         float64
	Time                                 float64 `json:"time_ns"`
	Values                               map[string]float64
}

type jsonStudy struct {
	Settings struct{ Sizes []int }
	Sizes    []struct{ Runs []jsonRun }
	Lines    []struct{ N, Blocks, Count float64 }
	Counts   []jsonRun
}

func TestFiguresFollowFromData(t *testing.T) {
	scales := []float64{0.02, 0.3}
	if os.Getenv("NONOGRAM_LONG") != "" {
		scales = []float64{0.02, 0.05, 0.1, 0.25, 0.5, 0.7, 1, 2}
	}
	for _, scale := range scales {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			s := quick().scaled(scale)
			s.MinTime = 0 // the clock of the test hardly moves
			d, err := measure(t.Context(), &pollClock{polls: 20}, s, experiments, func() {})
			if err != nil {
				t.Fatal(err)
			}
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
			checkTables(t, &data, page)
		})
	}
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

// evidence computes the statistic of a part.
func (d *jsonStudy) evidence(p *part) evidence {
	boards := d.join(p.sample, p.side)
	if p.kind == peak {
		return hardest(boards, p.x)
	}
	share := slices.Contains([]kind{less, most, equal, ordered}, p.kind)
	var used []joined
	e := evidence{}
	for _, b := range boards {
		if p.where != "" && p.kind != excess && !(b.value(p.where, false) > 0) {
			continue
		}
		if share && b.sign(p.x, p.y) == 5 || !share && math.IsNaN(b.value(p.x, false)*b.value(p.y, false)) {
			continue
		}
		used = append(used, b)
		s := b.sign(p.x, p.y)
		near := math.Abs(b.value(p.x, false)-b.value(p.y, false)) < 1e-6
		if p.kind == equal && near || (p.kind == less || p.kind == ordered) && s == -1 || p.kind == most && s <= 0 {
			e.hits++
		}
	}
	e.n = len(used)
	n, k := float64(e.n), float64(e.hits)
	if share {
		const z2 = 1.959964 * 1.959964
		root := math.Sqrt(z2*z2 + 4*z2*k*(n-k)/n)
		e.value, e.low, e.high = k/n, (2*k+z2-root)/(2*n+2*z2), (2*k+z2+root)/(2*n+2*z2)
		return e
	}
	if e.n == 0 {
		return evidence{value: math.NaN(), low: math.NaN(), high: math.NaN()}
	}
	e.value = statistic(p, used)
	e.low, e.high = bootstrap(e.n, func(pick []int) float64 {
		list := make([]joined, len(pick))
		for i, at := range pick {
			list[i] = used[at]
		}
		return statistic(p, list)
	})
	return e
}

// bootstrap is the interval of 400 samples of a seeded generator.
func bootstrap(n int, figure func(pick []int) float64) (low, high float64) {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	var values []float64
	for range 400 {
		pick := make([]int, n)
		for i := range pick {
			pick[i] = random.IntN(n)
		}
		if v := figure(pick); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) < 200 || n < 6 {
		return math.NaN(), math.NaN()
	}
	return nearest(values, 0.025), nearest(values, 0.975)
}

// nearest is a quantile by nearest rank.
func nearest(values []float64, share float64) float64 {
	slices.Sort(values)
	for i := range values {
		if float64(i+1) >= share*float64(len(values))-1e-9 {
			return values[i]
		}
	}
	return math.NaN()
}

func statistic(p *part, boards []joined) float64 {
	var xs, ys []float64
	var chosen, all [2]float64
	logs := 0.0
	for _, b := range boards {
		x, y := b.value(p.x, false), b.value(p.y, false)
		xs, ys, logs = append(xs, x), append(ys, y), logs+math.Log(x+1)-math.Log(y+1)
		if p.kind == excess {
			all[1]++
			hit := map[bool]float64{true: 1}[x < y]
			all[0] += hit
			if b.value(p.where, false) > 0 {
				chosen[0], chosen[1] = chosen[0]+hit, chosen[1]+1
			}
		}
	}
	switch p.kind {
	case ratio:
		return math.Exp(logs / float64(len(boards)))
	case mean:
		return average(xs)
	case means:
		return (average(xs) + 1) / (average(ys) + 1)
	case tails:
		return (nearest(slices.Clone(xs), 0.9) + 1) / (nearest(slices.Clone(ys), 0.9) + 1)
	case excess:
		return chosen[0]/chosen[1] - all[0]/all[1]
	case rank:
		return pearson(rankOf(xs), rankOf(ys))
	case slope:
		return line(xs, ys)
	case bend:
		half := (slices.Min(xs) + slices.Max(xs)) / 2
		side := func(keep func(x float64) bool) float64 {
			var a, b []float64
			for i, x := range xs {
				if keep(x) {
					a, b = append(a, x), append(b, ys[i])
				}
			}
			return line(a, b)
		}
		return side(func(x float64) bool { return x >= half }) - side(func(x float64) bool { return x <= half })
	}
	return math.NaN()
}

func average(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// covariance of two lists, times their length.
func covariance(xs, ys []float64) float64 {
	sum, mx, my := 0.0, average(xs), average(ys)
	for i := range xs {
		sum += (xs[i] - mx) * (ys[i] - my)
	}
	return sum
}

func line(xs, ys []float64) float64 {
	if v := covariance(xs, xs); v > 0 {
		return covariance(xs, ys) / v
	}
	return math.NaN()
}

func pearson(xs, ys []float64) float64 {
	return covariance(xs, ys) / math.Sqrt(covariance(xs, xs)*covariance(ys, ys))
}

// rankOf counts, for each value, the smaller ones and half of the equal ones.
func rankOf(values []float64) []float64 {
	list := make([]float64, len(values))
	for i, v := range values {
		for _, other := range values {
			list[i] += map[int]float64{-1: 1, 0: 0.5}[cmp.Compare(other, v)]
		}
	}
	return list
}

// hardest is the density with the largest geometric mean.
func hardest(boards []joined, quantity string) evidence {
	byDensity := map[float64][]float64{}
	for _, b := range boards {
		for _, r := range b {
			byDensity[r.Density] = append(byDensity[r.Density], math.Log(1+b.value(quantity, false)))
			break
		}
	}
	var shares []float64
	n := 0
	for share, list := range byDensity {
		shares, n = append(shares, share), len(list)
	}
	slices.Sort(shares)
	at := func(pick []int) float64 {
		best, top := 0.0, math.Inf(-1)
		for _, share := range shares {
			sum := 0.0
			for _, i := range pick {
				sum += byDensity[share][i]
			}
			if sum > top+1e-9 {
				best, top = share, sum
			}
		}
		return best
	}
	every := make([]int, n)
	for i := range every {
		every[i] = i
	}
	e := evidence{value: at(every), n: n}
	e.low, e.high = bootstrap(n, at)
	return e
}

// checkTables computes the cells of the tables of runs again.
func checkTables(t *testing.T, data *jsonStudy, page string) {
	t.Helper()
	cells := map[[2]string][]jsonRun{}
	for _, s := range data.Sizes {
		for _, r := range s.Runs {
			cells[[2]string{r.Method, r.Set}] = append(cells[[2]string{r.Method, r.Set}], r)
		}
	}
	checked := 0
	for _, row := range tableOf(page, "Every method on every size") {
		label, _, _ := strings.Cut(row[0], " ")
		runs := cells[[2]string{label, row[1]}]
		var times, nodes []float64
		count := map[string]int{}
		most, cut := 0.0, false
		for _, r := range runs {
			count[r.Outcome]++
			if r.Outcome != "skipped" {
				times, nodes, most = append(times, r.Time/1e9), append(nodes, r.Nodes), math.Max(most, r.Bytes)
			}
			cut = cut || r.Outcome != "solved" && r.Outcome != "stalled"
		}
		ended := count["timed out"] + count["out of budget"]
		want := map[int]string{
			2: secondsOf(bench.Estimate{Value: average(times), AtLeast: cut}), 5: secondsOf(bench.Estimate{Value: slices.Max(times), AtLeast: cut}),
			7: bytesOf(most), 8: fmt.Sprintf("%d of %d", count["solved"], len(runs)), 9: fmt.Sprint(count["stalled"]), 10: fmt.Sprint(ended),
		}
		if !strings.HasPrefix(label, "perm_elim") {
			want[6] = nodesOf(bench.Estimate{Value: average(nodes), AtLeast: cut})
		}
		for i, text := range want {
			if row[i] != plain(text) {
				t.Errorf("%s at %s, column %d: %s on the page, %s by the data", label, row[1], i, row[i], text)
			}
		}
		checked++
	}
	if checked == 0 {
		t.Error("no table of runs")
	}
	for _, row := range tableOf(page, "Rows that row_dfs_cutoff places") {
		var nodes []float64
		ended := 0
		for _, r := range data.Counts {
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
	var signs [3]int
	for _, b := range data.join("guesses", 15) {
		signs[int(b.sign("nodes of "+greedyGuess, "nodes of "+randomGuess))+1]++
	}
	if text := fmt.Sprintf("on %d of %d boards, as many on %d and more on %d.", signs[0], signs[0]+signs[1]+signs[2], signs[1], signs[2]); !strings.Contains(plain(page), text) && signs[0]+signs[1]+signs[2] > 1 {
		t.Errorf("the page does not say %q", text)
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

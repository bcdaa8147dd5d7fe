package study

import (
	"context"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"
	"time"

	"nonogram/cmd/internal/bench"
	"nonogram/generate"
	"nonogram/internal/stat"
	"nonogram/lab"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{string(markup("`a_b` *n*^{2} <x> _{i}")), "<code>a_b</code> <em>n</em><sup>2</sup> &lt;x&gt; <sub>i</sub>"},
		{count(0), "0"}, {count(0.44), "0.4"}, {count(43.8), "43.8"}, {count(732.4), "732"}, {count(466123), "466,000"}, {count(3.08e7), "3.08·10⁷"},
		{factor(1234), "1,200"}, {factor(43.8), "44"}, {factor(1.04), "1.0"}, {factor(0.031), "0.031"}, {factor(math.NaN()), "?"},
		{bytesOf(2252), "2.2 kB"}, {bytesOf(500), "500 B"}, {bytesOf(13 << 20), "13 MB"},
		{power(10), "1,020"}, {power(100), "1.3·10^{30}"}, {power(math.Log2(9.96e10)), "1.0·10^{11}"},
		{listed(nil), "none"}, {listed([]string{"a"}), "a"}, {listed([]string{"a", "b", "c"}), "a, b and c"},
		{signed(-0.678), "−0.68"}, {signed(-0.001), "0.00"}, {signed(math.NaN()), "?"},
		{secondsOf(bench.Estimate{Value: 0.2, AtLeast: true}), "> 200 ms"},
		{quotes["recursive_intersect_greedy"][25], "17 min"}, {number(inSeconds("17 min")), "1020"}, {number(inSeconds("0.39 s")), "0.39"}, {number(inSeconds("> 20 min")), ""}, {number(inSeconds("1–3 s")), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// counted is the counted part of the study, made once for all tests.
var counted *measurements

func measureCounted(t *testing.T) *measurements {
	t.Helper()
	if counted == nil {
		counted = countAll(t)
	}
	return counted
}

// countAll makes the counted part with a clock that no verdict may depend on.
func countAll(t *testing.T) *measurements {
	t.Helper()
	s := settings{Seed: sourceSeed, Sizes: sourceSizes, Boards: sourceBoards, Limit: time.Hour}
	l := &laboratory{settings: &s, clock: &pollClock{polls: math.MaxInt}, step: func() {}, data: &measurements{Settings: s}}
	for _, measure := range []func(context.Context) error{l.lines, l.count} {
		if err := measure(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return l.data
}

// The deciding part gives the same verdicts and the same evidence twice. The verdicts are those
// of the documentation, see TestDocumentedClaims.
func TestVerdictsAreCounted(t *testing.T) {
	first, second := measureCounted(t), countAll(t)
	for i := range claims {
		a, b := claims[i].decided(first), claims[i].decided(second)
		if a != b {
			t.Errorf("%s: %+v, then %+v", claims[i].says, a, b)
		}
	}
}

// Every claim has a section of the page, a sample and a statistic, and is there once.
func TestClaims(t *testing.T) {
	r := newReport(measureWhole(t))
	known := map[string]bool{}
	for _, c := range claims {
		if known[c.source+c.says] || c.section == "" || c.sample == "" || c.statistic == "" {
			t.Errorf("%+v is there twice or incomplete", c)
		}
		known[c.source+c.says] = true
		if r.partNumber(c.at) == "?" {
			t.Errorf("%s: the page has no section %s", c.says, c.at)
		}
	}
	for i := range claims {
		if f := claims[i].decided(&measurements{}); f != notMeasured {
			t.Errorf("%s: %+v without data", claims[i].says, f)
		}
	}
}

// Counts of the sources: Peng's 45 and 13, 117 and 34, Wang's 18.
func TestCounted(t *testing.T) {
	r := newReport(measureCounted(t))
	for of, want := range map[[2]string]int{{"peng all", "row_dfs"}: 45, {"peng", "shift_bfs"}: 117, {"peng", "shift_bfs:visited"}: 34, {"wang all", "table_bfs:none"}: 18, {"wang all", "table_dfs:none"}: 18} {
		if got := r.example(of[0], of[1], "boards"); got != want {
			t.Errorf("%s: %d boards, want %d", of, got, want)
		}
	}
	if got := r.example("peng all", "row_dfs", "listed"); got != 13 {
		t.Errorf("%d rows stored", got)
	}
	var wrong, soon float64
	for _, o := range r.Counts.of("reach", "row_dfs_cutoff", 10) {
		wrong, soon = wrong+o.Values["wrong"], soon+o.Values["soon"]
	}
	if wrong != 52863 || soon != 52461 {
		t.Errorf("%v of %v wrong rows are refuted within three steps, want 52461 of 52863, 99.2 %%", soon, wrong)
	}
}

// An interval on the claimed side confirms, one on the other side contradicts.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      verdict
	}{{1.1, 2, confirmed}, {0.5, 0.9, contradicted}, {0.9, 1.1, inPart}, {math.NaN(), math.NaN(), undecided}} {
		if got := beyond(c.low, c.high, 1); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	up, down := []float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{8, 7, 6, 5, 4, 3, 2, 1}
	if got := relation(up, down, -1, ""); got.Verdict != confirmed {
		t.Errorf("%+v", got)
	}
	if got := relation(up, []float64{3, 1, 4, 1, 5, 2, 6, 1}, 1, ""); got.Verdict != inPart {
		t.Errorf("%+v", got)
	}
}

// Brute force as programmed goes down the columns: 15,236.8 cells on the ten boards of 5×5.
func TestCuttingAsProgrammed(t *testing.T) {
	d := measureCounted(t)
	for method, want := range map[string]float64{"bruteforce_rulecut:liao": 15236.8, "row_dfs_cutoff": 36.2} {
		if got := stat.Mean(d.Counts.of("cutting", method, 5).values("nodes")); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v nodes on average, want %v", method, got, want)
		}
	}
}

// The documentation lists the same claims, in the same order, with figures of the study.
func TestDocumentedClaims(t *testing.T) {
	data, err := os.ReadFile("../../../docs/lab.md")
	if err != nil {
		t.Fatal(err)
	}
	bare := strings.NewReplacer("*", "", "^", "", "{", "", "}", "", "(", "", ")", "", "`", "").Replace
	_, text, found := strings.Cut(string(data), "## Claims of the sources")
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "## ") {
			break
		}
		if strings.HasPrefix(line, "| ") {
			rows = append(rows, line)
		}
	}
	if !found || len(rows) != len(claims)+2 {
		t.Fatalf("%d rows, want a head and %d", len(rows), len(claims))
	}
	for i, s := range claims {
		f := s.decided(measureCounted(t))
		evidence, ok := strings.CutPrefix(bare(rows[i+2]), bare("| "+s.source+" | "+s.section+" | "+s.says+" | "+string(f.Verdict)))
		evidence = strings.TrimSuffix(strings.TrimPrefix(evidence, ": "), " |")
		if !ok || evidence != "see below." && !strings.Contains(bare(f.Found), strings.TrimSuffix(evidence, ".")) {
			t.Errorf("row %d is %s, want %s: %s", i+1, rows[i+2], f.Verdict, f.Found)
		}
	}
}

// The nodes of Liao's two methods as programmed, on ten boards of 15×15 of either
// Python: the evidence of docs/lab.md and decision 0022.
func TestNodesOfBothPythons(t *testing.T) {
	methods, err := lookup(randomGuess+":liao", greedyGuess+":liao")
	if err != nil {
		t.Fatal(err)
	}
	for shuffle, want := range map[generate.Shuffle][2]float64{generate.Python2: {1118.7, 3889.9}, generate.Python3: {819.9, 191.3}} {
		set, err := bench.Boards(generate.Random{Width: 15, Height: 15, Count: sourceBoards, First: sourceFirst, Last: sourceLast, Seed: big.NewInt(sourceSeed), Shuffle: shuffle})
		if err != nil {
			t.Fatal(err)
		}
		series, err := bench.Measure(t.Context(), &pollClock{polls: math.MaxInt}, bench.Plan{Methods: methods, Sets: []bench.Set{set}, Seed: sourceSeed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range series {
			s := series[i].Summary()
			if got := s.Nodes.Mean; got.AtLeast || math.Abs(got.Value-want[i]) > 1e-9 || s.Solved != sourceBoards {
				t.Errorf("%s, %s: %+v nodes on average, %d solved, want %v", s.Method, shuffle, got, s.Solved, want[i])
			}
		}
	}
}

// The formula for the arrangements of a line is right for every clue there is.
func TestArrangements(t *testing.T) {
	const n = 12
	_, clues := lab.CluesOfLength(n)
	for clue := range clues {
		counted := int64(0)
		got, lines := lab.LinesOf(n, clue)
		for range lines {
			counted++
		}
		if formula := binomial(n-clue.Cells()+1, len(clue)); got != counted || float64(got) != formula {
			t.Fatalf("clue %v: %d lines, %v by the formula, %d counted", clue, got, formula, counted)
		}
	}
}

func TestLog2Binomial(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want float64
	}{{5, 2, math.Log2(10)}, {10, 0, 0}, {625, 262, 608.2236}} {
		if got := log2Binomial(c.n, c.k); math.Abs(got-c.want) > 0.01 {
			t.Errorf("log2 C(%d, %d) = %v, want %v", c.n, c.k, got, c.want)
		}
	}
}

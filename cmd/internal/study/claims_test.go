package study

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nonogram/cmd/internal/bench"
	"nonogram/generate"
	"nonogram/internal/stat"
	"nonogram/lab"
)

// Every claim of the sources gets its verdict by one rule, and the same verdict in every run.

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
		{quotes["recursive_intersect_greedy"][25], "17 min"}, {bench.Number(inSeconds("17 min")), "1020"}, {bench.Number(inSeconds("0.39 s")), "0.39"}, {bench.Number(inSeconds("> 20 min")), ""}, {bench.Number(inSeconds("1–3 s")), ""},
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

// Every claim has a section of the page, parts or a note, and is there once.
func TestClaims(t *testing.T) {
	r := newReport(measureWhole(t))
	known := map[string]bool{}
	for _, c := range claims {
		if known[c.source+c.says] || c.section == "" || len(c.parts) == 0 && c.note == "" {
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

// An interval inside the claimed range confirms, one outside contradicts, and few boards or an
// interval over a bound decide nothing.
func TestRule(t *testing.T) {
	p := less.on("", 0, "", "").within(0.2, 0.8)
	for _, c := range []struct {
		low, high float64
		n         int
		want      verdict
	}{
		{0.3, 0.7, leastBoards, confirmed}, {0.3, 0.7, leastBoards - 1, undecided}, {0.81, 0.9, 10, contradicted}, {0.1, 0.19, 10, contradicted},
		{0.1, 0.3, 10, undecided}, {0.7, 0.9, 10, undecided}, {0.2, 0.8, 10, undecided}, {math.NaN(), math.NaN(), 10, undecided}, {0, 1, 0, undecided},
	} {
		if got := p.decide(evidence{low: c.low, high: c.high, n: c.n}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	for _, c := range []struct {
		parts []verdict
		want  verdict
	}{
		{nil, undecided},
		{[]verdict{confirmed, confirmed}, confirmed},
		{[]verdict{contradicted, contradicted}, contradicted},
		{[]verdict{confirmed, contradicted, undecided}, inPart},
		{[]verdict{confirmed, undecided}, undecided},
		{[]verdict{contradicted, undecided}, undecided},
	} {
		if got := combined(c.parts); got != c.want {
			t.Errorf("%v: %s, want %s", c.parts, got, c.want)
		}
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

// The documentation lists the claims with the verdicts of a whole run, the evidence of those
// that are not confirmed, and a command.
func TestDocumentedClaims(t *testing.T) {
	const name, rule = "../../../docs/lab/points.md", "\n| --- | --- | --- | --- | --- |\n"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, got, found := strings.Cut(string(data), rule)
	if !found {
		t.Fatal("docs/lab/points.md has no table of claims")
	}
	powers := regexp.MustCompile(`\^\{([^}]*)\}`)
	var rows strings.Builder
	for i := range claims {
		c := &claims[i]
		f := c.decided(measureCounted(t))
		text := fmt.Sprintf("| %s | %s | %s | %s", c.source, c.section, c.says, f.Verdict)
		if f.Verdict != confirmed {
			text += ": " + f.Found
		}
		fmt.Fprintf(&rows, "%s | `nonogram %s` |\n", powers.ReplaceAllString(text, "^($1)"), c.command())
	}
	if *update {
		if err := os.WriteFile(name, []byte(before+rule+rows.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != rows.String() {
		t.Errorf("the claims in docs/lab/points.md differ from a run; go test ./cmd/internal/study -run TestDocumentedClaims -update writes:\n%s", &rows)
	}
	if points := strings.Count(string(data), "\n| ") - 4; points < 110 || !strings.Contains(before, fmt.Sprintf("The %d points", points)) {
		t.Errorf("%d points", points)
	}
}

// command runs the methods of a claim on two of its boards, or shows what it counts.
func (c *claim) command() string {
	joint := map[string][]string{"gap": {"table_bfs", "table_dfs"}, "look-ups left": {"table_dfs:columns", "table_dfs"}}
	var methods []string
	side := 5
	for _, p := range c.parts {
		side = min(max(side, p.side), 10)
		for _, quantity := range []string{p.x, p.y} {
			if _, method, ok := strings.Cut(quantity, " of "); ok {
				methods = append(methods, method)
			}
			methods = append(methods, joint[quantity]...)
		}
	}
	slices.Sort(methods)
	switch {
	case len(methods) > 0:
		return fmt.Sprintf("bench --size %d --count 2 --timeout 1s --min-time 0s --method %s", side, strings.Join(slices.Compact(methods), ","))
	case len(c.parts) > 0 && c.parts[0].sample == "lines counted":
		return "lines 5 1,1"
	case len(c.parts) > 0 && c.parts[0].sample == "rows":
		return "table question.txt"
	}
	return "study --quick --scale 0.02 --out small.html"
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

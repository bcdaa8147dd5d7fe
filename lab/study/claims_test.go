package study

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/bench"
)

// cellOf is a method that took these times, in milliseconds; negative ones met the
// limit.
func cellOf(method string, side int, ms ...float64) bench.Series {
	c := bench.Series{Method: method, Set: bench.SizeName(side, side)}
	for i, v := range ms {
		r := bench.Run{Method: method, Set: c.Set, Puzzle: fmt.Sprint(i + 1), Round: 1, Time: time.Duration(math.Abs(v) * 1e6), Nodes: int64(math.Abs(v) * 100), Status: nonogram.Solved, Bytes: 100}
		if v < 0 {
			r.Outcome, r.Status = bench.TimedOut, nonogram.Undecided
		}
		c.Runs = append(c.Runs, r)
	}
	return c
}

func reportOf(cells ...bench.Series) *report {
	d := &Data{Settings: Settings{Sizes: []int{5, 7, 15}, Boards: 4}, Sizes: cells, Clock: "CPU time"}
	return newReport(d)
}

func findClaim(t *testing.T, r *report, text string) claim {
	t.Helper()
	for _, c := range r.claims {
		if strings.Contains(string(c.Says), text) {
			return c
		}
	}
	t.Fatalf("no claim says %q", text)
	return claim{}
}

// The text goes by the data: the same section agrees with a source or contradicts it.
func TestVerdictsFollowTheData(t *testing.T) {
	slow, fast := []float64{10, 20, 30, 40}, []float64{1, 2, 3, 4}
	for _, c := range []struct {
		name        string
		cells       []bench.Series
		claim       string
		want        verdict
		text        string
		contradicts bool
	}{
		{"cutting is faster", []bench.Series{cellOf("liao:dfs", 7, slow...), cellOf("dfs_rulecut", 7, fast...), cellOf("dfs_possiblecut", 7, fast...)}, "Rule cutting and state space cutting", contradicted, "This run says otherwise", true},
		{"cutting is slower", []bench.Series{cellOf("liao:dfs", 7, fast...), cellOf("dfs_rulecut", 7, slow...), cellOf("dfs_possiblecut", 7, slow...)}, "Rule cutting and state space cutting", confirmed, "This run agrees:", false},
		{"one of each", []bench.Series{cellOf("liao:dfs", 7, 5, 5, 5, 5), cellOf("dfs_rulecut", 7, slow...), cellOf("dfs_possiblecut", 7, fast...)}, "Rule cutting and state space cutting", inPart, "This run agrees in part:", false},
		{"not measured", []bench.Series{cellOf("liao:dfs", 5, fast...)}, "Rule cutting and state space cutting", undecided, "did not measure depth first on 7×7", false},
		{"depth wins", []bench.Series{cellOf("table_dfs", 5, fast...), cellOf("table_bfs", 5, slow...)}, "Depth first is better than breadth first", confirmed, "", false},
		{"breadth wins", []bench.Series{cellOf("table_dfs", 5, slow...), cellOf("table_bfs", 5, fast...)}, "Depth first is better than breadth first", contradicted, "", false},
		{"half and half", []bench.Series{cellOf("table_dfs", 5, 1, 9, 1, 9), cellOf("table_bfs", 5, 5, 5, 5, 5)}, "Depth first is better than breadth first", inPart, "", false},
		{"breadth never ended", []bench.Series{cellOf("table_dfs", 5, fast...), cellOf("table_bfs", 5, -50, -50, -50, -50)}, "Depth first is better than breadth first", confirmed, "", false},
		{"greedy is better", []bench.Series{cellOf("recursive_intersect", 15, slow...), cellOf("recursive_intersect_greedy", 15, fast...)}, "The greedy guess improves", confirmed, "", false},
		{"greedy is worse", []bench.Series{cellOf("recursive_intersect", 15, fast...), cellOf("recursive_intersect_greedy", 15, slow...)}, "The greedy guess improves", contradicted, "", false},
		{"greedy met the limit", []bench.Series{cellOf("recursive_intersect", 15, slow...), cellOf("recursive_intersect_greedy", 15, 1, 1, 1, -50)}, "The greedy guess improves", undecided, "", false},
		{"his order", []bench.Series{cellOf("recursive_intersect_greedy", 7, fast...), cellOf("dfs_wiki", 7, slow...), cellOf("bruteforce_rulecut_wiki", 7, -50, -50, -50, -50)}, "Intersection is fastest", confirmed, "", false},
		{"brute force second", []bench.Series{cellOf("recursive_intersect_greedy", 7, fast...), cellOf("dfs_wiki", 7, slow...), cellOf("bruteforce_rulecut_wiki", 7, 5, 5, 5, 5)}, "Intersection is fastest", inPart, "", false},
		{"cut-off helps", []bench.Series{cellOf("row_dfs", 7, slow...), cellOf("row_dfs_cutoff", 7, fast...)}, "Cutting off as soon as", confirmed, "", false},
		{"cut-off on too few boards", []bench.Series{cellOf("row_dfs", 7, 10, 20), cellOf("row_dfs_cutoff", 7, 1, 2)}, "Cutting off as soon as", undecided, "", false},
	} {
		r := reportOf(c.cells...)
		if got := findClaim(t, r, c.claim); got.Verdict != c.want {
			t.Errorf("%s: %s, want %s (%s)", c.name, got.Verdict, c.want, got.Found)
		}
		if r.err != nil {
			t.Errorf("%s: %v", c.name, r.err)
		}
		page := pageOf(t, r.Data)
		checkPage(t, page)
		if !strings.Contains(page, c.text) {
			t.Errorf("%s: the page does not say %q", c.name, c.text)
		}
		if said := strings.Contains(page, "This run says otherwise"); said != c.contradicts {
			t.Errorf("%s: the page contradicts: %v", c.name, said)
		}
	}
}

func TestDuel(t *testing.T) {
	a, b := cellOf("a", 5, 1, 2, 4, -50, -50), cellOf("b", 5, 2, 1, 16, 3, -50)
	d := compare(&a, &b)
	if d.boards != 4 || d.firstWins != 2 || d.both != 3 {
		t.Errorf("%+v", d)
	}
	if want := math.Cbrt(2 * 0.5 * 4); math.Abs(d.ratio-want) > 1e-9 {
		t.Errorf("ratio %v, want %v", d.ratio, want)
	}
	if none := compare(&a, nil); none.boards != 0 || !math.IsNaN(none.share()) {
		t.Errorf("%+v", none)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{string(markup("`a_b` *n*^{2} <x> _{i}")), "<code>a_b</code> <em>n</em><sup>2</sup> &lt;x&gt; <sub>i</sub>"},
		{count(0), "0"}, {count(0.44), "0.4"}, {count(43.8), "43.8"}, {count(732.4), "732"}, {count(466123), "466,000"}, {count(3.08e7), "3.08·10⁷"},
		{factor(1234), "1,200"}, {factor(43.8), "44"}, {factor(1.04), "1.0"}, {factor(0.031), "0.031"}, {factor(math.NaN()), "?"},
		{bytesOf(2252), "2.2 kB"}, {bytesOf(500), "500 B"}, {bytesOf(13 << 20), "13 MB"},
		{power(10), "1,020"}, {power(100), "1.3·10^{30}"}, {power(math.Log2(9.96e10)), "1.0·10^{11}"},
		{listed(nil), "none"}, {listed([]string{"a"}), "a"}, {listed([]string{"a", "b", "c"}), "a, b and c"},
		{signed(-0.678), "−0.68"}, {signed(-0.001), "0.00"}, {signed(math.NaN()), "?"},
		{secondsOf(bench.Estimate{Value: 0.2, AtLeast: true}), "> 200 ms"}, {inWords(bench.Estimate{Value: 0.2, AtLeast: true}), "more than 200 ms"},
		{quotes()["recursive_intersect_greedy"][25].text, "17 min"}, {quotes()["bruteforce"][5].text, "134.88 s"},
		{longTime(65), "65 seconds"}, {longTime(1800), "30 minutes"}, {longTime(9000), "2.5 hours"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// Every claim that a section speaks of is in the list of all claims, and every one of
// these has a row with a verdict, measured or not.
func TestStatements(t *testing.T) {
	known := map[string]bool{}
	for _, s := range statements {
		key := s.source + string(markup(s.says))
		if known[key] || s.section == "" {
			t.Errorf("%+v is there twice, or has no section", s)
		}
		known[key] = true
	}
	for _, d := range []*Data{measureWhole(t), {}} {
		r := newReport(d)
		for _, c := range r.claims {
			if !known[c.Source+string(c.Says)] {
				t.Errorf("%s: %s is not among the statements", c.Source, c.Says)
			}
		}
		for i := range statements {
			if c := r.verdictOn(&statements[i]); c.Verdict == "" || c.Found == "" {
				t.Errorf("%+v: %+v", statements[i], c)
			}
		}
	}
}

// Counts do not depend on the machine: Peng's 45 and 13, 117 and 34, Wang's
// 18, and the nodes of Liao's program on the boards of both Pythons.
func TestCounted(t *testing.T) {
	r := newReport(measureWhole(t))
	for method, want := range map[string]int64{"row_dfs": 45, "shift_bfs": 117, "shift_bfs:visited": 34, "table_bfs:none": 18, "table_dfs:none": 18} {
		if got := r.example(method).Boards; got != want {
			t.Errorf("%s: %d boards, want %d", method, got, want)
		}
	}
	if got := r.example("row_dfs").Listed; got != 13 {
		t.Errorf("%d rows stored", got)
	}
	for _, text := range []string{"18 boards", "45 boards", "fewest moves"} {
		if c := findClaim(t, r, text); c.Verdict != confirmed {
			t.Errorf("%s: %s", text, c.Verdict)
		}
	}
}

// A headline about a relation needs an interval beyond 0.
func TestRelationsNeedIntervals(t *testing.T) {
	for _, c := range []struct {
		ys   []float64
		sure int
	}{{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, 1}, {[]float64{8, 7, 6, 5, 4, 3, 2, 1}, -1}, {[]float64{3, 1, 4, 1, 5, 2, 6, 1}, 0}} {
		if got := correlate([]float64{1, 2, 3, 4, 5, 6, 7, 8}, c.ys); got.sure() != c.sure {
			t.Errorf("%v: %v, %d", c.ys, got, got.sure())
		}
	}
}

// The boards on which lines alone stop, with one solution and with several.
func TestStalledBoards(t *testing.T) {
	board := func(count float64, outcome bench.Outcome) solutionBoard {
		return solutionBoard{Count: count, Exact: true, Runs: []bench.Run{{Method: stallMethod, Outcome: outcome}}}
	}
	several, unique := board(5, bench.Stalled), board(1, bench.Stalled)
	solved := board(1, bench.Solved)
	for want, boards := range map[verdict][]solutionBoard{
		confirmed:    {several, several, several, several, several, solved, solved, solved, solved, solved},
		inPart:       {several, several, several, several, several, several},
		contradicted: {unique, unique, unique, unique, unique, solved},
		undecided:    {solved, solved, solved, solved},
	} {
		r := newReport(&Data{Settings: Settings{SolutionSide: 5}, Solutions: boards})
		if got := r.verdictOn(&statement{liao, "VI", "Intersection usually stops with open cells because there are several solutions."}); got.Verdict != want {
			t.Errorf("%s, want %s: %s", got.Verdict, want, got.Found)
		}
	}
}

// The documentation lists the same claims, in the same order.
func TestDocumentedClaims(t *testing.T) {
	data, err := os.ReadFile("../../docs/lab.md")
	if err != nil {
		t.Fatal(err)
	}
	bare := strings.NewReplacer("*", "", "^", "", "{", "", "}", "", "(", "", ")", "").Replace
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
	if !found || len(rows) != len(statements)+2 {
		t.Fatalf("%d rows, want a head and %d", len(rows), len(statements))
	}
	for i, s := range statements {
		if want := bare("| " + s.source + " | " + s.section + " | " + s.says + " | "); !strings.HasPrefix(bare(rows[i+2]), want) {
			t.Errorf("row %d is %s, want %s", i+1, rows[i+2], want)
		}
	}
}

// The nodes of Liao's two methods as programmed, on ten boards of 15×15 of either
// Python: the evidence of section 2.7, and of docs/lab.md.
func TestNodesOfBothPythons(t *testing.T) {
	l := &laboratory{Settings: &Settings{Seed: sourceSeed}, clock: &pollClock{polls: math.MaxInt}, step: func() {}, data: &Data{}}
	if err := l.shuffles(t.Context()); err != nil {
		t.Fatal(err)
	}
	for shuffle, want := range map[generate.Shuffle][2]float64{generate.Python2: {1044.5, 3748.9}, generate.Python3: {796.3, 175.3}} {
		for i, m := range shuffleMethods {
			s := l.data.shuffled(m, shuffle).Summary()
			if got := s.Nodes.Mean; got.AtLeast || math.Abs(got.Value-want[i]) > 1e-9 || s.Solved != sourceBoards {
				t.Errorf("%s, %s: %+v nodes on average, %d solved, want %v", m, shuffle, got, s.Solved, want[i])
			}
		}
	}
}

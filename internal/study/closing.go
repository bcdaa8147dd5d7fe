package study

import (
	"fmt"
	"html"
	"slices"

	"nonogram/bench"
	"nonogram/internal/chart"
)

// The end of the page: what became of the sources' conclusions, how all of it was
// measured, and every figure.

func (r *report) verdicts() {
	r.sizeClaims()
	r.spaceClaim()
	r.cutoffClaim()
	r.chapter("verdicts", "What the sources conclude, and what this run says")
	counts := map[verdict]int{}
	for _, c := range r.claims {
		counts[c.Verdict]++
	}
	r.text("Of %d conclusions of the sources this run confirms %d, confirms %d in part, contradicts %d and leaves %d open. A conclusion that rests on comparing two methods counts as confirmed if it holds on at least %s of the boards.",
		len(r.claims), counts[confirmed], counts[inPart], counts[contradicted], counts[undecided], chart.Percent(clearShare))
	t := &table{Wide: true, Head: heads("source", "concludes", "verdict", "this run")}
	t.Caption = "The conclusions of the sources, held against this run."
	for i := range t.Head[0] {
		t.Head[0][i].Left = true
	}
	order := []string{liao, wang, peng, rPkg}
	claims := slices.Clone(r.claims)
	slices.SortStableFunc(claims, func(a, b claim) int { return slices.Index(order, a.Source) - slices.Index(order, b.Source) })
	for i, c := range claims {
		t.Rows = append(t.Rows, tableRow{
			Cells: []tableCell{
				{Text: markup(c.Source), Left: true}, {Text: c.Says, Left: true},
				{Text: verdictHTML(c.Verdict), Left: true}, {Text: c.Found, Left: true},
			},
			Group: i > 0 && c.Source != claims[i-1].Source,
		})
	}
	r.table(t)
}

// verdictHTML has a sign besides the word, for those who see no colors.
func verdictHTML(v verdict) hypertext {
	sign := map[verdict]string{confirmed: "✓", contradicted: "✗", inPart: "◐", undecided: "–"}[v]
	class := map[verdict]string{confirmed: "yes", contradicted: "no", inPart: "part", undecided: "open"}[v]
	return hypertext(fmt.Sprintf(`<span class="verdict %s">%s&nbsp;%s</span>`, class, sign, html.EscapeString(string(v))))
}

// spaceClaim is Liao's conclusion about memory.
func (r *report) spaceClaim() {
	side := 7
	brute, dfs, greedy := r.cell("bruteforce_rulecut_wiki", side), r.cell("dfs_wiki", side), r.cell(greedyGuess, side)
	says := "Brute force saves the most space, followed by depth first; intersection is last."
	if !measured(brute) || !measured(dfs) || !measured(greedy) {
		r.claim(liao, says, undecided, "Not measured at 7×7.")
		return
	}
	b, d, g := brute.Summary().Bytes, dfs.Summary().Bytes, greedy.Summary().Bytes
	v := contradicted
	switch {
	case b < d && d < g:
		v = confirmed
	case b < g:
		v = inPart
	}
	r.claim(liao, says, v, "At 7×7 a run allocates at most %s, %s and %s.", bytesOf(float64(b)), bytesOf(float64(d)), bytesOf(float64(g)))
}

// cutoffClaim is Peng's conclusion about his cut-off.
func (r *report) cutoffClaim() {
	says := "Cutting off as soon as a column fails makes the search much faster."
	for _, side := range slices.Backward(r.Settings.Sizes) {
		if d := r.duelAt("row_dfs_cutoff", "row_dfs", side); d.both >= fewBoards {
			r.claim(peng, says, byShare(d.share(), d.boards), "At %s `row_dfs` takes %s times as long as `row_dfs_cutoff`.", bench.SizeName(side, side), factor(d.ratio))
			return
		}
	}
	r.claim(peng, says, undecided, "Not measured on enough boards.")
}

func (r *report) conditions() {
	r.chapter("conditions", "How it was measured")
	s := r.Settings
	r.list(
		fmt.Sprintf("*Machine:* %s, program version %s.", r.Machine, r.Version),
		fmt.Sprintf("*Clock:* %s of one run at a time. A run of less than %s is repeated until that much has passed, and the mean counts; garbage is collected before every run, outside the clock. Times below some microseconds are mostly those of setting up.", r.Clock, chart.Seconds(s.MinTime.Seconds())),
		fmt.Sprintf("*Boards:* random, as the tournaments’ `boardgen.py` makes them, seed %d, %s to %s filled from the first board to the last where nothing else is said: the boards of Liao’s experiments. Many of them have several solutions.", s.Seed, chart.Percent(sourceFirst), chart.Percent(sourceLast)),
		"*Question:* the first solution, as in the sources. Every answer was held against the clues.",
		"*Limits:* a run that meets its limit stays in the statistics with the time it had. Figures that depend on such runs are marked “>”; medians are exact as long as fewer than half of the runs were ended.",
		"*Methods:* written anew after the sources’ descriptions, one machine word to a line. They prune what their sources prune and nothing else, so the number of nodes is that of the method, and time is that of this program, not of the sources’.",
		fmt.Sprintf("*Extent:* the %s study took %s of %s.", s.Name, longTime(r.Elapsed), r.Clock),
	)
	r.text("Sources: Liao (廖瑋中), *Computer Gaming Theory, homework 1*, National Taiwan University 2016, with his program, wchliao/Nonogram; " +
		"Wang (Ze-Hao Wang), *Theory of Computer Games, homework 1*, National Taiwan University of Science and Technology 2016; " +
		"Peng (彭宇劭), *Theory of Computer Games, homework 1*, National Taiwan University 2016; the R package nonogram, hrj21/nonogram. " +
		"Their times are those of other machines and languages (Matlab; C++; C and Python), and stand beside ours for the proportions, not for a race.")
}

func longTime(seconds float64) string {
	switch {
	case seconds < 120:
		return fmt.Sprintf("%.0f seconds", seconds)
	case seconds < 7200:
		return fmt.Sprintf("%.0f minutes", seconds/60)
	}
	return fmt.Sprintf("%.1f hours", seconds/3600)
}

// appendix has every cell of the size experiment.
func (r *report) appendix() {
	if len(r.Sizes) == 0 {
		return
	}
	r.chapter("figures", "All figures by size")
	t := &table{
		Caption: "Every method on every size: time to the first solution, nodes on average, and the most memory that a run allocated.",
		Head:    heads("method", "boards", "mean", "median", "shortest", "longest", "nodes", "memory", "solved", "stalled", "ended"),
		Note:    markup("ended: runs that met the limit; the others of these boards were left out once more than half had."),
	}
	before := ""
	for _, m := range sizeMethods {
		for _, side := range r.Settings.Sizes {
			c := r.cell(m, side)
			if !measured(c) {
				continue
			}
			s := c.Summary()
			tr := row("`"+m+"`", bench.SizeName(side, side), secondsOf(s.Time.Mean), secondsOf(s.Time.Median), secondsOf(s.Time.Min), secondsOf(s.Time.Max),
				treeOf(c), bytesOf(float64(s.Bytes)), fmt.Sprintf("%d of %d", s.Solved, s.Runs), fmt.Sprint(s.Stalled), fmt.Sprint(s.TimedOut+s.OutOfBudget))
			tr.Group = before != "" && before != m
			before = m
			t.Rows = append(t.Rows, tr)
		}
	}
	r.table(t)
}

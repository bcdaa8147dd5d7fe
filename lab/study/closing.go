package study

import (
	"fmt"
	"html"
	"slices"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
)

// The end of the page: the verdicts on the sources' claims, the conditions of the
// measurements, and all figures.

func (r *report) verdicts() {
	r.at = "growth"
	r.sizeClaims()
	r.cutoffClaim()
	r.growthClaims()
	r.spaceClaim()
	r.boundClaims()
	r.listClaims()
	r.at = ""
	r.chapter("verdicts", "What the sources say, and what this run says")
	counts := map[verdict]int{}
	t := &table{Wide: true, Head: heads("source", "says", "verdict", "this run", "shown in")}
	t.Caption = "The claims of the sources, each with its document and section, held against this run."
	for i := range t.Head[0] {
		t.Head[0][i].Left = true
	}
	for i, s := range statements {
		c := r.verdictOn(&s)
		counts[c.Verdict]++
		place := hypertext("–")
		if c.Section != nil {
			place = hypertext(fmt.Sprintf(`<a href="#%s">%s</a>`, c.Section.ID, c.Section.Number)) // both are ours
		}
		t.Rows = append(t.Rows, tableRow{
			Cells: []tableCell{
				{Text: markup(s.source + " " + s.section), Left: true}, {Text: markup(s.says), Left: true},
				{Text: verdictHTML(c.Verdict), Left: true}, {Text: c.Found, Left: true}, {Text: place, Left: true},
			},
			Group: i > 0 && s.source != statements[i-1].source,
		})
	}
	r.text("Of %d claims of the sources this run confirms %d, confirms %d in part, contradicts %d and leaves %d open. A claim that rests on comparing two methods counts as confirmed if it holds on at least %s of the boards, one about a relation if the interval of the rank correlation lies beyond 0. "+
		"Brackets hold 95 %% intervals: the bootstrap over boards, %s.",
		len(statements), counts[confirmed], counts[inPart], counts[contradicted], counts[undecided], chart.Percent(clearShare), "so they say how much another ten boards might differ, and nothing about other machines")
	r.table(t)
}

// verdictOn returns the verdict on a statement.
func (r *report) verdictOn(s *statement) claim {
	for _, c := range r.claims {
		if c.Source == s.source && c.Says == markup(s.says) {
			return c
		}
	}
	return claim{s.source, markup(s.says), undecided, "Not measured in this run.", nil}
}

// verdictHTML has a sign besides the word, for readers without color vision.
func verdictHTML(v verdict) hypertext {
	sign := map[verdict]string{confirmed: "✓", contradicted: "✗", inPart: "◐", undecided: "–"}[v]
	class := map[verdict]string{confirmed: "yes", contradicted: "no", inPart: "part", undecided: "open"}[v]
	return hypertext(fmt.Sprintf(`<span class="verdict %s">%s&nbsp;%s</span>`, class, sign, html.EscapeString(string(v))))
}

// spaceClaim is Liao's conclusion about memory.
func (r *report) spaceClaim() {
	side := 7
	brute, dfs, greedy := r.cell("bruteforce_rulecut_wiki", side), r.cell("dfs_wiki", side), r.cell(greedyGuess, side)
	r.at = "figures"
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
			r.claim(peng, says, byShare(d.share(), d.boards), "At %s `row_dfs` takes %s times as long as `row_dfs_cutoff`.", bench.SizeName(side, side), d.ratioText())
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
		fmt.Sprintf("*Boards:* random, as the tournaments’ `boardgen.py` makes them, seed %d, %s to %s filled from the first board to the last where nothing else is said, shuffled as Python 3 does; section %s says why these are taken for the boards of Liao’s experiments. Many of them have several solutions.", s.Seed, chart.Percent(sourceFirst), chart.Percent(sourceLast), r.partNumber("python")),
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
			tr.Cells[0].Text = method(m)
			tr.Group = before != "" && before != m
			before = m
			t.Rows = append(t.Rows, tr)
		}
	}
	r.table(t)
}

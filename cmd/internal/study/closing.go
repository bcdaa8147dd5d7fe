package study

import (
	"fmt"
	"html"
	"time"

	"nonogram/internal/chart"
	"nonogram/internal/plural"
)

// The end of the page: the verdicts on the sources' claims, the conditions of the
// measurements, and all figures.

func (r *report) verdicts() {
	r.chapter("verdicts", "Claims of the sources")
	sums := map[verdict]int{}
	t := &table{
		Wide: true, columns: columns("claim", "verdict", "this run", "shown in"),
		Caption: "The claims of the sources, each with its document and section, and the counts that decide it.",
	}
	for i := range t.columns {
		t.columns[i].words = true
	}
	for i := range claims {
		c := &claims[i]
		f := c.decided(r.measurements)
		sums[f.Verdict]++
		evidence := markup(f.Found)
		if text := r.Settings.sampleText(c); text != "" {
			evidence += hypertext(`<span class="name">`) + markup(capital(text)+".") + "</span>"
		}
		place := hypertext("–")
		if number := r.partNumber(c.at); number != "?" {
			place = hypertext(fmt.Sprintf(`<a href="#%s">%s</a>`, c.at, number)) // both are ours
		}
		tr := t.row("*" + c.source + " " + c.section + "* " + c.says)
		tr.Cells = append(tr.Cells, verdictHTML(f.Verdict), evidence, place)
		tr.Group = i > 0 && c.source != claims[i-1].source
	}
	r.text("Of %d claims of the sources this run confirms %d, confirms %d in part, contradicts %d and leaves %d open.", len(claims), sums[confirmed], sums[inPart], sums[contradicted], sums[undecided])
	r.text("One rule decides all of them, from counts of the boards of this run, which are equal on all machines. A claim has one or more statements, each with a statistic and the range in which the claim puts it. "+
		"A statement is *confirmed* if the 95 %% interval of its statistic, in brackets, lies inside that range, *contradicted* if it lies outside, and otherwise *not decided*; fewer than %s decide nothing. "+
		"Intervals are Wilson’s for shares of boards and bootstraps over boards for all else. An exact count needs no interval. A claim is *in part* confirmed if some of its statements are confirmed and others contradicted; if one is not decided, neither is the claim.", plural.Of(leastBoards, "board", "boards"))
	r.table(t)
}

// verdictHTML has a sign besides the word, for readers without color vision.
func verdictHTML(v verdict) hypertext {
	sign := map[verdict]string{confirmed: "✓", contradicted: "✗", inPart: "◐", undecided: "–"}[v]
	class := map[verdict]string{confirmed: "yes", contradicted: "no", inPart: "part", undecided: "open"}[v]
	return hypertext(fmt.Sprintf(`<span class="verdict %s">%s&nbsp;%s</span>`, class, sign, html.EscapeString(string(v))))
}

func (r *report) conditions() {
	r.chapter("conditions", "How it was measured")
	s := r.Settings
	r.list(
		"*Machine:* "+r.About+".",
		fmt.Sprintf("*Clock:* %s of one run at a time. A run of less than %s is repeated until that much has passed, and the mean counts; garbage is collected before every run, outside the clock. Times of a few microseconds are mostly setup.", r.Clock, chart.Seconds(s.MinTime.Seconds())),
		fmt.Sprintf("*Boards:* random, as the tournaments’ `boardgen.py` makes them, seed %d, %s to %s filled from the first board to the last where nothing else is said, shuffled as Python 3 does; Liao’s times fit these boards better than those of Python 2. Many of them have several solutions.", s.Seed, chart.Percent(sourceFirst), chart.Percent(sourceLast)),
		"*Question:* the first solution, as in the sources. Every answer was checked against the clues.",
		"*Limits:* a run that meets its limit stays in the statistics with the time it had. Figures that depend on such runs are marked “>”; medians are exact as long as fewer than half of the runs were ended.",
		"*Methods:* written from the descriptions of the sources, with one machine word for a line. They prune exactly as their sources do, so the number of nodes characterizes the method and the time this program.",
		fmt.Sprintf("*Extent:* the %s study took %v of %s.", s.Name, time.Duration(r.Elapsed*float64(time.Second)).Round(time.Second), r.Clock),
	)
	r.text("Sources: Liao (廖瑋中), *Computer Gaming Theory, homework 1*, National Taiwan University 2016, with his program, wchliao/Nonogram; " +
		"Wang (Ze-Hao Wang), *Theory of Computer Games, homework 1*, National Taiwan University of Science and Technology 2016; " +
		"Peng (彭宇劭), *Theory of Computer Games, homework 1*, National Taiwan University 2016; the R package nonogram, hrj21/nonogram. " +
		"Their times are those of other machines and languages (Matlab; C++; C and Python), so only their proportions can be compared with ours.")
}

// appendix has every series of the size experiment.
func (r *report) appendix() {
	if len(r.Sizes) > 0 {
		r.allFigures("All figures by size", r.Sizes)
	}
}

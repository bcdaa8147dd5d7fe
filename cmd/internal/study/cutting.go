package study

import (
	"fmt"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
)

// Liao's two techniques: cutting, which made his depth-first search slower, and fixing the cells
// on which a line's possibilities agree.

// dfsMethods are the rows of Liao's table.
var dfsMethods = []string{"liao:dfs", "dfs_rulecut", "dfs_wiki", "dfs_rulecut_wiki", "dfs_possiblecut", "dfs_possiblecut_wiki"}

// cuttingMethods are without rule cutting, with it, and with it as Liao programmed it.
var cuttingMethods = []string{"row_dfs", "row_dfs_cutoff", "dfs_rulecut:liao", "bruteforce_rulecut", "bruteforce_rulecut:liao"}

func (r *report) cutting() {
	r.part("cutting", "Rule cutting, and a contradiction")
	r.text("Liao lists the possibilities of every row and tries them in random order. To prune, he checks the columns against their clues after every row (*rule cutting*), or keeps the possibilities of every column and drops those that disagree (*state space cutting*). " +
		"He found, to his surprise, that both made the search slower.")
	r.dfsTable()
	ruleCut, stateCut := nodesRatio("depth", 7, "liao:dfs", "dfs_rulecut"), nodesRatio("depth", 7, "liao:dfs", "dfs_possiblecut")
	rule, state := ruleCut.evidence(r.measurements), stateCut.evidence(r.measurements)
	if rule.n > 0 && state.n > 0 {
		without := factor(rule.value) + bracket(rule.low, rule.high, factor)
		r.text("On %s of 7×7 depth first, done as his text describes it, has %s times the nodes without rule cutting, and %s times without state space cutting (geometric means).",
			plural.Of(rule.n, "board", "boards"), without, factor(state.value)+bracket(state.low, state.high, factor))
	}
	if !rule.few() {
		r.finding("Liao found that checking columns early (“rule cutting”) makes depth first slower. Here, on %s of 7×7, the search without it has %s times the nodes%s.", plural.Of(rule.n, "board", "boards"), factor(rule.value)+bracket(rule.low, rule.high, factor),
			choose(ruleCut.decide(rule) == confirmed, "; a loop of his program searches a branch once for every column that passes (section "+r.partNumber("cutting")+")", ""))
	}
	r.loopText()
}

func (r *report) dfsTable() {
	t := &table{
		Caption: markup("Depth first: Liao’s mean times and this run’s, with the nodes."),
		columns: columns("method", "5×5: †Liao", "5×5: here", "5×5: nodes", "7×7: †Liao", "7×7: here", "7×7: nodes"),
	}
	for _, m := range dfsMethods {
		cells := []string{m}
		for _, side := range []int{5, 7} {
			cells = append(cells, quotes[m][side],
				r.figureOf(m, side, func(s *bench.Summary) string { return secondsOf(s.Time.Mean) }),
				r.figureOf(m, side, func(s *bench.Summary) string { return nodesOf(s.Nodes.Mean) }))
		}
		t.row(cells...).Cells[0] = method(m)
	}
	r.table(t)
}

// loopText explains the contradiction by counts of Liao's program.
func (r *report) loopText() {
	r.text("The reason is in his program, which is published beside his report. With rule cutting, the call that searches the next row stands *inside* the loop over the columns: " +
		"a branch is searched once for every column that passes before the first that fails. A branch without a fault is searched *n* times over at every level, and a bad one is searched too unless its very first column shows it. " +
		"With state space cutting, a column that has no possibility left ends nothing: the search goes on as without cutting, and pays for the lists.")
	r.text("The check of a line, which brute force uses as well, is also more lenient than the text: it accepts a finished line with missing blocks. So it accepts an empty board until it is full.")
	t := &table{
		Caption: markup("Rule cutting as Liao describes it, and as his program does it: rows placed, or cells filled, up to the first solution, mean of the boards."),
		columns: columns("boards", "depth first, rows placed: no cutting", "depth first, rows placed: as described", "depth first, rows placed: as programmed",
			"brute force, cells filled: as described", "brute force, cells filled: as programmed"),
		Note: markup(">: a million dead ends ended some runs."),
	}
	for _, side := range []int{5, 7} {
		cells := []string{bench.SizeName(side, side)}
		for _, m := range cuttingMethods {
			runs := r.Counts.of("cutting", m, side)
			if ended, _ := runs.ended(); len(runs) > 0 {
				cells = append(cells, nodesOf(bench.Estimate{Value: stat.Mean(runs.values("nodes")), AtLeast: ended < len(runs)}))
			}
		}
		if len(cells) == len(t.columns) {
			t.row(cells...)
		}
	}
	r.table(t)
	if len(t.Rows) == 0 {
		r.missing("the loop of Liao’s program")
	}
}

// fixing compares methods with and without the Wiki techniques.
func (r *report) fixing() {
	r.part("fixing", "Fixing certain cells first")
	r.text("Liao’s other technique fixes, before the search, the cells on which all possibilities of a line agree (*simple boxes and spaces*, after Wikipedia). It looks at every line once and by itself.")
	t := &table{
		Caption: markup("Fixing agreed cells first: how many times the nodes the search has without it, geometric means over the boards of the claims."),
		columns: columns("without → with", "5×5", "7×7"),
	}
	times := func(sample string, side int, without, with string) evidence {
		p := nodesRatio(sample, side, without, with)
		return p.evidence(r.measurements)
	}
	for _, m := range [][2]string{{"bruteforce", "bruteforce_wiki"}, {"bruteforce_rulecut", "bruteforce_rulecut_wiki"}, {"liao:dfs", "dfs_wiki"}, {"dfs_rulecut", "dfs_rulecut_wiki"}, {"dfs_possiblecut", "dfs_possiblecut_wiki"}} {
		cells := []string{fmt.Sprintf("`%s` → `%s`", m[0], m[1])}
		for _, e := range []evidence{times("brute", 5, m[0], m[1]), times("depth", 7, m[0], m[1])} {
			cells = append(cells, choose(e.n == 0, "–", factor(e.value)+" ×"))
		}
		if cells[1] != "–" || cells[2] != "–" {
			t.row(cells...)
		}
	}
	r.table(t)
	plain, cut := times("depth", 7, "liao:dfs", "dfs_wiki"), times("depth", 7, "dfs_rulecut", "dfs_rulecut_wiki")
	if !plain.few() && !cut.few() && plain.value > cut.value {
		r.text("The worse a search prunes by itself, the more it gains: at 7×7 the plain `dfs` saw %s times the nodes without it, `dfs_rulecut` %s times.", factor(plain.value), factor(cut.value))
	}
}

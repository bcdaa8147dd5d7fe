package study

import (
	"fmt"

	"nonogram/internal/bench"
	"nonogram/internal/stat"
)

// Liao's surprise: cutting made his depth-first search slower. And his other
// technique, fixing the cells on which a line's possibilities agree.

// dfsMethods are the rows of Liao's table.
var dfsMethods = []string{"liao:dfs", "dfs_rulecut", "dfs_wiki", "dfs_rulecut_wiki", "dfs_possiblecut", "dfs_possiblecut_wiki"}

// cuttingMethods are without rule cutting, with it, and with it as Liao programmed it.
var cuttingMethods = []string{"row_dfs", "row_dfs_cutoff", "dfs_rulecut:liao", "bruteforce_rulecut", "bruteforce_rulecut:liao"}

func (r *report) cutting() {
	r.part("cutting", "Rule cutting, and a contradiction")
	r.text("Liao lists the possibilities of every row and tries them in random order. To prune, he holds the columns against their rules after every row (*rule cutting*), or keeps the possibilities of every column and drops those that disagree (*state space cutting*). " +
		"He found, to his surprise, that both made the search slower.")
	r.dfsTable()
	rule, state := r.duelAt("dfs_rulecut", "liao:dfs", 7), r.duelAt("dfs_possiblecut", "liao:dfs", 7)
	if rule.both > 0 && state.both > 0 {
		r.text("On the same boards of 7×7 depth first, done as his text describes it, takes %s times as long without rule cutting, and %s times without state space cutting (geometric means).", rule.ratioText(), state.ratioText())
		r.finding("Liao found that cutting makes depth first slower. Here, at 7×7, the search without rule cutting takes %s times as long; a loop of his program searches a branch once for every column that passes (section %s).", rule.ratioText(), r.partNumber("cutting"))
	}
	r.loopText()
}

func (r *report) dfsTable() {
	t := &table{
		Caption: markup("Depth first: Liao’s mean times and this run’s, with the nodes behind them."),
		Head: [][]headCell{
			{{Text: "method", Tall: true, Left: true}, {Text: "5×5", Span: 3}, {Text: "7×7", Span: 3}},
			{{Text: "Liao"}, {Text: "here"}, {Text: "nodes"}, {Text: "Liao"}, {Text: "here"}, {Text: "nodes"}},
		},
	}
	for _, m := range dfsMethods {
		cells := []tableCell{{Text: method(m), Left: true}}
		for _, side := range []int{5, 7} {
			cells = append(cells, tableCell{Text: markup(quotes()[m][side].text), Source: true},
				tableCell{Text: markup(r.figureOf(m, side, func(c *bench.Series) string { return secondsOf(c.Summary().Time.Mean) }))},
				tableCell{Text: markup(r.figureOf(m, side, func(c *bench.Series) string { return nodesOf(c.Summary().Nodes.Mean) }))})
		}
		t.Rows = append(t.Rows, tableRow{Cells: cells})
	}
	r.table(t)
}

// loopText explains by Liao's own program, counted.
func (r *report) loopText() {
	r.text("The reason is in his program, which is published beside his report. With rule cutting, the call that searches the next row stands *inside* the loop over the columns: " +
		"a branch is searched once for every column that passes before the first that fails. A branch without a fault is searched *n* times over at every level, and a bad one is searched too unless its very first column shows it. " +
		"With state space cutting, a column that has no possibility left ends nothing: the search goes on as without cutting, and pays for the lists.")
	r.text("The check of a line, which brute force uses as well, is more lenient than the text, too: it lets a finished line pass with blocks missing. An empty board breaks no rule by it until it is full.")
	t := &table{
		Caption: markup("What rule cutting does as Liao describes it, and as his program has it: rows placed, or cells filled, up to the first solution, mean of the boards."),
		Head: [][]headCell{
			{{Text: "boards", Tall: true, Left: true}, {Text: "depth first, rows placed", Span: 3}, {Text: "brute force, cells filled", Span: 2}},
			{{Text: "no cutting"}, {Text: "as described"}, {Text: "as programmed"}, {Text: "as described"}, {Text: "as programmed"}},
		},
		Note: markup(">: a million dead ends ended some runs."),
	}
	for _, side := range []int{5, 7} {
		var figures []string
		for _, m := range cuttingMethods {
			runs := r.Counts.of("cutting", m, side)
			if ended, _ := runs.ended(); len(runs) > 0 {
				figures = append(figures, nodesOf(bench.Estimate{Value: stat.Mean(runs.values("nodes")), AtLeast: ended < len(runs)}))
			}
		}
		if len(figures) == len(cuttingMethods) {
			t.Rows = append(t.Rows, row(bench.SizeName(side, side), figures...))
		}
	}
	r.table(t)
	if len(t.Rows) == 0 {
		r.missing("the loop of Liao’s program")
	}
}

// fixing is what the Wiki techniques are worth.
func (r *report) fixing() {
	r.part("fixing", "Fixing what is certain first")
	r.text("Liao’s other technique fixes, before the search, the cells on which all possibilities of a line agree (*simple boxes and spaces*, after Wikipedia). It looks at every line once and by itself.")
	t := &table{
		Caption: markup("What fixing agreed cells first is worth: how many times the nodes and the time the search took without it, geometric means over the boards that both solved."),
		Head: [][]headCell{
			{{Text: "without → with", Tall: true, Left: true}, {Text: "5×5", Span: 2}, {Text: "7×7", Span: 2}},
			{{Text: "nodes"}, {Text: "time"}, {Text: "nodes"}, {Text: "time"}},
		},
	}
	for _, m := range []string{"bruteforce", "bruteforce_rulecut", "liao:dfs", "dfs_rulecut", "dfs_possiblecut"} {
		cells := []tableCell{{Text: markup(fmt.Sprintf("`%s` → `%s_wiki`", m, m)), Left: true}}
		known := false
		for _, side := range []int{5, 7} {
			d := r.duelAt(m+"_wiki", m, side)
			if d.both == 0 {
				cells = append(cells, tableCell{Text: "–"}, tableCell{Text: "–"})
				continue
			}
			known = true
			cells = append(cells, tableCell{Text: markup(factor(d.nodes) + " ×")}, tableCell{Text: markup(factor(d.ratio) + " ×")})
		}
		if known {
			t.Rows = append(t.Rows, tableRow{Cells: cells})
		}
	}
	r.table(t)
	d, c := r.duelAt("dfs_wiki", "liao:dfs", 7), r.duelAt("dfs_rulecut_wiki", "dfs_rulecut", 7)
	if d.both > 0 && c.both > 0 && d.nodes > c.nodes {
		r.text("The worse a search prunes by itself, the more it gains: at 7×7 the plain `dfs` saw %s times the nodes without it, `dfs_rulecut` %s times.", factor(d.nodes), factor(c.nodes))
	}
}

package study

import (
	"context"
	"fmt"
	"math"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
)

// The second question, what decides how an algorithm performs, begins with Wang's
// and Peng's: breadth first or depth first?

func (r *report) performance() {
	r.chapter("performance", "What decides how an algorithm performs?")
	r.breadth()
	r.pengExample()
	r.pruningPart()
	r.cutting()
	r.fixing()
	r.guessing()
	r.heuristics()
}

// endless is more solutions than a board of the trees has.
const endless = 1 << 20

// trees searches boards breadth first, depth first, and to the end.
func (l *laboratory) trees(ctx context.Context) error {
	set, err := l.boards(l.TreeSide, l.Settings.Trees)
	if err != nil {
		return err
	}
	methods, err := lookup("table_bfs", "table_dfs")
	if err != nil {
		return err
	}
	cells, err := l.run(ctx, bench.Plan{Methods: methods, Sets: []bench.Set{set}, Timeout: l.Limit})
	if err != nil {
		return err
	}
	whole, err := l.run(ctx, bench.Plan{Methods: methods[1:], Sets: []bench.Set{set}, Timeout: l.Limit, Limit: endless})
	if err != nil {
		return err
	}
	for i := range set.Puzzles {
		if run := whole[0].Runs[i]; run.Ended() && cells[0].Runs[i].Ended() && cells[1].Runs[i].Ended() {
			l.data.Trees = append(l.data.Trees, treeRun{cells[0].Runs[i], cells[1].Runs[i], run.Nodes})
		}
	}
	return nil
}

func (r *report) breadth() {
	r.part("breadth", "Breadth against depth")
	r.text("Wang’s two searches walk through the same tree of boards, one level a row. A solution lies on the last level. Depth first may meet it after a fraction of the tree; " +
		"breadth first has seen all of every level above before it looks at the last one, and has to keep a level in memory.")
	t := &table{
		Caption: markup("The same boards breadth first (`table_bfs`) and depth first (`table_dfs`), both with early exit: how many times as much breadth first took (geometric means), and on how many boards depth first was faster."),
		Head:    heads("boards", "time", "nodes", "memory", "depth first faster"),
	}
	var all duel
	for _, side := range r.Settings.Sizes {
		d := r.duelAt("table_dfs", "table_bfs", side)
		all.boards += d.boards
		all.firstWins += d.firstWins
		all.wins = append(all.wins, d.wins...)
		if d.both == 0 {
			continue
		}
		t.Rows = append(t.Rows, row(bench.SizeName(side, side), factor(d.ratio)+" ×", factor(d.nodes)+" ×", factor(d.bytes)+" ×", fmt.Sprintf("%d of %d", d.firstWins, d.boards)))
	}
	r.table(t)
	if all.boards > 0 {
		r.claim(wang, "Depth first is better than breadth first in by far most cases.", byShare(all.share(), all.boards), "Depth first was faster on %s.", all.winsText())
		if all.share() >= clearShare {
			r.finding("Depth first beat breadth first on %s that at least one of them solved within the limit: a solution lies on the last level, which breadth first reaches last.", all.winsText())
		}
	}
	r.memoryClaim()
	r.treeScatter()
}

// memoryClaim is Peng's remark on space.
func (r *report) memoryClaim() {
	side := 0
	for _, s := range r.Settings.Sizes {
		if r.duelAt("row_dfs_cutoff", "shift_bfs", s).both > 0 {
			side = s
		}
	}
	if side == 0 {
		return
	}
	d := r.duelAt("row_dfs_cutoff", "shift_bfs", side)
	v := contradicted
	if d.bytes > 2 {
		v = confirmed
	}
	r.claim(peng, "Depth first needs far less memory than breadth first.", v, "At %s `shift_bfs` allocated %s times as much as `row_dfs_cutoff`.", bench.SizeName(side, side), factor(d.bytes))
}

// treeScatter is about where the solution lies in the last level.
func (r *report) treeScatter() {
	if len(r.Trees) < fewBoards {
		r.missing("enough trees to their end")
		return
	}
	s := chart.Series{Kind: chart.Scatter}
	var shares, ratios []float64
	for _, t := range r.Trees {
		share := float64(t.Depth.Nodes) / float64(max(t.Whole, 1))
		ratio := t.Breadth.Time.Seconds() / t.Depth.Time.Seconds()
		if math.IsNaN(ratio) || math.IsInf(ratio, 0) || ratio <= 0 {
			continue
		}
		shares, ratios = append(shares, share), append(ratios, ratio)
		s.Points = append(s.Points, chart.Point{X: share, Y: ratio})
	}
	name := bench.SizeName(r.Settings.TreeSide, r.Settings.TreeSide)
	r.figure("breadth-depth", "How much longer breadth first takes, against the share of the whole tree that depth first has to see before it meets a solution.", chart.Chart{
		Title: "Where the solution lies decides", Subtitle: plural.Sprintf("%d boards of %s, pruned with early exit", len(s.Points), name),
		X: chart.Axis{Title: "share of the tree seen by depth first", Format: chart.Percent}, Y: chart.Axis{Title: "time, breadth first / depth first", Log: true},
		Series: []chart.Series{s}, Rules: []chart.Rule{{Y: 1, Label: "equal"}},
	})
	rho := correlate(shares, ratios)
	v := inPart
	switch {
	case math.IsNaN(rho.rho):
		v = undecided
	case rho.sure() < 0:
		v = confirmed
	case rho.sure() > 0 || rho.low > -0.15:
		v = contradicted
	}
	r.text("Wang adds that the gap is the wider the further to the front of the last level the solution lies. On %d boards of %s the rank correlation between the share of the tree that depth first saw and the ratio of the times is %s: %s.",
		len(shares), name, rho, correlationWords(rho.rho))
	r.claim(wang, "The nearer to the front of the last level the solution is, the wider the gap between the two.", v, "Rank correlation of the share of the tree seen with the ratio of times: %s (%d boards of %s).", rho, len(shares), name)
}

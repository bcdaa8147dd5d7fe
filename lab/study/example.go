package study

import (
	"context"
	"fmt"

	"nonogram"
	"nonogram/internal/bench"
)

// The examples of Peng, with the columns of one of its boards, and of Wang, whose whole tree the
// methods walk through.

var exampleMethods = []struct {
	method string
	all    bool
}{
	{"row_dfs", true}, {"row_dfs_cutoff", true}, {"shift_bfs", false}, {"shift_bfs:visited", false}, {"shift_bfs:columns", false}, {"shift_bfs:visited:columns", false},
	{"table_bfs:none", true}, {"table_dfs:none", true},
}

// pengRuns is the number of methods on Peng's example; the others are for Wang's.
const pengRuns = 6

func (l *laboratory) examples(ctx context.Context) error {
	peng := nonogram.New([][]int{{1}, {1, 2}, {1, 1, 1}, {3}, {2, 2}}, [][]int{{2, 1}, {1}, {1, 2}, {1, 2}, {4}})
	wang := nonogram.New([][]int{{1}, {2}, {1}}, [][]int{{1}, {1}, {2}})
	for i, e := range exampleMethods {
		methods, err := lookup(e.method)
		if err != nil {
			return err
		}
		p := choose(i < pengRuns, peng, wang)
		p.ID = "1"
		plan := bench.Plan{Methods: methods, Sets: []bench.Set{{Name: "example", Puzzles: []*nonogram.Puzzle{p}}}, Timeout: l.Limit}
		if e.all {
			plan.Limit = endless
		}
		cells, err := l.run(ctx, plan)
		if err != nil {
			return err
		}
		l.data.Examples = append(l.data.Examples, exampleRun{e.method, e.all, cells[0].Runs[0].Stats})
	}
	return nil
}

func (r *report) pengExample() {
	if len(r.Examples) < len(exampleMethods) {
		r.missing("Peng’s example")
		return
	}
	r.part("example", "Peng’s example, counted")
	r.text("Peng’s rows 1, 1 2, 1 1 1, 3 and 2 2 of five cells allow 5·3·1·3·1 = 45 boards out of 5+3+1+3+1 = 13 stored rows, by his account. With columns that one of those boards has, his methods count:")
	t := &table{
		Caption: markup("Peng’s methods on his example: full boards looked at, rows stored, and moves of blocks to the solution."),
		columns: columns("method", "asked for", "full boards", "rows stored", "moves"),
	}
	for _, e := range r.Examples[:pengRuns] {
		t.row("`"+e.Method+"`", choose(e.All, "all solutions", "the first"), fmt.Sprint(e.Stats.Boards), orDash(e.Stats.Listed), orDash(e.Stats.Moves))
	}
	r.table(t)
}

// example returns the counts of a method on its example.
func (d *measurements) example(method string) (s struct{ Boards, Listed, Moves int64 }) {
	for _, e := range d.Examples {
		if e.Method == method {
			s.Boards, s.Listed, s.Moves = e.Stats.Boards, e.Stats.Listed, e.Stats.Moves
		}
	}
	return s
}

func orDash(n int64) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}

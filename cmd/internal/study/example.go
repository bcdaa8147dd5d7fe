package study

import "nonogram"

// The examples of Peng, with the columns of one of its boards, and of Wang, whose whole tree the
// methods walk through.
var (
	pengPuzzle = example([][]int{{1}, {1, 2}, {1, 1, 1}, {3}, {2, 2}}, [][]int{{2, 1}, {1}, {1, 2}, {1, 2}, {4}})
	wangPuzzle = example([][]int{{1}, {2}, {1}}, [][]int{{1}, {1}, {2}})
)

func example(rows, columns [][]int) *nonogram.Puzzle {
	p := nonogram.New(rows, columns)
	p.ID = "1"
	return p
}

func (r *report) pengExample() {
	t := &table{
		Caption: markup("Peng’s methods on his example: full boards looked at, rows stored, and moves of blocks to the solution."),
		columns: columns("method", "asked for", "full boards", "rows stored", "moves"),
	}
	for i := range samples {
		s := &samples[i]
		if s.puzzle != pengPuzzle {
			continue
		}
		for _, m := range s.methods {
			for _, o := range r.Counts.of(s.id, m, 0) {
				t.row("`"+m+"`", choose(s.all, "all solutions", "the first"), orDash(o.Values["boards"]), orDash(o.Values["listed"]), orDash(o.Values["moves"]))
			}
		}
	}
	if len(t.Rows) == 0 {
		r.missing("Peng’s example")
		return
	}
	r.part("example", "Peng’s example, counted")
	r.text("Peng’s rows 1, 1 2, 1 1 1, 3 and 2 2 of five cells allow 5·3·1·3·1 = 45 boards out of 5+3+1+3+1 = 13 stored rows, by his account. With columns that one of those boards has, his methods count:")
	r.table(t)
}

// example returns a counter of a method on an example.
func (d *measurements) example(sample, method, counter string) int {
	runs := d.Counts.of(sample, method, 0)
	if len(runs) == 0 {
		return 0
	}
	return int(runs[0].Values[counter])
}

func orDash(n float64) string {
	if n == 0 {
		return "–"
	}
	return count(n)
}

package teach_test

import (
	"strings"
	"testing"

	"nonogram"
	"nonogram/teach"
)

// TestCompletedLineSaysWhich tells the two directions of counting apart: all cells are found, or
// all that are left are needed.
func TestCompletedLineSaysWhich(t *testing.T) {
	for _, c := range []struct {
		clue        []int
		cells, want string
	}{
		{[]int{2, 1}, "?##??#", "Row 1: all 3 filled cells are found, so the rest is empty."},
		{[]int{1, 1}, "?..?..", "Row 1: only 2 cells can be filled and the clue needs all of them, so cells 1 and 4 are filled."},
	} {
		p := nonogram.New([][]int{c.clue, {6}}, make([][]int, 6))
		from := nonogram.NewGrid(6, 2)
		for x, s := range c.cells {
			p.Cols[x] = nonogram.Clue{{Length: 0, Color: nonogram.Black}} // so that only the row says something
			from.Set(1, x, nonogram.Black)
			switch s {
			case '#':
				from.Set(0, x, nonogram.Black)
			case '.':
				from.Set(0, x, nonogram.Empty)
			}
		}
		e, err := teach.Explain(t.Context(), p, teach.Options{From: from})
		if err != nil || len(e.Steps) == 0 || e.Steps[0].Technique != teach.CompletedLine {
			t.Fatalf("%s: %+v, %v", c.cells, e, err)
		}
		if got := e.Steps[0].Sentence(p); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, expected %q", c.cells, got, c.want)
		}
	}
}

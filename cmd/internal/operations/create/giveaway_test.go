package create

import (
	"math"
	"testing"

	"nonogram"
)

func cellsOf(rows ...string) *nonogram.Puzzle {
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	for y, row := range rows {
		for x, c := range row {
			if g.Set(y, x, nonogram.Empty); c == '#' {
				g.Set(y, x, nonogram.Black)
			}
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// The numbers are worked out by hand.
func TestGiveaway(t *testing.T) {
	for _, c := range []struct {
		p    *nonogram.Puzzle
		want Giveaway
	}{
		// A full row: the clues say all. Beside the middle cell two are filled.
		{cellsOf("###"), Giveaway{Base: 1, Clues: 1, Shape: 1}},
		// The clues say 1 and 1 of each line, so each cell is as likely empty as filled, and
		// taken for empty; each has two neighbors of the other color.
		{cellsOf("#.", ".#"), Giveaway{Base: 0.5, Clues: 0.5, Shape: 0}},
		// Row 2 is full and row 1 empty; the clues decide, the neighbors tie.
		{cellsOf("..", "##"), Giveaway{Base: 0.5, Clues: 1, Shape: 0.5}},
	} {
		got := giveawayOf(c.p, c.p.Goal)
		if math.Abs(got.Base-c.want.Base)+math.Abs(got.Clues-c.want.Clues)+math.Abs(got.Shape-c.want.Shape) > 1e-9 {
			t.Errorf("%v: %+v, expected %+v", c.p.Goal, got, c.want)
		}
	}
}

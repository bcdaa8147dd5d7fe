package create

import (
	"math"
	"slices"
	"testing"

	"nonogram"
	"nonogram/generate"
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
		// taken for empty; each has two neighbours of the other color.
		{cellsOf("#.", ".#"), Giveaway{Base: 0.5, Clues: 0.5, Shape: 0}},
		// Row 2 is full and row 1 empty; the clues decide, the neighbours tie.
		{cellsOf("..", "##"), Giveaway{Base: 0.5, Clues: 1, Shape: 0.5}},
	} {
		got := GiveawayOf(c.p, c.p.Goal)
		if math.Abs(got.Base-c.want.Base)+math.Abs(got.Clues-c.want.Clues)+math.Abs(got.Shape-c.want.Shape) > 1e-9 {
			t.Errorf("%v: %+v, expected %+v", c.p.Goal, got, c.want)
		}
	}
}

// A puzzle stays in its part however it is turned, and parts have their shares.
func TestPart(t *testing.T) {
	if h := generate.HashOf(cellsOf("#.", "##")).String(); h != "8780bf3b0dc70a4b8ed46a6356e484aa" {
		t.Errorf("the hash of a puzzle has become %s, and its part of a set may be another", h)
	}
	shares := []int{70, 20, 10}
	var found [3]int
	recipe := generate.Recipe{Width: 6, Height: 6, Count: 400, Seed: 3}
	puzzles, err := recipe.Puzzles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range puzzles {
		if err != nil {
			t.Fatal(err)
		}
		part := PartOf(generate.HashOf(m.Puzzle), shares)
		found[part]++
		g := m.Puzzle.Goal
		for range 4 {
			g = turned(g)
			for _, image := range []*nonogram.Grid{g, mirrored(g)} {
				if got := PartOf(generate.HashOf(nonogram.FromGrid(image, m.Puzzle.Palette)), shares); got != part {
					t.Fatalf("a picture is in part %d, turned in part %d", part, got)
				}
			}
		}
	}
	for i, n := range found { // more than four standard deviations off would be a fault
		p := float64(shares[i]) / 100
		if off := math.Abs(float64(n) - 400*p); off > 4*math.Sqrt(400*p*(1-p)) {
			t.Errorf("part %d has %d of 400, expected some %v", i, n, 400*p)
		}
	}
}

func turned(g *nonogram.Grid) *nonogram.Grid {
	out := nonogram.NewGrid(g.Height, g.Width)
	for y := range g.Height {
		for x := range g.Width {
			out.Set(x, g.Height-1-y, g.At(y, x))
		}
	}
	return out
}

func mirrored(g *nonogram.Grid) *nonogram.Grid {
	out := g.Clone()
	for y := range g.Height {
		slices.Reverse(out.Row(y))
	}
	return out
}

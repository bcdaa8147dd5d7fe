package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// TestTrades compares the listed trades of every line of eight cells, and of random
// color lines, with swapping each pair of cells with nothing but one color
// between them and reading the clue again.
func TestTrades(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	cells := make([]nonogram.Color, 8)
	for m := range 256 {
		for i := range cells {
			cells[i] = nonogram.Color(m >> uint(i) & 1)
		}
		checkTrades(t, cells)
	}
	for range 5000 {
		for i := range cells {
			cells[i] = nonogram.Color(rng.IntN(3))
		}
		checkTrades(t, cells)
	}
}

func uniform(cells []nonogram.Color) bool { return len(slices.Compact(slices.Clone(cells))) <= 1 }

func checkTrades(t *testing.T, cells []nonogram.Color) {
	t.Helper()
	clue := nonogram.ClueOf(cells)
	var want []lineSwitch
	for a := range cells {
		for b := a + 1; b < len(cells); b++ {
			if cells[a] == cells[b] || !uniform(cells[a+1:b]) {
				continue
			}
			traded := slices.Clone(cells)
			traded[a], traded[b] = traded[b], traded[a]
			if nonogram.ClueOf(traded).Equal(clue) {
				want = append(want, lineSwitch{a, b})
			}
		}
	}
	got := lineSwitches(cells, nil)
	slices.SortFunc(got, func(a, b lineSwitch) int { return (a.from-b.from)*100 + a.to - b.to })
	got = slices.Compact(got)
	if !slices.Equal(got, want) {
		t.Errorf("%v: trades %v, want %v", cells, got, want)
	}
}

// TestSwitchedSolution compares the answer on random boards with exchanging the colors of two
// lines at every choice of cells where the lines across allow it.
func TestSwitchedSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 6))
	seen := [3]int{} // no component, two cells, more
	for range 1500 {
		g := nonogram.NewGrid(3+rng.IntN(4), 3+rng.IntN(4))
		inks := 1 + rng.IntN(2)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(rng.IntN(2) * (1 + rng.IntN(inks)))
		}
		p := nonogram.FromGrid(g, make(nonogram.Palette, inks+1))
		least := leastSwitch(p, g)
		switch other := switchedSolution(p, g, func(int) bool { return false }); {
		case (other != nil) != (least > 0):
			t.Fatalf("%v: found %v, the least component exchanges %d cells", g, other, least)
		case other != nil && (other.Equal(g) || nonogram.Check(p, other) != nil):
			t.Fatalf("%v: %v is no other solution", g, other)
		}
		seen[min(least, 3)*2/3]++
	}
	if seen[0] < 100 || seen[1] < 100 || seen[2] < 10 {
		t.Errorf("%v: that tests too little", seen)
	}
}

// leastSwitch is the least number of cells that two lines can exchange, or 0.
func leastSwitch(p *nonogram.Puzzle, g *nonogram.Grid) (least int) {
	try := func(axis nonogram.Axis, n, from, to, step, apart int) {
		for chosen := 1; chosen < 1<<n; chosen++ {
			other, cells := g.Clone(), 0
			for k := range n {
				line := g.Line(nonogram.LineRef{Axis: axis, Index: k}, nil)
				if chosen>>k&1 == 1 && slices.Contains(lineSwitches(line, nil), lineSwitch{from, to}) {
					i, j := k*step+from*apart, k*step+to*apart
					other.Cells[i], other.Cells[j] = g.Cells[j], g.Cells[i]
					cells++
				}
			}
			if cells > 0 && (least == 0 || cells < least) && nonogram.Check(p, other) == nil {
				least = cells
			}
		}
	}
	for to := range max(g.Width, g.Height) {
		for from := range to {
			if to < g.Width {
				try(nonogram.Row, g.Height, from, to, g.Width, 1)
			}
			if to < g.Height {
				try(nonogram.Column, g.Width, from, to, 1, g.Width)
			}
		}
	}
	return least
}

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

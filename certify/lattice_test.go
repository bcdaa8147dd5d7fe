package certify

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// enumerated is what solve should answer, by listing all lines.
func enumerated(clue nonogram.Clue, may []uint64, colors int) (can []uint64, ok bool) {
	can = make([]uint64, len(may))
	cells := make([]nonogram.Color, len(may))
	var cell func(i int)
	cell = func(i int) {
		if i == len(may) {
			if nonogram.ClueOf(cells).Equal(clue) {
				ok = true
				for k, c := range cells {
					can[k] |= 1 << c
				}
			}
			return
		}
		for c := range colors {
			if may[i]>>uint(c)&1 != 0 {
				cells[i] = nonogram.Color(c)
				cell(i + 1)
			}
		}
	}
	cell(0)
	return can, ok
}

func compareLine(t *testing.T, l *lattice, clue nonogram.Clue, may []uint64, colors int) {
	t.Helper()
	before := slices.Clone(may)
	want, wantOK := enumerated(clue, may, colors)
	got, ok := l.solve(clue, may)
	if ok != wantOK || ok && !slices.Equal(got, want) {
		t.Fatalf("clue %v of a line %b: %b %v, want %b %v", clue, may, got, ok, want, wantOK)
	}
	if !slices.Equal(may, before) {
		t.Fatalf("clue %v: the line itself has changed", clue)
	}
}

// TestLatticeExhaustively tries every clue on every line of up to six cells, each
// open, filled, empty or impossible.
func TestLatticeExhaustively(t *testing.T) {
	var l lattice
	for n := 1; n <= 6; n++ {
		for picture := range 1 << n {
			cells := make([]nonogram.Color, n)
			for i := range cells {
				cells[i] = nonogram.Color(picture >> i & 1)
			}
			clue := nonogram.ClueOf(cells)
			for code := range 1 << (2 * n) {
				may := make([]uint64, n)
				for i := range may {
					may[i] = uint64(code >> (2 * i) & 3)
				}
				compareLine(t, &l, clue, may, 2)
			}
		}
	}
}

// TestLatticeInColor tries random lines of up to seven cells in up to four colors,
// and clues that do not fit.
func TestLatticeInColor(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var l lattice
	for range 20_000 {
		n, colors := 1+rng.IntN(7), 2+rng.IntN(3)
		picture := make([]nonogram.Color, n+rng.IntN(2)) // one cell too many, now and then
		for i := range picture {
			picture[i] = nonogram.Color(rng.IntN(colors))
		}
		may := make([]uint64, n)
		for i := range may {
			may[i] = rng.Uint64N(1<<colors) | rng.Uint64N(1<<colors)
		}
		compareLine(t, &l, nonogram.ClueOf(picture), may, colors)
	}
}

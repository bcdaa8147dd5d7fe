package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/solve"
)

// randomPicture fills cells by chance.
func randomPicture(rng *rand.Rand, width, height, colors int, density float64) *nonogram.Grid {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.Float64() < density {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	return g
}

func testPalette(colors int) nonogram.Palette {
	p := make(nonogram.Palette, colors)
	for i := range p {
		p[i].RGB = nonogram.RGB{R: uint8(i * 40)}
	}
	p.AssignSymbols()
	return p
}

// What the gauge leaves open is what the engine's line solving does, for all sizes of
// masks, with changes in between and with given cells.
func TestGaugeAgreesWithEngine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ width, height, colors int }{
		{1, 1, 2}, {5, 5, 2}, {12, 7, 2}, {25, 25, 2}, {63, 10, 2}, {64, 9, 2}, {100, 12, 2}, {140, 6, 2}, {10, 10, 4}, {70, 8, 3},
	} {
		for _, withGiven := range []bool{false, true} {
			name := fmt.Sprintf("%dx%d %d colors, given %v", c.width, c.height, c.colors, withGiven)
			g := randomPicture(rng, c.width, c.height, c.colors, 0.55)
			var given *nonogram.Grid
			if withGiven {
				given = nonogram.NewGrid(c.width, c.height)
				for range 1 + len(g.Cells)/10 {
					i := rng.IntN(len(g.Cells))
					given.Cells[i] = g.Cells[i]
				}
			}
			var m gauge
			m.load(g, c.colors, given)
			for range 5 {
				p := nonogram.FromGrid(g, testPalette(c.colors))
				p.Given = given
				r, err := solve.Solve(t.Context(), p, nonogram.Options{Limit: 1, Budget: nonogram.Budget{Conflicts: 1}})
				if err != nil {
					t.Fatal(name, err)
				}
				if got := m.settle(); got != r.Stats.LineOpen || len(m.OpenCells(nil)) != got {
					t.Fatalf("%s: %d cells open, %d listed, the engine says %d", name, got, len(m.OpenCells(nil)), r.Stats.LineOpen)
				}
				cell := rng.IntN(len(g.Cells))
				if given == nil || given.Cells[cell] == nonogram.Unknown {
					g.Cells[cell] = nonogram.Color(rng.IntN(c.colors))
					m.reread(g, cell)
				}
			}
		}
	}
}

// The lines that a gauge solves are what a repair may spend: with another order of lines
// long repairs end elsewhere, and seeds give other puzzles.
func TestGaugeSolvesAsManyLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 2))
	var got []int64
	for _, c := range []struct{ width, height, colors int }{{25, 25, 2}, {66, 12, 2}, {20, 20, 4}, {70, 15, 3}} {
		var m gauge
		for range 4 {
			m.load(randomPicture(rng, c.width, c.height, c.colors, 0.6), c.colors, nil)
			m.settle()
		}
		got = append(got, m.solved)
	}
	if want := []int64{747, 947, 637, 2102}; !slices.Equal(got, want) {
		t.Errorf("%d lines solved, recorded is %d", got, want)
	}
}

func BenchmarkGauge25(b *testing.B) {
	g := randomPicture(rand.New(rand.NewPCG(1, 1)), 25, 25, 2, 0.55)
	var m gauge
	m.load(g, 2, nil)
	for b.Loop() {
		m.settle()
	}
}

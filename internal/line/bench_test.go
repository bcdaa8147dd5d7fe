package line

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// benchLine is a solvable line with some cells known.
type benchLine struct {
	clue   nonogram.Clue
	line   *Line
	can    []uint64
	weight []float64
}

// randomBenchLine makes a line whose runs have three cells on average, of which
// up to 60 % are known.
func randomBenchLine(rng *rand.Rand, n, colors int) benchLine {
	picture := make([]nonogram.Color, n)
	c := rng.IntN(colors)
	for i := range picture {
		if rng.IntN(3) == 0 {
			if colors == 2 {
				c ^= 1
			} else {
				c = rng.IntN(colors)
			}
		}
		picture[i] = nonogram.Color(c)
	}
	cells := make([]Set, n)
	known := rng.IntN(60)
	for i, c := range picture {
		cells[i] = All(colors)
		if rng.IntN(100) < known {
			cells[i] = Of(c)
		}
	}
	clue := nonogram.ClueOf(picture)
	l := New(clue, n, colors)
	return benchLine{clue, l, l.masks(cells), randomWeights(rng, n*colors, 6)}
}

const benchLines = 256

func randomBenchLines(n, colors int) []benchLine {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(colors)))
	lines := make([]benchLine, benchLines)
	for i := range lines {
		lines[i] = randomBenchLine(rng, n, colors)
	}
	return lines
}

// benchSizes calls a benchmark for every length, black-and-white and with four
// inks.
func benchSizes(b *testing.B, black, colored []int, bench func(b *testing.B, n, colors int)) {
	for _, n := range black {
		b.Run(fmt.Sprintf("black/%d", n), func(b *testing.B) { bench(b, n, 2) })
	}
	for _, n := range colored {
		b.Run(fmt.Sprintf("color/%d", n), func(b *testing.B) { bench(b, n, 5) })
	}
}

func BenchmarkSolve(b *testing.B) {
	benchSizes(b, []int{25, 63, 64, 100, 127, 200, 512}, []int{25, 40, 63, 100, 200}, func(b *testing.B, n, colors int) {
		lines := randomBenchLines(n, colors)
		can := make([]uint64, colors*Words(n))
		var s Scratch
		for i := 0; b.Loop(); i++ {
			c := &lines[i%benchLines]
			copy(can, c.can)
			if !c.line.Solve(can, &s) {
				b.Fatal("infeasible")
			}
		}
		for _, c := range lines[:16] {
			cells := make([]Set, n)
			c.line.sets(c.can, cells)
			want, _ := newReference(c.clue).solve(cells)
			copy(can, c.can)
			if c.line.Solve(can, &s); !slices.Equal(can, c.line.masks(want)) {
				b.Fatal("wrong answer")
			}
		}
	})
}

func BenchmarkFeasible(b *testing.B) {
	benchSizes(b, []int{25, 63, 64, 100, 127, 200, 512}, []int{25, 40, 63, 100, 200}, func(b *testing.B, n, colors int) {
		lines := randomBenchLines(n, colors)
		var s Scratch
		for i := 0; b.Loop(); i++ {
			c := &lines[i%benchLines]
			if !c.line.Feasible(c.can, &s) {
				b.Fatal("infeasible")
			}
		}
	})
}

func BenchmarkMarginals(b *testing.B) {
	benchSizes(b, []int{25, 100, 512}, []int{25, 100}, func(b *testing.B, n, colors int) {
		lines := randomBenchLines(n, colors)
		out := make([]float64, n*colors)
		var s Scratch
		for i := 0; b.Loop(); i++ {
			c := &lines[i%benchLines]
			if !c.line.Marginals(c.can, c.weight, out, &s) {
				b.Fatal("infeasible")
			}
		}
		for _, c := range lines[:4] {
			c.line.Marginals(c.can, c.weight, out, &s)
			total := 0.0
			for i, p := range out {
				if i%colors != 0 {
					total += p
				}
			}
			if d := total - float64(c.clue.Cells()); d > 1e-6 || d < -1e-6 {
				b.Fatal("wrong answer")
			}
		}
	})
}

func BenchmarkCount(b *testing.B) {
	benchSizes(b, []int{25, 100}, []int{25}, func(b *testing.B, n, colors int) {
		lines := randomBenchLines(n, colors)
		var s Scratch
		for i := 0; b.Loop(); i++ {
			c := &lines[i%benchLines]
			if c.line.Count(c.can, &s) == 0 {
				b.Fatal("infeasible")
			}
		}
	})
}

func BenchmarkReset(b *testing.B) {
	benchSizes(b, []int{25, 512}, []int{25}, func(b *testing.B, n, colors int) {
		lines := randomBenchLines(n, colors)
		l := new(Line)
		for i := 0; b.Loop(); i++ {
			c := &lines[i%benchLines]
			l.Reset(c.clue, n, colors)
			if l.Slack() != c.line.Slack() {
				b.Fatal("wrong answer")
			}
		}
	})
}

package solve_test

import (
	"context"
	"testing"

	"nonogram"
	"nonogram/solve"
)

// disc draws a ring with a dot in it: a picture that lines alone solve.
func disc(n int) *nonogram.Puzzle {
	g := nonogram.NewGrid(n, n)
	for y := range n {
		for x := range n {
			dx, dy := 2*x-n+1, 2*y-n+1
			d := dx*dx + dy*dy
			g.Set(y, x, nonogram.Empty)
			if d <= n*n && (d >= n*n/3 || d <= n*n/16) {
				g.Set(y, x, nonogram.Black)
			}
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// benchmark solves the puzzles in turn and verifies every verdict.
func benchmark(b *testing.B, limit int, want func(nonogram.Status) bool, puzzles ...*nonogram.Puzzle) {
	b.Helper()
	var e solve.Engine
	var stats nonogram.Stats
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		r, err := e.Solve(context.Background(), puzzles[i%len(puzzles)], nonogram.Options{Limit: limit})
		if err != nil || !want(r.Status) {
			b.Fatalf("puzzle %d: %v %v", i%len(puzzles), r, err)
		}
		stats.Conflicts += r.Stats.Conflicts
		i++
	}
	b.ReportMetric(float64(stats.Conflicts)/float64(i), "conflicts/op")
}

func unique(s nonogram.Status) bool { return s == nonogram.Unique }

func solvable(s nonogram.Status) bool {
	return s == nonogram.Unique || s == nonogram.Multiple || s == nonogram.Solved
}

func BenchmarkLines5(b *testing.B)   { benchmark(b, 2, unique, disc(5)) }
func BenchmarkLines20(b *testing.B)  { benchmark(b, 2, unique, disc(20)) }
func BenchmarkLines60(b *testing.B)  { benchmark(b, 2, unique, disc(60)) }
func BenchmarkLines200(b *testing.B) { benchmark(b, 2, unique, disc(200)) }

func BenchmarkNoiseFirst25(b *testing.B) {
	benchmark(b, 1, solvable, boards(20, func(seed uint64) *nonogram.Puzzle { return noise(25, 25, 0.45, seed) })...)
}

func BenchmarkNoiseVerdict25(b *testing.B) {
	benchmark(b, 2, solvable, boards(20, func(seed uint64) *nonogram.Puzzle { return noise(25, 25, 0.45, seed) })...)
}

func BenchmarkColorVerdict15(b *testing.B) {
	benchmark(b, 2, solvable, boards(20, func(seed uint64) *nonogram.Puzzle { return colorNoise(15, 15, 4, 0.6, seed) })...)
}

func boards(n int, board func(seed uint64) *nonogram.Puzzle) []*nonogram.Puzzle {
	var list []*nonogram.Puzzle
	for seed := range uint64(n) {
		list = append(list, board(seed))
	}
	return list
}

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

// benchmark solves a puzzle that has a single solution and verifies the verdict.
func benchmark(b *testing.B, p *nonogram.Puzzle) {
	b.Helper()
	var e solve.Engine
	b.ReportAllocs()
	for b.Loop() {
		r, err := e.Solve(context.Background(), p, nonogram.Options{})
		if err != nil || r.Status != nonogram.Unique {
			b.Fatalf("%v %v", r, err)
		}
	}
}

func BenchmarkLines5(b *testing.B)   { benchmark(b, disc(5)) }
func BenchmarkLines20(b *testing.B)  { benchmark(b, disc(20)) }
func BenchmarkLines60(b *testing.B)  { benchmark(b, disc(60)) }
func BenchmarkLines200(b *testing.B) { benchmark(b, disc(200)) }

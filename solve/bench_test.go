package solve_test

import (
	"context"
	"testing"

	"nonogram"
	"nonogram/solve"
)

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

package lab_test

import (
	"context"
	"math/big"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/lab"
)

// BenchmarkMethods runs every method on the first board of the usual series, at a
// size that it can bear, and holds the answer against the clues.
func BenchmarkMethods(b *testing.B) {
	sizes := map[string]int{"bruteforce": 4, "bruteforce_wiki": 5, "recursive_intersect": 15, "recursive_intersect_greedy": 15, "perm_elim": 10, "table_dfs": 10, "row_dfs_cutoff": 10, "dfs_possiblecut": 10}
	for _, m := range lab.Methods() {
		if m.Name == "force" {
			continue // a matter of luck
		}
		n := sizes[m.Name]
		if n == 0 {
			n = 6
		}
		p := firstBoard(b, n)
		b.Run(m.Name, func(b *testing.B) {
			s := m.New(nil)
			nodes := int64(0)
			for b.Loop() {
				r, err := s(context.Background(), p, nonogram.Options{Limit: 1})
				if err != nil {
					b.Fatal(err)
				}
				if m.Complete && (len(r.Solutions) != 1 || nonogram.Check(p, r.Solutions[0]) != nil) {
					b.Fatalf("no solution: %+v", r)
				}
				nodes = r.Stats.Nodes
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}

func firstBoard(b *testing.B, n int) *nonogram.Puzzle {
	b.Helper()
	puzzles, err := generate.Random{Width: n, Height: n, Count: 10, First: 0.5, Last: 0.35, Seed: big.NewInt(12345)}.Puzzles()
	if err != nil {
		b.Fatal(err)
	}
	for p := range puzzles {
		return p
	}
	return nil
}

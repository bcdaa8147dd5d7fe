package solve_test

import (
	"context"
	"fmt"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/families"
	"nonogram/puzzles"
	"nonogram/solve"
)

// Benchmarks of whole packs of boards: one operation solves every board of the
// pack once, so that the time does not depend on which boards a run happens to
// get to. Each answer is verified before the clock starts, and held against that
// first answer, counters included, on every later round; the engine takes the
// same steps each time, so any difference is a fault.

const (
	// packBoards is the number of boards in a pack: enough for some to need a
	// search, few enough for a pack to take a fraction of a second.
	packBoards = 40
	// packSeed is that of the first board. The hardest boards are rare and take as
	// long as all others together; from this seed on, no single one does.
	packSeed = 600
)

// tournamentPack has the densities of a tournament, from 0.50 down to 0.35.
func tournamentPack(side int) []*nonogram.Puzzle {
	var pack []*nonogram.Puzzle
	for i := range packBoards {
		density := 0.5 - 0.15*float64(i)/(packBoards-1)
		pack = append(pack, shuffled(side, 1, density, packSeed+uint64(i)))
	}
	return pack
}

func colorPack(side, inks int) []*nonogram.Puzzle {
	var pack []*nonogram.Puzzle
	for i := range packBoards {
		pack = append(pack, shuffled(side, inks, 0.5, packSeed+uint64(i)))
	}
	return pack
}

func exchangedPack(side int, density float64) []*nonogram.Puzzle {
	var pack []*nonogram.Puzzle
	for i := range packBoards {
		pack = append(pack, exchanged(side, density, packSeed+uint64(i)))
	}
	return pack
}

// drawnPack has drawings of 10×10 to 25×25, many of which lines do not solve.
func drawnPack() []*nonogram.Puzzle {
	var pack []*nonogram.Puzzle
	for i := range packBoards {
		pack = append(pack, families.Blotches(10+i%4*5, 0.5, packSeed+uint64(i)))
	}
	return pack
}

// ordinaryPack is the pack of the program: pictures for people, most of which lines solve.
func ordinaryPack() []*nonogram.Puzzle {
	var pack []*nonogram.Puzzle
	for _, e := range puzzles.All() {
		pack = append(pack, e.Puzzle())
	}
	return pack
}

// solvePack solves every board once.
func solvePack(b *testing.B, e *solve.Engine, pack []*nonogram.Puzzle, limit int, results []*nonogram.Result) {
	for i, p := range pack {
		r, err := e.Solve(context.Background(), p, nonogram.Options{Limit: limit})
		if err != nil {
			b.Fatalf("board %d: %v", i, err)
		}
		if results[i] == nil {
			results[i] = r
		} else if r.Status != results[i].Status || r.Stats != results[i].Stats {
			b.Fatalf("board %d: %v %+v, then %v %+v", i, results[i].Status, results[i].Stats, r.Status, r.Stats)
		}
	}
}

// verifyPack compares answers with the clues and against the pictures.
func verifyPack(b *testing.B, pack []*nonogram.Puzzle, limit int, results []*nonogram.Result) (conflicts int64) {
	b.Helper()
	for i, r := range results {
		found := len(r.Solutions)
		switch known := pack[i].Goal; {
		case r.Status != nonogram.Verdict(found, r.Exhausted, limit) || r.Status == nonogram.Undecided,
			known != nil && r.Status == nonogram.Unsolvable,
			known != nil && r.Status == nonogram.Unique && !r.Solutions[0].Equal(known),
			found == 2 && r.Solutions[0].Equal(r.Solutions[1]):
			b.Fatalf("board %d: %v with %d solutions", i, r.Status, found)
		}
		for _, g := range r.Solutions {
			if err := nonogram.Check(pack[i], g); err != nil {
				b.Fatalf("board %d: %v", i, err)
			}
		}
		conflicts += r.Stats.Conflicts
	}
	return conflicts
}

func benchmarkPack(b *testing.B, limit int, pack []*nonogram.Puzzle) {
	var e solve.Engine
	results := make([]*nonogram.Result, len(pack))
	solvePack(b, &e, pack, limit, results)
	conflicts := verifyPack(b, pack, limit, results)
	for b.Loop() {
		solvePack(b, &e, pack, limit, results)
	}
	b.ReportMetric(float64(conflicts), "conflicts/op")
}

func BenchmarkBoards(b *testing.B) {
	for _, c := range []struct {
		name  string
		limit int
		pack  []*nonogram.Puzzle
	}{
		{"5/verdict", 2, tournamentPack(5)},
		{"20/verdict", 2, tournamentPack(20)},
		{"25/first", 1, tournamentPack(25)},
		{"25/verdict", 2, tournamentPack(25)},
		{"25/none", 2, exchangedPack(25, 0.5)},
		{"drawn", 2, drawnPack()},
		{"ordinary", 2, ordinaryPack()},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkPack(b, c.limit, c.pack) })
	}
}

func BenchmarkProof(b *testing.B) {
	for _, n := range []int{5, 8} {
		b.Run(fmt.Sprintf("dominoes%d", n), func(b *testing.B) {
			benchmarkPack(b, 2, []*nonogram.Puzzle{dominoes(n)})
		})
	}
}

func BenchmarkColors(b *testing.B) {
	for _, inks := range []int{2, 4, 8} {
		b.Run(fmt.Sprintf("20/%d", inks), func(b *testing.B) { benchmarkPack(b, 2, colorPack(20, inks)) })
	}
}

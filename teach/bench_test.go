package teach_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"nonogram"
	"nonogram/format"
	"nonogram/solve"
	"nonogram/teach"
)

// The budgets of the live tools are 5 ms for a hint on 25 × 25 and 5 ms for the
// rating of a typical 20 × 20. The benchmarks check the answers they time.

// cat is the 20 × 20 picture that comes with the project.
func cat(tb testing.TB) *nonogram.Puzzle {
	tb.Helper()
	data, err := os.ReadFile("../internal/examples/cat.non")
	if err != nil {
		tb.Fatal(err)
	}
	for p, err := range format.Decode(data, "cat.non", "") {
		if err != nil {
			tb.Fatal(err)
		}
		return p
	}
	tb.Fatal("no puzzle in cat.non")
	return nil
}

// benchPuzzle makes the first random 25 × 25 puzzle with a single solution whose
// path reaches the given level.
func benchPuzzle(tb testing.TB, density, stay int, level teach.Level) (*nonogram.Puzzle, *teach.Explanation) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(25, uint64(level)))
	for range 20_000 {
		p := smoothPuzzle(rng, 25, density, stay)
		e, err := teach.Explain(tb.Context(), p, teach.Options{Solver: solve.Solve})
		if err != nil {
			tb.Fatal(err)
		}
		if e.Status == nonogram.Unique && e.Rating().Level == level {
			return p, e
		}
	}
	tb.Fatalf("no puzzle of level %s found", level)
	return nil, nil
}

// smoothPuzzle draws random runs and blobs.
func smoothPuzzle(rng *rand.Rand, side, density, stay int) *nonogram.Puzzle {
	g := nonogram.NewGrid(side, side)
	for i := range g.Cells {
		switch {
		case i%side > 0 && rng.IntN(100) < stay:
			g.Cells[i] = g.Cells[i-1]
		case i >= side && rng.IntN(100) < stay:
			g.Cells[i] = g.Cells[i-side]
		case rng.IntN(100) < density:
			g.Cells[i] = nonogram.Black
		default:
			g.Cells[i] = nonogram.Empty
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

func BenchmarkRate20(b *testing.B) {
	p := cat(b)
	for b.Loop() {
		r, err := teach.Rate(b.Context(), p, teach.Options{Solver: solve.Solve})
		if err != nil || r.Status != nonogram.Unique || r.Level != teach.Easy || !r.LineSolvable {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkRate25(b *testing.B) {
	for _, level := range []teach.Level{teach.Easy, teach.Medium, teach.Hard, teach.VeryHard} {
		b.Run(level.String(), func(b *testing.B) {
			p, _ := benchPuzzle(b, 52, 40, level)
			for b.Loop() {
				r, err := teach.Rate(b.Context(), p, teach.Options{Solver: solve.Solve})
				if err != nil || r.Status != nonogram.Unique || r.Level != level {
					b.Fatal(r, err)
				}
			}
		})
	}
}

// BenchmarkHint25 asks for a hint at the beginning, and where a supposition is
// needed.
func BenchmarkHint25(b *testing.B) {
	p, e := benchPuzzle(b, 52, 40, teach.VeryHard)
	hard := 0
	for hard = range e.Steps {
		if e.Steps[hard].Technique == teach.Contradiction {
			break
		}
	}
	stuck := nonogram.NewGrid(p.Width(), p.Height())
	for _, s := range e.Steps[:hard] {
		for _, m := range s.Marks {
			stuck.Set(m.Row, m.Col, m.Color)
		}
	}
	for name, from := range map[string]*nonogram.Grid{"blank": nil, "stuck": stuck} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				a, err := teach.Hint(b.Context(), p, teach.Options{From: from, Solver: solve.Solve})
				if err != nil || a.Kind != "step" || a.Step.Technique.SingleLine() != (from == nil) {
					b.Fatal(a, err)
				}
			}
		})
	}
}

func BenchmarkExplain20(b *testing.B) {
	p := cat(b)
	for b.Loop() {
		e, err := teach.Explain(b.Context(), p, teach.Options{Solver: solve.Solve})
		if err != nil || nonogram.Check(p, e.Grid) != nil {
			b.Fatal(e, err)
		}
		for i := range e.Steps {
			if e.Steps[i].Sentence(p) == "" {
				b.Fatal("a step without a sentence")
			}
		}
	}
}

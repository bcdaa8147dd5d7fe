package teach_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// The rounds of a path are those of the turned and mirrored puzzle.

// TestRoundsAreTransposed compares the rounds of a puzzle with those of its transposed
// and mirrored images: the techniques are equal, and so are the positions after them. Only
// how a round is divided into steps depends on the order of the lines.
func TestRoundsAreTransposed(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	for range 700 {
		p := noise(rng, 2+rng.IntN(3))
		if rng.IntN(5) == 0 {
			blot(rng, p)
		}
		want := rounds(t, p)
		width, height := p.Width(), p.Height()
		compareRounds(t, "transposed", p, want, rounds(t, transpose(p)), func(row, col int) int { return col*height + row })
		compareRounds(t, "mirrored", p, want, rounds(t, mirror(p)), func(row, col int) int { return row*width + width - 1 - col })
		if t.Failed() {
			return
		}
	}
}

// round is a technique and the colors left for each cell after it.
type round struct {
	technique teach.Technique
	cells     []uint
}

func rounds(t *testing.T, p *nonogram.Puzzle) []round {
	t.Helper()
	e, err := teach.Explain(t.Context(), p, teach.Options{Solver: solve.Solve})
	if err != nil {
		t.Fatal(err)
	}
	r := newReplayer(p, nil)
	var list []round
	for _, s := range e.Steps {
		if s.Round == len(list) {
			list = append(list, round{technique: s.Technique})
		}
		for _, m := range s.Marks {
			r.draw(m)
		}
		list[s.Round].cells = slices.Clone(r.cells)
	}
	return list
}

func compareRounds(t *testing.T, image string, p *nonogram.Puzzle, want, got []round, place func(row, col int) int) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%v %v, %s: %d rounds, want %d", p.Rows, p.Cols, image, len(got), len(want))
	}
	for n := range want {
		if got[n].technique != want[n].technique {
			t.Fatalf("%v %v, %s: round %d is %s, want %s", p.Rows, p.Cols, image, n, got[n].technique, want[n].technique)
		}
		for i, left := range want[n].cells {
			if got[n].cells[place(i/p.Width(), i%p.Width())] != left {
				t.Fatalf("%v %v, %s: after round %d, %s, cell %d differs", p.Rows, p.Cols, image, n, want[n].technique, i)
			}
		}
	}
}

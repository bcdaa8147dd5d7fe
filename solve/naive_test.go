package solve

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"nonogram"
)

// naive lists all solutions of a small puzzle: every arrangement of every row,
// columns checked at the end. It shares nothing with the engine but Check.
func naive(p *nonogram.Puzzle) []*nonogram.Grid {
	g := nonogram.NewGrid(p.Width(), p.Height())
	var found []*nonogram.Grid
	var row func(y int)
	row = func(y int) {
		if y == g.Height {
			if nonogram.Check(p, g) == nil {
				found = append(found, g.Clone())
			}
			return
		}
		for _, cells := range arrangements(p.Rows[y], g.Width, len(p.Palette)) {
			copy(g.Row(y), cells)
			row(y + 1)
		}
	}
	row(0)
	return found
}

// arrangements lists all lines of n cells with the given clue.
func arrangements(clue nonogram.Clue, n, colors int) [][]nonogram.Color {
	var list [][]nonogram.Color
	cells := make([]nonogram.Color, n)
	var cell func(i int)
	cell = func(i int) {
		if i == n {
			if reads(nonogram.ClueOf(cells), clue) {
				list = append(list, append([]nonogram.Color(nil), cells...))
			}
			return
		}
		for c := range colors {
			cells[i] = nonogram.Color(c)
			cell(i + 1)
		}
	}
	cell(0)
	return list
}

// reads reports whether a line with one clue is described by another, which may have
// blotted blocks or be missing.
func reads(got, clue nonogram.Clue) bool {
	return clue.Missing() || slices.EqualFunc(got, clue, func(a, b nonogram.Block) bool {
		return a.Color == b.Color && (a.Length == b.Length || b.Length == 0)
	})
}

// blot hides some of the lengths of a puzzle's blocks.
func blot(rng *rand.Rand, p *nonogram.Puzzle) {
	share := rng.Float64()
	for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
		for _, clue := range clues {
			for j := range clue {
				if rng.Float64() < share {
					clue[j].Length = 0
				}
			}
		}
	}
}

// randomPuzzle makes a small puzzle from a random picture; sometimes a clue is
// taken from another picture, so that there may be no solution, and sometimes
// cells are given.
func randomPuzzle(rng *rand.Rand, width, height, colors int) *nonogram.Puzzle {
	palette := make(nonogram.Palette, colors)
	palette.AssignSymbols()
	g := randomGrid(rng, width, height, colors)
	p := nonogram.FromGrid(g, palette)
	p.Goal = nil
	if rng.IntN(4) == 0 {
		other := nonogram.FromGrid(randomGrid(rng, width, height, colors), palette)
		if y := rng.IntN(height); rng.IntN(2) == 0 {
			p.Rows[y] = other.Rows[y]
		} else {
			p.Cols = other.Cols
		}
	}
	if rng.IntN(4) == 0 {
		p.Given = nonogram.NewGrid(width, height)
		for range 1 + rng.IntN(2) {
			p.Given.Cells[rng.IntN(width*height)] = nonogram.Color(rng.IntN(colors))
		}
	}
	return p
}

func randomGrid(rng *rand.Rand, width, height, colors int) *nonogram.Grid {
	g := nonogram.NewGrid(width, height)
	density := 0.2 + 0.6*rng.Float64()
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.Float64() < density {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	return g
}

// naiveSizes are the sizes that naive enumeration bears: width, height, colors.
var naiveSizes = [][3]int{
	{3, 3, 2}, {4, 3, 2}, {3, 4, 2}, {4, 4, 2}, {5, 3, 2}, {1, 6, 2}, {7, 1, 2}, {2, 6, 2},
	{3, 3, 3}, {2, 4, 3}, {4, 2, 4}, {3, 3, 4}, {5, 1, 4}, {1, 4, 5}, {4, 3, 3},
}

// TestAgainstNaive compares Solve with several limits, and Count, with
// enumeration on a hundred thousand random small puzzles.
func TestAgainstNaive(t *testing.T) {
	puzzles := 100_000
	if testing.Short() {
		puzzles = 10_000
	}
	for k, size := range naiveSizes {
		rng := rand.New(rand.NewPCG(uint64(k), 1))
		var e Engine
		for range puzzles/len(naiveSizes) + 1 {
			p := randomPuzzle(rng, size[0], size[1], size[2])
			compare(t, &e, p, naive(p))
			if t.Failed() {
				return
			}
		}
	}
}

// TestBlottedAgainstNaive does so with some lengths hidden.
func TestBlottedAgainstNaive(t *testing.T) {
	puzzles := 15_000
	if testing.Short() {
		puzzles = 1_500
	}
	for k, size := range naiveSizes {
		rng := rand.New(rand.NewPCG(uint64(k), 3))
		var e Engine
		for range puzzles/len(naiveSizes) + 1 {
			p := randomPuzzle(rng, size[0], size[1], size[2])
			blot(rng, p)
			compare(t, &e, p, naive(p))
			if t.Failed() {
				return
			}
		}
	}
}

// TestMissingAgainstNaive does so with lines of which nothing is known.
func TestMissingAgainstNaive(t *testing.T) {
	puzzles := 1_500
	if os.Getenv("NONOGRAM_LONG") != "" {
		puzzles = 60_000
	}
	var solutions [3]int // puzzles with none, one and more
	for k, size := range naiveSizes {
		rng := rand.New(rand.NewPCG(uint64(k), 59))
		var e Engine
		for range puzzles/len(naiveSizes) + 1 {
			p := randomPuzzle(rng, size[0], size[1], size[2])
			if rng.IntN(4) == 0 {
				blot(rng, p)
			}
			hide(rng, p)
			all := naive(p)
			solutions[min(len(all), 2)]++
			compare(t, &e, p, all)
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d puzzles with no solution, one, or more", solutions)
	if slices.Min(solutions[:]) < puzzles/20 {
		t.Errorf("%d puzzles with no solution, one, or more: that tests little", solutions)
	}
}

// hide takes the clues of one to three lines.
func hide(rng *rand.Rand, p *nonogram.Puzzle) {
	for range 1 + rng.IntN(3) {
		if i := rng.IntN(len(p.Rows) + len(p.Cols)); i < len(p.Rows) {
			p.Rows[i] = nonogram.MissingClue()
		} else {
			p.Cols[i-len(p.Rows)] = nonogram.MissingClue()
		}
	}
}

// maxListed bounds the solutions that compare lists.
const maxListed = 300

func compare(t *testing.T, e *Engine, p *nonogram.Puzzle, all []*nonogram.Grid) {
	t.Helper()
	ctx := context.Background()
	for _, limit := range []int{1, 2, 3, len(all) + 1} {
		if limit > maxListed {
			continue
		}
		r, err := e.Solve(ctx, p, nonogram.Options{Limit: limit})
		if err != nil {
			t.Fatalf("rows %v columns %v: %v", p.Rows, p.Cols, err)
		}
		if len(r.Solutions) != min(limit, len(all)) {
			t.Errorf("rows %v columns %v given %v limit %d: %d solutions, there are %d", p.Rows, p.Cols, p.Given, limit, len(r.Solutions), len(all))
			return
		}
		if limit > len(all) && !r.Exhausted {
			t.Errorf("rows %v columns %v: not exhausted", p.Rows, p.Cols)
		}
		if !distinct(r.Solutions) {
			t.Errorf("rows %v columns %v limit %d: a solution is listed twice", p.Rows, p.Cols, limit)
		}
		if want := wantStatus(len(all), limit); r.Status != want && !(limit == 1 && r.Status == nonogram.Unique && len(all) == 1) {
			t.Errorf("rows %v columns %v limit %d: %v, want %v", p.Rows, p.Cols, limit, r.Status, want)
		}
	}
	c, err := e.Count(ctx, p, nonogram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !c.Exact || !c.Count.IsInt64() || c.Count.Int64() != int64(len(all)) {
		t.Errorf("rows %v columns %v given %v: counted %v (exact %v), there are %d", p.Rows, p.Cols, p.Given, c.Count, c.Exact, len(all))
	}
}

func wantStatus(solutions, limit int) nonogram.Status {
	switch {
	case solutions == 0:
		return nonogram.Unsolvable
	case limit == 1:
		return nonogram.Solved
	case solutions == 1:
		return nonogram.Unique
	}
	return nonogram.Multiple
}

func distinct(grids []*nonogram.Grid) bool {
	for i, g := range grids {
		for _, h := range grids[:i] {
			if g.Equal(h) {
				return false
			}
		}
	}
	return true
}

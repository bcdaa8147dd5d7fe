package generate_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/puzzles"
)

// turned is a quarter turn of a grid.
func turned(g *nonogram.Grid) *nonogram.Grid {
	out := nonogram.NewGrid(g.Height, g.Width)
	for y := range g.Height {
		for x := range g.Width {
			out.Set(x, g.Height-1-y, g.At(y, x))
		}
	}
	return out
}

func mirrored(g *nonogram.Grid) *nonogram.Grid {
	out := g.Clone()
	for y := range g.Height {
		slices.Reverse(out.Row(y))
	}
	return out
}

// renamed gives every ink another number.
func renamed(g *nonogram.Grid, inks int) *nonogram.Grid {
	out := g.Clone()
	for i, c := range out.Cells {
		if c != nonogram.Empty && c != nonogram.Unknown {
			out.Cells[i] = 1 + (c+1)%nonogram.Color(inks)
		}
	}
	return out
}

// Whatever is done to a puzzle that leaves it the same puzzle leaves its hash alone,
// given cells included.
func TestHashStays(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 40 {
		inks := 1 + i%4
		p := picture(rng, 3+rng.IntN(10), 3+rng.IntN(10), inks, 0.5)
		if i%2 == 0 {
			p.Given = nonogram.NewGrid(p.Width(), p.Height())
			p.Given.Cells[rng.IntN(len(p.Given.Cells))] = nonogram.Color(rng.IntN(inks + 1))
		}
		want := generate.HashOf(p)
		g, given := p.Goal, p.Given
		for turn := range 4 {
			g = turned(g)
			if given != nil {
				given = turned(given)
			}
			for _, same := range []func(*nonogram.Grid) *nonogram.Grid{
				(*nonogram.Grid).Clone, mirrored, func(g *nonogram.Grid) *nonogram.Grid { return renamed(g, inks) },
			} {
				q := nonogram.FromGrid(same(g), p.Palette)
				q.Title, q.Goal = "another", nil
				if given != nil {
					q.Given = same(given)
				}
				if generate.HashOf(q) != want {
					t.Fatalf("run %d, turn %d: another hash for\n%v", i, turn, g)
				}
			}
		}
	}
}

// Different puzzles have different hashes, among all pictures of 3×3 as well as in the
// pack.
func TestHashTells(t *testing.T) {
	classes := map[string]bool{}
	forms := map[generate.Hash]string{}
	for bits := range 1 << 9 {
		g := nonogram.NewGrid(3, 3)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(bits >> i & 1)
		}
		p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
		class := smallest(g)
		classes[class] = true
		h := generate.HashOf(p)
		if other, ok := forms[h]; ok && other != class {
			t.Fatalf("one hash for %q and %q", other, class)
		}
		forms[h] = class
	}
	if len(forms) != len(classes) {
		t.Errorf("%d hashes for %d puzzles", len(forms), len(classes))
	}
	seen := map[generate.Hash]string{}
	for _, e := range puzzles.All() {
		h := generate.HashOf(e.Puzzle())
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have the same hash", e.Name, other)
		}
		seen[h] = e.Name
	}
}

// smallest is the smallest text of the clues of a picture and its images: the naive
// twin of canonical.
func smallest(g *nonogram.Grid) string {
	best := ""
	for range 4 {
		g = turned(g)
		for _, h := range []*nonogram.Grid{g, mirrored(g)} {
			rows, cols := nonogram.CluesOf(h)
			text := ""
			for _, c := range append(rows, cols...) {
				text += c.String() + "/"
			}
			if best == "" || text < best {
				best = text
			}
		}
	}
	return best
}

func BenchmarkHash(b *testing.B) {
	p := picture(rand.New(rand.NewPCG(1, 1)), 25, 25, 1, 0.5)
	for b.Loop() {
		generate.HashOf(p)
	}
}

// A missing clue is neither an empty line nor a block of unknown length.
func TestHashTellsMissingClues(t *testing.T) {
	seen := map[string]bool{}
	for _, clue := range []nonogram.Clue{nil, {{Length: 0, Color: 1}}, nonogram.MissingClue()} {
		seen[generate.HashOf(&nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{clue}, Cols: []nonogram.Clue{clue}}).String()] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d hashes of three puzzles", len(seen))
	}
}

package certify

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// enumerated computes the result of solve by listing all lines.
func enumerated(clue nonogram.Clue, may []uint64, colors int) (can []uint64, ok bool) {
	can = make([]uint64, len(may))
	cells := make([]nonogram.Color, len(may))
	var cell func(i int)
	cell = func(i int) {
		if i == len(may) {
			if reads(nonogram.ClueOf(cells), clue) {
				ok = true
				for k, c := range cells {
					can[k] |= 1 << c
				}
			}
			return
		}
		for c := range colors {
			if may[i]>>uint(c)&1 != 0 {
				cells[i] = nonogram.Color(c)
				cell(i + 1)
			}
		}
	}
	cell(0)
	return can, ok
}

// reads reports whether a line with one clue is described by another, which may have
// blotted blocks.
func reads(got, clue nonogram.Clue) bool {
	return slices.EqualFunc(got, clue, func(a, b nonogram.Block) bool {
		return a.Color == b.Color && (a.Length == b.Length || b.Length == 0)
	})
}

// TestBlotted tries random lines of up to eight cells in up to four colors, with clues of
// which some or all blocks are blotted, and some that do not fit.
func TestBlotted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 22))
	var l blotted
	impossible := 0
	for range 40_000 {
		colors := 2 + rng.IntN(3)
		n := 1 + rng.IntN(10-colors)
		picture := make([]nonogram.Color, n+rng.IntN(2))
		for i := range picture {
			picture[i] = nonogram.Color(rng.IntN(colors))
		}
		clue := nonogram.ClueOf(picture)
		share := rng.Float64()
		for j := range clue {
			if rng.Float64() < share {
				clue[j].Length = 0
			}
		}
		may := make([]uint64, n)
		for i := range may {
			may[i] = rng.Uint64N(1<<colors) | rng.Uint64N(1<<colors)
		}
		want, wantOK := enumerated(clue, may, colors)
		got, ok := l.solve(clue, may)
		if ok != wantOK || ok && !slices.Equal(got, want) {
			t.Fatalf("clue %v of a line %b: %b %v, want %b %v", clue, may, got, ok, want, wantOK)
		}
		if !ok {
			impossible++
		}
	}
	if impossible < 1000 || impossible > 39_000 {
		t.Errorf("%d of 40,000 lines are impossible", impossible)
	}
}

func compareLine(t *testing.T, l *lattice, clue nonogram.Clue, may []uint64, colors int) {
	t.Helper()
	before := slices.Clone(may)
	want, wantOK := enumerated(clue, may, colors)
	within := make([]span, len(clue))
	for i := range within {
		within[i] = span{0, int32(len(may))}
	}
	got, _, ok := l.solve(clue, may, within)
	if ok != wantOK || ok && !slices.Equal(got, want) {
		t.Fatalf("clue %v of a line %b: %b %v, want %b %v", clue, may, got, ok, want, wantOK)
	}
	if !slices.Equal(may, before) {
		t.Fatalf("clue %v: the line itself has changed", clue)
	}
}

// TestLatticeExhaustively tries every clue on every line of up to six cells, each
// open, filled, empty or impossible.
func TestLatticeExhaustively(t *testing.T) {
	var l lattice
	for n := 1; n <= 6; n++ {
		for picture := range 1 << n {
			cells := make([]nonogram.Color, n)
			for i := range cells {
				cells[i] = nonogram.Color(picture >> i & 1)
			}
			clue := nonogram.ClueOf(cells)
			for code := range 1 << (2 * n) {
				may := make([]uint64, n)
				for i := range may {
					may[i] = uint64(code >> (2 * i) & 3)
				}
				compareLine(t, &l, clue, may, 2)
			}
		}
	}
}

// TestLatticeInColor tries random lines of up to seven cells in up to four colors,
// and clues that do not fit.
func TestLatticeInColor(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var l lattice
	for range 20_000 {
		n, colors := 1+rng.IntN(7), 2+rng.IntN(3)
		picture := make([]nonogram.Color, n+rng.IntN(2)) // one cell too many, now and then
		for i := range picture {
			picture[i] = nonogram.Color(rng.IntN(colors))
		}
		may := make([]uint64, n)
		for i := range may {
			may[i] = rng.Uint64N(1<<colors) | rng.Uint64N(1<<colors)
		}
		compareLine(t, &l, nonogram.ClueOf(picture), may, colors)
	}
}

// TestLatticeWithin restricts where blocks may be, and compares colors and places with
// all arrangements.
func TestLatticeWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var l lattice
	for range 20_000 {
		n, colors := 1+rng.IntN(8), 2+rng.IntN(2)
		cells := make([]nonogram.Color, n)
		for i := range cells {
			cells[i] = nonogram.Color(rng.IntN(colors))
		}
		clue := nonogram.ClueOf(cells)
		slack := n - clue.MinLength()
		within := make([]span, len(clue))
		for i := range within {
			within[i] = span{int32(rng.IntN(slack + 1)), int32(rng.IntN(slack + 1))}
			if rng.IntN(2) == 0 {
				within[i] = span{0, int32(slack)}
			}
		}
		may := make([]uint64, n)
		for i := range may {
			may[i] = uint64(rng.IntN(1<<colors)) | 1<<rng.IntN(colors)
		}
		want, wantSteps, wantOK := arranged(clue, may, within, colors)
		got, steps, ok := l.solve(clue, may, within)
		if ok != wantOK || ok && (!slices.Equal(got, want) || !slices.Equal(steps, wantSteps)) {
			t.Fatalf("clue %v of %b within %v: %b %v %v, want %b %v %v", clue, may, within, got, steps, ok, want, wantSteps, wantOK)
		}
	}
}

// arranged lists all arrangements whose blocks are within their ranges.
func arranged(clue nonogram.Clue, may []uint64, within []span, colors int) (can []uint64, steps []span, ok bool) {
	can = make([]uint64, len(may))
	cells := make([]nonogram.Color, len(may))
	var cell func(i int)
	cell = func(i int) {
		if i < len(may) {
			for c := range colors {
				if may[i]>>uint(c)&1 != 0 {
					cells[i] = nonogram.Color(c)
					cell(i + 1)
				}
			}
			return
		}
		moved := movedBy(clue, cells)
		if moved == nil {
			return
		}
		for b, o := range moved {
			if o < within[b].from || o > within[b].to {
				return
			}
		}
		if !ok {
			ok, steps = true, make([]span, len(clue))
			for b, o := range moved {
				steps[b] = span{o, o}
			}
		}
		for b, o := range moved {
			steps[b] = span{min(steps[b].from, o), max(steps[b].to, o)}
		}
		for k, c := range cells {
			can[k] |= 1 << c
		}
	}
	cell(0)
	return can, steps, ok
}

// movedBy returns the offset of each block from its leftmost start; nil if the cells do not
// match the clue.
func movedBy(clue nonogram.Clue, cells []nonogram.Color) []int32 {
	if !nonogram.ClueOf(cells).Equal(clue) {
		return nil
	}
	moved := []int32{}
	left := 0
	for i, c := range cells {
		if c == nonogram.Empty || i > 0 && cells[i-1] == c {
			continue
		}
		b := len(moved)
		if b > 0 && clue[b-1].Color == c {
			left++
		}
		moved = append(moved, int32(i-left))
		left += clue[b].Length
	}
	return moved
}

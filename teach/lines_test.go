package teach

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/line"
)

// lineBoard makes a board whose first row has the given clue and candidates; the
// columns have nothing to do with it.
func lineBoard(clue nonogram.Clue, sets []line.Set, colors int) *sheet {
	p := &nonogram.Puzzle{Palette: make(nonogram.Palette, colors), Rows: []nonogram.Clue{clue}, Cols: make([]nonogram.Clue, len(sets))}
	b := newSheet(p)
	for i, s := range sets {
		for c := range colors {
			b.restore(candidate{int32(i), uint8(c)})
			if !s.Has(nonogram.Color(c)) {
				b.eliminate(candidate{int32(i), uint8(c)})
			}
		}
	}
	return b
}

// randomLine makes the clue of a random picture and candidates that allow it.
func randomLine(rng *rand.Rand, n, colors int) (nonogram.Clue, []line.Set) {
	picture := make([]nonogram.Color, n)
	stay, ink := rng.IntN(100), 5+rng.IntN(90)
	for i := range picture {
		switch {
		case i > 0 && rng.IntN(100) < stay:
			picture[i] = picture[i-1]
		case rng.IntN(100) < ink:
			picture[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
	}
	sets := make([]line.Set, n)
	known, thinned := rng.IntN(100), rng.IntN(2)*rng.IntN(100)
	for i, c := range picture {
		sets[i] = line.All(colors)
		switch {
		case rng.IntN(100) < known:
			sets[i] = line.Of(c)
		case colors > 2 && rng.IntN(100) < thinned:
			sets[i] = line.Set(rng.Uint64())&line.All(colors) | line.Of(c)
		}
	}
	if rng.IntN(4) == 0 { // known from both ends
		for i := range rng.IntN(n + 1) {
			sets[i] = line.Of(picture[i])
		}
		for i := range rng.IntN(n + 1) {
			sets[n-1-i] = line.Of(picture[n-1-i])
		}
	}
	return nonogram.ClueOf(picture), sets
}

// removed is what complete line logic eliminated in the first row.
func removed(t *testing.T, b *sheet) map[candidate]bool {
	t.Helper()
	all := map[candidate]bool{}
	if !b.solve(0, func(c candidate) { all[c] = true }) {
		t.Fatal("the line has no arrangement")
	}
	return all
}

// TestTechniquesAgainstTheLineSolver holds every technique against the complete
// line solver on random lines: all that it eliminated must be removed there too, it
// must find something now and then, and the same in a mirrored line.
func TestTechniquesAgainstTheLineSolver(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	var used [techniqueCount]int
	for range 20_000 {
		colors := 2 + rng.IntN(3)
		clue, sets := randomLine(rng, 1+rng.IntN(30), colors)
		b := lineBoard(clue, sets, colors)
		sound := removed(t, b)
		if len(sound) == 0 {
			continue
		}
		mirrored := mirrorLine(clue, sets, colors)
		for technique := range LineLogic {
			found := search(b, technique)
			for _, f := range found {
				used[technique]++
				checkFinding(t, b, f, sound, sets)
			}
			if other := search(mirrored, technique); len(other) != len(found) || !slices.Equal(flip(strikesOf(other), len(sets)), strikesOf(found)) {
				t.Fatalf("%s on clue %s, candidates %v: %v, mirrored %v", technique, clue, sets, found, other)
			}
		}
	}
	for technique := range LineLogic {
		if technique != SharedColors && used[technique] < 50 {
			t.Errorf("%s found something in %d lines only", technique, used[technique])
		}
	}
}

func search(b *sheet, technique Technique) []finding {
	var l look
	l.load(b, 0)
	return (&notes{b: b}).search(&l, technique)
}

func checkFinding(t *testing.T, b *sheet, f finding, sound map[candidate]bool, sets []line.Set) {
	t.Helper()
	if len(f.eliminated) == 0 {
		t.Fatalf("%s on clue %s, candidates %v: an empty finding", f.technique, b.clue(0), sets)
	}
	for i, c := range f.eliminated {
		if !sound[c] {
			t.Fatalf("%s on clue %s, candidates %v: eliminated color %d of cell %d, but there is an arrangement with it", f.technique, b.clue(0), sets, c.color, c.cell)
		}
		if slices.Contains(f.eliminated[:i], c) {
			t.Fatalf("%s on clue %s, candidates %v: eliminated color %d of cell %d twice", f.technique, b.clue(0), sets, c.color, c.cell)
		}
	}
}

func mirrorLine(clue nonogram.Clue, sets []line.Set, colors int) *sheet {
	clue, sets = slices.Clone(clue), slices.Clone(sets)
	slices.Reverse(clue)
	slices.Reverse(sets)
	return lineBoard(clue, sets, colors)
}

// strikesOf are all eliminated of some findings, in order.
func strikesOf(found []finding) []candidate {
	var all []candidate
	for _, f := range found {
		all = append(all, f.eliminated...)
	}
	slices.SortFunc(all, compareCandidates)
	return all
}

func flip(eliminated []candidate, cells int) []candidate {
	for i := range eliminated {
		eliminated[i].cell = int32(cells-1) - eliminated[i].cell
	}
	slices.SortFunc(eliminated, compareCandidates)
	return eliminated
}

func compareCandidates(a, b candidate) int {
	if a.cell != b.cell {
		return int(a.cell - b.cell)
	}
	return int(a.color) - int(b.color)
}

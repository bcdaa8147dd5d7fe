package study

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/solve"
)

// The result of a board agrees with all pictures of its size: it is unique if no other
// has its clues, and as many as have them are counted. Painting keeps the filled cells.
func TestAtlasBoards(t *testing.T) {
	const side, inks = 3, 2
	random := rand.New(rand.NewPCG(1, 2))
	palette := painted(nonogram.FromGrid(nonogram.NewGrid(1, 1), nonogram.BlackAndWhite()), inks, random).Palette
	same := map[string]int{}
	pictures := 1
	for range side * side {
		pictures *= inks + 1
	}
	picture := func(code int) *nonogram.Puzzle {
		g := nonogram.NewGrid(side, side)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(code % (inks + 1))
			code /= inks + 1
		}
		return nonogram.FromGrid(g, palette)
	}
	key := func(p *nonogram.Puzzle) string { return fmt.Sprintf("%#v %#v", p.Rows, p.Cols) }
	for code := range pictures {
		same[key(picture(code))]++
	}
	var engine solve.Engine
	seen := map[nonogram.Status]int{}
	for range 1000 {
		p := picture(random.IntN(pictures))
		b, err := newAtlasBoard(t.Context(), &engine, p, true)
		if err != nil {
			t.Fatal(err)
		}
		n := same[key(p)]
		seen[b.Status]++
		if (b.Status == nonogram.Unique) != (n == 1) || !b.Exact || math.Round(math.Pow(10, b.Log10)) != float64(n) || (n > 1 && (b.Open == 0 || b.Level != "")) || (n == 1 && b.Level == "") {
			t.Fatalf("%v has %d pictures: %+v", p, n, b)
		}
	}
	if seen[nonogram.Unique] < 100 || seen[nonogram.Multiple] < 50 {
		t.Errorf("%v", seen)
	}
}

// What docs/atlas has of the full study's small boards comes out again, but for the work
// of the engine, which changes with it.
func TestDocumentedAtlas(t *testing.T) {
	data, err := os.ReadFile("../../docs/atlas/atlas.csv")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	counts := func(record []string) string {
		return strings.Join(append(slices.Clone(record[:7]), record[10], record[20], record[21], record[26]), ",")
	}
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records {
		documented[counts(record)] = true
	}
	s := Full()
	s.AtlasSizes, s.AtlasInks = []int{5, 7}, 2
	l := &laboratory{Settings: &s, step: func() {}, data: &Data{}}
	if err := l.atlas(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range l.data.Atlas {
		if record := counts(l.data.Atlas[i].record()); !documented[record] {
			t.Errorf("docs/atlas/atlas.csv does not have %s", record)
		}
	}
}

// The seed decides the atlas, and another one makes another.
func TestAtlasAgain(t *testing.T) {
	atlas := func(seed uint64) []atlasBin {
		s := Settings{Seed: seed, Atlas: 3, AtlasSizes: []int{5}, AtlasInks: 2, AtlasCounted: 2}
		l := &laboratory{Settings: &s, step: func() {}, data: &Data{}}
		if err := l.atlas(t.Context()); err != nil {
			t.Fatal(err)
		}
		return l.data.Atlas
	}
	first := atlas(7)
	for _, c := range first {
		if len(c.Boards) != 3 || c.Filled == 0 || !c.Boards[1].Counted || c.Boards[2].Counted {
			t.Errorf("%+v", c)
		}
	}
	if !reflect.DeepEqual(first, atlas(7)) {
		t.Error("another atlas of the same seed")
	}
	if reflect.DeepEqual(first, atlas(8)) {
		t.Error("the same atlas of another seed")
	}
}

// One half is found where it is passed, however shares go up and down on the way.
func TestCrossing(t *testing.T) {
	row := func(yes ...float64) []tally {
		var list []tally
		for i, v := range yes {
			list = append(list, tally{density: float64(i+1) / 10, yes: v, of: 10})
		}
		return list
	}
	for _, c := range []struct {
		row  []tally
		want float64
	}{
		{row(0, 2, 4, 6, 10), 0.35},
		{row(8, 1, 2, 4, 6, 10), 0.45},                                 // it begins where it is lowest
		{row(0, 4, 2, 7), 0.35},                                        // 4 and 2 are 3 together
		{row(0, 6, 4, 10), 0.2},                                        // 6 and 4 are one half together
		{row(0, 1, 2), math.NaN()},                                     // never
		{row(6, 7, 8), math.NaN()},                                     // always
		{nil, math.NaN()},                                              // nothing
		{[]tally{{density: 1}}, math.NaN()},                            // no boards
		{append(row(0, 2), tally{0.3, 0, 0}, tally{0.5, 8, 10}), 0.35}, // a cell without votes is none
	} {
		if got := crossing(c.row, 0.5); !(math.Abs(got-c.want) < 1e-9) && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v: %v, want %v", c.row, got, c.want)
		}
	}
}

// A transition that boards were made with lies within its interval, and so does how it
// moves with the side.
func TestTransition(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	sides := []int{8, 16, 32}
	half := func(side int) float64 { return 0.3 + 0.1*math.Log2(float64(side)/8) }
	var rows [][]*atlasBin
	for _, side := range sides {
		var row []*atlasBin
		for _, density := range densities {
			c := &atlasBin{Side: side, Inks: 1, Filled: int(math.Round(density * float64(side*side)))}
			p := 1 / (1 + math.Exp(-(c.density()-half(side))/0.05))
			for range 300 {
				b := atlasBoard{Status: nonogram.Multiple}
				if random.Float64() < p {
					b.Status = nonogram.Unique
				}
				c.Boards = append(c.Boards, b)
			}
			row = append(row, c)
		}
		rows = append(rows, row)
		if tr := transitionOf(row, isUnique); math.Abs(tr.half-half(side)) > 0.02 || tr.low > tr.half || tr.high < tr.half || tr.high-tr.low > 0.05 || math.Abs(tr.width-0.11) > 0.05 {
			t.Errorf("%d: %+v, want %v", side, tr, half(side))
		}
	}
	if d := driftOf(sides, rows); d.low > 0.1 || d.high < 0.1 || d.high-d.low > 0.03 || d.miss > 0.02 {
		t.Errorf("%+v, want 0.1", d)
	}
}

// Undecided boards are no hits, and widen the interval to the top only.
func TestShareOpen(t *testing.T) {
	known, open := share{hits: 10, of: 100}, share{hits: 10, open: 30, of: 100}
	l1, h1 := known.interval()
	l2, h2 := open.interval()
	if known.value() != open.value() || l1 != l2 || h2 < 0.4 || h1 > 0.2 {
		t.Errorf("%v, %v", known, open)
	}
}

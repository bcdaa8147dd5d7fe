package scan

import (
	"context"
	"image/color"
	"math"
	"slices"
	"testing"

	"nonogram"
	"nonogram/scan/internal/see"
)

// sight is what a perfect eye sees of a puzzle.
func sight(p *nonogram.Puzzle) *see.Sight {
	numbers := func(clues []nonogram.Clue) (lines [][]see.Number) {
		for _, c := range clues {
			var line []see.Number
			for _, b := range c {
				line = append(line, see.Number{Choices: []see.Choice{{Values: []int{b.Length}, Color: int(b.Color), LogP: math.Log(0.99)}}})
			}
			lines = append(lines, line)
		}
		return lines
	}
	return &see.Sight{Width: p.Width(), Height: p.Height(), Rows: numbers(p.Rows), Columns: numbers(p.Cols)}
}

// doubt makes a number look rather like another value.
func doubt(n *see.Number, value int, share float64) {
	right := n.Choices[0]
	right.LogP = math.Log(1 - share)
	n.Choices = []see.Choice{{Values: []int{value}, Color: right.Color, LogP: math.Log(share)}, right}
}

// The letter P, which has one solution.
func letter() *nonogram.Puzzle {
	return nonogram.New([][]int{{4}, {1, 1}, {4}, {1}, {1}}, [][]int{{5}, {1, 1}, {1, 1}, {3}, {}})
}

func read(t *testing.T, s *see.Sight, o Options) *Reading {
	t.Helper()
	r, err := decode(context.Background(), o, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func equal(a, b *nonogram.Puzzle) bool {
	same := func(a, b []nonogram.Clue) bool {
		for i := range a {
			if a[i].String() != b[i].String() {
				return false
			}
		}
		return len(a) == len(b)
	}
	return same(a.Rows, b.Rows) && same(a.Cols, b.Cols)
}

// A number whose ink is none of the palette makes the reading improbable, and is named.
func TestForeignInk(t *testing.T) {
	s := sight(letter())
	s.Columns[1][1].Foreign = .9
	r := read(t, s, Options{})
	if r.Probability > .1 || len(r.Doubts) != 1 || r.Doubts[0].Line != (nonogram.LineRef{Axis: nonogram.Column, Index: 1}) || r.Doubts[0].Index != 1 {
		t.Errorf("probability %.3f, doubts %v", r.Probability, r.Doubts)
	}
}

// Each rule corrects what the one before it cannot.
func TestRulesCorrect(t *testing.T) {
	tests := []struct {
		decided Decision
		blur    func(s *see.Sight)
	}{
		{BySight, func(*see.Sight) {}},
		{ByFit, func(s *see.Sight) { doubt(&s.Rows[1][1], 4, 0.9) }},
		{ByTotals, func(s *see.Sight) { doubt(&s.Rows[0][0], 1, 0.9) }},
		{ByUniqueness, func(s *see.Sight) { // one more in a row and in a column adds up too
			doubt(&s.Rows[0][0], 5, 0.9)
			doubt(&s.Columns[1][1], 2, 0.9)
		}},
	}
	for _, test := range tests {
		s := sight(letter())
		test.blur(s)
		r := read(t, s, Options{})
		if !equal(r.Puzzle, letter()) || r.Decided != test.decided || r.Status != nonogram.Unique {
			t.Errorf("%s: read %v / %v, decided by %s, %v", test.decided, r.Puzzle.Rows, r.Puzzle.Cols, r.Decided, r.Status)
		}
		if test.decided == BySight {
			if len(r.Doubts) != 0 || r.Probability < 0.99 {
				t.Errorf("a clear sight has doubts %v, probability %v", r.Doubts, r.Probability)
			}
			continue
		}
		if equal(Unproved(r), letter()) {
			t.Errorf("%s: read without proof-reading too, so that it shows nothing", test.decided)
		}
		if len(r.Doubts) == 0 || r.Doubts[0].Choices[r.Doubts[0].Chosen].Length == r.Doubts[0].Choices[0].Length {
			t.Errorf("%s: the doubts %v do not say what was changed", test.decided, r.Doubts)
		}
	}
}

// Numbers that stand close together are separated by the reading that fits.
func TestPartsNumbers(t *testing.T) {
	s := sight(letter())
	s.Rows[1] = []see.Number{{Choices: []see.Choice{{Values: []int{11}, Color: 1, LogP: -0.01}, {Values: []int{1, 1}, Color: 1, LogP: -5}}}}
	if r := read(t, s, Options{}); !equal(r.Puzzle, letter()) || r.Decided != ByFit {
		t.Errorf("read %v, decided by %s", r.Puzzle.Rows, r.Decided)
	}
}

// A puzzle with several solutions is read as it is printed.
func TestSeveralSolutionsAreAllowed(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	if r := read(t, sight(p), Options{}); !equal(r.Puzzle, p) || r.Status != nonogram.Multiple {
		t.Errorf("read %v / %v, %v", r.Puzzle.Rows, r.Puzzle.Cols, r.Status)
	}
}

// What cannot be a puzzle is shown as it was seen, with nothing promised.
func TestNoReadingIsPuzzle(t *testing.T) {
	s := sight(nonogram.New([][]int{{1}, {2}}, [][]int{{1}, {1}}))
	if r := read(t, s, Options{}); r.Probability != 0 || r.Puzzle.Rows[1].String() != "2" {
		t.Errorf("read %v with probability %v", r.Puzzle.Rows, r.Probability)
	}
}

// Colors have totals of their own.
func TestColorsHaveTotals(t *testing.T) {
	p := letter()
	p.Rows[0][0].Color, p.Cols[0] = 2, nonogram.Clue{{Length: 1, Color: 2}, {Length: 4, Color: 1}}
	p.Cols[1] = nonogram.Clue{{Length: 1, Color: 2}, {Length: 1, Color: 1}}
	p.Cols[2] = nonogram.Clue{{Length: 1, Color: 2}, {Length: 1, Color: 1}}
	p.Cols[3] = nonogram.Clue{{Length: 1, Color: 2}, {Length: 2, Color: 1}}
	s := sight(p)
	s.Palette = make([]color.RGBA, 3)
	n := &s.Rows[2][0] // seen as red
	n.Choices = []see.Choice{{Values: []int{4}, Color: 2, LogP: -0.1}, {Values: []int{4}, Color: 1, LogP: -3}}
	if r := read(t, s, Options{}); r.Puzzle.Rows[2][0].Color != 1 || r.Decided != ByTotals {
		t.Errorf("read color %d, decided by %s", r.Puzzle.Rows[2][0].Color, r.Decided)
	}
}

// Doubts everywhere must not cost time or memory without bound.
func TestManyDoubtsAreBounded(t *testing.T) {
	const side = 60
	s := &see.Sight{Width: side, Height: side}
	for range side {
		var line []see.Number
		for k := range 12 {
			line = append(line, see.Number{Choices: []see.Choice{
				{Values: []int{1 + k%3}, Color: 1, LogP: math.Log(0.4)}, {Values: []int{4}, Color: 1, LogP: math.Log(0.3)}, {Color: 1, LogP: math.Log(0.3)},
			}})
		}
		s.Rows, s.Columns = append(s.Rows, line), append(s.Columns, line)
	}
	if r := read(t, s, Options{Readings: 4}); len(r.Doubts) != 2*side*12 {
		t.Errorf("%d doubts, expected all", len(r.Doubts))
	}
}

// An outer line without a clue may lie beside the board: such a reading claims less.
func TestBareOuterLine(t *testing.T) {
	claim := func(p *nonogram.Puzzle) float64 {
		s := sight(p)
		r := read(t, s, Options{})
		r.sight = s
		r.calibrate()
		return r.Probability
	}
	p := letter()
	whole := claim(p)
	p.Rows = append(p.Rows, nil)
	if bare := claim(p); bare > .99*whole {
		t.Errorf("%.4f with clues at all lines, %.4f without one at the last", whole, bare)
	}
}

// A clue that is printed twice is the one that both places may show.
func TestConfirmed(t *testing.T) {
	read := func(logP float64, lengths ...int) lineReading {
		r := lineReading{logP: logP}
		for _, n := range lengths {
			r.clue = append(r.clue, nonogram.Block{Length: n, Color: nonogram.Black})
		}
		return r
	}
	near, far := []lineReading{read(-.1, 1, 11, 2), read(-3, 2)}, []lineReading{read(-.2, 2), read(-2, 3)}
	got := confirmed(near, far)
	if len(got) != 3 || !slices.Equal(got[0].clue, near[1].clue) || got[0].logP != -3.2 {
		t.Errorf("found %v, expected the clue of both", got)
	}
}

// A small board whose numbers are mostly in doubt is not a puzzle; with few in doubt it is one.
func TestDoubtfulSmallBoard(t *testing.T) {
	clues := [][]int{{1}, {3}, {5}, {3}, {1}}
	p := nonogram.New(clues, clues)
	r := &Reading{Puzzle: p, Status: nonogram.Unique, Probability: .9, sight: sight(p)}
	for doubts := range 7 {
		r.Doubts = make([]Doubt, doubts)
		if got := r.plausible(); got != (doubts <= 5) {
			t.Errorf("%d doubts in ten lines: plausible is %t", doubts, got)
		}
	}
}

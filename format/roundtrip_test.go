package format

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/families"
)

// plainTexts are what people call their puzzles, wildTexts have what formats use
// for themselves.
var (
	plainTexts = []string{"", "Tree", "A. Painter, 1999", "Les œufs"}
	wildTexts  = []string{
		"", "Tree", `a "quoted" & escaped < > ' text`, "two\nlines\tand a tab", "&amp; &#10; é 木 😀", "====", "$1", "{}[]", "rows", "\\n", "x=\"1\"",
		"#", ",", ":x\n#d", "[Dimensions]", "]]>", "1\t2", "%s", `'''"""`,
	}
	plainNames = []string{"red", "blue", "dark-green"}
	wildNames  = []string{"", "red", "ink 1 \"&", "two\nlines", "B", "W", "3", "a,b", "a=b", "#", "white", "black"}
)

// randomPuzzle makes a puzzle that the format can hold, if its texts and names
// are plain. The first one is the smallest there is.
func randomPuzzle(rng *rand.Rand, f *Format, index int, wild bool) *nonogram.Puzzle {
	pick := func() string {
		if wild {
			return wildTexts[rng.IntN(len(wildTexts))]
		}
		return plainTexts[rng.IntN(len(plainTexts))]
	}
	size := 1 + min(index, 12)
	g := nonogram.NewGrid(1+rng.IntN(size), 1+rng.IntN(size))
	var shape *nonogram.Shape
	if f.holds.has(holdsShapes) && rng.IntN(3) == 0 {
		shape = families.Shape(rng, size)
		g = shape.NewGrid()
	}
	palette := randomPalette(rng, f, wild)
	density := rng.Float64()
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rng.Float64() < density && (shape == nil || shape.Has(i)) {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(len(palette)-1))
		}
	}
	p := nonogram.FromGrid(g, palette)
	if p.Shape = shape; shape != nil {
		p.Rows, p.Cols = shape.CluesOf(g)
	}
	p.ID = ordinal(index + 1)
	p.Title, p.Author, p.Copyright, p.License, p.Source, p.Notes = pick(), pick(), pick(), pick(), pick(), pick()
	if id := pick(); f.holds.has(holdsID) && id != "" && f != &tournamentFormat && f != &solutionFormat {
		p.ID = id
	}
	if rng.IntN(2) == 0 {
		p.Given = g.Clone()
		for i := range p.Given.Cells {
			if rng.IntN(3) > 0 || i == 0 || shape != nil && !shape.Has(i) {
				p.Given.Cells[i] = nonogram.Unknown
			}
		}
		if shape == nil {
			p.Given.Cells[len(g.Cells)-1] = g.Cells[len(g.Cells)-1]
		} else if p.Given.Open() == len(g.Cells) {
			p.Given = nil
		}
	}
	if rng.IntN(2) == 0 && !f.Picture {
		p.Goal = nil
		spoil(rng, p, f)
	}
	if f.holds.has(holdsMissing) && rng.IntN(3) == 0 {
		p.Rows[rng.IntN(len(p.Rows))] = nonogram.MissingClue()
		p.Cols[rng.IntN(len(p.Cols))] = nonogram.MissingClue()
	}
	strip(p, f)
	return p
}

// spoil makes clues that need not have a solution, some of unknown length.
func spoil(rng *rand.Rand, p *nonogram.Puzzle, f *Format) {
	most := 200
	if f == &rosettaFormat {
		most = 26
	}
	for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
		clue := clues[rng.IntN(len(clues))]
		for i := range clue {
			clue[i].Length = 1 + rng.IntN(most)
			if rng.IntN(4) == 0 && f.holds.has(holdsBlots) {
				clue[i].Length = 0
			}
		}
	}
}

// randomPalette makes colors. Those that are not wild differ in their looks and
// in their names, where the format has any.
func randomPalette(rng *rand.Rand, f *Format, wild bool) nonogram.Palette {
	palette := nonogram.BlackAndWhite()
	if !f.holds.has(holdsColors) || rng.IntN(3) == 0 {
		return palette
	}
	if rng.IntN(2) == 0 && f.holds.has(holdsPaper) && f != &bmpFormat && f != &gifFormat {
		palette[0] = nonogram.Swatch{RGB: nonogram.RGB{R: 240, G: 240, B: 200}}
		if f.holds.has(holdsNames) {
			palette[0].Name = "paper"
		}
	}
	palette = palette[:1]
	for i := range 1 + rng.IntN(nonogram.MaxColors-1) {
		w := nonogram.Swatch{Symbol: byte('!' + rng.IntN('~'-'!')), RGB: nonogram.RGB{R: uint8(rng.Uint32()), G: uint8(rng.Uint32()), B: uint8(4 * i)}}
		switch {
		case wild:
			w.Name = wildNames[rng.IntN(len(wildNames))]
		case f.holds.has(holdsNames):
			w.Name = fmt.Sprintf("%s%d", plainNames[rng.IntN(len(plainNames))], i)
		}
		if f == &webpbnFormat && !usableInImage(rune(w.Symbol)) {
			w.Symbol = 0
		}
		if wild && rng.IntN(8) == 0 {
			w.RGB = palette[rng.IntN(len(palette))].RGB
		}
		if f.holds.has(holdsTriangles) && rng.IntN(4) == 0 {
			w.Diagonal, w.Right = `/\`[rng.IntN(2)], palette[rng.IntN(len(palette))].RGB
		}
		palette = append(palette, w)
		if i > 3 && rng.IntN(10) > 0 {
			break
		}
	}
	if !f.holds.has(holdsSymbols) {
		for i := range palette {
			palette[i].Symbol = 0
		}
	}
	palette.AssignSymbols()
	return palette
}

// strip takes from a puzzle what the format cannot hold.
func strip(p *nonogram.Puzzle, f *Format) {
	for feature, field := range map[feature]*string{holdsTitle: &p.Title, holdsAuthor: &p.Author, holdsCopyright: &p.Copyright, holdsLicense: &p.License, holdsOrigin: &p.Source, holdsNotes: &p.Notes} {
		if !f.holds.has(feature) {
			*field = ""
		}
	}
	if !f.holds.has(holdsGiven) {
		p.Given = nil
	}
	if !f.holds.has(holdsGoal) {
		p.Goal = nil
	}
	if !f.holds.has(holdsUnused) {
		dropUnused(p)
	}
}

// dropUnused takes the colors that nothing has out of the palette.
func dropUnused(p *nonogram.Puzzle) {
	var to [256]nonogram.Color
	to[nonogram.Unknown] = nonogram.Unknown
	used := usedColors(p)
	palette := p.Palette[:1:1]
	for i, w := range p.Palette[1:] {
		if used[i+1] {
			to[i+1] = nonogram.Color(len(palette))
			w.Symbol = 0
			palette = append(palette, w)
		}
	}
	if len(palette) == 1 {
		palette = append(palette, nonogram.BlackAndWhite()[1])
	}
	palette.AssignSymbols()
	p.Palette = palette
	for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
		for _, clue := range clues {
			for i := range clue {
				clue[i].Color = to[clue[i].Color]
			}
		}
	}
	for _, g := range []*nonogram.Grid{p.Goal, p.Given} {
		if g != nil {
			for i, c := range g.Cells {
				g.Cells[i] = to[c]
			}
		}
	}
}

func decodeAll(t *testing.T, data []byte, format string) []*nonogram.Puzzle {
	t.Helper()
	var puzzles []*nonogram.Puzzle
	for p, err := range Decode(data, "", format) {
		if err != nil {
			t.Fatalf("decoding as %q: %v\n%s", format, err, clip(data))
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}

func clip(data []byte) []byte { return data[:min(len(data), 4000)] }

// TestRoundTrip holds every format to what its Holds claims: a puzzle that has
// nothing else, in ordinary words, comes back as it was.
func TestRoundTrip(t *testing.T) {
	forWriters(t, func(t *testing.T, f *Format, rng *rand.Rand) {
		for round := range roundTrips {
			roundTrip(t, f, randomPuzzles(t, rng, f, round, false))
		}
	})
}

// TestRoundTripWild has texts and names full of what formats use for themselves.
// Some formats keep them all; the others say that they do not, and what they
// made of them stays as it is from then on.
func TestRoundTripWild(t *testing.T) {
	forWriters(t, func(t *testing.T, f *Format, rng *rand.Rand) {
		for round := range roundTrips {
			puzzles := randomPuzzles(t, rng, f, round, true)
			if f == &nonFormat || f == &jsonFormat {
				roundTrip(t, f, puzzles)
				continue
			}
			for _, p := range puzzles {
				settles(t, f, p)
			}
		}
	})
}

const roundTrips = 200

func forWriters(t *testing.T, check func(t *testing.T, f *Format, rng *rand.Rand)) {
	for _, f := range All() {
		if f.Writes() {
			t.Run(f.Name, func(t *testing.T) { check(t, f, rand.New(rand.NewPCG(1, uint64(len(f.Name))))) })
		}
	}
}

// randomPuzzles makes as many puzzles as a file of the format holds.
func randomPuzzles(t *testing.T, rng *rand.Rand, f *Format, round int, wild bool) []*nonogram.Puzzle {
	t.Helper()
	n := 1
	if f.holds.has(holdsMany) {
		n += rng.IntN(4)
	}
	var puzzles []*nonogram.Puzzle
	for i := range n {
		p := randomPuzzle(rng, f, i+round%2*9, wild)
		for !wild && f.accepts(p) != nil { // a full sheet of one light ink, for instance
			p = randomPuzzle(rng, f, i+round%2*9, wild)
		}
		if p.ID == ordinal(i+round%2*9+1) {
			p.ID = ordinal(i + 1)
		}
		if lost := Losses(f, p); len(lost) > 0 && !wild {
			t.Fatalf("losses %q of a puzzle without what %s cannot hold:\n%s", lost, f.Name, sketch(p))
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}

// settles writes a puzzle, and what came of it once more: the clues are the
// same, and nothing is lost the second time.
func settles(t *testing.T, f *Format, p *nonogram.Puzzle) {
	t.Helper()
	q, err := f.readBack(p)
	if errors.Is(err, ErrCannotHold) {
		return
	}
	if err != nil {
		t.Fatalf("%v for\n%s", err, sketch(p))
	}
	if _, err := matchColors(p, q); err != nil {
		t.Fatalf("%v: got\n%s\nwant\n%s", err, sketch(q), sketch(p))
	}
	if lost := Losses(f, q); len(lost) > 0 {
		t.Fatalf("losses %q of\n%s\nwhich comes from the format itself", lost, sketch(q))
	}
	again, err := f.readBack(q)
	if err != nil || !reflect.DeepEqual(again, q) {
		t.Fatalf("%v: got\n%s\nwant\n%s", err, sketch(again), sketch(q))
	}
}

// roundTrip encodes puzzles, decodes them with and without the format's name,
// and wants them back as they were.
func roundTrip(t *testing.T, f *Format, puzzles []*nonogram.Puzzle) {
	t.Helper()
	var buf bytes.Buffer
	if err := Encode(&buf, f.Name, puzzles...); err != nil {
		t.Fatal(err)
	}
	if got, err := (Decoder{}).Detect(buf.Bytes(), "x"+f.Extensions[0]); (err != nil || got != f) && f != &solutionFormat {
		t.Fatalf("detected %v, %v in\n%s", got, err, clip(buf.Bytes())) // a solution of a few cells may be clues as well
	}
	got := decodeAll(t, buf.Bytes(), f.Name)
	if len(got) != len(puzzles) {
		t.Fatalf("got %d puzzles, want %d\n%s", len(got), len(puzzles), clip(buf.Bytes()))
	}
	for i := range got {
		if !reflect.DeepEqual(got[i], puzzles[i]) {
			t.Fatalf("puzzle %d: got\n%s\nwant\n%s\nfrom\n%s", i, sketch(got[i]), sketch(puzzles[i]), clip(buf.Bytes()))
		}
	}
}

// TestConvert sends colored puzzles through all formats that hold colors.
func TestConvert(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		p := randomPuzzle(rng, &webpbnFormat, 10, false)
		if p.Blotted() || p.Palette.Triangles() || p.Shape != nil { // which non cannot hold
			continue
		}
		got := p
		for _, name := range []string{"non", "json", "webpbn", "json", "non", "webpbn"} {
			var buf bytes.Buffer
			if err := Encode(&buf, name, got); err != nil {
				t.Fatal(err)
			}
			got = decodeAll(t, buf.Bytes(), "")[0]
		}
		if !reflect.DeepEqual(got, p) {
			t.Fatalf("got\n%s\nwant\n%s", sketch(got), sketch(p))
		}
	}
}

// TestRoundTripRaggedTournament has square boards whose size cannot be found
// from the sums.
func TestRoundTripRaggedTournament(t *testing.T) {
	for _, rows := range [][][]int{{{1}, {}, {}}, {{}, {}, {}}, {{2}, {2}, {}}} {
		p := nonogram.New(rows, [][]int{{1}, {1}, {}})
		p.ID = "1"
		q := nonogram.New(rows, [][]int{{2}, {}, {1}})
		q.ID = "2"
		roundTrip(t, &tournamentFormat, []*nonogram.Puzzle{p, q})
	}
}

// TestExactOutput pins the written bytes.
func TestExactOutput(t *testing.T) {
	g := &nonogram.Grid{Width: 3, Height: 2, Cells: []nonogram.Color{1, 0, 2, 0, 0, 0}}
	colored := nonogram.FromGrid(g, nonogram.Palette{
		{Name: "white", Symbol: '.', RGB: nonogram.RGB{R: 255, G: 255, B: 255}},
		{Name: "red", Symbol: 'r', RGB: nonogram.RGB{R: 255}},
		{Name: "blue", Symbol: '%', RGB: nonogram.RGB{B: 255}},
	})
	colored.ID, colored.Title, colored.Source = "7", `"Two" & dots`, "here"
	plain := nonogram.New([][]int{{1, 1}, {}}, [][]int{{1}, {}, {1}})
	plain.ID = "1"
	plain.Given = nonogram.NewGrid(3, 2)
	plain.Given.Set(1, 2, nonogram.Empty)
	square := nonogram.New([][]int{{1}, {1}}, [][]int{{2}, {}})
	square.ID = "5"
	tests := []struct {
		format string
		p      *nonogram.Puzzle
		want   string
	}{
		{"non", colored, "id \"7\"\ncatalogue \"here\"\ntitle \"&quot;Two&quot; &amp; dots\"\nwidth 3\nheight 2\n" +
			"color r #ff0000\nswatch r r \"red\"\ncolor % #0000ff\nswatch % % \"blue\"\n\nrows\n1r,1%\n0\n\ncolumns\n1r\n0\n1%\n\ngoal \"r0%000\"\n"},
		{"non", plain, "width 3\nheight 2\n\nrows\n1,1\n0\n\ncolumns\n1\n0\n1\n\ngiven \"?????0\"\n"},
		{"nin", plain, "3 2\n1 1\n0\n1\n0\n1\n"},
		{"mk", plain, "2 3\n1 1\n0\n#\n1\n0\n1\n"},
		{"tatham", plain, "3x2:1//1/1.1/,f\n"},
		{"tournament", plain, "$1 3x2\n1\n\n1\n1\t1\n\n"},
		{"tournament", square, "$5\n2\n\n1\n1\n"},
		{"json", plain, "{\n  \"id\": \"1\",\n  \"rows\": [\n    [1, 1],\n    []\n  ],\n  \"columns\": [\n    [1],\n    [],\n    [1]\n  ],\n  \"given\": [\n    \"???\",\n    \"??.\"\n  ]\n}\n"},
		{"json", colored, `{
  "id": "7",
  "title": "\"Two\" & dots",
  "source": "here",
  "palette": [
    {"name": "white", "symbol": ".", "color": "#ffffff"},
    {"name": "red", "symbol": "r", "color": "#ff0000"},
    {"name": "blue", "symbol": "%", "color": "#0000ff"}
  ],
  "rows": [
    [{"n": 1, "c": "r"}, {"n": 1, "c": "%"}],
    []
  ],
  "columns": [
    [{"n": 1, "c": "r"}],
    [],
    [{"n": 1, "c": "%"}]
  ],
  "goal": [
    "r.%",
    "..."
  ]
}
`},
		{"webpbn", colored, `<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<puzzle type="grid" defaultcolor="red">
<source>here</source>
<title>&quot;Two&quot; &amp; dots</title>
<id>7</id>
<color name="white" char=".">FFFFFF</color>
<color name="red" char="r">FF0000</color>
<color name="blue" char="%">0000FF</color>
<clues type="columns">
<line><count>1</count></line>
<line></line>
<line><count color="blue">1</count></line>
</clues>
<clues type="rows">
<line><count>1</count><count color="blue">1</count></line>
<line></line>
</clues>
<solution type="goal">
<image>
|r.%|
|...|
</image>
</solution>
</puzzle>
</puzzleset>
`},
	}
	for _, tt := range tests {
		var sb strings.Builder
		if err := Encode(&sb, tt.format, tt.p); err != nil {
			t.Error(err)
		} else if sb.String() != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.format, sb.String(), tt.want)
		}
	}
	var sb strings.Builder
	if err := Encode(&sb, "json", plain, colored); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"1","rows":[[1,1],[]],"columns":[[1],[],[1]],"given":["???","??."]}` + "\n"
	if !strings.HasPrefix(sb.String(), want) || strings.Count(sb.String(), "\n") != 2 {
		t.Errorf("JSON lines: got\n%s", sb.String())
	}
}

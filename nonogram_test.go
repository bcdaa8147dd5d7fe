package nonogram_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"nonogram"
)

// Clues, puzzles, validation and checking, against small examples and naive code.

func TestClue(t *testing.T) {
	for _, c := range []struct {
		clue      nonogram.Clue
		text      string
		cells     int
		minLength int
	}{
		{nil, "0", 0, 0},
		{nonogram.BlackClue(), "0", 0, 0},
		{nonogram.BlackClue(0), "0", 0, 0},
		{nonogram.BlackClue(3, 1), "3 1", 4, 5},
		{nonogram.Clue{{3, 1}, {1, 2}}, "3 1:2", 4, 4},
		{nonogram.Clue{{3, 2}, {1, 2}}, "3:2 1:2", 4, 5},
		{nonogram.Clue{{0, 1}, {2, 1}}, "? 2", 2, 4},
	} {
		if got := c.clue.String(); got != c.text {
			t.Errorf("String() = %q, want %q", got, c.text)
		}
		if got := c.clue.Cells(); got != c.cells {
			t.Errorf("%s: Cells() = %d, want %d", c.text, got, c.cells)
		}
		if got := c.clue.MinLength(); got != c.minLength {
			t.Errorf("%s: MinLength() = %d, want %d", c.text, got, c.minLength)
		}
	}
}

func TestClueOf(t *testing.T) {
	for _, c := range []struct {
		cells []nonogram.Color
		want  string
	}{
		{nil, "0"},
		{[]nonogram.Color{0, 0}, "0"},
		{[]nonogram.Color{1, 1, 0, 1}, "2 1"},
		{[]nonogram.Color{2, 1, 1, 0, 2}, "1:2 2 1:2"},
		{[]nonogram.Color{1, nonogram.Unknown, 1}, "1 1"},
	} {
		if got := nonogram.ClueOf(c.cells).String(); got != c.want {
			t.Errorf("ClueOf(%v) = %s, want %s", c.cells, got, c.want)
		}
	}
}

func colored(rows, cols []nonogram.Clue) *nonogram.Puzzle {
	palette := nonogram.Palette{{Name: "white"}, {Name: "red"}, {Name: "blue"}}
	palette.AssignSymbols()
	return &nonogram.Puzzle{Palette: palette, Rows: rows, Cols: cols}
}

func TestValidate(t *testing.T) {
	badGiven := nonogram.New([][]int{{1}}, [][]int{{1}})
	badGiven.Given = nonogram.NewGrid(2, 1)
	badGivenColor := nonogram.New([][]int{{1}}, [][]int{{1}})
	badGivenColor.Given = nonogram.NewGrid(1, 1)
	badGivenColor.Given.Cells[0] = 5
	for _, c := range []struct {
		name       string
		p          *nonogram.Puzzle
		kinds      []nonogram.ProblemKind
		message    string
		unsolvable bool
	}{
		{"fine", nonogram.New([][]int{{1, 1}, {}}, [][]int{{1}, {}, {1}}), nil, "", false},
		{"empty", nonogram.New(nil, nil), []nonogram.ProblemKind{"size"}, "at least one row", false},
		{"one-dimensional", nonogram.New([][]int{{1}}, nil), []nonogram.ProblemKind{"size"}, "1", false},
		{"wide", nonogram.New(make([][]int, 1), make([][]int, nonogram.MaxSide+1)), []nonogram.ProblemKind{"size"}, "10000 cells a side", false},
		{"large", nonogram.New(make([][]int, 4000), make([][]int, 4000)), []nonogram.ProblemKind{"size"}, "4000000 cells", false},
		{"too long", nonogram.New([][]int{{2, 2}, {4}}, [][]int{{2}, {2}, {2}, {2}}), []nonogram.ProblemKind{"clue too long"}, "row 1: the clue 2 2 needs 5 cells, the line has 4", true},
		{"block too long", nonogram.New([][]int{{1_000_000_000}}, [][]int{{1}}), []nonogram.ProblemKind{"clue too long"}, "row 1: block 1 is 1000000000, the line has only 1 cell", true},
		{"totals", nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {}}), []nonogram.ProblemKind{"totals differ"}, "the rows ask for 2 filled cells, the columns for 1", true},
		{"negative", nonogram.New([][]int{{-1}}, [][]int{{1}}), []nonogram.ProblemKind{"block"}, "row 1: block 1 is -1", false},
		{"color totals", colored([]nonogram.Clue{{{1, 1}, {1, 2}}}, []nonogram.Clue{{{1, 1}}, {{1, 1}}}),
			[]nonogram.ProblemKind{"totals differ", "totals differ"}, `1 cell of color "red", the columns for 2`, true},
		{"unknown color", colored([]nonogram.Clue{{{1, 7}}}, []nonogram.Clue{{{1, 1}}}), []nonogram.ProblemKind{"color"}, "row 1: block 1 has color 7", false},
		{"background block", colored([]nonogram.Clue{{{1, 0}}}, []nonogram.Clue{{{1, 1}}}), []nonogram.ProblemKind{"color"}, "color 0", false},
		{"no palette", &nonogram.Puzzle{Rows: make([]nonogram.Clue, 1), Cols: make([]nonogram.Clue, 1)}, []nonogram.ProblemKind{"palette"}, "palette", false},
		{"given size", badGiven, []nonogram.ProblemKind{"given cells"}, "2 × 1", false},
		{"given color", badGivenColor, []nonogram.ProblemKind{"given cells"}, "row 1: the given cell in column 1 has color 5", false},
		{"several", nonogram.New([][]int{{-1}, {3}}, [][]int{{9}, {1}}),
			[]nonogram.ProblemKind{"block", "clue too long", "clue too long"}, "column 1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := nonogram.Validate(c.p)
			if c.kinds == nil {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var invalid *nonogram.InvalidError
			if !errors.As(err, &invalid) {
				t.Fatalf("got %v, want an InvalidError", err)
			}
			if len(invalid.Problems) != len(c.kinds) {
				t.Fatalf("problems %v, want %v", invalid.Problems, c.kinds)
			}
			for i, k := range c.kinds {
				if invalid.Problems[i].Kind != k {
					t.Errorf("problem %d is %v, want kind %q", i, invalid.Problems[i], k)
				}
			}
			if !strings.Contains(err.Error(), c.message) {
				t.Errorf("message %q does not contain %q", err, c.message)
			}
			if invalid.Unsolvable() != c.unsolvable {
				t.Errorf("Unsolvable() = %v", invalid.Unsolvable())
			}
		})
	}
}

func grid(rows ...string) *nonogram.Grid {
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	for y, row := range rows {
		for x := range row {
			switch row[x] {
			case '.':
				g.Set(y, x, nonogram.Empty)
			case '#':
				g.Set(y, x, nonogram.Black)
			case '2':
				g.Set(y, x, 2)
			}
		}
	}
	return g
}

// Small boards are read as words and large ones cell by cell; a picture passes at
// every size around the border, and with any cell flipped it has another total. A color
// that the palette does not have fails even where its lowest bit is right.
func TestCheckSizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, side := range []int{1, 2, 5, 8, 9, 63, 64, 65} {
		g := nonogram.NewGrid(side, 64)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(rng.IntN(8) / 3 & 1)
		}
		p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
		if err := nonogram.Check(p, g); err != nil {
			t.Errorf("width %d: %v", side, err)
		}
		for i := range g.Cells {
			for _, change := range []nonogram.Color{1, 2, 128} {
				g.Cells[i] ^= change
				if nonogram.Check(p, g) == nil {
					t.Errorf("width %d: a grid with cell %d changed by %d passes", side, i, change)
				}
				g.Cells[i] ^= change
			}
		}
	}
}

func TestCheck(t *testing.T) {
	p := nonogram.New([][]int{{1, 1}, {2}}, [][]int{{2}, {1}, {1}})
	given := nonogram.New([][]int{{1, 1}, {2}}, [][]int{{2}, {1}, {1}})
	given.Given = grid("?.?", "???")
	wrongGiven := nonogram.New([][]int{{1, 1}, {2}}, [][]int{{2}, {1}, {1}})
	wrongGiven.Given = grid("???", "??#")
	smallGiven := nonogram.New([][]int{{1, 1}, {2}}, [][]int{{2}, {1}, {1}})
	smallGiven.Given = nonogram.NewGrid(1, 1)
	blotted := nonogram.New([][]int{{1, 1}, {0, 0}}, [][]int{{2}, {1}, {1}})
	blotted.Rows[1] = nonogram.Clue{{Length: 0, Color: 1}}
	for _, c := range []struct {
		name string
		p    *nonogram.Puzzle
		g    *nonogram.Grid
		want string
	}{
		{"right", p, grid("#.#", "##."), ""},
		{"right with given cells", given, grid("#.#", "##."), ""},
		{"against given cells", wrongGiven, grid("#.#", "##."), "row 2: the cell in column 3 contradicts the given cell"},
		{"wrong row", p, grid("##.", "##."), "row 1: the clue is 1 1, the grid has 2"},
		{"wrong column", p, grid("#.#", ".##"), "column 1: the clue is 2, the grid has 1"},
		{"open cell", p, grid("#?#", "##."), "row 1: the cell in column 2 is not decided"},
		{"foreign color", p, grid("#.2", "##."), "row 1: the cell in column 3 has color 2"},
		{"size", p, grid("#.#"), "grid 3 × 1, puzzle 3 × 2"},
		{"size of the given cells", smallGiven, grid("#.#", "##."), "given cells 1 × 1, puzzle 3 × 2"},
		{"blotted", blotted, grid("#.#", "##."), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := nonogram.Check(c.p, c.g)
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestFromGrid(t *testing.T) {
	g := grid("#2.", "..2")
	p := nonogram.FromGrid(g, nonogram.Palette{{}, {Symbol: '#'}, {Symbol: 'b'}})
	if err := nonogram.Check(p, g); err != nil {
		t.Fatal(err)
	}
	if got := p.Cols[1].String(); got != "1:2" {
		t.Errorf("column 2 is %s", got)
	}
	if got := p.Clue(nonogram.LineRef{Axis: nonogram.Row, Index: 0}).String(); got != "1 1:2" {
		t.Errorf("row 1 is %s", got)
	}
	if n := len(p.Lines()); n != 5 {
		t.Errorf("%d lines", n)
	}
}

func TestPaletteSymbols(t *testing.T) {
	p := nonogram.Palette{{Symbol: 'w'}, {Symbol: 'r'}, {Symbol: 'r'}, {Symbol: '?'}, {}}
	p.AssignSymbols()
	seen := map[byte]bool{'?': true}
	for i, s := range p {
		if seen[s.Symbol] || s.Symbol <= ' ' {
			t.Errorf("entry %d has symbol %q", i, s.Symbol)
		}
		seen[s.Symbol] = true
	}
	if p[0].Symbol != '.' || p[1].Symbol != 'r' {
		t.Errorf("symbols %q %q were not kept", p[0].Symbol, p[1].Symbol)
	}
	if c, ok := p.BySymbol('r'); !ok || c != 1 {
		t.Errorf("BySymbol: %d %v", c, ok)
	}
}

func TestPaletteOfMaxColors(t *testing.T) {
	p := make(nonogram.Palette, nonogram.MaxColors)
	p.AssignSymbols()
	seen := map[byte]bool{}
	for _, s := range p {
		if seen[s.Symbol] {
			t.Fatalf("symbol %q twice", s.Symbol)
		}
		seen[s.Symbol] = true
	}
}

func TestStatusText(t *testing.T) {
	for s := nonogram.Undecided; s <= nonogram.Unsolvable; s++ {
		text, _ := s.MarshalText()
		var back nonogram.Status
		if err := back.UnmarshalText(text); err != nil || back != s {
			t.Errorf("%s: %v %v", text, back, err)
		}
	}
	if err := new(nonogram.Status).UnmarshalText([]byte("perhaps")); err == nil {
		t.Error("no error for an unknown status")
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		found     int
		exhausted bool
		limit     int
		want      nonogram.Status
	}{
		{0, false, 2, nonogram.Undecided},
		{0, true, 2, nonogram.Unsolvable},
		{1, false, 1, nonogram.Solved},
		{1, true, 1, nonogram.Unique},
		{1, false, 2, nonogram.Undecided},
		{1, true, 2, nonogram.Unique},
		{2, false, 2, nonogram.Multiple},
		{5, true, 9, nonogram.Multiple},
	} {
		if got := nonogram.Verdict(c.found, c.exhausted, c.limit); got != c.want {
			t.Errorf("Verdict(%d, %v, %d) = %v, want %v", c.found, c.exhausted, c.limit, got, c.want)
		}
	}
}

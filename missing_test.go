package nonogram_test

import (
	"slices"
	"strings"
	"testing"

	"nonogram"
)

// Lines of which nothing is known.

func TestMissingClue(t *testing.T) {
	missing := nonogram.MissingClue()
	if !missing.Missing() || missing.String() != "*" || missing.Cells() != 0 || missing.MinLength() != 0 {
		t.Errorf("%s has %d cells and needs %d", missing, missing.Cells(), missing.MinLength())
	}
	for _, other := range []nonogram.Clue{nil, {}, nonogram.BlackClue(0), nonogram.BlackClue(1), {{Length: 0, Color: 1}}, {{Color: nonogram.Unknown}, {Color: nonogram.Unknown}}} {
		if other.Missing() || other.Equal(missing) {
			t.Errorf("%v is taken for a missing clue", []nonogram.Block(other))
		}
	}
	p := nonogram.New([][]int{{2}, {1}}, [][]int{{2}, {1}})
	if p.Missing() {
		t.Error("no clue is missing")
	}
	p.Cols[1] = nonogram.MissingClue()
	if !p.Missing() || p.Blotted() || !strings.Contains(p.String(), "columns: 2, *") {
		t.Errorf("missing %v, blotted %v: %v", p.Missing(), p.Blotted(), p)
	}
}

// What lines with clues ask for is compared with what the others can hold.
func TestMissingTotals(t *testing.T) {
	colored := nonogram.Palette{{}, {Name: "red", Symbol: 'r'}, {Name: "blue", Symbol: 'b'}}
	of := func(clues ...string) (list []nonogram.Clue) {
		for _, c := range clues {
			switch c {
			case "*":
				list = append(list, nonogram.MissingClue())
			case "rr":
				list = append(list, nonogram.Clue{{Length: 2, Color: 1}})
			case "b":
				list = append(list, nonogram.Clue{{Length: 1, Color: 2}})
			default:
				list = append(list, nonogram.BlackClue(len(c)))
			}
		}
		return list
	}
	for _, c := range []struct {
		rows, cols []nonogram.Clue
		palette    nonogram.Palette
		want       string
	}{
		{of("*", "*"), of("*", "*"), nil, ""},
		{of("##", "*"), of("#", "#"), nil, ""},
		{of("##", "*"), of("##", "##"), nil, ""},
		{of("##", "##", "*"), of("#", "#"), nil, "the rows ask for at least 4 filled cells, the columns for at most 2"},
		{of("#", "", "*"), of("###", "###"), nil, "the columns ask for at least 6 filled cells, the rows for at most 3"},
		{of("##", "##", "##"), of("#", "*"), nil, "the rows ask for at least 6 filled cells, the columns for at most 4"},
		{of("##", "##", "##"), of("###", "*"), nil, ""},
		{of("rr", "b"), of("b", "*"), colored, ""},
		{of("rr", "*"), of("b", "b"), colored, `the rows ask for at least 2 cells of color "red", the columns for at most 0`},
	} {
		p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: c.rows, Cols: c.cols}
		if c.palette != nil {
			p.Palette = c.palette
		}
		err := nonogram.Validate(p)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%v %v: got %v, want %q", c.rows, c.cols, err, c.want)
		}
	}
	bad := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{{{Color: nonogram.Unknown}, {Length: 1, Color: 1}}}, Cols: of("*", "*", "*")}
	if err := nonogram.Validate(bad); err == nil {
		t.Error("a missing clue with more blocks is accepted")
	}
}

// A line without a clue fits whatever it has, as long as its cells are known and of the palette.
func TestCheckMissing(t *testing.T) {
	for size, palette := range map[int]nonogram.Palette{3: nonogram.BlackAndWhite(), 70: nonogram.BlackAndWhite(), 4: {{}, {}, {}}} {
		g := nonogram.NewGrid(size, size)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(i * i % 7 % len(palette))
		}
		p := nonogram.FromGrid(g, palette)
		for _, lines := range [][]nonogram.Clue{p.Rows, p.Cols} {
			clue := lines[1]
			lines[1] = nonogram.MissingClue()
			if err := nonogram.Check(p, g); err != nil {
				t.Errorf("size %d: %v", size, err)
			}
			lines[1] = clue
		}
		rows := slices.Clone(p.Rows)
		p.Rows[1] = nonogram.MissingClue()
		h := g.Clone()
		h.Set(1, 0, (g.At(1, 0)+1)%nonogram.Color(len(palette)))
		if nonogram.Check(p, h) == nil {
			t.Errorf("size %d: the column is not compared", size)
		}
		h.Set(1, 0, nonogram.Unknown)
		if nonogram.Check(p, h) == nil {
			t.Errorf("size %d: a cell is not known", size)
		}
		p.Rows = rows
	}
}

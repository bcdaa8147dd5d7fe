package nonogram_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nonogram"
)

// The small words of the vocabulary, each asked once.

func TestGridWords(t *testing.T) {
	g := grid("#.?", "..#")
	if g.Open() != 1 || g.Clone().Open() != 1 {
		t.Errorf("%d cells open", g.Open())
	}
	row := g.Line(nonogram.LineRef{Axis: nonogram.Row, Index: 1}, nil)
	col := g.Line(nonogram.LineRef{Axis: nonogram.Column, Index: 2}, row)
	if !slices.Equal(col, []nonogram.Color{nonogram.Unknown, nonogram.Black}) {
		t.Errorf("column %v", col)
	}
	if row = g.Line(nonogram.LineRef{Axis: nonogram.Row, Index: 0}, nil); !slices.Equal(row, g.Row(0)) {
		t.Errorf("row %v", row)
	}
	row[0] = nonogram.Empty
	if g.At(0, 0) != nonogram.Black {
		t.Error("changing a line changed its grid: it was not copied")
	}
	if h := g.Clone(); !g.Equal(h) || g.Equal(grid("#.?")) || g.Equal(grid("#.", "?.", ".#")) || g.Equal(grid("#.?", "...")) {
		t.Error("grids are taken for equal that are not, or the other way round")
	}
	if rows := g.Rows(nonogram.BlackAndWhite()); !slices.Equal(rows, []string{"#.?", "..#"}) {
		t.Errorf("%q", rows)
	}
	inks := &nonogram.Grid{Width: 4, Height: 1, Cells: []nonogram.Color{2, 9, 10, 1}}
	if s := inks.String(); s != "29?#\n" {
		t.Errorf("%q", s)
	}
}

func TestClueWords(t *testing.T) {
	a := nonogram.BlackClue(3, 1)
	if a.Equal(nil) || a.Equal(nonogram.BlackClue(3, 2)) || !a.Equal(nonogram.BlackClue(3, 1)) {
		t.Error("clues are taken for equal that are not, or the other way round")
	}
	p := nonogram.New([][]int{{2}, {}}, [][]int{{1}, {1}})
	if p.Clue(nonogram.LineRef{Axis: nonogram.Column, Index: 1}).Cells() != 1 || p.Blotted() {
		t.Error("the second column has one cell, and nothing is blotted")
	}
	for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
		blot := clues[0][0].Length
		clues[0][0].Length = 0
		if !p.Blotted() {
			t.Error("not blotted")
		}
		clues[0][0].Length = blot
	}
}

func TestPaletteWords(t *testing.T) {
	p := nonogram.BlackAndWhite()
	if s := p[0].RGB.String(); s != "#ffffff" {
		t.Errorf("%q", s)
	}
	if p.Symbol(nonogram.Black) != '#' || p.Symbol(2) != '?' || p.Symbol(nonogram.Unknown) != '?' {
		t.Error("symbols")
	}
	if c, ok := p.ByName("black"); c != nonogram.Black || !ok {
		t.Error("black is not found by name")
	}
	if c, ok := p.BySymbol('#'); c != nonogram.Black || !ok {
		t.Error("black is not found by symbol")
	}
	if _, ok := p.ByName("red"); ok {
		t.Error("red is found")
	}
	if _, ok := p.BySymbol('r'); ok {
		t.Error("r is found")
	}
	lone := make(nonogram.Palette, 2)
	lone.AssignSymbols()
	if lone[0].Symbol != nonogram.EmptySymbol || lone[1].Symbol != nonogram.BlackSymbol {
		t.Errorf("a lone ink has the symbol %q", lone[1].Symbol)
	}
	nonogram.Palette(nil).AssignSymbols() // has nothing to do
}

func TestStatusBeyond(t *testing.T) {
	if s := nonogram.Status(77).String(); s != "status(77)" {
		t.Errorf("%q", s)
	}
}

func TestValidateSize(t *testing.T) {
	if err := nonogram.ValidateSize(nonogram.MaxSide, nonogram.MaxCells/nonogram.MaxSide); err != nil {
		t.Error(err)
	}
	for _, size := range [][2]int{{0, 5}, {5, -1}, {nonogram.MaxSide + 1, 1}, {3000, 3000}} {
		var e *nonogram.InvalidError
		if err := nonogram.ValidateSize(size[0], size[1]); !errors.As(err, &e) || e.Problems[0].Kind != "size" || e.Unsolvable() {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// A hopeless puzzle is described in a few words; all of them are in Problems.
func TestManyProblems(t *testing.T) {
	p := nonogram.New(make([][]int, 9), [][]int{{1}})
	for i := range p.Rows {
		p.Rows[i] = nonogram.BlackClue(2)
	}
	var e *nonogram.InvalidError
	if err := nonogram.Validate(p); !errors.As(err, &e) || len(e.Problems) != 9 || !strings.HasSuffix(err.Error(), "; and 4 more") {
		t.Errorf("%v", err)
	}
}

// Colors without a name go by their symbol.
func TestTotalsByColor(t *testing.T) {
	p := colored([]nonogram.Clue{{{Length: 1, Color: 2}}}, []nonogram.Clue{{{Length: 1, Color: 1}}})
	p.Palette = make(nonogram.Palette, 3)
	p.Palette.AssignSymbols()
	p.Palette[1].Name = "red"
	err := nonogram.Validate(p)
	if err == nil || !strings.Contains(err.Error(), `"red"`) || !strings.Contains(err.Error(), `"`+string(rune(p.Palette[2].Symbol))+`"`) {
		t.Errorf("%v", err)
	}
}

func TestTooManyColors(t *testing.T) {
	p := nonogram.New([][]int{{1}}, [][]int{{1}})
	p.Palette = make(nonogram.Palette, nonogram.MaxColors+1)
	p.Rows[0][0].Color, p.Cols[0][0].Color = nonogram.MaxColors, nonogram.MaxColors
	var e *nonogram.InvalidError
	if err := nonogram.Validate(p); !errors.As(err, &e) || e.Problems[0].Kind != "palette" || e.Unsolvable() {
		t.Errorf("%v", err)
	}
}

// A block that is too long and of no color makes no puzzle, not one without solution.
func TestBadColorOfALongBlock(t *testing.T) {
	for _, color := range []nonogram.Color{nonogram.Empty, 2} {
		p := nonogram.New([][]int{{2}}, [][]int{{}})
		p.Rows[0][0].Color = color
		var e *nonogram.InvalidError
		if err := nonogram.Validate(p); !errors.As(err, &e) || e.Problems[0].Kind != "color" || e.Unsolvable() {
			t.Errorf("color %d: %v", color, err)
		}
	}
}

package nonogram

import (
	"errors"
	"strings"
	"testing"
)

// triddler has 16 cells; its rows have 5, 6 and 5.
var triddler = [6]int{2, 1, 2, 2, 1, 2}

func TestTriddler(t *testing.T) {
	s, err := Triddler(triddler)
	if err != nil {
		t.Fatal(err)
	}
	var drawn strings.Builder
	for y := range s.Height {
		from, to := s.Row(y)
		for x := range s.Width {
			switch {
			case s.Has(y*s.Width+x) != (from <= x && x < to):
				t.Errorf("row %d has columns %d to %d, column %d is on the board: %v", y, from, to, x, s.Has(y*s.Width+x))
			case x < from || x >= to:
				drawn.WriteByte(' ')
			case s.Up(y, x):
				drawn.WriteByte('^')
			default:
				drawn.WriteByte('v')
			}
		}
		drawn.WriteByte('\n')
	}
	if want := " ^v^v^\n^v^v^v\nv^v^v \n"; drawn.String() != want || s.Count != 16 {
		t.Errorf("%d cells:\n%swant 16:\n%s", s.Count, &drawn, want)
	}
	want := [][]int32{
		{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}, {12, 13, 14, 15, 16}, // rows
		{2, 1, 7, 6, 12}, {4, 3, 9, 8, 14, 13}, {5, 11, 10, 16, 15}, // rising
		{6, 12, 13}, {1, 7, 8, 14, 15}, {2, 3, 9, 10, 16}, {4, 5, 11}, // falling
	}
	for i, cells := range s.Lines {
		if len(cells) != len(want[i]) {
			t.Fatalf("%s is %v, want %v", s.Ref(i), cells, want[i])
		}
		for at, cell := range cells {
			if cell != want[i][at] || s.At(i, int(cell)) != at || s.Index(s.Ref(i)) != i {
				t.Errorf("%s is %v, want %v", s.Ref(i), cells, want[i])
			}
		}
	}
	if first, last := s.Ref(3).String(), s.Ref(9).String(); first != "rising line 1" || last != "falling line 4" {
		t.Errorf("lines 3 and 9 are %q and %q", first, last)
	}
	for cell, places := range s.Of {
		if n := len(places); s.Has(cell) && n != 3 || !s.Has(cell) && n != 0 {
			t.Errorf("cell %d is on %d lines", cell, n)
		}
	}
}

func TestTriddlerSides(t *testing.T) {
	for _, sides := range [][6]int{{1, 1, 1, 1, 1, 2}, {}, {2, 0, 0, 2, 0, 0}, {0, 2, 0, 0, 2, 0}, {0, 0, 2, 0, 0, 2}, {-1, 2, 1, 1, 0, 2}, {-1, 3, 1, 1, 1, 3}, {MaxSide, 0, MaxSide, 0, MaxSide, 0}} {
		if s, err := Triddler(sides); err == nil {
			t.Errorf("%v: %d cells, want an error", sides, s.Count)
		}
	}
	for _, c := range []struct {
		sides [6]int
		cells int
	}{{[6]int{1, 1, 1, 1, 1, 1}, 6}, {[6]int{3, 0, 3, 0, 3, 0}, 9}, {[6]int{0, 3, 0, 3, 0, 3}, 9}, {[6]int{2, 0, 3, 2, 0, 3}, 12}} {
		if s, err := Triddler(c.sides); err != nil || s.Count != c.cells {
			t.Errorf("%v: %v, want %d cells", c.sides, err, c.cells)
		}
	}
}

// star is a picture on the triddler, and its puzzle.
func star(t *testing.T) (*Puzzle, *Grid) {
	s, err := Triddler(triddler)
	if err != nil {
		t.Fatal(err)
	}
	g := s.NewGrid()
	for cell := range g.Cells {
		if g.Cells[cell] = Empty; s.Has(cell) && cell%4 != 1 {
			g.Cells[cell] = Black
		}
	}
	p := &Puzzle{Palette: BlackAndWhite(), Shape: s}
	p.Rows, p.Cols = s.CluesOf(g)
	return p, g
}

func TestTriddlerClues(t *testing.T) {
	p, g := star(t)
	want := "triddler 2, 1, 2, 2, 1, 2\nrows: 3, 3 2, 1 3\nrising lines: 1 3, 2 2, 4\nfalling lines: 2, 4, 2 2, 1 1"
	if p.String() != want {
		t.Errorf("the puzzle is\n%s\nwant\n%s", p, want)
	}
	if err := Validate(p); err != nil {
		t.Error(err)
	}
	if err := Check(p, g); err != nil {
		t.Error(err)
	}
	for cell := range g.Cells {
		h := g.Clone()
		h.Cells[cell] ^= 1
		if Check(p, h) == nil {
			t.Errorf("accepts another color of cell %d", cell)
		}
	}
	if err := p.Rectangular(); !errors.Is(err, ErrShape) {
		t.Errorf("rectangular: %v", err)
	}
}

func TestTriddlerProblems(t *testing.T) {
	for _, c := range []struct {
		change func(p *Puzzle)
		want   string
	}{
		{func(p *Puzzle) { p.Cols = p.Cols[1:] }, "found the clues of 3 rows and 6 other lines, expected 3 and 7"},
		{func(p *Puzzle) { p.Rows[0] = BlackClue(4) }, "the rows ask for 13 filled cells, the rising lines for 12"},
		{func(p *Puzzle) { p.Cols[3] = BlackClue(4) }, "falling line 1: block 1 is 4, the line has only 3 cells"},
		{func(p *Puzzle) { p.Cols[6], p.Rows[0] = nil, MissingClue() }, "the rising lines ask for 12 filled cells, the falling lines for 10"},
		{func(p *Puzzle) { p.Cols[6], p.Rows[1] = MissingClue(), nil }, "the rows ask for 7 filled cells, the rising lines for 12"},
		{func(p *Puzzle) { p.Rows[0], p.Cols[3], p.Cols[4] = MissingClue(), BlackClue(1), BlackClue(1) }, "the rows ask for at least 9 filled cells, the falling lines for at most 8"},
		{func(p *Puzzle) { p.Given = NewGrid(6, 3); p.Given.Cells[0] = Black }, "row 1: the given cell in column 1 is outside the board"},
	} {
		p, _ := star(t)
		c.change(p)
		if err := Validate(p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

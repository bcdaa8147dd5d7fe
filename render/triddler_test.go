package render

import (
	"strings"
	"testing"

	"nonogram"
)

// hourglass is a triddler of 16 cells with an ink or two.
func hourglass(t *testing.T, inks int) *nonogram.Puzzle {
	s, err := nonogram.Triddler([6]int{2, 1, 2, 2, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Shape: s, Goal: s.NewGrid()}
	if inks > 1 {
		p.Palette = append(p.Palette, nonogram.Swatch{Name: "red", Symbol: 'r', RGB: nonogram.RGB{R: 255}})
	}
	for cell := range p.Goal.Cells {
		if p.Goal.Cells[cell] = nonogram.Empty; s.Has(cell) && cell%4 != 1 {
			p.Goal.Cells[cell] = nonogram.Color(1 + cell%inks)
		}
	}
	p.Rows, p.Cols = s.CluesOf(p.Goal)
	return p
}

func TestTriddlerText(t *testing.T) {
	for _, c := range []struct {
		name string
		inks int
		o    Options
		want string
	}{
		{"finished", 1, Options{}, `
  3  ╱ ▼▲▼ ╲
3 2 ╱▲▼▲ ▲▼╱
1 3 ╲▼ ▼▲▼╱
╱1 1 3   ╱2 2 2   ╱3 4
╲1 2   ╲2 4   ╲3 2 2   ╲4 1 1
`},
		{"narrow", 1, Options{Columns: 20}, `
  3  ╱ ▼▲▼ ╲
3 2 ╱▲▼▲ ▲▼╱
1 3 ╲▼ ▼▲▼╱
╱1 1 3   ╱2 2 2
╱3 4
╲1 2   ╲2 4   ╲3 2 2
╲4 1 1
`},
		{"without clues", 1, Options{Columns: 9}, `
 ╱ ▼▲▼ ╲
╱▲▼▲ ▲▼╱
╲▼ ▼▲▼╱
without clues: they do not fit in 9 characters
`},
		{"clipped", 1, Options{Columns: 5, NoClues: true}, `
 ╱ ▼…
╱▲▼▲…
╲▼ ▼…
columns 1 to 3 of 6: the rest does not fit in 5 characters
`},
		{"letters", 2, Options{ASCII: true, NoClues: true}, `
 / #r# \
/#r# #r/
\# #r#/
# black   r red
`},
		{"painted", 2, Options{Colors: 1 << 24, NoClues: true}, "\n \x1b[0;38;2;128;128;128m╱\x1b[0m \x1b[0;38;2;0;0;0;48;2;255;255;255m▼\x1b[0;38;2;255;0;0;48;2;255;255;255m▲"},
	} {
		p := hourglass(t, c.inks)
		var sb strings.Builder
		if err := Text(&sb, p, p.Goal, c.o); err != nil || !strings.HasPrefix("\n"+sb.String(), c.want) {
			t.Errorf("%s: %v\n%s\nwant%s", c.name, err, &sb, c.want)
		}
	}
}

// TestTriddlerInPlay draws undecided and crossed cells, and those that differ in another solution.
func TestTriddlerInPlay(t *testing.T) {
	p := hourglass(t, 1)
	g, other := p.Goal.Clone(), p.Goal.Clone()
	g.Cells[2], g.Cells[6] = nonogram.Unknown, nonogram.Unknown
	other.Cells[5], other.Cells[8] = nonogram.Black, nonogram.Empty
	var sb strings.Builder
	if err := Text(&sb, p, g, Options{NoClues: true, Other: other}); err != nil {
		t.Fatal(err)
	}
	if want := " ╱×▽▲▼░╲\n╱△▼▓×▲▼╱\n╲▼×▼▲▼╱\n"; sb.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &sb, want)
	}
}

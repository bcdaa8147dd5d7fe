package teach

import (
	"context"
	"os"
	"testing"

	"nonogram"
	"nonogram/format"
)

// The techniques of a position decide the cells that its lines decide, and none that an
// explanation begins with costs less.
func TestReasons(t *testing.T) {
	for _, name := range []string{"cat", "toadstool"} {
		data, err := os.ReadFile("../internal/examples/" + name + ".non")
		if err != nil {
			t.Fatal(err)
		}
		for p := range format.Decode(data, name+".non", "") {
			e, err := Explain(context.Background(), p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			board := nonogram.NewGrid(p.Width(), p.Height())
			for i := range e.Steps {
				s := &e.Steps[i]
				if i%8 > 0 || s.Round > 0 && e.Steps[i-1].Round == s.Round {
					draw(board, s)
					continue
				}
				reasons, err := Reasons(p, board)
				checkDecided(t, p, board, reasons)
				for _, m := range s.Marks {
					if got, ok := reasons[m.Cell]; err != nil || !m.Not && (!ok || got != s.Technique) {
						t.Fatalf("%s, step %d, %v: found %v, expected %v; %v", name, i, m.Cell, got, s.Technique, err)
					}
				}
				draw(board, s)
			}
		}
	}
}

// checkDecided checks that all cells that a line decides have a reason.
func checkDecided(t *testing.T, p *nonogram.Puzzle, board *nonogram.Grid, reasons map[nonogram.Cell]Technique) {
	t.Helper()
	b, _, err := position(p, board)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Lines {
		var gone []candidate
		b.solve(i, func(c candidate) { gone = append(gone, c) })
		decided, _ := b.divide(gone)
		for _, c := range decided {
			if _, ok := reasons[b.place(int(c.cell))]; !ok {
				t.Errorf("%v has no reason", b.place(int(c.cell)))
			}
		}
	}
}

func draw(g *nonogram.Grid, s *Step) {
	for _, m := range s.Marks {
		if !m.Not {
			g.Set(m.Cell.Row, m.Cell.Col, m.Color)
		}
	}
}

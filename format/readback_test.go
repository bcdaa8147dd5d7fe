package format

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"nonogram"
)

// A writer that would write another puzzle, or none, is caught before anything is written, and
// Losses says so.
func TestWritersReadBack(t *testing.T) {
	p := nonogram.New([][]int{{1}, {2}}, [][]int{{2}, {1}})
	for name, each := range map[string]appender{
		"another": func(b []byte, i int, p *nonogram.Puzzle) []byte {
			return nonFormat.append(b, i, nonogram.New([][]int{{2}, {1}}, [][]int{{2}, {1}}))
		},
		"two": func(b []byte, i int, p *nonogram.Puzzle) []byte {
			return nonFormat.append(nonFormat.append(b, i, p), i+1, p)
		},
		"none":   func(b []byte, _ int, _ *nonogram.Puzzle) []byte { return append(b, '\n') },
		"broken": func(b []byte, _ int, _ *nonogram.Puzzle) []byte { return append(b, "width x\n"...) },
	} {
		broken := nonFormat
		broken.append, broken.alone = each, nil
		var file bytes.Buffer
		w := Writer{w: &file, format: &broken}
		if err := w.encode([]*nonogram.Puzzle{p}); !errors.Is(err, ErrCannotHold) || file.Len() > 0 {
			t.Errorf("%s: found the error %v and %d bytes, expected an error and nothing written", name, err, file.Len())
		}
		if lost := Losses(&broken, p); len(lost) != 1 || !strings.HasPrefix(lost[0], "the puzzle: ") {
			t.Errorf("%s: found the losses %q, expected the puzzle", name, lost)
		}
	}
}

// The bytes IDAT in a palette are not the chunk of that name.
func TestPNGPaletteSpellsAChunk(t *testing.T) {
	g := &nonogram.Grid{Width: 2, Height: 1, Cells: []nonogram.Color{0, 1}}
	p := nonogram.FromGrid(g, nonogram.Palette{{RGB: nonogram.RGB{R: 'I', G: 'D', B: 'A'}}, {RGB: nonogram.RGB{R: 'T', G: 1, B: 2}}})
	var file bytes.Buffer
	if err := Encode(&file, "png", p); err != nil {
		t.Fatal(err)
	}
	for q, err := range Decode(file.Bytes(), "", "") {
		if err != nil || !reflect.DeepEqual(q.Goal, p.Goal) || q.Palette[0].RGB != p.Palette[0].RGB {
			t.Errorf("found %+v (%v)", q, err)
		}
	}
}

// Files of tournaments are recognized and read back whatever the IDs and the sums are, and so are
// full pictures.
func TestTournamentReadsBack(t *testing.T) {
	plain := func(id string) *nonogram.Puzzle {
		p := nonogram.New([][]int{{1, 1}, {3}, {1}}, [][]int{{2}, {1}, {3}})
		p.ID = id
		return p
	}
	uneven := nonogram.New([][]int{{2}, {1}}, [][]int{{1}, {1}})
	full := func(width, height int) *nonogram.Puzzle {
		g := nonogram.NewGrid(width, height)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Black
		}
		p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
		p.ID = "1"
		return p
	}
	for _, test := range []struct {
		format  string
		puzzles []*nonogram.Puzzle
	}{
		{"tournament", []*nonogram.Puzzle{plain("cols")}},
		{"tournament", []*nonogram.Puzzle{plain("rows")}},
		{"tournament", []*nonogram.Puzzle{plain("5x5")}},
		{"tournament", []*nonogram.Puzzle{plain("$")}},
		{"tournament", []*nonogram.Puzzle{plain("[1]"), plain("x"), uneven}},
		{"solution", []*nonogram.Puzzle{full(1, 1)}},
		{"solution", []*nonogram.Puzzle{full(1, 2)}},
		{"solution", []*nonogram.Puzzle{full(2, 2)}},
		{"solution", []*nonogram.Puzzle{full(2, 12)}},
		{"solution", []*nonogram.Puzzle{full(5, 5)}},
	} {
		var file bytes.Buffer
		if err := Encode(&file, test.format, test.puzzles...); err != nil {
			t.Fatal(err)
		}
		n := 0
		for q, err := range Decode(file.Bytes(), "x.txt", "") {
			if err != nil || !reflect.DeepEqual(q.Rows, test.puzzles[n].Rows) || !reflect.DeepEqual(q.Cols, test.puzzles[n].Cols) {
				t.Fatalf("%s: puzzle %d comes back as %+v (%v) from\n%s", test.format, n, q, err, file.Bytes())
			}
			if want := test.puzzles[n].ID; want != "" && q.ID != want {
				t.Errorf("%s: the id %q comes back as %q", test.format, want, q.ID)
			}
			n++
		}
		if n != len(test.puzzles) {
			t.Errorf("%s: found %d puzzles, expected %d in\n%s", test.format, n, len(test.puzzles), file.Bytes())
		}
	}
}

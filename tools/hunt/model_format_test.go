package hunt

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nonogram"
	"nonogram/format"
	"nonogram/render"
	"nonogram/solve"
)

// formatShape has puzzles of up to four inks, not all of which need be used.
var formatShape = Shape{MaxSide: 9, MaxCells: 40, MaxInks: 4}

// TestModelFormats writes puzzles of the hunt in every format and reads them back:
// whatever becomes of colors and texts, there are as many solutions as before.
func TestModelFormats(t *testing.T) {
	written := map[string]int{}
	var e solve.Engine
	rapid.Check(t, func(t *rapid.T) {
		p := formatShape.Puzzle(drawn{t})
		for _, f := range format.All() {
			if f.Writes() {
				written[f.Name] += writeAndRead(t, &e, f, p)
			}
		}
	})
	for _, f := range format.All() {
		if f.Writes() && written[f.Name] == 0 {
			t.Errorf("nothing was written as %s", f.Name)
		}
	}
	t.Logf("written: %v", written)
}

// writeAndRead writes a puzzle as it is and as the format can hold it, and counts
// the accepted puzzles.
func writeAndRead(t *rapid.T, e *solve.Engine, f *format.Format, p *nonogram.Puzzle) int {
	t.Helper()
	puzzles := []*nonogram.Puzzle{p}
	switch q, err := format.Simplify(f, p); {
	case err == nil && q != p:
		puzzles = append(puzzles, q)
	case err != nil && !errors.Is(err, format.ErrCannotHold):
		t.Fatalf("%s: %v\n%s", f.Name, err, Describe(p))
	}
	n := 0
	for _, p := range puzzles {
		format.Losses(f, p) // must bear anything
		var b bytes.Buffer
		switch err := format.Encode(&b, f.Name, p); {
		case err == nil:
			checkReadBack(t, e, f, p, b.Bytes())
			n++
		case !errors.Is(err, format.ErrCannotHold):
			t.Fatalf("%s: %v\n%s", f.Name, err, Describe(p))
		}
	}
	return n
}

func checkReadBack(t *rapid.T, e *solve.Engine, f *format.Format, p *nonogram.Puzzle, data []byte) {
	t.Helper()
	n := 0
	for q, err := range format.Decode(data, "x"+f.Extensions[0], f.Name) {
		n++
		if err != nil {
			t.Fatalf("%s: %v\n%s\n%s", f.Name, err, Describe(p), data)
		}
		if p.Given != nil && slices.Contains(format.Losses(f, p), "given cells") {
			continue // is another puzzle without its given cells, as Losses says
		}
		before, after := countOf(t, e, p), countOf(t, e, q)
		if before != after {
			t.Fatalf("%s: %s solutions before, %s after\n%s\n%s", f.Name, before, after, Describe(p), data)
		}
	}
	if n != 1 {
		t.Fatalf("%s: %d puzzles\n%s", f.Name, n, data)
	}
}

// countOf is the number of solutions.
func countOf(t *rapid.T, e *solve.Engine, p *nonogram.Puzzle) string {
	t.Helper()
	c, err := e.Count(context.Background(), p, nonogram.Options{})
	if err != nil || !c.Exact {
		t.Fatalf("%+v, %v\n%s", c, err, Describe(p))
	}
	return c.Count.String()
}

// drawStyle draws how a picture looks.
func drawStyle(t *rapid.T) render.Style {
	theme := rapid.SampledFrom([]render.Theme{"", render.Light, render.Dark, "none"}).Draw(t, "theme")
	yes := func(name string) bool { return rapid.Bool().Draw(t, name) }
	return render.Style{
		Theme: theme, Cell: rapid.SampledFrom([]float64{0, 1, 7.5, 24}).Draw(t, "cell"),
		NoClues: yes("no clues"), NoGuides: yes("no guides"), NoCaption: yes("no caption"), Bare: yes("bare"), DimDone: yes("dim"),
		Font: rapid.SampledFrom([][]byte{nil, nil, nil, []byte("no font")}).Draw(t, "font"),
	}
}

// drawing draws a puzzle with anything in it, and highlights that may be outside.
func drawing(t *rapid.T) (*nonogram.Puzzle, *render.Drawing) {
	p := formatShape.Puzzle(drawn{t})
	p.Title = rapid.SampledFrom([]string{"", "Tree", "木 <&> \"x\"\x00\n", "a very long title that is wider than the picture"}).Draw(t, "title")
	d := &render.Drawing{Puzzle: p, Style: drawStyle(t)}
	if rapid.Bool().Draw(t, "grid") {
		d.Grid = picture(drawn{t}, p.Width(), p.Height(), len(p.Palette))
		d.Grid.Cells[0] = nonogram.Unknown
	}
	for range rapid.IntRange(0, 2).Draw(t, "highlights") {
		x, y := rapid.IntRange(-1, p.Width()).Draw(t, "x"), rapid.IntRange(-1, p.Height()).Draw(t, "y")
		d.Cells = append(d.Cells, nonogram.Cell{Row: y, Col: x})
		d.Lines = append(d.Lines, nonogram.LineRef{Axis: nonogram.Row, Index: y}, nonogram.LineRef{Axis: nonogram.Column, Index: x})
	}
	return p, d
}

// TestModelRender draws anything in any way. It is drawn, or the error says why not;
// nothing panics, and the same is drawn twice.
func TestModelRender(t *testing.T) {
	refused := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		p, d := drawing(t)
		yes := func(name string) bool { return rapid.Bool().Draw(t, name) }
		text := render.Options{
			NoClues: yes("no clues"), NoGuides: yes("no guides"), ASCII: yes("ascii"), Colors: rapid.SampledFrom([]int{0, 16, 256, 1 << 24}).Draw(t, "colors"), Half: yes("half"),
			Columns: rapid.SampledFrom([]int{0, 1, 2, 5, 17, 80}).Draw(t, "columns"),
		}
		if yes("other") {
			text.Other = picture(drawn{t}, p.Width(), p.Height(), len(p.Palette))
		}
		paper := rapid.SampledFrom([]render.Paper{"", render.A5, render.Trim6x9, render.Letter, "none"}).Draw(t, "paper")
		book := &render.Book{
			Title: p.Title, Paper: paper, PerPage: rapid.IntRange(-1, 21).Draw(t, "per page"), Style: d.Style,
			Entries: []render.Entry{{Puzzle: p, Grid: d.Grid}, {Puzzle: p, Answer: d.Grid}},
		}
		ways := map[string]func(io.Writer) error{
			"text": func(w io.Writer) error { return render.Text(w, p, d.Grid, text) },
			"svg":  func(w io.Writer) error { return render.SVG(w, d) },
			"png":  func(w io.Writer) error { return render.PNG(w, d) },
			"pdf":  func(w io.Writer) error { _, err := render.PDF(w, book); return err },
		}
		name := rapid.SampledFrom([]string{"text", "svg", "png", "pdf"}).Draw(t, "way")
		var first, second bytes.Buffer
		err1, err2 := ways[name](&first), ways[name](&second)
		refused[err1 != nil]++
		if (err1 == nil) != (err2 == nil) || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("%s: drawn twice, and differently: %v, %v", name, err1, err2)
		}
		if err1 == nil && first.Len() == 0 {
			t.Fatalf("%s: nothing is drawn", name)
		}
	})
	// About half are drawn; a tenth of either is far below what chance does.
	if 10*min(refused[true], refused[false]) < refused[true]+refused[false] {
		t.Errorf("refused %d, drawn %d", refused[true], refused[false])
	}
}

package render_test

import (
	"bytes"
	"strings"
	"testing"

	"nonogram"
	"nonogram/render"
)

// A line without a clue has one * in its gutter, in black and in color, in all drawings.
func TestMissingClues(t *testing.T) {
	red := nonogram.RGB{R: 0xd0, G: 0x20, B: 0x20}
	palettes := map[string]nonogram.Palette{
		"black": nonogram.BlackAndWhite(),
		"color": {{Symbol: '.'}, {Symbol: 'r', RGB: red}, {Symbol: 'b'}},
	}
	for name, palette := range palettes {
		g := nonogram.NewGrid(3, 2)
		copy(g.Cells, []nonogram.Color{1, 0, 1, 1, 1, 0})
		p := nonogram.FromGrid(g, palette)
		p.Rows[1], p.Cols[2] = nonogram.MissingClue(), nonogram.MissingClue()
		for _, grid := range []*nonogram.Grid{nil, g} {
			var text, svg, png, pdf bytes.Buffer
			if err := render.Text(&text, p, grid, render.Options{}); err != nil || strings.Count(text.String(), "*") != 2 {
				t.Errorf("%s: %v\n%s", name, err, text.String())
			}
			d := &render.Drawing{Puzzle: p, Grid: grid, Style: render.Style{DimDone: true}}
			if err := render.SVG(&svg, d); err != nil || strings.Count(svg.String(), ">*<") != 2 {
				t.Errorf("%s: %v\n%s", name, err, svg.String())
			}
			if err := render.PNG(&png, d); err != nil {
				t.Error(err)
			}
			if _, err := render.PDF(&pdf, &render.Book{Entries: []render.Entry{{Puzzle: p, Answer: g}}}); err != nil {
				t.Error(err)
			}
		}
	}
}

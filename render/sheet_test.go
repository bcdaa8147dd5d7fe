package render_test

import (
	"bytes"
	"image/color"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
	"nonogram/render"
)

func sheet() []*render.Drawing {
	return []*render.Drawing{
		{Puzzle: heart(), Grid: heart().Goal, Title: "1: <one>"},
		{Puzzle: apple(), Grid: apple().Goal, Title: "2"},
		{Puzzle: night(), Style: render.Style{NoClues: true, Cell: 7.5}},
	}
}

func TestSheet(t *testing.T) {
	var b bytes.Buffer
	if err := render.SVG(&b, sheet()...); err != nil {
		t.Fatal(err)
	}
	goldenFile(t, filepath.Join("testdata", "svg", "sheet.svg"), b.Bytes())
	b.Reset()
	if err := render.PNG(&b, sheet()...); err != nil {
		t.Fatal(err)
	}
	goldenPNG(t, "sheet", &b)
}

// Each drawing is on the sheet as it is alone.
func TestSheetHasItsDrawings(t *testing.T) {
	var all bytes.Buffer
	if err := render.SVG(&all, sheet()...); err != nil {
		t.Fatal(err)
	}
	for i, d := range sheet() {
		var one bytes.Buffer
		if err := render.SVG(&one, d); err != nil {
			t.Fatal(err)
		}
		if _, inside, _ := strings.Cut(one.String(), "xmlns"); !strings.Contains(all.String(), inside) {
			t.Errorf("drawing %d is not on the sheet as it is", i+1)
		}
	}
}

// The page takes the theme of the first drawing, and none of the others.
func TestSheetTakesTheTheme(t *testing.T) {
	s := sheet()
	s[0].Style.Theme = "dark"
	var b bytes.Buffer
	if err := render.PNG(&b, s...); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	page := nonogram.RGB{R: 0x15, G: 0x18, B: 0x1d}
	if got := color.NRGBAModel.Convert(img.At(0, 0)); got != (color.NRGBA{page.R, page.G, page.B, 255}) {
		t.Errorf("the corner is %v", got)
	}
}

func TestSheetRefuses(t *testing.T) {
	var wide []*render.Drawing
	for range 6 {
		wide = append(wide, &render.Drawing{Puzzle: heart(), Style: render.Style{Cell: 1000}})
	}
	for name, c := range map[string]struct {
		s    []*render.Drawing
		want string
	}{
		"nothing":   {nil, "puzzle: found none"},
		"no puzzle": {[]*render.Drawing{{}, {}}, "puzzle: found none"},
		"too large": {wide, "the limit is 100000000 pixels"},
	} {
		if err := render.PNG(new(bytes.Buffer), c.s...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := render.SVG(new(bytes.Buffer)); err == nil {
		t.Errorf("nothing as SVG: %v", err)
	}
}

package render_test

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"nonogram"
	"nonogram/render"
)

// roof has a left and a right end of triangles.
func roof() (*nonogram.Puzzle, *nonogram.Grid) {
	g := &nonogram.Grid{Width: 4, Height: 2, Cells: []nonogram.Color{0, 2, 3, 0, 2, 1, 1, 3}}
	red, sky := nonogram.RGB{R: 255}, nonogram.RGB{G: 128, B: 255}
	return nonogram.FromGrid(g, nonogram.Palette{
		{Name: "white", Symbol: '.', RGB: nonogram.RGB{R: 255, G: 255, B: 255}},
		{Name: "red", Symbol: 'r', RGB: red},
		{Name: "left roof", Symbol: 'a', RGB: sky, Diagonal: '/', Right: red},
		{Name: "right roof", Symbol: 'b', RGB: red, Diagonal: '\\', Right: sky},
	}), g
}

// TestTrianglesInPictures looks at the pixels beside both diagonals of each cell.
func TestTrianglesInPictures(t *testing.T) {
	p, g := roof()
	const cell = 20
	var out bytes.Buffer
	if err := render.PNG(&out, &render.Drawing{Puzzle: p, Grid: g, Style: render.Style{Bare: true, Cell: cell}}); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range g.Cells {
		s := p.Palette[c]
		left, right := s.RGB, s.RGB
		if s.Diagonal != 0 {
			right = s.Right
		}
		low, high := cell/5, cell-1-cell/5 // the left triangle holds the upper or the lower left corner
		leftY, rightY := low, high
		if s.Diagonal == '\\' {
			leftY, rightY = high, low
		}
		x, y := i%g.Width*cell, i/g.Width*cell
		for _, at := range []struct {
			x, y int
			want nonogram.RGB
		}{{x + low, y + leftY, left}, {x + high, y + rightY, right}} {
			if got := color.NRGBAModel.Convert(img.At(at.x, at.y)).(color.NRGBA); got != (color.NRGBA{R: at.want.R, G: at.want.G, B: at.want.B, A: 255}) {
				t.Errorf("cell %d is %v at %d, %d, want %s", i, got, at.x, at.y, at.want)
			}
		}
	}
}

// TestTriangles draws them as characters, and in black ink as shades of their colors.
func TestTriangles(t *testing.T) {
	p, g := roof()
	for _, tt := range []struct {
		o    render.Options
		want []string
	}{
		{render.Options{}, []string{"1a", "a left roof", "bb"}},
		{render.Options{Colors: 1 << 24}, []string{
			"\x1b[0;38;2;0;128;255;48;2;255;0;0m▛▀▘", "\x1b[0;38;2;255;0;0;48;2;0;128;255m▙▄▖",
			"1\x1b[0;38;2;0;128;255;48;2;255;0;0m◤", "1\x1b[0;38;2;255;0;0;48;2;0;128;255m◣"}},
		{render.Options{Colors: 1 << 24, Columns: 15}, []string{"◤\x1b", "◣\x1b"}},
		{render.Options{Colors: 1 << 24, ASCII: true}, []string{"/", "\\"}},
		{render.Options{Colors: 1 << 24, Half: true}, []string{"48;2;128;64;128m"}},
	} {
		var text bytes.Buffer
		if err := render.Text(&text, p, g, tt.o); err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%+v has no %q:\n%s", tt.o, want, text.String())
			}
		}
	}
	var svg bytes.Buffer
	if err := render.SVG(&svg, &render.Drawing{Puzzle: p, Grid: g, Style: render.Style{Gray: true}}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(svg.String(), "#ff0000") || strings.Contains(svg.String(), "#0080ff") {
		t.Error("triangles are colored in gray")
	}
}

package nonogram_test

import (
	"errors"
	"strings"
	"testing"

	"nonogram"
)

// TestTriangles checks the rules of colors that are drawn as triangles.
func TestTriangles(t *testing.T) {
	red, blue := nonogram.RGB{R: 255}, nonogram.RGB{B: 255}
	for _, tt := range []struct {
		s           nonogram.Swatch
		paint, want string
	}{
		{nonogram.Swatch{RGB: red}, "#ff0000", ""},
		{nonogram.Swatch{RGB: red, Diagonal: '/', Right: blue}, "#ff0000/#0000ff", ""},
		{nonogram.Swatch{RGB: red, Diagonal: '\\', Right: blue}, `#ff0000\#0000ff`, ""},
		{nonogram.Swatch{RGB: red, Diagonal: '|', Right: blue}, "#ff0000|#0000ff", "color 1 is divided by '|'"},
	} {
		p := nonogram.New([][]int{{1}}, [][]int{{1}})
		p.Palette[1] = tt.s
		if got := p.Palette[1].Paint(); got != tt.paint || p.Palette.Triangles() != (tt.s.Diagonal != 0) {
			t.Errorf("got %s, want %s", got, tt.paint)
		}
		var invalid *nonogram.InvalidError
		switch err := nonogram.Validate(p); {
		case tt.want == "" && err != nil, tt.want != "" && (!errors.As(err, &invalid) || invalid.Unsolvable() || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v", tt.paint, err)
		}
		p.Palette[0], p.Palette[1] = tt.s, nonogram.Swatch{}
		if err := nonogram.Validate(p); (err != nil) != (tt.s.Diagonal != 0) {
			t.Errorf("background %s: %v", tt.paint, err)
		}
	}
	if (nonogram.Swatch{Right: red}).SamePaint(nonogram.Swatch{Right: blue}) == false {
		t.Error("the right triangle of a plain color counts")
	}
}

package generate_test

import (
	"errors"
	"testing"

	"nonogram"
	"nonogram/generate"
)

// A picture looks like the image that it was made from, the less so the more cells are wrong,
// and not at all like its negative. Color counts.
func TestLikeness(t *testing.T) {
	img := twoBoxes()
	likeness := func(o generate.ImageOptions, p *nonogram.Puzzle) float64 {
		t.Helper()
		v, err := generate.Likeness(t.Context(), img, o, p)
		if err != nil || v < 0 || v > 1 {
			t.Fatal(v, err)
		}
		return v
	}
	made := func(o generate.ImageOptions) *nonogram.Puzzle {
		t.Helper()
		o.Width, o.Height = 20, 12
		p, _, err := generate.FromImage(t.Context(), img, o)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	colored, black := made(generate.ImageOptions{Mode: generate.Colored, Colors: 2}), made(generate.ImageOptions{})
	var plain generate.ImageOptions
	if v := likeness(plain, colored); v < 0.99 {
		t.Errorf("in the colors of the image: %.3f", v)
	}
	if v, w := likeness(plain, black), likeness(plain, colored); v >= w || v < 0.3 {
		t.Errorf("black: %.3f, colored: %.3f", v, w)
	}
	before := likeness(plain, black)
	for _, cell := range []int{63, 65, 87, 133} {
		black.Goal.Cells[cell] = 1 - black.Goal.Cells[cell]
		after := likeness(plain, black)
		if after >= before {
			t.Errorf("another wrong cell: %.3f after %.3f", after, before)
		}
		before = after
	}
	negative := made(generate.ImageOptions{Invert: true})
	if v, w := likeness(plain, negative), likeness(generate.ImageOptions{Invert: true}, negative); v > 0.05 || w < 0.3 {
		t.Errorf("negative: %.3f, where that was asked for: %.3f", v, w)
	}
	var param *generate.ParamError
	if _, err := generate.Likeness(t.Context(), img, plain, &nonogram.Puzzle{}); !errors.As(err, &param) || param.Param != "puzzle" {
		t.Error(err)
	}
}

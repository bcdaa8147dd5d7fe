package render_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"nonogram"
	"nonogram/render"
)

// TestTextForms has a golden file for every form on the way down.
func TestTextForms(t *testing.T) {
	for _, c := range []struct {
		name    string
		puzzle  *nonogram.Puzzle
		grid    func(*nonogram.Puzzle) *nonogram.Grid
		columns int
		change  func(*render.Options)
	}{
		{"rings-narrow", rings(20, 30), goal, 60, nil},
		{"rings-narrow-ascii", rings(20, 30), nothing, 60, func(o *render.Options) { o.ASCII = true }},
		{"rings-narrow-color", rings(20, 30), nothing, 60, func(o *render.Options) { o.Colors = 1 << 24 }},
		{"rings-small", rings(20, 30), goal, 30, nil},
		{"rings-small-clipped", rings(20, 30), goal, 15, nil},
		{"rings-clipped", rings(20, 30), nothing, 37, nil},
		{"rings-clipped-bare", rings(20, 30), nothing, 16, func(o *render.Options) { o.ASCII = true }},
		{"apple-narrow", apple(), goal, 24, nil},
		{"apple-narrow-color", apple(), started, 24, func(o *render.Options) { o.Colors = 1 << 24 }},
		{"apple-narrow-other", apple(), goal, 24, func(o *render.Options) { o.Colors, o.Other = 1<<24, swapped(apple()) }},
		{"apple-narrow-legend", apple(), nothing, 18, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := render.Options{Columns: c.columns}
			if c.change != nil {
				c.change(&o)
			}
			var b bytes.Buffer
			if err := render.Text(&b, c.puzzle, c.grid(c.puzzle), o); err != nil {
				t.Fatal(err)
			}
			golden(t, c.name, b.Bytes())
		})
	}
}

// TestTextFits draws for terminals of every width: no line of the drawing may be
// longer than the terminal, or it would be wrapped.
func TestTextFits(t *testing.T) {
	for name, p := range map[string]*nonogram.Puzzle{"rings": rings(33, 21), "apple": apple(), "tall": tall(105), "heart": heart()} {
		for _, g := range []*nonogram.Grid{nil, p.Goal, started(p)} {
			for bits := range 8 {
				o := render.Options{NoClues: bits&1 != 0, Colors: 1 << 24 * (bits & 2 / 2), ASCII: bits&4 == 0}
				for o.Columns = 4; o.Columns < 130; o.Columns += 1 + o.Columns/16 {
					var b bytes.Buffer
					if err := render.Text(&b, p, g, o); err != nil {
						t.Fatal(err)
					}
					checkFits(t, fmt.Sprintf("%s, %+v", name, o), b.String(), o.Columns)
				}
			}
		}
	}
}

// wordy are the lines that may be wrapped: notes, and names of colors.
var wordy = regexp.MustCompile(`fit in|red|green|#6e461e`)

func checkFits(t *testing.T, name, drawn string, columns int) {
	t.Helper()
	for line := range strings.Lines(drawn) {
		line = plain(strings.TrimSuffix(line, "\n"))
		if n := utf8.RuneCountInString(line); n > columns && !wordy.MatchString(line) {
			t.Fatalf("%s: %d characters in %q", name, n, line)
		}
	}
}

func TestTextWithoutLimit(t *testing.T) {
	var wide, unlimited bytes.Buffer
	o := render.Options{}
	_ = render.Text(&unlimited, rings(40, 40), nil, o)
	o.Columns, _ = render.TextSize(rings(40, 40), o)
	_ = render.Text(&wide, rings(40, 40), nil, o)
	if !bytes.Equal(wide.Bytes(), unlimited.Bytes()) {
		t.Error("a terminal that is just wide enough changes the drawing")
	}
}

func TestTextRefusesWrongGrids(t *testing.T) {
	for _, o := range []render.Options{{NoClues: true, NoGuides: true}, {NoClues: true, NoGuides: true, Other: nonogram.NewGrid(1, 1)}} {
		g := heart().Goal
		if o.Other == nil {
			g = nonogram.NewGrid(2, 2)
		}
		if err := render.Text(&bytes.Buffer{}, heart(), g, o); err == nil {
			t.Error("a grid of the wrong size was drawn")
		}
	}
}

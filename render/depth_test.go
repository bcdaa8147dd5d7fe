package render_test

import (
	"regexp"
	"strings"
	"testing"

	"nonogram"
	"nonogram/render"
)

// A drawing is the same at every depth but for how its colors are selected, and a terminal
// gets no sequence that it does not know.
func TestDepths(t *testing.T) {
	escape := regexp.MustCompile("\x1b\\[([0-9;]*)m")
	p := apple()
	plain := ""
	for depth, known := range map[int]string{
		1 << 24: `^0(;[34]8;2;\d+;\d+;\d+)*$`,
		256:     `^0(;[34]8;5;\d+)*$`,
		16:      `^0(;([349]|10)[0-7])*$`,
	} {
		var b strings.Builder
		if err := render.Text(&b, p, p.Goal, render.Options{NoGuides: true, Colors: depth}); err != nil {
			t.Fatal(err)
		}
		for _, m := range escape.FindAllStringSubmatch(b.String(), -1) {
			if !regexp.MustCompile(known).MatchString(m[1]) {
				t.Errorf("at depth %d: the sequence %q", depth, m[1])
			}
		}
		text := escape.ReplaceAllString(b.String(), "")
		if plain == "" {
			plain = text
		}
		if text != plain {
			t.Errorf("depth %d draws\n%s", depth, text)
		}
	}
}

// Colors that a terminal has are those that it gets.
func TestDepthNearest(t *testing.T) {
	for _, c := range []struct {
		rgb   nonogram.RGB
		depth int
		want  string
	}{
		{nonogram.RGB{R: 255}, 16, ";101"},
		{nonogram.RGB{R: 200, G: 10}, 16, ";41"},
		{nonogram.RGB{R: 255}, 256, ";48;5;196"},
		{nonogram.RGB{R: 95, G: 135, B: 175}, 256, ";48;5;67"},
		{nonogram.RGB{R: 118, G: 118, B: 118}, 256, ";48;5;243"},
	} {
		p := nonogram.New([][]int{{1}}, [][]int{{1}})
		p.Palette[1].RGB = c.rgb
		g := nonogram.NewGrid(1, 1)
		g.Set(0, 0, 1)
		var b strings.Builder
		if err := render.Text(&b, p, g, render.Options{NoClues: true, NoGuides: true, Colors: c.depth}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), c.want+"m") {
			t.Errorf("%v at depth %d: %q has no %q", c.rgb, c.depth, b.String(), c.want)
		}
	}
}

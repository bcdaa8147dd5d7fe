package format

import (
	"errors"
	"strings"
	"testing"

	"nonogram"
)

// roof is a roof: its left and right ends are triangles.
func roof() *nonogram.Puzzle {
	g := &nonogram.Grid{Width: 4, Height: 2, Cells: []nonogram.Color{0, 2, 3, 0, 2, 1, 1, 3}}
	white, red, sky := nonogram.RGB{R: 255, G: 255, B: 255}, nonogram.RGB{R: 255}, nonogram.RGB{G: 128, B: 255}
	p := nonogram.FromGrid(g, nonogram.Palette{
		{Name: "white", Symbol: '.', RGB: white},
		{Name: "red", Symbol: 'r', RGB: red},
		{Name: "left roof", Symbol: 'a', RGB: sky, Diagonal: '/', Right: red},
		{Name: "right roof", Symbol: 'b', RGB: red, Diagonal: '\\', Right: sky},
	})
	p.ID = "1"
	return p
}

// TestTriangles writes colors drawn as triangles in all formats: those that hold them give them
// back, the others refuse in a sentence that names some that do.
func TestTriangles(t *testing.T) {
	want := roof()
	for _, f := range All() {
		if !f.Writes() || !f.Colored() {
			continue
		}
		p := roof()
		if !f.holds.has(holdsGoal) && !f.Picture {
			p.Goal = nil
		}
		var sb strings.Builder
		err := Encode(&sb, f.Name, p)
		if !f.holds.has(holdsTriangles) {
			if !errors.Is(err, ErrCannotHold) || !strings.Contains(err.Error(), "triangles") || !strings.Contains(err.Error(), "webpbn") {
				t.Errorf("%s: %v", f.Name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		for q, err := range Decode([]byte(sb.String()), "", f.Name) {
			if err != nil || len(q.Palette) != len(want.Palette) {
				t.Errorf("%s: %v, %v", f.Name, q, err)
				continue
			}
			for i, s := range q.Palette {
				if !s.SamePaint(want.Palette[i]) {
					t.Errorf("%s: color %d is %s, want %s", f.Name, i, s.Paint(), want.Palette[i].Paint())
				}
			}
		}
	}
}

// TestTrianglesOfOthers reads the notations of Olšák and webpbn.
func TestTrianglesOfOthers(t *testing.T) {
	paints := func(text string) string {
		var list []string
		for p, err := range Decode([]byte(text), "", "") {
			if err != nil {
				return err.Error()
			}
			for _, s := range p.Palette {
				list = append(list, s.Paint())
			}
		}
		return strings.Join(list, " ")
	}
	const g = ":\n1t\n:\n1t\n:"
	clues := `<clues type="rows"><line><count color="t">1</count></line></clues><clues type="columns"><line><count color="t">1</count></line></clues></puzzle>`
	for _, tt := range [][2]string{
		{"#d\n t:/  black/orange\n" + g, "#ffffff #000000/#ffa500"},
		{"#d\n t:/  gray50\\#f00  names\n" + g, `#ffffff #808080\#ff0000`},
		{"#d\n t:/  black/\n" + g, `2:7: found "black"`},
		{"#d\n t:/  black/nocolor\n" + g, "2:7: found"},
		{"#d\n t:/  a/b/c\n" + g, "2:7: found"},
		{"#d\n 0:   black/white\n t:/ red\n" + g, "2:2: found a background of triangles, expected one color"},
		{"#d\n t:/  black/orange  <> roof\n" + g, "2:28: found triangles that are glued to blocks"},
		{`<puzzle><color name="t" char="t">f00/00f</color>` + clues, "#ffffff #ff0000/#0000ff"},
		{`<puzzle><color name="t" char="t">F0F0F0\0F0F0F</color>` + clues, `#ffffff #f0f0f0\#0f0f0f`},
		{`<puzzle><color name="t" char="t">f00/</color>` + clues, "found the color"},
		{`<puzzle><color name="white" char=".">f00/00f</color>` + clues, "found a background of triangles"},
		{`{"palette":[{},{"color":"#f00/#00f","symbol":"t"}],"goal":["t"]}`, "#000000 #ff0000/#0000ff"},
		{`{"palette":[{"color":"#f00/#00f"},{}],"goal":["#"]}`, "found a background of triangles"},
		{`{"palette":[{},{"color":"#f00|#00f"}],"goal":["#"]}`, `"#ff0000/#0000ff"`},
	} {
		if got := paints(tt[0]); !strings.Contains(got, tt[1]) {
			t.Errorf("%s\ngot  %s\nwant %s", tt[0], got, tt[1])
		}
	}
}

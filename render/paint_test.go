package render

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nonogram"
)

// randomDrawing makes a drawing of any kind; the seed decides.
func randomDrawing(seed uint64) *Drawing {
	r := rand.New(rand.NewPCG(seed, 1))
	colors := 2
	if r.IntN(2) == 0 {
		colors += r.IntN(nonogram.MaxColors - 2)
	}
	palette := nonogram.BlackAndWhite()
	for len(palette) < colors {
		palette = append(palette, nonogram.Swatch{RGB: nonogram.RGB{R: uint8(r.Uint32()), G: uint8(r.Uint32()), B: uint8(r.Uint32())}})
	}
	palette.AssignSymbols()
	g := nonogram.NewGrid(1+r.IntN(30), 1+r.IntN(30))
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(r.IntN(colors))
		if i > 0 && r.IntN(2) == 0 {
			g.Cells[i] = g.Cells[i-1]
		}
	}
	d := &Drawing{Puzzle: nonogram.FromGrid(g, palette), Style: Style{Cell: float64(1 + r.IntN(40))}}
	d.Puzzle.Title = fmt.Sprint("Puzzle ", seed)
	switch r.IntN(3) {
	case 0:
		d.Grid = g
	case 1:
		d.Grid = g.Clone()
		for i := range d.Grid.Cells {
			if r.IntN(2) == 0 {
				d.Grid.Cells[i] = nonogram.Unknown
			}
		}
	}
	if r.IntN(2) == 0 {
		d.Style.Theme = "dark"
	}
	d.Style.NoClues, d.Style.Bare, d.Style.DimDone = r.IntN(4) == 0, r.IntN(6) == 0, r.IntN(2) == 0
	return d
}

func layOut(t *testing.T, d *Drawing) (*picture, *scene, *fonts) {
	t.Helper()
	if err := d.check(); err != nil {
		t.Fatal(err)
	}
	f, err := newFonts(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := newPicture(newLayout(d, f), d, f, d.Style.Cell)
	return p, p.scene(), f
}

// TestEverythingIsOnTheCanvas looks at every shape of many drawings. Words may
// stick out by as much as a font's digits may be wider than the built-in ones.
func TestEverythingIsOnTheCanvas(t *testing.T) {
	for seed := range uint64(300) {
		_, s, f := layOut(t, randomDrawing(seed))
		canvas := rect{0, 0, s.width, s.height}
		for _, it := range s.items {
			switch it := it.(type) {
			case fill:
				for _, r := range it.rects {
					if !canvas.contains(r, 0.01) {
						t.Errorf("seed %d: rectangle %v on a canvas of %v × %v", seed, r, s.width, s.height)
					}
				}
			case stroke:
				for _, l := range it.lines {
					if !canvas.contains(rect{min(l.x1, l.x2), min(l.y1, l.y2), max(l.x1, l.x2) - min(l.x1, l.x2), max(l.y1, l.y2) - min(l.y1, l.y2)}, 0.01) {
						t.Errorf("seed %d: line %v on a canvas of %v × %v", seed, l, s.width, s.height)
					}
				}
			case words:
				for _, w := range it.words {
					width := f.width(w.text, it.size, it.bold)
					r := rect{w.x, w.y - it.size*digitHeight, width, it.size * digitHeight}
					if it.anchor == atMiddle {
						r.x -= width / 2
					}
					if !canvas.contains(r, 0.01) {
						t.Errorf("seed %d: %q at %v on a canvas of %v × %v", seed, w.text, r, s.width, s.height)
					}
				}
			}
		}
	}
}

func (r rect) contains(q rect, slack float64) bool {
	return q.x >= r.x-slack && q.y >= r.y-slack && q.x+q.w <= r.x+r.w+slack && q.y+q.h <= r.y+r.h+slack
}

// TestCellsHaveTheirColors looks at the pixel in the middle of every cell, or
// beside the cross of a crossed one, in many PNG pictures.
func TestCellsHaveTheirColors(t *testing.T) {
	for seed := range uint64(200) {
		d := randomDrawing(seed)
		if d.Style.Cell < 5 {
			d.Style.Cell += 5 // room for a pixel between lines and cross
		}
		p, s, f := layOut(t, d)
		r := rasterize(s, f)
		for row := range d.Puzzle.Height() {
			for col := range d.Puzzle.Width() {
				y := int(p.gridY + p.cell*(float64(row)+0.5))
				x := int(p.gridX + p.cell*(float64(col)+0.5))
				if crossedCell(p, row, col) {
					x = int(p.gridX + p.cell*(float64(col)+0.22))
				}
				got, want := r.palette[r.pix[y*r.width+x]], wantedColor(p, row, col)
				if got != want {
					t.Fatalf("seed %d, row %d, column %d: %v, want %v", seed, row, col, got, want)
				}
			}
		}
	}
}

func crossedCell(p *picture, row, col int) bool {
	return p.g != nil && p.partial && p.g.At(row, col) == nonogram.Empty
}

// wantedColor is what a cell should look like, thought through once more.
func wantedColor(p *picture, row, col int) nonogram.RGB {
	plain := len(p.p.Palette) == 2
	switch {
	case p.g == nil || p.g.At(row, col) == nonogram.Unknown:
		return p.theme.paper
	case plain && p.g.At(row, col) == nonogram.Empty:
		return p.theme.paper
	case plain:
		return p.theme.ink
	}
	return p.p.Palette[p.g.At(row, col)].RGB
}

// TestNumbersReadWell checks the contrast of a sample of all colors, and of the
// themes' own texts.
func TestNumbersReadWell(t *testing.T) {
	const least = 3.9
	for r := 0; r < 256; r += 5 {
		for g := 0; g < 256; g += 5 {
			for b := 0; b < 256; b += 5 {
				c := nonogram.RGB{R: uint8(r), G: uint8(g), B: uint8(b)}
				if ratio := contrastRatio(c, contrast(c)); ratio < least {
					t.Fatalf("%v on %v: %.2f", contrast(c), c, ratio)
				}
			}
		}
	}
	for name, theme := range themes {
		for _, c := range []nonogram.RGB{theme.text, theme.faint} {
			if ratio := contrastRatio(c, theme.page); ratio < 4.5 {
				t.Errorf("%s: %v on %v: %.2f", name, c, theme.page, ratio)
			}
		}
		if ratio := contrastRatio(theme.ink, theme.paper); ratio < 10 {
			t.Errorf("%s: ink on paper %.2f", name, ratio)
		}
		if ratio := contrastRatio(theme.text, theme.tint); ratio < 4.5 {
			t.Errorf("%s: text on a highlighted line %.2f", name, ratio)
		}
	}
	if err := (&Style{Theme: "sepia"}).check(); err == nil {
		t.Error("found a theme that does not exist")
	}
}

func TestDimDone(t *testing.T) {
	g := nonogram.NewGrid(5, 2)
	p := nonogram.New([][]int{{1, 2}, {3}}, [][]int{{1}, {0}, {1}, {1}, {0}})
	l := newLayout(&Drawing{Puzzle: p, Grid: g}, mustFonts(t))
	row := nonogram.LineRef{Axis: nonogram.Row}
	for _, c := range []struct {
		cells []nonogram.Color
		want  bool
	}{
		{[]nonogram.Color{1, 0, 1, 1, 0}, true},
		{[]nonogram.Color{1, 255, 1, 1, 255}, true}, // the filled cells are all there
		{[]nonogram.Color{1, 255, 255, 1, 255}, false},
		{[]nonogram.Color{1, 1, 0, 1, 0}, false},
	} {
		copy(g.Row(0), c.cells)
		if got := l.done(row, nil); got != c.want {
			t.Errorf("%v: %v", c.cells, got)
		}
	}
	p.Rows[0][1].Length = 0 // blotted: any length will do
	copy(g.Row(0), []nonogram.Color{1, 0, 1, 1, 1})
	if !l.done(row, nil) {
		t.Error("a blotted clue is not done")
	}
}

func mustFonts(t *testing.T) *fonts {
	t.Helper()
	f, err := newFonts(nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRasterRunsOutOfColors paints more colors than a palette holds: 256 grays,
// and then some that are nearly gray.
func TestRasterRunsOutOfColors(t *testing.T) {
	r := newRaster(400, 1, 400, nonogram.RGB{})
	for x := range 400 {
		gray := nonogram.RGB{R: uint8(x), G: uint8(x), B: uint8(x)}
		c := gray
		if x >= maxPalette {
			c.B ^= 1
		}
		r.fill(c, float64(x), 0, float64(x+1), 1)
		if got := r.palette[r.pix[x]]; got != gray {
			t.Errorf("%v became %v", c, got)
		}
	}
}

package render_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
	"nonogram/render"
)

// Highlights with everything in them.
var (
	litLines = []nonogram.LineRef{{Axis: nonogram.Row, Index: 1}, {Axis: nonogram.Column, Index: 3}}
	litCells = []nonogram.Cell{{Row: 1, Col: 3}, {Row: 4, Col: 0}}
)

func titled(p *nonogram.Puzzle) *nonogram.Puzzle {
	p.Title, p.Author, p.Copyright, p.License = `A <b>heart</b> & "more"`, "Ä. Öhm", "© 2024", "CC0"
	return p
}

// night is white and yellow on black, so nothing may rely on white paper.
func night() *nonogram.Puzzle {
	palette := nonogram.Palette{
		{Name: "black", Symbol: '.', RGB: nonogram.RGB{}},
		{Name: "white", Symbol: 'w', RGB: nonogram.RGB{R: 255, G: 255, B: 255}},
		{Name: "yellow", Symbol: 'y', RGB: nonogram.RGB{R: 255, G: 238}},
	}
	return picture(palette, "w.wyy.", ".yyw..", "w....y")
}

func blotted() *nonogram.Puzzle {
	p := heart()
	p.Rows[1][0].Length = 0
	p.Cols[2][0].Length = 0
	return p
}

var drawings = []struct {
	name    string
	drawing render.Drawing
}{
	{"heart", render.Drawing{Puzzle: titled(heart()), Grid: heart().Goal}},
	{"heart-blank", render.Drawing{Puzzle: heart(), Title: "Another title"}},
	{"heart-started", render.Drawing{Puzzle: heart(), Grid: started(heart()), Lines: litLines, Cells: litCells, Style: render.Style{DimDone: true}}},
	{"heart-dark", render.Drawing{Puzzle: titled(heart()), Grid: started(heart()), Lines: litLines, Cells: litCells, Style: render.Style{Theme: "dark"}}},
	{"heart-bare", render.Drawing{Puzzle: titled(heart()), Grid: heart().Goal, Style: render.Style{Bare: true, Cell: 3}}},
	{"heart-plain", render.Drawing{Puzzle: titled(heart()), Style: render.Style{NoClues: true, NoGuides: true, NoCaption: true, Cell: 7.5}}},
	{"heart-blotted", render.Drawing{Puzzle: blotted()}},
	{"apple", render.Drawing{Puzzle: apple(), Grid: apple().Goal, Style: render.Style{Cell: 30}}},
	{"apple-started", render.Drawing{Puzzle: apple(), Grid: started(apple()), Lines: litLines, Cells: litCells, Style: render.Style{DimDone: true}}},
	{"apple-dark-blank", render.Drawing{Puzzle: apple(), Style: render.Style{Theme: "dark"}}},
	{"night", render.Drawing{Puzzle: night(), Grid: started(night())}},
	{"one", render.Drawing{Puzzle: nonogram.New([][]int{{1}}, [][]int{{1}})}},
	{"tall", render.Drawing{Puzzle: tall(105), Grid: tall(105).Goal, Style: render.Style{Cell: 12}}},
}

func TestSVG(t *testing.T) {
	for _, c := range drawings {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := render.SVG(&b, &c.drawing); err != nil {
				t.Fatal(err)
			}
			goldenFile(t, filepath.Join("testdata", "svg", c.name+".svg"), b.Bytes())
		})
	}
}

// goldenFile compares with a file, or writes it with -update.
func goldenFile(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test ./render -update writes it); got\n%s", path, got)
	}
}

// svgTexts reads an SVG as XML and gives its texts; the first is the title.
func svgTexts(t *testing.T, data []byte) []string {
	t.Helper()
	var texts []string
	for dec := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "text" && start.Name.Local != "title" {
			continue
		}
		var text string
		if err := dec.DecodeElement(&text, &start); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
}

// TestSVGTexts counts the numbers and looks for the caption, which has everything
// that XML would take for its own.
func TestSVGTexts(t *testing.T) {
	var b bytes.Buffer
	p := titled(heart())
	if err := render.SVG(&b, &render.Drawing{Puzzle: p}); err != nil {
		t.Fatal(err)
	}
	texts := svgTexts(t, b.Bytes())
	numbers := 0
	for _, line := range p.Lines() {
		numbers += len(p.Clue(line))
	}
	if want := 1 + numbers + 2; len(texts) != want {
		t.Fatalf("%d texts, want %d: %q", len(texts), want, texts)
	}
	caption := []string{texts[0], texts[len(texts)-2], texts[len(texts)-1]}
	for i, want := range []string{p.Title, p.Title, "by Ä. Öhm · © 2024 · CC0"} {
		if caption[i] != want {
			t.Errorf("got %q, want %q", caption[i], want)
		}
	}
}

// tolerance is how far a pixel may be off: processors round soft edges
// differently.
const tolerance = 24

func TestPNG(t *testing.T) {
	for _, c := range drawings {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := render.PNG(&b, &c.drawing); err != nil {
				t.Fatal(err)
			}
			goldenPNG(t, c.name, &b)
		})
	}
}

// goldenPNG compares with a picture in testdata, or writes it with -update.
func goldenPNG(t *testing.T, name string, b *bytes.Buffer) {
	t.Helper()
	path := filepath.Join("testdata", "png", name+".png")
	if *update {
		goldenFile(t, path, b.Bytes())
		return
	}
	got, err := png.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	compareImages(t, path, got)
}

func compareImages(t *testing.T, path string, got image.Image) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the picture is %v, want %v", got.Bounds(), want.Bounds())
	}
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			if difference(got, want, x, y) > tolerance {
				t.Fatalf("pixel (%d, %d) is %v, want %v (go test ./render -update writes %s)", x, y, got.At(x, y), want.At(x, y), path)
			}
		}
	}
}

func difference(a, b image.Image, x, y int) int {
	ar, ag, ab, _ := a.At(x, y).RGBA()
	br, bg, bb, _ := b.At(x, y).RGBA()
	far := func(p, q uint32) int { return int(math.Abs(float64(p>>8) - float64(q>>8))) }
	return max(far(ar, br), far(ag, bg), far(ab, bb))
}

func TestPNGChoosesCells(t *testing.T) {
	for _, c := range []struct {
		width, height        int
		minWidth, mostPixels int
	}{
		{5, 5, 5 * 24, 1_000_000},
		{300, 300, 300 * 10, 40_000_000},
		{10_000, 400, 10_000, 40_000_000}, // cells of 3 pixels, no clues
	} {
		g := nonogram.NewGrid(c.width, c.height)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(i / 3 % 2)
		}
		var b bytes.Buffer
		if err := render.PNG(&b, &render.Drawing{Puzzle: nonogram.FromGrid(g, nonogram.BlackAndWhite()), Grid: g}); err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(&b)
		if err != nil {
			t.Fatal(err)
		}
		if config.Width < c.minWidth || config.Width*config.Height > c.mostPixels {
			t.Errorf("%d × %d cells make %d × %d pixels", c.width, c.height, config.Width, config.Height)
		}
	}
}

func TestDrawingErrors(t *testing.T) {
	small := nonogram.NewGrid(4, 5)
	colored := nonogram.NewGrid(5, 5)
	colored.Set(2, 3, 7)
	noPalette := heart()
	noPalette.Palette = nil
	row := func(i int) []nonogram.LineRef { return []nonogram.LineRef{{Axis: nonogram.Row, Index: i}} }
	for _, c := range []struct {
		name    string
		drawing render.Drawing
		want    string
	}{
		{"grid size", render.Drawing{Puzzle: heart(), Grid: small}, "the grid is not of the puzzle's size: grid 4 × 5, puzzle 5 × 5"},
		{"grid color", render.Drawing{Puzzle: heart(), Grid: colored}, "row 3, column 4: the cell has color 7, the palette has 0 to 1"},
		{"no palette", render.Drawing{Puzzle: noPalette}, "palette"},
		{"no puzzle", render.Drawing{}, "puzzle: found none"},
		{"empty", render.Drawing{Puzzle: &nonogram.Puzzle{}}, "at least one row"},
		{"row", render.Drawing{Puzzle: heart(), Lines: row(5)}, "highlight: found row 6, expected a line of a puzzle of 5 × 5"},
		{"negative row", render.Drawing{Puzzle: heart(), Lines: row(-1)}, "highlight: found"},
		{"cell", render.Drawing{Puzzle: heart(), Cells: []nonogram.Cell{{Row: 0, Col: 5}}}, "row 1, column 6"},
		{"axis", render.Drawing{Puzzle: heart(), Lines: []nonogram.LineRef{{Axis: 9}}}, "highlight: found"},
		{"NaN", render.Drawing{Puzzle: heart(), Style: render.Style{Cell: math.NaN()}}, "cell: found NaN"},
		{"negative cell", render.Drawing{Puzzle: heart(), Style: render.Style{Cell: -1}}, "cell: found -1"},
		{"tiny cell", render.Drawing{Puzzle: heart(), Style: render.Style{Cell: 0.5}}, "cell: found 0.5"},
		{"font", render.Drawing{Puzzle: heart(), Style: render.Style{Font: []byte("OTTO")}}, "TrueType"},
	} {
		for _, draw := range []func(io.Writer, ...*render.Drawing) error{render.SVG, render.PNG} {
			var b bytes.Buffer
			if err := draw(&b, &c.drawing); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v, want %q", c.name, err, c.want)
			}
			if b.Len() > 0 {
				t.Errorf("%s: wrote %d bytes all the same", c.name, b.Len())
			}
		}
	}
}

func TestPNGTooLarge(t *testing.T) {
	var tooLarge *render.Error
	err := render.PNG(io.Discard, &render.Drawing{Puzzle: rings(200, 200), Style: render.Style{Cell: 100}})
	if !errors.As(err, &tooLarge) || tooLarge.Option != "cell" {
		t.Errorf("got %v", err)
	}
}

func TestPictureWriteErrors(t *testing.T) {
	d := &render.Drawing{Puzzle: rings(20, 20)}
	if err := render.SVG(failing{}, d); !errors.Is(err, errFull) {
		t.Errorf("SVG: %v", err)
	}
	if err := render.PNG(failing{}, d); !errors.Is(err, errFull) {
		t.Errorf("PNG: %v", err)
	}
}

func ExampleSVG() {
	p := nonogram.New([][]int{{1}}, [][]int{{1}})
	p.Title = "Dot"
	d := &render.Drawing{
		Puzzle: p,
		Cells:  []nonogram.Cell{{Row: 0, Col: 0}},
		Style:  render.Style{NoClues: true, NoCaption: true, Cell: 20},
	}
	_ = render.SVG(os.Stdout, d)
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40" font-family="Go, Arial, Helvetica, sans-serif" role="img">
	// <title>Dot</title>
	// <rect width="40" height="40" fill="#ffffff"/>
	// <path fill="none" stroke="#444444" stroke-width="2" shape-rendering="crispEdges" d="M9 10H31M9 30H31M10 11V29M30 11V29"/>
	// <path fill="none" stroke="#1c6dd0" stroke-width="2" shape-rendering="crispEdges" d="M10 11H30M10 29H30M11 12V28M29 12V28"/>
	// </svg>
}

// A half-solved puzzle as a PNG, with a line pointed at.
func ExamplePNG() {
	p := nonogram.New([][]int{{1}, {3}, {1}}, [][]int{{1}, {3}, {1}})
	grid := nonogram.NewGrid(3, 3)
	grid.Set(1, 1, nonogram.Black)
	var file bytes.Buffer
	err := render.PNG(&file, &render.Drawing{
		Puzzle: p,
		Grid:   grid,
		Lines:  []nonogram.LineRef{{Axis: nonogram.Row, Index: 1}},
		Style:  render.Style{Theme: "dark"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	size, err := png.DecodeConfig(&file)
	fmt.Println(size.Width, "×", size.Height, err)
	// Output: 118 × 119 <nil>
}

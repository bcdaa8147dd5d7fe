package see

import (
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/pages"
	"nonogram/scan/internal/glyph"
)

// opened photographs a puzzle, with so many colors besides black. The list has the stages that showed a picture.
func opened(t *testing.T, colors int) (*nonogram.Puzzle, *Eye, *[]string) {
	t.Helper()
	p := pages.Puzzle(5, 10, 10, colors)
	img := photograph(t, p, pages.Style{Cell: 30}, pages.Camera{TiltX: 6, TiltY: -4, Margin: .08, Blur: .4})
	var shown []string
	e, err := Open(img, func(stage string, picture func() image.Image) {
		if picture().Bounds().Empty() {
			t.Errorf("stage %s shows an empty picture", stage)
		}
		shown = append(shown, stage)
	})
	if err != nil {
		t.Fatal(err)
	}
	return p, e, &shown
}

// The first stage finds a mesh of at least the board's cells.
func TestFindBoard(t *testing.T) {
	p, e, _ := opened(t, 0)
	if b := e.boards[0]; b.nx < p.Width() || b.ny < p.Height() {
		t.Errorf("found a mesh of %d × %d cells, expected %d × %d at least", b.nx, b.ny, p.Width(), p.Height())
	}
}

// The second stage makes every cell a square: the lines of the board lie between cells.
func TestStraightened(t *testing.T) {
	_, e, _ := opened(t, 0)
	c := e.straightened(0)
	column := func(x int) (sum int) {
		for y := c.board[top] * c.scale; y < c.board[bottom]*c.scale; y++ {
			sum += int(c.pix[y*c.w+x])
		}
		return sum
	}
	for i := c.board[left] + 1; i < c.board[right]; i++ {
		line := min(column(i*c.scale-1), column(i*c.scale), column(i*c.scale+1))
		if inside := column(i*c.scale + c.scale/2); line >= inside {
			t.Errorf("column %d has no line at its left: brightness %d there, %d inside", i-c.board[left], line, inside)
		}
	}
}

// The third stage finds the place of every number.
func TestFindClues(t *testing.T) {
	p, e, _ := opened(t, 0)
	found, err := e.straightened(0).findClues(e.levels[0], false)
	if err != nil {
		t.Fatal(err)
	}
	for k, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		if s := found.sides[k]; s.at != [2]side{left, top}[k] || len(s.lines) != len(clues) {
			t.Fatalf("found %d lines at side %d, expected %d", len(s.lines), s.at, len(clues))
		}
		for q, clue := range clues {
			if n := len(found.sides[k].lines[q]); n != max(len(clue), 1) { // a zero is printed
				t.Errorf("line %d of %d: found %d numbers, expected %d", q, k, n, len(clue))
			}
		}
	}
}

// The fourth stage reads the numbers at those places.
func TestReadDigits(t *testing.T) {
	p, e, _ := opened(t, 0)
	c := e.straightened(0)
	s, err := c.frame()
	if err != nil {
		t.Fatal(err)
	}
	clues, err := c.findClues(e.levels[0], false)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.readDigits(s, clues, nil); err != nil {
		t.Fatal(err)
	}
	for _, line := range compare(s, p) {
		t.Error(line)
	}
}

// A board that is given is read as one that was found, without a search for lines.
func TestOpenAt(t *testing.T) {
	p, e, _ := opened(t, 0)
	found, err := e.Look(0, Usual, false)
	if err != nil {
		t.Fatal(err)
	}
	w, h := found.Width, found.Height
	at := func(u, v float64) Point {
		top, bottom := mix(found.Board[0], found.Board[1], u/float64(w)), mix(found.Board[3], found.Board[2], u/float64(w))
		return mix(top, bottom, v/float64(h))
	}
	given, err := OpenAt(e.img, nil, Board{w, h, at}, Board{w - 1, h, at})
	if err != nil {
		t.Fatal(err)
	}
	s, err := given.Look(0, Usual, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range compare(s, p) {
		t.Error(line)
	}
	if s, err = given.Look(1, Usual, false); err != nil || s.Width != w-1 || s.Height != h {
		t.Errorf("found %d × %d cells (%v), expected those that are given", s.Width, s.Height, err)
	}
	if given.Has(2) {
		t.Error("more boards than are given")
	}
}

// Clues that begin at the rim of their room are nearer to it than to the board.
func TestBesideBoard(t *testing.T) {
	c := &canvas{scale: 40, board: [4]int{4, 4, 9, 9}}
	c.mesh = newMesh(12, 12)
	c.fill, c.blobs = make([]fill, 144), make([][]blob, 144)
	c.known = map[[4]int]glyph.Scores{}
	c.digits = 24
	c.plane, c.ink, c.labels = *newPlane(480, 480), make([]uint8, 480*480), make([]uint16, 480*480)
	c.reader = func(*glyph.Patch) (s glyph.Scores) { s[3] = 1; return s }
	for j := 4; j < 9; j++ {
		k := j*12 + 1 // two cells from the board, at its left
		c.fill[k] = fill{share: .2}
		c.blobs[k] = []blob{{label: uint16(k), x0: 50, x1: 64, y0: j*40 + 8, y1: j*40 + 32, area: 150}}
		for y := j*40 + 8; y < j*40+32; y++ {
			for x := 50; x < 64; x++ {
				c.ink[y*480+x], c.labels[y*480+x] = 255, uint16(k)
			}
		}
	}
	if near, far := c.besideBoard(left); near < 4.5 || far > .5 {
		t.Errorf("found %.1f numbers at the left and %.1f at the right, expected 5 and none", near, far)
	}
}

// The fifth stage finds two inks, and every stage shows a picture.
func TestDecideInks(t *testing.T) {
	p, e, shown := opened(t, 1)
	s, err := e.Look(0, Usual, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Palette) != len(p.Palette) {
		t.Fatalf("found %d colors, expected %d", len(s.Palette)-1, len(p.Palette)-1)
	}
	for k, clue := range p.Rows {
		for q, b := range clue {
			if got := s.Rows[k][q].Choices[0].Color; got != int(b.Color) {
				t.Errorf("row %d, number %d: found color %d, expected %d", k+1, q+1, got, b.Color)
			}
		}
	}
	want := []string{"1-board", "2-straight", "3-clues", "4-digits", "5-inks"}
	if !slices.Equal(*shown, want) {
		t.Errorf("found the stages %v, expected %v", *shown, want)
	}
}

// TestStages is make scan-pictures: it writes the pictures of docs/scanning.md into the
// folder NONOGRAM_STAGES.
func TestStages(t *testing.T) {
	folder := os.Getenv("NONOGRAM_STAGES")
	if folder == "" {
		t.Skip("NONOGRAM_STAGES names no folder for the pictures; make scan-pictures does")
	}
	page := pages.Page{
		Puzzle: pages.Puzzle(8, 15, 15, 1), Seed: 1,
		Style:  pages.Style{Face: pages.Plain(), Cell: 26, Size: .56, Pitch: .95, Thick: 5, Chips: true},
		Camera: pages.Camera{TiltX: 12, TiltY: -10, Roll: 3, Curl: .05, Margin: .06, Light: .4, Shadow: .3, Blur: .5, Noise: 3, Quality: 80},
	}
	photo, err := page.Photograph()
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(photo, nil)
	if err != nil {
		t.Fatal(err)
	}
	sight, err := e.Look(0, Usual, false)
	if err != nil {
		t.Fatal(err)
	}
	found := e.boards[0]
	m := found.extended(found.lines, 5, 5, 1, 1).scaled(found.factor)
	canvas := found.canvas(e)
	for name, img := range map[string]image.Image{
		"photo": photo, "lines": found.drawn(), "straight": straighten(e.levels, m, 5, 5, 1, 1).gray(),
		"ink": canvas.drawn(), "seen": Overlay(photo, sight),
	} {
		file, err := os.Create(filepath.Join(folder, name+".jpg"))
		if err != nil {
			t.Fatal(err)
		}
		if err := jpeg.Encode(file, img, &jpeg.Options{Quality: 75}); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// What is left of a square around a number is no digit; a large 7 is.
func TestFrames(t *testing.T) {
	c := &canvas{scale: 40, plane: *newPlane(80, 40), labels: make([]uint16, 80*40)}
	line := func(label uint16, x0, y0, x1, y1 int) {
		for k := range 31 {
			x, y := x0+(x1-x0)*k/30, y0+(y1-y0)*k/30
			c.labels[y*c.w+x] = label
		}
	}
	line(1, 4, 4, 34, 4)
	line(1, 4, 4, 4, 34)
	line(2, 44, 4, 74, 4)
	line(2, 74, 4, 50, 34)
	if !c.frames(&blob{label: 1, x0: 4, y0: 4, x1: 35, y1: 35}) {
		t.Error("two sides of a square count as a digit")
	}
	if c.frames(&blob{label: 2, x0: 44, y0: 4, x1: 75, y1: 35}) {
		t.Error("a 7 counts as a square")
	}
	if c.frames(&blob{label: 1, x0: 4, y0: 4, x1: 35, y1: 20}) {
		t.Error("something lower than a number counts as a square")
	}
}

// A band between the clues and the board has no clue, where every other empty line has a zero; below
// the board, where its lines end, a caption may look like one.
func TestTrimmed(t *testing.T) {
	number, zero := []Number{{Choices: []Choice{{Values: []int{1}}}}}, []Number{{Choices: []Choice{{}}, Zero: 1}}
	s := &Sight{Rows: [][]Number{nil, number, zero, number, number}, Columns: [][]Number{nil, number, number, zero, number}}
	const cell = 20
	c := &canvas{plane: *newPlane(10*cell, 10*cell), scale: cell, board: [4]int{3, 3, 8, 8}, x0: 3, y0: 3, x1: 9, y1: 8}
	for k := range c.pix {
		if c.pix[k] = 255; (k%c.w)%cell == 0 || k/c.w%cell == 0 {
			c.pix[k] = 100
		}
	}
	if !c.trimmed(s, true) || c.board != [4]int{4, 4, 8, 8} || c.x0 != 4 || c.y0 != 4 || c.x1 != 9 {
		t.Errorf("the board is %v, of a mesh from %d and %d to %d", c.board, c.x0, c.y0, c.x1)
	}
	s.Rows[2], s.Columns[3] = nil, nil
	if c.trimmed(s, true) {
		t.Error("empty lines without zeros are taken away")
	}
	s.Rows[0], s.Rows[4] = number, nil
	for k := 7*cell*c.w + c.w; k < len(c.pix); k++ {
		c.pix[k] = 255
	}
	if c.trimmed(s, false) || !c.trimmed(s, true) || c.board != [4]int{4, 4, 8, 7} {
		t.Errorf("the board is %v where lines end at 7", c.board)
	}
}

package scan_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"nonogram"
	"nonogram/puzzles"
	"nonogram/render"
	"nonogram/scan"
)

// sampled are the puzzles of the pack that every test reads: some with colors that are alike,
// some with light ones, some in black, and small ones, whose caption is where a clue could be.
var sampled = []int{1, 9, 12, 18, 53, 65, 12, 13}

// Puzzles of the pack, drawn by our own renderer, are read back identical.
func TestLoop(t *testing.T) {
	for k, number := range sampled {
		e, _ := puzzles.ByNumber(number)
		style := render.Style{Cell: 24}
		switch {
		case k >= 6:
			style = render.Style{Theme: []render.Theme{"light", "dark"}[k%2], Cell: 20 + 4*float64(k%2)}
		case k%2 == 1:
			style = render.Style{Theme: "dark", Cell: 32}
		}
		if problem := readBack(e.Puzzle(), &style, "blank"); problem != "" {
			t.Errorf("@%d, cells of %v pixels: %s", number, style.Cell, problem)
		}
	}
}

// Drawings that are solved are read as blank ones: filled cells hide lines, here up to seven rows of
// them, all columns at two sides, and most paper.
func TestSolvedDrawings(t *testing.T) {
	for _, d := range []struct {
		number int
		theme  render.Theme
		cell   float64
	}{{15, render.Light, 32}, {32, render.Light, 20}, {65, render.Light, 32}, {73, render.Dark, 24}, {107, render.Light, 20}} {
		e, _ := puzzles.ByNumber(d.number)
		if problem := readBack(e.Puzzle(), &render.Style{Theme: d.theme, Cell: d.cell}, "solved"); problem != "" {
			t.Errorf("@%d, %s, cells of %v pixels: %s", d.number, d.theme, d.cell, problem)
		}
	}
}

// A grid whose rows and columns are counted is refused; a puzzle without a solution is read.
func TestLabels(t *testing.T) {
	count := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite()}
	for k := range 10 {
		count.Rows = append(count.Rows, nonogram.Clue{{Length: k + 1, Color: nonogram.Black}})
		count.Cols = append(count.Cols, nonogram.Clue{{Length: 10 - (k+5)%10, Color: nonogram.Black}})
	}
	e, _ := puzzles.ByNumber(23)
	broken := *e.Puzzle()
	broken.Goal, broken.Rows = nil, slices.Concat(broken.Rows[3:], broken.Rows[:3])
	// A heart, with two columns misread.
	misread := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{1}, {5}, {4}, {4}, {2}})
	for _, c := range []struct {
		puzzle *nonogram.Puzzle
		reads  bool
	}{{count, false}, {&broken, true}, {misread, true}} {
		var b bytes.Buffer
		if err := render.PNG(&b, &render.Drawing{Puzzle: c.puzzle, Style: render.Style{Cell: 24}}); err != nil {
			t.Fatal(err)
		}
		page, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		r, err := scan.Read(t.Context(), page, scan.Options{})
		if (err == nil) != c.reads || err != nil && !errors.Is(err, scan.ErrUnreadable) || c.reads && r.Status != nonogram.Unsolvable {
			t.Errorf("%d rows, to be read: %v; found %v", len(c.puzzle.Rows), c.reads, err)
		}
	}
}

// Transparent paper is white, for the colors too.
func TestTransparentPaper(t *testing.T) {
	e, _ := puzzles.ByNumber(9)
	var b bytes.Buffer
	blank := *e.Puzzle()
	blank.Goal = nil
	if err := render.PNG(&b, &render.Drawing{Puzzle: &blank, Style: render.Style{Cell: 24}}); err != nil {
		t.Fatal(err)
	}
	page, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	glass := image.NewNRGBA(page.Bounds())
	draw.Draw(glass, glass.Rect, page, glass.Rect.Min, draw.Src)
	paper := glass.NRGBAAt(0, 0)
	for k := 0; k < len(glass.Pix); k += 4 {
		if glass.Pix[k] == paper.R && glass.Pix[k+1] == paper.G && glass.Pix[k+2] == paper.B {
			copy(glass.Pix[k:], []uint8{0, 0, 0, 0})
		}
	}
	b.Reset()
	if err := png.Encode(&b, glass); err != nil {
		t.Fatal(err)
	}
	if problem := readImage(&blank, b.Bytes()); problem != "" {
		t.Error(problem)
	}
}

// TestWholeLoop reads the whole pack in both themes at three sizes of cells, blank, half filled and
// solved, as far as NONOGRAM_LOOP asks: "1/20" reads every twentieth drawing from the first.
func TestWholeLoop(t *testing.T) {
	var first, step int
	if _, err := fmt.Sscanf(os.Getenv("NONOGRAM_LOOP"), "%d/%d", &first, &step); err != nil || first < 1 || step < 1 {
		t.Skip("NONOGRAM_LOOP does not say which drawings to read, as 1/1 for all")
	}
	failures, read, n := 0, 0, 0
	for k, e := range puzzles.All() {
		for _, theme := range []render.Theme{render.Light, render.Dark} {
			for _, cell := range []float64{20, 24, 32} {
				for _, drawn := range []string{"blank", "half filled", "solved"} {
					if n++; (n-first)%step != 0 {
						continue
					}
					read++
					if problem := readBack(e.Puzzle(), &render.Style{Theme: theme, Cell: cell}, drawn); problem != "" {
						failures++
						t.Errorf("@%d, %s, cells of %v pixels, %s: %s", k+1, theme, cell, drawn, problem)
					}
				}
			}
		}
	}
	t.Logf("%d of %d drawings are read back", read-failures, read)
}

// TestBookLoop reads pages of the book, as far as NONOGRAM_LOOP asks; pdftoppm rasterizes them.
func TestBookLoop(t *testing.T) {
	var first, step int
	if _, err := fmt.Sscanf(os.Getenv("NONOGRAM_LOOP"), "%d/%d", &first, &step); err != nil || first < 1 || step < 1 {
		t.Skip("NONOGRAM_LOOP does not say which pages to read, as 1/1 for all")
	}
	if _, err := exec.LookPath("pdftoppm"); err != nil {
		t.Skip(err)
	}
	failures, read := 0, 0
	for k, e := range puzzles.All() {
		if (k+1-first)%step != 0 {
			continue
		}
		read++
		if problem := readPrinted(t, e.Puzzle()); problem != "" {
			failures++
			t.Errorf("@%d, a page of the book: %s", k+1, problem)
		}
	}
	t.Logf("%d of %d pages are read back", read-failures, read)
}

// readPrinted prints a puzzle, reads it and says what differs.
func readPrinted(t *testing.T, p *nonogram.Puzzle) string {
	t.Helper()
	blank := *p
	blank.Goal = nil
	var b bytes.Buffer
	if _, err := render.PDF(&b, &render.Book{Entries: []render.Entry{{Puzzle: &blank}}}); err != nil {
		return err.Error()
	}
	name := filepath.Join(t.TempDir(), "page")
	raster := exec.CommandContext(t.Context(), "pdftoppm", "-png", "-r", "150", "-singlefile", "-", name)
	raster.Stdin = &b
	if err := raster.Run(); err != nil {
		return err.Error()
	}
	data, err := os.ReadFile(name + ".png")
	if err != nil {
		return err.Error()
	}
	return readImage(p, data)
}

// readBack draws a puzzle, blank, half filled or solved, reads it and says what differs.
func readBack(p *nonogram.Puzzle, style *render.Style, drawn string) string {
	var b bytes.Buffer
	blank := *p
	blank.Goal = nil
	var grid *nonogram.Grid
	if drawn != "blank" {
		grid = p.Goal.Clone()
		for k := range grid.Cells {
			if drawn == "half filled" && k*7%5 < 2 {
				grid.Cells[k] = nonogram.Unknown
			}
		}
	}
	if err := render.PNG(&b, &render.Drawing{Puzzle: &blank, Grid: grid, Style: *style}); err != nil {
		return err.Error()
	}
	return readImage(p, b.Bytes())
}

// readImage reads a picture and says how it differs from a puzzle.
func readImage(p *nonogram.Puzzle, data []byte) string {
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return err.Error()
	}
	r, err := scan.Read(context.Background(), img, scan.Options{})
	if err != nil {
		return err.Error()
	}
	if problem := differ(p, r.Puzzle); problem != "" {
		return fmt.Sprintf("%s; %v, probability %.3f", problem, r.Status, r.Probability)
	}
	return ""
}

// differ compares clues; colors may be numbered differently.
func differ(want, got *nonogram.Puzzle) string {
	if want.Width() != got.Width() || want.Height() != got.Height() {
		return fmt.Sprintf("found %d × %d, expected %d × %d", got.Width(), got.Height(), want.Width(), want.Height())
	}
	colors := map[nonogram.Color]nonogram.Color{}
	wrong := 0
	compare := func(a, b nonogram.Clue) {
		if !slices.EqualFunc(a, b, func(x, y nonogram.Block) bool {
			if _, known := colors[x.Color]; !known {
				colors[x.Color] = y.Color
			}
			return x.Length == y.Length && colors[x.Color] == y.Color
		}) {
			wrong++
		}
	}
	for k := range want.Rows {
		compare(want.Rows[k], got.Rows[k])
	}
	for k := range want.Cols {
		compare(want.Cols[k], got.Cols[k])
	}
	if wrong > 0 {
		return fmt.Sprintf("%d lines differ, %d colors", wrong, len(got.Palette)-1)
	}
	back := map[nonogram.Color]bool{}
	for _, c := range colors {
		back[c] = true
	}
	if len(back) != len(colors) {
		return "colors are joined"
	}
	return ""
}

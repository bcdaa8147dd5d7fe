package see

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/pages"
)

// A page of our own renderer, as the camera is asked to see it.
func photograph(t *testing.T, p *nonogram.Puzzle, style pages.Style, camera pages.Camera) *image.RGBA {
	t.Helper()
	style.Own = true
	page := pages.Page{Puzzle: p, Seed: 1, Style: style, Camera: camera}
	img, err := page.Photograph()
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// look opens an eye and looks at the likeliest board.
func look(img image.Image) (*Sight, error) {
	e, err := Open(img, nil)
	if err != nil {
		return nil, err
	}
	return e.Look(0, Usual, false)
}

// compare reports the lines whose likeliest readings are not the clues.
func compare(s *Sight, p *nonogram.Puzzle) (wrong []string) {
	for k, lines := range [2][][]Number{s.Rows, s.Columns} {
		clues := [2][]nonogram.Clue{p.Rows, p.Cols}[k]
		for i, line := range lines {
			var want, got []int
			for _, b := range clues[i] {
				want = append(want, b.Length)
			}
			for _, n := range line {
				got = append(got, n.Choices[0].Values...)
			}
			if !slices.Equal(got, want) {
				wrong = append(wrong, fmt.Sprintf("%s %d: found %v, expected %v", [2]string{"row", "column"}[k], i, got, want))
			}
		}
	}
	return wrong
}

func TestLook(t *testing.T) {
	for name, c := range map[string]struct {
		size   int
		style  pages.Style
		camera pages.Camera
	}{
		"screenshot": {10, pages.Style{Cell: 30}, pages.Camera{Margin: .05}},
		"dark":       {15, pages.Style{Cell: 30, Dark: true}, pages.Camera{Margin: .05}},
		"tilted":     {15, pages.Style{Cell: 36}, pages.Camera{TiltX: 14, TiltY: -12, Roll: 3, Margin: .1, Light: .4, Blur: .5, Noise: 4, Quality: 80}},
		"curled":     {20, pages.Style{Cell: 34}, pages.Camera{Curl: .05, Gutter: .05, Margin: .1, Shadow: .3, Blur: .5, Quality: 80}},
		"filled":     {10, pages.Style{Cell: 36, Filled: .6}, pages.Camera{TiltY: 8, Margin: .1, Blur: .4}},
	} {
		t.Run(name, func(t *testing.T) {
			p := pages.Puzzle(3, c.size, c.size, 0)
			s, err := look(photograph(t, p, c.style, c.camera))
			if err != nil {
				t.Fatal(err)
			}
			if s.Width != c.size || s.Height != c.size {
				t.Fatalf("found %d × %d cells, expected %d × %d", s.Width, s.Height, c.size, c.size)
			}
			for _, line := range compare(s, p) {
				t.Error(line)
			}
		})
	}
}

// Cells lie beside each other and inside the board's corners.
func TestCells(t *testing.T) {
	s, err := look(photograph(t, pages.Puzzle(3, 10, 10, 0), pages.Style{Cell: 30}, pages.Camera{TiltX: 10, Margin: .1}))
	if err != nil {
		t.Fatal(err)
	}
	if s.Cells(0, 0)[0] != s.Board[0] || s.Cells(9, 9)[2] != s.Board[2] {
		t.Errorf("found corners %v and %v, expected those of the board %v", s.Cells(0, 0)[0], s.Cells(9, 9)[2], s.Board)
	}
	if s.Cells(3, 4)[1] != s.Cells(4, 4)[0] || s.Cells(3, 4)[3] != s.Cells(3, 5)[0] {
		t.Error("found gaps between cells")
	}
}

func TestFailures(t *testing.T) {
	blank := image.NewGray(image.Rect(0, 0, 400, 300))
	if _, err := look(blank); !errors.Is(err, ErrNoBoard) {
		t.Errorf("a blank image: found %v, expected %v", err, ErrNoBoard)
	}
	noise := image.NewGray(image.Rect(0, 0, 400, 300))
	for k := range noise.Pix {
		noise.Pix[k] = uint8(uint32(k) * 2654435761 >> 24)
	}
	if _, err := look(noise); !errors.Is(err, ErrNoBoard) {
		t.Errorf("noise: found %v, expected %v", err, ErrNoBoard)
	}
	var pixels *PixelsError
	if _, err := look(image.NewUniform(color.White)); !errors.As(err, &pixels) {
		t.Errorf("too many pixels: found %v", err)
	}
	if _, err := look(image.NewGray(image.Rect(0, 0, 1, 1))); !errors.As(err, &pixels) {
		t.Errorf("a pixel: found %v", err)
	}
	whole := photograph(t, pages.Puzzle(3, 10, 10, 0), pages.Style{Cell: 30}, pages.Camera{})
	var size *SizeError
	if _, err := (&canvas{mesh: newMesh(maxSide+1, 5), board: [4]int{0, 0, maxSide + 1, 5}}).frame(); !errors.As(err, &size) {
		t.Errorf("%d cells a side: found %v", maxSide+1, err)
	}
	// Without the part left of the board there are no clues; cut through them they are
	// cut off.
	s, err := look(whole)
	if err != nil {
		t.Fatal(err)
	}
	var none *CluesError
	board := whole.SubImage(image.Rect(int(s.Board[0].X)-2, 0, whole.Rect.Max.X, whole.Rect.Max.Y))
	if _, err := look(board); !errors.As(err, &none) || none.Side != "left" {
		t.Errorf("no clues at the left: found %v", err)
	}
	var cut *CluesError
	at := s.Columns[0][0].At
	part := whole.SubImage(image.Rect(0, int(at[0].Y+at[3].Y)/2, whole.Rect.Max.X, whole.Rect.Max.Y))
	if s, err := look(part); err != nil || !errors.As(s.Cut, &cut) || !cut.Cut || cut.Side != "top" {
		t.Errorf("clues cut at the top: found %v", err)
	}
}

func TestOverlay(t *testing.T) {
	img := photograph(t, pages.Puzzle(3, 10, 10, 0), pages.Style{Cell: 30}, pages.Camera{})
	s, err := look(img)
	if err != nil {
		t.Fatal(err)
	}
	doubt := s.Rows[0][0].At
	over := Overlay(img, s, doubt)
	for name, c := range map[string]struct {
		at   Point
		want color.RGBA
	}{"border": {s.Board[0], boardColor}, "doubt": {doubt[0], doubtColor}} {
		if got := over.RGBAAt(int(c.at.X), int(c.at.Y)); got != c.want {
			t.Errorf("%s: found %v, expected %v", name, got, c.want)
		}
	}
	large := image.NewRGBA(image.Rect(0, 0, 4000, 3000))
	draw.Draw(large, large.Rect, image.White, image.Point{}, draw.Src)
	if got := Overlay(large, nil).Rect.Size(); got != image.Pt(1600, 1200) {
		t.Errorf("found an overlay of %v, expected 1600 × 1200", got)
	}
}

// sightOf reads a photograph of the page.
func sightOf(t *testing.T, page *pages.Page) *Sight {
	t.Helper()
	img, err := page.Photograph()
	if err != nil {
		t.Fatal(err)
	}
	s, err := look(img)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSmallCells looks at the whole photograph where lines lie close together at the scale
// that is usual for its size.
func TestSmallCells(t *testing.T) {
	photo := photograph(t, pages.Puzzle(3, 20, 20, 0), pages.Style{Cell: 21}, pages.Camera{Margin: 2.4, Blur: .5, Noise: 3, Quality: 80})
	if max(photo.Rect.Dx(), photo.Rect.Dy()) <= maxLook {
		t.Fatalf("a photograph of %v, expected one of more than %d pixels", photo.Rect.Max, maxLook)
	}
	e, err := Open(photo, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range e.search.all {
		if b.factor == 1 && b.nx >= 20 && b.ny >= 20 {
			return
		}
	}
	t.Error("the board was not looked for at the scale of the photograph")
}

// TestLongestEmpty keeps lines in which a shadow or a player's mark looks like a number where the
// clues are elsewhere, and gives them up as clues where they are not.
func TestLongestEmpty(t *testing.T) {
	density := []float64{.2, .4, 0, 0, .2}
	if from, to := longestEmpty(density, true, .45); from != 0 || to != 5 {
		t.Errorf("clues elsewhere: found lines %d to %d, expected all five", from, to)
	}
	if from, to := longestEmpty(density, false, .45); from != 2 || to != 4 {
		t.Errorf("clues in the mesh: found lines %d to %d, expected 2 to 4", from, to)
	}
	if from, to := longestEmpty([]float64{.3, .9, 0, 0, .5, 0, 0, 0, .9}, false, .45); from != 2 || to != 8 {
		t.Errorf("the rest of a rule: found lines %d to %d, expected 2 to 8", from, to)
	}
	if from, to := longestEmpty([]float64{0, 0, .9, 0, 0, 0, .9}, false, .45); from != 3 || to != 6 {
		t.Errorf("clues beside empty cells: found lines %d to %d, expected 3 to 6", from, to)
	}
}

// A flat mesh stays flat where a filled part of the board hides its lines.
func TestFlat(t *testing.T) {
	const pitch, n = 30.0, 25
	m := newMesh(n, n)
	for k := range m.seen {
		i, j := k%(n+1), k/(n+1)
		off := 0.0
		if j == 7 && i >= 6 { // the edge of the filled part
			off = .1 * pitch
		}
		m.points[k], m.seen[k] = Point{float64(i) * pitch, float64(j)*pitch + off}, j > 6 || i < 6
	}
	m.settle()
	for k, p := range m.points {
		if d := distance(p, Point{float64(k%(n+1)) * pitch, float64(k/(n+1)) * pitch}); d > .12*pitch {
			t.Fatalf("point %d is %.2f cells off", k, d/pitch)
		}
	}
}

// Marks of a player look like one digit, the digits of a sudoku like several.
func TestMarks(t *testing.T) {
	chance, values := slices.Repeat([]float64{1}, 100), slices.Repeat([]int{4}, 100)
	for k := range 20 {
		values[k] = k%9 + 5
	}
	if !dropMarks(chance, values, 10) || chance[20] != 0 || chance[0] != 1 {
		t.Errorf("found marks with chances %v, expected none but for other digits", chance)
	}
	for k := range values {
		chance[k], values[k] = 1, 1+k%9
	}
	if dropMarks(chance, values, 10) {
		t.Error("took the digits of a sudoku for marks")
	}
}

// Clues at four sides are not digits inside the board.
func TestDigitsInside(t *testing.T) {
	const n, deep = 18, 4
	chance := make([]float64, n*n)
	for k := range chance {
		across, down := k%n, k/n
		if across < deep || across >= n-deep || down < deep || down >= n-deep {
			chance[k] = 1
		}
	}
	if !digitsInside(chance, n, [4]int{0, 0, n, n}) || digitsInside(chance, n, [4]int{deep, deep, n - deep, n - deep}) {
		t.Error("expected digits all over the mesh, none in the board")
	}
}

// Clues that are repeated at the far sides are read there too.
func TestFourSides(t *testing.T) {
	var clues [][]int
	for k := range 10 {
		clues = append(clues, []int{1 + k%3, 1, 2, 1 + k%2})
	}
	p := nonogram.New(clues, clues)
	page := pages.Page{Puzzle: p, Seed: 1, Style: pages.Style{Face: pages.Plain(), Cell: 30, Size: .6, Ruled: true}}
	two, err := page.Photograph()
	if err != nil {
		t.Fatal(err)
	}
	s, err := look(two)
	if err != nil {
		t.Fatal(err)
	}
	board := image.Rect(int(s.Board[0].X+.5), int(s.Board[0].Y+.5), int(s.Board[2].X+.5), int(s.Board[2].Y+.5))
	img := image.NewRGBA(image.Rect(0, 0, two.Rect.Dx()+140, two.Rect.Dy()+140))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(img, two.Rect, two, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(board.Max.X, board.Min.Y, board.Max.X+122, board.Max.Y+2), two, image.Pt(board.Min.X-120, board.Min.Y), draw.Src)
	draw.Draw(img, image.Rect(board.Min.X, board.Max.Y, board.Max.X+2, board.Max.Y+122), two, image.Pt(board.Min.X, board.Min.Y-120), draw.Src)
	e, err := Open(img, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, far := range []bool{false, true} {
		s, err := e.Look(0, Usual, far)
		if err != nil {
			t.Fatal(err)
		}
		if s.Inside || s.Far != far {
			t.Errorf("digits inside %t, far %t, expected false and %t", s.Inside, s.Far, far)
		}
		for _, line := range compare(s, p) {
			t.Error(line)
		}
		if far != (s.Rows[0][0].At[0].X > s.Board[1].X) {
			t.Errorf("found the first row's clue at %v, far %t", s.Rows[0][0].At[0], far)
		}
	}
	var none *CluesError
	if e, err = Open(photograph(t, p, pages.Style{Cell: 30}, pages.Camera{}), nil); err == nil {
		_, err = e.Look(0, Usual, true)
	}
	if !errors.As(err, &none) {
		t.Errorf("clues at two sides: found %v at the far ones", err)
	}
}

// Marks that look like digits do not end the board where the clues are beside it.
func TestMarkedBoard(t *testing.T) {
	p := pages.Puzzle(3, 10, 10, 0)
	photo := photograph(t, p, pages.Style{Cell: 36}, pages.Camera{})
	s, err := look(photo)
	if err != nil {
		t.Fatal(err)
	}
	for j := range 4 {
		mark := s.Rows[j][0].At
		size := image.Pt(int(mark[2].X-mark[0].X)+2, int(mark[2].Y-mark[0].Y)+2)
		for i := range 10 {
			cell := s.Cells(i, j)
			at := image.Pt(int(cell[0].X+cell[2].X)/2, int(cell[0].Y+cell[2].Y)/2).Sub(size.Div(2))
			draw.Draw(photo, image.Rectangle{at, at.Add(size)}, photo, image.Pt(int(mark[0].X), int(mark[0].Y)), draw.Src)
		}
	}
	if s, err = look(photo); err != nil || s.Width != 10 || s.Height != 10 {
		t.Fatalf("found %d × %d cells and %v, expected 10 × 10", s.Width, s.Height, err)
	}
	for _, line := range compare(s, p) {
		t.Error(line)
	}
}

// Digits of a sixth of a cell are found, as in apps with few cells.
func TestTinyDigits(t *testing.T) {
	page := pages.Page{Puzzle: pages.Puzzle(3, 5, 5, 0), Seed: 1, Style: pages.Style{Face: pages.Plain(), Cell: 72, Size: .16, Pitch: .5}, Camera: pages.Camera{Margin: .06}}
	for _, line := range compare(sightOf(t, &page), page.Puzzle) {
		t.Error(line)
	}
}

// A number has at most two digits: the spacing of three parts numbers, however narrow it is.
func TestGapBetween(t *testing.T) {
	strip := func(at ...int) (blobs []blob) {
		for _, x := range at {
			blobs = append(blobs, blob{x0: x, x1: x + 11, y1: 20})
		}
		return blobs
	}
	for _, c := range []struct {
		strips       [][]blob
		joined, ends int // spacings within numbers and between them
	}{
		{[][]blob{strip(0, 16, 32), strip(0, 16, 32, 48), strip(16, 32)}, 0, 5},
		{[][]blob{strip(0, 13, 33), strip(0, 20, 33), strip(0, 13)}, 2, 9},
	} {
		if gap := (&canvas{}).gapBetween(c.strips, 20, 2); gap <= c.joined || gap >= c.ends {
			t.Errorf("found %d, expected more than %d and less than %d", gap, c.joined, c.ends)
		}
	}
}

// Clues may stand at the board, in the middle of their room, or at its rim.
func TestReach(t *testing.T) {
	const edge, pitch = 200, 24
	c := &canvas{scale: 40}
	for _, where := range []string{"board", "middle", "rim"} {
		want := room * 40
		if where == "board" {
			want = pitch
		}
		var lines [][][]blob
		for k := range 9 {
			n, end := 1+k%3, edge-10
			switch where {
			case "middle":
				end = edge - 60 + n*15
			case "rim":
				end = edge - 100 + n*30
			}
			var line [][]blob
			for q := range n {
				y := end - (n-q)*30
				line = append(line, []blob{{x1: 12, y0: y, y1: y + 20}})
			}
			lines = append(lines, line)
		}
		if found := c.reach(lines, edge, pitch, top, false); found != want {
			t.Errorf("at the %s: found %d, expected %d", where, found, want)
		}
	}
}

package generate_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"testing"

	"nonogram"
	"nonogram/generate"
)

// Margins, thin lines, the bias and accents of pictures.

// A margin of one color goes, whatever noise it has, and nothing else does.
func TestTrim(t *testing.T) {
	img := image.NewNRGBA(image.Rect(5, 5, 25, 15))
	for i := range img.Pix {
		img.Pix[i] = byte(250 + i%3) // paper
	}
	for _, p := range []image.Point{{9, 8}, {20, 11}} {
		img.Set(p.X, p.Y, color.Black)
	}
	if got, want := generate.Trim(img, image.Rectangle{}), image.Rect(4, 3, 16, 7); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := generate.Trim(img, image.Rect(10, 0, 20, 10)), image.Rect(15, 6, 16, 7); got != want {
		t.Errorf("of a part: got %v, want %v", got, want)
	}
	blank := image.NewGray(image.Rect(0, 0, 3, 3))
	if got := generate.Trim(blank, image.Rectangle{}); got != (image.Rectangle{}) {
		t.Errorf("of one color: got %v", got)
	}
}

// ring draws a circle with a pen of some width, on white or on nothing.
func ring(side int, pen float64, opaque bool) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			r := math.Hypot(float64(x)-float64(side)/2+0.5, float64(y)-float64(side)/2+0.5)
			switch {
			case math.Abs(r-0.4*float64(side)) < pen/2:
				m.SetNRGBA(x, y, inkBlack)
			case opaque:
				m.SetNRGBA(x, y, inkWhite)
			}
		}
	}
	return m
}

// A line thinner than a cell stays a line, whether it is drawn on white or on nothing: from
// any of its cells one gets to every other one.
func TestImageLinesConnect(t *testing.T) {
	for pen := 5.0; pen <= 16; pen++ { // a cell is 20 pixels wide
		for _, mode := range []generate.Mode{generate.Threshold, generate.Ink, generate.Colored} {
			var rings [2]string
			for i, opaque := range []bool{true, false} {
				p := fromImage(t, ring(400, pen, opaque), generate.ImageOptions{Width: 20, Mode: mode, Colors: 1}).Puzzle
				rings[i] = rows(p)
				if n := parts(p.Goal); n != 1 {
					t.Errorf("%s, a pen of %v pixels: %d parts in\n%s", mode, pen, n, strings.ReplaceAll(rows(p), "/", "\n"))
				}
			}
			if mode != generate.Colored && rings[0] != rings[1] {
				t.Errorf("%s, a pen of %v pixels: on white\n%s\non nothing\n%s", mode, pen, rings[0], rings[1])
			}
		}
	}
}

// A dark area beside a line, which raises the threshold, does not break the line: from the black
// band of a ring the whole ring is there.
func TestImageLinesBesideBlack(t *testing.T) {
	for pen := 5.0; pen <= 16; pen++ {
		for _, local := range []float64{0, 0.5, 1} {
			m := ring(400, pen, true)
			draw.Draw(m, image.Rect(60, 140, 340, 260), image.NewUniform(inkBlack), image.Point{}, draw.Src)
			p := fromImage(t, m, generate.ImageOptions{Width: 20, Mode: generate.Threshold, Local: local}).Puzzle
			for y := range 20 {
				filled := 0
				for x := range 20 {
					filled += int(p.Goal.At(y, x))
				}
				if y > 1 && y < 18 && filled < 2 || parts(p.Goal) != 1 {
					t.Errorf("local %v, a pen of %v pixels: row %d of\n%s", local, pen, y, strings.ReplaceAll(rows(p), "/", "\n"))
					break
				}
			}
		}
	}
}

// parts counts the parts of filled cells that touch by sides or corners.
func parts(g *nonogram.Grid) (n int) {
	seen := make([]bool, len(g.Cells))
	var visit func(y, x int)
	visit = func(y, x int) {
		if y < 0 || x < 0 || y >= g.Height || x >= g.Width || seen[y*g.Width+x] || g.At(y, x) == nonogram.Empty {
			return
		}
		seen[y*g.Width+x] = true
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				visit(y+dy, x+dx)
			}
		}
	}
	for i := range g.Cells {
		if !seen[i] && g.Cells[i] != nonogram.Empty {
			n++
			visit(i/g.Width, i%g.Width)
		}
	}
	return n
}

// A bias moves the number of filled cells step by step, and never fills plain paper.
func TestImageBias(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 300, 300))
	for y := range 300 {
		for x := range 300 {
			v := 252 + (x*7+y*13)%4 // paper with the noise of a scan
			if d := math.Hypot(float64(x)-150, float64(y)-150); d < 120 {
				v = int(40 + d)
			}
			img.SetGray(x, y, color.Gray{Y: uint8(v)})
		}
	}
	last := 0
	for b := -1.0; b <= 1; b += 0.25 {
		p := fromImage(t, img, generate.ImageOptions{Width: 30, Bias: b}).Puzzle
		n := strings.Count(rows(p), "#")
		if n < last || n-last > 200 || p.Goal.At(0, 0) != nonogram.Empty {
			t.Errorf("bias %v fills %d cells after %d", b, n, last)
		}
		last = n
	}
	if last < 300 {
		t.Errorf("bias 1 fills %d cells", last)
	}
}

// Of many grays and a small patch of yellow, three inks keep the yellow; the paper does not
// depend on the number of inks.
func TestImageAccents(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 200, 200))
	for y := range 200 {
		for x := range 200 {
			switch d := math.Hypot(float64(x)-100, float64(y)-100); {
			case d < 90 && x > 90 && x < 120 && y > 100 && y < 120: // 2.4 % of the disc
				img.SetNRGBA(x, y, color.NRGBA{R: 240, G: 190, B: 20, A: 255})
			case d < 90:
				img.SetNRGBA(x, y, color.NRGBA{R: uint8(20 + y), G: uint8(20 + y), B: uint8(20 + y), A: 255})
			}
		}
	}
	var paper nonogram.RGB
	for n := 2; n <= 8; n++ {
		p := fromImage(t, img, generate.ImageOptions{Width: 25, Mode: generate.Colored, Colors: n}).Puzzle
		if c := p.Palette[p.Goal.At(13, 13)].RGB; n >= 3 && int(c.R)-int(c.B) < 100 {
			t.Errorf("%d inks: the patch is %v", n, c)
		}
		if n > 2 && p.Palette[0].RGB != paper {
			t.Errorf("%d inks: paper %v, with fewer %v", n, p.Palette[0].RGB, paper)
		}
		paper = p.Palette[0].RGB
	}
}

// The outline of a colored shape is whole, although most of its cells have more of the color.
func TestImageOutlines(t *testing.T) {
	for pen := 10.0; pen <= 16; pen++ {
		for _, opaque := range []bool{true, false} {
			m := ring(400, pen, opaque)
			for i := range 400 * 400 {
				x, y := i%400, i/400
				if m.NRGBAAt(x, y) != inkBlack && math.Hypot(float64(x)-199.5, float64(y)-199.5) < 160 {
					m.SetNRGBA(x, y, inkRed)
				}
			}
			p := fromImage(t, m, generate.ImageOptions{Width: 20, Mode: generate.Colored, Colors: 2}).Puzzle
			line := p.Goal.Clone()
			for i, c := range line.Cells {
				if p.Palette[c].RGB.R > 100 {
					line.Cells[i] = nonogram.Empty
				}
			}
			if n := parts(line); n != 1 || p.Palette[p.Goal.At(10, 10)].RGB.R <= 100 {
				t.Errorf("a pen of %v pixels, opaque %t: %d parts of the outline in\n%s", pen, opaque, n, strings.ReplaceAll(rows(p), "/", "\n"))
			}
		}
	}
}

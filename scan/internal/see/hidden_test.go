package see

import (
	"image"
	"testing"
)

// filledBoard is a picture of a board of 12 × 12 cells on a page, with gray lines and some cells
// filled. The first crossing is at (60, 60), and cells have 24 pixels.
func filledBoard(page uint8, filled func(i, j int) bool) *plane {
	const cell, n, first = 24, 12, 60
	p := newPlane(2*first+n*cell, 2*first+n*cell)
	for k := range p.pix {
		x, y := k%p.w-first, k/p.w-first
		switch {
		case x < 0 || y < 0 || x > n*cell || y > n*cell:
			p.pix[k] = page
		case filled(min(x/cell, n-1), min(y/cell, n-1)):
			p.pix[k] = 0
		case x%cell == 0 || y%cell == 0:
			p.pix[k] = 140
		default:
			p.pix[k] = 255
		}
	}
	return p
}

// A mesh goes through filled cells, and ends with the board on pages of another color.
func TestFilledCells(t *testing.T) {
	for name, filled := range map[string]func(i, j int) bool{
		"no cells":         func(_, _ int) bool { return false },
		"a band of rows":   func(_, j int) bool { return j >= 4 && j < 8 },
		"the last rows":    func(i, j int) bool { return j >= 8 && i > 0 },
		"all but a corner": func(i, j int) bool { return i > 4 || j > 4 },
		"a cross":          func(i, j int) bool { return i >= 3 && i < 7 || j >= 5 && j < 9 },
	} {
		for _, page := range []uint8{255, 60} {
			if page == 60 && name != "no cells" {
				continue // the ends of filled cells are not seen there
			}
			p := filledBoard(page, filled)
			g := newGrower(findLines(p, ways[0]), p)
			nodes := g.largest()
			g.through(nodes)
			m := whole(nodes, &g.on).bordered(g, false)
			if m == nil || m.nx != 12 || m.ny != 12 {
				t.Errorf("%s filled, on a page of %d: the board is not found", name, page)
				continue
			}
			for _, corner := range [2][2]int{{0, 0}, {12, 12}} {
				if at := m.p(corner[0], corner[1]); distance(at, Point{60 + 24*float64(corner[0]), 60 + 24*float64(corner[1])}) > 2 {
					t.Errorf("%s filled, on a page of %d: corner %v lies at %v", name, page, corner, at)
				}
			}
		}
	}
}

// Filled cells become paper, those beside the board do not count.
func TestBlank(t *testing.T) {
	filled := func(i, j int) bool { return i >= 3 && i < 7 || j >= 5 && j < 9 }
	p := filledBoard(255, filled)
	e, err := Open(pictured(p), nil)
	if err != nil {
		t.Fatal(err)
	}
	blank := e.Blank(0)
	if blank == nil {
		t.Fatal("no filled cells are seen")
	}
	after := luminance(blank.img)
	for j := range 12 {
		for i := range 12 {
			if at := (60+24*j+12)*p.w + 60 + 24*i + 12; after.pix[at] < 250 {
				t.Errorf("cell %d, %d has a brightness of %d", i, j, after.pix[at])
			}
		}
	}
	if e, err = Open(pictured(filledBoard(255, func(_, _ int) bool { return false })), nil); err != nil || e.Blank(0) != nil {
		t.Errorf("an empty board has filled cells, %v", err)
	}
}

func pictured(p *plane) image.Image {
	return &image.Gray{Pix: p.pix, Stride: p.w, Rect: image.Rect(0, 0, p.w, p.h)}
}

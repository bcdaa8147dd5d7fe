package render

import (
	"bytes"
	"errors"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/families"
)

// randomTriddlers makes pictures on boards of many outlines.
func randomTriddlers(t *testing.T, check func(p *nonogram.Puzzle)) {
	rng := rand.New(rand.NewPCG(3, 0))
	for n := 0; n < 60; {
		a, b, c, f := rng.IntN(8), rng.IntN(8), rng.IntN(8), rng.IntN(8)
		s, err := nonogram.Triddler([6]int{a, b, c, a + f - c, b + c - f, f})
		if err != nil {
			continue
		}
		n++
		check(families.Triddler(rng, s, 1+n%3, 0.5, n%2))
		if t.Failed() {
			t.Fatalf("sides %s", s)
		}
	}
}

// TestTriddlerPicture finds every cell of a picture in its color at its center, finished or not.
func TestTriddlerPicture(t *testing.T) {
	randomTriddlers(t, func(p *nonogram.Puzzle) {
		d := &Drawing{Puzzle: p, Grid: p.Goal, Style: Style{Cell: 20}}
		f, err := newFonts(nil)
		if err != nil {
			t.Fatal(err)
		}
		e := newPicture(newLayout(d, f), d, f, 20).triangles
		var file bytes.Buffer
		if err := PNG(&file, d); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&file)
		if err != nil {
			t.Fatal(err)
		}
		for cell, c := range p.Goal.Cells {
			if !p.Shape.Has(cell) {
				continue
			}
			at := e.middle(cell/p.Goal.Width, cell%p.Goal.Width)
			want := p.Palette[c].RGB
			r, g, b, _ := img.At(int(at.x), int(at.y)).RGBA()
			if got := (nonogram.RGB{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8)}); got != want {
				t.Errorf("cell %d is %v, want %v", cell, got, want)
			}
		}
	})
}

// TestTriddlerNumbers finds all numbers of all clues in the picture, none on another or on the board.
func TestTriddlerNumbers(t *testing.T) {
	randomTriddlers(t, func(p *nonogram.Puzzle) {
		d := &Drawing{Puzzle: p, Style: Style{Cell: 20}}
		s, err := d.scene()
		if err != nil {
			t.Fatal(err)
		}
		wanted, found := 0, []rect{}
		for _, l := range p.Lines() {
			wanted += max(len(p.Clue(l)), 1)
		}
		f, _ := newFonts(nil)
		board := newPicture(newLayout(d, f), d, f, 20).triangles.outline()
		for _, it := range s.items {
			w, ok := it.(words)
			if !ok {
				continue
			}
			for _, word := range w.words {
				width, height := f.width(word.text, w.size, false), digitHeight*w.size
				r := rect{word.x - width/2, word.y - height, width, height}
				if r.x < 0 || r.y < 0 || r.x+r.w > s.width || r.y+r.h > s.height {
					t.Errorf("the number %s is outside the picture: %v of %v × %v", word.text, r, s.width, s.height)
				}
				if middle := (point{r.x + r.w/2, r.y + r.h/2}); inside(board, middle) {
					t.Errorf("the number %s is on the board, at %v", word.text, middle)
				}
				for _, other := range found {
					if r.x < other.x+other.w-0.5 && other.x < r.x+r.w-0.5 && r.y < other.y+other.h-0.5 && other.y < r.y+r.h-0.5 {
						t.Errorf("the numbers at %v and %v overlap", r, other)
					}
				}
				found = append(found, r)
			}
		}
		if len(found) != wanted {
			t.Errorf("%d numbers, want %d", len(found), wanted)
		}
	})
}

// inside reports whether a point is inside a convex outline, which runs counterclockwise on the page.
func inside(corners []point, p point) bool {
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		if (b.x-a.x)*(p.y-a.y)-(b.y-a.y)*(p.x-a.x) > 0 {
			return false
		}
	}
	return true
}

// TestTriddlerLanes draws as many lines between lanes as there are, with ends on the border.
func TestTriddlerLanes(t *testing.T) {
	randomTriddlers(t, func(p *nonogram.Puzzle) {
		s, err := (&Drawing{Puzzle: p, Style: Style{Cell: 20, NoClues: true}}).scene()
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, it := range s.items {
			if st, ok := it.(stroke); ok {
				for _, l := range st.lines {
					lines++
					if x, y := math.Abs(l.x2-l.x1), math.Abs(l.y2-l.y1); y > 1e-9 && math.Abs(x-y*halfSide) > 1e-9 {
						t.Errorf("the line %v runs in a fourth direction", l)
					}
				}
			}
		}
		const border = 6
		if want := len(p.Shape.Lines) - 3 + border; lines != want {
			t.Errorf("%d lines, want %d", lines, want)
		}
	})
}

// TestTriddlerStyles draws all styles, and refuses what is for rectangles.
func TestTriddlerStyles(t *testing.T) {
	p := hourglass(t, 2)
	for _, s := range []Style{{}, {Theme: Dark}, {Bare: true, Cell: 2}, {Gray: true}, {DimDone: true}, {NoGuides: true}, {NoCaption: true}} {
		if err := SVG(io.Discard, &Drawing{Puzzle: p, Grid: p.Goal, Style: s}); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
	black := hourglass(t, 1)
	black.Rows[0] = nonogram.MissingClue()
	faint := 0
	s, err := (&Drawing{Puzzle: black, Grid: black.Goal, Style: Style{DimDone: true, NoCaption: true}}).scene()
	for _, it := range s.items {
		if w, ok := it.(words); ok && w.color == themes[Light].faint {
			faint += len(w.words)
		}
	}
	if err != nil || faint != 15 { // all but that of the line without a clue
		t.Errorf("%v, %d faint numbers", err, faint)
	}
	for _, d := range []*Drawing{{Puzzle: p, Cells: []nonogram.Cell{{}}}, {Puzzle: p, Lines: []nonogram.LineRef{{}}}} {
		if err := SVG(io.Discard, d); !errors.Is(err, nonogram.ErrShape) {
			t.Errorf("highlights: %v", err)
		}
	}
}

// TestTriddlersInBooks prints triddlers on all papers, in color and gray: what belongs to a puzzle stays in its
// block, boxes of numbers off the board, and all clues have at least 7 points.
func TestTriddlersInBooks(t *testing.T) {
	for _, paper := range papers {
		for _, ink := range []Ink{RGB, Gray} {
			b := &Book{Title: "t", Paper: paper.name, Ink: ink, Entries: []Entry{{Puzzle: sparse(5, 5)}}}
			randomTriddlers(t, func(p *nonogram.Puzzle) { b.Entries = append(b.Entries, Entry{Puzzle: p, Answer: p.Goal}) })
			n, _ := bind(t, b)
			if _, err := PDF(io.Discard, b); err != nil {
				t.Fatal(err)
			}
			for _, s := range n.front {
				for k, block := range s.blocks {
					e := n.entries[s.first+k]
					l := newLayout(n.puzzle(e), n.fonts)
					if l.size*s.cell < leastType-1e-6 {
						t.Errorf("%s %s: puzzle %d has clues of %.2f points", paper.name, ink, s.first+k+1, l.size*s.cell)
					}
					if e.Puzzle.Shape == nil {
						continue
					}
					m := newTriangleEasel(l, s.cell, hairline)
					m.x, m.y = block.gridX, block.gridY
					board := m.outline()
					for _, number := range m.slanted {
						w, h := m.box(number.number)
						r := rect{m.x + number.at.x - w*s.cell/2, m.y + number.at.y - h*s.cell/2, w * s.cell, h * s.cell}
						if r.x < block.x-0.5 || r.y < block.y-0.5 || r.x+r.w > block.x+block.w+0.5 || r.y+r.h > block.y+block.h+0.5 {
							t.Errorf("%s %s: the number %s at %v is outside the block %v", paper.name, ink, number.text, r, block.rect)
						}
						in := r.inset(0.05 * s.cell)
						for _, corner := range []point{{in.x, in.y}, {in.x + in.w, in.y}, {in.x, in.y + in.h}, {in.x + in.w, in.y + in.h}} {
							if l.boxed && inside(board, corner) {
								t.Errorf("%s %s: the box of %s at %v is on the board", paper.name, ink, number.text, r)
							}
						}
					}
				}
			}
		}
	}
}

// A triddler too large for the paper is refused by name.
func TestLargeTriddler(t *testing.T) {
	s, err := nonogram.Triddler([6]int{60, 60, 60, 60, 60, 60})
	if err != nil {
		t.Fatal(err)
	}
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Title: "Large", Shape: s}
	p.Rows, p.Cols = s.CluesOf(&nonogram.Grid{Width: s.Width, Height: s.Height, Cells: make([]nonogram.Color, s.Width*s.Height)})
	var small *Error
	if _, err := PDF(io.Discard, &Book{Paper: A5, Entries: []Entry{{Puzzle: p}}}); !errors.As(err, &small) || !strings.Contains(small.Message, "puzzle 1, Large, does not fit") {
		t.Error(err)
	}
}

package render

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/puzzles"
)

// tinted is a picture of stripes in several inks, whose clues are long; one column of a single
// ink needs a wide number.
func tinted(r *rand.Rand, width, height, inks int) *nonogram.Puzzle {
	palette := nonogram.Palette{{Name: "white", RGB: nonogram.RGB{R: 255, G: 255, B: 255}}}
	for i, name := range []string{"black", "tan", "yellow", "red", "azure", "green", "moss"}[:inks] {
		palette = append(palette, nonogram.Swatch{Name: name, RGB: nonogram.RGB{R: uint8(40 * i), G: uint8(90 + 20*i), B: uint8(200 - 20*i)}})
	}
	palette.AssignSymbols()
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		switch {
		case i%width == width-1:
			g.Cells[i] = 1
		case i%5 > 0 && i%width > 0:
			g.Cells[i] = g.Cells[i-1]
		default:
			g.Cells[i] = nonogram.Color(r.IntN(inks + 1))
		}
	}
	p := nonogram.FromGrid(g, palette)
	p.Title = "Stripes"
	return p
}

// printable is a book of puzzles of all kinds of sizes, in color and black.
func printable() *Book {
	r := rand.New(rand.NewPCG(1, 53))
	b := library(20, 4)
	for _, side := range [][2]int{{10, 10}, {20, 15}, {25, 25}, {36, 30}, {30, 36}, {45, 30}} {
		p := tinted(r, side[0], side[1], 7)
		b.Entries = append(b.Entries, Entry{Puzzle: p, Answer: p.Goal, Level: 2})
	}
	return b
}

// Books on all papers and in all inks have everything inside their margins, in type that can
// be read, with letters that there are.
func TestPreflightOfPapersAndInks(t *testing.T) {
	for _, paper := range papers {
		for _, ink := range []Ink{RGB, CMYK, Gray} {
			b := printable()
			b.Paper, b.Ink = paper.name, ink
			list, err := Preflight(b)
			if err != nil {
				t.Errorf("%s, %s: %v", paper.name, ink, err)
				continue
			}
			for _, p := range list {
				if p.Kind != BlankPage && p.Kind != PageCount {
					t.Errorf("%s, %s: %v", paper.name, ink, p)
				}
			}
		}
	}
}

// Preflight names each kind of problem with its page and its millimeters.
func TestPreflightFinds(t *testing.T) {
	b := library(3, 5)
	n, pages := bind(t, b)
	p := pages[len(pages)-1]
	p.fill(n.theme.text, rect{p.width - 5*pointsPerMillimeter, 100, 1, 1})
	n.text(p, p.body.x, p.body.y+20, 4, false, atStart, "small")
	n.text(p, p.body.x, p.body.y+40, 9, false, atStart, "\U0001F600")
	found := map[ProblemKind]Problem{}
	for _, problem := range n.inspect(p) {
		found[problem.Kind] = problem
	}
	if m := found[InMargin]; m.Page != len(pages) || m.Millimeters < 4 || m.Millimeters > 5 || !strings.Contains(m.Message, "right") {
		t.Errorf("margin: %+v", m)
	}
	if s := found[SmallType]; s.Millimeters < 1.3 || s.Millimeters > 1.5 || !strings.Contains(s.Message, `"small" in 4.0 points`) {
		t.Errorf("type: %+v", s)
	}
	if f := found[NoGlyph]; f.Page != len(pages) {
		t.Errorf("font: %+v", f)
	}
	if blank := n.inspect(n.newPage(2, leaf{plain: true})); len(blank) != 1 || blank[0].Kind != BlankPage {
		t.Errorf("blank: %+v", blank)
	}
	if count := n.countProblems(); len(count) != 1 || count[0].Kind != PageCount || !strings.Contains(count[0].String(), "24") {
		t.Errorf("pages: %+v", count)
	}
}

// testFonts are the fonts of a book.
func testFonts(t *testing.T) *fonts {
	t.Helper()
	f, err := newFonts(nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// In gray all numbers are black on pale boxes, whatever the number of inks.
func TestGrayNumbersAreLegible(t *testing.T) {
	const least = 7 // WCAG 2.2, 1.4.6
	for inks := 2; inks <= 7; inks++ {
		p := tinted(rand.New(rand.NewPCG(7, 53)), 20, 20, inks)
		_, pages := bind(t, &Book{Entries: []Entry{{Puzzle: p}}, Ink: Gray})
		text := map[nonogram.RGB]bool{}
		for _, it := range pages[0].items {
			if w, ok := it.(words); ok {
				text[w.color] = true
			}
		}
		for _, it := range pages[0].items {
			boxes, ok := it.(fill)
			if !ok {
				continue
			}
			for color := range text {
				if ratio := contrastRatio(color, boxes.color); ratio < least {
					t.Errorf("%d inks: numbers of %v on %v have a contrast of %.1f", inks, color, boxes.color, ratio)
				}
			}
		}
	}
}

// The built-in puzzles fit all papers in gray, where numbers in color are widest: the longest
// rows have two lines of numbers, which do not overlap.
func TestPackInGray(t *testing.T) {
	b := &Book{Title: "Pack", Ink: Gray}
	for _, e := range puzzles.All() {
		p := e.Puzzle()
		b.Entries = append(b.Entries, Entry{Puzzle: p, Answer: p.Goal})
	}
	for _, paper := range papers {
		b.Paper = paper.name
		n, err := newBinder(b)
		if err != nil {
			t.Errorf("%s: %v", paper.name, err)
			continue
		}
		if !slices.ContainsFunc(n.wraps, func(wrap int) bool { return wrap > 0 }) && paper.width < 500 {
			t.Errorf("%s: no puzzle has rows in two lines", paper.name)
		}
		for p := range n.pages() {
			for _, problem := range n.inspect(p) {
				if problem.Kind != BlankPage {
					t.Errorf("%s: %v", paper.name, problem)
				}
			}
			if text := n.overlapping(p); text != "" {
				t.Errorf("%s, page %d: %q overlaps another number", paper.name, p.number, text)
			}
		}
	}
}

// overlapping is a number that covers another one, or "".
func (n *binder) overlapping(p *page) string {
	var list []rect
	for _, it := range p.items {
		w, ok := it.(words)
		if !ok || w.anchor != atMiddle {
			continue
		}
		for _, word := range w.words {
			width := n.fonts.width(word.text, w.size, w.bold)
			r := rect{word.x - width/2, word.y - digitHeight*w.size, width, digitHeight * w.size}
			for _, other := range list {
				if r.x < other.x+other.w && other.x < r.x+r.w && r.y < other.y+other.h && other.y < r.y+r.h {
					return word.text
				}
			}
			list = append(list, r)
		}
	}
	return ""
}

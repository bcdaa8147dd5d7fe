package render

import (
	"fmt"
	"math"
	"strings"
)

// Paper is a size of paper, upright, in points: 72 to the inch, 2.83 to the
// millimetre.
type Paper struct {
	Name          string
	Width, Height float64
}

// papers are the known sizes: office papers, and trims of print-on-demand services in inches.
var papers = []Paper{
	{"a4", 595.28, 841.89},
	{"letter", 612, 792},
	{"a5", 419.53, 595.28},
	{"6x9", 432, 648},
	{"8.5x11", 612, 792},
}

// a4 is the default paper.
func a4() Paper { return papers[0] }

// PaperNames lists the names of the papers.
func PaperNames() []string {
	var names []string
	for _, p := range papers {
		names = append(names, p.Name)
	}
	return names
}

// PaperByName returns a paper: "a4", "letter", "a5", "6x9" or "8.5x11".
func PaperByName(name string) (Paper, error) {
	for _, p := range papers {
		if p.Name == name {
			return p, nil
		}
	}
	return Paper{}, fmt.Errorf("unknown paper %q, expected %s", name, alternatives(PaperNames()))
}

// alternatives lists words for a message: "a, b or c".
func alternatives(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// The limits of paper, from a postcard to the 200 inches of PDF readers.
const minPaper, maxPaper = 200, 14400

func (p Paper) check() error {
	if !(p.Width >= minPaper && p.Width <= maxPaper && p.Height >= minPaper && p.Height <= maxPaper) {
		return fmt.Errorf("paper of %v × %v points, expected %d to %d a side", p.Width, p.Height, minPaper, maxPaper)
	}
	return nil
}

func (p Paper) turned() Paper { return Paper{p.Name, p.Height, p.Width} }

// gutters are the least inner margins by the number of pages: those of Amazon's
// print-on-demand service, the strictest published ones, 0.375 to 0.875 inches.
var gutters = []struct {
	pages int
	inner float64
}{{150, 27}, {300, 36}, {500, 45}, {700, 54}, {math.MaxInt, 63}}

// gutter is the least inner margin of a book.
func gutter(pages int) float64 {
	for _, g := range gutters {
		if pages <= g.pages {
			return g.inner
		}
	}
	panic("render: the last gutter is for any number of pages")
}

// Margins and the heights of running heads and page numbers, in points. leastOuter and
// leastWithBleed are the other margins of the same service, 0.25 and 0.375 inches.
const (
	marginShare                = 0.07 // of the shorter side
	leastOuter, leastWithBleed = 18, 27
	headRoom, footRoom         = 20, 16
)

// frame is the shape of all pages of a book.
type frame struct {
	paper        Paper
	inner, outer float64 // outer is the margin above and below, too
	bound        bool
}

// newFrame returns the frame of a book with the given number of pages.
func newFrame(b *Book, pages int) frame {
	paper := b.paper()
	f := frame{paper: paper, outer: max(leastOuter, marginShare*min(paper.Width, paper.Height)), bound: b.bound()}
	if b.Bleed > 0 {
		f.outer = max(f.outer, leastWithBleed)
	}
	f.inner = f.outer
	if f.bound {
		f.inner = max(f.inner, gutter(pages))
	}
	return f
}

// recto reports whether a page is a right-hand page.
func recto(number int) bool { return number%2 == 1 }

// body is the area of the contents of a page, from 1.
func (f frame) body(number int) rect {
	left := f.outer
	if recto(number) {
		left = f.inner
	}
	b := rect{left, f.outer, f.paper.Width - f.inner - f.outer, f.paper.Height - 2*f.outer}
	if f.bound {
		b.y, b.h = b.y+headRoom, b.h-headRoom-footRoom
	}
	return b
}

// turned is the frame in landscape.
func (f frame) turned() frame {
	f.paper = f.paper.turned()
	return f
}

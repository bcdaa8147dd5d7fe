package render

import (
	"cmp"
	"math"
	"strings"
)

// paper is a size of paper, upright, in points: 72 to the inch, 2.83 to the millimeter.
type paper struct {
	name          string
	width, height float64
}

// papers are the known sizes, the default first: office papers, and trims of print-on-demand
// services in inches.
var papers = []paper{
	{"a4", 595.28, 841.89},
	{"letter", 612, 792},
	{"a5", 419.53, 595.28},
	{"6x9", 432, 648},
	{"8.5x11", 612, 792},
	{"a3", 841.89, 1190.55},
}

// paperNamed finds a paper; "" is the default.
func paperNamed(name string) (paper, error) {
	var names []string
	for _, p := range papers {
		if p.name == cmp.Or(name, papers[0].name) {
			return p, nil
		}
		names = append(names, p.name)
	}
	return paper{}, badOption("paper", "found %.24q, expected %s", name, strings.Join(names, ", "))
}

func (p paper) turned() paper { return paper{p.name, p.height, p.width} }

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
	paper        paper
	inner, outer float64 // outer is the margin above and below, too
	bound        bool
}

// newFrame returns the frame of a book with the given number of pages.
func newFrame(b *Book, paper paper, pages int) frame {
	f := frame{paper: paper, outer: max(leastOuter, marginShare*min(paper.width, paper.height)), bound: b.bound()}
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
	b := rect{left, f.outer, f.paper.width - f.inner - f.outer, f.paper.height - 2*f.outer}
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

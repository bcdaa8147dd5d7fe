package render

import (
	"fmt"
	"math"
	"strings"

	"nonogram/internal/plural"
)

// Preflight looks at the painted pages of a book as a print shop does: what is outside the
// margins, what is too small to print, letters that no font has, and pages that are blank or
// too few. It looks at the shapes and words alone, not at how they were arranged, so that it
// finds faults of the arrangement.
//
// The limits are those of Amazon's print-on-demand service, the strictest published ones.
//
// Cost: painting the book, and a look at each shape.

// Problem is something in a book that may not print well.
type Problem struct {
	Page        int // from 1; 0 is the book
	Kind        ProblemKind
	Millimeters float64 // the distance from the trim, or the height of type
	Message     string
}

// ProblemKind is the kind of a problem.
type ProblemKind string

// The kinds of problems.
const (
	InMargin  ProblemKind = "margin"
	SmallType ProblemKind = "type"
	NoGlyph   ProblemKind = "font"
	BlankPage ProblemKind = "blank"
	PageCount ProblemKind = "pages"
)

// leastPages is the least number of pages that is bound with a spine.
const leastPages = 24

// slight is the distance, in points, by which lines may exceed margins: half of a guide.
const slight = 1

func (p Problem) String() string {
	if p.Page == 0 {
		return p.Message
	}
	return fmt.Sprintf("page %d: %s", p.Page, p.Message)
}

// Preflight returns the problems of a book in the order of its pages. The error is that of
// [PDF].
func Preflight(b *Book) ([]Problem, error) {
	n, err := newBinder(b)
	if err != nil {
		return nil, err
	}
	var list []Problem
	for p := range n.pages() {
		list = append(list, n.inspect(p)...)
	}
	return append(list, n.countProblems()...), nil
}

// countProblems is about the number of pages of a bound book.
func (n *binder) countProblems() []Problem {
	pages := len(n.leaves)
	switch {
	case !n.frame.bound:
		return nil
	case pages < leastPages:
		return []Problem{{Kind: PageCount, Message: fmt.Sprintf("found %s, print shops bind from %d", plural.Of(pages, "page", "pages"), leastPages)}}
	case pages%2 == 1:
		return []Problem{{Kind: PageCount, Message: fmt.Sprintf("found %s, print shops add a blank one to make them even", plural.Of(pages, "page", "pages"))}}
	}
	return nil
}

// inspect returns the problems of a page, one of each kind, the worst of its kind.
func (n *binder) inspect(p *page) []Problem {
	seen := n.look(p)
	var list []Problem
	if seen.empty {
		return []Problem{{Page: p.number, Kind: BlankPage, Message: "the page is blank"}}
	}
	least := map[string]float64{"left": leastOuter, "right": leastOuter, "top": leastOuter, "bottom": leastOuter}
	if n.book.Bleed > 0 {
		for side := range least {
			least[side] = leastWithBleed
		}
	}
	if n.frame.bound {
		inner := "right"
		if recto(p.number) {
			inner = "left"
		}
		least[inner] = max(least[inner], gutter(len(n.leaves)))
	}
	worst := Problem{Millimeters: math.Inf(1)}
	for _, edge := range []struct {
		side string
		room float64
	}{{"left", seen.left}, {"right", p.width - seen.right}, {"top", seen.top}, {"bottom", p.height - seen.bottom}} {
		if edge.room < least[edge.side]-slight && edge.room < worst.Millimeters {
			worst = Problem{p.number, InMargin, edge.room, fmt.Sprintf("found %.1f mm at the %s, expected a margin of %.1f mm",
				edge.room/pointsPerMillimeter, edge.side, least[edge.side]/pointsPerMillimeter)}
		}
	}
	if worst.Kind == InMargin {
		worst.Millimeters /= pointsPerMillimeter
		list = append(list, worst)
	}
	if seen.smallest < leastType-1e-6 {
		list = append(list, Problem{p.number, SmallType, seen.smallest / pointsPerMillimeter,
			fmt.Sprintf("found %q in %.1f points, expected %d or more", seen.small, seen.smallest, leastType)})
	}
	if seen.missing != "" {
		list = append(list, Problem{Page: p.number, Kind: NoGlyph, Message: "no font has " + seen.missing})
	}
	return list
}

// sight is what can be seen on a page.
type sight struct {
	empty                    bool
	left, top, right, bottom float64
	smallest                 float64 // type
	small                    string
	missing                  string
}

// add extends the area that is used.
func (s *sight) add(left, top, right, bottom float64) {
	s.empty = false
	s.left, s.top = min(s.left, left), min(s.top, top)
	s.right, s.bottom = max(s.right, right), max(s.bottom, bottom)
}

// look collects what is on a page.
func (n *binder) look(p *page) *sight {
	s := &sight{empty: true, left: math.Inf(1), top: math.Inf(1), right: math.Inf(-1), bottom: math.Inf(-1), smallest: math.Inf(1)}
	for _, it := range p.items {
		switch it := it.(type) {
		case fill:
			for _, r := range it.rects {
				s.add(r.x, r.y, r.x+r.w, r.y+r.h)
			}
		case stroke:
			for _, l := range it.lines {
				s.add(min(l.x1, l.x2), min(l.y1, l.y2), max(l.x1, l.x2), max(l.y1, l.y2))
			}
		case polygons:
			for _, shape := range it.shapes {
				for _, at := range shape {
					s.add(at.x, at.y, at.x, at.y)
				}
			}
		case words:
			n.read(s, it)
		}
	}
	return s
}

// read collects the words of one style.
func (n *binder) read(s *sight, it words) {
	for _, w := range it.words {
		if strings.TrimSpace(w.text) == "" {
			continue
		}
		width, left := n.fonts.width(w.text, it.size, it.bold), w.x
		switch it.anchor {
		case atMiddle:
			left -= width / 2
		case atEnd:
			left -= width
		}
		s.add(left, w.y-digitHeight*it.size, left+width, w.y)
		if it.size < s.smallest {
			s.smallest, s.small = it.size, w.text
		}
		if s.missing == "" {
			s.missing = n.fonts.missing(w.text)
		}
	}
}

package render

import "nonogram"

// A scene is a drawing independent of the file format: filled rectangles, lines and words in
// painting order. The writers of SVG, PNG and PDF know only scenes.
//
// Coordinates run right and down from the upper left corner, in pixels of a picture or points
// of a page. Shapes of one style are one item.
type scene struct {
	width, height float64
	ground        nonogram.RGB
	title         string // of the file
	items         []item
}

// item is a fill, a stroke, polygons or words, or begins or ends a group.
type item any

type rect struct{ x, y, w, h float64 }

// fill paints rectangles, which do not overlap.
type fill struct {
	color nonogram.RGB
	rects []rect
}

type segment struct{ x1, y1, x2, y2 float64 }

func (s segment) upright() bool { return s.x1 == s.x2 || s.y1 == s.y2 }

// stroke draws lines with square ends, centered on their segments.
type stroke struct {
	color nonogram.RGB
	width float64
	lines []segment
}

type point struct{ x, y float64 }

// polygons paints closed shapes, which do not overlap.
type polygons struct {
	color  nonogram.RGB
	shapes [][]point
}

// role is the role of a group for accessibility, named as in tagged PDF (ISO 32000-1,
// 14.8.4).
type role string

const (
	asTitle     role = "H1"
	asHeading   role = "H2"
	asParagraph role = "P"
	asFigure    role = "Figure"
	asArtifact  role = "Artifact" // such as page numbers, ignored by screen readers
)

// begin opens a group, which ends with the next end; groups do not nest. alt is the
// alternative text of a figure.
type begin struct {
	role role
	alt  string
}

type end struct{}

// anchor is the alignment of a word.
type anchor uint8

const (
	atStart anchor = iota
	atMiddle
	atEnd
)

// word is a text at a place; y is its baseline.
type word struct {
	x, y float64
	text string
}

// words are texts of one style.
type words struct {
	color  nonogram.RGB
	size   float64
	bold   bool
	anchor anchor
	words  []word
}

// group adds the items of add as a group.
func (s *scene) group(r role, alt string, add func()) {
	before := len(s.items)
	s.items = append(s.items, begin{r, alt})
	if add(); len(s.items) == before+1 {
		s.items = s.items[:before] // nothing was added
		return
	}
	s.items = append(s.items, end{})
}

func (s *scene) polygons(color nonogram.RGB, shapes ...[]point) {
	if len(shapes) > 0 {
		s.items = append(s.items, polygons{color, shapes})
	}
}

func (s *scene) fill(color nonogram.RGB, rects ...rect) {
	if len(rects) > 0 {
		s.items = append(s.items, fill{color, rects})
	}
}

func (s *scene) stroke(color nonogram.RGB, width float64, lines ...segment) {
	if len(lines) > 0 {
		s.items = append(s.items, stroke{color, width, lines})
	}
}

func (s *scene) words(w words) {
	if len(w.words) > 0 {
		s.items = append(s.items, w)
	}
}

// outline is the border of a rectangle, drawn just inside it.
func (r rect) outline(width float64) []segment {
	in := width / 2
	x1, y1, x2, y2 := r.x+in, r.y+in, r.x+r.w-in, r.y+r.h-in
	return []segment{
		{r.x, y1, r.x + r.w, y1}, {r.x, y2, r.x + r.w, y2},
		{x1, y1 + in, x1, y2 - in}, {x2, y1 + in, x2, y2 - in},
	}
}

// right is the triangle at the right of a diagonal, '/' or '\\'.
func (r rect) right(diagonal byte) []point {
	if diagonal == '/' {
		return []point{{r.x + r.w, r.y}, {r.x + r.w, r.y + r.h}, {r.x, r.y + r.h}}
	}
	return []point{{r.x, r.y}, {r.x + r.w, r.y}, {r.x + r.w, r.y + r.h}}
}

// inset returns the rectangle without a margin.
func (r rect) inset(by float64) rect { return rect{r.x + by, r.y + by, r.w - 2*by, r.h - 2*by} }

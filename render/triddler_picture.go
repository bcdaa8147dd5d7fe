package render

import (
	"math"

	"nonogram"
)

// Pictures of triddlers. Lanes of all three directions are a cell wide, so that numbers are as large as
// those of rectangles. Every clue runs along its line and reads in its direction: rows begin at the
// left, rising lines at the upper right, and falling lines end at the lower right:
//
//	              1 2 3      rising lines
//	             / / /
//	        1  ▲▼▲▼▲
//	      2 1 ▲▼▲▼▲▼▲
//	        1  ▼▲▼▲▼
//	             \ \ \
//	              1 2 3      falling lines
//
// Vertices have coordinates (x, y): y counts rows from the top, and x half sides from the left of the
// grid. A triangle has the columns x to x+2.

// halfSide is half the side of a triangle that is one cell high.
var halfSide = 1 / math.Sqrt(3)

// Sizes of clues on slanted lines, in cells.
const (
	slantedPad       = 0.5  // from the edge to the middle of the first number
	slantedStep      = 0.78 // from number to number
	slantedBoxedStep = 0.98
	boxHeight        = 1.25 // of a number, in ems
)

// triangleEasel paints a triddler.
type triangleEasel struct {
	*easel
	shape *nonogram.Shape
	step  float64 // of slanted numbers
	pad   float64 // from the edge to the middle of the first of them

	slanted []slantedNumber
}

// slantedNumber is a number of a slanted line: its middle, relative to the corner of the grid.
type slantedNumber struct {
	number
	at   point
	done bool
}

// newTriangleEasel lays a triddler out, with the corner of its grid at the origin.
func newTriangleEasel(l *layout, cell, hair float64) *triangleEasel {
	e := &triangleEasel{easel: &easel{layout: l, cell: cell, hair: hair}, shape: l.p.Shape, step: slantedStep}
	e.pad = slantedPad
	if l.boxed {
		e.step = slantedBoxedStep
		for _, line := range l.cols {
			for _, n := range line { // a box touches a slanted edge with its corner
				w, h := e.box(n)
				e.pad = max(e.pad, w/2+h/2*halfSide)
			}
		}
	}
	e.step *= l.typeSize() / usualType
	e.slanted = e.slantedNumbers()
	return e
}

// bounds returns the corners of the drawing with its clues, relative to that of the grid.
func (e *triangleEasel) bounds() (low, high point) {
	low, high = point{-e.left * e.cell, 0}, point{float64(e.p.Width()+1) * halfSide * e.cell, float64(e.p.Height()) * e.cell}
	for _, n := range e.slanted {
		in := e.cell * max(0.5, n.ems*e.size/2)
		low = point{low.x, min(low.y, n.at.y-in)}
		high = point{max(high.x, n.at.x+in), max(high.y, n.at.y+in)}
	}
	return low, high
}

// newTriddler lays a picture of a triddler out.
func newTriddler(l *layout, d *Drawing, f *fonts, cell float64) *picture {
	e := newTriangleEasel(l, cell, pixel)
	low, high := e.bounds()
	p := &picture{layout: l, cell: cell, triangles: e}
	p.captions(d, f, high.x-low.x)
	e.x, e.y = math.Ceil(p.margin-low.x), math.Ceil(p.margin+p.title.height()-low.y)
	p.width = math.Ceil(max(e.x+high.x, p.margin+p.inner) + p.margin)
	p.height = math.Ceil(e.y + high.y + p.credit.height() + p.margin)
	return p
}

func (e *triangleEasel) paintOn(s *scene) {
	e.s = s
	e.paintTriangles()
	if e.style.clues() && e.size*e.cell >= smallestType {
		e.gather(func(g *gatherer) {
			e.rowNumbers(g)
			for _, n := range e.slanted {
				e.add(g, n)
			}
		})
	}
}

func (e *triangleEasel) px(x, y float64) point {
	return point{e.x + x*halfSide*e.cell, e.y + y*e.cell}
}

// edge returns the vertices at both ends of the line between rows y-1 and y.
func (e *triangleEasel) edge(y int) (left, right int) {
	s := e.shape
	if y == s.Height {
		from, to := s.Row(y - 1)
		if s.Sides[0] < s.Height {
			from++
		}
		if s.Sides[4] == s.Height {
			to++
		}
		return from, to
	}
	from, to := s.Row(y)
	if y < s.Sides[0] {
		from++
	}
	if y >= s.Sides[4] {
		to++
	}
	return from, to
}

func (e *triangleEasel) paintTriangles() {
	e.fat, e.cross = e.lineWidth(guideWidth), e.lineWidth(crossWidth)
	if e.cell >= linesFrom {
		e.thin = e.lineWidth(thinWidth)
		e.fat = max(e.fat, 2*e.thin)
	}
	paper := e.theme.paper
	if e.painted {
		paper = e.palette[nonogram.Empty].RGB
	}
	e.s.polygons(paper, e.outline())
	if !e.partial {
		e.lanes()
	}
	for c := 1; e.g != nil && c < len(e.palette); c++ {
		color := e.palette[c].RGB
		if s := e.palette[c]; s.Diagonal != 0 {
			color = mix(s.RGB, s.Right, 0.5)
		}
		if !e.painted {
			color = e.theme.ink
		}
		e.s.polygons(color, e.trapezoids(nonogram.Color(c))...)
	}
	if e.partial {
		e.crossTriangles()
		e.lanes()
	}
	if !e.style.Bare {
		var border []segment
		corners := e.outline()
		for i, p := range corners {
			q := corners[(i+1)%len(corners)]
			if q.x < p.x {
				p, q = q, p // from left to right
			}
			border = append(border, segment{p.x, p.y, q.x, q.y})
		}
		e.s.stroke(e.theme.guide, e.fat, border...)
	}
}

// outline returns the corners of the board.
func (e *triangleEasel) outline() []point {
	s := e.shape
	var left, right []point
	for _, y := range []int{0, s.Sides[0], s.Height} {
		l, _ := e.edge(y)
		left = append(left, e.px(float64(l), float64(y)))
	}
	for _, y := range []int{s.Height, s.Sides[4], 0} {
		_, r := e.edge(y)
		right = append(right, e.px(float64(r), float64(y)))
	}
	return append(left, right...)
}

// trapezoids returns the cells of a color, with those side by side as one shape, so that no seam
// shows between them.
func (e *triangleEasel) trapezoids(c nonogram.Color) (shapes [][]point) {
	for y := range e.shape.Height {
		from, to := e.shape.Row(y)
		for x := from; x < to; x++ {
			start := x
			for x < to && e.g.At(y, x) == c {
				x++
			}
			if x == start {
				continue
			}
			top, bottom := [2]int{start, x + 1}, [2]int{start, x + 1}
			if e.shape.Up(y, start) {
				top[0]++
			} else {
				bottom[0]++
			}
			if e.shape.Up(y, x-1) {
				top[1]--
			} else {
				bottom[1]--
			}
			at, below := float64(y), float64(y+1)
			shapes = append(shapes, []point{
				e.px(float64(top[0]), at), e.px(float64(top[1]), at), e.px(float64(bottom[1]), below), e.px(float64(bottom[0]), below),
			})
		}
	}
	return shapes
}

// middle is the center of a triangle.
func (e *triangleEasel) middle(y, x int) point {
	if e.shape.Up(y, x) {
		return e.px(float64(x+1), float64(y)+2.0/3)
	}
	return e.px(float64(x+1), float64(y)+1.0/3)
}

// crossTriangles crosses cells that are known to be empty.
func (e *triangleEasel) crossTriangles() {
	if e.g == nil {
		return
	}
	var lines []segment
	for cell, c := range e.g.Cells {
		if c == nonogram.Empty && e.shape.Has(cell) {
			p, in := e.middle(cell/e.g.Width, cell%e.g.Width), e.cell*(0.5-crossInset)*0.8
			lines = append(lines, segment{p.x - in, p.y - in, p.x + in, p.y + in}, segment{p.x - in, p.y + in, p.x + in, p.y - in})
		}
	}
	e.s.stroke(e.theme.faint, e.cross, lines...)
}

// lanes draws the lines between the lanes of all directions, every fifth one thick.
func (e *triangleEasel) lanes() {
	if e.style.Bare || e.thin == 0 {
		return
	}
	s := e.shape
	var thin, thick []segment
	add := func(lane int, from, to point) {
		if line := (segment{from.x, from.y, to.x, to.y}); lane%guideEvery == 0 && !e.style.NoGuides {
			thick = append(thick, line)
		} else {
			thin = append(thin, line)
		}
	}
	for y := 1; y < s.Height; y++ {
		l, r := e.edge(y)
		add(y, e.px(float64(l), float64(y)), e.px(float64(r), float64(y)))
	}
	rising, falling := s.Across()
	first, _ := e.edge(0)
	for lane := 1; lane < rising; lane++ { // x + y is the same on a line
		e.slantedEdge(first+2*lane, -1, func(from, to point) { add(lane, from, to) })
	}
	for lane := 1; lane < falling; lane++ { // x - y is
		e.slantedEdge(first+2*(lane-s.Sides[0]), 1, func(from, to point) { add(lane, from, to) })
	}
	e.s.stroke(e.theme.line, e.thin, thin...)
	e.s.stroke(e.theme.guide, e.thin*2, thick...)
}

// slantedEdge finds the ends of the line that goes through vertex x of the uppermost edge and then by
// step a row.
func (e *triangleEasel) slantedEdge(x, step int, found func(from, to point)) {
	first, last := -1, -1
	for y := range e.shape.Height + 1 {
		if l, r := e.edge(y); l <= x+step*y && x+step*y <= r {
			if first < 0 {
				first = y
			}
			last = y
		}
	}
	if last > first {
		found(e.px(float64(x+step*first), float64(first)), e.px(float64(x+step*last), float64(last)))
	}
}

// slantedNumbers places the numbers of the rising and the falling lines.
func (e *triangleEasel) slantedNumbers() (all []slantedNumber) {
	if e.cols == nil {
		return nil
	}
	corner := *e
	corner.easel = &easel{layout: e.layout, cell: e.cell} // at the origin
	for i, numbers := range e.cols {
		line := e.shape.Height + i
		cells := e.shape.Lines[line]
		rising := e.shape.Ref(line).Axis == nonogram.Rising
		end, up := cells[0], -1.0
		if !rising {
			end, up = cells[len(cells)-1], 1
		}
		y, x := int(end)/e.shape.Width, int(end)%e.shape.Width
		at := corner.px(float64(x)+1.5, float64(y)+0.5) // of the edge at the right
		switch {
		case rising && !e.shape.Up(y, x):
			at = corner.px(float64(x)+1, float64(y))
		case !rising && e.shape.Up(y, x):
			at = corner.px(float64(x)+1, float64(y)+1)
		}
		done := e.lineDone(line)
		for k, n := range numbers {
			if rising {
				k = len(numbers) - 1 - k
			}
			away := (e.pad + float64(k)*e.step) * e.cell
			all = append(all, slantedNumber{n, point{at.x + away/2, at.y + up*away*math.Sqrt(3)/2}, done})
		}
	}
	return all
}

// rowNumbers draws the clues of the rows.
func (e *triangleEasel) rowNumbers(g *gatherer) {
	for y, numbers := range e.rows {
		from, _ := e.shape.Row(y)
		at := e.px(float64(from)+0.5, float64(y)+0.5)
		at.x -= nearPad * e.cell
		done := e.lineDone(y)
		for k := range numbers {
			n := numbers[len(numbers)-1-k]
			width := e.slots[k] * e.cell
			e.add(g, slantedNumber{n, point{at.x - e.x - width/2, at.y - e.y}, done})
			at.x -= width
		}
	}
}

// lineDone reports whether a line is dimmed because its cells satisfy its clue.
func (e *triangleEasel) lineDone(line int) bool {
	return e.style.DimDone && e.g != nil && nonogram.ClueOf(e.shape.Line(line, e.g, nil)).Equal(e.p.Clue(e.shape.Ref(line)))
}

// box is the size of a number with its box, in cells.
func (e *triangleEasel) box(n number) (width, height float64) {
	return max(n.ems+0.3, boxHeight) * e.size, boxHeight * e.size
}

// add centers a number at a place, in a box of its color if there are several.
func (e *triangleEasel) add(g *gatherer, n slantedNumber) {
	w, h := e.box(n.number)
	w, h = w*e.cell, h*e.cell
	r := rect{e.x + n.at.x - w/2, e.y + n.at.y - h/2, w, h}
	g.add(n.number, r, r, n.done)
}

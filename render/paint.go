package render

import (
	"math"

	"nonogram"
)

// Painting a layout as a scene: cells, crosses, lines and highlights. In a finished picture
// the ink covers the lines; in an unfinished one the lines cover the ink, so that cells can
// be counted.

// Line widths and marks, in cells.
const (
	thinWidth  = 0.035
	guideWidth = 0.09
	crossWidth = 0.07
	crossInset = 0.3
	// markWidth is the outline of a highlighted cell.
	markWidth = 0.12
)

// easel is the place of a layout: the upper left corner of the grid, the side of a cell, and
// the thinnest line.
type easel struct {
	*layout
	s         *scene
	x, y      float64
	cell      float64
	hair      float64
	thin, fat float64 // line widths; thin is 0 where the cells have no room for lines
	cross     float64
}

// pixel and hairline are the thinnest lines of pictures and of pages: 1 pixel, and
// 0.25 point, which printers still draw evenly.
const (
	pixel    = 1.0
	hairline = 0.25
)

// linesFrom is the side of a cell, in pixels or points, from which there are lines between
// all cells.
const linesFrom = 4

func (l *layout) paint(s *scene, x, y, cell, hair float64) {
	e := &easel{layout: l, s: s, x: x, y: y, cell: cell, hair: hair}
	e.fat, e.cross = e.lineWidth(guideWidth), e.lineWidth(crossWidth)
	if cell >= linesFrom {
		e.thin = e.lineWidth(thinWidth)
		e.fat = max(e.fat, 2*e.thin)
	}
	if e.theme.paper != e.theme.page {
		s.fill(e.theme.paper, e.gridRect())
	}
	for _, line := range e.lit.Lines {
		s.fill(e.theme.tint, e.band(line))
	}
	if background := e.palette[nonogram.Empty].RGB; e.g != nil && e.painted && background != e.theme.paper {
		s.fill(background, e.runs(nonogram.Empty)...)
	}
	if e.partial {
		e.ink()
		e.crosses()
		e.lines()
	} else {
		e.lines()
		e.ink()
	}
	if !e.style.Bare { // the border of the grid, half of it outside
		s.stroke(e.theme.guide, e.fat, e.gridRect().inset(-e.fat/2).outline(e.fat)...)
	}
	e.cellMarks()
	e.clues()
}

// lineWidth converts a width in cells; in pictures it is a whole number.
func (e *easel) lineWidth(cells float64) float64 {
	w := max(e.hair, cells*e.cell)
	if e.hair == pixel {
		w = math.Round(w)
	}
	return w
}

func (e *easel) gridRect() rect {
	return rect{e.x, e.y, e.cell * float64(e.p.Width()), e.cell * float64(e.p.Height())}
}

// cells is the rectangle of n cells of a row.
func (e *easel) cells(row, col, n int) rect {
	return rect{e.x + e.cell*float64(col), e.y + e.cell*float64(row), e.cell * float64(n), e.cell}
}

// band is a line with its clue.
func (e *easel) band(l nonogram.LineRef) rect {
	g := e.gridRect()
	if l.Axis == nonogram.Row {
		return rect{g.x - e.left*e.cell, e.y + e.cell*float64(l.Index), g.w + e.left*e.cell, e.cell}
	}
	return rect{e.x + e.cell*float64(l.Index), g.y - e.top*e.cell, e.cell, g.h + e.top*e.cell}
}

// runs returns the cells of a color as rectangles.
func (e *easel) runs(c nonogram.Color) []rect {
	var rects []rect
	for row := range e.p.Height() {
		cells := e.g.Row(row)
		for col := 0; col < len(cells); {
			start := col
			for col < len(cells) && cells[col] == c {
				col++
			}
			if col > start {
				rects = append(rects, e.cells(row, start, col-start))
			} else {
				col++
			}
		}
	}
	return rects
}

func (e *easel) ink() {
	if e.g == nil {
		return
	}
	for i := 1; i < len(e.palette); i++ {
		color := e.palette[i].RGB
		if !e.painted {
			color = e.theme.ink
		}
		rects := e.runs(nonogram.Color(i))
		e.s.fill(color, rects...)
		if e.partial && contrastRatio(color, e.theme.paper) < distinctFrom {
			e.rim(rects)
		}
	}
}

// rim outlines ink that resembles paper in an unfinished picture.
func (e *easel) rim(rects []rect) {
	var lines []segment
	for _, r := range rects {
		lines = append(lines, r.inset(e.cell*markWidth).outline(e.cross)...)
	}
	e.s.stroke(e.theme.faint, e.cross, lines...)
}

func (e *easel) crosses() {
	if e.g == nil {
		return
	}
	var lines []segment
	for i, c := range e.g.Cells {
		if c == nonogram.Empty {
			r := e.cells(i/e.g.Width, i%e.g.Width, 1).inset(crossInset * e.cell)
			lines = append(lines, segment{r.x, r.y, r.x + r.w, r.y + r.h}, segment{r.x, r.y + r.h, r.x + r.w, r.y})
		}
	}
	e.s.stroke(e.theme.faint, e.cross, lines...)
}

// lines draws the lines between cells and clues.
func (e *easel) lines() {
	if e.style.Bare {
		return
	}
	var thin, fat []segment
	add := func(i int, s segment) {
		switch {
		case i%guideEvery == 0 && !e.style.NoGuides:
			fat = append(fat, s)
		case e.thin > 0:
			thin = append(thin, s)
		}
	}
	g := e.gridRect()
	for i := 1; i < e.p.Width(); i++ {
		x := e.x + e.cell*float64(i)
		add(i, segment{x, g.y - e.top*e.cell, x, g.y + g.h})
	}
	for i := 1; i < e.p.Height(); i++ {
		y := e.y + e.cell*float64(i)
		add(i, segment{g.x - e.left*e.cell, y, g.x + g.w, y})
	}
	e.s.stroke(e.theme.line, e.thin, thin...)
	e.s.stroke(e.theme.guide, e.fat, fat...)
}

func (e *easel) cellMarks() {
	width := e.lineWidth(markWidth)
	var lines []segment
	for _, c := range e.lit.Cells {
		lines = append(lines, e.cells(c.Row, c.Col, 1).outline(width)...)
	}
	e.s.stroke(e.theme.accent, width, lines...)
}

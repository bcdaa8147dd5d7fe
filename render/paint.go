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
	if l.p.Shape != nil {
		t := newTriangleEasel(l, cell, hair)
		t.x, t.y = x, y
		t.paintOn(s)
		return
	}
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
	if l.Axis == nonogram.Row {
		return rect{e.x - e.left*e.cell, e.y + e.cell*float64(l.Index), e.gridRect().w + e.left*e.cell, e.cell}
	}
	return rect{e.x + e.cell*float64(l.Index), e.y - e.top*e.cell, e.cell, e.gridRect().h + e.top*e.cell}
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
		if swatch := e.palette[i]; swatch.Diagonal != 0 {
			e.triangles(swatch, rects)
		}
		if e.partial && contrastRatio(color, e.theme.paper) < distinctFrom {
			e.rim(rects)
		}
	}
}

// triangles paints the right halves of cells, whose left ones are painted.
func (e *easel) triangles(s nonogram.Swatch, runs []rect) {
	var shapes [][]point
	for _, r := range runs {
		for x := range int(math.Round(r.w / e.cell)) {
			shapes = append(shapes, rect{r.x + e.cell*float64(x), r.y, e.cell, e.cell}.right(s.Diagonal))
		}
	}
	e.s.polygons(s.Right, shapes...)
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

// The numbers in the gutters, and their boxes in color puzzles, grouped by color.

// boxMargin is the margin of a number's box, in cells.
const boxMargin = 0.06

// gatherer collects the shapes of the gutters by color, in order of appearance.
type gatherer struct {
	*easel
	boxes     map[nonogram.RGB][]rect
	halves    map[nonogram.RGB][][]point // right triangles of boxes
	plates    []rect                     // under numbers on triangles
	texts     map[nonogram.RGB][]word
	boxOrder  []nonogram.RGB
	textOrder []nonogram.RGB
	rims      []segment
}

// smallestType is the size, in pixels or points, below which numbers are omitted.
const smallestType = 0.3

func (e *easel) clues() {
	if !e.style.clues() || e.size*e.cell < smallestType {
		return
	}
	e.gather(func(g *gatherer) {
		g.rowClues()
		g.columnClues()
	})
}

// gather draws the numbers that a function adds, and their boxes.
func (e *easel) gather(add func(*gatherer)) {
	g := &gatherer{easel: e, boxes: map[nonogram.RGB][]rect{}, halves: map[nonogram.RGB][][]point{}, texts: map[nonogram.RGB][]word{}}
	add(g)
	for _, c := range g.boxOrder {
		e.s.fill(c, g.boxes[c]...)
	}
	for _, s := range e.palette {
		e.s.polygons(s.Right, g.halves[s.Right]...)
		delete(g.halves, s.Right)
	}
	e.s.fill(e.theme.page, g.plates...)
	e.s.stroke(e.theme.faint, e.lineWidth(thinWidth), g.rims...)
	for _, c := range g.textOrder {
		e.s.words(words{color: c, size: e.size * e.cell, anchor: atMiddle, words: g.texts[c]})
	}
}

func (g *gatherer) rowClues() {
	buf := make([]nonogram.Color, g.p.Width())
	for i, line := range g.rows {
		dim := g.style.DimDone && g.done(nonogram.LineRef{Axis: nonogram.Row, Index: i}, buf)
		x := g.x - nearPad*g.cell
		for j := range line {
			slot, upper := g.slot(j, len(line))
			if slot == 0 {
				x = g.x - nearPad*g.cell
			}
			width := g.slots[slot] * g.cell
			place := rect{x - width, g.y + g.cell*(float64(i)+boxMargin), width, g.cell * (1 - 2*boxMargin)}
			if g.wraps(len(line)) {
				place.h /= 2
				if !upper {
					place.y += place.h
				}
			}
			box := rect{place.x + boxGap*g.cell/2, place.y, place.w - boxGap*g.cell, place.h}
			g.add(line[len(line)-1-j], place, box, dim)
			x = place.x
		}
	}
}

func (g *gatherer) columnClues() {
	buf := make([]nonogram.Color, g.p.Height())
	for i, line := range g.cols {
		dim := g.style.DimDone && g.done(nonogram.LineRef{Axis: nonogram.Column, Index: i}, buf)
		y := g.y - nearPad*g.cell
		for j := range line {
			place := rect{g.x + g.cell*float64(i), y - g.step*g.cell, g.cell, g.step * g.cell}
			box := rect{place.x + boxMargin*g.cell, place.y + boxGap*g.cell/2, place.w - 2*boxMargin*g.cell, place.h - boxGap*g.cell}
			g.add(line[len(line)-1-j], place, box, dim)
			y = place.y
		}
	}
}

// add centers a number in its place, on its box if it has one.
func (g *gatherer) add(n number, place, box rect, dim bool) {
	text := g.theme.text
	switch boxed := g.boxed && n.color != nonogram.Empty; {
	case boxed && g.palette[n.color].Diagonal != 0:
		if dim {
			text = g.theme.faint
		}
		g.dividedBox(g.palette[n.color], box)
	case boxed:
		text = g.box(g.palette[n.color].RGB, box, dim)
	case dim:
		text = g.theme.faint
	}
	if _, seen := g.texts[text]; !seen {
		g.textOrder = append(g.textOrder, text)
	}
	baseline := place.y + place.h/2 + digitHeight*g.size*g.cell/2
	g.texts[text] = append(g.texts[text], word{place.x + place.w/2, baseline, n.text})
}

// plateInset is the visible edge of a box of triangles around its number, in cells.
const plateInset = 0.13

// dividedBox adds a box of two triangles. Its number is on a plate of paper, since no color of
// text can be read on all pairs of colors.
func (g *gatherer) dividedBox(s nonogram.Swatch, r rect) {
	if _, seen := g.boxes[s.RGB]; !seen {
		g.boxOrder = append(g.boxOrder, s.RGB)
	}
	g.boxes[s.RGB] = append(g.boxes[s.RGB], r)
	g.halves[s.Right] = append(g.halves[s.Right], r.right(s.Diagonal))
	g.plates = append(g.plates, r.inset(plateInset*g.cell))
	g.rims = append(g.rims, r.outline(g.lineWidth(thinWidth))...)
}

// dimShare is the share of the page color in dimmed shapes.
const dimShare = 0.7

// grayShare is the share of the page color in gray boxes. Letters tell the colors apart, so the
// boxes may be pale: black numbers have a contrast of 7 on the darkest one, as WCAG asks of
// small print.
const grayShare = 0.6

// box adds a box and returns the color of its text.
func (g *gatherer) box(color nonogram.RGB, r rect, dim bool) (text nonogram.RGB) {
	if g.style.Gray {
		color = mix(color, g.theme.page, grayShare)
	}
	text = contrast(color)
	if dim {
		color = mix(color, g.theme.page, dimShare)
		text = mix(contrast(color), color, dimShare/2)
	}
	if _, seen := g.boxes[color]; !seen {
		g.boxOrder = append(g.boxOrder, color)
	}
	g.boxes[color] = append(g.boxes[color], r)
	if contrastRatio(color, g.theme.page) < distinctFrom {
		g.rims = append(g.rims, r.outline(g.lineWidth(thinWidth))...)
	}
	return text
}

// mix blends two colors; share is that of the second.
func mix(a, b nonogram.RGB, share float64) nonogram.RGB {
	blend := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return nonogram.RGB{R: blend(a.R, b.R), G: blend(a.G, b.G), B: blend(a.B, b.B)}
}

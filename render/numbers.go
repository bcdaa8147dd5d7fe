package render

import "nonogram"

// The numbers in the gutters, and their boxes in color puzzles, grouped by color.

// boxMargin is the margin of a number's box, in cells.
const boxMargin = 0.06

// gatherer collects the shapes of the gutters by color, in order of appearance.
type gatherer struct {
	*easel
	boxes     map[nonogram.RGB][]rect
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
	g := &gatherer{easel: e, boxes: map[nonogram.RGB][]rect{}, texts: map[nonogram.RGB][]word{}}
	g.rowClues()
	g.columnClues()
	for _, c := range g.boxOrder {
		e.s.fill(c, g.boxes[c]...)
	}
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
		for j, width := range g.slots[:len(line)] {
			place := rect{x - width*g.cell, g.y + g.cell*float64(i), width * g.cell, g.cell}
			box := rect{place.x + boxGap*g.cell/2, place.y + boxMargin*g.cell, place.w - boxGap*g.cell, place.h - 2*boxMargin*g.cell}
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

// dimShare is the share of the page color in dimmed shapes.
const dimShare = 0.7

// box adds a box and returns the color of its text.
func (g *gatherer) box(color nonogram.RGB, r rect, dim bool) (text nonogram.RGB) {
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

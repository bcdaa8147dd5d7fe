package render

import (
	"bufio"
	"strconv"
	"unicode/utf8"

	"nonogram"
)

// Triddlers as text. A row of triangles is a line of characters, a triangle each, between slashes where
// the outline slopes. The clues of the rows are to the left; those of the slanted lines are listed
// below, since they would not fit along their lines:
//
//	      3 ╱ ▼▲▼▲╲
//	    3 2╱▲▼▲ ▲▼▲╱
//	    1 3╲▼ ▼▲▼ ╱
//	    ╱1 1 3   ╱2 2 2   ╱3 4
//	    ╲1 2   ╲2 4   ╲3 2 2   ╲4 1 1

// triddler is fitted for a board of triangles.
func triddler(out *bufio.Writer, p *nonogram.Puzzle, g *nonogram.Grid, o Options) *textDrawing {
	o.NoClues = o.NoClues || o.Half
	d := newTextDrawing(out, p, g, o, narrow)
	const outline = 2
	if o.Columns > 0 && d.margin+p.Width()+outline > o.Columns {
		o.NoClues = true
		d = newTextDrawing(out, p, g, o, narrow)
		d.cols = min(d.cols, max(1, o.Columns-outline))
	}
	return d
}

// triangleRows draws a board of triangles, and the clues of its slanted lines.
func (d *textDrawing) triangleRows() {
	s := d.p.Shape
	for y := range d.p.Height() {
		d.rowClues(y)
		from, to := s.Row(y)
		d.spaces(from)
		d.put(lineStyle, d.slope(y < s.Sides[0]))
		for x := from; x < min(to, d.cols); x++ {
			d.triangle(d.at(y, x), s.Up(y, x))
		}
		if to <= d.cols {
			d.put(lineStyle, d.slope(y >= s.Sides[4]))
		} else {
			d.put(lineStyle, d.more)
		}
		d.newline()
	}
	if !d.o.NoClues {
		rising, _ := s.Across()
		d.listed(d.slope(true), d.p.Cols[:rising])
		d.listed(d.slope(false), d.p.Cols[rising:])
	}
	d.legend()
}

func (d *textDrawing) slope(rises bool) string {
	if rises {
		return d.slash
	}
	return d.backslash
}

// triangle draws a cell. Without color several inks are letters.
func (d *textDrawing) triangle(l look, up bool) {
	full, half := d.down, d.downEmpty
	if up {
		full, half = d.up, d.upEmpty
	}
	s := style{}
	switch {
	case l.kind == undecided:
		d.put(lineStyle, half)
		return
	case l.kind == markedEmpty:
		d.put(markStyle, d.markEmpty)
		return
	case l.kind == crossed:
		d.put(lineStyle, d.cross)
		return
	case l.kind == blank:
		d.spaces(1)
		return
	case d.painted && d.p.Palette[l.color].Diagonal != 0:
		d.triangles(d.p.Palette[l.color], 1)
		return
	case d.painted:
		s = style{fg: of(d.p.Palette[l.color].RGB), bg: of(d.p.Palette[nonogram.Empty].RGB)}
	case d.p.Colored():
		full = string(rune(d.p.Palette.Symbol(l.color)))
	}
	if l.kind == markedInk {
		s, full = markStyle, d.markInk
	}
	d.put(s, full)
}

// listed lists the clues of lines, as many in a line of text as fit.
func (d *textDrawing) listed(slope string, clues []nonogram.Clue) {
	const gap = 3
	width, used := d.o.Columns, 0
	if width <= 0 {
		width = max(d.margin+d.p.Width(), 60)
	}
	for i, clue := range clues {
		labels := d.labels(clue)
		name := slope + strconv.Itoa(i+1)
		n := utf8.RuneCountInString(name)
		for _, l := range labels {
			n += 1 + utf8.RuneCountInString(l.text)
		}
		switch {
		case used > 0 && used+gap+n > width:
			d.newline()
			used = 0
		case used > 0:
			d.spaces(gap)
			used += gap
		}
		d.put(lineStyle, name)
		for _, l := range labels {
			d.spaces(1)
			d.number(d.labelStyle(l), l, len(l.text))
		}
		used += n
	}
	d.newline()
}

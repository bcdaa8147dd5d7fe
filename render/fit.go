package render

import (
	"bufio"
	"cmp"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/plural"
)

// Fitting a text drawing into a terminal. The first of these forms that fits is used:
//
//	full     two characters a cell or more, with clues
//	narrow   one character a cell, with clues; the cells are not square
//	half     the picture alone, half a character a cell; only if there is one
//	clipped  the leftmost columns

// form is the form of a drawing.
type form uint8

const (
	full form = iota
	narrow
	half
)

// forms returns the forms to try, for a puzzle with or without a grid.
func (o Options) forms(grid bool) []form {
	switch {
	case o.Half:
		return []form{half}
	case grid:
		return []form{full, narrow, half}
	}
	return []form{full, narrow}
}

// leastClipped is the width of grid and frame below which the clues are omitted.
const leastClipped = 10

// fitted is the drawing in the first form that fits.
func fitted(out *bufio.Writer, p *nonogram.Puzzle, g *nonogram.Grid, o Options) *textDrawing {
	var d *textDrawing
	for _, f := range o.forms(g != nil) {
		d = newTextDrawing(out, p, g, o, f)
		if columns, _ := d.textSize(); o.Columns <= 0 || columns <= o.Columns {
			return d
		}
	}
	if d.form != half && o.Clues && d.margin+leastClipped > o.Columns {
		o.Clues = false
		d = newTextDrawing(out, p, g, o, narrow)
	}
	d.clip()
	return d
}

// clip omits columns on the right until the drawing fits.
func (d *textDrawing) clip() {
	for d.cols > 1 {
		if columns, _ := d.textSize(); columns <= d.o.Columns {
			return
		}
		d.cols--
	}
}

func (d *textDrawing) clipped() bool { return d.cols < d.p.Width() }

// notes reports omissions; o are the options of the caller.
func (d *textDrawing) notes(o Options) {
	if o.Clues && !o.Half && (d.form == half || !d.o.Clues) {
		d.put(style{}, plural.Sprintf("without clues: they do not fit in %d characters", o.Columns))
		d.newline()
	}
	if d.clipped() {
		d.put(style{}, plural.Sprintf("columns 1 to %d of %d: the rest does not fit in %d characters", d.cols, d.p.Width(), o.Columns))
		d.newline()
	}
}

// legend names the letters of a color puzzle that is drawn without colors.
func (d *textDrawing) legend() {
	if d.painted || !d.p.Colored() {
		return
	}
	const gap = 3
	indent, used := d.margin, 0
	if d.o.Columns > 0 {
		indent = min(indent, d.o.Columns/2)
	}
	for _, s := range d.p.Palette[1:] {
		entry := string(rune(s.Symbol)) + " " + cmp.Or(s.Name, s.RGB.String())
		width := utf8.RuneCountInString(entry)
		switch {
		case used == 0:
			d.spaces(indent)
			used = indent
		case d.o.Columns > 0 && used+gap+width > d.o.Columns:
			d.newline()
			d.spaces(indent)
			used = indent
		default:
			d.spaces(gap)
			used += gap
		}
		d.put(style{}, entry)
		used += width
	}
	d.newline()
}

package render

import (
	"slices"
	"strconv"

	"nonogram"
)

// The clue gutters. The numbers of rows are in slots aligned from the right; the numbers of
// columns are above them, the last one lowest.
//
// A column is two characters wide, so a number of two digits would touch its neighbors: 3 and
// 12 read 312. With color, every second column is tinted. Without, shorter numbers left of a
// full one are left-aligned, and of two full ones the second moves up:
//
//	     11
//	 3 1 10
//	 12 5        the columns 3 12, 1 5 and 11 10
//	┌──────
//
// Only numbers of three digits make the cells wider. In the narrow form a column is one
// character wide, with a digit per line and a free line between two numbers.

// label is a number of a clue as text; an empty one is a free place.
type label struct {
	text  string
	color nonogram.Color
}

func (d *textDrawing) label(b nonogram.Block) label {
	text := numberText(b)
	if d.p.Colored() && !d.painted {
		text += string(rune(d.p.Palette.Symbol(b.Color)))
	}
	return label{text, b.Color}
}

// numberText is a block's number, "?" if it is blotted.
func numberText(b nonogram.Block) string {
	if b.Length == 0 {
		return "?"
	}
	return strconv.Itoa(b.Length)
}

// labels returns the labels of a clue; 0 for an empty line.
func (d *textDrawing) labels(c nonogram.Clue) []label {
	if len(c) == 0 {
		return []label{{text: "0"}}
	}
	labels := make([]label, len(c))
	for i, b := range c {
		labels[i] = d.label(b)
	}
	return labels
}

func (d *textDrawing) layOutClues() {
	d.layOutRows()
	columns := make([][]label, d.p.Width())
	most := 0
	for x, clue := range d.p.Cols {
		columns[x] = d.labels(clue)
		most = max(most, longest(columns[x]))
	}
	if d.form == narrow {
		d.upend(columns, most)
	} else {
		d.cellWidth = max(d.cellWidth, most)
	}
	for x, labels := range columns {
		d.tinted = d.tinted || d.o.Colors > 0 && !d.painted && longest(labels) == d.cellWidth
		d.stack(x, labels)
	}
	slices.Reverse(d.above)
}

// upend splits numbers into characters. Numbers of one character, or with the letter of a
// color, need no free line between them.
func (d *textDrawing) upend(columns [][]label, most int) {
	lettered := d.p.Colored() && !d.painted
	for x, labels := range columns {
		var upended []label
		for i, l := range labels {
			if i > 0 && most > 1 && !lettered {
				upended = append(upended, label{})
			}
			for _, r := range l.text {
				upended = append(upended, label{string(r), l.color})
			}
		}
		columns[x] = upended
	}
}

func longest(labels []label) int {
	n := 0
	for _, l := range labels {
		n = max(n, len(l.text))
	}
	return n
}

func (d *textDrawing) layOutRows() {
	slots := 0
	for _, clue := range d.p.Rows {
		d.beside = append(d.beside, d.labels(clue))
		slots = max(slots, len(d.beside[len(d.beside)-1]))
	}
	for y, labels := range d.beside {
		d.beside[y] = append(make([]label, slots-len(labels), slots), labels...)
	}
	d.measureSlots()
}

// stack places the numbers of a column from the lowest line upwards; above is reversed until
// all columns are placed.
func (d *textDrawing) stack(x int, labels []label) {
	line := 0
	for i := len(labels) - 1; i >= 0; i-- {
		for d.touches(line, x, labels[i]) {
			line++
		}
		for len(d.above) <= line {
			d.above = append(d.above, make([]label, d.p.Width()))
		}
		d.above[line][x] = labels[i]
		line++
	}
}

// touches reports whether a number would touch its left neighbors.
func (d *textDrawing) touches(line, x int, l label) bool {
	if d.form == narrow || !d.full(l) || line >= len(d.above) {
		return false
	}
	left := d.above[line]
	switch {
	case d.painted: // distinct unless the color is the same
		return x > 0 && !d.guideAt(x) && left[x-1].text != "" && left[x-1].color == l.color
	case d.o.Colors > 0 || d.p.Colored():
		return false // tinted, or with a letter
	}
	for ; x > 0 && !d.guideAt(x) && left[x-1].text != ""; x-- {
		if d.full(left[x-1]) {
			return true
		}
	}
	return false
}

// full reports whether a number fills its cell.
func (d *textDrawing) full(l label) bool { return len(l.text) == d.cellWidth }

// leans reports whether a number is left-aligned, away from a full one.
func (d *textDrawing) leans(labels []label, x int) bool {
	if d.form == narrow || d.o.Colors > 0 || d.p.Colored() || labels[x].text == "" {
		return false
	}
	for x++; x < len(labels) && !d.guideAt(x) && labels[x].text != ""; x++ {
		if d.full(labels[x]) {
			return true
		}
	}
	return false
}

// measureSlots computes the widths of the slots.
func (d *textDrawing) measureSlots() {
	least := 1
	if d.painted {
		least = 2
	}
	for i := range d.beside[0] {
		width := least
		for _, labels := range d.beside {
			width = max(width, len(labels[i].text))
		}
		d.slots = append(d.slots, width)
		d.margin += width + 1
	}
}

func (d *textDrawing) rowClues(y int) {
	if len(d.beside) == 0 {
		return
	}
	for i, l := range d.beside[y] {
		d.number(d.labelStyle(l), l.text, d.slots[i])
		d.spaces(1)
	}
}

func (d *textDrawing) columnClues(line int) {
	d.spaces(d.margin + 1)
	for x, l := range d.above[line][:d.cols] {
		if d.guideAt(x) {
			d.spaces(1)
		}
		s := d.labelStyle(l)
		if d.tinted && x%2 == 1 {
			s = tintStyle
		}
		if d.leans(d.above[line], x) {
			d.put(s, l.text)
			d.spaces(d.cellWidth - len(l.text))
		} else {
			d.number(s, l.text, d.cellWidth)
		}
	}
	d.newline()
}

// labelStyle paints a number on its color.
func (d *textDrawing) labelStyle(l label) style {
	if !d.painted || l.text == "" || l.color == nonogram.Empty {
		return style{}
	}
	ink := d.p.Palette[l.color].RGB
	return style{fg: of(contrast(ink)), bg: of(ink)}
}

// number writes a right-aligned number.
func (d *textDrawing) number(s style, text string, width int) {
	d.repeat(s, " ", width-len(text))
	if text != "" {
		d.put(s, text)
	}
}

package render

import (
	"strconv"

	"nonogram"
)

// The clue gutters. The rows' numbers stand in slots that are aligned from the
// right; the columns' numbers stand above their columns, the last one lowest.
//
// A column is two characters wide, so a number of two digits fills it and would
// run into its neighbours: 3 and 12 side by side read 312. With color, every
// second column is tinted and the eye tells them apart. Without, shorter numbers
// to the left of a full one lean left, and of two full ones the second moves up
// to the next line with room, and those above it with it:
//
//	     11
//	 3 1 10
//	 12 5        the columns 3 12, 1 5 and 11 10
//	┌──────
//
// Only numbers of three digits, in puzzles at least a hundred cells high, make
// the cells wider.
//
// In the narrow form a column is one character wide, and its numbers stand
// upended, a digit to a line, with a free line between two of them.

// label is one number of a clue as text; an empty one is a free place.
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

// labels writes a clue; an empty line says 0.
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
		d.tinted = d.tinted || d.o.Color && !d.painted && longest(labels) == d.cellWidth
		d.stack(x, labels)
	}
	reverse(d.above)
}

// upend takes the numbers apart into characters. Where all are single characters,
// or end in the letter of their color, no free line is needed between them.
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

// stack places the numbers of one column from the lowest line upwards; above is
// kept upside down until all columns are placed.
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

// touches reports that a number in that place could not be told from its left
// neighbours.
func (d *textDrawing) touches(line, x int, l label) bool {
	if d.form == narrow || !d.full(l) || line >= len(d.above) {
		return false
	}
	left := d.above[line]
	switch {
	case d.painted: // unless it stands on the same color
		return x > 0 && !d.guideAt(x) && left[x-1].text != "" && left[x-1].color == l.color
	case d.o.Color || d.p.Colored():
		return false // tinted, or every number ends in a letter
	}
	for ; x > 0 && !d.guideAt(x) && left[x-1].text != ""; x-- {
		if d.full(left[x-1]) {
			return true
		}
	}
	return false
}

// full reports a number that fills its cell.
func (d *textDrawing) full(l label) bool { return len(l.text) == d.cellWidth }

// leans reports that a number has to lean left, away from a full one.
func (d *textDrawing) leans(labels []label, x int) bool {
	if d.form == narrow || d.o.Color || d.p.Colored() || labels[x].text == "" {
		return false
	}
	for x++; x < len(labels) && !d.guideAt(x) && labels[x].text != ""; x++ {
		if d.full(labels[x]) {
			return true
		}
	}
	return false
}

func reverse(lines [][]label) {
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
}

// measureSlots finds the room for the rows' first, second … numbers.
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

// number writes a number flush right in its place.
func (d *textDrawing) number(s style, text string, width int) {
	d.repeat(s, " ", width-len(text))
	if text != "" {
		d.put(s, text)
	}
}

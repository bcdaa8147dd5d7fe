package render

import (
	"strconv"
	"strings"

	"nonogram"
)

// The clue gutters. The numbers of rows are in slots aligned from the right; the numbers of
// columns are above them, the last one lowest.
//
// A column is two characters wide, or one wider than its widest number, so that numbers of
// neighboring columns do not touch. The letters of color puzzles separate them as well. In the
// narrow form a column is one character wide, with a digit per line and a free line between
// two numbers.

// label is a number of a clue as text; an empty one is a free place.
type label struct {
	text  string
	color nonogram.Color
}

// numberText is a block's number, "?" if it is blotted.
func numberText(b nonogram.Block) string {
	if b.Length == 0 {
		return "?"
	}
	return strconv.Itoa(b.Length)
}

// labels returns the labels of a clue; 0 for an empty line, * for one without a clue.
func (d *textDrawing) labels(c nonogram.Clue) []label {
	if c.Missing() {
		return []label{{text: missingText}}
	}
	if len(c) == 0 {
		return []label{{text: "0"}}
	}
	labels := make([]label, len(c))
	for i, b := range c {
		labels[i] = label{numberText(b), b.Color}
		switch s := d.p.Palette[b.Color]; {
		case d.lettered():
			labels[i].text += string(rune(s.Symbol))
		case s.Diagonal != 0: // drawn as the triangles
			labels[i].text += string(rune(s.Diagonal))
		}
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
	switch {
	case d.form == narrow:
		d.upend(columns, most)
	case d.lettered():
		d.cellWidth = max(d.cellWidth, most)
	default:
		d.cellWidth = max(d.cellWidth, most+1)
	}
	d.stack(columns)
}

// lettered reports whether each number has the letter of its color.
func (d *textDrawing) lettered() bool { return d.p.Colored() && !d.painted }

// upend splits numbers into characters. Numbers of one character, or with the letter of a
// color, need no free line between them.
func (d *textDrawing) upend(columns [][]label, most int) {
	for x, labels := range columns {
		var upended []label
		for i, l := range labels {
			if i > 0 && most > 1 && !d.lettered() {
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
	least := 1
	if d.painted {
		least = 2
	}
	for i := range slots {
		width := least
		for _, labels := range d.beside {
			width = max(width, len(labels[i].text))
		}
		d.slots = append(d.slots, width)
		d.margin += width + 1
	}
}

// stack places the numbers of the columns, the last ones in the lowest line.
func (d *textDrawing) stack(columns [][]label) {
	height := 0
	for _, labels := range columns {
		height = max(height, len(labels))
	}
	for line := range height {
		d.above = append(d.above, make([]label, len(columns)))
		for x, labels := range columns {
			if i := line + len(labels) - height; i >= 0 {
				d.above[line][x] = labels[i]
			}
		}
	}
}

func (d *textDrawing) rowClues(y int) {
	if len(d.beside) == 0 {
		return
	}
	for i, l := range d.beside[y] {
		d.number(d.labelStyle(l), l, d.slots[i])
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
		if d.form == narrow && !d.painted && x%2 == 1 {
			s = tintStyle
		}
		d.number(s, l, d.cellWidth)
	}
	d.newline()
}

// labelStyle paints a number on its color.
func (d *textDrawing) labelStyle(l label) style {
	if !d.painted || l.text == "" || l.color == nonogram.Empty || d.p.Palette[l.color].Diagonal != 0 {
		return style{}
	}
	ink := d.p.Palette[l.color].RGB
	return style{fg: of(contrast(ink)), bg: of(ink)}
}

// number writes a right-aligned number, with its triangles if its color is drawn so.
func (d *textDrawing) number(s style, l label, width int) {
	d.repeat(s, " ", width-len(l.text))
	text, divided := l.text, false
	if d.painted && l.color != nonogram.Empty && text != missingText {
		ink := d.p.Palette[l.color]
		if text, divided = strings.CutSuffix(text, string(rune(ink.Diagonal))); divided {
			d.put(s, text)
			d.triangles(ink, 1)
			return
		}
	}
	if text != "" {
		d.put(s, text)
	}
}

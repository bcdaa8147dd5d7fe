// The values of a list: clues, rows of cells, and the axis that a name means.

package format

import (
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// depthOf is the number of lists within each other.
func depthOf(n node) int {
	if n.kind != listNode {
		return 0
	}
	deepest := 0
	for i := range n.items {
		if n.items[i].kind == listNode {
			deepest = max(deepest, depthOf(n.items[i]))
		}
	}
	return deepest + 1
}

// cluesOf returns the numbers of a list of clues, nil if it is something else. Clues have brackets of
// one kind; a program's calls have others.
func cluesOf(n node, labeled bool) (list [][]int32) {
	if n.kind == textNode && labeled {
		return textClues(n.text)
	}
	if n.kind != listNode || len(n.items) == 0 {
		return nil
	}
	var open byte
	var ok bool
	list = make([][]int32, 0, len(n.items))
	var all []int32 // the numbers of all clues
	for i := range n.items {
		item := &n.items[i]
		from := len(all)
		all, ok = appendClue(all, item)
		if !ok || open != 0 && item.open != 0 && item.open != open {
			return nil
		}
		open = max(open, item.open)
		list = append(list, all[from:len(all):len(all)])
	}
	return list
}

// appendClue appends the numbers of one clue.
func appendClue(clue []int32, n *node) (_ []int32, ok bool) {
	switch n.kind {
	case numberNode:
		if n.n == nullNumber {
			return append(clue, missingNumber), true
		}
		return append(clue, n.n), true
	case textNode:
		if n.text == "*" {
			return append(clue, missingNumber), true
		}
		numbers, ok := numbersOf(n.text)
		return append(clue, numbers...), ok
	}
	for i := range n.items {
		item := &n.items[i]
		switch {
		case item.kind == numberNode && item.n == nullNumber:
			clue = append(clue, hiddenNumber)
			continue
		case item.kind == numberNode:
			clue = append(clue, item.n)
			continue
		case item.kind == textNode:
			if numbers, ok := numbersOf(item.text); ok && len(numbers) == 1 {
				clue = append(clue, numbers[0])
				continue
			}
		}
		return nil, false
	}
	return clue, true
}

// numbersOf reads a text of numbers.
func numbersOf(text string) (numbers []int32, ok bool) {
	for _, field := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,.-\t", c) }) {
		n, ok := cursor.ParseNumber([]byte(field))
		switch {
		case field == "?":
			n = hiddenNumber
		case !ok:
			return nil, false
		}
		numbers = append(numbers, int32(n))
	}
	return numbers, true
}

// textClues reads a text of clues, "1 1, 5, 3".
func textClues(text string) (list [][]int32) {
	for _, sep := range []string{"\n", ";", "/", "|", ","} {
		if !strings.Contains(text, sep) {
			continue
		}
		for _, clue := range strings.Split(strings.Trim(text, sep), sep) {
			numbers, ok := numbersOf(clue)
			if !ok {
				return nil
			}
			list = append(list, numbers)
		}
		return list
	}
	return nil
}

// gridOf returns the picture of a matrix, its largest cell, up to most, and whether its cells are
// true and false. The grid is nil if the list is something else.
func gridOf(n node, most int32) (g *nonogram.Grid, largest int32, truth bool) {
	height := len(n.items)
	if height < 2 || height > nonogram.MaxSide {
		return nil, 0, false
	}
	width := len(n.items[0].items)
	if n.items[0].kind == textNode {
		width = len(n.items[0].text)
	}
	if width < 2 || nonogram.ValidateSize(width, height) != nil {
		return nil, 0, false
	}
	g = nonogram.NewGrid(width, height)
	for y, row := range n.items {
		if len(row.items) != width && len(row.text) != width || row.kind == textNode && row.open != 0 {
			return nil, 0, false
		}
		for x := range width {
			c := cellOf(row, x)
			if c < 0 || c > most {
				return nil, 0, false
			}
			largest = max(largest, c)
			truth = truth || row.kind == listNode && row.items[x].kind == numberNode && row.items[x].text != ""
			g.Cells[y*width+x] = nonogram.Color(c)
		}
	}
	return g, largest, truth
}

// cellOf returns a cell of a row of numbers or characters, -1 for none.
func cellOf(row node, x int) int32 {
	if row.kind == textNode {
		switch {
		case strings.IndexByte("#X1*@", row.text[x]) >= 0:
			return 1
		case strings.IndexByte(".0-_ ", row.text[x]) >= 0:
			return 0
		}
		return -1
	}
	cell := row.items[x]
	switch {
	case cell.kind == textNode && len(cell.text) == 1:
		return cellOf(cell, 0)
	case cell.kind != numberNode:
		return -1
	}
	return cell.n
}

// palette is a list of colors.
type palette struct {
	at       int32
	swatches nonogram.Palette
}

// paletteOf returns the list of colors among values, nil if there is none.
func paletteOf(items []node) *palette {
	for _, n := range items {
		name := strings.ToLower(n.name)
		if n.kind != listNode || name != "palette" && !strings.HasPrefix(name, "colo") || len(n.items) >= nonogram.MaxColors {
			continue
		}
		p := &palette{at: n.at}
		for _, c := range n.items {
			if rgb, ok := colorOf(c); ok {
				p.swatches = append(p.swatches, plainSwatch(rgb))
			}
		}
		if len(n.items) > 0 && len(p.swatches) == len(n.items) {
			return p
		}
	}
	return nil
}

// namedColor reads "#ff0000" or the name of a color.
func namedColor(name string) (nonogram.RGB, bool) {
	if strings.HasPrefix(name, "#") {
		return cursor.ParseRGB([]byte(name))
	}
	return svgColor(strings.ToLower(name))
}

// colorOf reads "#ff0000", the name of a color, or its three channels.
func colorOf(n node) (nonogram.RGB, bool) {
	switch {
	case n.kind == textNode:
		return namedColor(n.text)
	case n.kind != listNode || len(n.items) != 3:
		return nonogram.RGB{}, false
	}
	var v [3]uint8
	for i, c := range n.items {
		if c.kind != numberNode || c.n < 0 || c.n > 255 {
			return nonogram.RGB{}, false
		}
		v[i] = uint8(c.n)
	}
	return nonogram.RGB{R: v[0], G: v[1], B: v[2]}, true
}

// of returns the palette of a picture whose cells are numbers of colors. The first color is the
// background if it is white. If it is not, and the cells count one more than there are colors, 0
// is a white background.
func (p *palette) of(r *listReader, g part) nonogram.Palette {
	switch {
	case p.swatches[0].RGB == white && int(g.most) < len(p.swatches) && len(p.swatches) > 1:
		return p.swatches
	case int(g.most) == len(p.swatches):
		return append(nonogram.Palette{usual[0]}, p.swatches...)
	}
	panic(r.Fail(int(p.at), "found %d colors for cells up to %d, expected the background first, which is white, or one color for each number from 1", len(p.swatches), g.most))
}

// axisOf returns the axis of a name like row_clues.
func axisOf(name string) (axis nonogram.Axis, ok bool) {
	name = strings.TrimRight(strings.ToLower(name), "0123456789_")
	kind, ok := labelWords[name]
	switch {
	case ok && kind == rowLabel, strings.Contains(name, "row"), strings.Contains(name, "horiz"):
		return nonogram.Row, true
	case ok, strings.Contains(name, "col") && !strings.Contains(name, "colo"), strings.Contains(name, "vert"):
		return nonogram.Column, true
	}
	for _, side := range []struct {
		word string
		axis nonogram.Axis
	}{{"left", nonogram.Row}, {"side", nonogram.Row}, {"top", nonogram.Column}, {"across", nonogram.Row}, {"down", nonogram.Column}} {
		if strings.HasPrefix(name, side.word) {
			return side.axis, true
		}
	}
	return 0, false
}

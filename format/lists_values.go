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
	for _, item := range n.items {
		deepest = max(deepest, depthOf(item))
	}
	return deepest + 1
}

// cluesOf returns the numbers of a list of clues, nil if it is something else.
func cluesOf(n node, labeled bool) (list [][]int32) {
	if n.kind == textNode && labeled {
		return textClues(n.text)
	}
	if n.kind != listNode || len(n.items) == 0 {
		return nil
	}
	for _, item := range n.items {
		clue, ok := clueOf(item)
		if !ok {
			return nil
		}
		list = append(list, clue)
	}
	return list
}

// clueOf returns the numbers of one clue.
func clueOf(n node) (clue []int32, ok bool) {
	switch n.kind {
	case numberNode:
		return []int32{n.n}, true
	case textNode:
		return numbersOf(n.text)
	}
	clue = make([]int32, 0, len(n.items))
	for _, item := range n.items {
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

// gridOf returns the picture of a matrix, nil if the list is something else.
func gridOf(n node) *nonogram.Grid {
	height := len(n.items)
	if height < 2 || height > nonogram.MaxSide {
		return nil
	}
	width := len(n.items[0].items)
	if n.items[0].kind == textNode {
		width = len(n.items[0].text)
	}
	if width < 2 || nonogram.ValidateSize(width, height) != nil {
		return nil
	}
	g := nonogram.NewGrid(width, height)
	for y, row := range n.items {
		if len(row.items) != width && len(row.text) != width {
			return nil
		}
		for x := range width {
			c, ok := cellOf(row, x)
			if !ok {
				return nil
			}
			g.Cells[y*width+x] = c
		}
	}
	return g
}

// cellOf returns a cell of a row of numbers or characters.
func cellOf(row node, x int) (nonogram.Color, bool) {
	if row.kind == textNode {
		switch {
		case strings.IndexByte("#X1*@", row.text[x]) >= 0:
			return nonogram.Black, true
		case strings.IndexByte(".0-_ ", row.text[x]) >= 0:
			return nonogram.Empty, true
		}
		return 0, false
	}
	cell := row.items[x]
	if cell.kind == textNode && len(cell.text) == 1 {
		return cellOf(cell, 0)
	}
	return nonogram.Color(cell.n), cell.kind == numberNode && (cell.n == 0 || cell.n == 1)
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

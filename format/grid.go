// Pictures made of characters, one for every cell. Blanks are empty cells if there are no
// others. "?" is an undecided cell, which is an error.

package format

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var gridFormat = Format{
	Name:       "grid",
	Title:      "a picture of characters, like .#. or emoji",
	Extensions: []string{".grid"},
	holds:      holdsMany | holdsGoal,
	Picture:    true,
	bare:       true,
	sniff:      sniffGrid,
	shape:      "a picture, a character for every cell",
	decode:     decodeGrid,
	append:     appendGrid,
}

// cellColors are the characters of cells.
var cellColors = map[rune]nonogram.RGB{
	'🟥': {R: 0xd0, G: 0x20, B: 0x20}, '🟧': {R: 0xf0, G: 0x90, B: 0x20}, '🟨': {R: 0xf0, G: 0xd0, B: 0x30}, '🟩': {R: 0x30, G: 0xa0, B: 0x40},
	'🟦': {R: 0x20, G: 0x60, B: 0xd0}, '🟪': {R: 0x80, G: 0x30, B: 0xa0}, '🟫': {R: 0x90, G: 0x50, B: 0x20},
}

func init() {
	for _, c := range "#Xx1*█■▓◼⬛●▪🔲" {
		cellColors[c] = black
	}
	for _, c := range ".-_0□░◻⬜○▫·🔳" {
		cellColors[c] = white
	}
}

// isFiller reports variation selectors and joiners, which follow emoji.
func isFiller(r rune) bool { return r == '\ufe0f' || r == '\ufe0e' || r == '\u200d' }

// isFrame reports characters around rows and between cells.
func isFrame(r rune) bool { return r == '|' || r == '"' || r == '\'' || r == ',' || r == ';' }

const triangles = "◢◣◤◥"

// sniffGrid expects lines of equal length, of known characters.
func sniffGrid(data []byte) confidence {
	s, shape, row := gridStyle{}, gridShape{}, 0
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		i += n
		switch {
		case r == '\n' || r == '\r':
			shape.add(row, true)
			row = 0
		case s.see(r):
			row++
		case r != ' ' && r != '\t' && !isFiller(r) && !isFrame(r) && r != 0:
			return no
		}
	}
	shape.add(row, len(data) < sniffWindow)
	return s.confidence(shape)
}

// gridShape is the size of a picture.
type gridShape struct {
	width, rows int
	ragged      bool // rows differ in length
}

// add adds a row of some cells, if there are any. One that was cut off does not make the picture
// ragged.
func (g *gridShape) add(row int, whole bool) {
	if row > 0 {
		g.ragged = g.ragged || g.rows > 0 && row != g.width && whole
		g.width = max(g.width, row)
		g.rows++
	}
}

// confidence tells how sure it is that such characters in such a shape are a picture.
func (s *gridStyle) confidence(g gridShape) confidence {
	switch {
	case g.rows*g.width < 2 || !s.filled && !s.empty:
		return no
	case s.triangle:
		return likely
	case s.digits && (s.others || g.rows < 2 || g.width < 2):
		return no // numbers
	case g.ragged && (s.empty || s.digits):
		return no
	case s.digits && !s.empty && s.blank: // 1 1: no picture has blanks and nothing empty
		return possible
	}
	return likely
}

// gridStyle describes the characters of a picture.
type gridStyle struct {
	filled, empty, digits, others, blank, triangle bool
}

// see records a character and reports whether it is a cell.
func (s *gridStyle) see(r rune) bool {
	if r == ' ' || r == '\t' {
		s.blank = true
		return false
	}
	if r == rune(nonogram.UnknownSymbol) {
		s.others = true
		return true
	}
	for _, t := range triangles {
		if r == t {
			s.triangle = true
			return true
		}
	}
	rgb, ok := cellColors[r]
	if !ok {
		return false
	}
	if r == '0' || r == '1' {
		s.digits = true
	} else {
		s.others = true
	}
	if rgb == white {
		s.empty = true
	} else {
		s.filled = true
	}
	return true
}

func decodeGrid(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	r := gridReader{pictureReader: pictureReader{Draft: d}}
	for i := 0; i < len(d.Data); {
		c, n := utf8.DecodeRune(d.Data[i:])
		r.style.see(c)
		i += n
	}
	// Blanks are cells if nothing else is empty.
	r.blanks = !r.style.empty && !r.style.digits && r.style.blank
	more := func(d *cursor.Draft) bool {
		for !d.EOF() && len(bytes.TrimLeft(d.PeekLine(), " \t\x00")) == 0 {
			d.SkipLine()
		}
		return !d.EOF()
	}
	past := func(d *cursor.Draft) { // to the end of the picture
		for !d.EOF() && len(bytes.TrimSpace(d.PeekLine())) > 0 {
			d.SkipLine()
		}
	}
	several(more, r.puzzle, past)(d, yield)
}

// gridReader reads pictures.
type gridReader struct {
	pictureReader
	style  gridStyle
	blanks bool // are cells
}

func (r *gridReader) puzzle(*cursor.Draft) *nonogram.Puzzle {
	r.Cells = r.Cells[:0]
	c := &canvas{}
	if r.blanks {
		c.colors = append(c.colors, white)
	}
	widths := []int{}
	for !r.EOF() {
		line := r.PeekLine()
		if len(bytes.TrimLeft(line, " \t\x00")) == 0 {
			if !r.blanks {
				break
			}
		}
		from := len(r.Cells)
		r.row(c, trimRowEnd(line))
		if n := len(r.Cells) - from; !r.blanks && len(widths) > 0 && n != widths[0] {
			panic(r.Fail(r.Pos, "found a row of %s, expected %d", plural.Of(n, "cell", "cells"), widths[0]))
		}
		widths = append(widths, len(r.Cells)-from)
		r.Require(len(widths) <= nonogram.MaxSide, r.Pos, "found over %d rows, which is the limit", nonogram.MaxSide)
		r.SkipLine()
	}
	for r.blanks && len(widths) > 0 && widths[len(widths)-1] == 0 {
		widths = widths[:len(widths)-1]
	}
	r.Require(len(widths) != 0, r.Start, "found no cells, expected a picture of characters")
	width := slices.Max(widths)
	r.Size(r.Start, width, len(widths))
	c.grid = nonogram.NewGrid(width, len(widths))
	clear(c.grid.Cells) // where rows are short
	at := 0
	for y, n := range widths {
		copy(c.grid.Row(y), r.Cells[at:at+n])
		at += n
	}
	return r.ofCanvas(c)
}

// trimRowEnd drops blanks at the end of a row.
func trimRowEnd(line []byte) []byte { return bytes.TrimRight(line, " \t\x00") }

// row reads the cells of a line.
func (r *gridReader) row(c *canvas, line []byte) {
	for i := 0; i < len(line); {
		char, n := utf8.DecodeRune(line[i:])
		at := r.Pos + i
		i += n
		rgb, ok := cellColors[char]
		switch {
		case ok:
		case r.blanks && char == ' ':
			rgb = white
		case char == ' ' || char == '\t' || isFiller(char) || isFrame(char) || char == 0:
			continue
		case char == rune(nonogram.UnknownSymbol):
			panic(r.Fail(at, "found a cell that is not decided, expected a finished picture"))
		case bytes.ContainsRune([]byte(triangles), char):
			panic(r.Fail(at, "found triangles, which are not supported"))
		default:
			panic(r.Expected(at, "a cell: # or . or a square"))
		}
		color := c.find(rgb)
		if color < 0 {
			color = len(c.colors)
			c.colors = append(c.colors, rgb)
		}
		r.Require(len(r.Cells) != nonogram.MaxCells, at, "found over %d cells, which is the limit", nonogram.MaxCells)
		r.Cells = append(r.Cells, nonogram.Color(color))
	}
}

func appendGrid(b []byte, i int, p *nonogram.Puzzle) []byte {
	if i > 0 {
		b = append(b, '\n')
	}
	return cellStyle{after: "\n", cells: []string{".", "#"}}.append(b, p.Goal)
}

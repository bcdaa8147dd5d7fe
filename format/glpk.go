// The data section of Andrew Makhorin's paint-by-numbers model for GLPK, in GNU MathProg.
// Comments are as in C, or from "#" to the end of the line. Other statements are ignored.
//
// Source: examples/pbn of GLPK.

package format

import (
	"bytes"
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var glpkFormat = Format{
	Name:       "glpk",
	Title:      "data of GLPK's paint-by-numbers model",
	Extensions: []string{".dat"},
	sniff:      contains("param row", ":="),
	decode:     single(readGLPK),
	append:     appendGLPK,
	fits:       fitsTable,
}

func readGLPK(d *cursor.Draft) *nonogram.Puzzle {
	var rows, cols cursor.Slots
	width, height := 0, 0
	for {
		glpkSkip(d)
		if d.EOF() {
			break
		}
		glpkStatement(d, &width, &height, &rows, &cols)
	}
	d.Size(d.Start, width, height)
	return d.SlotsPuzzle(&rows, height, &cols, width)
}

// glpkStatement reads up to a semicolon.
func glpkStatement(d *cursor.Draft, width, height *int, rows, cols *cursor.Slots) {
	if codeWord(&d.Cursor) == "param" {
		glpkSkip(d)
		switch codeWord(&d.Cursor) {
		case "m":
			*height = glpkNumber(d)
		case "n":
			*width = glpkNumber(d)
		case "row":
			glpkTable(d, rows, "row")
		case "col":
			glpkTable(d, cols, "column")
		}
	}
	for !d.Next(';') {
		glpkSkip(d)
		d.Expect(!d.EOF(), d.Pos, "a semicolon")
		if !d.Next(';') {
			d.Pos++
		}
	}
	d.Pos++
}

func glpkNumber(d *cursor.Draft) int {
	glpkSign(d, ":=")
	return d.Number()
}

// glpkTable reads ": 1 2 :=" and the rows of the table, up to the semicolon.
func glpkTable(d *cursor.Draft, lines *cursor.Slots, what string) {
	glpkSign(d, ":")
	columns := 0
	for ; !d.Literal(":="); columns++ {
		d.Number()
		glpkSkip(d)
	}
	for {
		glpkSkip(d)
		if d.Next(';') {
			return
		}
		glpkRow(d, lines, columns, what)
	}
}

func glpkRow(d *cursor.Draft, lines *cursor.Slots, columns int, what string) {
	at := d.Pos
	d.OpenClue()
	index := d.Number()
	for range columns {
		glpkSkip(d)
		if d.Next('.') {
			d.Pos++
			continue
		}
		d.ReadLength("a number from 1, or a dot")
	}
	d.CloseClue()
	lines.Put(d, at, index, what)
}

// glpkSkip skips space and comments.
func glpkSkip(d *cursor.Draft) {
	for {
		d.SkipSpace()
		at := d.Pos
		switch {
		case d.Literal("#"):
			d.SkipLine()
		case d.Literal("/*"):
			n := bytes.Index(d.Data[d.Pos:], []byte("*/"))
			if n < 0 {
				d.Pos = len(d.Data)
				panic(d.Fail(at, "found a comment without an end, expected */"))
			}
			d.Pos += n + len("*/")
		default:
			return
		}
	}
}

// glpkSign expects the given punctuation.
func glpkSign(d *cursor.Draft, sign string) {
	glpkSkip(d)
	d.Expect(d.Literal(sign), d.Pos, "%q", sign)
	glpkSkip(d)
}

// codeWord reads a word of letters, digits and underscores.
func codeWord(c *cursor.Cursor) string {
	from := c.Pos
	for !c.EOF() && (cursor.IsLetter(c.Data[c.Pos]) || cursor.IsDigit(c.Data[c.Pos]) || c.Next('_')) {
		c.Pos++
	}
	return string(c.Data[from:min(c.Pos, from+cursor.MaxShown)])
}

func appendGLPK(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "data;\n\nparam m := %d;\n\nparam n := %d;\n", p.Height(), p.Width())
	b = appendGLPKTable(b, "row", p.Rows)
	b = appendGLPKTable(b, "col", p.Cols)
	return append(b, "\nend;\n"...)
}

func appendGLPKTable(b []byte, name string, clues []nonogram.Clue) []byte {
	columns := longestClue(clues)
	b = fmt.Appendf(b, "\nparam %s :", name)
	for i := range columns {
		b = fmt.Appendf(b, " %2d", i+1)
	}
	b = append(b, " :=\n"...)
	for i, clue := range clues {
		b = fmt.Appendf(b, "%9d  ", i+1)
		for j := range columns {
			if j < len(clue) {
				b = fmt.Appendf(b, " %2d", clue[j].Length)
			} else {
				b = append(b, "  ."...)
			}
		}
		b = append(b, '\n')
	}
	return append(b, ";\n"...)
}

// fitsTable rejects puzzles whose table of clues would be mostly empty.
func fitsTable(p *nonogram.Puzzle) error {
	for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		if n := len(clues) * longestClue(clues); n > cursor.MaxBlocks {
			return fmt.Errorf("its longest clue needs a table of %d numbers, the limit is %d", n, cursor.MaxBlocks)
		}
	}
	return nil
}

// longestClue is the number of blocks of the longest clue, at least 1 because a table needs a
// column.
func longestClue(clues []nonogram.Clue) int {
	n := 1
	for _, clue := range clues {
		n = max(n, len(clue))
	}
	return n
}

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
	"nonogram/internal/plural"
)

var glpkFormat = Format{
	Name:       "glpk",
	Title:      "data of GLPK's paint-by-numbers model",
	Extensions: []string{".dat"},
	sniff:      contains("param row", ":="),
	decode:     single(func(d *cursor.Draft) *nonogram.Puzzle { return (&glpkReader{d}).puzzle() }),
	append:     appendGLPK,
	fits:       fitsTable,
}

// glpkReader reads a file.
type glpkReader struct{ *cursor.Draft }

func (r *glpkReader) puzzle() *nonogram.Puzzle {
	var rows, cols cursor.Slots
	width, height := 0, 0
	for {
		r.skip()
		if r.EOF() {
			break
		}
		r.statement(&width, &height, &rows, &cols)
	}
	r.Size(r.Start, width, height)
	return r.SlotsPuzzle(&rows, height, &cols, width)
}

// statement reads up to a semicolon.
func (r *glpkReader) statement(width, height *int, rows, cols *cursor.Slots) {
	if codeWord(&r.Cursor) == "param" {
		r.skip()
		switch codeWord(&r.Cursor) {
		case "m":
			*height = r.number()
		case "n":
			*width = r.number()
		case "row":
			r.table(rows, "row")
		case "col":
			r.table(cols, "column")
		}
	}
	for !r.Next(';') {
		r.skip()
		r.Expect(!r.EOF(), r.Pos, "a semicolon")
		if !r.Next(';') {
			r.Pos++
		}
	}
	r.Pos++
}

func (r *glpkReader) number() int {
	r.sign(":=")
	return r.Number()
}

// table reads ": 1 2 :=" and the rows of the table, up to the semicolon.
func (r *glpkReader) table(lines *cursor.Slots, what string) {
	r.sign(":")
	columns := 0
	for ; !r.Literal(":="); columns++ {
		r.Number()
		r.skip()
	}
	for {
		r.skip()
		if r.Next(';') {
			return
		}
		r.row(lines, columns, what)
	}
}

func (r *glpkReader) row(lines *cursor.Slots, columns int, what string) {
	at := r.Pos
	r.OpenClue()
	index := r.Number()
	for range columns {
		r.skip()
		if r.Next('.') {
			r.Pos++
			continue
		}
		r.ReadLength("a number from 1, or a dot")
	}
	r.CloseClue()
	lines.Put(r.Draft, at, index, what)
}

// skip skips space and comments.
func (r *glpkReader) skip() {
	for {
		r.SkipSpace()
		at := r.Pos
		switch {
		case r.Literal("#"):
			r.SkipLine()
		case r.Literal("/*"):
			n := bytes.Index(r.Data[r.Pos:], []byte("*/"))
			if n < 0 {
				r.Pos = len(r.Data)
				panic(r.Fail(at, "found a comment without an end, expected */"))
			}
			r.Pos += n + len("*/")
		default:
			return
		}
	}
}

// sign expects the given punctuation.
func (r *glpkReader) sign(sign string) {
	r.skip()
	r.Expect(r.Literal(sign), r.Pos, "%q", sign)
	r.skip()
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
			return plural.Errorf("its longest clue needs a table of %d numbers, the limit is %d (MaxBlocks)", n, cursor.MaxBlocks)
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

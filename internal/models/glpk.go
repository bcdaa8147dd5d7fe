// The data section of Andrew Makhorin's paint-by-numbers model for GLPK, in GNU
// MathProg:
//
//	data;
//	param m := 2;                 height
//	param n := 3;                 width
//	param row : 1  2  :=          a row's number, then its clue, . where it is
//	      1     1  1              shorter
//	      2     2  .
//	;
//	param col : 1  :=
//	      1     2
//	      2     1
//	      3     1
//	;
//	end;
//
// Comments are as in C, or from "#" to the end of the line. Other statements are ignored.
// The clue of an empty line has dots only.
//
// Source: examples/pbn of GLPK.

package models

import (
	"bytes"
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// GLPK is the data of GLPK's paint-by-numbers model.
var GLPK = Language{
	Sniff:  sniffGLPK,
	Read:   func(d *cursor.Draft) *nonogram.Puzzle { return (&glpkReader{codeReader{d, "#"}}).puzzle() },
	Append: appendGLPK,
	Fits:   fitsTable,
}

func sniffGLPK(data []byte) bool {
	return bytes.Contains(data, []byte("param row")) && bytes.Contains(data, []byte(":="))
}

// glpkReader reads a file.
type glpkReader struct{ codeReader }

func (r *glpkReader) puzzle() *nonogram.Puzzle {
	r.SkipSpace()
	r.Begin(r.Pos)
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
	if r.word() == "param" {
		r.skip()
		switch r.word() {
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
		if r.EOF() {
			panic(r.Expected(r.Pos, "a semicolon"))
		}
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

func appendGLPK(b []byte, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "data;\n\nparam m := %d;\n\nparam n := %d;\n", p.Height(), p.Width())
	b = appendGLPKTable(b, "row", p.Rows)
	b = appendGLPKTable(b, "col", p.Cols)
	return append(b, "\nend;\n"...)
}

func appendGLPKTable(b []byte, name string, clues []nonogram.Clue) []byte {
	columns := longest(clues)
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

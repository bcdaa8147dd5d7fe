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
// Comments are as in C, or from "#" to the end of the line. Other statements are
// passed over. The clue of an empty line has dots only.
//
// Source: examples/pbn of GLPK.

package format

import (
	"bytes"
	"fmt"
	"io"

	"nonogram"
	"nonogram/format/internal/cursor"
)

var glpkFormat = Format{
	Name:       "glpk",
	Title:      "data of GLPK's paint-by-numbers model",
	Extensions: []string{".dat"},
	Sniff:      sniffGlpk,
	decode:     single(func(d *cursor.Draft) reader { return &glpkReader{codeReader{d, "#"}} }),
	whole:      encodeGlpk,
	fits:       fitsTable,
}

// fitsTable refuses puzzles whose clues would fill a table mostly with nothing.
func fitsTable(p *nonogram.Puzzle) error {
	for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		if n := len(clues) * longest(clues); n > MaxBlocks {
			return fmt.Errorf("its longest clue needs a table of %d numbers, the limit is %d (MaxBlocks)", n, MaxBlocks)
		}
	}
	return nil
}

// longest is the number of blocks of the longest clue, at least 1: a table
// without columns would be none.
func longest(clues []nonogram.Clue) int {
	n := 1
	for _, clue := range clues {
		n = max(n, len(clue))
	}
	return n
}

func sniffGlpk(data []byte) Confidence {
	if bytes.Contains(data, []byte("param row")) && bytes.Contains(data, []byte(":=")) {
		return Certain
	}
	return No
}

// glpkReader reads a file.
type glpkReader struct{ codeReader }

func (r *glpkReader) puzzle() (*nonogram.Puzzle, error) {
	r.SkipSpace()
	r.Begin(r.Pos)
	var rows, cols cursor.Slots
	width, height := 0, 0
	for {
		if err := r.skip(); err != nil {
			return nil, err
		}
		if r.EOF() {
			break
		}
		if err := r.statement(&width, &height, &rows, &cols); err != nil {
			return nil, err
		}
	}
	if err := r.Size(r.Start, width, height); err != nil {
		return nil, err
	}
	return r.SlotsPuzzle(&rows, height, &cols, width)
}

// statement reads up to a semicolon.
func (r *glpkReader) statement(width, height *int, rows, cols *cursor.Slots) error {
	if r.word() == "param" {
		if err := r.skip(); err != nil {
			return err
		}
		var err error
		switch r.word() {
		case "m":
			*height, err = r.number()
		case "n":
			*width, err = r.number()
		case "row":
			err = r.table(rows, "row")
		case "col":
			err = r.table(cols, "column")
		}
		if err != nil {
			return err
		}
	}
	for !r.Next(';') {
		if err := r.skip(); err != nil {
			return err
		}
		if r.EOF() {
			return r.Expected(r.Pos, "a semicolon")
		}
		if !r.Next(';') {
			r.Pos++
		}
	}
	r.Pos++
	return nil
}

func (r *glpkReader) number() (int, error) {
	if err := r.sign(":="); err != nil {
		return 0, err
	}
	return r.Number()
}

// table reads ": 1 2 :=" and the rows of the table, up to the semicolon.
func (r *glpkReader) table(lines *cursor.Slots, what string) error {
	if err := r.sign(":"); err != nil {
		return err
	}
	columns := 0
	for ; !r.Literal(":="); columns++ {
		if _, err := r.Number(); err != nil {
			return err
		}
		if err := r.skip(); err != nil {
			return err
		}
	}
	for {
		if err := r.skip(); err != nil {
			return err
		}
		if r.Next(';') {
			return nil
		}
		if err := r.row(lines, columns, what); err != nil {
			return err
		}
	}
}

func (r *glpkReader) row(lines *cursor.Slots, columns int, what string) error {
	at := r.Pos
	r.OpenClue()
	index, err := r.Number()
	if err != nil {
		return err
	}
	for range columns {
		if err := r.skip(); err != nil {
			return err
		}
		if r.Next('.') {
			r.Pos++
			continue
		}
		from := r.Pos
		n, err := r.Number()
		if err != nil {
			return err
		}
		if n == 0 {
			return r.Expected(from, "a number from 1, or a dot")
		}
		if err := r.AddBlock(n, nonogram.Black); err != nil {
			return err
		}
	}
	if err := r.CloseClue(); err != nil {
		return err
	}
	return lines.Put(r.Draft, at, index, what)
}

func encodeGlpk(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	b := fmt.Appendf(nil, "data;\n\nparam m := %d;\n\nparam n := %d;\n", p.Height(), p.Width())
	b = appendGlpkTable(b, "row", p.Rows)
	b = appendGlpkTable(b, "col", p.Cols)
	_, err := w.Write(append(b, "\nend;\n"...))
	return err
}

func appendGlpkTable(b []byte, name string, clues []nonogram.Clue) []byte {
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

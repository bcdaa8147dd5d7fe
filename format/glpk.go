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
)

var glpkFormat = Format{
	Name:       "glpk",
	Title:      "data of GLPK's paint-by-numbers model",
	Extensions: []string{".dat"},
	Sniff:      sniffGlpk,
	Decode:     func(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.glpkPuzzle()) },
	Encode:     encodeGlpk,
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

func (s *Source) glpkPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	var rows, cols slots
	width, height := 0, 0
	for {
		if err := s.skipRemarks("#"); err != nil {
			return nil, err
		}
		if s.eof() {
			break
		}
		if err := s.glpkStatement(&width, &height, &rows, &cols); err != nil {
			return nil, err
		}
	}
	if err := s.size(s.start, width, height); err != nil {
		return nil, err
	}
	return s.slotsPuzzle(&rows, height, &cols, width)
}

// skipRemarks skips space and comments: those of C, and those from the given
// start to the end of the line.
func (s *Source) skipRemarks(line string) error {
	for {
		s.skipSpace()
		at := s.pos
		switch {
		case s.literal(line):
			s.skipLine()
		case s.literal("/*"):
			n := bytes.Index(s.data[s.pos:], []byte("*/"))
			if n < 0 {
				s.pos = len(s.data)
				return s.fail(at, "found a comment without an end, expected */")
			}
			s.pos += n + len("*/")
		default:
			return nil
		}
	}
}

// glpkWord takes a word of letters, digits and underscores.
func (s *Source) glpkWord() string {
	from := s.pos
	for !s.eof() && (isLetter(s.data[s.pos]) || isDigit(s.data[s.pos]) || s.next('_')) {
		s.pos++
	}
	return string(s.data[from:min(s.pos, from+maxShown)])
}

// glpkStatement reads up to a semicolon.
func (s *Source) glpkStatement(width, height *int, rows, cols *slots) error {
	if s.glpkWord() == "param" {
		if err := s.skipRemarks("#"); err != nil {
			return err
		}
		var err error
		switch s.glpkWord() {
		case "m":
			*height, err = s.glpkNumber()
		case "n":
			*width, err = s.glpkNumber()
		case "row":
			err = s.glpkTable(rows, "row")
		case "col":
			err = s.glpkTable(cols, "column")
		}
		if err != nil {
			return err
		}
	}
	for !s.next(';') {
		if err := s.skipRemarks("#"); err != nil {
			return err
		}
		if s.eof() {
			return s.expected(s.pos, "a semicolon")
		}
		if !s.next(';') {
			s.pos++
		}
	}
	s.pos++
	return nil
}

// sign moves past the given punctuation.
func (s *Source) sign(sign, remark string) error {
	if err := s.skipRemarks(remark); err != nil {
		return err
	}
	if !s.literal(sign) {
		return s.expected(s.pos, "%q", sign)
	}
	return s.skipRemarks(remark)
}

func (s *Source) glpkNumber() (int, error) {
	if err := s.sign(":=", "#"); err != nil {
		return 0, err
	}
	return s.number()
}

// glpkTable reads ": 1 2 :=" and the rows of the table, up to the semicolon.
func (s *Source) glpkTable(lines *slots, what string) error {
	if err := s.sign(":", "#"); err != nil {
		return err
	}
	columns := 0
	for ; !s.literal(":="); columns++ {
		if _, err := s.number(); err != nil {
			return err
		}
		if err := s.skipRemarks("#"); err != nil {
			return err
		}
	}
	for {
		if err := s.skipRemarks("#"); err != nil {
			return err
		}
		if s.next(';') {
			return nil
		}
		if err := s.glpkRow(lines, columns, what); err != nil {
			return err
		}
	}
}

func (s *Source) glpkRow(lines *slots, columns int, what string) error {
	at, start := s.pos, len(s.clues.blocks)
	index, err := s.number()
	if err != nil {
		return err
	}
	for range columns {
		if err := s.skipRemarks("#"); err != nil {
			return err
		}
		if s.next('.') {
			s.pos++
			continue
		}
		from := s.pos
		n, err := s.number()
		if err != nil {
			return err
		}
		if n == 0 {
			return s.expected(from, "a number from 1, or a dot")
		}
		if err := s.addBlock(start, n, nonogram.Black); err != nil {
			return err
		}
	}
	if err := s.closeClue(at, start, -1); err != nil {
		return err
	}
	return lines.put(s, at, index, what)
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

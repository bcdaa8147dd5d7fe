// The problems of the task "Nonogram solver" on Rosetta Code:
//
//	AA B
//	B A A
//
// are the rows and, in the next line, the columns; a word is a clue and a letter
// a number, A for 1 to Z for 26. A blank line separates puzzles. The task has no
// way to write an empty line; this package takes "@", the character before A,
// which most solutions of the task would read as 0.
//
// Source: https://rosettacode.org/wiki/Nonogram_solver.

package format

import (
	"bytes"
	"errors"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var rosettaFormat = Format{
	Name:       "rosetta",
	Title:      "problems of the task on Rosetta Code",
	Extensions: []string{".rosetta", ".txt"},
	holds:      holdsMany,
	bare:       true,
	sniff:      sniffRosetta,
	shape:      "rows, columns, a letter for every number",
	decode:     decodeRosetta,
	append:     appendRosetta,
	fits:       fitsRosetta,
}

// sniffRosetta expects pairs of lines of capitals.
func sniffRosetta(data []byte) confidence {
	s := cursor.Cursor{Data: data}
	n := 0
	for s.SkipSpace(); !s.EOF(); {
		line := s.Rest()
		for _, c := range line {
			if !isRosetta(c) && !cursor.IsBlank(c) {
				return no
			}
		}
		if s.EOF() && len(data) == sniffWindow {
			break // cut off
		}
		s.SkipEOL()
		if n++; n%2 == 0 {
			if s.SkipBlanks(); !s.LineEnd() {
				return no
			}
			s.SkipSpace()
		} else if s.LineEnd() {
			return no
		}
	}
	if n < 2 {
		return no
	}
	return likely
}

// isRosetta reports characters of clues.
func isRosetta(c byte) bool { return '@' <= c && c <= 'Z' }

func decodeRosetta(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	r := rosettaReader{d}
	for r.SkipSpace(); !r.EOF(); r.SkipSpace() {
		p, err := r.Try(r.puzzle)
		if err != nil {
			r.toBlankLine()
		}
		if !yield(p, err) {
			return
		}
	}
}

// toBlankLine moves to the next blank line, if the cursor is not in one.
func (r *rosettaReader) toBlankLine() {
	for r.Pos > 0 && !r.LineStart() {
		r.Pos--
	}
	for !r.EOF() && len(bytes.Trim(r.PeekLine(), " \t")) > 0 {
		r.SkipLine()
	}
}

// rosettaReader reads one puzzle after the other.
type rosettaReader struct{ *cursor.Draft }

func (r *rosettaReader) puzzle() *nonogram.Puzzle {
	r.Begin(r.Pos)
	height := r.line()
	if r.LineEnd() {
		panic(r.Expected(r.Pos, "the columns in the line below the rows"))
	}
	r.line()
	if !r.LineEnd() {
		panic(r.Expected(r.Pos, "a blank line between two puzzles"))
	}
	return r.Puzzle(&nonogram.Puzzle{}, r.Lines[:height], r.Lines[height:])
}

// line reads the words of a line and gives their number.
func (r *rosettaReader) line() (n int) {
	for r.SkipBlanks(); !r.LineEnd(); r.SkipBlanks() {
		r.OpenClue()
		for ; !r.LineEnd() && !cursor.IsBlank(r.Data[r.Pos]); r.Pos++ {
			c := r.Data[r.Pos]
			if !isRosetta(c) {
				panic(r.Expected(r.Pos, "a letter from A to Z"))
			}
			r.AddNumber(r.Pos, int(c-'@'), nonogram.Black)
		}
		r.CloseClue()
		n++
	}
	r.SkipEOL()
	r.SkipBlanks()
	return n
}

var errLetters = errors.New("it has a number above 26, and letters end with Z")

func fitsRosetta(p *nonogram.Puzzle) error {
	for _, clue := range slices.Concat(p.Rows, p.Cols) {
		for _, b := range clue {
			if b.Length > 'Z'-'@' {
				return errLetters
			}
		}
	}
	return nil
}

func appendRosetta(b []byte, i int, p *nonogram.Puzzle) []byte {
	if i > 0 {
		b = append(b, '\n')
	}
	for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		for j, clue := range clues {
			if j > 0 {
				b = append(b, ' ')
			}
			if len(clue) == 0 {
				b = append(b, '@')
			}
			for _, block := range clue {
				b = append(b, '@'+byte(block.Length))
			}
		}
		b = append(b, '\n')
	}
	return b
}

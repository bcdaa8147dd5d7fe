// The problems of the task "Nonogram solver" on Rosetta Code. The task has no way to write an
// empty line; this package takes "@", the character before A, which most solutions of the task
// would read as 0.
//
// Source: https://rosettacode.org/wiki/Nonogram_solver.

package format

import (
	"bytes"

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
	decode:     several(moreText, readRosetta, toBlankLine),
	append:     appendRosetta,
	fits:       blocksUpTo('Z'-'@', "it has a number above 26, and letters end with Z"),
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

// toBlankLine moves to the next blank line.
func toBlankLine(d *cursor.Draft) {
	for d.Pos > 0 && !d.LineStart() {
		d.Pos--
	}
	for !d.EOF() && len(bytes.Trim(d.PeekLine(), " \t")) > 0 {
		d.SkipLine()
	}
}

func readRosetta(d *cursor.Draft) *nonogram.Puzzle {
	readRosettaLine(d)
	height := len(d.Lines)
	d.Expect(!d.LineEnd(), d.Pos, "the columns in the line below the rows")
	readRosettaLine(d)
	d.Expect(d.LineEnd(), d.Pos, "a blank line between two puzzles")
	return d.Puzzle(&nonogram.Puzzle{}, d.Lines[:height], d.Lines[height:])
}

// readRosettaLine reads the words of a line.
func readRosettaLine(d *cursor.Draft) {
	for d.SkipBlanks(); !d.LineEnd(); d.SkipBlanks() {
		d.OpenClue()
		for ; !d.LineEnd() && !cursor.IsBlank(d.Data[d.Pos]); d.Pos++ {
			c := d.Data[d.Pos]
			d.Expect(isRosetta(c), d.Pos, "a letter from A to Z")
			d.AddNumber(d.Pos, int(c-'@'), nonogram.Black)
		}
		d.CloseClue()
	}
	d.SkipEOL()
	d.SkipBlanks()
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

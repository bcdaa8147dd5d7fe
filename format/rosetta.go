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
	"io"
	"slices"

	"nonogram"
)

var rosettaFormat = Format{
	Name:       "rosetta",
	Title:      "problems of the task on Rosetta Code",
	Extensions: []string{".rosetta", ".txt"},
	Holds:      Many,
	Sniff:      sniffRosetta,
	Decode:     decodeRosetta,
	Encode:     encodeRosetta,
	fits:       fitsRosetta,
}

// sniffRosetta wants lines of capitals, two and two.
func sniffRosetta(data []byte) Confidence {
	s := Source{data: data}
	n := 0
	for s.skipSpace(); !s.eof(); {
		line := s.rest()
		for _, c := range line {
			if !isRosetta(c) && !isBlank(c) {
				return No
			}
		}
		if s.eof() && len(data) == sniffWindow {
			break // cut off
		}
		s.skipEOL()
		if n++; n%2 == 0 {
			if s.skipBlanks(); !s.lineEnd() {
				return No
			}
			s.skipSpace()
		} else if s.lineEnd() {
			return No
		}
	}
	if n < 2 {
		return No
	}
	return Likely
}

// isRosetta tells the characters of clues.
func isRosetta(c byte) bool { return '@' <= c && c <= 'Z' }

func decodeRosetta(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	for s.skipSpace(); !s.eof(); s.skipSpace() {
		p, err := s.rosettaPuzzle()
		if err != nil {
			s.toBlankLine()
		}
		if !yield(p, err) {
			return
		}
	}
}

// toBlankLine moves to the next blank line, if the cursor is not in one.
func (s *Source) toBlankLine() {
	for s.pos > 0 && !s.lineStart() {
		s.pos--
	}
	for !s.eof() && len(bytes.Trim(s.peekLine(), " \t")) > 0 {
		s.skipLine()
	}
}

func (s *Source) rosettaPuzzle() (*nonogram.Puzzle, error) {
	s.begin(s.pos)
	height, err := s.rosettaLine()
	if err != nil {
		return nil, err
	}
	if s.lineEnd() {
		return nil, s.expected(s.pos, "the columns in the line below the rows")
	}
	if _, err := s.rosettaLine(); err != nil {
		return nil, err
	}
	if !s.lineEnd() {
		return nil, s.expected(s.pos, "a blank line between two puzzles")
	}
	p := &nonogram.Puzzle{}
	s.clues.build(p, s.clues.lines[:height], s.clues.lines[height:])
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// rosettaLine reads the words of a line and gives their number.
func (s *Source) rosettaLine() (n int, err error) {
	for s.skipBlanks(); !s.lineEnd(); s.skipBlanks() {
		at, start, zero := s.pos, len(s.clues.blocks), -1
		for ; !s.lineEnd() && !isBlank(s.data[s.pos]); s.pos++ {
			c := s.data[s.pos]
			if !isRosetta(c) {
				return 0, s.expected(s.pos, "a letter from A to Z")
			}
			if c == '@' {
				zero = s.pos
			}
			if err := s.addBlock(start, int(c-'@'), nonogram.Black); err != nil {
				return 0, err
			}
		}
		if err := s.closeClue(at, start, zero); err != nil {
			return 0, err
		}
		n++
	}
	s.skipEOL()
	s.skipBlanks()
	return n, nil
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

func encodeRosetta(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, i int, p *nonogram.Puzzle) ([]byte, error) {
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
		return b, nil
	})
}

// Jakub Wilk's .nin, the input of his nonogram solver:
//
//	3 2            width and height
//	1 1            the rows' clues, top to bottom, blanks between the numbers
//	2
//	2              the columns' clues, left to right
//	1
//	1
//
// The clue of an empty line is 0 or a blank line; blank lines are spacing where
// the others suffice. One puzzle per file, black and white; what follows its
// last clue is ignored.
//
// Source: Jakub Wilk's nonogram and the files that come with it.

package format

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"nonogram"
)

var ninFormat = Format{
	Name:       "nin",
	Title:      "input of Jakub Wilk's solver",
	Extensions: []string{".nin"},
	Sniff:      sniffNin,
	Decode:     decodeNin,
	Encode:     encodeNin,
}

// sniffNin wants two numbers in the first line and nothing but numbers below,
// and is certain if there are as many lines as the numbers say.
func sniffNin(data []byte) Confidence {
	if !startsWithDigit(data) {
		return No
	}
	s := Source{data: data}
	width, height, err := s.sizeLine()
	if err != nil {
		return No
	}
	return s.sniffNumbers(width + height)
}

// sniffNumbers wants nothing but numbers in what is left, and is certain if there
// are as many lines as expected.
func (s *Source) sniffNumbers(expected int) Confidence {
	lines := 0
	for s.skipSpace(); !s.eof(); s.skipSpace() {
		for _, c := range s.rest() {
			if !isDigit(c) && !isBlank(c) {
				return No
			}
		}
		lines++
	}
	if lines == expected {
		return Certain
	}
	return Possible
}

// startsWithDigit looks past white space.
func startsWithDigit(data []byte) bool {
	data = bytes.TrimLeft(data, blanksOrEOL)
	return len(data) > 0 && isDigit(data[0])
}

// sizeLine reads a first line of two numbers.
func (s *Source) sizeLine() (first, second int, err error) {
	s.skipSpace()
	if first, err = s.number(); err != nil {
		return 0, 0, err
	}
	s.skipBlanks()
	if second, err = s.number(); err != nil {
		return 0, 0, err
	}
	s.skipBlanks()
	if !s.lineEnd() {
		return 0, 0, s.expected(s.pos, "the end of the line after the size")
	}
	s.skipEOL()
	return first, second, nil
}

func decodeNin(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.ninPuzzle()) }

func (s *Source) ninPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	width, height, err := s.sizeLine()
	if err != nil {
		return nil, err
	}
	if err := s.size(s.start, width, height); err != nil {
		return nil, err
	}
	if err := s.clueLines(noByte); err != nil {
		return nil, err
	}
	lines, err := s.choose(s.ninLines(width, height), width+height, "clues of rows and columns", s.pos)
	if err != nil {
		return nil, err
	}
	p := &nonogram.Puzzle{}
	s.clues.build(p, lines[:height], lines[height:])
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// ninLines drops surplus lines, which Wilk's program does not look at and which
// some of its own files have, if what remains makes sense: as many cells in the
// rows as in the columns.
func (s *Source) ninLines(width, height int) []clueLine {
	lines := s.clues.lines
	filled, end := 0, 0
	for i, l := range lines {
		if l.blank {
			continue
		}
		if filled++; filled == width+height {
			end = i + 1
		}
	}
	if filled <= width+height {
		return lines
	}
	lines, _ = s.choose(slices.Clone(lines[:end]), width+height, "", 0)
	if s.sum(lines[:height]) == s.sum(lines[height:]) {
		return lines
	}
	return s.clues.lines
}

// noByte is a line start that clueLines never meets, since it ends lines.
const noByte = '\n'

// clueLines reads lines of numbers up to the end of the file, or up to a line
// that starts with the given byte.
func (s *Source) clueLines(until byte) error {
	for {
		s.skipBlanks()
		switch {
		case s.eof():
			return nil
		case s.lineEnd():
			s.blankLine()
		case s.data[s.pos] == until:
			return nil
		default:
			if err := s.clueLine(); err != nil {
				return err
			}
		}
	}
}

func encodeNin(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, _ int, p *nonogram.Puzzle) ([]byte, error) {
		b = appendPair(b, p.Width(), p.Height())
		b = appendClueLines(b, p.Rows)
		return appendClueLines(b, p.Cols), nil
	})
}

func appendPair(b []byte, first, second int) []byte {
	b = strconv.AppendInt(b, int64(first), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(second), 10)
	return append(b, '\n')
}

// appendClueLines writes one clue per line, 0 for an empty one.
func appendClueLines(b []byte, clues []nonogram.Clue) []byte {
	for _, clue := range clues {
		if len(clue) == 0 {
			b = append(b, '0')
		}
		b = appendNumbers(b, clue, ' ')
		b = append(b, '\n')
	}
	return b
}

// lineStartsWith reports whether some line starts with the byte, after blanks.
func lineStartsWith(data []byte, c byte) bool {
	for i := bytes.IndexByte(data, c); i >= 0; {
		j := i
		for j > 0 && isBlank(data[j-1]) {
			j--
		}
		if j == 0 || isEOL(data[j-1]) {
			return true
		}
		k := bytes.IndexByte(data[i+1:], c)
		if k < 0 {
			break
		}
		i += 1 + k
	}
	return false
}

// The .mk files of Mirek and Petr Olšák's grid solver:
//
//	2 3            height and width
//	1 1            the rows' clues, top to bottom, blanks between the numbers
//	2
//	#
//	2              the columns' clues, left to right
//	1
//	1
//
// The clue of an empty line is 0 or a blank line; blank lines are spacing where
// the others suffice. One puzzle per file, black and white.
//
// Source: the manual of grid and the files that come with it.

package format

import (
	"io"

	"nonogram"
)

var mkFormat = Format{
	Name:       "mk",
	Title:      "black-and-white input of the Olšáks' grid",
	Extensions: []string{".mk"},
	Sniff:      sniffMk,
	Decode:     decodeMk,
	Encode:     encodeMk,
}

// sniffMk wants two numbers in the first line and a line with "#" below.
func sniffMk(data []byte) Confidence {
	if !startsWithDigit(data) {
		return No
	}
	s := Source{data: data}
	if _, _, err := s.sizeLine(); err != nil {
		return No
	}
	if lineStartsWith(s.data[s.pos:], '#') {
		return Certain
	}
	return No
}

func decodeMk(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.mkPuzzle()) }

func (s *Source) mkPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	height, width, err := s.sizeLine()
	if err != nil {
		return nil, err
	}
	if err := s.size(s.start, width, height); err != nil {
		return nil, err
	}
	rows, err := s.mkBlock(height, "rows")
	if err != nil {
		return nil, err
	}
	if s.eof() {
		return nil, s.expected(s.pos, `a line "#" between rows and columns`)
	}
	s.skipLine()
	cols, err := s.mkBlock(width, "columns")
	if err != nil {
		return nil, err
	}
	p := &nonogram.Puzzle{}
	s.clues.build(p, rows, cols)
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// mkBlock reads the clue lines up to a "#" or the end.
func (s *Source) mkBlock(need int, what string) ([]clueLine, error) {
	from := len(s.clues.lines)
	if err := s.clueLines('#'); err != nil {
		return nil, err
	}
	return s.choose(s.clues.lines[from:], need, what, s.pos)
}

func encodeMk(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, _ int, p *nonogram.Puzzle) ([]byte, error) {
		b = appendPair(b, p.Height(), p.Width())
		b = appendClueLines(b, p.Rows)
		b = append(b, "#\n"...)
		return appendClueLines(b, p.Cols), nil
	})
}

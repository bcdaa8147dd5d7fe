// The .cwd files of Alexander Meshcheryakov's QNonograms and Vladimir Sukhoy's
// solver:
//
//	2              height
//	3              width
//	1 1            the rows' clues, top to bottom, blanks between the numbers
//	2
//	               a blank line
//	2              the columns' clues, left to right
//	1
//	1
//
// The clue of an empty line is 0 or a blank line. One puzzle per file, black and
// white.
//
// Source: doc/input.md of pbnsolve.

package format

import (
	"io"
	"strconv"

	"nonogram"
)

var cwdFormat = Format{
	Name:       "cwd",
	Title:      "files of QNonograms and of Sukhoy's solver",
	Extensions: []string{".cwd"},
	Sniff:      sniffCwd,
	Decode:     func(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.cwdPuzzle()) },
	Encode:     encodeCwd,
}

// sniffCwd wants two lines of one number and nothing but numbers below.
func sniffCwd(data []byte) Confidence {
	if !startsWithDigit(data) {
		return No
	}
	s := Source{data: data}
	height, width, err := s.cwdSize()
	if err != nil {
		return No
	}
	return s.sniffNumbers(width + height)
}

// cwdSize reads two lines of one number.
func (s *Source) cwdSize() (first, second int, err error) {
	for _, n := range [2]*int{&first, &second} {
		s.skipSpace()
		if *n, err = s.number(); err != nil {
			return 0, 0, err
		}
		s.skipBlanks()
		if !s.lineEnd() {
			return 0, 0, s.expected(s.pos, "the end of the line after a number")
		}
		s.skipEOL()
	}
	return first, second, nil
}

func (s *Source) cwdPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	height, width, err := s.cwdSize()
	if err != nil {
		return nil, err
	}
	if err := s.size(s.start, width, height); err != nil {
		return nil, err
	}
	if err := s.clueLines(noByte); err != nil {
		return nil, err
	}
	lines, err := s.cwdLines(width, height)
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

// cwdLines picks the clues. If there are too few lines with numbers and the
// blank line between rows and columns is just where it belongs, the other blank
// lines are clues of empty lines; the last of them may be hidden by the end of
// the file.
func (s *Source) cwdLines(width, height int) ([]clueLine, error) {
	lines, filled := s.clues.lines, 0
	for _, l := range lines {
		if !l.blank {
			filled++
		}
	}
	n := len(lines) - width - height // with the blank line it should be 1
	if filled < width+height && len(lines) > height && lines[height].blank && (n == 0 || n == 1) {
		lines = append(lines[:height], lines[height+1:]...)
		if n == 0 {
			lines = append(lines, clueLine{blank: true})
		}
	}
	return s.choose(lines, width+height, "clues of rows and columns", s.pos)
}

func encodeCwd(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	b := strconv.AppendInt(nil, int64(p.Height()), 10)
	b = append(b, '\n')
	b = strconv.AppendInt(b, int64(p.Width()), 10)
	b = append(b, '\n')
	b = appendClueLines(b, p.Rows)
	b = append(b, '\n')
	_, err := w.Write(appendClueLines(b, p.Cols))
	return err
}

// The input of the problem JCROSS on SPOJ, nothing but numbers:
//
//	1              number of puzzles
//	2 3            height and width
//	1 1 0          the rows' clues, top to bottom, each with a 0 at its end
//	2 0
//	2 0            the columns' clues, left to right
//	1 0
//	1 0
//
// White space does not matter, so the clue of an empty line is a lone 0.
//
// Source: https://www.spoj.com/problems/JCROSS/.

package format

import (
	"io"
	"strconv"

	"nonogram"
)

var spojFormat = Format{
	Name:       "spoj",
	Title:      "input of the problem JCROSS on SPOJ",
	Extensions: []string{".spoj", ".txt"},
	Holds:      Many,
	Sniff:      sniffSpoj,
	Decode:     decodeSpoj,
	Encode:     encodeSpoj,
}

// sniffSpoj wants a line of one number, a line of two, and then lines that end
// with 0, as everybody writes them.
func sniffSpoj(data []byte) Confidence {
	if !startsWithDigit(data) {
		return No
	}
	s := Source{data: data}
	if s.skipSpace(); !s.skipDigits() {
		return No
	}
	if s.skipBlanks(); !s.lineEnd() {
		return No
	}
	_, height, err := s.sizeLine()
	if err != nil {
		return No
	}
	for range height {
		s.skipBlanks()
		last := byte(0)
		for ; !s.lineEnd(); s.skipBlanks() {
			last = s.data[s.pos]
			if !s.skipDigits() {
				return No
			}
		}
		if s.eof() {
			break // cut off, or at the end
		}
		if last != '0' {
			return No
		}
		s.skipEOL()
	}
	return Certain
}

func decodeSpoj(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	s.id = ""
	count, err := s.nextNumber()
	if err != nil {
		yield(nil, err)
		return
	}
	for i := range count {
		if s.skipSpace(); s.eof() {
			yield(nil, s.fail(s.pos, "found %d puzzles, expected %d", i, count))
			return
		}
		p, err := s.spojPuzzle()
		if !yield(p, err) || err != nil {
			return // behind an error there is no telling where the next one starts
		}
	}
	if s.skipSpace(); !s.eof() {
		yield(nil, s.expected(s.pos, "the end of the file after %d puzzles", count))
	}
}

func (s *Source) spojPuzzle() (*nonogram.Puzzle, error) {
	s.begin(s.pos)
	height, err := s.number()
	if err != nil {
		return nil, err
	}
	width, err := s.nextNumber()
	if err != nil {
		return nil, err
	}
	if err := s.size(s.start, width, height); err != nil {
		return nil, err
	}
	for range height + width {
		if err := s.spojClue(); err != nil {
			return nil, err
		}
	}
	p := &nonogram.Puzzle{}
	s.clues.build(p, s.clues.lines[:height], s.clues.lines[height:])
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// spojClue reads numbers up to a 0.
func (s *Source) spojClue() error {
	s.skipSpace()
	at, start := s.pos, len(s.clues.blocks)
	for {
		n, err := s.nextNumber()
		if err != nil {
			return err
		}
		if n == 0 {
			return s.closeClue(at, start, -1)
		}
		if err := s.addBlock(start, n, nonogram.Black); err != nil {
			return err
		}
	}
}

func encodeSpoj(w io.Writer, puzzles []*nonogram.Puzzle) error {
	if _, err := io.WriteString(w, strconv.Itoa(len(puzzles))+"\n"); err != nil {
		return err
	}
	return writeEach(w, puzzles, func(b []byte, _ int, p *nonogram.Puzzle) ([]byte, error) {
		b = appendPair(b, p.Height(), p.Width())
		for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
			for _, clue := range clues {
				if len(clue) > 0 {
					b = append(appendNumbers(b, clue, ' '), ' ')
				}
				b = append(b, "0\n"...)
			}
		}
		return b, nil
	})
}

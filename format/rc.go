// Puzzle strings, one puzzle per line, as in Mike Cheng's R package nonogram:
//
//	1,1:2-2:1:1
//
// are the rows, "-", and the columns; ":" stands between clues and "," between
// numbers. A puzzle may have an ID with a tab behind it. The clue of an empty
// line is nothing at all.
//
// A 0 is a block of unknown length: the package's strings come from webpbn.com,
// where blotted clues are written so. But other people write 0 for an empty line.
// It is taken for that if nothing in the line speaks against it: every 0 stands
// alone, no clue is nothing at all, and rows and columns then have equal sums. A
// blotted puzzle for which that would be wrong is written with "?" in place of
// the 0, which is read as unknown in any case.
//
// Source: https://github.com/coolbutuseless/nonogram.

package format

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"nonogram"
)

var rcFormat = Format{
	Name:       "rc",
	Title:      "puzzle strings r:r-c:c, one per line",
	Extensions: []string{".rc", ".txt"},
	Holds:      Many | Blots | ID,
	Sniff:      sniffRC,
	Decode:     decodeRC,
	Encode:     encodeRC,
}

// sniffRC looks at the first line that is not blank. A single number on either
// side of a dash may be anything, a date for instance.
func sniffRC(data []byte) Confidence {
	s := Source{data: data}
	s.skipSpace()
	line := bytes.TrimRight(s.rest(), " \t")
	if tab := bytes.IndexByte(line, '\t'); tab >= 0 {
		line = line[tab+1:]
	}
	for _, c := range line {
		if !isDigit(c) && strings.IndexByte(":,-?", c) < 0 {
			return No
		}
	}
	switch {
	case bytes.Count(line, []byte("-")) != 1:
		return No
	case bytes.IndexByte(line, ':') >= 0:
		return Certain
	}
	return Possible
}

func decodeRC(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	for s.skipSpace(); !s.eof(); s.skipSpace() {
		p, err := s.rcPuzzle()
		s.skipLine()
		if !yield(p, err) {
			return
		}
	}
}

// rcPuzzle reads one line. Whatever happens, the cursor does not leave it.
func (s *Source) rcPuzzle() (*nonogram.Puzzle, error) {
	s.begin(s.pos)
	p := &nonogram.Puzzle{}
	if tab := bytes.IndexByte(s.peekLine(), '\t'); tab >= 0 && len(bytes.TrimSpace(s.peekLine()[tab:])) > 0 {
		if p.ID = cleanText(s.data[s.pos : s.pos+tab]); p.ID != "" {
			s.id = p.ID
		}
		s.pos += tab + 1
	}
	rows, err := s.rcClues('-')
	if err != nil {
		return nil, err
	}
	s.pos++
	if _, err := s.rcClues('\n'); err != nil {
		return nil, err
	}
	lines := s.clues.lines
	s.rcZeros(lines, rows)
	s.clues.build(p, lines[:rows], lines[rows:])
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// rcClues reads clues up to the end, a dash or the end of the line, and gives
// their number. Unknown lengths are noted as blot or, if written as 0, as 0.
func (s *Source) rcClues(end byte) (n int, err error) {
	for {
		at, start := s.pos, len(s.clues.blocks)
		for !s.eof() && (isDigit(s.data[s.pos]) || s.next('?')) {
			length := blot
			if s.next('?') {
				s.pos++
			} else if length, err = s.number(); err != nil {
				return 0, err
			}
			if err := s.addBlock(start, length, nonogram.Black); err != nil {
				return 0, err
			}
			if !s.next(',') {
				break
			}
			s.pos++
			if s.eof() || !isDigit(s.data[s.pos]) && !s.next('?') {
				return 0, s.expected(s.pos, "a number")
			}
		}
		if err := s.closeClue(at, start, -1); err != nil {
			return 0, err
		}
		n++
		switch {
		case s.next(':'):
			s.pos++
		case end == '-' && s.next('-'):
			return n, nil
		case end == '-':
			return 0, s.expected(s.pos, `":", "," or the "-" between rows and columns`)
		default:
			s.skipBlanks()
			if s.lineEnd() {
				return n, nil
			}
			return 0, s.expected(s.pos, `":", "," or the end of the line`)
		}
	}
}

// blot is a "?" while the meaning of zeros is not yet clear.
const blot = -1

// rcZeros settles what a 0 means, see above.
func (s *Source) rcZeros(lines []clueLine, rows int) {
	if s.rcZerosAreEmpty(lines, rows) {
		for i, l := range lines {
			if s.clues.blocks[l.start].Length == 0 {
				lines[i].end = l.start
			}
		}
		return
	}
	for i := range s.clues.blocks {
		s.clues.blocks[i].Length = max(s.clues.blocks[i].Length, 0)
	}
}

func (s *Source) rcZerosAreEmpty(lines []clueLine, rows int) bool {
	for _, l := range lines {
		blocks := s.clues.blocks[l.start:l.end]
		if len(blocks) == 0 {
			return false
		}
		for _, b := range blocks {
			if b.Length == blot || b.Length == 0 && len(blocks) > 1 {
				return false
			}
		}
	}
	return s.sum(lines[:rows]) == s.sum(lines[rows:])
}

func encodeRC(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, i int, p *nonogram.Puzzle) ([]byte, error) {
		if id := rcID(p.ID); id != "" && id != ordinal(i+1) {
			b = append(b, id...)
			b = append(b, '\t')
		}
		unknown := byte('0')
		if p.Blotted() && loneZeros(p) {
			unknown = '?'
		}
		b = appendRCClues(b, p.Rows, unknown)
		b = append(b, '-')
		b = appendRCClues(b, p.Cols, unknown)
		return append(b, '\n'), nil
	})
}

// rcID is an ID in the form that a line can start with.
func rcID(id string) string { return strings.ReplaceAll(oneLine(id), "\t", " ") }

// loneZeros reports whether a reader would take the unknown blocks of a puzzle
// for empty lines.
func loneZeros(p *nonogram.Puzzle) bool {
	for _, clue := range slices.Concat(p.Rows, p.Cols) {
		if len(clue) == 0 {
			return false
		}
		for _, b := range clue {
			if b.Length == 0 && len(clue) > 1 {
				return false
			}
		}
	}
	return total(p.Rows) == total(p.Cols)
}

func appendRCClues(b []byte, clues []nonogram.Clue, unknown byte) []byte {
	for i, clue := range clues {
		if i > 0 {
			b = append(b, ':')
		}
		for j, block := range clue {
			if j > 0 {
				b = append(b, ',')
			}
			if block.Length == 0 {
				b = append(b, unknown)
			} else {
				b = appendNumbers(b, clue[j:j+1], ',')
			}
		}
	}
	return b
}

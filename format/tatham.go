// The game ids of Pattern, the nonogram of Simon Tatham's portable puzzle
// collection, one per line:
//
//	3x2:2/1/1/1.1/2,aDa
//
// is a board 3 wide and 2 high, the columns' clues and then the rows', "/"
// between lines and "." between numbers; an empty clue is nothing at all. What
// follows the comma, if anything, are given cells in reading order: a letter
// skips as many cells as it is behind "a" and then gives one, black for a
// capital, white otherwise; "z" skips 25 and gives none.
//
// Black and white. Blank lines and lines that start with "#" are passed over.
//
// Source: pattern.c of the collection.

package format

import (
	"io"
	"slices"
	"strconv"

	"nonogram"
)

var tathamFormat = Format{
	Name:       "tatham",
	Title:      "game ids of Simon Tatham's Pattern",
	Extensions: []string{".pattern", ".ids"},
	Holds:      Many | Given,
	Sniff:      sniffTatham,
	Decode:     decodeTatham,
	Encode:     encodeTatham,
}

// sniffTatham wants "3x2:" in the first line that is not a comment.
func sniffTatham(data []byte) Confidence {
	s := Source{data: data}
	for s.skipSpace(); s.next('#'); s.skipSpace() {
		s.skipLine()
	}
	if !s.skipDigits() || !s.next('x') {
		return No
	}
	if s.pos++; s.skipDigits() && (s.next(':') || s.next('#')) {
		return Certain
	}
	return No
}

func decodeTatham(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	for ; !s.eof(); s.skipLine() {
		s.skipBlanks()
		if s.lineEnd() || s.next('#') {
			continue
		}
		if p, err := s.tathamLine(); !yield(p, err) {
			return
		}
	}
}

// tathamLine reads a game id. Whatever happens, the cursor stays in the line.
func (s *Source) tathamLine() (*nonogram.Puzzle, error) {
	s.begin(s.pos)
	width, height, err := s.tathamSize()
	if err != nil {
		return nil, err
	}
	if s.next('#') {
		return nil, s.fail(s.pos, "found a random seed, expected a description behind a colon: only the program itself can make the puzzle of a seed")
	}
	if !s.next(':') {
		return nil, s.expected(s.pos, "a colon behind the size")
	}
	s.pos++
	return s.tathamDescription(width, height, s.start)
}

// tathamSize reads "30x20", or "30" for a square.
func (s *Source) tathamSize() (width, height int, err error) {
	at := s.pos
	if width, err = s.number(); err != nil {
		return 0, 0, err
	}
	height = width
	if s.next('x') {
		s.pos++
		if height, err = s.number(); err != nil {
			return 0, 0, err
		}
	}
	return width, height, s.size(at, width, height)
}

// tathamDescription reads the clues and the given cells of a puzzle.
func (s *Source) tathamDescription(width, height, at int) (*nonogram.Puzzle, error) {
	for i := range width + height {
		if i > 0 {
			if !s.next('/') {
				return nil, s.fail(s.pos, "found %s after %d clues, expected \"/\": there are %d columns and %d rows", s.found(s.pos), i, width, height)
			}
			s.pos++
		}
		if err := s.tathamClue(); err != nil {
			return nil, err
		}
	}
	p := &nonogram.Puzzle{}
	s.clues.build(p, s.clues.lines[width:], s.clues.lines[:width])
	if s.next(',') {
		s.pos++
		if err := s.tathamGiven(p); err != nil {
			return nil, err
		}
	}
	s.skipBlanks()
	if !s.lineEnd() {
		return nil, s.expected(s.pos, "the end of the line after %d columns and %d rows", width, height)
	}
	if err := s.finish(p, at); err != nil {
		return nil, err
	}
	return p, nil
}

func (s *Source) tathamClue() error {
	at, start, zero := s.pos, len(s.clues.blocks), -1
	for !s.eof() && isDigit(s.data[s.pos]) {
		from := s.pos
		n, err := s.number()
		if err != nil {
			return err
		}
		if n == 0 {
			zero = from
		}
		if err := s.addBlock(start, n, nonogram.Black); err != nil {
			return err
		}
		if !s.next('.') {
			break
		}
		s.pos++
		if s.eof() || !isDigit(s.data[s.pos]) {
			return s.expected(s.pos, "a number")
		}
	}
	return s.closeClue(at, start, zero)
}

// zSkip is how many cells a "z" skips.
const zSkip = 'z' - 'a'

func (s *Source) tathamGiven(p *nonogram.Puzzle) error {
	area := p.Width() * p.Height()
	given := nonogram.NewGrid(p.Width(), p.Height())
	for i := 0; i < area; s.pos++ {
		if s.eof() || !isLetter(s.data[s.pos]) {
			return s.fail(s.pos, "found %s after %d given cells, expected a letter: there are %d cells", s.found(s.pos), i, area)
		}
		c := s.data[s.pos]
		skip := int(c|0x20) - 'a'
		if i += skip; i > area {
			return s.expected(s.pos, "at most %d cells", area)
		}
		if skip == zSkip || i == area {
			continue
		}
		given.Cells[i] = nonogram.Empty
		if c < 'a' {
			given.Cells[i] = nonogram.Black
		}
		i++
	}
	p.Given = given
	return nil
}

func encodeTatham(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, _ int, p *nonogram.Puzzle) ([]byte, error) {
		return append(appendTatham(b, p), '\n'), nil
	})
}

// appendTatham writes a game id.
func appendTatham(b []byte, p *nonogram.Puzzle) []byte {
	b = strconv.AppendInt(b, int64(p.Width()), 10)
	b = append(b, 'x')
	b = strconv.AppendInt(b, int64(p.Height()), 10)
	b = append(b, ':')
	for i, clue := range slices.Concat(p.Cols, p.Rows) {
		if i > 0 {
			b = append(b, '/')
		}
		b = appendNumbers(b, clue, '.')
	}
	if p.Given != nil {
		b = append(b, ',')
		b = appendGiven(b, p.Given)
	}
	return b
}

func appendGiven(b []byte, g *nonogram.Grid) []byte {
	run := 0
	for _, c := range g.Cells {
		if c == nonogram.Unknown {
			if run++; run == zSkip {
				b = append(b, 'z')
				run = 0
			}
			continue
		}
		letter := byte('a')
		if c != nonogram.Empty {
			letter = 'A'
		}
		b = append(b, letter+byte(run))
		run = 0
	}
	if run > 0 {
		b = append(b, 'a'+byte(run))
	}
	return b
}

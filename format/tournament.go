// The question files of the TAAI, TCGA and ICGA nonogram tournaments, a
// thousand puzzles per file:
//
//	$1
//	2	1	1      the columns' clues, left to right, tab between the numbers
//	…
//	3	1          the rows' clues, top to bottom
//	…
//	$2
//
// An empty line is the clue of an empty line, so blank lines count. The size is
// not in the file: the tournament's boards are square, and half the lines
// between two "$" lines are columns. For other boards this package writes the
// size into the header, "$1 30x20", width first, which is this project's own
// addition; square boards are written as the tournament does, with LF.
//
// The format has no other description than the files (and boardgen.py, which
// writes them).

package format

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"nonogram"
)

var tournamentFormat = Format{
	Name:       "tournament",
	Title:      "question files of the TAAI, TCGA and ICGA tournaments",
	Extensions: []string{".txt"},
	Holds:      Many | ID,
	Sniff:      sniffTournament,
	Decode:     decodeTournament,
	Encode:     encodeTournament,
}

// sniffTournament leaves files of cells alone: they look the same from afar.
func sniffTournament(data []byte) Confidence {
	data = bytes.TrimLeft(data, blanksOrEOL)
	switch {
	case len(data) == 0 || data[0] != '$':
		return No
	case sniffSolution(data) == Certain:
		return No
	}
	return Likely
}

func decodeTournament(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	side := 0 // of the board before
	for s.toDollar(yield) {
		p, err := s.tournamentPuzzle(side)
		if err != nil {
			s.pastPuzzle()
		} else {
			side = p.Width()
		}
		if !yield(p, err) {
			return
		}
	}
}

// toDollar moves to the next line that starts with "$". Anything else than
// blank lines on the way is yielded as an error. It reports whether there is
// such a line and the caller wants it.
func (s *Source) toDollar(yield func(*nonogram.Puzzle, error) bool) bool {
	s.skipSpace()
	if s.eof() || s.next('$') {
		return !s.eof()
	}
	s.id = ""
	if !yield(nil, s.expected(s.pos, "a line like $1 before the first clue")) {
		return false
	}
	s.pastPuzzle()
	return !s.eof()
}

// pastPuzzle moves to the next line that starts with "$", or to the end.
func (s *Source) pastPuzzle() {
	for !s.eof() && !(s.next('$') && s.lineStart()) {
		s.skipLine()
	}
}

// dollarLine reads the header of a puzzle: its ID and, if it is there, the
// size.
func (s *Source) dollarLine() (id string, width, height int, err error) {
	s.begin(s.pos)
	s.pos++
	s.skipBlanks()
	if id = cleanText(s.word()); id != "" {
		s.id = id
	}
	s.skipBlanks()
	if !s.lineEnd() {
		at := s.pos
		if width, height, err = s.sizePair(); err != nil {
			return "", 0, 0, err
		}
		if err = s.size(at, width, height); err != nil {
			return "", 0, 0, err
		}
		s.skipBlanks()
		if !s.lineEnd() {
			return "", 0, 0, s.expected(s.pos, "the end of the line")
		}
	}
	s.skipEOL()
	return s.id, width, height, nil
}

// sizePair reads "30x20".
func (s *Source) sizePair() (width, height int, err error) {
	if width, err = s.number(); err != nil {
		return 0, 0, err
	}
	if !s.next('x') {
		return 0, 0, s.expected(s.pos, `an "x" between width and height`)
	}
	s.pos++
	height, err = s.number()
	return width, height, err
}

// tournamentPuzzle reads one puzzle. before is the side of the puzzle before it,
// 0 if there is none.
func (s *Source) tournamentPuzzle(before int) (*nonogram.Puzzle, error) {
	id, width, height, err := s.dollarLine()
	if err != nil {
		return nil, err
	}
	for !s.eof() && !s.next('$') {
		if err := s.clueLine(); err != nil {
			return nil, err
		}
	}
	lines := s.clues.lines
	if width == 0 {
		width = s.squareSide(lines)
		if width == 0 {
			return nil, s.fail(s.start, "found %d lines of clues, expected as many columns as rows", len(lines))
		}
		if s.truncated(lines, width, before) {
			return nil, s.fail(s.start, "the file ends after %d lines of clues, expected %d as for the puzzle before", len(lines), 2*before)
		}
		lines = fitLength(lines, 2*width)
	} else if lines, err = s.trimTo(lines, width+height); err != nil {
		return nil, err
	}
	p := &nonogram.Puzzle{ID: id}
	s.clues.build(p, lines[width:], lines[:width])
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// truncated reports whether the last puzzle of a file looks cut off: it is
// smaller than the one before, and its columns and rows do not add up.
func (s *Source) truncated(lines []clueLine, side, before int) bool {
	return s.eof() && side < before && 2*s.sum(lines[:side]) != s.sum(lines)
}

// squareSide finds the side of a square board from its lines, 0 if there is
// none. Blank lines at the end of a puzzle may be clues or spacing, and a file
// without a final newline hides one that is a clue; the right reading is the
// one where rows and columns have equal sums. Failing that, all lines are
// clues, less one blank line if their number is odd.
func (s *Source) squareSide(lines []clueLine) int {
	n, blanks := len(lines), 0
	for blanks < n && lines[n-1-blanks].blank {
		blanks++
	}
	if n%2 == 0 && blanks == 0 {
		return n / 2
	}
	// The blank lines add nothing, so a side fits if the lines up to it have
	// half of the whole sum.
	best, sum, whole := 0, 0, s.sum(lines)
	for side := 1; side <= (n+1)/2; side++ {
		sum += s.sum(lines[side-1 : side])
		switch {
		case 2*side < n-blanks || 2*sum != whole:
		case 2*side <= n, best == 0 && s.eof():
			best = side
		}
	}
	if best == 0 && (n%2 == 0 || blanks > 0) {
		return n / 2
	}
	return best
}

// sum is the number of cells that the clues ask for.
func (s *Source) sum(lines []clueLine) int {
	n := 0
	for _, l := range lines {
		for _, b := range s.clues.blocks[l.start:l.end] {
			n += b.Length
		}
	}
	return n
}

// fitLength cuts lines, or adds an empty one, to have n of them.
func fitLength(lines []clueLine, n int) []clueLine {
	if n > len(lines) {
		return append(lines, clueLine{blank: true})
	}
	return lines[:n]
}

// trimTo drops blank lines at the end until there are n lines.
func (s *Source) trimTo(lines []clueLine, n int) ([]clueLine, error) {
	for len(lines) > n && lines[len(lines)-1].blank {
		lines = lines[:len(lines)-1]
	}
	if len(lines) != n {
		return nil, s.fail(s.start, "found %d lines of clues, expected %d: the columns, then the rows", len(lines), n)
	}
	return lines, nil
}

func encodeTournament(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, i int, p *nonogram.Puzzle) ([]byte, error) {
		b = appendDollar(b, i, p.ID)
		if needsSize(p) {
			b = append(b, ' ')
			b = strconv.AppendInt(b, int64(p.Width()), 10)
			b = append(b, 'x')
			b = strconv.AppendInt(b, int64(p.Height()), 10)
		}
		b = append(b, '\n')
		for _, clues := range [2][]nonogram.Clue{p.Cols, p.Rows} {
			for _, clue := range clues {
				b = appendNumbers(b, clue, '\t')
				b = append(b, '\n')
			}
		}
		return b, nil
	})
}

// appendDollar writes "$" and the ID, or the puzzle's number if the ID would
// not come back as it is.
func appendDollar(b []byte, index int, id string) []byte {
	b = append(b, '$')
	if !keepsDollarID(id) {
		return strconv.AppendInt(b, int64(index+1), 10)
	}
	return append(b, id...)
}

// keepsDollarID reports whether an ID is one word.
func keepsDollarID(id string) bool {
	return id != "" && !strings.ContainsAny(id, ", \t\n") && cleanText([]byte(id)) == id
}

// appendNumbers writes the lengths of a clue's blocks.
func appendNumbers(b []byte, clue nonogram.Clue, between byte) []byte {
	for i, block := range clue {
		if i > 0 {
			b = append(b, between)
		}
		b = strconv.AppendInt(b, int64(block.Length), 10)
	}
	return b
}

// needsSize reports whether a reader would not find the size by itself: for a
// board that is not square, and for one whose sums differ and whose last rows
// are empty, which leaves the reader nothing to tell clues from spacing.
func needsSize(p *nonogram.Puzzle) bool {
	if p.Width() != p.Height() {
		return true
	}
	return len(p.Rows[p.Height()-1]) == 0 && total(p.Rows) != total(p.Cols)
}

func total(clues []nonogram.Clue) int {
	n := 0
	for _, c := range clues {
		n += c.Cells()
	}
	return n
}

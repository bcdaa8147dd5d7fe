// The solution files of the TAAI, TCGA and ICGA nonogram tournaments:
//
//	$1
//	0	1	1	0      a row of cells, top to bottom, tab between the cells
//	…
//	$2
//
// As puzzles these files have a goal and the clues that follow from it; as
// answers they are read by DecodeSolutions. The tournament's files end every
// line, the last one too, with LF in some years and CRLF in others; all else is
// equal, and this package writes LF.

package format

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"nonogram"
)

var solutionFormat = Format{
	Name:       "solution",
	Title:      "solution files of the TAAI, TCGA and ICGA tournaments",
	Extensions: []string{".txt"},
	Holds:      Many | ID | Goal,
	Picture:    true,
	Sniff:      sniffSolution,
	Decode:     decodeSolutionPuzzles,
	Encode:     encodeSolutionPuzzles,
}

// sniffSolution tells cells from clues by the first puzzle: only among cells
// does a 0 stand beside other numbers or begin one. Without such a line the
// file may as well be clues, and it says No.
func sniffSolution(data []byte) Confidence {
	data = bytes.TrimLeft(data, blanksOrEOL)
	if len(data) == 0 || data[0] != '$' {
		return No
	}
	s := Source{data: data}
	for s.skipLine(); !s.eof() && !s.next('$'); s.skipEOL() {
		zeros, words := 0, 0
		for s.skipBlanks(); !s.lineEnd(); s.skipBlanks() {
			word := s.word()
			if len(bytes.Trim(word, "01")) > 0 || len(word) == 0 {
				return No
			}
			if words++; word[0] == '0' {
				zeros++
				words += len(word) - 1
			}
		}
		if zeros > 0 && words > 1 {
			return Certain
		}
	}
	return No
}

func decodeSolutionPuzzles(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	for s.toDollar(yield) {
		p, err := s.solutionPuzzle()
		if err != nil {
			s.pastPuzzle()
		}
		if !yield(p, err) {
			return
		}
	}
}

func (s *Source) solutionPuzzle() (*nonogram.Puzzle, error) {
	id, g, err := s.solution()
	if err != nil {
		return nil, err
	}
	p := &nonogram.Puzzle{ID: id, Goal: g}
	p.Rows, p.Cols = nonogram.CluesOf(g)
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// solution reads a header and the rows up to the next one.
func (s *Source) solution() (id string, g *nonogram.Grid, err error) {
	id, width, height, err := s.dollarLine()
	if err != nil {
		return "", nil, err
	}
	g = &nonogram.Grid{Width: width}
	s.cells = s.cells[:0]
	for !s.eof() && !s.next('$') {
		if err := s.cellLine(g); err != nil {
			return "", nil, err
		}
	}
	if height != 0 && g.Height != height || g.Height == 0 {
		return "", nil, s.fail(s.pos, "found %d rows of cells, expected %d", g.Height, max(height, 1))
	}
	g.Cells = slices.Clone(s.cells)
	return id, g, nil
}

// cellLine reads one row, and passes over a blank line.
func (s *Source) cellLine(g *nonogram.Grid) error {
	at, before := s.pos, len(s.cells)
	for s.skipBlanks(); !s.lineEnd(); s.skipBlanks() {
		c := s.data[s.pos] - '0'
		if c > 1 {
			return s.expected(s.pos, "0 or 1")
		}
		if len(s.cells) == nonogram.MaxCells {
			return s.fail(s.pos, "found over %d cells, which is the limit (MaxCells)", nonogram.MaxCells)
		}
		s.cells = append(s.cells, nonogram.Color(c))
		s.pos++
	}
	s.skipEOL()
	n := len(s.cells) - before
	if n == 0 {
		return nil
	}
	if g.Width == 0 {
		g.Width = n
	}
	if n != g.Width {
		return s.fail(at, "found a row of %d cells, expected %d", n, g.Width)
	}
	g.Height++
	return s.size(at, g.Width, g.Height)
}

func encodeSolutionPuzzles(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, i int, p *nonogram.Puzzle) ([]byte, error) {
		return appendSolution(b, i, p.ID, p.Goal)
	})
}

var errNotDecided = errors.New("a solution file holds only cells that are empty or black")

func appendSolution(b []byte, index int, id string, g *nonogram.Grid) ([]byte, error) {
	b = appendDollar(b, index, id)
	b = append(b, '\n')
	for y := range g.Height {
		for x, c := range g.Row(y) {
			if c > nonogram.Black {
				return nil, errNotDecided
			}
			if x > 0 {
				b = append(b, '\t')
			}
			b = append(b, '0'+byte(c))
		}
		b = append(b, '\n')
	}
	return b, nil
}

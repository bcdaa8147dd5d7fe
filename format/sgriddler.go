// The .sgriddler files of Petr Šimlovič's Griddlers, which webpbn.com exports
// too:
//
//	MK Version 3.0
//
//	3 2               width and height
//
//	 # . #            the picture, row by row: # filled, . empty, ? undecided,
//	 # # .            o and , for guesses; a line may be short or blank
//
//	 2                the columns' clues, left to right, each from the bottom up
//	 1
//	 1
//
//	 1 1              the rows' clues, top to bottom, each from right to left
//	 2
//
// A number with a minus is one that the player has crossed out. The file may end
// behind the picture, from which the clues then follow, and what is behind the
// last clue is ignored. The picture is the goal if it is complete and fits the
// clues; otherwise it is what a player has drawn, and no part of the puzzle.
//
// Lines are counted, so an empty line is the clue of an empty line.
//
// Source: chapter 6 of the manual of Griddlers.

package format

import (
	"bytes"
	"io"
	"slices"

	"nonogram"
)

var sgriddlerFormat = Format{
	Name:       "sgriddler",
	Title:      "files of Šimlovič's Griddlers",
	Extensions: []string{".sgriddler", ".griddler"},
	Holds:      Goal,
	Sniff:      func(data []byte) Confidence { return magic(bytes.TrimLeft(data, blanksOrEOL), sgriddlerMagic) },
	Decode:     func(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.sgriddlerPuzzle()) },
	Encode:     encodeSgriddler,
}

const sgriddlerMagic = "MK Version "

func (s *Source) sgriddlerPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	if !s.literal(sgriddlerMagic) {
		return nil, s.expected(s.pos, "%q", sgriddlerMagic+"3.0")
	}
	s.skipLine()
	s.skipSpace()
	at := s.pos
	width, height, err := s.sizeLine()
	if err != nil {
		return nil, err
	}
	if err := s.size(at, width, height); err != nil {
		return nil, err
	}
	if err := s.emptyLine(); err != nil {
		return nil, err
	}
	picture := nonogram.NewGrid(width, height)
	pictureAt := s.pos
	for y := range height {
		if err := s.sgriddlerRow(picture.Row(y)); err != nil {
			return nil, err
		}
	}
	p := &nonogram.Puzzle{Goal: picture}
	if rest := s.data[s.pos:]; len(bytes.Trim(rest, blanksOrEOL)) == 0 && bytes.Count(rest, []byte("\n")) < width+height {
		err = s.derive(p, pictureAt)
	} else {
		err = s.sgriddlerClues(p, width, height)
	}
	if err == nil {
		err = s.finish(p, s.start)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// emptyLine moves past a line that has to be empty.
func (s *Source) emptyLine() error {
	s.skipBlanks()
	if !s.lineEnd() {
		return s.expected(s.pos, "an empty line")
	}
	s.skipEOL()
	return nil
}

// sgriddlerRow reads a row of the picture: after each blank one cell. What is
// neither # nor . is undecided.
func (s *Source) sgriddlerRow(row []nonogram.Color) error {
	at := s.pos
	line := bytes.TrimRight(s.rest(), " \t")
	s.skipEOL()
	if n := len(line) / 2; n > len(row) {
		return s.fail(at, "found a row of %d cells, expected at most %d", n, len(row))
	}
	for i := 0; i < len(line); i++ {
		switch {
		case i%2 == 0 && !isBlank(line[i]):
			return s.expected(at+i, "a blank before every cell")
		case i%2 == 1 && line[i] == '#':
			row[i/2] = nonogram.Black
		case i%2 == 1 && line[i] == '.':
			row[i/2] = nonogram.Empty
		}
	}
	return nil
}

// sgriddlerClues reads the clues of columns and rows and keeps the picture only
// if it is their solution.
func (s *Source) sgriddlerClues(p *nonogram.Puzzle, width, height int) error {
	if err := s.emptyLine(); err != nil {
		return err
	}
	if err := s.sgriddlerBlock(width, "columns"); err != nil {
		return err
	}
	if err := s.emptyLine(); err != nil {
		return err
	}
	if err := s.sgriddlerBlock(height, "rows"); err != nil {
		return err
	}
	s.clues.build(p, s.clues.lines[width:], s.clues.lines[:width])
	bare := nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: p.Rows, Cols: p.Cols}
	if nonogram.Check(&bare, p.Goal) != nil {
		p.Goal = nil
	}
	return nil
}

func (s *Source) sgriddlerBlock(need int, what string) error {
	for i := range need {
		if s.eof() && i < need-1 { // the last clue may be an empty line without an end
			return s.fail(s.pos, "found %d %s, expected %d", i, what, need)
		}
		if err := s.sgriddlerClue(); err != nil {
			return err
		}
	}
	return nil
}

// sgriddlerClue reads one clue, backwards.
func (s *Source) sgriddlerClue() error {
	at, start, zero := s.pos, len(s.clues.blocks), -1
	for s.skipBlanks(); !s.lineEnd(); s.skipBlanks() {
		if s.next('-') {
			s.pos++
		}
		if err := s.blackBlock(start, &zero); err != nil {
			return err
		}
	}
	slices.Reverse(s.clues.blocks[start:])
	s.skipEOL()
	return s.closeClue(at, start, zero)
}

func encodeSgriddler(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	b := append([]byte(sgriddlerMagic), "3.0\n\n"...)
	b = appendPair(b, p.Width(), p.Height())
	b = append(b, '\n')
	cells := [...]byte{nonogram.Empty: '.', nonogram.Black: '#'}
	for y := range p.Height() {
		for x := range p.Width() {
			cell := byte('?')
			if p.Goal != nil && p.Goal.At(y, x) != nonogram.Unknown {
				cell = cells[p.Goal.At(y, x)]
			}
			b = append(b, ' ', cell)
		}
		b = append(b, '\n')
	}
	for _, clues := range [2][]nonogram.Clue{p.Cols, p.Rows} {
		b = append(b, '\n')
		for _, clue := range clues {
			for i := len(clue) - 1; i >= 0; i-- {
				b = append(b, ' ')
				b = appendNumbers(b, clue[i:i+1], ' ')
			}
			b = append(b, '\n')
		}
	}
	_, err := w.Write(bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")))
	return err
}

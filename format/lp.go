// Robert Bosch's input for his linear programs:
//
//	number_of_rows: 2
//	number_of_columns: 3
//	row_1 number_of_clusters: 2 size(s): 1 1
//	row_2 number_of_clusters: 1 size(s): 2
//	column_1 number_of_clusters: 1 size(s): 2
//	column_2 number_of_clusters: 1 size(s): 1
//	column_3 number_of_clusters: 1 size(s): 1
//
// Bosch's own files are not of one mind about the words (number_of_tiles,
// width(s)), and his program does not look at them, so the reader takes any word
// that ends with a colon there. The lines of clues may come in any order.
//
// Source: read_bw.c of pbnsolve.

package format

import (
	"bytes"
	"fmt"
	"io"

	"nonogram"
)

var lpFormat = Format{
	Name:       "lp",
	Title:      "input of Bosch's linear programs",
	Extensions: []string{".lp"},
	Sniff:      sniffLp,
	Decode:     func(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.lpPuzzle()) },
	Encode:     encodeLp,
}

func sniffLp(data []byte) Confidence {
	return magic(bytes.TrimLeft(data, blanksOrEOL), "number_of_rows:")
}

func (s *Source) lpPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	height, err := s.lpNumber("number_of_rows:")
	if err != nil {
		return nil, err
	}
	width, err := s.lpNumber("number_of_columns:")
	if err != nil {
		return nil, err
	}
	if err := s.size(s.start, width, height); err != nil {
		return nil, err
	}
	var rows, cols slots
	for s.skipSpace(); !s.eof(); s.skipSpace() {
		at := s.pos
		switch {
		case s.literal("row_"):
			err = s.lpClue(at, &rows, "row")
		case s.literal("column_"):
			err = s.lpClue(at, &cols, "column")
		default:
			err = s.expected(at, "row_ or column_ and its number")
		}
		if err != nil {
			return nil, err
		}
	}
	return s.slotsPuzzle(&rows, height, &cols, width)
}

// lpNumber reads a number behind its word.
func (s *Source) lpNumber(word string) (int, error) {
	s.skipSpace()
	if !s.literal(word) {
		return 0, s.expected(s.pos, "%s", word)
	}
	s.skipSpace()
	return s.number()
}

// lpClue reads a clue behind "row_" or "column_".
func (s *Source) lpClue(at int, lines *slots, what string) error {
	index, err := s.number()
	if err != nil {
		return err
	}
	if err := s.lpWord(); err != nil {
		return err
	}
	count, err := s.number()
	if err != nil {
		return err
	}
	if err := s.lpWord(); err != nil {
		return err
	}
	start := len(s.clues.blocks)
	for range count {
		s.skipSpace()
		from := s.pos
		n, err := s.number()
		if err != nil {
			return err
		}
		if n == 0 {
			return s.expected(from, "a number from 1")
		}
		if err := s.addBlock(start, n, nonogram.Black); err != nil {
			return err
		}
	}
	if err := s.closeClue(at, start, -1); err != nil {
		return err
	}
	return lines.put(s, at, index, what)
}

// lpWord passes over a word with a colon and the space behind it.
func (s *Source) lpWord() error {
	s.skipSpace()
	at := s.pos
	if word := s.word(); !bytes.HasSuffix(word, []byte(":")) {
		return s.expected(at, "a word with a colon, like number_of_clusters:")
	}
	s.skipSpace()
	return nil
}

func encodeLp(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	b := fmt.Appendf(nil, "number_of_rows: %d\nnumber_of_columns: %d\n", p.Height(), p.Width())
	for _, l := range p.Lines() {
		clue := p.Clue(l)
		b = fmt.Appendf(b, "%s_%d number_of_clusters: %d size(s): ", l.Axis, l.Index+1, len(clue))
		b = append(appendNumbers(b, clue, ' '), '\n')
	}
	_, err := w.Write(bytes.ReplaceAll(b, []byte(" \n"), []byte("\n")))
	return err
}

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
	"nonogram/format/internal/cursor"
)

var lpFormat = Format{
	Name:       "lp",
	Title:      "input of Bosch's linear programs",
	Extensions: []string{".lp"},
	Sniff:      sniffLp,
	decode:     single(func(d *cursor.Draft) reader { return &lpReader{d} }),
	whole:      encodeLp,
}

func sniffLp(data []byte) Confidence {
	return magic(bytes.TrimLeft(data, cursor.BlanksOrEOL), "number_of_rows:")
}

// lpReader reads a file.
type lpReader struct{ *cursor.Draft }

func (r *lpReader) puzzle() (*nonogram.Puzzle, error) {
	r.SkipSpace()
	r.Begin(r.Pos)
	height, err := r.number("number_of_rows:")
	if err != nil {
		return nil, err
	}
	width, err := r.number("number_of_columns:")
	if err != nil {
		return nil, err
	}
	if err := r.Size(r.Start, width, height); err != nil {
		return nil, err
	}
	var rows, cols cursor.Slots
	for r.SkipSpace(); !r.EOF(); r.SkipSpace() {
		at := r.Pos
		switch {
		case r.Literal("row_"):
			err = r.clue(at, &rows, "row")
		case r.Literal("column_"):
			err = r.clue(at, &cols, "column")
		default:
			err = r.Expected(at, "row_ or column_ and its number")
		}
		if err != nil {
			return nil, err
		}
	}
	return r.SlotsPuzzle(&rows, height, &cols, width)
}

// number reads a number behind its word.
func (r *lpReader) number(word string) (int, error) {
	r.SkipSpace()
	if !r.Literal(word) {
		return 0, r.Expected(r.Pos, "%s", word)
	}
	r.SkipSpace()
	return r.Number()
}

// clue reads a clue behind "row_" or "column_".
func (r *lpReader) clue(at int, lines *cursor.Slots, what string) error {
	index, err := r.Number()
	if err != nil {
		return err
	}
	if err := r.word(); err != nil {
		return err
	}
	count, err := r.Number()
	if err != nil {
		return err
	}
	if err := r.word(); err != nil {
		return err
	}
	r.OpenClueAt(at)
	for range count {
		r.SkipSpace()
		from := r.Pos
		n, err := r.Number()
		if err != nil {
			return err
		}
		if n == 0 {
			return r.Expected(from, "a number from 1")
		}
		if err := r.AddBlock(n, nonogram.Black); err != nil {
			return err
		}
	}
	if err := r.CloseClue(); err != nil {
		return err
	}
	return lines.Put(r.Draft, at, index, what)
}

// word passes over a word with a colon and the space behind it.
func (r *lpReader) word() error {
	r.SkipSpace()
	at := r.Pos
	if word := r.Word(); !bytes.HasSuffix(word, []byte(":")) {
		return r.Expected(at, "a word with a colon, like number_of_clusters:")
	}
	r.SkipSpace()
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

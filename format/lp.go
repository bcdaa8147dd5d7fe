// Robert Bosch's input for his linear programs, with the clues in any order. His files use
// different words (number_of_tiles, width(s)), which his program ignores, so the reader
// accepts any word with a colon.
//
// Source: read_bw.c of pbnsolve.

package format

import (
	"bytes"
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var lpFormat = Format{
	Name:       "lp",
	Title:      "input of Bosch's linear programs",
	Extensions: []string{".lp"},
	sniff:      startsWith("number_of_rows:"),
	decode:     single(func(d *cursor.Draft) *nonogram.Puzzle { return (&lpReader{d}).puzzle() }),
	append:     appendLP,
}

// lpReader reads a file.
type lpReader struct{ *cursor.Draft }

func (r *lpReader) puzzle() *nonogram.Puzzle {
	height := r.number("number_of_rows:")
	width := r.number("number_of_columns:")
	r.Size(r.Start, width, height)
	var rows, cols cursor.Slots
	for r.SkipSpace(); !r.EOF(); r.SkipSpace() {
		at := r.Pos
		switch {
		case r.Literal("row_"):
			r.clue(at, &rows, "row")
		case r.Literal("column_"):
			r.clue(at, &cols, "column")
		default:
			panic(r.Expected(at, "row_ or column_ and its number"))
		}
	}
	return r.SlotsPuzzle(&rows, height, &cols, width)
}

// number reads a number after its word.
func (r *lpReader) number(word string) int {
	r.SkipSpace()
	r.Expect(r.Literal(word), r.Pos, "%s", word)
	r.SkipSpace()
	return r.Number()
}

// clue reads a clue after "row_" or "column_".
func (r *lpReader) clue(at int, lines *cursor.Slots, what string) {
	index := r.Number()
	r.word()
	count := r.Number()
	r.word()
	r.OpenClueAt(at)
	for range count {
		r.SkipSpace()
		r.ReadLength("a number from 1")
	}
	r.CloseClue()
	lines.Put(r.Draft, at, index, what)
}

// word skips a word with a colon.
func (r *lpReader) word() {
	r.SkipSpace()
	at := r.Pos
	word := r.Word()
	r.Expect(bytes.HasSuffix(word, []byte(":")), at, "a word with a colon, like number_of_clusters:")
	r.SkipSpace()
}

func appendLP(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "number_of_rows: %d\nnumber_of_columns: %d\n", p.Height(), p.Width())
	for _, l := range p.Lines() {
		clue := p.Clue(l)
		b = fmt.Appendf(b, "%s_%d number_of_clusters: %d size(s):", l.Axis, l.Index+1, len(clue))
		for _, block := range clue {
			b = fmt.Appendf(b, " %d", block.Length)
		}
		b = append(b, '\n')
	}
	return b
}

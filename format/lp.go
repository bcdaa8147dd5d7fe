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
	decode:     single(readLP),
	append:     appendLP,
}

func readLP(d *cursor.Draft) *nonogram.Puzzle {
	height := lpNumber(d, "number_of_rows:")
	width := lpNumber(d, "number_of_columns:")
	d.Size(d.Start, width, height)
	var rows, cols cursor.Slots
	for d.SkipSpace(); !d.EOF(); d.SkipSpace() {
		at := d.Pos
		switch {
		case d.Literal("row_"):
			lpClue(d, at, &rows, "row")
		case d.Literal("column_"):
			lpClue(d, at, &cols, "column")
		default:
			panic(d.Expected(at, "row_ or column_ and its number"))
		}
	}
	return d.SlotsPuzzle(&rows, height, &cols, width)
}

// lpNumber reads a number after its word.
func lpNumber(d *cursor.Draft, word string) int {
	d.SkipSpace()
	d.Expect(d.Literal(word), d.Pos, "%s", word)
	d.SkipSpace()
	return d.Number()
}

// lpClue reads a clue after "row_" or "column_".
func lpClue(d *cursor.Draft, at int, lines *cursor.Slots, what string) {
	index := d.Number()
	lpWord(d)
	count := d.Number()
	lpWord(d)
	d.OpenClueAt(at)
	for range count {
		d.SkipSpace()
		d.ReadLength("a number from 1")
	}
	d.CloseClue()
	lines.Put(d, at, index, what)
}

// lpWord skips a word with a colon.
func lpWord(d *cursor.Draft) {
	d.SkipSpace()
	at := d.Pos
	word := d.Word()
	d.Expect(bytes.HasSuffix(word, []byte(":")), at, "a word with a colon, like number_of_clusters:")
	d.SkipSpace()
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

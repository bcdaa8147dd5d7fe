// The .sgriddler files of Petr Šimlovič's Griddlers, which webpbn.com exports too. In the
// picture # is filled, . empty, ? undecided, and o and , are guesses; a line may be short or
// blank. A blank line in the clues is the clue of an empty line. Text after the last clue is
// ignored.
//
// Source: chapter 6 of the manual of Griddlers.

package format

import (
	"bytes"
	"cmp"
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var sgriddlerFormat = Format{
	Name:       "sgriddler",
	Title:      "files of Šimlovič's Griddlers",
	Extensions: []string{".sgriddler", ".griddler"},
	holds:      holdsGoal,
	sniff:      startsWith(sgriddlerMagic),
	decode:     single(readSgriddler),
	append:     appendSgriddler,
}

const sgriddlerMagic = "MK Version "

func readSgriddler(d *cursor.Draft) *nonogram.Puzzle {
	d.Expect(d.Literal(sgriddlerMagic), d.Pos, "%q", sgriddlerMagic+"3.0")
	d.SkipLine()
	d.SkipSpace()
	at := d.Pos
	width, height := sizeLine(&d.Cursor)
	d.Size(at, width, height)
	endLine(&d.Cursor, "an empty line")
	picture := nonogram.NewGrid(width, height)
	pictureAt := d.Pos
	for y := range height {
		sgriddlerRow(d, picture.Row(y))
	}
	p := &nonogram.Puzzle{Goal: picture}
	if rest := d.Data[d.Pos:]; len(bytes.Trim(rest, cursor.BlanksOrEOL)) == 0 && bytes.Count(rest, []byte("\n")) < width+height {
		d.Derive(p, pictureAt)
	} else {
		sgriddlerClues(d, p, width, height)
	}
	return d.Finished(p)
}

// sgriddlerRow reads a row of the picture: each cell follows a blank. Cells other than # and . are
// undecided.
func sgriddlerRow(d *cursor.Draft, row []nonogram.Color) {
	at := d.Pos
	line := bytes.TrimRight(d.Rest(), " \t")
	d.SkipEOL()
	n := len(line) / 2
	if n > len(row) {
		panic(d.Fail(at, "found a row of %s, expected at most %d", plural.Of(n, "cell", "cells"), len(row)))
	}
	for i := 0; i < len(line); i++ {
		switch {
		case i%2 == 0 && !cursor.IsBlank(line[i]):
			panic(d.Expected(at+i, "a blank before every cell"))
		case i%2 == 1 && line[i] == '#':
			row[i/2] = nonogram.Black
		case i%2 == 1 && line[i] == '.':
			row[i/2] = nonogram.Empty
		}
	}
}

// sgriddlerClues reads the clues and keeps the picture only if it is their solution.
func sgriddlerClues(d *cursor.Draft, p *nonogram.Puzzle, width, height int) {
	endLine(&d.Cursor, "an empty line")
	sgriddlerBlock(d, width, "column")
	endLine(&d.Cursor, "an empty line")
	sgriddlerBlock(d, height, "row")
	d.Build(p, d.Lines[width:], d.Lines[:width])
	if !isSolution(p, p.Goal) {
		p.Goal = nil
	}
}

func sgriddlerBlock(d *cursor.Draft, need int, what string) {
	for i := range need {
		if d.EOF() && i < need-1 { // the last clue may be an empty line without an end
			panic(d.Fail(d.Pos, "found %s, expected %d", plural.Of(i, what, what+"s"), need))
		}
		sgriddlerClue(d)
	}
}

// sgriddlerClue reads one clue, backwards.
func sgriddlerClue(d *cursor.Draft) {
	d.OpenClue()
	for d.SkipBlanks(); !d.LineEnd(); d.SkipBlanks() {
		d.Literal("-")
		from := d.Pos
		n := d.Number()
		d.Expect(d.LineEnd() || cursor.IsBlank(d.Data[d.Pos]), from, "a number")
		d.AddNumber(from, n, nonogram.Black)
	}
	d.ReverseClue()
	d.SkipEOL()
	d.CloseClue()
}

func appendSgriddler(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "%s3.0\n\n%d %d\n\n", sgriddlerMagic, p.Width(), p.Height())
	picture := cmp.Or(p.Goal, nonogram.NewGrid(p.Width(), p.Height()))
	b = cellStyle{before: " ", between: " ", after: "\n", cells: []string{".", "#"}}.append(b, picture)
	for _, clues := range [2][]nonogram.Clue{p.Cols, p.Rows} {
		b = append(b, '\n')
		for _, clue := range clues {
			for i := len(clue) - 1; i >= 0; i-- {
				b = fmt.Appendf(b, " %d", clue[i].Length)
			}
			b = append(b, '\n')
		}
	}
	return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
}

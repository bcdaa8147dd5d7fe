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

// sgriddlerReader reads a file.
type sgriddlerReader struct{ *cursor.Draft }

func readSgriddler(d *cursor.Draft) *nonogram.Puzzle {
	r := &sgriddlerReader{d}
	r.Expect(r.Literal(sgriddlerMagic), r.Pos, "%q", sgriddlerMagic+"3.0")
	r.SkipLine()
	r.SkipSpace()
	at := r.Pos
	width, height := sizeLine(&r.Cursor)
	r.Size(at, width, height)
	endLine(&r.Cursor, "an empty line")
	picture := nonogram.NewGrid(width, height)
	pictureAt := r.Pos
	for y := range height {
		r.row(picture.Row(y))
	}
	p := &nonogram.Puzzle{Goal: picture}
	if rest := r.Data[r.Pos:]; len(bytes.Trim(rest, cursor.BlanksOrEOL)) == 0 && bytes.Count(rest, []byte("\n")) < width+height {
		r.Derive(p, pictureAt)
	} else {
		r.clues(p, width, height)
	}
	return r.Finished(p)
}

// row reads a row of the picture: each cell follows a blank. Cells other than # and . are
// undecided.
func (r *sgriddlerReader) row(row []nonogram.Color) {
	at := r.Pos
	line := bytes.TrimRight(r.Rest(), " \t")
	r.SkipEOL()
	n := len(line) / 2
	r.Require(n <= len(row), at, "found a row of %d cells, expected at most %d", n, len(row))
	for i := 0; i < len(line); i++ {
		switch {
		case i%2 == 0 && !cursor.IsBlank(line[i]):
			panic(r.Expected(at+i, "a blank before every cell"))
		case i%2 == 1 && line[i] == '#':
			row[i/2] = nonogram.Black
		case i%2 == 1 && line[i] == '.':
			row[i/2] = nonogram.Empty
		}
	}
}

// clues reads the clues and keeps the picture only if it is their solution.
func (r *sgriddlerReader) clues(p *nonogram.Puzzle, width, height int) {
	endLine(&r.Cursor, "an empty line")
	r.block(width, "columns")
	endLine(&r.Cursor, "an empty line")
	r.block(height, "rows")
	r.Build(p, r.Lines[width:], r.Lines[:width])
	if !isSolution(p, p.Goal) {
		p.Goal = nil
	}
}

func (r *sgriddlerReader) block(need int, what string) {
	for i := range need {
		if r.EOF() && i < need-1 { // the last clue may be an empty line without an end
			panic(r.Fail(r.Pos, "found %d %s, expected %d", i, what, need))
		}
		r.clue()
	}
}

// clue reads one clue, backwards.
func (r *sgriddlerReader) clue() {
	r.OpenClue()
	for r.SkipBlanks(); !r.LineEnd(); r.SkipBlanks() {
		r.Literal("-")
		from := r.Pos
		n := r.Number()
		r.Expect(r.LineEnd() || cursor.IsBlank(r.Data[r.Pos]), from, "a number")
		r.AddNumber(from, n, nonogram.Black)
	}
	r.ReverseClue()
	r.SkipEOL()
	r.CloseClue()
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

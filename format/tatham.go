// The game ids of Pattern, the nonogram of Simon Tatham's portable puzzle collection.
//
// Source: pattern.c of the collection.

package format

import (
	"fmt"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var tathamFormat = Format{
	Name:       "tatham",
	Title:      "game ids of Simon Tatham's Pattern",
	Extensions: []string{".pattern", ".ids"},
	holds:      holdsMany | holdsGiven,
	sniff:      sniffTatham,
	decode:     several(pastComments, readTatham, func(d *cursor.Draft) { d.SkipLine() }),
	append:     appendTathamLine,
}

// sniffTatham expects "3x2:" in the first line that is not a comment.
func sniffTatham(data []byte) confidence {
	s := cursor.Draft{Cursor: cursor.Cursor{Data: data}}
	pastComments(&s)
	return certainIf(s.SkipDigits() && s.Literal("x") && s.SkipDigits() && (s.Next(':') || s.Next('#')))
}

// pastComments moves to the next line that is neither blank nor a comment.
func pastComments(d *cursor.Draft) bool {
	for moreText(d) && d.Next('#') {
		d.SkipLine()
	}
	return !d.EOF()
}

// readTatham reads a game id.
func readTatham(d *cursor.Draft) *nonogram.Puzzle {
	width, height := tathamSize(d)
	d.Require(!d.Next('#'), d.Pos, "found a random seed, expected a colon and a description: only the program itself can generate the puzzle of a seed")
	d.Expect(d.Literal(":"), d.Pos, "a colon after the size")
	return readTathamClues(d, width, height)
}

// tathamSize reads "30x20", or "30" for a square.
func tathamSize(d *cursor.Draft) (width, height int) {
	at := d.Pos
	width = d.Number()
	height = width
	if d.Literal("x") {
		height = d.Number()
	}
	d.Size(at, width, height)
	return width, height
}

// readTathamClues reads the clues and the given cells of a puzzle.
func readTathamClues(d *cursor.Draft, width, height int) *nonogram.Puzzle {
	for i := range width + height {
		if i > 0 && !d.Literal("/") {
			panic(d.Fail(d.Pos, "found %s after %d clues, expected \"/\": there are %d columns and %d rows", d.Found(d.Pos), i, width, height))
		}
		d.OpenClue()
		for more := d.NextDigit(); more; more = d.Literal(".") {
			d.ReadNumber()
		}
		d.CloseClue()
	}
	p := &nonogram.Puzzle{}
	d.Build(p, d.Lines[width:], d.Lines[:width])
	if d.Literal(",") {
		readTathamGiven(d, p)
	}
	d.SkipBlanks()
	d.Expect(d.LineEnd(), d.Pos, "the end of the line after %d columns and %d rows", width, height)
	return d.Finished(p)
}

// zSkip is the number of cells that "z" skips.
const zSkip = 'z' - 'a'

func readTathamGiven(d *cursor.Draft, p *nonogram.Puzzle) {
	area := p.Width() * p.Height()
	given := nonogram.NewGrid(p.Width(), p.Height())
	for i := 0; i < area; d.Pos++ {
		if d.EOF() || !cursor.IsLetter(d.Data[d.Pos]) {
			panic(d.Fail(d.Pos, "found %s after %d given cells, expected a letter: there are %d cells", d.Found(d.Pos), i, area))
		}
		c := d.Data[d.Pos]
		skip := int(c|0x20) - 'a'
		i += skip
		d.Expect(i <= area, d.Pos, "at most %d cells", area)
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
}

func appendTathamLine(b []byte, _ int, p *nonogram.Puzzle) []byte {
	return append(appendTatham(b, p), '\n')
}

// appendTatham writes a game id.
func appendTatham(b []byte, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "%dx%d:", p.Width(), p.Height())
	b = clueStyle{between: ".", after: "/"}.append(b, slices.Concat(p.Cols, p.Rows))
	b = b[:len(b)-1]
	if p.Given != nil {
		b = appendGiven(append(b, ','), p.Given)
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

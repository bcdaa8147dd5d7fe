// The game ids and saved games of Pattern, the nonogram of Simon Tatham's portable puzzle
// collection. The moves of a saved game are ignored; the writer writes a game without moves.
//
// Source: pattern.c and midend.c of the collection.

package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var tathamFormat = Format{
	Name:       "tatham",
	Title:      "game ids of Simon Tatham's Pattern",
	Extensions: []string{".pattern", ".ids"},
	holds:      holdsMany | holdsGiven,
	sniff:      sniffTatham,
	decode:     several(pastComments, readTatham, func(d *cursor.Draft) { d.SkipLine() }),
	append:     func(b []byte, _ int, p *nonogram.Puzzle) []byte { return append(appendTatham(b, p), '\n') },
}

// sniffTatham expects "3x2:", alone or in the address of a page, in the first line that is not a
// comment.
func sniffTatham(data []byte) confidence {
	s := cursor.Draft{Cursor: cursor.Cursor{Data: data}}
	pastComments(&s)
	skipPage(&s.Cursor)
	return certainIf(s.SkipDigits() && s.Literal("x") && s.SkipDigits() && (s.Next(':') || s.Next('#')))
}

// pastComments moves to the next line that is neither blank nor a comment.
func pastComments(d *cursor.Draft) bool {
	for moreText(d) && d.Next('#') {
		d.SkipLine()
	}
	return !d.EOF()
}

// skipPage skips the address of the game's page, which ends with "#" or "?".
func skipPage(c *cursor.Cursor) {
	line := c.PeekLine()
	if i := bytes.IndexAny(line, "#?"); i > 0 && bytes.HasPrefix(line, []byte("http")) && bytes.Contains(line[:i], []byte("pattern")) {
		c.Pos += i + 1
	}
}

// readTatham reads a game id.
func readTatham(d *cursor.Draft) *nonogram.Puzzle {
	skipPage(&d.Cursor)
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
			panic(d.Fail(d.Pos, "found %s after %s, expected \"/\": there are %s and %s", d.Found(d.Pos), plural.Of(i, "clue", "clues"), plural.Of(width, "column", "columns"), plural.Of(height, "row", "rows")))
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
	if !d.LineEnd() {
		panic(d.Expected(d.Pos, "the end of the line after %s and %s", plural.Of(width, "column", "columns"), plural.Of(height, "row", "rows")))
	}
	return d.Finished(p)
}

// zSkip is the number of cells that "z" skips.
const zSkip = 'z' - 'a'

func readTathamGiven(d *cursor.Draft, p *nonogram.Puzzle) {
	area := p.Width() * p.Height()
	given := nonogram.NewGrid(p.Width(), p.Height())
	for i := 0; i < area; d.Pos++ {
		if d.EOF() || !cursor.IsLetter(d.Data[d.Pos]) {
			panic(d.Fail(d.Pos, "found %s after %s, expected a letter: there are %s", d.Found(d.Pos), plural.Of(i, "given cell", "given cells"), plural.Of(area, "cell", "cells")))
		}
		c := d.Data[d.Pos]
		skip := int(c|0x20) - 'a'
		i += skip
		if i > area {
			panic(d.Expected(d.Pos, "at most %s", plural.Of(area, "cell", "cells")))
		}
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

var savFormat = Format{
	Name:       "sav",
	Title:      "saved games of Simon Tatham's Pattern",
	Extensions: []string{".sav"},
	holds:      holdsGiven,
	sniff:      startsWith("SAVEFILE:"),
	decode:     single(readSav),
	append:     appendSav,
}

func readSav(d *cursor.Draft) *nonogram.Puzzle {
	params, desc := 0, 0
	for !d.EOF() {
		from := d.Pos
		key, end := savLine(d)
		value := d.Pos
		switch {
		case from == d.Start && key != "SAVEFILE":
			panic(d.Expected(from, "a saved game"))
		case key == "GAME" && string(d.Data[value:end]) != "Pattern":
			panic(d.Expected(value, "Pattern: only its games are nonograms"))
		case key == "PARAMS":
			params = value
		case key == "DESC":
			desc = value
		}
		d.Pos = end
		d.SkipLine()
	}
	d.Require(params != 0 && desc != 0, d.Pos, "found no PARAMS or no DESC, expected both")
	d.Pos = params
	width, height := tathamSize(d)
	d.Pos = desc
	return readTathamClues(d, width, height)
}

// savLine reads up to the value of a line and returns its end.
func savLine(d *cursor.Draft) (key string, end int) {
	const keyLength = 8
	colon := d.Pos + keyLength
	d.Expect(d.Has(colon, ':'), d.Pos, "a key of %d characters and a colon", keyLength)
	key = string(bytes.TrimRight(d.Data[d.Pos:colon], " "))
	d.Pos = colon + 1
	n := d.Number()
	d.Expect(d.Literal(":"), d.Pos, "a colon after the length")
	if n > len(d.Data)-d.Pos {
		panic(d.Fail(d.Pos, "found %s to the end of the file, expected %d", plural.Of(len(d.Data)-d.Pos, "byte", "bytes"), n))
	}
	return key, d.Pos + n
}

func appendSav(b []byte, _ int, p *nonogram.Puzzle) []byte {
	params, desc, _ := strings.Cut(string(appendTatham(nil, p)), ":")
	for _, line := range [][2]string{
		{"SAVEFILE", "Simon Tatham's Portable Puzzle Collection"}, {"VERSION", "1"}, {"GAME", "Pattern"},
		{"PARAMS", params}, {"CPARAMS", params}, {"DESC", desc}, {"NSTATES", "1"}, {"STATEPOS", "1"},
	} {
		b = fmt.Appendf(b, "%-8s:%d:%s\n", line[0], len(line[1]), line[1])
	}
	return b
}

// Puzzle strings, one puzzle per line, as in Mike Cheng's R package nonogram.
//
// A 0 is a block of unknown length, as in the package's strings from webpbn.com. Other
// programs write 0 for an empty line. The reader assumes that if every 0 is alone, no clue
// is empty, and the sums of rows and columns are then equal. A puzzle for which this would
// be wrong is written with "?", which is always an unknown length.

package format

import (
	"bytes"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var rcFormat = Format{
	Name:       "rc",
	Title:      "puzzle strings r:r-c:c, one per line",
	Extensions: []string{".rc", ".txt"},
	holds:      holdsMany | holdsBlots | holdsID,
	sniff:      sniffRC,
	decode:     perLine(readRC),
	append:     appendRC,
}

// sniffRC looks at the first line that is not blank. A single number on either
// side of a dash may be anything, a date for instance.
func sniffRC(data []byte) confidence {
	s := cursor.Cursor{Data: data}
	s.SkipSpace()
	line := bytes.TrimRight(s.Rest(), " \t")
	if tab := bytes.IndexByte(line, '\t'); tab >= 0 {
		line = line[tab+1:]
	}
	for _, c := range line {
		if !cursor.IsDigit(c) && strings.IndexByte(":,-?", c) < 0 {
			return no
		}
	}
	switch {
	case bytes.Count(line, []byte("-")) != 1:
		return no
	case bytes.IndexByte(line, ':') >= 0:
		return certain
	}
	return possible
}

// readRC reads one line. On an error the cursor is still in the line.
func readRC(d *cursor.Draft) *nonogram.Puzzle {
	p := &nonogram.Puzzle{}
	if tab := bytes.IndexByte(d.PeekLine(), '\t'); tab >= 0 && len(bytes.TrimSpace(d.PeekLine()[tab:])) > 0 {
		if p.ID = cursor.CleanText(d.Data[d.Pos : d.Pos+tab]); p.ID != "" {
			d.ID = p.ID
		}
		d.Pos += tab + 1
	}
	hidden := bytes.IndexByte(d.PeekLine(), '?') >= 0
	readRCClues(d)
	rows := len(d.Lines)
	d.Expect(d.Literal("-"), d.Pos, `":", "," or the "-" between rows and columns`)
	readRCClues(d)
	d.SkipBlanks()
	d.Expect(d.LineEnd(), d.Pos, `":", "," or the end of the line`)
	d.Build(p, d.Lines[:rows], d.Lines[rows:])
	if !hidden && loneZeros(p) {
		for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
			for i, clue := range clues {
				if clue[0].Length == 0 {
					clues[i] = nil
				}
			}
		}
	}
	return d.Finished(p)
}

// readRCClues reads clues with colons between them. A 0 is read as an unknown length.
func readRCClues(d *cursor.Draft) {
	for {
		d.OpenClue()
		for more := d.NextDigit() || d.Next('?'); more; more = d.Literal(",") {
			length := 0
			if !d.Literal("?") {
				length = d.Number()
			}
			d.AddBlock(length, nonogram.Black)
		}
		d.CloseClue()
		if !d.Literal(":") {
			return
		}
	}
}

func appendRC(b []byte, i int, p *nonogram.Puzzle) []byte {
	if id := strings.ReplaceAll(oneLine(p.ID), "\t", " "); id != "" && id != ordinal(i+1) {
		b = append(b, id...)
		b = append(b, '\t')
	}
	style := clueStyle{between: ",", after: ":"}
	text := style.append(nil, p.Rows)
	text[len(text)-1] = '-'
	text = style.append(text, p.Cols)
	text[len(text)-1] = '\n'
	if !loneZeros(p) {
		text = bytes.ReplaceAll(text, []byte("?"), []byte("0"))
	}
	return append(b, text...)
}

// loneZeros reports whether a reader would take the unknown blocks of a puzzle
// for empty lines.
func loneZeros(p *nonogram.Puzzle) bool {
	for _, clue := range slices.Concat(p.Rows, p.Cols) {
		if len(clue) == 0 {
			return false
		}
		for _, b := range clue {
			if b.Length == 0 && len(clue) > 1 {
				return false
			}
		}
	}
	return total(p.Rows) == total(p.Cols)
}

// Puzzle strings, one puzzle per line, as in Mike Cheng's R package nonogram:
//
//	1,1:2-2:1:1
//
// are the rows, "-", and the columns; ":" separates clues and "," numbers. An ID and a tab
// may precede the puzzle. The clue of an empty line is empty.
//
// A 0 is a block of unknown length, as in the package's strings from webpbn.com. Other
// programs write 0 for an empty line. The reader assumes that if every 0 is alone, no clue
// is empty, and the sums of rows and columns are then equal. A puzzle for which this would
// be wrong is written with "?", which is always an unknown length.
//
// Source: https://github.com/coolbutuseless/nonogram.

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

// rcReader reads one line after the other.
type rcReader struct{ *cursor.Draft }

// puzzle reads one line. Whatever happens, the cursor does not leave it.
func readRC(d *cursor.Draft) *nonogram.Puzzle {
	r := &rcReader{d}
	r.Begin(r.Pos)
	p := &nonogram.Puzzle{}
	if tab := bytes.IndexByte(r.PeekLine(), '\t'); tab >= 0 && len(bytes.TrimSpace(r.PeekLine()[tab:])) > 0 {
		if p.ID = cursor.CleanText(r.Data[r.Pos : r.Pos+tab]); p.ID != "" {
			r.ID = p.ID
		}
		r.Pos += tab + 1
	}
	rows := r.clues('-')
	r.Pos++
	r.clues('\n')
	lines := r.Lines
	r.zeros(lines, rows)
	return r.Puzzle(p, lines[:rows], lines[rows:])
}

// clues reads clues up to the end, a dash or the end of the line, and gives
// their number. Unknown lengths are noted as blot or, if written as 0, as 0.
func (r *rcReader) clues(end byte) (n int) {
	for {
		r.OpenClue()
		for !r.EOF() && (cursor.IsDigit(r.Data[r.Pos]) || r.Next('?')) {
			length := blot
			if r.Next('?') {
				r.Pos++
			} else {
				length = r.Number()
			}
			r.AddBlock(length, nonogram.Black)
			if !r.Next(',') {
				break
			}
			r.Pos++
			if r.EOF() || !cursor.IsDigit(r.Data[r.Pos]) && !r.Next('?') {
				panic(r.Expected(r.Pos, "a number"))
			}
		}
		r.CloseClue()
		n++
		switch {
		case r.Next(':'):
			r.Pos++
		case end == '-' && r.Next('-'):
			return n
		case end == '-':
			panic(r.Expected(r.Pos, `":", "," or the "-" between rows and columns`))
		default:
			r.SkipBlanks()
			if r.LineEnd() {
				return n
			}
			panic(r.Expected(r.Pos, `":", "," or the end of the line`))
		}
	}
}

// blot is a "?" while the meaning of zeros is not yet clear.
const blot = -1

// zeros decides the meaning of 0, see above.
func (r *rcReader) zeros(lines []cursor.Line, rows int) {
	if r.zerosAreEmpty(lines, rows) {
		for i, l := range lines {
			if r.Blocks[l.Start].Length == 0 {
				lines[i].End = l.Start
			}
		}
		return
	}
	for i := range r.Blocks {
		r.Blocks[i].Length = max(r.Blocks[i].Length, 0)
	}
}

func (r *rcReader) zerosAreEmpty(lines []cursor.Line, rows int) bool {
	for _, l := range lines {
		blocks := r.Blocks[l.Start:l.End]
		if len(blocks) == 0 {
			return false
		}
		for _, b := range blocks {
			if b.Length == blot || b.Length == 0 && len(blocks) > 1 {
				return false
			}
		}
	}
	return r.Sum(lines[:rows]) == r.Sum(lines[rows:])
}

func appendRC(b []byte, i int, p *nonogram.Puzzle) []byte {
	if id := rcID(p.ID); id != "" && id != ordinal(i+1) {
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

// rcID is an ID in the form that a line can start with.
func rcID(id string) string { return strings.ReplaceAll(oneLine(id), "\t", " ") }

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

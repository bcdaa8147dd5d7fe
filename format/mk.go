// The .mk files of Mirek and Petr Olšák's grid solver:
//
//	2 3            height and width
//	1 1            the rows' clues, top to bottom, blanks between the numbers
//	2
//	#
//	2              the columns' clues, left to right
//	1
//	1
//
// The clue of an empty line is 0 or a blank line; blank lines are spacing where
// the others suffice. One puzzle per file, black and white.
//
// Source: the manual of grid and the files that come with it.

package format

import (
	"nonogram"
	"nonogram/internal/object/cursor"
)

var mkFormat = Format{
	Name:       "mk",
	Title:      "black-and-white input of the Olšáks' grid",
	Extensions: []string{".mk"},
	bare:       true,
	sniff:      sniffMk,
	shape:      "height and width, rows, #, columns",
	decode:     single(readMk),
	append:     appendMk,
}

// sniffMk expects two numbers in the first line and a line with "#".
func sniffMk(data []byte) confidence {
	if !startsWithDigit(data) {
		return no
	}
	s := cursor.Cursor{Data: data}
	if cursor.Catch(func() { sizeLine(&s) }) != nil {
		return no
	}
	return certainIf(lineStartsWith(s.Data[s.Pos:], '#'))
}

// mkReader reads a file.
type mkReader struct{ *cursor.Draft }

func readMk(d *cursor.Draft) *nonogram.Puzzle {
	r := &mkReader{d}
	r.SkipSpace()
	r.Begin(r.Pos)
	height, width := sizeLine(&r.Cursor)
	r.Size(r.Start, width, height)
	rows := r.block(height, "rows")
	if r.EOF() {
		panic(r.Expected(r.Pos, `a line "#" between rows and columns`))
	}
	r.SkipLine()
	cols := r.block(width, "columns")
	return r.Puzzle(&nonogram.Puzzle{}, rows, cols)
}

// block reads the clue lines up to a "#" or the end.
func (r *mkReader) block(need int, what string) []cursor.Line {
	from := len(r.Lines)
	r.BlackLines('#')
	return r.Choose(r.Lines[from:], need, what, r.Pos)
}

func appendMk(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = appendPair(b, p.Height(), p.Width())
	b = appendClueLines(b, p.Rows)
	b = append(b, "#\n"...)
	return appendClueLines(b, p.Cols)
}

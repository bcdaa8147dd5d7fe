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
	"nonogram/format/internal/cursor"
)

var mkFormat = Format{
	Name:       "mk",
	Title:      "black-and-white input of the Olšáks' grid",
	Extensions: []string{".mk"},
	Sniff:      sniffMk,
	decode:     single(func(d *cursor.Draft) reader { return &mkReader{d} }),
	turn:       &turn{each: appendMk},
}

// sniffMk wants two numbers in the first line and a line with "#" below.
func sniffMk(data []byte) Confidence {
	if !startsWithDigit(data) {
		return No
	}
	s := cursor.Cursor{Data: data}
	if _, _, err := sizeLine(&s); err != nil {
		return No
	}
	if lineStartsWith(s.Data[s.Pos:], '#') {
		return Certain
	}
	return No
}

// mkReader reads a file.
type mkReader struct{ *cursor.Draft }

func (r *mkReader) puzzle() (*nonogram.Puzzle, error) {
	r.SkipSpace()
	r.Begin(r.Pos)
	height, width, err := sizeLine(&r.Cursor)
	if err != nil {
		return nil, err
	}
	if err := r.Size(r.Start, width, height); err != nil {
		return nil, err
	}
	rows, err := r.block(height, "rows")
	if err != nil {
		return nil, err
	}
	if r.EOF() {
		return nil, r.Expected(r.Pos, `a line "#" between rows and columns`)
	}
	r.SkipLine()
	cols, err := r.block(width, "columns")
	if err != nil {
		return nil, err
	}
	return r.Puzzle(&nonogram.Puzzle{}, rows, cols)
}

// block reads the clue lines up to a "#" or the end.
func (r *mkReader) block(need int, what string) ([]cursor.Line, error) {
	from := len(r.Lines)
	if err := r.BlackLines('#'); err != nil {
		return nil, err
	}
	return r.Choose(r.Lines[from:], need, what, r.Pos)
}

func appendMk(b []byte, _ int, p *nonogram.Puzzle) ([]byte, error) {
	b = appendPair(b, p.Height(), p.Width())
	b = appendClueLines(b, p.Rows)
	b = append(b, "#\n"...)
	return appendClueLines(b, p.Cols), nil
}

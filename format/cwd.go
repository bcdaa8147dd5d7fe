// The .cwd files of Alexander Meshcheryakov's QNonograms and Vladimir Sukhoy's
// solver:
//
//	2              height
//	3              width
//	1 1            the rows' clues, top to bottom, blanks between the numbers
//	2
//	               a blank line
//	2              the columns' clues, left to right
//	1
//	1
//
// The clue of an empty line is 0 or a blank line. One puzzle per file, black and
// white.
//
// Source: doc/input.md of pbnsolve.

package format

import (
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var cwdFormat = Format{
	Name:       "cwd",
	Title:      "files of QNonograms and of Sukhoy's solver",
	Extensions: []string{".cwd"},
	bare:       true,
	sniff:      sniffCwd,
	shape:      "height, width, rows, columns",
	decode:     single(readCwd),
	append:     appendCwd,
}

// sniffCwd expects two lines of one number and only numbers below.
func sniffCwd(data []byte) confidence {
	if !startsWithDigit(data) {
		return no
	}
	s := cursor.Cursor{Data: data}
	height, width := 0, 0
	if cursor.Catch(func() { height, width = cwdSize(&s) }) != nil {
		return no
	}
	return sniffNumbers(&s, width+height)
}

// cwdSize reads two lines of one number.
func cwdSize(c *cursor.Cursor) (first, second int) {
	for _, n := range [2]*int{&first, &second} {
		c.SkipSpace()
		*n = c.Number()
		c.SkipBlanks()
		if !c.LineEnd() {
			panic(c.Expected(c.Pos, "the end of the line after a number"))
		}
		c.SkipEOL()
	}
	return first, second
}

// cwdReader reads a file.
type cwdReader struct{ *cursor.Draft }

func readCwd(d *cursor.Draft) *nonogram.Puzzle {
	r := &cwdReader{d}
	r.SkipSpace()
	r.Begin(r.Pos)
	height, width := cwdSize(&r.Cursor)
	r.Size(r.Start, width, height)
	r.BlackLines(cursor.NoByte)
	lines := r.lines(width, height)
	return r.Puzzle(&nonogram.Puzzle{}, lines[:height], lines[height:])
}

// lines picks the clues. If there are too few lines with numbers, and the separating blank
// line is in its place, other blank lines are clues; the end of the file may hide the last.
func (r *cwdReader) lines(width, height int) []cursor.Line {
	lines, filled := r.Lines, 0
	for _, l := range lines {
		if !l.Blank {
			filled++
		}
	}
	n := len(lines) - width - height // with the blank line it should be 1
	if filled < width+height && len(lines) > height && lines[height].Blank && (n == 0 || n == 1) {
		lines = append(lines[:height], lines[height+1:]...)
		if n == 0 {
			lines = append(lines, cursor.Line{Blank: true})
		}
	}
	return r.Choose(lines, width+height, "clues of rows and columns", r.Pos)
}

func appendCwd(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "%d\n%d\n", p.Height(), p.Width())
	b = appendClueLines(b, p.Rows)
	b = append(b, '\n')
	return appendClueLines(b, p.Cols)
}

// Jakub Wilk's .nin, the input of his nonogram solver:
//
//	3 2            width and height
//	1 1            the rows' clues, top to bottom, blanks between the numbers
//	2
//	2              the columns' clues, left to right
//	1
//	1
//
// The clue of an empty line is 0 or a blank line; blank lines are spacing where
// the others suffice. One puzzle per file, black and white; what follows its
// last clue is ignored.
//
// Source: Jakub Wilk's nonogram and the files that come with it.

package format

import (
	"bytes"
	"fmt"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var ninFormat = Format{
	Name:       "nin",
	Title:      "input of Jakub Wilk's solver",
	Extensions: []string{".nin"},
	bare:       true,
	sniff:      sniffNin,
	shape:      "width and height, rows, columns",
	decode:     single(readNin),
	append:     appendNin,
}

// sniffNin expects two numbers in the first line and only numbers below. It is certain if
// the number of lines is right.
func sniffNin(data []byte) confidence {
	if !startsWithDigit(data) {
		return no
	}
	s := cursor.Cursor{Data: data}
	width, height := 0, 0
	if cursor.Catch(func() { width, height = sizeLine(&s) }) != nil {
		return no
	}
	return sniffNumbers(&s, width+height)
}

// sniffNumbers expects only numbers, and is certain if there are as many lines as expected.
func sniffNumbers(c *cursor.Cursor, expected int) confidence {
	lines := 0
	for c.SkipSpace(); !c.EOF(); c.SkipSpace() {
		for _, b := range c.Rest() {
			if !cursor.IsDigit(b) && !cursor.IsBlank(b) {
				return no
			}
		}
		lines++
	}
	if lines == expected {
		return certain
	}
	return possible
}

// startsWithDigit looks past white space.
func startsWithDigit(data []byte) bool {
	data = bytes.TrimLeft(data, cursor.BlanksOrEOL)
	return len(data) > 0 && cursor.IsDigit(data[0])
}

// sizeLine reads a first line of two numbers.
func sizeLine(c *cursor.Cursor) (first, second int) {
	c.SkipSpace()
	first = c.Number()
	c.SkipBlanks()
	second = c.Number()
	c.SkipBlanks()
	if !c.LineEnd() {
		panic(c.Expected(c.Pos, "the end of the line after the size"))
	}
	c.SkipEOL()
	return first, second
}

// ninReader reads a file.
type ninReader struct{ *cursor.Draft }

func readNin(d *cursor.Draft) *nonogram.Puzzle {
	r := &ninReader{d}
	r.SkipSpace()
	r.Begin(r.Pos)
	width, height := sizeLine(&r.Cursor)
	r.Size(r.Start, width, height)
	r.BlackLines(cursor.NoByte)
	lines := r.Choose(r.lines(width, height), width+height, "clues of rows and columns", r.Pos)
	return r.Puzzle(&nonogram.Puzzle{}, lines[:height], lines[height:])
}

// lines drops surplus lines, which Wilk's program ignores, if the sums of the remaining
// rows and columns are equal.
func (r *ninReader) lines(width, height int) []cursor.Line {
	lines := r.Lines
	filled, end := 0, 0
	for i, l := range lines {
		if l.Blank {
			continue
		}
		if filled++; filled == width+height {
			end = i + 1
		}
	}
	if filled <= width+height {
		return lines
	}
	lines = r.Choose(slices.Clone(lines[:end]), width+height, "", 0)
	if r.Sum(lines[:height]) == r.Sum(lines[height:]) {
		return lines
	}
	return r.Lines
}

func appendNin(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = appendPair(b, p.Width(), p.Height())
	b = appendClueLines(b, p.Rows)
	return appendClueLines(b, p.Cols)
}

func appendPair(b []byte, first, second int) []byte {
	return fmt.Appendf(b, "%d %d\n", first, second)
}

// appendClueLines writes one clue per line, 0 for an empty one.
func appendClueLines(b []byte, clues []nonogram.Clue) []byte {
	for _, clue := range clues {
		if len(clue) == 0 {
			b = append(b, '0')
		}
		b = appendNumbers(b, clue, ' ')
		b = append(b, '\n')
	}
	return b
}

// lineStartsWith reports whether some line starts with the byte, after blanks.
func lineStartsWith(data []byte, c byte) bool {
	for i := bytes.IndexByte(data, c); i >= 0; {
		j := i
		for j > 0 && cursor.IsBlank(data[j-1]) {
			j--
		}
		if j == 0 || cursor.IsEOL(data[j-1]) {
			return true
		}
		k := bytes.IndexByte(data[i+1:], c)
		if k < 0 {
			break
		}
		i += 1 + k
	}
	return false
}

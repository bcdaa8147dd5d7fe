// Texts of a size and then a clue per line, the rows from top to bottom and the columns from
// left to right. The clue of an empty line is 0 or a blank line; blank lines are spacing where
// the others suffice.
//
// Sources: Jakub Wilk's nonogram, the manual of grid, doc/input.md of pbnsolve.

package format

import (
	"bytes"
	"fmt"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var (
	ninFormat = sizedText{}.format("nin", "input of Jakub Wilk's solver", "width and height, rows, columns")
	mkFormat  = sizedText{heightFirst: true, between: "#\n"}.format("mk", "black-and-white input of the Olšáks' grid", "height and width, rows, #, columns")
	cwdFormat = sizedText{heightFirst: true, twoLines: true, between: "\n"}.format("cwd", "files of QNonograms and of Sukhoy's solver", "height, width, rows, columns")
)

// sizedText describes such a format.
type sizedText struct {
	heightFirst bool
	twoLines    bool   // the size takes two lines
	between     string // rows and columns
}

func (t sizedText) format(name, title, shape string) Format {
	return Format{
		Name: name, Title: title, Extensions: []string{"." + name},
		bare: true, sniff: t.sniff, shape: shape, decode: single(t.read), append: t.append,
	}
}

// sniff expects a size, and a line "#" where there should be one, or only numbers.
func (t sizedText) sniff(data []byte) confidence {
	if !startsWithDigit(data) {
		return no
	}
	s := cursor.Cursor{Data: data}
	width, height := 0, 0
	if cursor.Catch(func() { width, height = t.size(&s) }) != nil {
		return no
	}
	lines := 0
	if t.between == "#\n" {
		for s.SkipBlanks(); !s.EOF() && !s.Next('#'); s.SkipBlanks() {
			s.SkipLine()
		}
		return certainIf(!s.EOF())
	}
	for s.SkipSpace(); !s.EOF(); s.SkipSpace() {
		if bytes.ContainsFunc(s.Rest(), func(c rune) bool { return c != ' ' && c != '\t' && (c < '0' || c > '9') }) {
			return no
		}
		lines++
	}
	if lines == width+height {
		return certain
	}
	return possible
}

// startsWithDigit looks past white space.
func startsWithDigit(data []byte) bool {
	data = bytes.TrimLeft(data, cursor.BlanksOrEOL)
	return len(data) > 0 && cursor.IsDigit(data[0])
}

// size reads the size.
func (t sizedText) size(c *cursor.Cursor) (width, height int) {
	if !t.twoLines {
		width, height = sizeLine(c)
	} else {
		width, height = lineNumber(c), lineNumber(c)
	}
	if t.heightFirst {
		return height, width
	}
	return width, height
}

// lineNumber reads a line of one number.
func lineNumber(c *cursor.Cursor) int {
	n := c.NextNumber()
	endLine(c, "the end of the line after a number")
	return n
}

// sizeLine reads a line of two numbers.
func sizeLine(c *cursor.Cursor) (first, second int) {
	first = c.NextNumber()
	c.SkipBlanks()
	second = c.Number()
	endLine(c, "the end of the line after the size")
	return first, second
}

// endLine moves past the end of the line, which is expected here.
func endLine(c *cursor.Cursor, expected string) {
	c.SkipBlanks()
	c.Expect(c.LineEnd(), c.Pos, "%s", expected)
	c.SkipEOL()
}

func (t sizedText) read(d *cursor.Draft) *nonogram.Puzzle {
	width, height := t.size(&d.Cursor)
	d.Size(d.Start, width, height)
	if t.between == "#\n" {
		rows := d.Choose(d.ClueLines(' ', nil, "#"), height, "rows", d.Pos)
		d.Expect(!d.EOF(), d.Pos, `a line "#" between rows and columns`)
		d.SkipLine()
		cols := d.Choose(d.ClueLines(' ', nil, "#"), width, "columns", d.Pos)
		return d.Puzzle(&nonogram.Puzzle{}, rows, cols)
	}
	d.ClueLines(' ', nil, "")
	pick := withoutRest
	if t.between == "\n" {
		pick = withoutGap
	}
	lines := d.Choose(pick(d, width, height), width+height, "clues of rows and columns", d.Pos)
	return d.Puzzle(&nonogram.Puzzle{}, lines[:height], lines[height:])
}

// withoutRest drops surplus lines if the sums of the remaining rows and columns are equal.
func withoutRest(d *cursor.Draft, width, height int) []cursor.Line {
	filled, end := 0, 0
	for i, l := range d.Lines {
		if l.Blank {
			continue
		}
		if filled++; filled == width+height {
			end = i + 1
		}
	}
	if filled > width+height {
		lines := d.Choose(slices.Clone(d.Lines[:end]), width+height, "", 0)
		if d.Sum(lines[:height]) == d.Sum(lines[height:]) {
			return lines
		}
	}
	return d.Lines
}

// withoutGap drops the blank line between rows and columns if other blank lines are clues,
// the last of which the end of the file may hide.
func withoutGap(d *cursor.Draft, width, height int) []cursor.Line {
	lines, filled := d.Lines, 0
	for _, l := range lines {
		if !l.Blank {
			filled++
		}
	}
	n := len(lines) - width - height // 1 with the blank line
	if filled < width+height && len(lines) > height && lines[height].Blank && (n == 0 || n == 1) {
		lines = slices.Delete(lines, height, height+1)
		if n == 0 {
			lines = append(lines, cursor.Line{Blank: true})
		}
	}
	return lines
}

func (t sizedText) append(b []byte, _ int, p *nonogram.Puzzle) []byte {
	size := "%[2]d %[1]d\n"
	switch {
	case t.twoLines:
		size = "%d\n%d\n"
	case t.heightFirst:
		size = "%d %d\n"
	}
	b = fmt.Appendf(b, size, p.Height(), p.Width())
	b = spacedClues.append(b, p.Rows)
	b = append(b, t.between...)
	return spacedClues.append(b, p.Cols)
}

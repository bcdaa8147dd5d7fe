// The question and solution files of the TAAI, TCGA and ICGA nonogram tournaments, a thousand
// puzzles per file. The size is not in the file: the tournament's boards are square, and half
// the lines between two "$" lines are columns. For other boards this package writes the size
// into the header, which is this project's own addition. The tournament's files end every line,
// including the last, with LF in some years and CRLF in others. This package writes LF.
//
// The format is described only by the files, and by boardgen.py, which writes them.

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

var (
	tournamentFormat = Format{
		Name:       "tournament",
		Title:      "question files of the TAAI, TCGA and ICGA tournaments",
		Extensions: []string{".txt"},
		holds:      holdsMany | holdsID,
		sniff:      sniffTournament,
		decode:     decodeTournament,
		boundary:   boundary{mark: "\n$"},
		append:     appendTournament,
	}
	solutionFormat = Format{
		Name:       "solution",
		Title:      "solution files of the TAAI, TCGA and ICGA tournaments",
		Extensions: []string{".txt"},
		holds:      holdsMany | holdsID | holdsGoal,
		Picture:    true,
		sniff:      sniffSolution,
		decode:     several(moreText, readSolution, toDollar),
		boundary:   boundary{mark: "\n$"},
		append: func(b []byte, i int, p *nonogram.Puzzle) []byte {
			return appendSolution(b, i, p.ID, p.Goal)
		},
	}
)

// sniffTournament expects $ and a number, or $ and a line of numbers below. It excludes solution
// files.
func sniffTournament(data []byte) confidence {
	s := cursor.Cursor{Data: bytes.TrimLeft(data, cursor.BlanksOrEOL)}
	if !s.Literal("$") || sniffSolution(s.Data) == certain {
		return no
	}
	if s.NextDigit() {
		return likely
	}
	if s.SkipLine(); len(bytes.Trim(s.Rest(), ", \t0123456789")) > 0 {
		return no
	}
	return likely
}

// sniffSolution looks for a line of cells in the first puzzle: only there is a 0 beside other
// numbers, or the first digit of one. Lines of 1 only, a full picture, are cells if they are as
// many as the header says, or if they are too long for clues.
func sniffSolution(data []byte) confidence {
	s := cursor.Cursor{Data: bytes.TrimLeft(data, cursor.BlanksOrEOL)}
	if !s.Literal("$") {
		return no
	}
	s.SkipBlanks()
	s.Word()
	width, height := 0, 0
	if s.SkipBlanks(); !s.LineEnd() {
		_ = cursor.Catch(func() { width, height = headerSize(&s) }) // 0 without a size
	}
	lines, longest := 0, 0
	for s.SkipLine(); !s.EOF() && !s.Next('$'); s.SkipEOL() {
		zeros, cells, length := 0, 0, -1
		for s.SkipBlanks(); !s.LineEnd(); s.SkipBlanks() {
			word := s.Word()
			if len(bytes.Trim(word, "01")) > 0 || len(word) == 0 {
				return no
			}
			if word[0] == '0' {
				zeros++
			}
			cells += len(word)
			n, _ := cursor.ParseNumber(word) // one that is too large is 0
			length += n + 1
		}
		if zeros > 0 && cells > 1 {
			return certain
		}
		if cells == 0 {
			continue
		}
		if width == 0 {
			width = cells
		}
		if cells != width {
			return no
		}
		lines, longest = lines+1, max(longest, length)
	}
	return certainIf(lines > 0 && (height == lines || height == 0 && longest > (lines+1)/2))
}

func decodeTournament(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	before := 0 // the side of the puzzle before
	read := func(d *cursor.Draft) *nonogram.Puzzle {
		p := readQuestion(d, before)
		before = p.Width()
		return p
	}
	several(moreText, read, toDollar)(d, yield)
}

// toDollar moves to the next line that starts with "$", or to the end.
func toDollar(d *cursor.Draft) {
	for !d.EOF() && !(d.Next('$') && d.LineStart()) {
		d.SkipLine()
	}
}

// readDollar reads the header of a puzzle: its ID and, if it is there, the size.
func readDollar(d *cursor.Draft) (width, height int) {
	if !d.Literal("$") {
		d.ID = ""
		d.Ordinal-- // it is not a puzzle
		panic(d.Expected(d.Pos, "a line like $1 before the first clue"))
	}
	d.SkipBlanks()
	if id := cursor.CleanText(d.Word()); id != "" {
		d.ID = id
	}
	d.SkipBlanks()
	at := d.Pos
	if width, height = headerSize(&d.Cursor); width > 0 {
		d.Size(at, width, height)
	}
	endLine(&d.Cursor, "the end of the line")
	return width, height
}

// headerSize reads "30x20", 0 at the end of the line.
func headerSize(c *cursor.Cursor) (width, height int) {
	if c.SkipBlanks(); c.LineEnd() {
		return 0, 0
	}
	width = c.Number()
	c.Expect(c.Literal("x"), c.Pos, `an "x" between width and height`)
	return width, c.Number()
}

// readQuestion reads the clues of one puzzle.
func readQuestion(d *cursor.Draft, before int) *nonogram.Puzzle {
	width, height := readDollar(d)
	lines := d.ClueLines(' ', nil, "$")
	if width == 0 {
		width = squareSide(d, lines)
		if width == 0 {
			panic(d.Fail(d.Start, "found %s of clues, expected as many columns as rows", plural.Of(len(lines), "line", "lines")))
		}
		// The last puzzle is cut off if it is smaller than the one before and does not add up.
		cutOff := d.EOF() && width < before && 2*d.Sum(lines[:width]) != d.Sum(lines)
		if cutOff {
			panic(d.Fail(d.Start, "the file ends after %s of clues, expected %d as for the puzzle before", plural.Of(len(lines), "line", "lines"), 2*before))
		}
		lines = append(lines, cursor.Line{Blank: true}) // hidden by a missing final newline
		height = width
	}
	for n := len(lines); n > width+height && lines[n-1].Blank; n = len(lines) {
		lines = lines[:n-1]
	}
	if len(lines) != width+height {
		panic(d.Fail(d.Start, "found %s of clues, expected %d: the columns, then the rows", plural.Of(len(lines), "line", "lines"), width+height))
	}
	return d.Puzzle(&nonogram.Puzzle{}, lines[width:], lines[:width])
}

// squareSide returns the side of a square board, 0 if there is none. Blank lines at the end
// may be clues or spacing, and a missing final newline hides a blank clue; rows and columns
// must have equal sums. Otherwise all lines are clues, but for one blank line if their
// number is odd.
func squareSide(d *cursor.Draft, lines []cursor.Line) int {
	n, blanks := len(lines), 0
	for blanks < n && lines[n-1-blanks].Blank {
		blanks++
	}
	if n%2 == 0 && blanks == 0 {
		return n / 2
	}
	// The blank lines add nothing, so a side fits if the lines up to it have
	// half of the whole sum.
	best, sum, whole := 0, 0, d.Sum(lines)
	for side := 1; side <= (n+1)/2; side++ {
		sum += d.Sum(lines[side-1 : side])
		switch {
		case 2*side < n-blanks || 2*sum != whole:
		case 2*side <= n, best == 0 && d.EOF():
			best = side
		}
	}
	if best == 0 && (n%2 == 0 || blanks > 0) {
		return n / 2
	}
	return best
}

// readSolution reads a header and the rows up to the next one.
func readSolution(d *cursor.Draft) *nonogram.Puzzle {
	width, height := readDollar(d)
	g := &nonogram.Grid{Width: width}
	d.Cells = d.Cells[:0]
	for !d.EOF() && !d.Next('$') {
		readCellLine(d, g)
	}
	if height != 0 && g.Height != height || g.Height == 0 {
		panic(d.Fail(d.Pos, "found %s of cells, expected %d", plural.Of(g.Height, "row", "rows"), max(height, 1)))
	}
	g.Cells = slices.Clone(d.Cells)
	return d.Pictured(g)
}

// readCellLine reads one row and skips blank lines.
func readCellLine(d *cursor.Draft, g *nonogram.Grid) {
	at, before := d.Pos, len(d.Cells)
	for d.SkipBlanks(); !d.LineEnd(); d.SkipBlanks() {
		c := d.Data[d.Pos] - '0'
		d.Expect(c <= 1, d.Pos, "0 or 1")
		d.Require(len(d.Cells) != nonogram.MaxCells, d.Pos, "found over %d cells, which is the limit", nonogram.MaxCells)
		d.Cells = append(d.Cells, nonogram.Color(c))
		d.Pos++
	}
	d.SkipEOL()
	n := len(d.Cells) - before
	if n == 0 {
		return
	}
	if g.Width == 0 {
		g.Width = n
	}
	if n != g.Width {
		panic(d.Fail(at, "found a row of %s, expected %d", plural.Of(n, "cell", "cells"), g.Width))
	}
	g.Height++
	d.Size(at, g.Width, g.Height)
}

// appendTournament writes the size of a board that is not square, or whose sums differ: a reader
// would take it for one that is cut off, or count its empty lines otherwise.
func appendTournament(b []byte, i int, p *nonogram.Puzzle) []byte {
	b = appendDollar(b, i, p.ID)
	if p.Width() != p.Height() || total(p.Rows) != total(p.Cols) {
		b = fmt.Appendf(b, " %dx%d", p.Width(), p.Height())
	}
	b = append(b, '\n')
	return clueStyle{between: "\t", after: "\n"}.append(b, slices.Concat(p.Cols, p.Rows))
}

// appendDollar writes "$" and the ID, or the puzzle's number if the ID is not one word.
func appendDollar(b []byte, index int, id string) []byte {
	if id == "" || strings.ContainsAny(id, ", \t\n") || cursor.CleanText([]byte(id)) != id {
		id = ordinal(index + 1)
	}
	return append(append(b, '$'), id...)
}

// appendSolution writes the size of a full picture whose lines are short enough for clues, see
// sniffSolution.
func appendSolution(b []byte, index int, id string, g *nonogram.Grid) []byte {
	b = appendDollar(b, index, id)
	if !slices.Contains(g.Cells, nonogram.Empty) && 2*g.Width-1 <= (g.Height+1)/2 {
		b = fmt.Appendf(b, " %dx%d", g.Width, g.Height)
	}
	b = append(b, '\n')
	return cellStyle{between: "\t", after: "\n", cells: []string{"0", "1"}}.append(b, g)
}

// The question files of the TAAI, TCGA and ICGA nonogram tournaments, a thousand puzzles per
// file. The size is not in the file: the tournament's boards are square, and half the lines
// between two "$" lines are columns. For other boards this package writes the size into the
// header, which is this project's own addition.
//
// The format is described only by the files, and by boardgen.py, which writes them.

package format

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var tournamentFormat = Format{
	Name:       "tournament",
	Title:      "question files of the TAAI, TCGA and ICGA tournaments",
	Extensions: []string{".txt"},
	holds:      holdsMany | holdsID,
	sniff:      sniffTournament,
	decode:     dollars((*dollarReader).question),
	boundary:   boundary{mark: "\n$"},
	append:     appendTournament,
}

// sniffTournament excludes solution files.
func sniffTournament(data []byte) confidence {
	data = bytes.TrimLeft(data, cursor.BlanksOrEOL)
	switch {
	case len(data) < 2 || data[0] != '$' || !cursor.IsDigit(data[1]) && !cursor.IsBlank(data[1]):
		return no
	case sniffSolution(data) == certain:
		return no
	}
	return likely
}

// dollars is the decoder of question and solution files. read gets the side of the puzzle
// before, 0 if there is none.
func dollars(read func(r *dollarReader, before int) *nonogram.Puzzle) decoder {
	return func(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
		r := &dollarReader{d}
		for before := 0; r.toDollar(yield); {
			p, err := r.Try(func() *nonogram.Puzzle { return read(r, before) })
			if err != nil {
				r.pastPuzzle()
			} else {
				before = p.Width()
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// dollarReader reads the common parts of question and solution files.
type dollarReader struct{ *cursor.Draft }

// toDollar moves to the next line that starts with "$". Other text before it is an error. It
// reports whether to continue.
func (r *dollarReader) toDollar(yield func(*nonogram.Puzzle, error) bool) bool {
	r.SkipSpace()
	if r.EOF() || r.Next('$') {
		return !r.EOF()
	}
	r.ID = ""
	if !yield(nil, r.Expected(r.Pos, "a line like $1 before the first clue")) {
		return false
	}
	r.pastPuzzle()
	return !r.EOF()
}

// pastPuzzle moves to the next line that starts with "$", or to the end.
func (r *dollarReader) pastPuzzle() {
	for !r.EOF() && !(r.Next('$') && r.LineStart()) {
		r.SkipLine()
	}
}

// dollarLine reads the header of a puzzle: its ID and, if it is there, the
// size.
func (r *dollarReader) dollarLine() (id string, width, height int) {
	r.Begin(r.Pos)
	r.Pos++
	r.SkipBlanks()
	if id = cursor.CleanText(r.Word()); id != "" {
		r.ID = id
	}
	r.SkipBlanks()
	if !r.LineEnd() { // "30x20"
		at := r.Pos
		width = r.Number()
		r.Expect(r.Literal("x"), r.Pos, `an "x" between width and height`)
		height = r.Number()
		r.Size(at, width, height)
	}
	endLine(&r.Cursor, "the end of the line")
	return r.ID, width, height
}

// question reads the clues of one puzzle.
func (r *dollarReader) question(before int) *nonogram.Puzzle {
	id, width, height := r.dollarLine()
	for !r.EOF() && !r.Next('$') {
		r.BlackLine()
	}
	lines := r.Lines
	if width == 0 {
		width = r.squareSide(lines)
		r.Require(width != 0, r.Start, "found %d lines of clues, expected as many columns as rows", len(lines))
		r.Require(!r.truncated(lines, width, before), r.Start, "the file ends after %d lines of clues, expected %d as for the puzzle before", len(lines), 2*before)
		if lines = append(lines, cursor.Line{Blank: true}); len(lines) > 2*width {
			lines = lines[:2*width]
		}
	} else {
		lines = r.trimTo(lines, width+height)
	}
	return r.Puzzle(&nonogram.Puzzle{ID: id}, lines[width:], lines[:width])
}

// truncated reports whether the last puzzle of a file looks cut off: it is
// smaller than the one before, and its columns and rows do not add up.
func (r *dollarReader) truncated(lines []cursor.Line, side, before int) bool {
	return r.EOF() && side < before && 2*r.Sum(lines[:side]) != r.Sum(lines)
}

// squareSide returns the side of a square board, 0 if there is none. Blank lines at the end
// may be clues or spacing, and a missing final newline hides a blank clue; rows and columns
// must have equal sums. Otherwise all lines are clues, but for one blank line if their
// number is odd.
func (r *dollarReader) squareSide(lines []cursor.Line) int {
	n, blanks := len(lines), 0
	for blanks < n && lines[n-1-blanks].Blank {
		blanks++
	}
	if n%2 == 0 && blanks == 0 {
		return n / 2
	}
	// The blank lines add nothing, so a side fits if the lines up to it have
	// half of the whole sum.
	best, sum, whole := 0, 0, r.Sum(lines)
	for side := 1; side <= (n+1)/2; side++ {
		sum += r.Sum(lines[side-1 : side])
		switch {
		case 2*side < n-blanks || 2*sum != whole:
		case 2*side <= n, best == 0 && r.EOF():
			best = side
		}
	}
	if best == 0 && (n%2 == 0 || blanks > 0) {
		return n / 2
	}
	return best
}

// trimTo drops blank lines at the end until there are n lines.
func (r *dollarReader) trimTo(lines []cursor.Line, n int) []cursor.Line {
	for len(lines) > n && lines[len(lines)-1].Blank {
		lines = lines[:len(lines)-1]
	}
	r.Require(len(lines) == n, r.Start, "found %d lines of clues, expected %d: the columns, then the rows", len(lines), n)
	return lines
}

func appendTournament(b []byte, i int, p *nonogram.Puzzle) []byte {
	b = appendDollar(b, i, p.ID)
	if needsSize(p) {
		b = fmt.Appendf(b, " %dx%d", p.Width(), p.Height())
	}
	b = append(b, '\n')
	return clueStyle{between: "\t", after: "\n"}.append(b, slices.Concat(p.Cols, p.Rows))
}

// appendDollar writes "$" and the ID, or the puzzle's number if the ID would
// be read differently.
func appendDollar(b []byte, index int, id string) []byte {
	b = append(b, '$')
	if !keepsDollarID(id) {
		return strconv.AppendInt(b, int64(index+1), 10)
	}
	return append(b, id...)
}

// keepsDollarID reports whether an ID is one word.
func keepsDollarID(id string) bool {
	return id != "" && !strings.ContainsAny(id, ", \t\n") && cursor.CleanText([]byte(id)) == id
}

// needsSize reports whether the header needs the size: for a board that is not square, and
// for one whose sums differ and whose last row is empty.
func needsSize(p *nonogram.Puzzle) bool {
	if p.Width() != p.Height() {
		return true
	}
	return len(p.Rows[p.Height()-1]) == 0 && total(p.Rows) != total(p.Cols)
}

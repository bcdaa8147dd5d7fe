// The solution files of the TAAI, TCGA and ICGA nonogram tournaments. They end every line,
// including the last, with LF in some years and CRLF in others. This package writes LF.

package format

import (
	"bytes"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var solutionFormat = Format{
	Name:       "solution",
	Title:      "solution files of the TAAI, TCGA and ICGA tournaments",
	Extensions: []string{".txt"},
	holds:      holdsMany | holdsID | holdsGoal,
	Picture:    true,
	sniff:      sniffSolution,
	decode:     dollars((*dollarReader).solution),
	boundary:   boundary{mark: "\n$"},
	append:     appendSolutionPuzzle,
}

// sniffSolution looks for a line of cells in the first puzzle: only there is a 0 beside
// other numbers, or the first digit of one. Without such a line the file may hold clues.
func sniffSolution(data []byte) confidence {
	data = bytes.TrimLeft(data, cursor.BlanksOrEOL)
	if len(data) == 0 || data[0] != '$' {
		return no
	}
	s := cursor.Cursor{Data: data}
	for s.SkipLine(); !s.EOF() && !s.Next('$'); s.SkipEOL() {
		zeros, words := 0, 0
		for s.SkipBlanks(); !s.LineEnd(); s.SkipBlanks() {
			word := s.Word()
			if len(bytes.Trim(word, "01")) > 0 || len(word) == 0 {
				return no
			}
			if words++; word[0] == '0' {
				zeros++
				words += len(word) - 1
			}
		}
		if zeros > 0 && words > 1 {
			return certain
		}
	}
	return no
}

// solution reads a header and the rows up to the next one.
func (r *dollarReader) solution(int) *nonogram.Puzzle {
	id, width, height := r.dollarLine()
	g := &nonogram.Grid{Width: width}
	r.Cells = r.Cells[:0]
	for !r.EOF() && !r.Next('$') {
		r.cellLine(g)
	}
	if height != 0 && g.Height != height || g.Height == 0 {
		panic(r.Fail(r.Pos, "found %d rows of cells, expected %d", g.Height, max(height, 1)))
	}
	g.Cells = slices.Clone(r.Cells)
	p := r.Pictured(g)
	p.ID = id
	return p
}

// cellLine reads one row and skips blank lines.
func (r *dollarReader) cellLine(g *nonogram.Grid) {
	at, before := r.Pos, len(r.Cells)
	for r.SkipBlanks(); !r.LineEnd(); r.SkipBlanks() {
		c := r.Data[r.Pos] - '0'
		r.Expect(c <= 1, r.Pos, "0 or 1")
		r.Require(len(r.Cells) != nonogram.MaxCells, r.Pos, "found over %d cells, which is the limit (MaxCells)", nonogram.MaxCells)
		r.Cells = append(r.Cells, nonogram.Color(c))
		r.Pos++
	}
	r.SkipEOL()
	n := len(r.Cells) - before
	if n == 0 {
		return
	}
	if g.Width == 0 {
		g.Width = n
	}
	r.Require(n == g.Width, at, "found a row of %d cells, expected %d", n, g.Width)
	g.Height++
	r.Size(at, g.Width, g.Height)
}

func appendSolutionPuzzle(b []byte, i int, p *nonogram.Puzzle) []byte {
	return appendSolution(b, i, p.ID, p.Goal)
}

func appendSolution(b []byte, index int, id string, g *nonogram.Grid) []byte {
	b = appendDollar(b, index, id)
	b = append(b, '\n')
	for y := range g.Height {
		for x, c := range g.Row(y) {
			if x > 0 {
				b = append(b, '\t')
			}
			b = append(b, '0'+byte(c))
		}
		b = append(b, '\n')
	}
	return b
}

// The .gno files of Jeremy Wootten's gnonograms: sections in any order, with the dimensions
// before clues and solution. The player's working grid and moves are ignored.
//
// Source: Filereader.vala and Filewriter.vala of gnonograms 2.

package format

import (
	"fmt"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var gnoFormat = Format{
	Name:       "gno",
	Title:      "files of gnonograms",
	Extensions: []string{".gno"},
	holds:      holdsGoal | holdsTitle | holdsAuthor | holdsLicense,
	sniff:      contains("[Dim", "[Row"),
	decode:     single(readGno),
	append:     appendGno,
}

// gnoReader reads the sections of a file.
type gnoReader struct {
	*cursor.Draft
	p             *nonogram.Puzzle
	width, height int
	rows, cols    []cursor.Line
	goalAt        int
}

func readGno(d *cursor.Draft) *nonogram.Puzzle {
	r := &gnoReader{Draft: d, p: &nonogram.Puzzle{}}
	for !r.EOF() {
		if !r.Next('[') {
			r.SkipLine() // before the first heading
			continue
		}
		r.section()
	}
	r.complete()
	return r.p
}

// section reads a heading and its lines.
func (r *gnoReader) section() {
	at := r.Pos
	heading := strings.ToUpper(string(r.PeekLine()[1:min(4, len(r.PeekLine()))]))
	r.SkipLine()
	switch heading {
	case "DES":
		r.p.Title, r.p.Author = r.textLine(), r.textLine()
	case "LIC":
		r.p.License = r.textLine()
	case "DIM":
		r.SkipSpace()
		at := r.Pos
		r.height, r.width = r.Number(), r.NextNumber()
		r.SkipLine()
		r.Size(at, r.width, r.height)
	case "ROW":
		r.rows = r.cluesSection(at, r.height, "rows")
	case "COL":
		r.cols = r.cluesSection(at, r.width, "columns")
	case "SOL":
		r.solution(at)
	}
	for !r.EOF() && !r.Next('[') {
		r.SkipLine()
	}
}

// textLine reads a line as a text. A bracket ends it, as in gnonograms.
func (r *gnoReader) textLine() string {
	text := cursor.CleanText(r.Until("["))
	if !r.Next('[') {
		r.SkipEOL()
	}
	return text
}

// cluesSection reads the clues below a heading, numbers with commas or blanks
// between them.
func (r *gnoReader) cluesSection(at, need int, what string) []cursor.Line {
	r.Require(need != 0, at, "found the clues of the %s, expected the dimensions first", what)
	lines := r.ClueLines(',', nil, "[")
	return r.Choose(lines, need, what, r.Pos)
}

func (r *gnoReader) solution(at int) {
	r.Require(r.height != 0, at, "found the solution, expected the dimensions first")
	r.goalAt = r.Pos
	g := nonogram.NewGrid(r.width, r.height)
	n := 0
	for r.SkipSpace(); !r.EOF() && !r.Next('['); r.SkipSpace() {
		c := r.Data[r.Pos]
		r.Expect(c >= '0' && c <= '2', r.Pos, "a cell: 0, 1 or 2")
		r.Require(n != len(g.Cells), r.Pos, "found more cells than %d × %d", r.width, r.height)
		if c > '0' {
			g.Cells[n] = nonogram.Color(c - '1')
		}
		n++
		r.Pos++
	}
	if n != len(g.Cells) {
		panic(r.Fail(r.Pos, "found %s in the solution, expected %d × %d", plural.Of(n, "cell", "cells"), r.width, r.height))
	}
	r.p.Goal = g
}

func (r *gnoReader) complete() {
	switch {
	case r.rows != nil && r.cols != nil:
		r.Build(r.p, r.rows, r.cols)
	case r.rows == nil && r.cols == nil && r.p.Goal != nil:
		r.Derive(r.p, r.goalAt)
	default:
		panic(r.Fail(r.Start, "found no clues, expected [Dimensions], [Row clues] and [Column clues]"))
	}
	if r.p.Goal != nil && r.p.Goal.Open() > 0 {
		r.p.Goal = nil // an unfinished solution
	}
	r.Finished(r.p)
}

// gnoText is a text in one line without brackets, which start headings.
func gnoText(text string) string { return strings.ReplaceAll(oneLine(text), "[", "(") }

func appendGno(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "[Description]\n%s\n%s\n\n0\n", gnoText(p.Title), gnoText(p.Author))
	if license := gnoText(p.License); license != "" {
		b = fmt.Appendf(b, "[License]\n%s\n", license)
	}
	b = fmt.Appendf(b, "[Dimensions]\n%d\n%d\n[Row clues]\n", p.Height(), p.Width())
	b = commaClues.append(b, p.Rows)
	b = append(b, "[Column clues]\n"...)
	b = commaClues.append(b, p.Cols)
	if p.Goal == nil || p.Goal.Open() > 0 {
		return b
	}
	return cellStyle{between: " ", after: "\n", cells: []string{"1", "2"}}.append(append(b, "[Solution grid]\n"...), p.Goal)
}

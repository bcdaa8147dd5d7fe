// The .nonogram files of FreeNono, XML with pictures and no clues.
//
// Source: nonogram.xsd of FreeNono.

package format

import (
	"bytes"
	"fmt"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var freenonoFormat = Format{
	Name:       "freenono",
	Title:      "XML of FreeNono",
	Extensions: []string{".nonogram"},
	holds:      holdsMany | holdsGoal | holdsTitle | holdsAuthor | holdsNotes,
	Picture:    true,
	sniff:      contains("<FreeNono"),
	decode:     decodeFreenono,
	append:     appendFreenono,
	head:       freenonoHead,
	tail:       freenonoTail,
}

func decodeFreenono(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	r := &freenonoReader{xmlScanner{Draft: d}}
	r.each("<Nonogram", r.next, yield)
}

// freenonoReader reads one puzzle after the other.
type freenonoReader struct{ xmlScanner }

// next reads the next puzzle of the file, nil at its end.
func (r *freenonoReader) next() *nonogram.Puzzle {
	for r.ID = ""; r.nextStart(0); {
		switch string(r.name) {
		case "Nonogram":
			return r.puzzle()
		case "FreeNono", "Nonograms":
		default:
			r.skip()
		}
	}
	return nil
}

func (r *freenonoReader) puzzle() *nonogram.Puzzle {
	r.Begin(r.at)
	p := &nonogram.Puzzle{Title: r.attrText("name", ""), Author: r.attrText("author", ""), Notes: r.attrText("desc", "")}
	g := &nonogram.Grid{}
	side := func(name string) int {
		value, at, _ := r.attr(name)
		n, ok := cursor.ParseNumber(bytes.TrimSpace(value))
		r.Require(ok, at, "found a %s of %q, expected a number", name, value[:min(len(value), cursor.MaxShown)])
		return n
	}
	g.Width, g.Height = side("width"), side("height")
	r.Size(r.at, g.Width, g.Height)
	r.Cells = r.Cells[:0]
	r.children("line", func() { r.line(g.Width) })
	rows := len(r.Cells) / g.Width
	if rows != g.Height {
		panic(r.Fail(r.Start, "found %s, expected %d", plural.Of(rows, "line", "lines"), g.Height))
	}
	g.Cells = slices.Clone(r.Cells)
	p.Goal = g
	r.Derive(p, r.Start)
	return r.Finished(p)
}

// line reads one row.
func (r *freenonoReader) line(width int) {
	lineAt := r.at
	text, at := r.content()
	before := len(r.Cells)
	for i, c := range text {
		switch {
		case bytes.IndexByte([]byte(cursor.BlanksOrEOL), c) >= 0:
			continue
		case len(r.Cells) == nonogram.MaxCells:
			panic(r.Fail(at+i, "found over %d cells, which is the limit", nonogram.MaxCells))
		case c == 'x' || c == 'X':
			r.Cells = append(r.Cells, nonogram.Black)
		case c == '_':
			r.Cells = append(r.Cells, nonogram.Empty)
		default:
			panic(r.Expected(at+i, "x or _"))
		}
	}
	n := len(r.Cells) - before
	if n != width {
		panic(r.Fail(lineAt, "found a line of %s, expected %d", plural.Of(n, "cell", "cells"), width))
	}
}

const freenonoHead = `<?xml version="1.0" encoding="UTF-8"?>
<FreeNono>
<Nonograms>
`

const freenonoTail = "</Nonograms>\n</FreeNono>\n"

func appendFreenono(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, `<Nonogram name="%s" author="%s" desc="%s" difficulty="0" width="%d" height="%d">`+"\n",
		xmlAttrText(p.Title), xmlAttrText(p.Author), xmlAttrText(p.Notes), p.Width(), p.Height())
	b = cellStyle{before: "<line> ", between: " ", after: " </line>\n", cells: []string{"_", "x"}}.append(b, p.Goal)
	return append(b, "</Nonogram>\n"...)
}

func xmlAttrText(text string) string { return xmlEscapes.Replace(cursor.CleanText([]byte(text))) }

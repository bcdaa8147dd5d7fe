// The .nonogram files of FreeNono, XML with pictures and no clues:
//
//	<FreeNono>
//	<Nonograms>
//	<Nonogram name="Two trees" author="A. Painter" desc="No leaves fell."
//	          difficulty="2" width="3" height="2">
//	<line> x _ x </line>
//	<line> x x _ </line>
//	</Nonogram>
//	</Nonograms>
//	</FreeNono>
//
// x is filled and _ is empty. The name is the title, desc the notes; difficulty,
// level and duration, which a puzzle here has no place for, are passed over.
//
// Source: nonogram.xsd of FreeNono.

package format

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"nonogram"
)

var freenonoFormat = Format{
	Name:       "freenono",
	Title:      "XML of FreeNono",
	Extensions: []string{".nonogram"},
	Holds:      Many | Goal | Title | Author | Notes,
	Picture:    true,
	Sniff:      sniffFreenono,
	Decode:     decodeFreenono,
	Encode:     encodeFreenono,
}

func sniffFreenono(data []byte) Confidence {
	data = bytes.TrimLeft(data, blanksOrEOL)
	if len(data) > 0 && data[0] == '<' && bytes.Contains(data, []byte("<FreeNono")) {
		return Certain
	}
	return No
}

func decodeFreenono(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	x := &xmlScanner{Source: s}
	for {
		p, err := x.freenonoNext()
		if err != nil {
			x.pastError("<Nonogram")
		}
		if p == nil && err == nil || !yield(p, err) {
			return
		}
	}
}

// freenonoNext reads the next puzzle of the file, nil at its end.
func (x *xmlScanner) freenonoNext() (*nonogram.Puzzle, error) {
	for {
		x.id = ""
		if err := x.token(); err != nil {
			return nil, err
		}
		switch {
		case x.kind == xmlEOF:
			return nil, nil
		case x.kind != xmlStart:
			continue
		}
		switch string(x.name) {
		case "Nonogram":
			return x.freenonoPuzzle()
		case "FreeNono", "Nonograms":
		default:
			if err := x.skip(); err != nil {
				return nil, err
			}
		}
	}
}

func (x *xmlScanner) freenonoPuzzle() (*nonogram.Puzzle, error) {
	x.begin(x.at)
	p := &nonogram.Puzzle{Title: x.attrText("name", ""), Author: x.attrText("author", ""), Notes: x.attrText("desc", "")}
	g := &nonogram.Grid{}
	for _, side := range []struct {
		name string
		n    *int
	}{{"width", &g.Width}, {"height", &g.Height}} {
		value, at, _ := x.attr(side.name)
		n, ok := plainNumber(bytes.TrimSpace(value))
		if !ok {
			return nil, x.fail(at, "found a %s of %q, expected a number", side.name, value[:min(len(value), maxShown)])
		}
		*side.n = n
	}
	if err := x.size(x.at, g.Width, g.Height); err != nil {
		return nil, err
	}
	x.cells = x.cells[:0]
	if err := x.children("line", func() error { return x.freenonoLine(g.Width) }); err != nil {
		return nil, err
	}
	if rows := len(x.cells) / g.Width; rows != g.Height {
		return nil, x.fail(x.start, "found %d lines, expected %d", rows, g.Height)
	}
	g.Cells = slices.Clone(x.cells)
	p.Goal = g
	p.Rows, p.Cols = nonogram.CluesOf(g)
	if err := x.finish(p, x.start); err != nil {
		return nil, err
	}
	return p, nil
}

// freenonoLine reads one row.
func (x *xmlScanner) freenonoLine(width int) error {
	lineAt := x.at
	text, at, err := x.content()
	if err != nil {
		return err
	}
	before := len(x.cells)
	for i, c := range text {
		switch {
		case bytes.IndexByte([]byte(blanksOrEOL), c) >= 0:
			continue
		case len(x.cells) == nonogram.MaxCells:
			return x.fail(at+i, "found over %d cells, which is the limit (MaxCells)", nonogram.MaxCells)
		case c == 'x' || c == 'X':
			x.cells = append(x.cells, nonogram.Black)
		case c == '_':
			x.cells = append(x.cells, nonogram.Empty)
		default:
			return x.expected(at+i, "x or _")
		}
	}
	if n := len(x.cells) - before; n != width {
		return x.fail(lineAt, "found a line of %d cells, expected %d", n, width)
	}
	return nil
}

const freenonoHead = `<?xml version="1.0" encoding="UTF-8"?>
<FreeNono>
<Nonograms>
`

func encodeFreenono(w io.Writer, puzzles []*nonogram.Puzzle) error {
	if _, err := io.WriteString(w, freenonoHead); err != nil {
		return err
	}
	err := writeEach(w, puzzles, func(b []byte, _ int, p *nonogram.Puzzle) ([]byte, error) {
		b = fmt.Appendf(b, `<Nonogram name="%s" author="%s" desc="%s" difficulty="0" width="%d" height="%d">`+"\n",
			xmlAttrText(p.Title), xmlAttrText(p.Author), xmlAttrText(p.Notes), p.Width(), p.Height())
		for y := range p.Height() {
			b = append(b, "<line> "...)
			for _, c := range p.Goal.Row(y) {
				b = append(b, "_x"[c], ' ')
			}
			b = append(b, "</line>\n"...)
		}
		return append(b, "</Nonogram>\n"...), nil
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "</Nonograms>\n</FreeNono>\n")
	return err
}

func xmlAttrText(text string) string { return xmlEscapes.Replace(cleanText([]byte(text))) }

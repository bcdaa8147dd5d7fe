// PBM, the black-and-white pictures of Netpbm. The raw form has the header of the plain one, a
// single blank, and rows in whole bytes, most significant bit first.
//
// Source: https://netpbm.sourceforge.net/doc/pbm.html.

package format

import (
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var pbmFormat = Format{
	Name:       "pbm",
	Title:      "PBM picture, one pixel per cell",
	Extensions: []string{".pbm"},
	holds:      holdsMany | holdsGoal,
	Picture:    true,
	Binary:     true,
	sniff:      sniffPBM,
	decode:     several(moreText, readPBM, func(d *cursor.Draft) { d.Pos = len(d.Data) }), // the next one is unknown
	append:     appendPBM,
}

// sniffPBM expects "P" and a digit, then white space or a comment.
func sniffPBM(data []byte) confidence {
	if len(data) < 3 || data[0] != 'P' || data[1] < '1' || data[1] > '6' {
		return no
	}
	if c := data[2]; !cursor.IsBlank(c) && !cursor.IsEOL(c) && c != '#' {
		return no
	}
	return certain
}

func readPBM(d *cursor.Draft) *nonogram.Puzzle {
	plain := d.Literal("P1")
	d.Expect(plain || d.Literal("P4"), d.Pos, "P1 or P4: a gray or colored picture can be converted to PNG")
	at := d.Pos
	width := pbmNumber(d)
	height := pbmNumber(d)
	d.Size(at, width, height)
	if plain {
		return pbmPlain(d, width, height)
	}
	return pbmRaw(d, width, height)
}

// pbmNumber reads a number of the header, past white space and comments.
func pbmNumber(d *cursor.Draft) int {
	pbmSkip(d)
	return d.Number()
}

func pbmSkip(d *cursor.Draft) {
	for d.SkipSpace(); d.Next('#'); d.SkipSpace() {
		d.SkipLine()
	}
}

// pbmPlain reads the digits.
func pbmPlain(d *cursor.Draft, width, height int) *nonogram.Puzzle {
	if len(d.Data)-d.Pos < width*height {
		panic(d.Fail(d.Pos, "found %s to the end of the file, expected %d × %d digits", plural.Of(len(d.Data)-d.Pos, "byte", "bytes"), width, height))
	}
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		pbmSkip(d)
		d.Expect(d.Next('0') || d.Next('1'), d.Pos, "0 or 1")
		g.Cells[i] = nonogram.Color(d.Data[d.Pos] - '0')
		d.Pos++
	}
	return d.Pictured(g)
}

func pbmRaw(d *cursor.Draft, width, height int) *nonogram.Puzzle {
	if d.EOF() || !cursor.IsBlank(d.Data[d.Pos]) && !cursor.IsEOL(d.Data[d.Pos]) {
		panic(d.Expected(d.Pos, "one blank between the size and the pixels"))
	}
	d.Pos++
	stride := (width + 7) / 8
	have := len(d.Data) - d.Pos
	if have < stride*height {
		panic(d.Fail(d.Pos, "found %s of pixels, expected %d", plural.Of(have, "byte", "bytes"), stride*height))
	}
	g := nonogram.NewGrid(width, height)
	for y := range height {
		row := d.Data[d.Pos+y*stride:]
		for x := range width {
			g.Set(y, x, nonogram.Color(row[x/8]>>(7-x%8)&1))
		}
	}
	d.Pos += stride * height
	return d.Pictured(g)
}

func appendPBM(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "P4\n%d %d\n", p.Width(), p.Height())
	for y := range p.Height() {
		var bits byte
		for x, c := range p.Goal.Row(y) {
			bits |= byte(c) << (7 - x%8)
			if x%8 == 7 || x == p.Width()-1 {
				b = append(b, bits)
				bits = 0
			}
		}
	}
	return b
}

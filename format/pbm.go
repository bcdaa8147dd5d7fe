// PBM, the black-and-white pictures of Netpbm. The raw form has the header of the plain one, a
// single blank, and rows in whole bytes, most significant bit first.
//
// Source: https://netpbm.sourceforge.net/doc/pbm.html.

package format

import (
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var pbmFormat = Format{
	Name:       "pbm",
	Title:      "PBM picture, one pixel per cell",
	Extensions: []string{".pbm"},
	holds:      holdsMany | holdsGoal,
	Picture:    true,
	Binary:     true,
	sniff:      sniffPBM,
	decode:     several(moreText, readPBM, pastFile),
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

// pastFile moves to the end of the file: the start of the next picture is unknown.
func pastFile(d *cursor.Draft) { d.Pos = len(d.Data) }

// pbmReader reads one picture after the other.
type pbmReader struct{ *cursor.Draft }

func readPBM(d *cursor.Draft) *nonogram.Puzzle {
	r := pbmReader{d}
	plain := r.Literal("P1")
	r.Expect(plain || r.Literal("P4"), r.Pos, "P1 or P4: a gray or colored picture can be converted to PNG")
	at := r.Pos
	width := r.number()
	height := r.number()
	r.Size(at, width, height)
	if plain {
		return r.plain(width, height)
	}
	return r.raw(width, height)
}

// number reads a number of the header, past white space and comments.
func (r *pbmReader) number() int {
	r.skip()
	return r.Number()
}

func (r *pbmReader) skip() {
	for r.SkipSpace(); r.Next('#'); r.SkipSpace() {
		r.SkipLine()
	}
}

// plain reads the digits.
func (r *pbmReader) plain(width, height int) *nonogram.Puzzle {
	r.Require(len(r.Data)-r.Pos >= width*height, r.Pos, "found %d bytes to the end of the file, expected %d × %d digits", len(r.Data)-r.Pos, width, height)
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		r.skip()
		r.Expect(r.Next('0') || r.Next('1'), r.Pos, "0 or 1")
		g.Cells[i] = nonogram.Color(r.Data[r.Pos] - '0')
		r.Pos++
	}
	return r.Pictured(g)
}

func (r *pbmReader) raw(width, height int) *nonogram.Puzzle {
	if r.EOF() || !cursor.IsBlank(r.Data[r.Pos]) && !cursor.IsEOL(r.Data[r.Pos]) {
		panic(r.Expected(r.Pos, "one blank between the size and the pixels"))
	}
	r.Pos++
	stride := (width + 7) / 8
	have := len(r.Data) - r.Pos
	r.Require(have >= stride*height, r.Pos, "found %d bytes of pixels, expected %d", have, stride*height)
	g := nonogram.NewGrid(width, height)
	for y := range height {
		row := r.Data[r.Pos+y*stride:]
		for x := range width {
			g.Set(y, x, nonogram.Color(row[x/8]>>(7-x%8)&1))
		}
	}
	r.Pos += stride * height
	return r.Pictured(g)
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

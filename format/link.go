// Links of this project's web app, which contain the puzzle:
//
//	https://example.org/play/#p=EoYSw…
//
// The code after #p= is bits, most significant first, in URL-safe Base64. A number is an
// Elias gamma code: n bits are preceded by n-1 zeros.
//
//	version  4 bits, 1; 2 if a line has no clue; 3 if a color is drawn as triangles; 4 for a triddler
//	width, height, inks     a number each; in version 4 the lines at the six sides, + 1, and the inks
//	colors?  1 bit; if set 24 bits for the background and every ink, and from version 3 on
//	         1 bit; if set 1 bit, 0 for / and 1 for \, and 24 bits for the color right of it
//	open?    1 bit; if set some lengths are unknown
//	given?   1 bit; if set for every cell of the board 1 bit, and if that is set its color
//	rows, columns           from version 2 on a bit, which is set if the line has no clue, and nothing
//	         else then; for every block its length + 1, or + 2 if open; the color - 1,
//	         in as few bits as the inks need; a 1 after the last
//	checksum 32 bits, CRC-32 of the bytes before
//
// A code without an address is read, too. The writer adds "/play/#p=", which is a link on
// any site that serves the app. Texts and goals are left out, so that a link does not give
// the solution away.

package format

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"math/bits"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var linkFormat = Format{
	Name:       "link",
	Title:      "links of the web app",
	Extensions: []string{".link"},
	holds:      holdsMany | holdsColors | holdsTriangles | holdsInk | holdsPaper | holdsUnused | holdsBlots | holdsMissing | holdsShapes | holdsGiven,
	sniff:      firstLine(contains(linkMark)),
	decode:     perLine(readLink),
	fits:       blocksUpTo(1<<(maxZeros+1)-3, "it has a block that is too long for a link"),
	append:     appendLink,
}

const (
	linkMark    = "#p="
	linkPrefix  = "/play/" + linkMark
	linkVersion = 1
	linkMissing = 2 // the version of links with lines without a clue
	// linkTriangles is the version of links with colors drawn as triangles, which may have
	// lines without a clue as well.
	linkTriangles = 3
	// linkShape is the version of links of triddlers, which may have both as well.
	linkShape = 4
	// maxZeros bounds the numbers.
	maxZeros = 20
)

// linkReader reads a code.
type linkReader struct {
	*cursor.Draft
	code []byte
	at   int // bits read
}

// short is the fault of a truncated link.
func (r *linkReader) short() *cursor.Fault {
	return r.Fail(r.Start, "found a link that ends too early, perhaps a part of it was lost")
}

func readLink(d *cursor.Draft) *nonogram.Puzzle {
	r := &linkReader{Draft: d}
	text := addressCode(r.PeekLine(), linkMark)
	if text == nil {
		text = addressCode(r.PeekLine(), "")
	}
	code, err := base64.RawURLEncoding.DecodeString(string(bytes.TrimRight(text, "=")))
	r.Expect(err == nil, r.Start, "the code of a puzzle in a link")
	n := len(code) - crc32.Size
	r.Require(n > 0 && binary.BigEndian.Uint32(code[n:]) == crc32.ChecksumIEEE(code[:n]), r.Start, "found a damaged link, perhaps a part of it was lost when it was copied")
	version := code[0] >> 4
	r.Require(version >= linkVersion && version <= linkShape, r.Start, "found a link of version %d, expected %d to %d", version, linkVersion, linkShape)
	r.code = code[:n]
	return r.read()
}

func (r *linkReader) bits(n int) int {
	if r.at+n > len(r.code)*8 {
		panic(r.short())
	}
	v := 0
	for ; n > 0; n-- {
		v = v<<1 | int(r.code[r.at>>3]>>(7-r.at&7)&1)
		r.at++
	}
	return v
}

func (r *linkReader) rgb() nonogram.RGB {
	v := r.bits(24)
	return nonogram.RGB{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}
}

func (r *linkReader) gamma() int {
	zeros := 0
	for ; r.at < len(r.code)*8 && r.code[r.at>>3]>>(7-r.at&7)&1 == 0; r.at++ {
		zeros++
		r.Require(zeros <= maxZeros, r.Start, "found a number in a link that is too large")
	}
	return r.bits(zeros + 1) // the first of which is 1
}

func (r *linkReader) read() *nonogram.Puzzle {
	version := r.bits(4)
	missing := version >= linkMissing
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite()}
	height, lines := 0, 0
	if version == linkShape {
		p.Shape = r.shape()
		height, lines = p.Shape.Height, len(p.Shape.Lines)
	} else {
		width := r.gamma()
		height = r.gamma()
		r.Size(r.Start, width, height)
		lines = width + height
	}
	inks := r.gamma()
	r.Require(inks < nonogram.MaxColors, r.Start, "found %d colors, the limit is %d", inks+1, nonogram.MaxColors)
	if r.bits(1) == 1 {
		p.Palette = p.Palette[:0]
		for range inks + 1 {
			w := plainSwatch(r.rgb())
			if version >= linkTriangles && r.bits(1) == 1 {
				w = nonogram.Swatch{RGB: w.RGB, Diagonal: `/\`[r.bits(1)], Right: r.rgb()}
			}
			p.Palette = append(p.Palette, w)
		}
		r.Require(p.Palette[0].Diagonal == 0, r.Start, "found a background of triangles, expected one color")
	} else if inks != 1 {
		panic(r.Fail(r.Start, "found %s without colors", plural.Of(inks, "ink", "inks")))
	}
	open := r.bits(1)
	if r.bits(1) == 1 {
		cells := height * (lines - height)
		if p.Shape != nil {
			cells = p.Shape.Count
		}
		if cells > len(r.code)*8 {
			panic(r.short())
		}
		if p.Given = nonogram.NewGrid(lines-height, height); p.Shape != nil {
			p.Given = p.Shape.NewGrid()
		}
		for i := range p.Given.Cells {
			if p.Given.Cells[i] != nonogram.Unknown || r.bits(1) == 0 {
				continue
			}
			c := r.bits(bitsFor(inks + 1))
			r.Require(c <= inks, r.Start, "found a cell of color %d, expected 0 to %d", c, inks)
			p.Given.Cells[i] = nonogram.Color(c)
		}
	}
	for range lines {
		if missing && r.bits(1) == 1 {
			r.OpenClue()
			r.AddMissing()
			r.CloseClue()
			continue
		}
		r.clue(open, inks, bitsFor(inks))
	}
	r.Require(len(r.code)*8-r.at < 8, r.Start, "found data after the end of the puzzle in a link")
	return r.Puzzle(p, r.Lines[:height], r.Lines[height:])
}

// shape reads the sides of a triddler.
func (r *linkReader) shape() *nonogram.Shape {
	var sides [6]int
	for i := range sides {
		sides[i] = r.gamma() - 1
	}
	if lines := 2*sides[0] + sides[1] + sides[4] + 2*sides[5]; lines > len(r.code)*8 {
		panic(r.short())
	}
	s, err := nonogram.Triddler(sides)
	if err != nil {
		panic(r.Fail(r.Start, "%v", err))
	}
	return s
}

func (r *linkReader) clue(open, inks, colorBits int) {
	r.OpenClue()
	for {
		n := r.gamma()
		if n == 1 {
			break
		}
		c := r.bits(colorBits) + 1
		length := n - 1 - open
		if c > inks {
			panic(r.Fail(r.Start, "found a block of color %d, expected 1 to %d", c, inks))
		}
		r.AddBlock(length, nonogram.Color(c))
	}
	r.CloseClue()
}

// bitsFor is the number of bits for n values.
func bitsFor(n int) int { return bits.Len(uint(max(n, 1) - 1)) }

// bitWriter collects bits.
type bitWriter struct {
	bytes []byte
	used  int // bits of the last byte
}

func (w *bitWriter) bits(v, n int) {
	for i := n - 1; i >= 0; i-- {
		if w.used%8 == 0 {
			w.bytes = append(w.bytes, 0)
		}
		w.bytes[len(w.bytes)-1] |= byte(v>>i&1) << (7 - w.used%8)
		w.used++
	}
}

func (w *bitWriter) bit(set bool) {
	v := 0
	if set {
		v = 1
	}
	w.bits(v, 1)
}

func (w *bitWriter) rgb(c nonogram.RGB) { w.bits(int(c.R)<<16|int(c.G)<<8|int(c.B), 24) }

func (w *bitWriter) gamma(v int) {
	n := bits.Len(uint(v))
	w.bits(0, n-1)
	w.bits(v, n)
}

func appendLink(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = append(b, linkPrefix...)
	b = base64.RawURLEncoding.AppendEncode(b, linkCode(p))
	return append(b, '\n')
}

func linkCode(p *nonogram.Puzzle) []byte {
	inks := len(p.Palette) - 1
	var w bitWriter
	version := linkVersion
	switch {
	case p.Shape != nil:
		version = linkShape
	case p.Palette.Triangles():
		version = linkTriangles
	case p.Missing():
		version = linkMissing
	}
	missing := version >= linkMissing
	w.bits(version, 4)
	if p.Shape != nil {
		for _, n := range p.Shape.Sides {
			w.gamma(n + 1)
		}
	} else {
		w.gamma(p.Width())
		w.gamma(p.Height())
	}
	w.gamma(inks)
	plain := inks == 1 && !p.Palette.Triangles() && p.Palette[0].RGB == white && p.Palette[1].RGB == black
	w.bit(!plain)
	if !plain {
		for _, s := range p.Palette {
			w.rgb(s.RGB)
			if version >= linkTriangles {
				w.bit(s.Diagonal != 0)
				if s.Diagonal != 0 {
					w.bit(s.Diagonal == '\\')
					w.rgb(s.Right)
				}
			}
		}
	}
	open := 0
	if p.Blotted() {
		open = 1
	}
	w.bits(open, 1)
	w.bit(p.Given != nil)
	if p.Given != nil {
		for i, c := range p.Given.Cells {
			if p.Shape != nil && !p.Shape.Has(i) {
				continue
			}
			w.bit(c != nonogram.Unknown)
			if c != nonogram.Unknown {
				w.bits(int(c), bitsFor(inks+1))
			}
		}
	}
	for _, l := range p.Lines() {
		clue := p.Clue(l)
		if missing {
			w.bit(clue.Missing())
		}
		if clue.Missing() {
			continue
		}
		for _, block := range clue {
			w.gamma(block.Length + 1 + open)
			w.bits(int(block.Color)-1, bitsFor(inks))
		}
		w.gamma(1)
	}
	return binary.BigEndian.AppendUint32(w.bytes, crc32.ChecksumIEEE(w.bytes))
}

// XBM, the pictures of the X Window System, which are C source. Other definitions than the
// size, such as the hot spot of a cursor, are ignored.
//
// Source: the manual of XReadBitmapFile.

package format

import (
	"bytes"
	"fmt"
	"strconv"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var xbmFormat = Format{
	Name:       "xbm",
	Title:      "XBM picture, one pixel per cell",
	Extensions: []string{".xbm"},
	holds:      holdsGoal,
	Picture:    true,
	sniff:      contains("#define", "_width ", "_height "),
	decode:     single(readXBM),
	append:     appendXBM,
}

// xbmReader reads a file.
type xbmReader struct{ *cursor.Draft }

func readXBM(d *cursor.Draft) *nonogram.Puzzle {
	r := &xbmReader{d}
	width, height := r.header()
	r.Size(r.Start, width, height)
	brace := bytes.IndexByte(r.Data[r.Pos:], '{')
	r.Expect(brace >= 0, len(r.Data), "an array of bits in braces")
	wordBits := 8
	if bytes.Contains(r.Data[r.Pos:r.Pos+brace], []byte("short")) {
		wordBits = 16
	}
	r.Pos += brace + 1
	return r.bits(width, height, wordBits)
}

// header reads the definitions in front of the array.
func (r *xbmReader) header() (width, height int) {
	for ; !r.EOF(); r.SkipLine() {
		r.SkipSpace()
		at := r.Pos
		if !r.Literal("#define") {
			if bytes.Contains(r.PeekLine(), []byte("_bits")) {
				break
			}
			continue
		}
		r.SkipBlanks()
		name := r.Word()
		r.SkipBlanks()
		var n *int
		switch {
		case bytes.HasSuffix(name, []byte("_width")):
			n = &width
		case bytes.HasSuffix(name, []byte("_height")):
			n = &height
		default:
			continue
		}
		*n = r.Number()
		r.Size(at, max(width, 1), max(height, 1))
	}
	r.Require(width != 0 && height != 0, r.Start, "found no size, expected definitions of ..._width and ..._height")
	return width, height
}

func (r *xbmReader) bits(width, height, wordBits int) *nonogram.Puzzle {
	words := (width + wordBits - 1) / wordBits
	have := len(r.Data) - r.Pos
	r.Require(have >= words*height, r.Pos, "found %d bytes to the end of the file, expected %d numbers", have, words*height)
	g := nonogram.NewGrid(width, height)
	for y := range height {
		for i := range words {
			bits := r.number(wordBits)
			for x := i * wordBits; x < min((i+1)*wordBits, width); x++ {
				g.Set(y, x, nonogram.Color(bits&1))
				bits >>= 1
			}
		}
	}
	return r.Pictured(g)
}

// number reads a number as in C and a comma.
func (r *xbmReader) number(wordBits int) uint64 {
	r.SkipSpace()
	at := r.Pos
	for !r.EOF() && (cursor.IsLetter(r.Data[r.Pos]) || r.NextDigit()) {
		r.Pos++
	}
	n, err := strconv.ParseUint(string(r.Data[at:r.Pos]), 0, 64)
	switch {
	case err != nil:
		panic(r.Expected(at, "a number like 0x1f"))
	case n >= 1<<wordBits:
		panic(r.Expected(at, "a number of %d bits", wordBits))
	}
	r.SkipSpace()
	r.Literal(",")
	return n
}

// xbmPerLine is the number of values per line, as in files of the X consortium.
const xbmPerLine = 12

func appendXBM(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "#define nonogram_width %d\n#define nonogram_height %d\nstatic unsigned char nonogram_bits[] = {", p.Width(), p.Height())
	n := 0
	for y := range p.Height() {
		bits := 0
		for x, c := range p.Goal.Row(y) {
			bits |= int(c) << (x % 8)
			if x%8 < 7 && x < p.Width()-1 {
				continue
			}
			if n > 0 {
				b = append(b, ',')
			}
			if n%xbmPerLine == 0 {
				b = append(b, "\n  "...)
			}
			b = fmt.Appendf(b, " 0x%02x", bits)
			bits = 0
			n++
		}
	}
	return append(b, " };\n"...)
}

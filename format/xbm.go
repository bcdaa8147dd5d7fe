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
	"nonogram/internal/plural"
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

func readXBM(d *cursor.Draft) *nonogram.Puzzle {
	width, height := xbmHeader(d)
	d.Size(d.Start, width, height)
	brace := bytes.IndexByte(d.Data[d.Pos:], '{')
	d.Expect(brace >= 0, len(d.Data), "an array of bits in braces")
	wordBits := 8
	if bytes.Contains(d.Data[d.Pos:d.Pos+brace], []byte("short")) {
		wordBits = 16
	}
	d.Pos += brace + 1
	return xbmBits(d, width, height, wordBits)
}

// xbmHeader reads the definitions in front of the array.
func xbmHeader(d *cursor.Draft) (width, height int) {
	for ; !d.EOF(); d.SkipLine() {
		d.SkipSpace()
		at := d.Pos
		if !d.Literal("#define") {
			if bytes.Contains(d.PeekLine(), []byte("_bits")) {
				break
			}
			continue
		}
		d.SkipBlanks()
		name := d.Word()
		d.SkipBlanks()
		var n *int
		switch {
		case bytes.HasSuffix(name, []byte("_width")):
			n = &width
		case bytes.HasSuffix(name, []byte("_height")):
			n = &height
		default:
			continue
		}
		*n = d.Number()
		d.Size(at, max(width, 1), max(height, 1))
	}
	d.Require(width != 0 && height != 0, d.Start, "found no size, expected definitions of ..._width and ..._height")
	return width, height
}

func xbmBits(d *cursor.Draft, width, height, wordBits int) *nonogram.Puzzle {
	words := (width + wordBits - 1) / wordBits
	have := len(d.Data) - d.Pos
	if have < words*height {
		panic(d.Fail(d.Pos, "found %s to the end of the file, expected %s", plural.Of(have, "byte", "bytes"), plural.Of(words*height, "number", "numbers")))
	}
	g := nonogram.NewGrid(width, height)
	for y := range height {
		for i := range words {
			bits := xbmNumber(d, wordBits)
			for x := i * wordBits; x < min((i+1)*wordBits, width); x++ {
				g.Set(y, x, nonogram.Color(bits&1))
				bits >>= 1
			}
		}
	}
	return d.Pictured(g)
}

// xbmNumber reads a number as in C and a comma.
func xbmNumber(d *cursor.Draft, wordBits int) uint64 {
	d.SkipSpace()
	at := d.Pos
	for !d.EOF() && (cursor.IsLetter(d.Data[d.Pos]) || d.NextDigit()) {
		d.Pos++
	}
	n, err := strconv.ParseUint(string(d.Data[at:d.Pos]), 0, 64)
	switch {
	case err != nil:
		panic(d.Expected(at, "a number like 0x1f"))
	case n >= 1<<wordBits:
		panic(d.Expected(at, "a number of %d bits", wordBits))
	}
	d.SkipSpace()
	d.Literal(",")
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

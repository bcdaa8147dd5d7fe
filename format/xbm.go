// XBM, the pictures of the X Window System, which are C source:
//
//	#define cat_width 3
//	#define cat_height 2
//	static unsigned char cat_bits[] = {
//	   0x05, 0x03 };
//
// A row is whole bytes, the lowest bit leftmost, and 1 is black. In the older
// form of X10 the array is of short, and a row is words of 16 bits. Lines with
// other definitions, the hot spot of a cursor, are passed over.
//
// Source: the manual of XReadBitmapFile.

package format

import (
	"bytes"
	"fmt"
	"io"

	"nonogram"
)

var xbmFormat = Format{
	Name:       "xbm",
	Title:      "XBM picture, one pixel per cell",
	Extensions: []string{".xbm"},
	Holds:      Goal,
	Picture:    true,
	Sniff:      sniffXBM,
	Decode:     func(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.xbmPuzzle()) },
	Encode:     encodeXBM,
}

func sniffXBM(data []byte) Confidence {
	if !bytes.Contains(data, []byte("#define")) {
		return No
	}
	if bytes.Contains(data, []byte("_width ")) && bytes.Contains(data, []byte("_height ")) {
		return Certain
	}
	return No
}

func (s *Source) xbmPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	width, height, err := s.xbmHeader()
	if err != nil {
		return nil, err
	}
	if err := s.size(s.start, width, height); err != nil {
		return nil, err
	}
	brace := bytes.IndexByte(s.data[s.pos:], '{')
	if brace < 0 {
		return nil, s.expected(len(s.data), "an array of bits in braces")
	}
	wordBits := 8
	if bytes.Contains(s.data[s.pos:s.pos+brace], []byte("short")) {
		wordBits = 16
	}
	s.pos += brace + 1
	return s.xbmBits(width, height, wordBits)
}

// xbmHeader reads the definitions in front of the array.
func (s *Source) xbmHeader() (width, height int, err error) {
	for ; !s.eof(); s.skipLine() {
		s.skipSpace()
		at := s.pos
		if !s.literal("#define") {
			if bytes.Contains(s.peekLine(), []byte("_bits")) {
				break
			}
			continue
		}
		s.skipBlanks()
		name := s.word()
		s.skipBlanks()
		var n *int
		switch {
		case bytes.HasSuffix(name, []byte("_width")):
			n = &width
		case bytes.HasSuffix(name, []byte("_height")):
			n = &height
		default:
			continue
		}
		if *n, err = s.number(); err != nil {
			return 0, 0, err
		}
		if err := s.size(at, max(width, 1), max(height, 1)); err != nil {
			return 0, 0, err
		}
	}
	if width == 0 || height == 0 {
		return 0, 0, s.fail(s.start, "found no size, expected definitions of ..._width and ..._height")
	}
	return width, height, nil
}

func (s *Source) xbmBits(width, height, wordBits int) (*nonogram.Puzzle, error) {
	words := (width + wordBits - 1) / wordBits
	if have := len(s.data) - s.pos; have < words*height {
		return nil, s.fail(s.pos, "found %d bytes to the end of the file, expected %d numbers", have, words*height)
	}
	g := nonogram.NewGrid(width, height)
	for y := range height {
		for i := range words {
			bits, err := s.xbmNumber(wordBits)
			if err != nil {
				return nil, err
			}
			for x := i * wordBits; x < min((i+1)*wordBits, width); x++ {
				g.Set(y, x, nonogram.Color(bits&1))
				bits >>= 1
			}
		}
	}
	return s.goalPuzzle(g)
}

// xbmNumber reads a number as in C, and the comma behind it.
func (s *Source) xbmNumber(wordBits int) (n int, err error) {
	s.skipSpace()
	at := s.pos
	switch {
	case s.literal("0x") || s.literal("0X"):
		from := s.pos
		for ; !s.eof() && s.pos < from+8; s.pos++ {
			d, ok := hexDigit(s.data[s.pos])
			if !ok {
				break
			}
			n = n<<4 | int(d)
		}
		if s.pos == from {
			return 0, s.expected(at, "a number like 0x1f")
		}
	default:
		if n, err = s.number(); err != nil {
			return 0, s.expected(at, "a number like 0x1f")
		}
	}
	if n >= 1<<wordBits {
		return 0, s.expected(at, "a number of %d bits", wordBits)
	}
	s.skipSpace()
	if s.next(',') {
		s.pos++
	}
	return n, nil
}

// xbmPerLine is how many numbers a line has in files of the X consortium.
const xbmPerLine = 12

func encodeXBM(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	b := fmt.Appendf(nil, "#define nonogram_width %d\n#define nonogram_height %d\nstatic unsigned char nonogram_bits[] = {", p.Width(), p.Height())
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
	_, err := w.Write(append(b, " };\n"...))
	return err
}

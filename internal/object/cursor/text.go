// Texts: titles, names, notes. Whatever a file holds, a puzzle gets clean
// UTF-8, so that any format and any terminal can show it, and so that a text
// survives every conversion unchanged.

package cursor

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram"
)

// CleanText turns the bytes of a file into a text: bytes that are not UTF-8 are
// taken for Latin-1, as in files from before UTF-8 was everywhere; line ends
// become LF; other control characters and space around the text go.
func CleanText(b []byte) string {
	if IsPlain(b) {
		return string(b)
	}
	if !utf8.Valid(b) {
		b = fromLatin1(b)
	}
	s := strings.ReplaceAll(string(b), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || r == '\ufffe' || r == '\uffff':
			return -1
		}
		return r
	}, s))
}

// IsPlain is the common case: printable ASCII without space around it.
func IsPlain(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return len(b) == 0 || b[0] != ' ' && b[len(b)-1] != ' '
}

func fromLatin1(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/8)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// Texts lists the puzzle's texts, the ID first.
func Texts(p *nonogram.Puzzle) [7]*string {
	return [7]*string{&p.ID, &p.Title, &p.Author, &p.Copyright, &p.License, &p.Source, &p.Notes}
}

// IsBlackAndWhite reports whether the palette is the default one. The text
// characters do not count: two-color palettes always have the same.
func IsBlackAndWhite(p nonogram.Palette) bool {
	return slices.EqualFunc(p, nonogram.BlackAndWhite(), func(a, b nonogram.Swatch) bool {
		return a.Name == b.Name && a.RGB == b.RGB
	})
}

// ParseNumber returns the number that b consists of.
func ParseNumber(b []byte) (int, bool) {
	n := int64(0)
	for _, c := range b {
		if !IsDigit(c) || n > MaxNumber {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return int(n), len(b) > 0 && n <= MaxNumber
}

// ParseRGB reads "#rrggbb" or "#rgb"; the "#" may be missing.
func ParseRGB(b []byte) (nonogram.RGB, bool) {
	if len(b) > 0 && b[0] == '#' {
		b = b[1:]
	}
	var digits [6]byte
	for i, c := range b {
		d, ok := HexDigit(c)
		if !ok || i >= len(digits) {
			return nonogram.RGB{}, false
		}
		digits[i] = d
	}
	switch len(b) {
	case 3:
		return nonogram.RGB{R: digits[0] * 17, G: digits[1] * 17, B: digits[2] * 17}, true
	case 6:
		return nonogram.RGB{R: digits[0]<<4 | digits[1], G: digits[2]<<4 | digits[3], B: digits[4]<<4 | digits[5]}, true
	}
	return nonogram.RGB{}, false
}

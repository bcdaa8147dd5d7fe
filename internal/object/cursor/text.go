// Texts: titles, names, notes. The texts of a puzzle are clean UTF-8, so that every format and
// every terminal can show them and conversions do not change them.

package cursor

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram"
)

// CleanText converts the bytes of a file into a text: bytes that are not UTF-8 are read as
// Latin-1, which older files use; line ends become LF; other control characters, and space
// around the text, are removed.
func CleanText(b []byte) string {
	if IsPlain(b) {
		return string(b)
	}
	if !utf8.Valid(b) {
		letters := make([]rune, len(b))
		for i, c := range b {
			letters[i] = rune(c)
		}
		b = []byte(string(letters))
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

// IsPlain reports the common case: printable ASCII without space around it.
func IsPlain(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return len(b) == 0 || b[0] != ' ' && b[len(b)-1] != ' '
}

// Texts lists the puzzle's texts, the ID first.
func Texts(p *nonogram.Puzzle) [7]*string {
	return [7]*string{&p.ID, &p.Title, &p.Author, &p.Copyright, &p.License, &p.Source, &p.Notes}
}

// IsBlackAndWhite reports whether the palette is the default one. The text
// characters do not count: two-color palettes always have the same.
func IsBlackAndWhite(p nonogram.Palette) bool {
	return slices.EqualFunc(p, nonogram.BlackAndWhite(), func(a, b nonogram.Swatch) bool {
		return a.Name == b.Name && a.SamePaint(b)
	})
}

// ParseNumber returns the number that b consists of.
func ParseNumber(b []byte) (int, bool) {
	n, err := strconv.ParseUint(string(b), 10, 32)
	return int(n), err == nil && n <= MaxNumber
}

// ReadPaint reads one color, or two with the diagonal between them that divides cells into
// triangles, into a swatch. one reads a color.
func ReadPaint(w *nonogram.Swatch, b []byte, one func([]byte) (nonogram.RGB, bool)) bool {
	w.Diagonal, w.Right = 0, nonogram.RGB{}
	left, ok := b, true
	if i := bytes.IndexAny(b, `/\`); i >= 0 {
		w.Diagonal = b[i]
		left = bytes.TrimSpace(b[:i])
		w.Right, ok = one(bytes.TrimSpace(b[i+1:]))
	}
	var found bool
	w.RGB, found = one(left)
	return ok && found
}

// ParseRGB reads "#rrggbb" or "#rgb"; the "#" may be missing.
func ParseRGB(b []byte) (nonogram.RGB, bool) {
	digits := string(bytes.TrimPrefix(b, []byte{'#'}))
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	n, err := strconv.ParseUint(digits, 16, 24)
	return nonogram.RGB{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n)}, err == nil && len(digits) == 6
}

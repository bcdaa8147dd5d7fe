// The TOML of Tsionyx' nonogrid, and the INI files of its predecessor pynogram:
//
//	[colors]
//	defs = ['g = (green) g', 'b = (0x804000) b']     name, looks and character
//
//	[clues]
//	rows = """
//	    1g 1g         ; blanks between blocks, a comma or a new line between clues
//	    1b 1b         # and two kinds of comments
//	"""
//	columns = "1g 1b, 0, 1g 1b"
//
// A color is an SVG name, six hexadecimal digits, or three numbers (0, 176, 0). Blocks
// without a color name are black, which is predefined as B. The clue of an empty line is 0.
// In older files values have no quotes and continue in indented lines, and colors are lines
// of their section, "g = (green) g".
//
// TOML libraries do not give the place of a clue inside a long string, which errors need,
// so this reads the part of TOML that these files use.
//
// Source: examples/hello.toml and parser.rs of nonogrid, reader.py of pynogram.

package format

import (
	"bytes"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
)

var nonogridFormat = Format{
	Name:       "nonogrid",
	Title:      "TOML of nonogrid, and INI of pynogram",
	Extensions: []string{".toml"},
	holds:      holdsColors | holdsInk | holdsNames | holdsSymbols | holdsUnused,
	sniff:      sniffNonogrid,
	decode:     single(readTOML),
	append:     appendNonogrid,
}

// sniffNonogrid looks for the one section that every file has.
func sniffNonogrid(data []byte) confidence {
	s := cursor.Cursor{Data: data}
	for ; !s.EOF(); s.SkipLine() {
		if s.SkipBlanks(); s.Literal("[clues]") {
			return certain
		}
	}
	return no
}

// tomlReader reads one file.
type tomlReader struct {
	*cursor.Draft
	rows, cols tomlClues
	colored    bool
	keyAt      int // offset of the current key
}

// tomlClues is a value with clues, data[from:to].
type tomlClues struct {
	from, to int
	seen     bool
}

func readTOML(d *cursor.Draft) *nonogram.Puzzle {
	r := &tomlReader{Draft: d}
	r.SkipSpace()
	r.Begin(r.Pos)
	r.sections()
	if !r.rows.seen || !r.cols.seen {
		panic(r.Fail(r.Start, "found no rows or no columns, expected both in [clues]"))
	}
	r.readClues(r.rows)
	height := len(r.Lines)
	r.readClues(r.cols)
	p := &nonogram.Puzzle{}
	if r.colored {
		p.Palette = r.Paint()
	}
	return r.Puzzle(p, r.Lines[:height], r.Lines[height:])
}

// sections records the clues and reads the colors.
func (r *tomlReader) sections() {
	section := ""
	for r.tomlSkip(); !r.EOF(); r.tomlSkip() {
		if r.Next('[') {
			section = string(bytes.TrimSpace(r.PeekLine()[:min(len(r.PeekLine()), cursor.MaxShown)]))
			r.SkipLine()
			continue
		}
		key := r.tomlKey()
		switch {
		case section == "[clues]" && key == "rows":
			r.cluesValue(&r.rows, key)
		case section == "[clues]" && key == "columns":
			r.cluesValue(&r.cols, key)
		case section == "[colors]" && key == "defs":
			for range jsontext.Array(&r.Cursor) {
				r.colorString()
			}
		case section == "[colors]":
			at := r.Pos
			r.color(r.keyAt, []byte(key), r.Rest(), at)
		default:
			r.skipTOML()
		}
	}
}

// tomlSkip skips space and comments of either kind.
func (r *tomlReader) tomlSkip() {
	for r.SkipSpace(); r.Next('#') || r.Next(';'); r.SkipSpace() {
		r.SkipLine()
	}
}

// tomlKey reads up to the "=" and past it.
func (r *tomlReader) tomlKey() string {
	at := r.Pos
	for !r.LineEnd() && !r.Next('=') {
		r.Pos++
	}
	key := bytes.TrimSpace(r.Data[at:r.Pos])
	if !r.Next('=') || len(key) == 0 || len(key) > cursor.MaxText {
		panic(r.Expected(at, "a line like rows = ..."))
	}
	r.Pos++
	r.SkipBlanks()
	r.keyAt = at
	return string(key)
}

// cluesValue records the range of a value.
func (r *tomlReader) cluesValue(c *tomlClues, key string) {
	at := r.Pos
	if c.seen {
		panic(r.Fail(at, "found %s a second time", key))
	}
	c.seen = true
	for _, quotes := range []string{`"""`, `'''`} {
		if r.Literal(quotes) {
			n := bytes.Index(r.Data[r.Pos:], []byte(quotes))
			if n < 0 {
				panic(r.Fail(at, "found a string without an end, expected %s", quotes))
			}
			c.from, c.to = r.Pos, r.Pos+n
			r.Pos = c.to + len(quotes)
			return
		}
	}
	if r.Next('"') || r.Next('\'') {
		line := r.PeekLine()
		n := bytes.IndexByte(line[1:], line[0])
		if behind := bytes.TrimLeft(line[max(n+2, 0):], " \t"); n >= 0 && (len(behind) == 0 || behind[0] == '#') {
			c.from, c.to = at+1, at+1+n
			r.SkipLine()
			return
		}
	}
	c.from = at
	r.iniValue()
	c.to = r.Pos
}

// iniValue moves past a value without quotes: the rest of the line, and the
// lines below that are indented, blank or comments.
func (r *tomlReader) iniValue() {
	for r.SkipLine(); !r.EOF(); r.SkipLine() {
		if c := r.Data[r.Pos]; !cursor.IsBlank(c) && !cursor.IsEOL(c) && c != '#' && c != ';' {
			return
		}
	}
}

// skipTOML skips a value.
func (r *tomlReader) skipTOML() {
	if !r.Next('[') {
		var ignored tomlClues
		r.cluesValue(&ignored, "")
		return
	}
	for depth := 0; ; r.Pos++ {
		switch {
		case r.EOF():
			panic(r.Fail(r.keyAt, "found an array without an end, expected ]"))
		case r.Next('"'), r.Next('\''):
			r.tomlString()
			r.Pos--
		case r.Next('#'):
			r.Rest()
		case r.Next('['):
			depth++
		case r.Next(']'):
			if depth--; depth == 0 {
				r.Pos++
				return
			}
		}
	}
}

// colorString reads one element of "defs".
func (r *tomlReader) colorString() {
	if r.tomlSkip(); r.Next(']') {
		return // after a trailing comma
	}
	at := r.Pos
	text := r.tomlString()
	name, looks, ok := bytes.Cut(text, []byte("="))
	if !ok {
		panic(r.Expected(at, `a color like "r = (red) r"`))
	}
	r.color(at, name, looks, at)
	r.tomlSkip()
}

// tomlString reads a string in either kind of quotes, on one line.
func (r *tomlReader) tomlString() []byte {
	if !r.Next('\'') {
		return jsontext.String(&r.Cursor)
	}
	from := r.Pos + 1
	for r.Pos++; !r.Next('\''); r.Pos++ {
		if r.LineEnd() {
			panic(r.Fail(from-1, "found a string without an end, expected the closing '"))
		}
	}
	r.Pos++
	return r.Data[from : r.Pos-1]
}

// color enters a color: its name, and "(red) r".
func (r *tomlReader) color(at int, name, looks []byte, looksAt int) {
	r.colored = true
	name, looks = bytes.TrimSpace(name), bytes.TrimSpace(looks)
	char, size := utf8.DecodeLastRune(looks)
	rgb, ok := svgLooks(looks[:len(looks)-size])
	if !ok {
		panic(r.Fail(looksAt, "found the color %q, expected one like (red) r or (ff0000) r", looks[:min(len(looks), cursor.MaxShown)]))
	}
	if !isColorWord(name) {
		panic(r.Fail(at, "found the name %q of a color, expected a word that does not start with a digit", name[:min(len(name), cursor.MaxShown)]))
	}
	i := r.named(name)
	if i < 0 {
		i = r.AddColor(at, cursor.Entry{})
	}
	e := &r.Colors.Entries[i]
	e.Name, e.RGB, e.Char, e.Symbol = cursor.CleanText(name), rgb, 0, 0
	if char < utf8.RuneSelf {
		e.Symbol = byte(char)
	}
	r.Colors.Declare(i)
}

// svgLooks reads the color in parentheses.
func svgLooks(b []byte) (nonogram.RGB, bool) {
	b = bytes.Trim(b, "() \t")
	if parts := bytes.Split(b, []byte(",")); len(parts) == 3 {
		var v [3]uint8
		for i, part := range parts {
			n, ok := cursor.ParseNumber(bytes.TrimSpace(part))
			if !ok || n > 255 {
				return nonogram.RGB{}, false
			}
			v[i] = uint8(n)
		}
		return nonogram.RGB{R: v[0], G: v[1], B: v[2]}, true
	}
	if rgb, ok := svgColor(string(bytes.ToLower(b))); ok {
		return rgb, true
	}
	return cursor.ParseRGB(bytes.TrimPrefix(b, []byte("0x")))
}

// isColorWord reports whether a color name can follow a number.
func isColorWord(name []byte) bool {
	return cursor.CleanText(name) != "" && !cursor.IsDigit(name[0]) && !bytes.ContainsAny(name, " \t,;#\"'=")
}

// named finds a color by its name, -1 if there is none. B and W are black and
// white without a definition.
func (r *tomlReader) named(name []byte) int {
	text := cursor.CleanText(name)
	for i := cursor.Ink + 1; i < len(r.Colors.Entries); i++ {
		if r.Colors.Entries[i].Name == text {
			return i
		}
	}
	switch text {
	case "B":
		return cursor.Ink
	case "W":
		return cursor.Background
	}
	return -1
}

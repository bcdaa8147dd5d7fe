// The TOML of Tsionyx' nonogrid, and the INI files of its predecessor pynogram, in which values
// have no quotes and continue in indented lines, and colors are lines of their section.
//
// TOML libraries do not give the place of a clue inside a long string, which errors need,
// so this reads the part of TOML that these files use.
//
// Source: examples/hello.toml and parser.rs of nonogrid, reader.py of pynogram.

package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
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
	rows, cols tomlValue
	colored    bool
	keyAt      int // offset of the current key
}

// tomlValue is a value without its quotes: data[from:to].
type tomlValue struct {
	from, to int
	seen     bool
}

func readTOML(d *cursor.Draft) *nonogram.Puzzle {
	r := &tomlReader{Draft: d}
	r.sections()
	r.Require(r.rows.seen && r.cols.seen, r.Start, "found no rows or no columns, expected both in [clues]")
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
		r.keyAt = r.Pos
		key := string(bytes.TrimSpace(r.Until("=")))
		r.Expect(r.Literal("=") && key != "" && len(key) <= cursor.MaxText, r.keyAt, "a line like rows = ...")
		r.SkipBlanks()
		at := r.Pos
		switch {
		case section == "[clues]" && (key == "rows" || key == "columns"):
			clues := &r.rows
			if key == "columns" {
				clues = &r.cols
			}
			r.Require(!clues.seen, at, "found %s a second time", key)
			*clues = r.value()
		case section == "[colors]" && key == "defs":
			for range jsontext.Array(&r.Cursor) {
				r.colorString()
			}
		case section == "[colors]":
			r.color(r.keyAt, []byte(key), r.Rest(), at)
		default:
			r.value()
		}
	}
}

// tomlSkip skips space and comments of either kind.
func (r *tomlReader) tomlSkip() {
	for r.SkipSpace(); r.Next('#') || r.Next(';'); r.SkipSpace() {
		r.SkipLine()
	}
}

// value moves past a value: an array, a string in any quotes, or without quotes the rest of
// the line and the lines below that are indented, blank or comments.
func (r *tomlReader) value() tomlValue {
	at := r.Pos
	if r.Next('[') {
		r.skipArray()
		return tomlValue{at, r.Pos, true}
	}
	for _, quotes := range []string{`"""`, `'''`} {
		if r.Literal(quotes) {
			n := bytes.Index(r.Data[r.Pos:], []byte(quotes))
			r.Require(n >= 0, at, "found a string without an end, expected %s", quotes)
			v := tomlValue{r.Pos, r.Pos + n, true}
			r.Pos = v.to + len(quotes)
			return v
		}
	}
	if r.Next('"') || r.Next('\'') {
		line := r.PeekLine()
		n := bytes.IndexByte(line[1:], line[0])
		if rest := bytes.TrimLeft(line[max(n+2, 0):], " \t"); n >= 0 && (len(rest) == 0 || rest[0] == '#') {
			r.SkipLine()
			return tomlValue{at + 1, at + 1 + n, true}
		}
	}
	for r.SkipLine(); !r.EOF(); r.SkipLine() {
		if c := r.Data[r.Pos]; !cursor.IsBlank(c) && !cursor.IsEOL(c) && c != '#' && c != ';' {
			break
		}
	}
	return tomlValue{at, r.Pos, true}
}

// skipArray moves past the closing bracket of an array.
func (r *tomlReader) skipArray() {
	for depth := 1; depth > 0; {
		r.Pos++
		r.Until(`"'#[]`)
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
			depth--
		}
	}
	r.Pos++
}

// colorString reads one element of "defs".
func (r *tomlReader) colorString() {
	if r.tomlSkip(); r.Next(']') {
		return // after a trailing comma
	}
	at := r.Pos
	name, looks, ok := bytes.Cut(r.tomlString(), []byte("="))
	r.Expect(ok, at, `a color like "r = (red) r"`)
	r.color(at, name, looks, at)
	r.tomlSkip()
}

// tomlString reads a string in either kind of quotes, on one line.
func (r *tomlReader) tomlString() []byte {
	if !r.Next('\'') {
		return jsontext.String(&r.Cursor)
	}
	at := r.Pos
	r.Pos++
	text := r.Until("'")
	r.Require(r.Literal("'"), at, "found a string without an end, expected the closing '")
	return text
}

// color enters a color: its name, and "(red) r".
func (r *tomlReader) color(at int, name, looks []byte, looksAt int) {
	r.colored = true
	name, looks = bytes.TrimSpace(name), bytes.TrimSpace(looks)
	char, size := utf8.DecodeLastRune(looks)
	rgb, ok := svgLooks(looks[:len(looks)-size])
	r.Require(ok, looksAt, "found the color %q, expected one like (red) r or (ff0000) r", looks[:min(len(looks), cursor.MaxShown)])
	word := cursor.CleanText(name) != "" && !cursor.IsDigit(name[0]) && !bytes.ContainsAny(name, " \t,;#\"'=")
	r.Require(word, at, "found the name %q of a color, expected a word that does not start with a digit", name[:min(len(name), cursor.MaxShown)])
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
			n, err := strconv.ParseUint(string(bytes.TrimSpace(part)), 10, 8)
			if err != nil {
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

// named finds a color by its name, -1 if there is none. B and W are black and
// white without a definition.
func (r *tomlReader) named(name []byte) int {
	if i := r.Colors.Named(name); i >= 0 || len(name) != 1 {
		return i
	}
	return strings.IndexByte("WB", name[0]) // the entries of background and ink
}

// readClues reads the clues of a value, separated by commas or line ends. Quotes and empty
// clues are skipped.
func (r *tomlReader) readClues(v tomlValue) {
	whole := r.Data
	r.Data, r.Pos = whole[:v.to], v.from
	defer func() { r.Data = whole }()
	for r.clueSkip(); !r.EOF(); r.clueSkip() {
		r.clue()
	}
}

// clueSkip skips separators of clues.
func (r *tomlReader) clueSkip() {
	for r.tomlSkip(); r.Next(',') || r.Next('"') || r.Next('\''); r.tomlSkip() {
		r.Pos++
	}
}

// clueEnds end a clue, as does the end of its line.
const clueEnds = ",\"'#;"

func (r *tomlReader) clue() {
	r.OpenClue()
	for ; !r.LineEnd() && strings.IndexByte(clueEnds, r.Data[r.Pos]) < 0; r.SkipBlanks() {
		from := r.Pos
		n := r.Number()
		color := cursor.Ink
		nameAt := r.Pos
		if name := r.Until(clueEnds + " \t"); len(name) > 0 {
			if color = r.named(name); color < 0 {
				panic(r.Fail(nameAt, "found the color %s, expected one that the file defines", r.Found(nameAt)))
			}
		}
		r.Require(color != cursor.Background, from, "found the background color in a clue, expected another color")
		if n > 0 {
			r.Colors.Entries[color].Used = true
		}
		r.AddNumber(from, n, nonogram.Color(color))
	}
	r.CloseClue()
}

func appendNonogrid(b []byte, _ int, p *nonogram.Puzzle) []byte {
	names := make([]string, len(p.Palette))
	if p.Colored() || hasInk(p) || hasNames(p) {
		copy(names[1:], nonogridNames(p.Palette[1:]))
		b = append(b, "[colors]\ndefs = [\n"...)
		for i, swatch := range p.Palette[1:] {
			def := names[i+1] + " = (" + swatch.RGB.String()[1:] + ") " + string(rune(swatch.Symbol))
			b = append(b, "    "...)
			b = append(strconv.AppendQuote(b, def), ",\n"...)
		}
		b = append(b, "]\n\n"...)
	}
	style := clueStyle{before: "    ", between: " ", after: "\n", empty: "0", colors: names}
	b = append(b, "[clues]\ncolumns = \"\"\"\n"...)
	b = style.append(b, p.Cols)
	b = append(b, "\"\"\"\n\nrows = \"\"\"\n"...)
	b = style.append(b, p.Rows)
	return append(b, "\"\"\"\n"...)
}

// nonogridNames returns a name for each ink that can follow a number.
func nonogridNames(palette nonogram.Palette) []string {
	words := slices.Clone(palette)
	for i, w := range words {
		if name := w.Name; name != "" && cursor.IsDigit(name[0]) || name == "W" || name == "B" {
			words[i].Name = "color-" + name
		}
	}
	return wordNames(words, " \t,;#\"'=")
}

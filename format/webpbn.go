// The XML of webpbn.com, Jan Wolter's format for paint-by-number puzzles. A "saved" solution
// is ignored, except for the given cells that this package writes with the id "given".
// Triddlers and triangles are rejected.
//
// Source: https://webpbn.com/pbn_fmt.html, version 0.3.

package format

import (
	"bytes"
	"cmp"
	"strings"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var webpbnFormat = Format{
	Name:       "webpbn",
	Title:      "XML of webpbn.com",
	Extensions: []string{".xml", ".pbn"},
	holds:      holdsMany | allColors | holdsBlots | holdsGiven | holdsGoal | allTexts&^holdsLicense,
	sniff:      sniffWebpbn,
	decode:     decodeWebpbn,
	append:     appendPbn,
	head:       pbnHead,
	tail:       pbnTail,
}

func sniffWebpbn(data []byte) confidence {
	data = bytes.TrimLeft(data, cursor.BlanksOrEOL)
	switch {
	case len(data) == 0 || data[0] != '<':
		return no
	case bytes.Contains(data, []byte("<puzzleset")) || bytes.Contains(data, []byte("<puzzle ")) || bytes.Contains(data, []byte("<puzzle>")):
		return certain
	}
	return no
}

// pbnFile reads a set of puzzles.
type pbnFile struct {
	xmlScanner
	set nonogram.Puzzle // the texts that all puzzles share
}

// pbnReader reads one puzzle.
type pbnReader struct {
	*xmlScanner
	p          *nonogram.Puzzle
	ink        int // the entry of counts without a color
	rows, cols pbnClues
	goal       pbnImage
	given      pbnImage
}

// pbnClues is a "clues" element: lines[from:to] of the collected clue lines.
type pbnClues struct {
	from, to int
	seen     bool
}

// pbnImage is the text of an image. A goal has a higher rank than a solution.
type pbnImage struct {
	text []byte
	at   int
	rank int
}

func decodeWebpbn(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	f := &pbnFile{xmlScanner: xmlScanner{Draft: d}}
	f.each("<puzzle", f.next, yield)
}

// next reads the next puzzle of the file, nil at its end.
func (f *pbnFile) next() *nonogram.Puzzle {
	for f.ID = ""; f.nextStart(0); {
		switch name := string(f.name); {
		case name == "puzzle":
			return f.puzzle()
		case name == "puzzleset":
		case len(f.stack) == 1 && !f.loose:
			panic(f.Fail(f.at, "found <%.*s>, expected <puzzleset> or <puzzle>", cursor.MaxShown, name))
		case name == "source" || name == "author" || name == "copyright":
			*textField(&f.set, name) = f.contentText()
		default:
			f.skip()
		}
	}
	return nil
}

func (f *pbnFile) puzzle() *nonogram.Puzzle {
	x := &f.xmlScanner
	x.Begin(x.at)
	p := f.set
	r := pbnReader{xmlScanner: x, p: &p}
	kind := x.attrText("type", "grid")
	x.Require(kind == "grid", x.at, "found a puzzle of type %q, expected grid: triddlers and other shapes are not supported", kind[:min(len(kind), cursor.MaxShown)])
	r.basicColors()
	for depth := len(x.stack); x.nextStart(depth); {
		r.element()
	}
	r.complete()
	return &p
}

// basicColors sets up the background, the predefined colors and the ink.
func (r *pbnReader) basicColors() {
	t := &r.Colors
	t.Entries[cursor.Background].Char = '.'
	t.Entries[cursor.Ink].Char = 'X'
	t.Entries[cursor.Ink].Symbol = 'X'
	if paper := r.attrText("backgroundcolor", "white"); paper != "white" {
		if paper == "black" {
			t.Entries[0], t.Entries[1] = t.Entries[1], t.Entries[0]
		} else {
			_ = r.AddColor(r.at, t.Entries[cursor.Background])
			t.Entries[cursor.Background] = cursor.Entry{Swatch: nonogram.Swatch{Name: paper}, Unknown: true, At: r.at}
		}
	}
	r.ink = r.mention(r.at, []byte(r.attrText("defaultcolor", "black")))
}

// mention finds the entry of a color, or adds an undeclared one.
func (r *pbnReader) mention(at int, name []byte) int {
	if i := r.Colors.ByName(name); i >= 0 {
		return i
	}
	return r.AddColor(at, cursor.Entry{Swatch: nonogram.Swatch{Name: string(name)}, Unknown: true})
}

// element reads one element of a puzzle.
func (r *pbnReader) element() {
	switch name := string(r.name); name {
	case "title", "author", "copyright", "source":
		*textField(r.p, name) = r.contentText()
	case "id":
		r.p.ID = r.contentText()
		r.ID = cmp.Or(r.p.ID, r.ID)
	case "description", "note":
		r.p.Notes = strings.Trim(r.p.Notes+"\n"+r.contentText(), "\n")
	case "color":
		r.color()
	case "clues":
		r.cluesElement()
	case "solution":
		r.solutionElement()
	default:
		r.skip()
	}
}

func (r *pbnReader) color() {
	at := r.at
	name := r.attrText("name", "")
	r.Require(name != "", at, "found a color without a name, expected an attribute name")
	value, _, _ := r.attr("char")
	char, _ := utf8.DecodeRune(xmlUnescape(value))
	text, textAt := r.content()
	rgb, ok := cursor.ParseRGB(bytes.TrimSpace(text))
	if !ok {
		r.Require(!bytes.ContainsAny(text, `/\`), textAt, "found a color of triangles, which are not supported")
		panic(r.Fail(textAt, "found the color %q, expected six hexadecimal digits", text[:min(len(text), cursor.MaxShown)]))
	}
	i := r.mention(at, []byte(name))
	if !usableInImage(char) {
		char = 0
	}
	for j := range r.Colors.Entries {
		if e := &r.Colors.Entries[j]; e.Char == char && !e.Declared {
			e.Char = 0 // a declared color takes the character from a predefined one
		}
	}
	e := &r.Colors.Entries[i]
	e.RGB, e.Unknown, e.Char, e.Symbol = rgb, false, char, 0
	r.Colors.Declare(i)
}

// usableInImage reports whether a character can be a color in images.
func usableInImage(c rune) bool {
	return c >= ' ' && c != utf8.RuneError && c != '?' && c != '|' && c != '[' && c != ']' && c != '/' && c != '\\'
}

// cluesElement reads the clues of all rows or all columns.
func (r *pbnReader) cluesElement() {
	at := r.at
	block := &r.rows
	switch kind := r.attrText("type", ""); kind {
	case "rows":
	case "columns":
		block = &r.cols
	default:
		panic(r.Fail(at, "found clues of type %q, expected rows or columns", kind[:min(len(kind), cursor.MaxShown)]))
	}
	block.seen, block.from = true, len(r.Lines)
	r.children("line", r.lineElement)
	block.to = len(r.Lines)
}

func (r *pbnReader) lineElement() {
	r.OpenClueAt(r.at)
	r.children("count", r.count)
	r.CloseClue()
}

// count reads one block. 0 is a block of unknown length.
func (r *pbnReader) count() {
	color := r.ink
	if name, at, ok := r.attr("color"); ok {
		if !cursor.IsPlain(name) || bytes.IndexByte(name, '&') >= 0 {
			name = []byte(xmlString(name))
		}
		color = r.mention(at, name)
	}
	r.Require(color != cursor.Background, r.at, "found the background color in a clue, expected another color")
	text, at := r.content()
	n, ok := cursor.ParseNumber(bytes.TrimSpace(text))
	if !ok {
		at += len(text) - len(bytes.TrimLeft(text, cursor.BlanksOrEOL))
		panic(r.Expected(at, "a number of at most %d", cursor.MaxNumber))
	}
	r.Colors.Entries[color].Used = true
	r.AddBlock(n, nonogram.Color(color))
}

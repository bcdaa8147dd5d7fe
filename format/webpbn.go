// The XML of webpbn.com, Jan Wolter's format for paint-by-number puzzles:
//
//	<puzzleset>
//	<puzzle type="grid" defaultcolor="black">
//	<title>Two trees</title>
//	<color name="white" char=".">fff</color>
//	<color name="green" char="g">00b000</color>
//	<clues type="rows"><line><count color="green">1</count>…</line></clues>
//	<clues type="columns">…</clues>
//	<solution type="goal"><image>
//	|gg|
//	</image></solution>
//	</puzzle>
//	</puzzleset>
//
// White "." and black "X" need no declaration. Clues may be missing where a goal
// is, and a count of 0 is a block of unknown length; an empty line has no count.
// In images "?" and a set "[ab]" are unknown cells. A "saved" solution is what a
// player has drawn and not part of the puzzle, except that this package keeps
// given cells in one with the id "given". Triddlers and triangles are refused.
//
// Source: https://webpbn.com/pbn_fmt.html, version 0.3.

package format

import (
	"bytes"
	"unicode/utf8"

	"nonogram"
)

var webpbnFormat = Format{
	Name:       "webpbn",
	Title:      "XML of webpbn.com",
	Extensions: []string{".xml", ".pbn"},
	Holds:      Many | allColors | Blots | Given | Goal | allTexts&^License,
	Sniff:      sniffWebpbn,
	Decode:     decodeWebpbn,
	Encode:     encodeWebpbn,
}

func sniffWebpbn(data []byte) Confidence {
	data = bytes.TrimLeft(data, blanksOrEOL)
	switch {
	case len(data) == 0 || data[0] != '<':
		return No
	case bytes.Contains(data, []byte("<puzzleset")) || bytes.Contains(data, []byte("<puzzle ")) || bytes.Contains(data, []byte("<puzzle>")):
		return Certain
	}
	return No
}

// pbnSet holds what a set says of all its puzzles.
type pbnSet struct{ source, author, copyright string }

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

// pbnImage is the text of an image. rank tells images of the same kind apart:
// the goal itself goes before a solution somebody found.
type pbnImage struct {
	text []byte
	at   int
	rank int
}

func decodeWebpbn(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	x := &xmlScanner{Source: s}
	var set pbnSet
	for {
		p, err := x.pbnNext(&set)
		if err != nil {
			x.pastError("<puzzle")
		}
		if p == nil && err == nil || !yield(p, err) {
			return
		}
	}
}

// pbnNext reads the next puzzle of the file, nil at its end.
func (x *xmlScanner) pbnNext(set *pbnSet) (*nonogram.Puzzle, error) {
	for {
		x.id = ""
		if err := x.token(); err != nil {
			return nil, err
		}
		switch {
		case x.kind == xmlEOF:
			return nil, nil
		case x.kind != xmlStart:
			continue
		}
		switch string(x.name) {
		case "puzzle":
			return x.pbnPuzzle(set)
		case "puzzleset":
		default:
			if err := x.pbnSetText(set); err != nil {
				return nil, err
			}
		}
	}
}

func (x *xmlScanner) pbnSetText(set *pbnSet) (err error) {
	switch name := string(x.name); {
	case len(x.stack) == 1 && !x.loose:
		return x.fail(x.at, "found <%.*s>, expected <puzzleset> or <puzzle>", maxShown, name)
	case name == "source":
		set.source, err = x.contentText()
	case name == "author":
		set.author, err = x.contentText()
	case name == "copyright":
		set.copyright, err = x.contentText()
	default:
		err = x.skip()
	}
	return err
}

func (x *xmlScanner) pbnPuzzle(set *pbnSet) (*nonogram.Puzzle, error) {
	x.begin(x.at)
	p := &nonogram.Puzzle{Source: set.source, Author: set.author, Copyright: set.copyright}
	r := pbnReader{xmlScanner: x, p: p}
	if kind := x.attrText("type", "grid"); kind != "grid" {
		return nil, x.fail(x.at, "found a puzzle of type %q, expected grid: triddlers and other shapes are not supported", kind[:min(len(kind), maxShown)])
	}
	if err := r.basicColors(); err != nil {
		return nil, err
	}
	for depth := len(x.stack); ; {
		if err := x.token(); err != nil {
			return nil, err
		}
		if len(x.stack) < depth {
			break
		}
		if x.kind == xmlStart {
			if err := r.element(); err != nil {
				return nil, err
			}
		}
	}
	if err := r.complete(); err != nil {
		return nil, err
	}
	return p, nil
}

// basicColors sets up the background, the predefined colors and the ink.
func (r *pbnReader) basicColors() (err error) {
	t := &r.colors
	t.entries[backgroundEntry].char = '.'
	t.entries[inkEntry].char = 'X'
	t.entries[inkEntry].Symbol = 'X'
	if paper := r.attrText("backgroundcolor", "white"); paper != "white" {
		if paper == "black" {
			t.entries[0], t.entries[1] = t.entries[1], t.entries[0]
		} else {
			if _, err = r.addColor(r.at, t.entries[backgroundEntry]); err != nil {
				return err
			}
			t.entries[backgroundEntry] = colorEntry{Swatch: nonogram.Swatch{Name: paper}, unknown: true, at: r.at}
		}
	}
	r.ink, err = r.mention(r.at, []byte(r.attrText("defaultcolor", "black")))
	return err
}

// mention finds the entry of a color, or adds one that is still to be declared.
func (r *pbnReader) mention(at int, name []byte) (int, error) {
	if i := r.colors.byName(name); i >= 0 {
		return i, nil
	}
	return r.addColor(at, colorEntry{Swatch: nonogram.Swatch{Name: string(name)}, unknown: true})
}

// element reads one element of a puzzle.
func (r *pbnReader) element() (err error) {
	p := r.p
	switch string(r.name) {
	case "title":
		p.Title, err = r.contentText()
	case "author":
		p.Author, err = r.contentText()
	case "copyright":
		p.Copyright, err = r.contentText()
	case "source":
		p.Source, err = r.contentText()
	case "id":
		if p.ID, err = r.contentText(); p.ID != "" {
			r.id = p.ID
		}
	case "description", "note":
		var note string
		if note, err = r.contentText(); note != "" {
			if p.Notes != "" {
				note = p.Notes + "\n" + note
			}
			p.Notes = note
		}
	case "color":
		err = r.color()
	case "clues":
		err = r.cluesElement()
	case "solution":
		err = r.solutionElement()
	default:
		err = r.skip()
	}
	return err
}

func (r *pbnReader) color() error {
	at := r.at
	name := r.attrText("name", "")
	if name == "" {
		return r.fail(at, "found a color without a name, expected an attribute name")
	}
	char, _ := utf8.DecodeRune(xmlUnescape(attrValue(r.attr("char"))))
	text, textAt, err := r.content()
	if err != nil {
		return err
	}
	rgb, ok := parseRGB(bytes.TrimSpace(text))
	if !ok {
		if bytes.ContainsAny(text, `/\`) {
			return r.fail(textAt, "found a color of triangles, which are not supported")
		}
		return r.fail(textAt, "found the color %q, expected six hexadecimal digits", text[:min(len(text), maxShown)])
	}
	i, err := r.mention(at, []byte(name))
	if err != nil {
		return err
	}
	if !usableInImage(char) {
		char = 0
	}
	for j := range r.colors.entries {
		if e := &r.colors.entries[j]; e.char == char && !e.declared {
			e.char = 0 // a declared color takes the character from a predefined one
		}
	}
	e := &r.colors.entries[i]
	e.RGB, e.unknown, e.char, e.Symbol = rgb, false, char, 0
	r.colors.declare(i)
	return nil
}

func attrValue(value []byte, _ int, _ bool) []byte { return value }

// usableInImage excludes what images use otherwise.
func usableInImage(c rune) bool {
	return c >= ' ' && c != utf8.RuneError && c != '?' && c != '|' && c != '[' && c != ']' && c != '/' && c != '\\'
}

// cluesElement reads the clues of all rows or all columns.
func (r *pbnReader) cluesElement() error {
	at := r.at
	block := &r.rows
	switch kind := r.attrText("type", ""); kind {
	case "rows":
	case "columns":
		block = &r.cols
	default:
		return r.fail(at, "found clues of type %q, expected rows or columns", kind[:min(len(kind), maxShown)])
	}
	block.seen, block.from = true, len(r.clues.lines)
	if err := r.children("line", r.lineElement); err != nil {
		return err
	}
	block.to = len(r.clues.lines)
	return nil
}

func (r *pbnReader) lineElement() error {
	at, start := r.at, len(r.clues.blocks)
	if err := r.children("count", func() error { return r.count(start) }); err != nil {
		return err
	}
	return r.closeClue(at, start, -1)
}

// count reads one block. 0 is a block of unknown length.
func (r *pbnReader) count(start int) (err error) {
	color := r.ink
	if name, at, ok := r.attr("color"); ok {
		if !isPlain(name) || bytes.IndexByte(name, '&') >= 0 {
			name = []byte(xmlString(name))
		}
		if color, err = r.mention(at, name); err != nil {
			return err
		}
	}
	if color == backgroundEntry {
		return r.fail(r.at, "found the background color in a clue, expected another color")
	}
	text, at, err := r.content()
	if err != nil {
		return err
	}
	n, ok := plainNumber(bytes.TrimSpace(text))
	if !ok {
		at += len(text) - len(bytes.TrimLeft(text, blanksOrEOL))
		return r.expected(at, "a number of at most %d", MaxNumber)
	}
	r.colors.entries[color].used = true
	return r.addBlock(start, n, nonogram.Color(color))
}

// plainNumber reads a number that stands alone.
func plainNumber(b []byte) (int, bool) {
	n := int64(0)
	for _, c := range b {
		if !isDigit(c) || n > MaxNumber {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return int(n), len(b) > 0 && n <= MaxNumber
}

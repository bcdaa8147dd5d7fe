// The XML of webpbn.com, Jan Wolter's format for paint-by-number puzzles. A "saved" solution
// is ignored, except for the given cells that this package writes with the id "given".
// A triddler, a board of triangles, has the clues of its sides, and its images have rows between / and \
// as the outline slopes there. A color of two colors with a slash or backslash between them is drawn as
// two triangles.
//
// Source: https://webpbn.com/pbn_fmt.html, version 0.3.

package format

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var webpbnFormat = Format{
	Name:       "webpbn",
	Title:      "XML of webpbn.com",
	Extensions: []string{".xml", ".pbn"},
	holds:      holdsMany | allColors | holdsTriangles | holdsBlots | holdsShapes | holdsGiven | holdsGoal | allTexts&^holdsLicense,
	sniff:      containsAny("<puzzleset", "<puzzle ", "<puzzle>"),
	decode:     decodeWebpbn,
	append:     appendPbn,
	head:       pbnHead,
	tail:       pbnTail,
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
	ink        int           // the entry of counts without a color
	rows, cols []cursor.Line // nil without a "clues" element
	triddler   bool
	sides      [6][]cursor.Line // of a triddler, in the order of pbnSides
	goal       pbnImage
	given      pbnImage
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
	r.triddler = kind == "triddler"
	x.Require(kind == "grid" || r.triddler, x.at, "found a puzzle of type %q, expected grid or triddler", kind[:min(len(kind), cursor.MaxShown)])
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
	var w nonogram.Swatch
	if !cursor.ReadPaint(&w, bytes.TrimSpace(text), cursor.ParseRGB) {
		panic(r.Fail(textAt, "found the color %q, expected six hexadecimal digits, or twice six with a / or \\ between them", text[:min(len(text), cursor.MaxShown)]))
	}
	i := r.mention(at, []byte(name))
	r.Require(i != cursor.Background || w.Diagonal == 0, textAt, "found a background of triangles, expected one color")
	if !usableInImage(char) {
		char = 0
	}
	for j := range r.Colors.Entries {
		if e := &r.Colors.Entries[j]; e.Char == char && !e.Declared {
			e.Char = 0 // a declared color takes the character from a predefined one
		}
	}
	e := &r.Colors.Entries[i]
	e.RGB, e.Diagonal, e.Right = w.RGB, w.Diagonal, w.Right
	e.Unknown, e.Char, e.Symbol = false, char, 0
	r.Colors.Declare(i)
}

// usableInImage reports whether a character can be a color in images.
func usableInImage(c rune) bool {
	return c >= ' ' && c != utf8.RuneError && c != '?' && c != '|' && c != '[' && c != ']' && c != '/' && c != '\\'
}

// pbnSides are the sides of a triddler, in the order of [nonogram.Shape].
var pbnSides = []string{"topleft", "bottomleft", "bottom", "bottomright", "topright", "top"}

// cluesElement reads the clues of all rows or all columns, or of the lines at a side of a triddler.
func (r *pbnReader) cluesElement() {
	at := r.at
	block := &r.rows
	switch kind := r.attrText("type", ""); {
	case r.triddler:
		side := slices.Index(pbnSides, kind)
		r.Require(side >= 0, at, "found clues of type %q, expected a side of a triddler: %s", kind[:min(len(kind), cursor.MaxShown)], strings.Join(pbnSides, ", "))
		block = &r.sides[side]
	case kind == "rows":
	case kind == "columns":
		block = &r.cols
	default:
		panic(r.Fail(at, "found clues of type %q, expected rows or columns", kind[:min(len(kind), cursor.MaxShown)]))
	}
	from := len(r.Lines)
	r.children("line", func() {
		r.OpenClueAt(r.at)
		r.children("count", r.count)
		r.CloseClue()
	})
	*block = r.Lines[from:]
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

// solutionElement keeps the image of a goal or of given cells.
func (r *pbnReader) solutionElement() {
	image, rank := &r.goal, 0
	switch r.attrText("type", "goal") {
	case "goal":
		rank = 2
	case "solution":
		rank = 1
	case "saved":
		if r.attrText("id", "") == "given" {
			image, rank = &r.given, 1
		}
	}
	for depth := len(r.stack); r.nextStart(depth); {
		if string(r.name) != "image" || rank <= image.rank {
			r.skip()
			continue
		}
		text, at := r.content()
		*image = pbnImage{text, at, rank}
	}
}

// complete makes the puzzle.
func (r *pbnReader) complete() {
	if r.triddler {
		r.p.Shape, r.rows, r.cols = joinSides(r.Draft, r.sides)
	}
	if (r.rows == nil) != (r.cols == nil) || r.rows == nil && r.goal.rank == 0 {
		panic(r.Fail(r.Start, "found neither clues of rows and columns nor a goal, expected one of them"))
	}
	goal, given := r.image(r.goal), r.image(r.given) // as entries of the color table
	palette, colors := r.Resolve()
	for i, e := range r.Colors.Entries {
		r.Require(!e.Unknown || colors[i] == nonogram.Unknown, e.At, "found the color %q, expected one that the puzzle declares", e.Name[:min(len(e.Name), cursor.MaxShown)])
	}
	p := r.p
	p.Palette = palette
	p.Goal, p.Given = recolorGrid(goal, colors), recolorGrid(given, colors)
	if r.rows != nil {
		r.Recolor(colors)
		r.Build(p, r.rows, r.cols)
	} else {
		r.Derive(p, r.goal.at)
	}
	r.Finished(p)
}

func recolorGrid(g *nonogram.Grid, colors []nonogram.Color) *nonogram.Grid {
	if g != nil {
		for i, c := range g.Cells {
			if c != nonogram.Unknown {
				g.Cells[i] = colors[c]
			}
		}
	}
	return g
}

// image reads the rows of an image, each between two "|". Its size must be that
// of the clues, if the puzzle has any.
func (r *pbnReader) image(image pbnImage) *nonogram.Grid {
	if image.rank == 0 {
		return nil
	}
	if r.triddler {
		return r.triddlerImage(image)
	}
	g := &nonogram.Grid{}
	cells := r.Cells[:0]
	for text := image.text; ; {
		open := bytes.IndexByte(text, '|')
		if open < 0 {
			break
		}
		text = text[open+1:]
		at := image.at + len(image.text) - len(text)
		shut := bytes.IndexByte(text, '|')
		r.Require(shut >= 0, at, "found a row without an end in the image, expected | on both sides")
		before := len(cells)
		cells = r.imageRow(cells, text[:shut], at)
		text = text[shut+1:]
		if g.Height++; g.Height == 1 {
			g.Width = len(cells)
		}
		n := len(cells) - before
		if n != g.Width {
			panic(r.Fail(at, "found a row of %s in the image, expected %d", plural.Of(n, "cell", "cells"), g.Width))
		}
	}
	r.Cells = cells
	r.Size(image.at, g.Width, g.Height)
	if w, h := len(r.cols), len(r.rows); r.rows != nil && (g.Width != w || g.Height != h) {
		panic(r.Fail(image.at, "found an image of %d × %d cells, expected %d × %d", g.Width, g.Height, w, h))
	}
	g.Cells = slices.Clone(cells)
	return g
}

// imageRow reads the cells of one row, which begins at the given offset.
func (r *pbnReader) imageRow(cells []nonogram.Color, row []byte, at int) []nonogram.Color {
	for end := at + len(row); len(row) > 0; at = end - len(row) {
		r.Require(len(cells) != nonogram.MaxCells, at, "found over %d cells in the image, which is the limit", nonogram.MaxCells)
		c, n := rune(row[0]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRune(row)
		}
		switch c {
		case '?':
			cells = append(cells, nonogram.Unknown)
		case '[':
			n = bytes.IndexByte(row, ']') + 1
			r.Require(n != 0, at, "found a set of colors without an end in the image, expected ]")
			cells = append(cells, nonogram.Unknown)
		default:
			i := r.Colors.ByChar(c)
			r.Require(i >= 0, at, "found the character %q in the image, expected that of a color", c)
			r.Colors.Entries[i].Used = true
			cells = append(cells, nonogram.Color(i))
		}
		row = row[n:]
	}
	return cells
}

const pbnHead = `<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
`

const pbnTail = "</puzzleset>\n"

// pbnChars can stand for colors in an image.
var pbnChars = "." + strings.TrimSuffix(nonChars, "|") + "0123456789\"#&',-=`{}"

func appendPbn(b []byte, index int, p *nonogram.Puzzle) []byte {
	names := pbnNames(p.Palette)
	for i, name := range names {
		names[i] = xmlEscapes.Replace(name)
	}
	chars := strings.Split(string(symbols(p.Palette, pbnChars, pbnChars)), "")
	for i, char := range chars {
		chars[i] = xmlEscapes.Replace(char)
	}
	kind := "grid"
	if p.Shape != nil {
		kind = "triddler"
	}
	b = fmt.Appendf(b, `<puzzle type="%s" defaultcolor="%s"`, kind, names[nonogram.Black])
	if names[nonogram.Empty] != "white" {
		b = fmt.Appendf(b, ` backgroundcolor="%s"`, names[nonogram.Empty])
	}
	b = append(b, ">\n"...)
	b = appendElement(b, "source", p.Source)
	b = appendElement(b, "title", p.Title)
	b = appendElement(b, "author", p.Author)
	b = appendElement(b, "copyright", p.Copyright)
	if p.ID != ordinal(index+1) {
		b = appendElement(b, "id", p.ID)
	}
	b = appendElement(b, "description", p.Notes)
	for i, w := range p.Palette {
		b = fmt.Appendf(b, "<color name=\"%s\" char=\"%s\">%s</color>\n",
			names[i], chars[i], strings.ToUpper(strings.ReplaceAll(w.Paint(), "#", "")))
	}
	if p.Shape != nil {
		for i, clues := range sidesOf(p) {
			b = appendPbnClues(b, pbnSides[i], clues, names)
		}
	} else {
		b = appendPbnClues(b, "columns", p.Cols, names)
		b = appendPbnClues(b, "rows", p.Rows, names)
	}
	b = appendImage(b, `type="goal"`, p.Goal, p.Shape, chars)
	b = appendImage(b, `type="saved" id="given"`, p.Given, p.Shape, chars)
	return append(b, "</puzzle>\n"...)
}

// pbnNames returns a distinct name for each color, by which blocks refer to it.
func pbnNames(palette nonogram.Palette) []string {
	names := make([]string, len(palette))
	taken := map[string]bool{"": true}
	for i, w := range palette {
		if name := cursor.CleanText([]byte(w.Name)); !taken[name] {
			names[i] = name
			taken[name] = true
		}
	}
	for i := range names {
		for n := i; names[i] == ""; n++ {
			if name := "color" + ordinal(n); !taken[name] {
				names[i] = name
				taken[name] = true
			}
		}
	}
	return names
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;")

func appendElement(b []byte, name, text string) []byte {
	if text = cursor.CleanText([]byte(text)); text == "" {
		return b
	}
	return fmt.Appendf(b, "<%s>%s</%s>\n", name, xmlEscapes.Replace(text), name)
}

func appendPbnClues(b []byte, kind string, clues []nonogram.Clue, names []string) []byte {
	b = fmt.Appendf(b, "<clues type=\"%s\">\n", kind)
	for _, clue := range clues {
		b = append(b, "<line>"...)
		for _, block := range clue {
			b = append(b, "<count"...)
			if block.Color != nonogram.Black {
				b = fmt.Appendf(b, ` color="%s"`, names[block.Color])
			}
			b = fmt.Appendf(b, ">%d</count>", block.Length)
		}
		b = append(b, "</line>\n"...)
	}
	return append(b, "</clues>\n"...)
}

func appendImage(b []byte, attributes string, g *nonogram.Grid, s *nonogram.Shape, chars []string) []byte {
	if g == nil {
		return b
	}
	b = fmt.Appendf(b, "<solution %s>\n<image>\n", attributes)
	if s == nil {
		b = cellStyle{before: "|", after: "|\n", cells: chars}.append(b, g)
	} else {
		b = appendTriddler(b, g, s, chars)
	}
	return append(b, "</image>\n</solution>\n"...)
}

// The .g files of Mirek and Petr Olšák's grid solver. A line "#t" marks a triddler, a board of
// triangles, whose clues are in six groups for the sides A to F, counterclockwise from the upper left.
// So those of E and F are listed backwards, and the blocks of C and D, whose lines begin at the other
// end. A slash or backslash between two colors divides cells
// into triangles; triangles that are glued to blocks are another puzzle and rejected.
//
// Source: the manual of grid and the files that come with it.

package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/image/colornames"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var olsakFormat = Format{
	Name:       "g",
	Title:      "input of the Olšáks' grid, with colors",
	Extensions: []string{".g"},
	holds:      allColors | holdsTriangles | holdsShapes | holdsNotes,
	sniff:      sniffOlsak,
	decode:     single(readOlsak),
	append:     appendOlsak,
}

// sniffOlsak expects a line with ":" followed by a clue, and a second one if there is no
// mark of colors or triddlers.
func sniffOlsak(data []byte) confidence {
	s := cursor.Cursor{Data: data}
	marked, colons := false, 0
	for ; !s.EOF(); s.SkipLine() {
		switch {
		case s.Next(':'):
			colons++
		case colons == 0:
			marked = marked || olsakMark(s.PeekLine()) != 0
			continue
		case colons == 1 && !marked && !olsakLine(s.PeekLine()):
			return no
		}
		if marked || colons > 1 {
			return certain
		}
	}
	return no
}

// olsakMark is 'd' for a line "#d", 't' for "#t", 0 for others.
func olsakMark(line []byte) byte {
	if len(line) < 2 || line[0] != '#' {
		return 0
	}
	switch c := line[1] | 0x20; c {
	case 'd', 't':
		return c
	}
	return 0
}

// olsakLine reports whether every word of a line starts with a digit, as blocks do.
func olsakLine(line []byte) bool {
	for _, word := range bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		if !cursor.IsDigit(word[0]) {
			return false
		}
	}
	return true
}

func readOlsak(d *cursor.Draft) *nonogram.Puzzle {
	d.Pos = 0 // a blank before the first colon makes it a part of the remark
	p := &nonogram.Puzzle{}
	if olsakHead(d, p) {
		return olsakTriddler(d, p)
	}
	rows := olsakBlock(d, "rows")
	cols := olsakBlock(d, "columns")
	if !d.EOF() {
		d.SkipLine()
		olsakTail(d)
	}
	if !d.Colors.Plain() {
		p.Palette = d.Paint()
	}
	return d.Puzzle(p, rows, cols)
}

// olsakTriddler reads the clues of the six sides. Blank lines are clues; only those at the end of the
// file that are too many are not.
func olsakTriddler(d *cursor.Draft, p *nonogram.Puzzle) *nonogram.Puzzle {
	var groups [6][]cursor.Line
	for i := range groups {
		at := d.Pos
		d.Expect(!d.EOF(), at, `the clues of six sides, each after a line that starts with ":"`)
		groups[i] = d.ClueLines(',', olsakInk(d), ":")
		if i == 5 && d.EOF() {
			most := max(0, len(groups[2])+len(groups[3])-len(groups[0]))
			for last := len(groups[i]) - 1; last >= most && groups[i][last].Blank; last-- {
				groups[i] = groups[i][:last]
			}
		}
		d.SkipLine()
	}
	for _, l := range slices.Concat(groups[2], groups[3]) {
		slices.Reverse(d.Blocks[l.Start:l.End])
	}
	slices.Reverse(groups[4])
	slices.Reverse(groups[5])
	shape, rows, cols := joinSides(d, groups)
	p.Shape = shape
	if !d.Colors.Plain() {
		p.Palette = d.Paint()
	}
	return d.Puzzle(p, rows, cols)
}

// olsakHead reads the remark and the colors, up to the first ":". It reports a triddler.
func olsakHead(d *cursor.Draft, p *nonogram.Puzzle) (triddler bool) {
	start, end, colored := d.Pos, -1, false
	for ; !d.Next(':'); d.SkipLine() {
		d.Expect(!d.EOF(), d.Pos, `a line that starts with ":" before the rows`)
		mark := olsakMark(d.PeekLine())
		switch {
		case mark == 't':
			if triddler = true; end < 0 {
				end = d.Pos
			}
		case colored:
			olsakColor(d)
		case mark == 'd':
			if colored = true; end < 0 {
				end = d.Pos
			}
		}
	}
	if end < 0 {
		end = d.Pos
	}
	if end-start > cursor.MaxText {
		panic(d.TooLong(start, end-start))
	}
	p.Notes = cursor.CleanText(d.Data[start:end])
	d.SkipLine()
	return triddler
}

// olsakColor reads one color: "g:g  #00b000  green".
func olsakColor(d *cursor.Draft) {
	d.SkipBlanks()
	if d.LineEnd() {
		return
	}
	at := d.Pos
	in := d.Data[at]
	d.Expect(d.Has(at+1, ':') && at+2 < len(d.Data) && in >= '!' && in <= '~', at, `a color like "r:r  red"`)
	out := d.Data[at+2]
	d.Pos = at + 2
	if !cursor.IsEOL(out) {
		d.Pos++
	}
	d.SkipBlanks()
	wordAt := d.Pos
	word := d.Until(" \t")
	var w nonogram.Swatch
	d.Expect(cursor.ReadPaint(&w, word, x11Color), wordAt, "the name of a color or one like #ff0000, or two with a / or \\ between them")
	d.SkipBlanks()
	comment := d.Rest()
	d.Require(w.Diagonal == 0 || !olsakGlued(comment), d.Pos, "found triangles that are glued to blocks, which is another puzzle and not supported")
	w.Name = cursor.CleanText(comment)
	if word[0] != '#' {
		w.Name = cursor.CleanText(word)
	}
	olsakDeclare(d, at, in, out, w)
}

// olsakGlued reports whether the comment of a triangle begins with the sides on which it is glued to
// blocks.
func olsakGlued(comment []byte) bool {
	return len(comment) > 1 && bytes.IndexByte([]byte("<>"), comment[0]) >= 0 && bytes.IndexByte([]byte("<>"), comment[1]) >= 0
}

// olsakDeclare enters a color under its character in clues.
func olsakDeclare(d *cursor.Draft, at int, in, out byte, w nonogram.Swatch) {
	i := cursor.Ink
	switch in {
	case '0':
		d.Require(w.Diagonal == 0, at, "found a background of triangles, expected one color")
		i = cursor.Background
	case '1':
	case '6':
		return // the outside of a triddler
	default:
		d.Expect(!cursor.IsDigit(in) && in != ',', at, "a character other than a digit or a comma")
		if i = d.Colors.ByChar(rune(in)); i < 0 {
			i = d.AddColor(at, cursor.Entry{Char: rune(in)})
		}
	}
	if out <= ' ' || out > '~' {
		out = in
	}
	e := &d.Colors.Entries[i]
	w.Symbol = out
	e.Swatch = w
	d.Colors.Declare(i)
}

// x11Color finds a color by its X11 name, or reads its digits.
func x11Color(word []byte) (nonogram.RGB, bool) {
	if len(word) == 0 || word[0] == '#' {
		return cursor.ParseRGB(word)
	}
	name := string(bytes.ToLower(word))
	if rgb, ok := x11Only[name]; ok {
		return rgb, true
	}
	percent, gray := strings.CutPrefix(strings.Replace(name, "grey", "gray", 1), "gray")
	if n, ok := cursor.ParseNumber([]byte(percent)); gray && ok && n <= 100 {
		v := uint8((n*255 + 50) / 100)
		return nonogram.RGB{R: v, G: v, B: v}, true
	}
	return svgColor(name)
}

// x11Only has the colors that differ between X11 and SVG.
var x11Only = map[string]nonogram.RGB{
	"gray": {R: 190, G: 190, B: 190}, "grey": {R: 190, G: 190, B: 190}, "green": {G: 255},
	"maroon": {R: 176, G: 48, B: 96}, "purple": {R: 160, G: 32, B: 240},
}

func svgColor(name string) (nonogram.RGB, bool) {
	c, ok := colornames.Map[name]
	return nonogram.RGB{R: c.R, G: c.G, B: c.B}, ok
}

// olsakInk returns a function that reads the character after a number, if there is one.
func olsakInk(d *cursor.Draft) func(int) int {
	return func(int) int {
		if d.LineEnd() || cursor.IsBlank(d.Data[d.Pos]) || d.Next(',') {
			return cursor.Ink
		}
		i := d.Colors.ByChar(rune(d.Data[d.Pos]))
		if i < 0 {
			panic(d.Fail(d.Pos, "found the color %s, expected one that the file declares", d.Found(d.Pos)))
		}
		d.Pos++
		return i
	}
}

// olsakBlock reads clues up to the next ":" or the end of the file, before which blank lines are
// ignored.
func olsakBlock(d *cursor.Draft, what string) []cursor.Line {
	lines := d.ClueLines(',', olsakInk(d), ":")
	if d.EOF() {
		d.Expect(what != "rows", d.Pos, `a line that starts with ":" between rows and columns`)
		for len(lines) > 0 && lines[len(lines)-1].Blank {
			lines = lines[:len(lines)-1]
		}
	}
	if what == "rows" {
		d.SkipLine()
	}
	return lines
}

// olsakTail looks for more groups of clues after the columns, which mean a triddler without its mark.
func olsakTail(d *cursor.Draft) {
	start, groups := d.Pos, 2
	clues := 0
	for ; !d.EOF(); d.SkipLine() {
		switch line := d.PeekLine(); {
		case d.Next(':'):
			groups++
		case len(line) > 0 && cursor.IsDigit(line[0]) && olsakLine(line):
			clues++
		}
	}
	d.Require(groups <= 4 || clues <= 0, start, "found over two groups of clues, expected rows and columns; a triddler has a line #t before them")
}

// olsakChars can stand for colors in clues: no digit, comma or blank, nothing
// that starts a line of another kind or looks like a triangle.
const olsakChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&*+;=@^_~|()"

func appendOlsak(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = appendOlsakNotes(b, p.Notes)
	if p.Shape != nil {
		b = append(b, "#t\n"...)
	}
	chars, style := []byte("01"), clueStyle{between: " ", after: "\n"}
	if !cursor.IsBlackAndWhite(p.Palette) {
		if p.Colored() {
			chars = append([]byte("0"), symbols(p.Palette[1:], olsakChars, olsakChars)...)
			style.colors = strings.Split(string(chars), "")
		}
		b = append(b, "#d\n"...)
		for i, swatch := range p.Palette {
			b = fmt.Appendf(b, "   %c:%c  %s  %s\n", chars[i], swatch.Symbol, swatch.Paint(), oneLine(swatch.Name))
		}
	}
	if p.Shape != nil {
		for i, clues := range sidesOf(p) {
			clues = slices.Clone(clues)
			if i >= 4 {
				slices.Reverse(clues)
			}
			for j := range clues {
				if i == 2 || i == 3 {
					clues[j] = slices.Clone(clues[j])
					slices.Reverse(clues[j])
				}
			}
			b = fmt.Appendf(b, ": %c\n", 'A'+i)
			b = style.append(b, clues)
		}
		return append(b, ":\n"...)
	}
	b = append(b, ": rows\n"...)
	b = style.append(b, p.Rows)
	b = append(b, ": columns\n"...)
	b = style.append(b, p.Cols)
	return append(b, ":\n"...)
}

// appendOlsakNotes writes the remark, with a blank before lines that would end
// it.
func appendOlsakNotes(b []byte, notes string) []byte {
	notes = cursor.CleanText([]byte(notes))
	if notes == "" {
		return b
	}
	for line := range strings.SplitSeq(notes, "\n") {
		if strings.HasPrefix(line, ":") || olsakMark([]byte(line)) != 0 {
			b = append(b, ' ')
		}
		b = append(b, line...)
		b = append(b, '\n')
	}
	return b
}

// oneLine is a text that fits into one line of a file.
func oneLine(text string) string {
	return strings.ReplaceAll(cursor.CleanText([]byte(text)), "\n", " ")
}

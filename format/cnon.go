// The .cnon files of colored nonograms, which are described only by their files. The clue of
// an empty line is a blank line, or 0; blank lines are spacing where the others suffice. An
// ink without a name, or with the name of another ink, gets a new one.

package format

import (
	"bytes"
	"fmt"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var cnonFormat = Format{
	Name:       "cnon",
	Title:      "colored nonograms with named inks",
	Extensions: []string{".cnon"},
	holds:      holdsColors | holdsInk | holdsNames | holdsUnused,
	sniff:      sniffCnon,
	decode:     single(readCnon),
	append:     appendCnon,
}

// sniffCnon expects three numbers in the first line and a color in the second.
func sniffCnon(data []byte) confidence {
	if !startsWithDigit(data) {
		return no
	}
	s := cursor.Cursor{Data: data}
	if cursor.Catch(func() { cnonSize(&s) }) != nil {
		return no
	}
	s.SkipSpace()
	_, _, ok := cnonColor(s.PeekLine())
	return certainIf(ok)
}

// cnonSize reads the first line.
func cnonSize(c *cursor.Cursor) (inks, width, height int) {
	inks = c.NextNumber()
	c.SkipBlanks()
	width = c.Number()
	c.SkipBlanks()
	height = c.Number()
	endLine(c, "the end of the line after the number of inks, the width and the height")
	return inks, width, height
}

// cnonColor takes a line with a name and a color apart.
func cnonColor(line []byte) (name []byte, rgb nonogram.RGB, ok bool) {
	name, rest, ok := bytes.Cut(bytes.TrimSpace(line), []byte("#"))
	if !ok {
		return nil, rgb, false
	}
	rgb, ok = cursor.ParseRGB(rest)
	name = bytes.TrimRight(name, " \t")
	return name, rgb, ok && cursor.CleanText(name) != "" && bytes.IndexByte(name, ',') < 0
}

func readCnon(d *cursor.Draft) *nonogram.Puzzle {
	inks, width, height := cnonSize(&d.Cursor)
	d.Size(d.Start, width, height)
	for range inks {
		readCnonInk(d)
	}
	d.Inked = true
	ink := func(n int) int { // ":red"
		if n == 0 && !d.Next(':') {
			return cursor.Ink
		}
		d.Expect(d.Literal(":"), d.Pos, "a colon and a color after the number")
		at := d.Pos
		color := d.Colors.Named(d.Until(","))
		if color < 0 {
			panic(d.Fail(at, "found the color %s, expected one of those above", d.Found(at)))
		}
		return color
	}
	clues := d.ClueLines(',', ink, "")
	lines := d.Choose(clues, width+height, "clues of rows and columns", d.Pos)
	palette := d.Paint()
	return d.Puzzle(&nonogram.Puzzle{Palette: palette}, lines[:height], lines[height:])
}

// readCnonInk reads the line of one ink.
func readCnonInk(d *cursor.Draft) {
	d.SkipSpace()
	at := d.Pos
	name, rgb, ok := cnonColor(d.Rest())
	d.Expect(ok, at, "a color like red #ff0000")
	d.SkipEOL()
	if d.Colors.Named(name) >= 0 {
		panic(d.Fail(at, "found the color %s a second time", d.Found(at)))
	}
	d.Colors.Declare(d.AddColor(at, cursor.Entry{Swatch: nonogram.Swatch{Name: cursor.CleanText(name), RGB: rgb}}))
}

func appendCnon(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "%d %d %d\n", len(p.Palette)-1, p.Width(), p.Height())
	style := commaClues
	style.colors = []string{""}
	for i, name := range wordNames(p.Palette[1:], ",#") {
		b = fmt.Appendf(b, "%s %s\n", name, strings.ToUpper(p.Palette[i+1].RGB.String()))
		style.colors = append(style.colors, ":"+name)
	}
	return style.append(style.append(b, p.Rows), p.Cols)
}

// wordNames returns a distinct name for each color, in one line and without the given
// characters, by which blocks refer to it.
func wordNames(palette nonogram.Palette, without string) []string {
	words := make(nonogram.Palette, len(palette))
	for i, w := range palette {
		words[i].Name = strings.Map(func(r rune) rune {
			if strings.ContainsRune(without, r) || r == '\n' {
				return '_'
			}
			return r
		}, cursor.CleanText([]byte(w.Name)))
	}
	return pbnNames(words)
}

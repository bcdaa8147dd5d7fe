// Writing webpbn's XML, in the layout of the site's own files.

package format

import (
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

const pbnHead = `<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
`

const pbnTail = "</puzzleset>\n"

// pbnChars stand for colors whose own character cannot be used in an image.
const pbnChars = nonChars

func appendPbn(b []byte, index int, p *nonogram.Puzzle) []byte {
	names := pbnNames(p.Palette)
	chars := symbols(p.Palette, "."+pbnChars, func(c byte) bool { return c > ' ' && c <= '~' && usableInImage(rune(c)) })
	b = append(b, `<puzzle type="grid" defaultcolor="`...)
	b = append(b, xmlEscapes.Replace(names[nonogram.Black])...)
	if names[nonogram.Empty] != "white" {
		b = append(b, `" backgroundcolor="`...)
		b = append(b, xmlEscapes.Replace(names[nonogram.Empty])...)
	}
	b = append(b, "\">\n"...)
	b = appendElement(b, "source", p.Source)
	b = appendElement(b, "title", p.Title)
	b = appendElement(b, "author", p.Author)
	b = appendElement(b, "copyright", p.Copyright)
	if p.ID != ordinal(index+1) {
		b = appendElement(b, "id", p.ID)
	}
	b = appendElement(b, "description", p.Notes)
	for i, w := range p.Palette {
		b = append(b, `<color name="`...)
		b = append(b, xmlEscapes.Replace(names[i])...)
		b = append(b, `" char="`...)
		b = append(b, xmlEscapes.Replace(string(chars[i]))...)
		b = append(b, `">`...)
		b = append(b, strings.ToUpper(w.RGB.String()[1:])...)
		b = append(b, "</color>\n"...)
	}
	b = appendPbnClues(b, "columns", p.Cols, names)
	b = appendPbnClues(b, "rows", p.Rows, names)
	b = appendImage(b, `type="goal"`, p.Goal, chars)
	b = appendImage(b, `type="saved" id="given"`, p.Given, chars)
	return append(b, "</puzzle>\n"...)
}

// pbnNames gives every color a name of its own: blocks refer to it.
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
	b = append(b, '<')
	b = append(b, name...)
	b = append(b, '>')
	b = append(b, xmlEscapes.Replace(text)...)
	b = append(b, "</"...)
	b = append(b, name...)
	return append(b, ">\n"...)
}

func appendPbnClues(b []byte, kind string, clues []nonogram.Clue, names []string) []byte {
	b = append(b, `<clues type="`...)
	b = append(b, kind...)
	b = append(b, "\">\n"...)
	for _, clue := range clues {
		b = append(b, "<line>"...)
		for _, block := range clue {
			b = append(b, "<count"...)
			if block.Color != nonogram.Black {
				b = append(b, ` color="`...)
				b = append(b, xmlEscapes.Replace(names[block.Color])...)
				b = append(b, '"')
			}
			b = append(b, '>')
			b = strconv.AppendInt(b, int64(block.Length), 10)
			b = append(b, "</count>"...)
		}
		b = append(b, "</line>\n"...)
	}
	return append(b, "</clues>\n"...)
}

func appendImage(b []byte, attributes string, g *nonogram.Grid, chars []byte) []byte {
	if g == nil {
		return b
	}
	b = append(b, "<solution "...)
	b = append(b, attributes...)
	b = append(b, ">\n<image>\n"...)
	var cells [256]string
	for c := range cells {
		cells[c] = string(nonogram.UnknownSymbol)
		if c < len(chars) {
			cells[c] = xmlEscapes.Replace(string(chars[c]))
		}
	}
	for y := range g.Height {
		b = append(b, '|')
		for _, c := range g.Row(y) {
			b = append(b, cells[c]...)
		}
		b = append(b, "|\n"...)
	}
	return append(b, "</image>\n</solution>\n"...)
}

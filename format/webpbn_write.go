// Writing webpbn's XML, in the layout of the site's own files.

package format

import (
	"fmt"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

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
	b = fmt.Appendf(b, `<puzzle type="grid" defaultcolor="%s"`, names[nonogram.Black])
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
			names[i], chars[i], strings.ToUpper(w.RGB.String()[1:]))
	}
	b = appendPbnClues(b, "columns", p.Cols, names)
	b = appendPbnClues(b, "rows", p.Rows, names)
	b = appendImage(b, `type="goal"`, p.Goal, chars)
	b = appendImage(b, `type="saved" id="given"`, p.Given, chars)
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

func appendImage(b []byte, attributes string, g *nonogram.Grid, chars []string) []byte {
	if g == nil {
		return b
	}
	b = fmt.Appendf(b, "<solution %s>\n<image>\n", attributes)
	b = cellStyle{before: "|", after: "|\n", cells: chars}.append(b, g)
	return append(b, "</image>\n</solution>\n"...)
}

// Writing .non: Terry's dialect, which most programs read, with additional keywords.

package format

import (
	"fmt"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// nonChars are the characters of colors in rules and goals: letters first, as other
// programs expect, then enough others for a full palette.
const nonChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%*+:;<>@^_~()|"

func appendNextNon(b []byte, i int, p *nonogram.Puzzle) []byte {
	if i > 0 {
		b = append(b, "====\n"...)
	}
	return appendNon(b, i, p)
}

func appendNon(b []byte, index int, p *nonogram.Puzzle) []byte {
	if p.ID != ordinal(index+1) {
		b = appendProperty(b, "id", p.ID)
	}
	b = appendProperty(b, "catalogue", p.Source)
	b = appendProperty(b, "title", p.Title)
	b = appendProperty(b, "by", p.Author)
	b = appendProperty(b, "copyright", p.Copyright)
	b = appendProperty(b, "license", p.License)
	b = appendProperty(b, "notes", p.Notes)
	b = fmt.Appendf(b, "width %d\nheight %d\n", p.Width(), p.Height())
	chars, style := []byte("01"), commaClues
	if !cursor.IsBlackAndWhite(p.Palette) {
		chars = append([]byte("0"), symbols(p.Palette[1:], nonChars, nonChars)...)
		b = appendNonColors(b, p.Palette, chars)
		style.colors = strings.Split(string(chars), "")
	}
	b = style.append(append(b, "\nrows\n"...), p.Rows)
	b = style.append(append(b, "\ncolumns\n"...), p.Cols)
	cells := cellStyle{cells: strings.Split(string(chars), "")}
	if p.Goal != nil {
		b = append(cells.append(append(b, "\ngoal \""...), p.Goal), "\"\n"...)
	}
	if p.Given != nil {
		b = append(cells.append(append(b, "\ngiven \""...), p.Given), "\"\n"...)
	}
	return b
}

// appendProperty writes a keyword and its text, if there is one.
func appendProperty(b []byte, keyword, text string) []byte {
	if text = cursor.CleanText([]byte(text)); text == "" {
		return b
	}
	return fmt.Appendf(b, "%s %s\n", keyword, quoteNon(text))
}

// nonEscapes escapes quoted texts.
var nonEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "\n", "&#10;")

func quoteNon(text string) string {
	return `"` + nonEscapes.Replace(cursor.CleanText([]byte(text))) + `"`
}

// appendNonColors declares the colors. The name, and a symbol that cannot be
// used in rules, are in a line of their own.
func appendNonColors(b []byte, palette nonogram.Palette, chars []byte) []byte {
	if paper := palette[nonogram.Empty]; paper.RGB != usual[nonogram.Empty].RGB || paper.Name != usual[nonogram.Empty].Name {
		b = fmt.Appendf(b, "background %s %s\n", paper.RGB, quoteNon(paper.Name))
	}
	for i, w := range palette[1:] {
		c := chars[i+1]
		b = fmt.Appendf(b, "color %c %s\n", c, w.RGB)
		if w.Name != "" || w.Symbol != c && len(palette) > 2 {
			b = fmt.Appendf(b, "swatch %c %c %s\n", c, w.Symbol, quoteNon(w.Name))
		}
	}
	return b
}

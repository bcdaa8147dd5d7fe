// Writing .g, with every color in digits and its name as the remark.

package format

import (
	"fmt"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// olsakChars can stand for colors in clues: no digit, comma or blank, nothing
// that starts a line of another kind or looks like a triangle.
const olsakChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&*+;=@^_~|()"

func appendOlsak(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = appendOlsakNotes(b, p.Notes)
	chars, style := []byte("01"), clueStyle{between: " ", after: "\n"}
	if !cursor.IsBlackAndWhite(p.Palette) {
		if p.Colored() {
			chars = append([]byte("0"), symbols(p.Palette[1:], olsakChars, olsakChars)...)
			style.colors = strings.Split(string(chars), "")
		}
		b = append(b, "#d\n"...)
		for i, swatch := range p.Palette {
			b = fmt.Appendf(b, "   %c:%c  %s  %s\n", chars[i], swatch.Symbol, swatch.RGB, oneLine(swatch.Name))
		}
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

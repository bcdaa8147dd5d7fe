// Writing .g, with every color in digits and its name as the remark.

package format

import (
	"fmt"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// olsakChars can stand for colors in clues: no digit, comma or blank, nothing
// that starts a line of another kind or looks like a triangle.
const olsakChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&*+;=@^_~|()"

func appendOlsak(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = appendOlsakNotes(b, p.Notes)
	chars := []byte("01")
	if !cursor.IsBlackAndWhite(p.Palette) {
		if p.Colored() {
			chars = append([]byte("0"), symbols(p.Palette[1:], olsakChars, func(c byte) bool { return strings.IndexByte(olsakChars, c) >= 0 })...)
		}
		b = append(b, "#d\n"...)
		for i, swatch := range p.Palette {
			b = fmt.Appendf(b, "   %c:%c  %s  %s\n", chars[i], swatch.Symbol, swatch.RGB, oneLine(swatch.Name))
		}
	}
	b = append(b, ": rows\n"...)
	b = appendOlsakClues(b, p.Rows, chars)
	b = append(b, ": columns\n"...)
	b = appendOlsakClues(b, p.Cols, chars)
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

func appendOlsakClues(b []byte, clues []nonogram.Clue, chars []byte) []byte {
	for _, clue := range clues {
		for i, block := range clue {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(block.Length), 10)
			if len(chars) > 2 {
				b = append(b, chars[block.Color])
			}
		}
		b = append(b, '\n')
	}
	return b
}

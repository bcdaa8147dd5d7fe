// The clues inside the strings of nonogrid's TOML, and writing such files.

package format

import (
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
)

// readClues reads the clues of a value, separated by commas or line ends. Quotes and empty
// clues are skipped.
func (r *tomlReader) readClues(c tomlClues) {
	whole := r.Data
	r.Data, r.Pos = whole[:c.to], c.from
	defer func() { r.Data = whole }()
	for r.clueSkip(); !r.EOF(); r.clueSkip() {
		r.clue()
	}
}

// clueSkip skips separators of clues.
func (r *tomlReader) clueSkip() {
	for r.tomlSkip(); r.Next(',') || r.Next('"') || r.Next('\''); r.tomlSkip() {
		r.Pos++
	}
}

// clueEnd reports whether the clue ends here.
func (r *tomlReader) clueEnd() bool {
	return r.LineEnd() || strings.IndexByte(",\"'#;", r.Data[r.Pos]) >= 0
}

func (r *tomlReader) clue() {
	r.OpenClue()
	for ; !r.clueEnd(); r.SkipBlanks() {
		from := r.Pos
		n := r.Number()
		color := cursor.Ink
		if nameAt := r.Pos; !r.clueEnd() && !cursor.IsBlank(r.Data[r.Pos]) {
			for !r.clueEnd() && !cursor.IsBlank(r.Data[r.Pos]) {
				r.Pos++
			}
			if color = r.named(r.Data[nameAt:r.Pos]); color < 0 {
				panic(r.Fail(nameAt, "found the color %s, expected one that the file defines", r.Found(nameAt)))
			}
		}
		if color == cursor.Background {
			panic(r.Fail(from, "found the background color in a clue, expected another color"))
		}
		if n > 0 {
			r.Colors.Entries[color].Used = true
		}
		r.AddNumber(from, n, nonogram.Color(color))
	}
	r.CloseClue()
}

func appendNonogrid(b []byte, _ int, p *nonogram.Puzzle) []byte {
	names := make([]string, len(p.Palette))
	if p.Colored() || hasInk(p) || hasNames(p) {
		copy(names[1:], nonogridNames(p.Palette[1:]))
		b = append(b, "[colors]\ndefs = [\n"...)
		for i, swatch := range p.Palette[1:] {
			def := names[i+1] + " = (" + swatch.RGB.String()[1:] + ") " + string(rune(swatch.Symbol))
			b = append(b, "    "...)
			b = append(jsontext.AppendString(b, def), ",\n"...)
		}
		b = append(b, "]\n\n"...)
	}
	b = append(b, "[clues]\ncolumns = \"\"\"\n"...)
	b = appendNonogridClues(b, p.Cols, names)
	b = append(b, "\"\"\"\n\nrows = \"\"\"\n"...)
	b = appendNonogridClues(b, p.Rows, names)
	return append(b, "\"\"\"\n"...)
}

// nonogridNames returns a name for each ink that can follow a number.
func nonogridNames(palette nonogram.Palette) []string {
	words := slices.Clone(palette)
	for i, w := range words {
		if name := w.Name; name != "" && cursor.IsDigit(name[0]) || name == "W" || name == "B" {
			words[i].Name = "color-" + name
		}
	}
	return wordNames(words, " \t,;#\"'=")
}

func appendNonogridClues(b []byte, clues []nonogram.Clue, names []string) []byte {
	for _, clue := range clues {
		b = append(b, "    "...)
		if len(clue) == 0 {
			b = append(b, '0')
		}
		for i, block := range clue {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(block.Length), 10)
			b = append(b, names[block.Color]...)
		}
		b = append(b, '\n')
	}
	return b
}

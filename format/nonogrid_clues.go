// The clues inside the strings of nonogrid's TOML, and writing such files.

package format

import (
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
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
			b = append(strconv.AppendQuote(b, def), ",\n"...)
		}
		b = append(b, "]\n\n"...)
	}
	style := clueStyle{before: "    ", between: " ", after: "\n", empty: "0", colors: names}
	b = append(b, "[clues]\ncolumns = \"\"\"\n"...)
	b = style.append(b, p.Cols)
	b = append(b, "\"\"\"\n\nrows = \"\"\"\n"...)
	b = style.append(b, p.Rows)
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

// The clues inside the strings of nonogrid's TOML, and writing such files.

package format

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/format/internal/jsontext"
)

// readClues reads the clues of a value: a comma or the end of a line ends one,
// quotes around it and nothing at all are passed over.
func (r *tomlReader) readClues(c tomlClues) error {
	whole := r.data
	r.data, r.pos = whole[:c.to], c.from
	defer func() { r.data = whole }()
	for r.clueSkip(); !r.eof(); r.clueSkip() {
		if err := r.clue(); err != nil {
			return err
		}
	}
	return nil
}

// clueSkip skips what is between clues.
func (r *tomlReader) clueSkip() {
	for r.tomlSkip(); r.next(',') || r.next('"') || r.next('\''); r.tomlSkip() {
		r.pos++
	}
}

// clueEnd tells what ends a clue.
func (r *tomlReader) clueEnd() bool {
	return r.lineEnd() || strings.IndexByte(",\"'#;", r.data[r.pos]) >= 0
}

func (r *tomlReader) clue() error {
	at, start, zero := r.pos, len(r.clues.blocks), -1
	for ; !r.clueEnd(); r.skipBlanks() {
		from := r.pos
		n, err := r.number()
		if err != nil {
			return err
		}
		color := inkEntry
		if nameAt := r.pos; !r.clueEnd() && !isBlank(r.data[r.pos]) {
			for !r.clueEnd() && !isBlank(r.data[r.pos]) {
				r.pos++
			}
			if color = r.named(r.data[nameAt:r.pos]); color < 0 {
				return r.fail(nameAt, "found the color %s, expected one that the file defines", r.found(nameAt))
			}
		}
		if color == backgroundEntry {
			return r.fail(from, "found the background color in a clue, expected another color")
		}
		if n == 0 {
			zero = from
		} else {
			r.colors.entries[color].used = true
		}
		if err := r.addBlock(start, n, nonogram.Color(color)); err != nil {
			return err
		}
	}
	return r.closeClue(at, start, zero)
}

func encodeNonogrid(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	var b []byte
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
	_, err := w.Write(append(b, "\"\"\"\n"...))
	return err
}

// nonogridNames gives every ink a word that can stand behind a number.
func nonogridNames(palette nonogram.Palette) []string {
	words := slices.Clone(palette)
	for i, w := range words {
		if name := w.Name; name != "" && isDigit(name[0]) || name == "W" || name == "B" {
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

// Writing this project's JSON: one puzzle for people, with a line per clue and
// per row of a picture; several as JSON lines, for programs.

package format

import (
	"io"
	"strconv"

	"nonogram"
)

func encodeJSON(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, i int, p *nonogram.Puzzle) ([]byte, error) {
		j := jsonWriter{b: b, pretty: len(puzzles) == 1}
		j.puzzle(i, p)
		return j.b, nil
	})
}

// jsonWriter writes one object. pretty puts every item on a line of its own.
type jsonWriter struct {
	b      []byte
	pretty bool
	items  int // members written so far
}

func (j *jsonWriter) puzzle(index int, p *nonogram.Puzzle) {
	palette := append(nonogram.Palette(nil), p.Palette...)
	palette.AssignSymbols()
	j.b = append(j.b, '{')
	j.text("id", idOf(p, index))
	j.text("title", p.Title)
	j.text("author", p.Author)
	j.text("copyright", p.Copyright)
	j.text("license", p.License)
	j.text("source", p.Source)
	j.text("notes", p.Notes)
	colored := !isBlackAndWhite(palette)
	if colored {
		j.list("palette", len(palette), func(i int) { j.swatch(palette[i]) })
	}
	j.list("rows", len(p.Rows), func(i int) { j.clue(p.Rows[i], palette) })
	j.list("columns", len(p.Cols), func(i int) { j.clue(p.Cols[i], palette) })
	j.grid("given", p.Given, palette)
	j.grid("goal", p.Goal, palette)
	j.newline(0)
	j.b = append(j.b, "}\n"...)
}

// newline starts a new line at the given depth, or nothing.
func (j *jsonWriter) newline(depth int) {
	if j.pretty {
		j.b = append(j.b, '\n')
		for range depth {
			j.b = append(j.b, "  "...)
		}
	}
}

// space writes a blank where people expect one.
func (j *jsonWriter) space() {
	if j.pretty {
		j.b = append(j.b, ' ')
	}
}

func (j *jsonWriter) key(key string) {
	if j.items > 0 {
		j.b = append(j.b, ',')
	}
	j.items++
	j.newline(1)
	j.b = append(j.b, '"')
	j.b = append(j.b, key...)
	j.b = append(j.b, `":`...)
	j.space()
}

// text writes a member that is a text, if it is not empty.
func (j *jsonWriter) text(key, text string) {
	if text = cleanText([]byte(text)); text != "" {
		j.key(key)
		j.b = appendJSONString(j.b, text)
	}
}

// list writes a member that is an array of n items.
func (j *jsonWriter) list(key string, n int, item func(i int)) {
	j.key(key)
	j.b = append(j.b, '[')
	for i := range n {
		if i > 0 {
			j.b = append(j.b, ',')
		}
		j.newline(2)
		item(i)
	}
	j.newline(1)
	j.b = append(j.b, ']')
}

// member starts a member of an object that stays on one line.
func (j *jsonWriter) member(before byte, key string) {
	j.b = append(j.b, before)
	if before == ',' {
		j.space()
	}
	j.b = append(j.b, '"')
	j.b = append(j.b, key...)
	j.b = append(j.b, `":`...)
	j.space()
}

func (j *jsonWriter) swatch(w nonogram.Swatch) {
	j.member('{', "name")
	j.b = appendJSONString(j.b, cleanText([]byte(w.Name)))
	j.member(',', "symbol")
	j.b = appendJSONString(j.b, string(w.Symbol))
	j.member(',', "color")
	j.b = appendJSONString(j.b, w.RGB.String())
	j.b = append(j.b, '}')
}

// clue writes plain numbers where there is one ink, objects otherwise.
func (j *jsonWriter) clue(clue nonogram.Clue, palette nonogram.Palette) {
	j.b = append(j.b, '[')
	for i, block := range clue {
		if i > 0 {
			j.b = append(j.b, ',')
			j.space()
		}
		if len(palette) == 2 {
			j.length(block.Length)
			continue
		}
		j.member('{', "n")
		j.length(block.Length)
		j.member(',', "c")
		j.b = appendJSONString(j.b, string(palette[block.Color].Symbol))
		j.b = append(j.b, '}')
	}
	j.b = append(j.b, ']')
}

func (j *jsonWriter) length(n int) {
	if n == 0 {
		j.b = append(j.b, "null"...)
		return
	}
	j.b = strconv.AppendInt(j.b, int64(n), 10)
}

// grid writes a member that is a grid, if there is one.
func (j *jsonWriter) grid(key string, g *nonogram.Grid, palette nonogram.Palette) {
	if g == nil {
		return
	}
	var row []byte
	j.list(key, g.Height, func(y int) {
		row = row[:0]
		for _, c := range g.Row(y) {
			row = append(row, palette.Symbol(c))
		}
		j.b = appendJSONString(j.b, string(row))
	})
}

// appendJSONString writes a string. It holds clean text, so only quotes,
// backslashes, tabs and line feeds need an escape.
func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

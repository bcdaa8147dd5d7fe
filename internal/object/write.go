// Writing files: one puzzle with a line per clue and per row of a picture, several as JSON
// lines.

package object

import (
	"strconv"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
)

// Append appends a puzzle under an ID, in one line or, if pretty, in many.
func Append(b []byte, p *nonogram.Puzzle, id string, pretty bool) []byte {
	w := writer{b: b, pretty: pretty}
	w.puzzle(p, id)
	return w.b
}

// writer writes one object. pretty puts every item on a line of its own.
type writer struct {
	b      []byte
	pretty bool
	items  int // members written so far
}

func (w *writer) puzzle(p *nonogram.Puzzle, id string) {
	palette := append(nonogram.Palette(nil), p.Palette...)
	palette.AssignSymbols()
	w.b = append(w.b, '{')
	w.text("id", id)
	w.text("title", p.Title)
	w.text("author", p.Author)
	w.text("copyright", p.Copyright)
	w.text("license", p.License)
	w.text("source", p.Source)
	w.text("notes", p.Notes)
	colored := !cursor.IsBlackAndWhite(palette)
	if colored {
		w.list("palette", len(palette), func(i int) { w.swatch(palette[i]) })
	}
	w.list("rows", len(p.Rows), func(i int) { w.clue(p.Rows[i], palette) })
	w.list("columns", len(p.Cols), func(i int) { w.clue(p.Cols[i], palette) })
	w.grid("given", p.Given, palette)
	w.grid("goal", p.Goal, palette)
	w.newline(0)
	w.b = append(w.b, "}\n"...)
}

// newline starts an indented line if pretty.
func (w *writer) newline(depth int) {
	if w.pretty {
		w.b = append(w.b, '\n')
		for range depth {
			w.b = append(w.b, "  "...)
		}
	}
}

// space writes a blank if pretty.
func (w *writer) space() {
	if w.pretty {
		w.b = append(w.b, ' ')
	}
}

func (w *writer) key(key string) {
	if w.items > 0 {
		w.b = append(w.b, ',')
	}
	w.items++
	w.newline(1)
	w.b = append(w.b, '"')
	w.b = append(w.b, key...)
	w.b = append(w.b, `":`...)
	w.space()
}

// text writes a member that is a text, if it is not empty.
func (w *writer) text(key, text string) {
	if text = cursor.CleanText([]byte(text)); text != "" {
		w.key(key)
		w.b = jsontext.AppendString(w.b, text)
	}
}

// list writes a member that is an array of n items.
func (w *writer) list(key string, n int, item func(i int)) {
	w.key(key)
	w.b = append(w.b, '[')
	for i := range n {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.newline(2)
		item(i)
	}
	w.newline(1)
	w.b = append(w.b, ']')
}

// member starts a member of an object that stays on one line.
func (w *writer) member(before byte, key string) {
	w.b = append(w.b, before)
	if before == ',' {
		w.space()
	}
	w.b = append(w.b, '"')
	w.b = append(w.b, key...)
	w.b = append(w.b, `":`...)
	w.space()
}

func (w *writer) swatch(s nonogram.Swatch) {
	w.member('{', "name")
	w.b = jsontext.AppendString(w.b, cursor.CleanText([]byte(s.Name)))
	w.member(',', "symbol")
	w.b = jsontext.AppendString(w.b, string(s.Symbol))
	w.member(',', "color")
	w.b = jsontext.AppendString(w.b, s.RGB.String())
	w.b = append(w.b, '}')
}

// clue writes plain numbers where there is one ink, objects otherwise.
func (w *writer) clue(clue nonogram.Clue, palette nonogram.Palette) {
	w.b = append(w.b, '[')
	for i, block := range clue {
		if i > 0 {
			w.b = append(w.b, ',')
			w.space()
		}
		if len(palette) == 2 {
			w.length(block.Length)
			continue
		}
		w.member('{', "n")
		w.length(block.Length)
		w.member(',', "c")
		w.b = jsontext.AppendString(w.b, string(palette[block.Color].Symbol))
		w.b = append(w.b, '}')
	}
	w.b = append(w.b, ']')
}

func (w *writer) length(n int) {
	if n == 0 {
		w.b = append(w.b, "null"...)
		return
	}
	w.b = strconv.AppendInt(w.b, int64(n), 10)
}

// grid writes a member that is a grid, if there is one.
func (w *writer) grid(key string, g *nonogram.Grid, palette nonogram.Palette) {
	if g == nil {
		return
	}
	var row []byte
	w.list(key, g.Height, func(y int) {
		row = row[:0]
		for _, c := range g.Row(y) {
			row = append(row, palette.Symbol(c))
		}
		w.b = jsontext.AppendString(w.b, string(row))
	})
}

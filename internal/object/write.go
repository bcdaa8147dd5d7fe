// Writing files: one puzzle with a line per clue and per row of a picture, several as JSON
// lines.

package object

import (
	"bytes"
	"encoding/json"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// fileForm is a puzzle in a file. Unlike a [Nonogram] it has no size, no palette if that is
// the default one, and numbers for the blocks of one ink.
type fileForm struct {
	ID        string       `json:"id,omitempty"`
	Title     string       `json:"title,omitempty"`
	Author    string       `json:"author,omitempty"`
	Copyright string       `json:"copyright,omitempty"`
	License   string       `json:"license,omitempty"`
	Source    string       `json:"source,omitempty"`
	Notes     string       `json:"notes,omitempty"`
	Palette   []fileSwatch `json:"palette,omitempty"`
	Triddler  []int        `json:"triddler,omitempty"`
	Rows      []any        `json:"rows"`
	Columns   []any        `json:"columns,omitempty"`
	Rising    []any        `json:"rising,omitempty"`
	Falling   []any        `json:"falling,omitempty"`
	Given     []string     `json:"given,omitempty"`
	Goal      []string     `json:"goal,omitempty"`
}

type fileSwatch struct {
	Name   string `json:"name"`
	Symbol string `json:"symbol"`
	Color  string `json:"color"`
}

// Append appends a puzzle under an ID, in one line or, if pretty, in many.
func Append(b []byte, p *nonogram.Puzzle, id string, pretty bool) []byte {
	n := New(p)
	f := fileForm{
		clean(id), clean(p.Title), clean(p.Author), clean(p.Copyright), clean(p.License), clean(p.Source), clean(p.Notes),
		nil, n.Triddler, fileClues(n.Rows, p), fileClues(n.Columns, p), fileClues(n.Rising, p), fileClues(n.Falling, p), n.Given, n.Goal,
	}
	if !cursor.IsBlackAndWhite(p.Palette) {
		for _, s := range n.Palette {
			f.Palette = append(f.Palette, fileSwatch{clean(s.Name), s.Symbol, s.Color})
		}
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	_ = e.Encode(f) // texts and numbers cannot fail
	if pretty {
		return appendPretty(b, text.Bytes())
	}
	return append(b, text.Bytes()...)
}

func clean(text string) string { return cursor.CleanText([]byte(text)) }

// fileClues returns numbers for the blocks of a puzzle with one ink, null for unknown ones.
func fileClues(lines []Clue, p *nonogram.Puzzle) []any {
	clues := make([]any, len(lines))
	for i, clue := range lines {
		if clue == nil || p.Colored() {
			clues[i] = clue
			continue
		}
		numbers := make([]Length, len(clue))
		for j, b := range clue {
			numbers[j] = b.N
		}
		clues[i] = numbers
	}
	return clues
}

// appendPretty appends JSON with the values of two levels on lines of their own.
func appendPretty(b, text []byte) []byte {
	const indents = "\n    "
	depth, quoted, escaped := 0, false, false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
		case c == '"':
			quoted = !quoted
		case quoted:
			escaped = c == '\\'
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth < 2 {
				b = append(b, indents[:1+2*depth]...)
			}
		}
		b = append(b, c)
		switch {
		case quoted:
		case (c == '{' || c == '[' || c == ',') && depth <= 2:
			b = append(b, indents[:1+2*depth]...)
		case c == ',' || c == ':':
			b = append(b, ' ')
		}
	}
	return b
}

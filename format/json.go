// This project's own JSON, which holds all there is to a puzzle; package object
// reads and writes it. A file is one object, an array of objects, or objects one
// after the other, as in JSON lines.

package format

import (
	"bytes"

	"nonogram"
	"nonogram/format/internal/cursor"
	"nonogram/format/object"
)

var jsonFormat = Format{
	Name:       "json",
	Title:      "JSON of this project, and the usual rows and columns",
	Extensions: []string{".json", ".jsonl", ".ndjson"},
	Holds:      Many | allColors | Blots | Given | Goal | allTexts,
	Sniff:      sniffJSON,
	decode:     object.Decode,
	boundary:   boundary{mark: "\n{", start: '{'},
	append:     appendJSON,
	alone:      appendLoneJSON,
}

// sniffJSON wants an object, or an array that starts with one.
func sniffJSON(data []byte) Confidence {
	s := cursor.Cursor{Data: data}
	s.SkipSpace()
	if s.Next('[') {
		s.Pos++
		s.SkipSpace()
	}
	switch {
	case !s.Next('{'):
		return No
	case bytes.Contains(data, []byte(`"rows"`)), bytes.Contains(data, []byte(`"columns"`)), bytes.Contains(data, []byte(`"goal"`)):
		return Certain
	}
	return Likely
}

func appendJSON(b []byte, i int, p *nonogram.Puzzle) []byte {
	return object.Append(b, p, idOf(p, i), false)
}

// appendLoneJSON takes several lines for the only puzzle of a file.
func appendLoneJSON(b []byte, i int, p *nonogram.Puzzle) []byte {
	return object.Append(b, p, idOf(p, i), true)
}

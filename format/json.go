// This project's own JSON, which holds all there is to a puzzle; package object
// reads and writes it. A file is one object, an array of objects, or objects one
// after the other, as in JSON lines.

package format

import (
	"nonogram"
	"nonogram/internal/object"
	"nonogram/internal/object/cursor"
)

var jsonFormat = Format{
	Name:       "json",
	Title:      "JSON of this project, and the usual rows and columns",
	Extensions: []string{".json", ".jsonl", ".ndjson"},
	holds:      holdsMany | allColors | holdsTriangles | holdsBlots | holdsMissing | holdsShapes | holdsGiven | holdsGoal | allTexts,
	sniff:      sniffJSON,
	decode:     decodeJSON,
	boundary:   boundary{mark: "\n{", start: '{'},
	append:     appendJSON(false),
	alone:      appendJSON(true), // in several lines
}

// sniffJSON expects an object, or an array that starts with one.
func sniffJSON(data []byte) confidence {
	s := cursor.Cursor{Data: data}
	s.SkipSpace()
	if s.Next('[') {
		s.Pos++
		s.SkipSpace()
	}
	if !s.Next('{') {
		return no
	}
	return max(likely, containsAny(`"rows"`, `"columns"`, `"goal"`)(data))
}

// decodeJSON reads objects of this project, and lists under other names.
func decodeJSON(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	object.Decode(d, namedColor, func(from, to int) []*nonogram.Puzzle { return readLists(d, from, to, true) }, yield)
}

func appendJSON(pretty bool) appender {
	return func(b []byte, i int, p *nonogram.Puzzle) []byte { return object.Append(b, p, idOf(p, i), pretty) }
}

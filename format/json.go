// This project's own JSON, which holds all there is to a puzzle; package object
// reads and writes it. A file is one object, an array of objects, or objects one
// after the other, as in JSON lines.

package format

import (
	"bytes"
	"errors"
	"io"

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
	Decode:     decodeJSON,
	Encode:     encodeJSON,
}

// sniffJSON wants an object, or an array that starts with one.
func sniffJSON(data []byte) Confidence {
	s := Source{data: data}
	s.skipSpace()
	if s.next('[') {
		s.pos++
		s.skipSpace()
	}
	switch {
	case !s.next('{'):
		return No
	case bytes.Contains(data, []byte(`"rows"`)), bytes.Contains(data, []byte(`"columns"`)), bytes.Contains(data, []byte(`"goal"`)):
		return Certain
	}
	return Likely
}

func decodeJSON(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	d := &cursor.Draft{Cursor: cursor.Cursor{Data: s.data}}
	object.Decode(d, func(p *nonogram.Puzzle, err error) bool { return yield(p, s.placed(err)) })
}

// jsonSolutions reads answers: objects with a "grid", or puzzles with a goal.
func (s *Source) jsonSolutions(yield func(Solution, error) bool) {
	d := &cursor.Draft{Cursor: cursor.Cursor{Data: s.data}}
	object.Answers(d, func(a object.Answer, err error) bool { return yield(Solution(a), s.placed(err)) })
}

// placed gives a fault its place.
func (s *Source) placed(err error) error {
	var fault *cursor.Fault
	if !errors.As(err, &fault) {
		return err
	}
	s.id = fault.Puzzle
	return s.fail(fault.Offset, "%s", fault.Message)
}

func encodeJSON(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, i int, p *nonogram.Puzzle) ([]byte, error) {
		return object.Append(b, p, idOf(p, i), len(puzzles) == 1), nil
	})
}

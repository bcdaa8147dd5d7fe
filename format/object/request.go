// Puzzles in requests. A larger JSON document, which encoding/json reads, has a
// puzzle as one of its values; encoding/json cannot say where that is, so the
// bytes are kept until somebody who knows the path has them read.

package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"nonogram"
	"nonogram/format/internal/cursor"
	"nonogram/format/internal/jsontext"
)

// Puzzle is the JSON of a puzzle that has not been read yet; empty if there is
// none.
type Puzzle []byte

// UnmarshalJSON keeps the bytes of an object. null is no puzzle.
func (p *Puzzle) UnmarshalJSON(data []byte) error {
	*p = nil
	switch {
	case string(data) == "null":
	case len(data) == 0 || data[0] != '{':
		return &json.UnmarshalTypeError{Value: "another value", Type: reflect.TypeFor[Nonogram]()}
	default:
		*p = bytes.Clone(data)
	}
	return nil
}

// MarshalJSON gives the bytes back.
func (p Puzzle) MarshalJSON() ([]byte, error) {
	if len(p) == 0 {
		return []byte("null"), nil
	}
	return p, nil
}

// FieldError is a value that does not fit its field of a JSON document.
type FieldError struct {
	Where   string // the path of the field: "puzzle.rows[2][0]"
	Message string
}

func (e *FieldError) Error() string {
	if e.Where == "" {
		return e.Message
	}
	return e.Where + ": " + e.Message
}

// Read is the puzzle. It may still be unsolvable, which is for nonogram.Validate to
// say. where is the path of its value in the request and number is its own among
// the puzzles there, from 1, which is its ID if it has no other. Errors are
// [*FieldError]s.
func (p Puzzle) Read(where string, number int) (*nonogram.Puzzle, error) {
	r := reader{Draft: &cursor.Draft{Cursor: cursor.Cursor{Data: p}, Ordinal: number - 1}, strict: true}
	r.SkipSpace()
	puzzle, err := r.Try(func() *nonogram.Puzzle {
		r.members()
		return r.puzzle()
	})
	if err == nil {
		return puzzle, nil
	}
	var fault *cursor.Fault
	if !errors.As(err, &fault) {
		return nil, err
	}
	return nil, &FieldError{Where: join(where, jsontext.Path(p, fault.Offset)), Message: fault.Message}
}

// join puts the path of an outer value before that of an inner one.
func join(outer, inner string) string {
	if outer == "" || inner == "" || strings.HasPrefix(inner, "[") {
		return outer + inner
	}
	return outer + "." + inner
}

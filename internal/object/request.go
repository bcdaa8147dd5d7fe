// Puzzles in requests. encoding/json decodes the request but does not know the path of a
// value, so a puzzle is kept as bytes until Read is called with its path.

package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
)

// Puzzle is the JSON of a puzzle; empty if there is none.
type Puzzle []byte

// UnmarshalJSON keeps the bytes of an object. A null leaves the puzzle empty.
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

// MarshalJSON returns the bytes.
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

// Read returns the puzzle. It may be unsolvable, see [nonogram.Validate]. where is the path
// of the value in the request, and number, from 1, is the default ID. Errors are of type
// [*FieldError].
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

// join joins two paths.
func join(outer, inner string) string {
	if outer == "" || inner == "" || strings.HasPrefix(inner, "[") {
		return outer + inner
	}
	return outer + "." + inner
}

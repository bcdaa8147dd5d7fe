package format

import (
	"errors"
	"strconv"
	"strings"
)

// Error is a problem with a file: where it is, and what was found there in
// place of what was expected.
type Error struct {
	File string
	// Line and Column count from 1, Column in characters. 0 means that the
	// problem has no such place.
	Line, Column int
	// Puzzle is the ID of the puzzle it is in, if any.
	Puzzle  string
	Message string

	formats string // with blanks between them, so that errors can be compared
	cause   error
}

// Formats names the formats that the file can be read in, where several make sense and
// only the reader of the text can know which is meant.
func (e *Error) Formats() []string { return strings.Fields(e.formats) }

// ErrUnknownFormat is what errors about files that are in no known format are, to
// errors.Is: who reads a folder passes over them.
var ErrUnknownFormat = errors.New("cannot tell which format this is")

// ErrEmpty is what errors about files with nothing in them are, to errors.Is.
var ErrEmpty = errors.New("no puzzle found, the file is empty")

// Unwrap gives what kind of error it is, if there is a name for it.
func (e *Error) Unwrap() error { return e.cause }

// Where is the place alone, "file:line:column", as far as it is known.
func (e *Error) Where() string {
	b := []byte(e.File)
	for _, n := range [2]int{e.Line, e.Column} {
		if n == 0 {
			break
		}
		if len(b) > 0 {
			b = append(b, ':')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return string(b)
}

// Error gives "file:line:column: message".
func (e *Error) Error() string {
	if where := e.Where(); where != "" {
		return where + ": " + e.Message
	}
	return e.Message
}

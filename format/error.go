package format

import (
	"errors"
	"strconv"
	"strings"
)

// Error is a problem in a file, with its place.
type Error struct {
	File string
	// Line and Column count from 1, Column in characters. 0 means unknown.
	Line, Column int
	// Puzzle is the ID of the puzzle, if any.
	Puzzle  string
	Message string

	formats string // separated by blanks, to keep Error comparable
	cause   error
}

// Formats names the possible formats of an ambiguous file.
func (e *Error) Formats() []string { return strings.Fields(e.formats) }

// ErrUnknownFormat matches, with errors.Is, errors about empty files and files in no known
// format. A program that reads a folder can skip such files.
var ErrUnknownFormat = errors.New("cannot tell which format this is")

// Unwrap returns ErrUnknownFormat or nil.
func (e *Error) Unwrap() error { return e.cause }

// Where returns the place, "file:line:column", as far as it is known.
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

// Error returns "file:line:column: message".
func (e *Error) Error() string {
	if where := e.Where(); where != "" {
		return where + ": " + e.Message
	}
	return e.Message
}

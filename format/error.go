package format

import "strconv"

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
}

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

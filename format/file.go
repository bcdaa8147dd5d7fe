// A file and places in it. Readers keep offsets; lines and columns are counted for errors
// only, each time from the last place, so that many errors cost one pass.

package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"nonogram/internal/object/cursor"
)

var utf8Mark = []byte("\xef\xbb\xbf")

// utf16Order returns the byte order of UTF-16 text, nil for other files. Text without a byte
// order mark has a zero in every second of its first bytes.
func utf16Order(data []byte) binary.ByteOrder {
	const head = 8
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return binary.BigEndian
	case len(data) < head:
		return nil
	}
	zeros := [2]int{}
	for i, b := range data[:head] {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch zeros {
	case [2]int{0, head / 2}:
		return binary.LittleEndian
	case [2]int{head / 2, 0}:
		return binary.BigEndian
	}
	return nil
}

// fromUTF16 converts UTF-16 text to UTF-8 and returns other files unchanged.
func fromUTF16(data []byte) []byte {
	order := utf16Order(data)
	if order == nil {
		return data
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return bytes.TrimPrefix([]byte(string(utf16.Decode(units))), utf8Mark)
}

func tooLarge(filename string, limit int64) error {
	return &Error{File: filename, Message: fmt.Sprintf("the file is over the limit of %d bytes", limit)}
}

// file is a file being read, and how far its lines have been counted.
type file struct {
	name    string
	draft   cursor.Draft
	counted place
	first   int // the number of the first line of the draft's bytes
}

type place struct{ offset, line, column int }

// open prepares a file for reading. It drops a UTF-8 byte order mark, converts UTF-16, and
// rejects empty files and files that are too large.
func open(data []byte, filename string) (*file, error) {
	if len(data) > maxFileSize {
		return nil, tooLarge(filename, maxFileSize)
	}
	data = bytes.TrimPrefix(fromUTF16(data), utf8Mark)
	if isBlank(data) {
		return nil, &Error{File: filename, Message: "no puzzle found, the file is empty", cause: ErrUnknownFormat}
	}
	return &file{name: filename, draft: cursor.Draft{Cursor: cursor.Cursor{Data: data}}, counted: place{0, 1, 1}, first: 1}, nil
}

func isBlank(data []byte) bool { return len(bytes.TrimLeft(data, cursor.BlanksOrEOL)) == 0 }

// turnTo continues with other bytes.
func (f *file) turnTo(data []byte) { f.draft.Data, f.draft.Pos = data, 0 }

// placed converts a fault into an [*Error].
func (f *file) placed(err error) error {
	if err == nil {
		return nil
	}
	var fault *cursor.Fault
	if !errors.As(err, &fault) {
		return err
	}
	e := &Error{File: f.name, Puzzle: fault.Puzzle, Message: fault.Message, foreign: fault.Foreign}
	if fault.Offset != cursor.Nowhere {
		e.Line, e.Column = f.locate(fault.Offset)
	}
	return e
}

// locate counts lines and columns up to an offset.
func (f *file) locate(offset int) (line, column int) {
	p, data := f.counted, f.draft.Data
	if offset < p.offset {
		p = place{0, f.first, 1}
	}
	for offset = min(offset, len(data)); p.offset < offset; p.offset++ {
		c := data[p.offset]
		switch {
		case c == '\n', c == '\r' && (p.offset+1 == len(data) || data[p.offset+1] != '\n'):
			p.line++
			p.column = 1
		case utf8.RuneStart(c):
			p.column++
		}
	}
	f.counted = p
	return p.line, p.column
}

// Error is a problem in a file, with its place.
type Error struct {
	File string
	// Line and Column count from 1, Column in characters. 0 means unknown.
	Line, Column int
	// Puzzle is the ID of the puzzle, if any.
	Puzzle  string
	Message string

	formats string // separated by blanks, to keep Error comparable
	foreign bool   // the file may be of another kind
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

// The limits of a file. Together with those of packages nonogram and cursor they bound
// the memory for a hostile file to a small multiple of its size, and the time to a small
// multiple of reading it.
const (
	// maxFileSize is the largest file read. A thousand tournament puzzles take 0.7 MB, a
	// 2000 × 2000 picture in JSON about 30 MB.
	maxFileSize = 256 << 20

	// maxErrors ends the reading of a file.
	maxErrors = 10_000

	// maxKept bounds the puzzles that a [Writer] keeps because the file begins with their
	// number, in clues and blocks: about 100 MB.
	maxKept = 4 << 20

	// slabSize is how much of a long file [Read] holds in memory.
	slabSize = 16 << 20

	// sniffWindow is how much of a file sniff functions see. All formats show themselves
	// in their first lines.
	sniffWindow = 64 << 10
)

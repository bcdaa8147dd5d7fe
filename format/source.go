// The cursor that all readers share. A Source holds the whole file and a
// position in it; readers move the position and never copy lines. Only offsets
// are kept on the way: line and column are counted when an error needs them,
// each time from where the last count ended, so that a file full of errors
// costs no more than one more pass.

package format

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"nonogram"
)

// Source is the content of one file with a reading position. It also carries
// the scratch memory that the puzzles of the file share.
type Source struct {
	file string
	data []byte
	pos  int

	binary  bool   // it is no text
	puzzles int    // puzzles begun so far
	id      string // of the puzzle being read, for errors
	start   int    // where it starts
	counted place  // what locate has counted so far

	clues  clueScratch
	cells  []nonogram.Color // of a grid being read
	colors colorTable
}

type place struct{ offset, line, column int }

var (
	utf8Mark    = []byte("\xef\xbb\xbf")
	utf16Marks  = [][]byte{[]byte("\xff\xfe"), []byte("\xfe\xff")}
	blanksOrEOL = "\x00\t\n\v\f\r "
)

// ReadAll reads what a file holds, but refuses more than MaxFileSize bytes
// without reading them all. The name is for the error.
func ReadAll(r io.Reader, filename string) ([]byte, error) {
	return readAtMost(r, filename, MaxFileSize)
}

func readAtMost(r io.Reader, filename string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = tooLarge(filename, limit)
	}
	return data, err
}

func tooLarge(filename string, limit int64) error {
	return &Error{File: filename, Message: fmt.Sprintf("the file is over the limit of %d bytes (MaxFileSize)", limit)}
}

// NewSource prepares a file for reading. It drops a UTF-8 byte order mark and
// refuses what no reader could read: nothing at all, UTF-16, more than
// MaxFileSize bytes.
func NewSource(data []byte, filename string) (*Source, error) {
	if len(data) > MaxFileSize {
		return nil, tooLarge(filename, MaxFileSize)
	}
	for _, mark := range utf16Marks {
		if bytes.HasPrefix(data, mark) {
			return nil, &Error{File: filename, Line: 1, Message: "found UTF-16 text, expected UTF-8: save the file as UTF-8"}
		}
	}
	data = bytes.TrimPrefix(data, utf8Mark)
	if len(bytes.Trim(data[:min(len(data), sniffWindow)], blanksOrEOL)) == 0 && len(bytes.Trim(data, blanksOrEOL)) == 0 {
		return nil, &Error{File: filename, Message: "no puzzle found, the file is empty"}
	}
	return &Source{file: filename, data: data, counted: place{0, 1, 1}}, nil
}

// begin starts a puzzle at the given offset under its number in the file.
func (s *Source) begin(at int) {
	s.puzzles++
	s.start = at
	s.id = ordinal(s.puzzles)
	s.clues.reset(len(s.data))
	s.colors.reset()
}

func ordinal(n int) string { return strconv.Itoa(n) }

// fail makes the error for the given offset. In a file that is no text the
// offset means nothing to people, and the error has no place.
func (s *Source) fail(at int, format string, args ...any) error {
	e := &Error{File: s.file, Puzzle: s.id, Message: fmt.Sprintf(format, args...)}
	if !s.binary {
		e.Line, e.Column = s.locate(at)
	}
	return e
}

// expected makes the error "found this, expected that" for the given offset.
func (s *Source) expected(at int, what string, args ...any) error {
	return s.fail(at, "found %s, expected %s", s.found(at), fmt.Sprintf(what, args...))
}

// locate counts lines and columns up to an offset.
func (s *Source) locate(offset int) (line, column int) {
	p := s.counted
	if offset < p.offset {
		p = place{0, 1, 1}
	}
	for offset = min(offset, len(s.data)); p.offset < offset; p.offset++ {
		c := s.data[p.offset]
		switch {
		case c == '\n', c == '\r' && !s.has(p.offset+1, '\n'):
			p.line++
			p.column = 1
		case utf8.RuneStart(c):
			p.column++
		}
	}
	s.counted = p
	return p.line, p.column
}

// found describes the input at an offset for a message: the word that starts
// there, or what else there is.
func (s *Source) found(at int) string {
	if at >= len(s.data) {
		return "the end of the file"
	}
	if isEOL(s.data[at]) {
		return "the end of the line"
	}
	end := at + 1
	for end < len(s.data) && end < at+maxShown && isWordByte(s.data[end]) {
		end++
	}
	for end < len(s.data) && !utf8.RuneStart(s.data[end]) && end < at+maxShown+utf8.UTFMax {
		end++ // do not cut a character in half
	}
	return strconv.Quote(string(s.data[at:end]))
}

// isWordByte tells what belongs to the word that found quotes: everything but
// blanks and the punctuation that separates words in our formats.
func isWordByte(c byte) bool {
	return c > ' ' && c != ',' && c != '/' && c != '<' && c != '>' && c != '"' && c != '{' && c != '}' && c != '[' && c != ']'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isBlank(c byte) bool { return c == ' ' || c == '\t' }
func isEOL(c byte) bool   { return c == '\n' || c == '\r' }

func isLetter(c byte) bool {
	c |= 0x20
	return 'a' <= c && c <= 'z'
}

func (s *Source) eof() bool { return s.pos >= len(s.data) }

// has reports whether the byte at an offset, if there is one, is c.
func (s *Source) has(at int, c byte) bool { return at < len(s.data) && s.data[at] == c }

// next reports whether the byte at the cursor is c.
func (s *Source) next(c byte) bool { return s.has(s.pos, c) }

// lineEnd reports whether the cursor is at the end of a line.
func (s *Source) lineEnd() bool { return s.pos >= len(s.data) || isEOL(s.data[s.pos]) }

// lineStart reports whether the cursor is at the start of a line.
func (s *Source) lineStart() bool { return s.pos == 0 || isEOL(s.data[s.pos-1]) }

func (s *Source) skipBlanks() {
	for s.pos < len(s.data) && isBlank(s.data[s.pos]) {
		s.pos++
	}
}

// skipSpace skips blanks and line ends.
func (s *Source) skipSpace() {
	for s.pos < len(s.data) && (isBlank(s.data[s.pos]) || isEOL(s.data[s.pos])) {
		s.pos++
	}
}

// skipEOL moves from the end of a line to the start of the next.
func (s *Source) skipEOL() {
	if s.next('\r') {
		s.pos++
		if s.next('\n') {
			s.pos++
		}
	} else if s.next('\n') {
		s.pos++
	}
}

// skipLine moves to the start of the next line.
func (s *Source) skipLine() {
	s.rest()
	s.skipEOL()
}

// rest takes the rest of the line, without its end.
func (s *Source) rest() []byte {
	start := s.pos
	for !s.lineEnd() {
		s.pos++
	}
	return s.data[start:s.pos]
}

// word takes everything up to a blank, a comma or the end of the line.
func (s *Source) word() []byte {
	start := s.pos
	for s.pos < len(s.data) && s.data[s.pos] != ',' && !isBlank(s.data[s.pos]) && !isEOL(s.data[s.pos]) {
		s.pos++
	}
	return s.data[start:s.pos]
}

// number reads the digits at the cursor.
func (s *Source) number() (int, error) {
	start := s.pos
	var n int64
	for s.pos < len(s.data) && isDigit(s.data[s.pos]) {
		n = n*10 + int64(s.data[s.pos]-'0')
		if n > MaxNumber {
			return 0, s.fail(start, "the number %s is over the limit of %d (MaxNumber)", s.found(start), MaxNumber)
		}
		s.pos++
	}
	if s.pos == start {
		return 0, s.expected(start, "a number")
	}
	return int(n), nil
}

// size checks a width and height that were read at the given offset.
func (s *Source) size(at, width, height int) error {
	if err := nonogram.ValidateSize(width, height); err != nil {
		return s.fail(at, "%s", err)
	}
	return nil
}

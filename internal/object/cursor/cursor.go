// Package cursor is shared by the readers of all formats. A [Cursor] is a position in
// the bytes of a file; a [Draft] adds the puzzle being read. A reader is a struct that
// embeds one of them.
//
// Readers move the cursor and do not copy lines. On an error they panic with a
// [*Fault], which [Catch] returns as an error, like the parsers of text/template and
// go/parser do. A fault has an offset; the caller converts it into line and column, or
// into the path of a JSON value.
package cursor

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"nonogram"
)

// Cursor is a position in a text.
type Cursor struct {
	Data []byte
	Pos  int
	// ID of the puzzle being read, for errors; empty between puzzles.
	ID string
}

// Fault is a problem at an offset of a text, in the puzzle of the given ID.
type Fault struct {
	Offset  int
	Puzzle  string
	Message string
	Foreign bool // the text is well-formed, and is not a puzzle
	Own     bool // the text is of this format, whatever else is wrong
}

// Nowhere is the offset of a fault without a place, as in pictures.
const Nowhere = -1

func (f *Fault) Error() string { return f.Message }

// BlanksOrEOL are the characters ignored before and after the content of a file.
const BlanksOrEOL = "\x00\t\n\v\f\r "

// MaxShown is how many bytes of the input a message quotes.
const MaxShown = 24

// Fail makes the fault at the given offset, for the reader to panic with.
func (c *Cursor) Fail(at int, format string, args ...any) *Fault {
	return &Fault{Offset: at, Puzzle: c.ID, Message: fmt.Sprintf(format, args...)}
}

// Catch runs a reader and returns the fault with which it panics, if any.
func Catch(read func()) (err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case *Fault:
			err = fault
		default:
			panic(fault)
		}
	}()
	read()
	return nil
}

// Expected makes the fault "found this, expected that" at the given offset.
func (c *Cursor) Expected(at int, what string, args ...any) *Fault {
	return c.Fail(at, "found %s, expected %s", c.Found(at), fmt.Sprintf(what, args...))
}

// Expect panics with the fault of Expected unless the condition holds.
func (c *Cursor) Expect(ok bool, at int, what string, args ...any) {
	if !ok {
		panic(c.Expected(at, what, args...))
	}
}

// Require panics with the fault of Fail unless the condition holds.
func (c *Cursor) Require(ok bool, at int, format string, args ...any) {
	if !ok {
		panic(c.Fail(at, format, args...))
	}
}

// Found describes the input at an offset for a message: its word, or the end of the
// line or file.
func (c *Cursor) Found(at int) string {
	if at >= len(c.Data) {
		return "the end of the file"
	}
	if IsEOL(c.Data[at]) {
		return "the end of the line"
	}
	text := ""
	if c.Data[at] == '"' && at+1 < len(c.Data) && isWordByte(c.Data[at+1]) {
		at, text = at+1, "the text " // not a number, even if it looks like one
	}
	end := at + 1
	for end < len(c.Data) && end < at+MaxShown && isWordByte(c.Data[end]) {
		end++
	}
	for end < len(c.Data) && !utf8.RuneStart(c.Data[end]) && end < at+MaxShown+utf8.UTFMax {
		end++ // do not cut a character in half
	}
	return text + strconv.Quote(string(c.Data[at:end]))
}

// isWordByte reports whether a byte belongs to a word that Found quotes: all but blanks
// and the punctuation that separates words.
func isWordByte(c byte) bool {
	return c > ' ' && c != ',' && c != '/' && c != '<' && c != '>' && c != '"' && c != '{' && c != '}' && c != '[' && c != ']'
}

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsBlank reports whether c is a space or a tab.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' }

// IsEOL reports whether c ends a line.
func IsEOL(c byte) bool { return c == '\n' || c == '\r' }

// IsLetter reports whether c is an ASCII letter.
func IsLetter(c byte) bool {
	c |= 0x20
	return 'a' <= c && c <= 'z'
}

// EOF reports whether the cursor is at the end of the file.
func (c *Cursor) EOF() bool { return c.Pos >= len(c.Data) }

// Has reports whether the byte at an offset, if there is one, is b.
func (c *Cursor) Has(at int, b byte) bool { return at < len(c.Data) && c.Data[at] == b }

// Next reports whether the byte at the cursor is b.
func (c *Cursor) Next(b byte) bool { return c.Has(c.Pos, b) }

// NextDigit reports whether there is a digit at the cursor.
func (c *Cursor) NextDigit() bool { return c.Pos < len(c.Data) && IsDigit(c.Data[c.Pos]) }

// LineEnd reports whether the cursor is at the end of a line.
func (c *Cursor) LineEnd() bool { return c.Pos >= len(c.Data) || IsEOL(c.Data[c.Pos]) }

// LineStart reports whether the cursor is at the start of a line.
func (c *Cursor) LineStart() bool { return c.Pos == 0 || IsEOL(c.Data[c.Pos-1]) }

// SkipBlanks skips spaces and tabs.
func (c *Cursor) SkipBlanks() {
	for c.Pos < len(c.Data) && IsBlank(c.Data[c.Pos]) {
		c.Pos++
	}
}

// SkipSpace skips blanks and line ends.
func (c *Cursor) SkipSpace() {
	for c.Pos < len(c.Data) && c.Data[c.Pos] <= ' ' && (IsBlank(c.Data[c.Pos]) || IsEOL(c.Data[c.Pos])) {
		c.Pos++
	}
}

// SkipDigits skips digits and reports whether there were any.
func (c *Cursor) SkipDigits() bool {
	from := c.Pos
	for c.NextDigit() {
		c.Pos++
	}
	return c.Pos > from
}

// SkipEOL moves from the end of a line to the start of the next.
func (c *Cursor) SkipEOL() {
	if c.Next('\r') {
		c.Pos++
		if c.Next('\n') {
			c.Pos++
		}
	} else if c.Next('\n') {
		c.Pos++
	}
}

// SkipLine moves to the start of the next line.
func (c *Cursor) SkipLine() {
	c.Rest()
	c.SkipEOL()
}

// Literal moves past a word like null, if the cursor is at it.
func (c *Cursor) Literal(word string) bool {
	end := c.Pos + len(word)
	if end > len(c.Data) || string(c.Data[c.Pos:end]) != word {
		return false
	}
	c.Pos = end
	return true
}

// Rest takes the rest of the line, without its end.
func (c *Cursor) Rest() []byte {
	rest := c.Data[min(c.Pos, len(c.Data)):]
	n := 0
	for n < len(rest) && !IsEOL(rest[n]) {
		n++
	}
	c.Pos += n
	return rest[:n]
}

// Until takes everything up to one of the given characters or the end of the line.
func (c *Cursor) Until(stop string) []byte {
	start := c.Pos
	for ; !c.LineEnd(); c.Pos++ {
		for i := range len(stop) { // they are few: faster than a call of the standard library
			if c.Data[c.Pos] == stop[i] {
				return c.Data[start:c.Pos]
			}
		}
	}
	return c.Data[start:c.Pos]
}

// PeekLine is the rest of the line, without its end; the cursor stays.
func (c *Cursor) PeekLine() []byte {
	from := c.Pos
	line := c.Rest()
	c.Pos = from
	return line
}

// Word takes everything up to a blank, a comma or the end of the line.
func (c *Cursor) Word() []byte { return c.Until(", \t") }

// TryNumber is Number that returns false instead of failing.
func (c *Cursor) TryNumber() (n int, ok bool) {
	start, i, sum := c.Pos, c.Pos, int64(0)
	for i < len(c.Data) && IsDigit(c.Data[i]) && sum <= MaxNumber {
		sum = sum*10 + int64(c.Data[i]-'0')
		i++
	}
	if c.Pos = i; i == start || sum > MaxNumber {
		return 0, false
	}
	return int(sum), true
}

// Number reads the digits at the cursor.
func (c *Cursor) Number() int {
	start := c.Pos
	n, ok := c.TryNumber()
	switch {
	case ok:
		return n
	case c.Pos == start:
		panic(c.Expected(start, "a number"))
	}
	panic(c.Fail(start, "the number %s is over the limit of %d", c.Found(start), MaxNumber))
}

// NextNumber reads a number after white space.
func (c *Cursor) NextNumber() int {
	c.SkipSpace()
	return c.Number()
}

// Size checks a width and height that were read at the given offset.
func (c *Cursor) Size(at, width, height int) {
	if err := nonogram.ValidateSize(width, height); err != nil {
		panic(c.Fail(at, "%s", err))
	}
}

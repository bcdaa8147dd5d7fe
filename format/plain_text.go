// Tokens of a typed text: numbers, labels in several languages, brackets, separators and
// line ends.

package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram/internal/object/cursor"
)

// mark is a token. Its kind is one of those below, or the character of a separator.
type mark struct {
	at, n int32
	kind  byte
	glued bool // a number right behind a letter, "r3"
}

// The kinds of marks beside separators.
const (
	number   = 'n'
	hidden   = '?'
	missing  = 'm' // the clue of a line of which nothing is known, "*"
	lineEnd  = '\n'
	rowLabel = 'r'
	colLabel = 'c'
)

// separators may separate numbers, clues, or rows and columns.
const separators = ",;/|-:=.+*_~#x&"

// punctuation are the separators that are not ASCII.
var punctuation = map[rune]byte{
	'×': 'x', '–': '-', '—': '-', '―': '-', '─': '-', '━': '-', '，': ',', '、': ',', '；': ';', '：': ':', '｜': '|', '│': '|',
}

// labelWords are words for rows and columns in English, German, French, Spanish, Italian,
// Portuguese, Dutch, Polish, Czech, Russian, Japanese and Chinese, and in programs.
var labelWords = map[string]byte{}

func init() {
	for kind, words := range map[byte]string{
		rowLabel: "row rows r rowclues rowhints row_clues row_hints horizontal left side across " +
			"zeile zeilen reihe reihen waagerecht waagrecht ligne lignes rangée rangées horizontalement " +
			"fila filas renglón renglones horizontales riga righe orizzontali linha linhas horizontais " +
			"rij rijen wiersz wiersze rzędy řádek řádky строка строки ряд ряды горизонтали 行 よこ 横 ヨコ",
		colLabel: "col cols c column columns colclues colhints columnclues columnhints col_clues col_hints vertical up top down " +
			"spalte spalten senkrecht colonne colonnes verticalement columna columnas verticales colonna colonne verticali " +
			"coluna colunas verticais kolom kolommen kolumna kolumny sloupec sloupce столбец столбцы колонка колонки вертикали 列 たて 縦 タテ",
	} {
		for _, word := range strings.Fields(words) {
			labelWords[word] = kind
		}
	}
}

// typed is a tokenized text.
type typed struct {
	marks    []mark
	numbers  int
	labels   [2]int // of rows, of columns
	size     [2]int // of rows, of columns, "3 rows, 4 columns"; 0 if the text does not say it
	stranger int    // offset of the first unknown word, or -1
}

// maxPreamble bounds the text before the first label.
const maxPreamble = 1 << 10

// scanTyped tokenizes a text. It records unknown words and characters; in a text with
// labels, the text before the first label that numbers follow may be any, and so may lines at the
// end that have no number.
func scanTyped(c *cursor.Cursor) *typed {
	s := scanner{c: c, t: &typed{stranger: -1}, head: -1}
	s.lineStart()
	for end := c.Pos + maxPreamble; !c.EOF() && (s.t.stranger < 0 || !s.begun && c.Pos < end); {
		s.next()
	}
	return s.t
}

// clueWords may follow a label, as in "row clues".
var clueWords = map[string]bool{"clue": true, "clues": true, "hint": true, "hints": true, "number": true, "numbers": true, "constraints": true}

// ended reports that only lines of words are left, at the beginning of one.
func (s *scanner) ended(at int) bool {
	line := bytes.LastIndexAny(s.c.Data[:at], "\r\n") + 1
	return s.t.labels[0] > 0 && s.t.labels[1] > 0 && len(bytes.TrimLeft(s.c.Data[line:at], " \t")) == 0 && !bytes.ContainsAny(s.c.Data[at:], "?0123456789")
}

type scanner struct {
	c     *cursor.Cursor
	t     *typed
	prose bool // there are unknown words before the labels
	begun bool // there is a number or a bracket after a label
	head  int  // the number of marks before the label of a remark or behind a count, -1 if there is none
}

// isBlock reports a number, one that is not known, or the sign of a missing clue.
func (t mark) isBlock() bool { return t.kind == number || t.kind == hidden || t.kind == missing }

func (s *scanner) add(kind byte, at, n int) {
	s.t.marks = append(s.t.marks, mark{at: int32(at), n: int32(n), kind: kind})
}

// next reads a token.
func (s *scanner) next() {
	c := s.c
	at, b := c.Pos, c.Data[c.Pos]
	switch {
	case c.LineEnd():
		c.SkipEOL()
		s.add(lineEnd, at, 0)
		s.lineStart()
	case cursor.IsDigit(b):
		n := c.Number()
		if c.Literal(".0") && c.NextDigit() {
			s.strange(at)
		}
		s.t.numbers++
		s.begun = s.t.labels != [2]int{}
		s.add(number, at, n)
		s.t.marks[len(s.t.marks)-1].glued = at > 0 && cursor.IsLetter(c.Data[at-1])
	case b == '?' && at > 0 && cursor.IsLetter(c.Data[at-1]):
		c.Pos++ // of a sentence
	case b == '?':
		c.Pos++
		s.t.numbers++
		s.add(hidden, at, 0)
	case b == '*' && s.alone():
		c.Pos++
		s.t.numbers++
		s.add(missing, at, 0)
	case b == ')' && s.listNumber():
		c.Pos++
		s.add('.', at, 0)
	case isClosing(b) && s.betweenBrackets():
		s.add(';', at, 0)
	case b == '[' && s.empty():
		s.t.numbers++
		s.add(number, at, 0)
	case cursor.IsBlank(b) || strings.IndexByte("\"'\x00[](){}", b) >= 0:
		s.begun = s.begun || b == '[' && s.t.labels != [2]int{}
		c.Pos++
	case b == '%' || c.Literal("//"):
		c.Rest() // a remark
	case (b == '#' || b == '*') && s.remark():
		if !s.heading() {
			c.Rest()
		}
	default:
		s.word(at)
	}
}

// alone reports whether the line has nothing but the character at the cursor, or a comma behind it.
func (s *scanner) alone() bool {
	n := len(s.t.marks)
	return (n == 0 || s.t.marks[n-1].kind == lineEnd) && len(bytes.Trim(s.c.PeekLine()[1:], ", \t")) == 0
}

// empty moves past a line of empty brackets, which is the clue of an empty line.
func (s *scanner) empty() bool {
	if n := len(s.t.marks); n > 0 && s.t.marks[n-1].kind != lineEnd {
		return false
	}
	line := s.c.PeekLine()
	inside, closed := bytes.CutSuffix(bytes.TrimRight(line[1:], ", \t"), []byte("]"))
	if !closed || len(bytes.Trim(inside, " \t")) > 0 {
		return false
	}
	s.c.Pos += len(line)
	return true
}

// betweenBrackets moves from a closing bracket past the opening one behind it, as in "[1 1] [5]".
func (s *scanner) betweenBrackets() bool {
	rest := bytes.TrimLeft(s.c.Data[s.c.Pos+1:], ", \t")
	if len(rest) == 0 || strings.IndexByte("[({", rest[0]) < 0 {
		return false
	}
	s.c.Pos = len(s.c.Data) - len(rest) + 1
	return true
}

// listNumber reports whether the line up to here is a number, as in "3) 1 1".
func (s *scanner) listNumber() bool {
	line := s.c.Data[bytes.LastIndexAny(s.c.Data[:s.c.Pos], "\r\n")+1 : s.c.Pos]
	return len(line) > 0 && len(bytes.Trim(line, "0123456789")) == 0
}

// remark reports whether a # or * starts a comment instead of a ruled line.
func (s *scanner) remark() bool {
	line := string(s.c.PeekLine())
	if line[0] == '*' {
		return strings.ContainsFunc(line, unicode.IsLetter)
	}
	text := strings.TrimLeft(line, "# \t\"'")
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r) || text == "" && s.t.numbers == 0
}

// heading moves to the words of a remark that is only a label, "# rows:".
func (s *scanner) heading() bool {
	line := s.c.PeekLine()
	text := bytes.TrimLeft(line, "#* \t")
	words := bytes.Fields(bytes.ToLower(bytes.TrimRight(text, ": \t")))
	if len(words) == 0 || labelWords[string(words[0])] == 0 || len(words) > 1 && (len(words) > 2 || !clueWords[string(words[1])]) {
		return false
	}
	s.c.Pos += len(line) - len(text)
	s.head = len(s.t.marks)
	return true
}

// wordedSize reads a line like "3 rows", "3 rows, 4 columns" or "Size: 4 columns by 3 rows.": each
// count with its word. It returns nil for other lines.
func wordedSize(line string) (list [][2]string) {
	take := func(of func(rune) bool) (token string) {
		end := strings.IndexFunc(line, func(r rune) bool { return !of(r) })
		if end < 0 {
			end = len(line)
		}
		token, line = line[:end], line[end:]
		return token
	}
	blank := func(r rune) bool { return r == ' ' || r == '\t' }
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	if take(unicode.IsLetter) != "" {
		line = strings.TrimPrefix(line, ":")
		if take(blank) == "" {
			return nil
		}
	}
	for {
		count := take(digit)
		take(blank)
		word := take(unicode.IsLetter)
		if len(count) == 0 || len(count) > 4 || utf8.RuneCountInString(word) < 2 {
			return nil
		}
		list = append(list, [2]string{count, word})
		take(blank)
		if len(list) == 2 || strings.Trim(line, ".: \t") == "" {
			break
		}
		if r, n := utf8.DecodeRuneInString(line); strings.ContainsRune(",;/×&*", r) {
			line = line[n:]
		} else {
			take(unicode.IsLetter) // by
		}
		take(blank)
	}
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, ":") {
		line = line[1:]
	}
	if take(blank); line != "" {
		return nil
	}
	return list
}

// sizeInWords moves past a line that says how many rows and columns there are, or past the number
// before the label of one of them.
func (s *scanner) sizeInWords() bool {
	line := s.c.PeekLine()
	counts := wordedSize(string(line))
	both := len(counts) == 2
	if counts == nil || s.t.size != [2]int{} && both {
		return false
	}
	size, said := s.t.size, 0
	for _, c := range counts {
		axis, ok := labelAxis(labelWords[strings.ToLower(c[1])])
		if !ok {
			return false
		}
		size[axis], _ = strconv.Atoi(c[0])
		said |= 1 << axis
	}
	if both && said != 3 { // one of them twice
		return false
	}
	s.t.size = size
	if !both {
		s.c.Pos += bytes.LastIndex(line, []byte(counts[0][1]))
		s.head = len(s.t.marks)
	} else {
		s.c.Pos += len(line)
	}
	return true
}

// labelAxis returns 0 for the label of rows, and 1 for that of columns.
func labelAxis(label byte) (axis int, ok bool) {
	return strings.IndexByte(string([]byte{rowLabel, colLabel}), label), label == rowLabel || label == colLabel
}

// lineStart skips the bullets at the start of a line, except in a ruled line, and a line with the size.
func (s *scanner) lineStart() {
	s.c.SkipBlanks()
	if s.sizeInWords() {
		return
	}
	rest := bytes.TrimLeft(s.c.PeekLine(), "-* \t")
	if len(rest) > 0 && !s.c.LineEnd() && (s.c.Literal("- ") || !s.remark() && s.c.Literal("* ")) {
		s.lineStart()
	}
}

// word reads a label, a separator or an unknown word.
func (s *scanner) word(at int) {
	c := s.c
	for !c.EOF() {
		r, n := utf8.DecodeRune(c.Data[c.Pos:])
		if !unicode.IsLetter(r) && !(r == '_' && c.Pos > at) {
			break
		}
		c.Pos += n
	}
	if c.Pos > at {
		word := strings.ToLower(string(c.Data[at:min(c.Pos, at+64)]))
		kind, ok := labelWords[word]
		switch {
		case ok:
			s.label(kind, at)
		case word == "x":
			s.add('x', at, 0)
		case clueWords[word] && len(s.t.marks) > 0 && isLabel(s.t.marks[len(s.t.marks)-1]):
		case s.ended(at):
			c.Pos = len(c.Data)
		default:
			s.strange(at)
		}
		return
	}
	r, n := utf8.DecodeRune(c.Data[c.Pos:])
	c.Pos += max(n, 1)
	kind, ok := punctuation[r]
	switch {
	case ok:
		s.add(kind, at, 0)
	case r == '\u00a0' || r == '\u3000' || r == '\ufeff': // kinds of blanks
	case r < utf8.RuneSelf && strings.IndexByte(separators, byte(r)) >= 0:
		s.add(byte(r), at, 0)
	default:
		s.strange(at)
	}
}

// label records a label. It discards an unknown preamble, which may have labels too.
func (s *scanner) label(kind byte, at int) {
	t := s.t
	if s.prose = s.prose || t.stranger >= 0; s.prose && !s.begun {
		*t = typed{marks: t.marks[:0], size: t.size, stranger: -1}
	}
	axis, _ := labelAxis(kind)
	if h := s.head; h >= 0 && h < len(t.marks) && t.marks[h].kind == kind && !slices.ContainsFunc(t.marks[h+1:], func(m mark) bool { return m.kind != lineEnd && m.kind != ':' }) {
		t.marks = t.marks[:h] // "# rows" or "3 rows" above "rows"
		t.labels[axis]--
	}
	t.labels[axis]++
	s.add(kind, at, 0)
}

func (s *scanner) strange(at int) {
	if s.t.stranger < 0 {
		s.t.stranger = at
	}
}

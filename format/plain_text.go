// Tokens of a typed text: numbers, labels in several languages, brackets, separators and
// line ends.

package format

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram/internal/object/cursor"
)

// mark is a token. Its kind is one of those below, or the character of a separator.
type mark struct {
	at, n int32
	kind  byte
}

// The kinds of marks beside separators.
const (
	number   = 'n'
	hidden   = '?'
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
	stranger int    // offset of the first unknown word, or -1
}

// maxPreamble bounds the text before the first label.
const maxPreamble = 1 << 10

// scanTyped tokenizes a text. It records unknown words and characters; in a text with
// labels, the text before the first label that numbers follow may be any, and so may lines at the
// end that have no number.
func scanTyped(c *cursor.Cursor) *typed {
	s := scanner{c: c, t: &typed{stranger: -1}}
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
}

func (s *scanner) add(kind byte, at, n int) {
	s.t.marks = append(s.t.marks, mark{int32(at), int32(n), kind})
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
	case b == '?' && at > 0 && cursor.IsLetter(c.Data[at-1]):
		c.Pos++ // of a sentence
	case b == '?':
		c.Pos++
		s.t.numbers++
		s.add(hidden, at, 0)
	case isClosing(b) && s.betweenBrackets():
		s.add(';', at, 0)
	case cursor.IsBlank(b) || strings.IndexByte("\"'\x00[](){}", b) >= 0:
		s.begun = s.begun || b == '[' && s.t.labels != [2]int{}
		c.Pos++
	case b == '%' || c.Literal("//"):
		c.Rest() // a remark
	case (b == '#' || b == '*') && s.remark():
		c.Rest()
	default:
		s.word(at)
	}
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

// remark reports whether a # or * starts a comment instead of a ruled line.
func (s *scanner) remark() bool {
	line := string(s.c.PeekLine())
	if line[0] == '*' {
		return strings.ContainsFunc(line, unicode.IsLetter)
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, "# \t"))
	return unicode.IsLetter(r)
}

// lineStart skips the bullets at the start of a line, except in a ruled line.
func (s *scanner) lineStart() {
	s.c.SkipBlanks()
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
		*t = typed{marks: t.marks[:0], stranger: -1}
	}
	if kind == rowLabel {
		t.labels[0]++
	} else {
		t.labels[1]++
	}
	s.add(kind, at, 0)
}

func (s *scanner) strange(at int) {
	if s.t.stranger < 0 {
		s.t.stranger = at
	}
}

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
		rowLabel: "row rows r rowclues rowhints row_clues row_hints horizontal left side " +
			"zeile zeilen reihe reihen waagerecht waagrecht ligne lignes rangée rangées horizontalement " +
			"fila filas renglón renglones horizontales riga righe orizzontali linha linhas horizontais " +
			"rij rijen wiersz wiersze rzędy řádek řádky строка строки ряд ряды горизонтали 行 よこ 横 ヨコ",
		colLabel: "col cols c column columns colclues colhints columnclues columnhints col_clues col_hints vertical up top " +
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
// labels, the lines before the first label may hold any text.
func scanTyped(c *cursor.Cursor) *typed {
	s := scanner{c: c, t: &typed{stranger: -1}}
	s.lineStart()
	for end := c.Pos + maxPreamble; !c.EOF() && (s.t.stranger < 0 || s.t.labels == [2]int{} && c.Pos < end); {
		s.next()
	}
	return s.t
}

type scanner struct {
	c *cursor.Cursor
	t *typed
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
		s.add(number, at, n)
	case b == '?':
		c.Pos++
		s.t.numbers++
		s.add(hidden, at, 0)
	case cursor.IsBlank(b) || strings.IndexByte("\"'\x00[](){}", b) >= 0:
		c.Pos++
	case b == '%' || c.Literal("//"):
		c.Rest() // a remark
	case (b == '#' || b == '*') && s.remark():
		c.Rest()
	default:
		s.word(at)
	}
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

// label records a label. The first one discards an unknown preamble.
func (s *scanner) label(kind byte, at int) {
	t := s.t
	if t.labels == [2]int{} && t.stranger >= 0 {
		t.marks, t.numbers, t.stranger = t.marks[:0], 0, -1
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

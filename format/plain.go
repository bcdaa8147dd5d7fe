// Clues as people type them, with no mark of any format:
//
//	1 1            rows: 1 1, 5, 5, 3, 1         [[1,1],[5],[5],[3],[1]]
//	5              columns: 2, 4, 4, 4, 2        [[2],[4],[4],[4],[2]]
//	5
//	3              Zeilen                        {:left [[1 1] [5] [5] [3] [1]]
//	1              - 1 1                          :up [[2] [4] [4] [4] [2]]}
//	               - 5
//	2              …                             1 1 / 5 / 5 / 3 / 1 | 2 / 4 / 4 / 4 / 2
//	4
//	4
//	4
//	2
//
// A clue is a line, a pair of brackets, or what stands between two separators; rows
// and columns have labels, a blank line, a ruled line or a separator of their own
// between them, or nothing, if there is only one place at which their sums are equal.
// What else people do, each a word behind the name of the format:
//
//	plain:columns       the columns come first
//	plain:wh, plain:hw  width and height, or height and width, go before
//	plain:counted       every clue begins with the number of its numbers
//
// So plain:wh is nin, plain:wh:columns is nono, and plain:hw is cwd. Where a text can be
// cut into clues in several ways, all are tried: those whose totals agree, and of
// those the ones that have a solution. One must be left. Read only: what is written
// should not have to be guessed. Black and white, one puzzle per file, "?" is a block
// of unknown length.

package format

import (
	"bytes"
	"strings"

	"nonogram"
	"nonogram/format/internal/cursor"
)

var plainFormat = Format{
	Name:       "plain",
	Title:      "clues as people type them: rows, a blank line, columns",
	Extensions: []string{".clues", ".csv", ".yaml", ".yml", ".clj", ".edn"},
	Holds:      Blots,
	Bare:       true,
	Sniff:      sniffPlain,
	decode:     layout{}.decode,
	shape:      layout{}.String(),
}

var nonoFormat = Format{
	Name:       "nono",
	Title:      "width and height, the columns, the rows",
	Extensions: []string{".nono"},
	Holds:      Blots,
	Bare:       true,
	Sniff:      layout{size: widthFirst, columns: true}.sniff,
	decode:     layout{size: widthFirst, columns: true}.decode,
	shape:      layout{size: widthFirst, columns: true}.String(),
	append:     appendNono,
}

// variants are the other layouts of plain texts. They are no rows of the table, but
// can be asked for by name.
var variants = plainVariants()

func plainVariants() (list []*Format) {
	for _, counted := range []bool{false, true} {
		for _, columns := range []bool{false, true} { // rows first are more usual
			for _, size := range []sizeKind{noSize, widthFirst, heightFirst} {
				l := layout{size, columns, counted}
				if l == (layout{}) {
					continue // plain itself
				}
				list = append(list, &Format{
					Name: l.name(), Title: plainFormat.Title, Extensions: plainFormat.Extensions, Holds: Blots,
					Bare: true, Sniff: l.sniff, decode: l.decode, shape: l.String(),
				})
			}
		}
	}
	return list
}

// layout is what stands where in a text of numbers.
type layout struct {
	size    sizeKind
	columns bool // they come first
	counted bool // clues begin with the number of their numbers
}

// sizeKind is the size before the clues, if any.
type sizeKind uint8

const (
	noSize sizeKind = iota
	heightFirst
	widthFirst
)

func (l layout) name() string {
	name := plainFormat.Name + [...]string{"", ":hw", ":wh"}[l.size]
	if l.columns {
		name += ":columns"
	}
	if l.counted {
		name += ":counted"
	}
	return name
}

// String says it for people.
func (l layout) String() string {
	parts := []string{"rows", "columns"}
	if l.columns {
		parts = []string{"columns", "rows"}
	}
	if size := [...]string{"", "height and width", "width and height"}[l.size]; size != "" {
		parts = append([]string{size}, parts...)
	}
	text := strings.Join(parts, ", ")
	if l.counted {
		text += ", each clue behind the number of its numbers"
	}
	return text
}

// maxTyped bounds plain texts, which are taken apart in memory: nobody types more, and
// the clues of 400 × 400 cells are less.
const maxTyped = 256 << 10

func sniffPlain(data []byte) Confidence { return layout{}.sniff(data) }

// sniff wants nothing but numbers and what stands between them, or labels for the rows
// and for the columns.
func (l layout) sniff(data []byte) Confidence {
	if head := bytes.TrimLeft(data, cursor.BlanksOrEOL); len(head) > 0 && (head[0] == '$' || head[0] == '<') {
		return No // the marks of others
	}
	if len(bytes.Trim(data, "\t\n\r ?,;/|0123456789")) == 0 {
		if bytes.ContainsAny(data, "?0123456789") {
			return Possible
		}
		return No
	}
	var t *typed
	err := cursor.Catch(func() { t = scanTyped(&cursor.Cursor{Data: data}) })
	switch {
	case err != nil || t.numbers < 2:
		return No
	case t.labels[0] > 0 && t.labels[1] > 0:
		if l != (layout{}) {
			return No // labels say it all
		}
		return Likely
	case t.stranger >= 0:
		return No
	}
	return Possible
}

func (l layout) decode(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	d.SkipSpace()
	d.Begin(d.Pos)
	yield(d.Try((&plainReader{Draft: d, layout: l}).puzzle))
}

// plainReader reads a text.
type plainReader struct {
	*cursor.Draft
	layout

	text   *typed
	found  []*nonogram.Puzzle // ways to read it that make sense
	failed *nonogram.Puzzle   // the first that does not
	tries  int
}

// maxTries bounds the ways that are tried: blank lines in a column of equal numbers
// could be anything.
const maxTries = 64

func (r *plainReader) puzzle() *nonogram.Puzzle {
	if len(r.Data) > maxTyped {
		panic(r.Fail(cursor.Nowhere, "found a text of %d bytes, the limit for one without a format is %d", len(r.Data), maxTyped))
	}
	r.text = scanTyped(&r.Cursor)
	switch t := r.text; {
	case t.labels[0] > 0 && t.labels[1] > 0:
		r.labelled()
	case t.stranger >= 0:
		panic(r.Expected(t.stranger, "a number"))
	case t.numbers == 0:
		panic(r.Fail(r.Start, "found no number, expected the clues of rows and columns"))
	case r.size != noSize:
		r.sized(t.marks)
	default:
		r.unlabelled(t.marks)
	}
	return r.decide()
}

// decide is the one way that is left.
func (r *plainReader) decide() *nonogram.Puzzle {
	if len(r.found) > 1 && r.Solvable != nil {
		solvable := r.found[:0:0]
		for _, p := range r.found {
			if r.MaySolve(p) {
				solvable = append(solvable, p)
			}
		}
		if len(solvable) > 0 {
			r.found = solvable
		}
	}
	switch {
	case len(r.found) == 1:
		return r.Finished(r.found[0])
	case len(r.found) > 1:
		a, b := r.found[0], r.found[1]
		panic(r.Fail(r.Start, "found clues that may be %d × %d or %d × %d cells, expected lines rows: and columns: before them", a.Width(), a.Height(), b.Width(), b.Height()))
	case r.failed != nil:
		return r.Finished(r.failed)
	}
	panic(r.Fail(r.Start, "found no place where rows end and columns begin, expected a blank line there"))
}

// try adds a way to read the text, if it makes sense. The clues that come first are
// rows, or columns.
func (r *plainReader) try(first, second [][]mark) {
	if len(first) == 0 || len(second) == 0 || len(first) > nonogram.MaxSide || len(second) > nonogram.MaxSide || r.tries == maxTries {
		return
	}
	r.tries++
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite()}
	r.Ordinal-- // the same puzzle again
	r.Begin(r.Start)
	for _, clue := range first {
		r.clue(clue)
	}
	n := len(r.Lines)
	for _, clue := range second {
		r.clue(clue)
	}
	r.Size(r.Start, len(second), len(first))
	if r.columns {
		r.Build(p, r.Lines[n:], r.Lines[:n])
	} else {
		r.Build(p, r.Lines[:n], r.Lines[n:])
	}
	if nonogram.Validate(p) != nil {
		if r.failed == nil {
			r.failed = p
		}
		return
	}
	for _, q := range r.found {
		if sameClues(p, q) {
			return
		}
	}
	r.found = append(r.found, p)
}

// clue reads the numbers among the marks. Which character separates them does not
// matter, but apart from commas there is one between two at most, and one behind.
func (r *plainReader) clue(marks []mark) {
	r.OpenClue()
	counts, n, at, between := -1, 0, r.Start, 0
	for i, t := range marks {
		if t.kind == opening || t.kind == closing || t.kind == lineEnd {
			continue
		}
		at = int(t.at)
		if t.kind != number && t.kind != hidden {
			if t.kind == ',' || t.kind == ';' {
				continue // cells of a spreadsheet may be empty
			}
			if between++; between > 1 || i == 0 || strings.IndexByte("./-|:", t.kind) < 0 {
				panic(r.Expected(at, "a number"))
			}
			continue
		}
		between = 0
		if r.counted && counts < 0 {
			counts = int(t.n)
			continue
		}
		if n++; t.kind == hidden {
			r.AddBlock(0, nonogram.Black)
		} else {
			r.AddNumber(at, int(t.n), nonogram.Black)
		}
	}
	if r.counted && counts != n && !(counts < 0 && n == 0) {
		panic(r.Fail(at, "found a clue of %d numbers that says %d", n, counts))
	}
	r.CloseClue()
}

func appendNono(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = appendPair(b, p.Width(), p.Height())
	b = appendClueLines(b, p.Cols)
	return appendClueLines(b, p.Rows)
}

// sameClues reports whether two puzzles ask the same.
func sameClues(p, q *nonogram.Puzzle) bool {
	return equalClues(p.Rows, q.Rows) && equalClues(p.Cols, q.Cols)
}

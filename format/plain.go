// Typed clues without marks of a format. A clue is a line, a pair of brackets, or the text
// between two separators. Rows and columns have labels, or are separated by a blank line, a
// ruled line or a separator, or by nothing if their sums are equal at one place only.
//
// If a text can be split into clues in several ways, the totals must agree, and if several are
// left, the puzzle must have a solution. One reading must be left.

package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var (
	plainFormat = layout{}.format()
	nonoFormat  = newNono()
)

func newNono() Format {
	f := layout{size: widthFirst, columns: true}.format()
	f.Name, f.Title, f.Extensions = "nono", "width and height, the columns, the rows", []string{".nono"}
	typed := f.sniff
	f.sniff = func(data []byte) confidence {
		// People who type 5x5 or 5,5 type the rows first.
		if s := (cursor.Cursor{Data: data}); cursor.Catch(func() { sizeLine(&s) }) != nil {
			return no
		}
		return typed(data)
	}
	f.append = func(b []byte, _ int, p *nonogram.Puzzle) []byte {
		b = fmt.Appendf(b, "%d %d\n", p.Width(), p.Height())
		return spacedClues.append(spacedClues.append(b, p.Cols), p.Rows)
	}
	return f
}

// variants are the other layouts of plain texts, available by name only.
var variants = plainVariants()[1:]

func plainVariants() (list []*Format) {
	for _, counted := range []bool{false, true} {
		for _, columns := range []bool{false, true} { // rows first are more usual
			for _, size := range []sizeKind{noSize, widthFirst, heightFirst, counts} {
				l := layout{size, columns, counted}
				f := l.format()
				f.sniff = l.sniffSize // the text is known to be numbers
				list = append(list, &f)
			}
		}
	}
	return list
}

// format is the variant of plain with a layout.
func (l layout) format() Format {
	return Format{
		Name:       l.name(),
		Title:      "clues as people type them: rows, a blank line, columns",
		Extensions: []string{".clues", ".csv", ".yaml", ".yml", ".clj", ".edn"},
		holds:      holdsBlots | holdsMissing,
		bare:       true,
		sniff:      l.sniff,
		decode:     l.decode,
		shape:      l.String(),
	}
}

// layout is the order of the parts of a text.
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
	counts // the number of clues before the first ones, and before the others
)

func (l layout) name() string {
	name := "plain" + [...]string{"", ":hw", ":wh", ":sections"}[l.size]
	if l.columns {
		name += ":columns"
	}
	if l.counted {
		name += ":counted"
	}
	return name
}

// String describes the layout.
func (l layout) String() string {
	parts := []string{"rows", "columns"}
	if l.columns {
		parts = []string{"columns", "rows"}
	}
	if size := [...]string{"", "height and width", "width and height", "their numbers"}[l.size]; size != "" {
		parts = append([]string{size}, parts...)
	}
	text := strings.Join(parts, ", ")
	if l.counted {
		text += ", each clue after its length"
	}
	return text
}

// maxTyped bounds plain texts. The clues of 400 × 400 cells are shorter.
const maxTyped = 256 << 10

// sniff expects only numbers and separators, or labels of rows and columns.
func (l layout) sniff(data []byte) confidence {
	if head := bytes.TrimLeft(data, cursor.BlanksOrEOL); len(head) > 0 && (head[0] == '<' || head[0] == '$' && len(head) > 1 && cursor.IsDigit(head[1])) {
		return no // marks of other formats
	}
	if l == (layout{}) && (hasFrame(data) || hasTable(data)) {
		return likely
	}
	if hasLists(data) {
		if c := l.sniffLists(data); c != no {
			return c
		}
	}
	if len(bytes.Trim(data, "\t\n\r ?,;/|0123456789")) == 0 {
		if bytes.ContainsAny(data, "?0123456789") {
			return possible
		}
		return no
	}
	if starts := gridLines(data); len(starts) > 1 {
		data = data[starts[0]:starts[1]]
	}
	var t *typed
	err := cursor.Catch(func() { t = scanTyped(&cursor.Cursor{Data: data}) })
	switch {
	case err != nil || t.numbers < 2:
		return no
	case t.labels[0] > 0 && t.labels[1] > 0:
		if l != (layout{}) {
			return no // labels leave no other order
		}
		return likely
	case t.stranger >= 0:
		return no
	}
	return possible
}

// sniffSize expects the size that the layout has before the clues.
func (l layout) sniffSize(data []byte) confidence {
	if l.size == noSize {
		return possible
	}
	s := cursor.Cursor{Data: data}
	var numbers [2]int // in the first lines
	for i := 0; i < len(numbers) && !s.EOF(); i++ {
		for s.SkipSpace(); bytes.HasPrefix(s.Data[s.Pos:], []byte("#")); s.SkipSpace() {
			s.SkipLine()
		}
		digits := false // before the cursor
		for _, b := range s.Rest() {
			if cursor.IsDigit(b) && !digits {
				numbers[i]++
			}
			digits = cursor.IsDigit(b)
		}
	}
	if numbers[0] == 1 && (l.size == counts || numbers[1] == 1) || numbers[0] == 2 && l.size != counts {
		return possible
	}
	return no
}

// sniffLists is sure of lists whose names say rows and columns, if it sees them to the end.
func (l layout) sniffLists(data []byte) confidence {
	if l != (layout{}) || bytes.IndexByte(data, 0) >= 0 {
		return no
	}
	if len(data) == sniffWindow {
		return possible
	}
	var found []*nonogram.Puzzle
	d := &cursor.Draft{Cursor: cursor.Cursor{Data: data}}
	err := cursor.Catch(func() { found = readLists(d, 0, len(data), false) })
	switch {
	case err != nil:
		return no
	case strings.HasPrefix(found[0].ReadAs, "lists"):
		return likely
	}
	return possible
}

func (l layout) decode(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	switch {
	case hasFrame(d.Data):
		several(nextDrawing, readDrawing, pastDrawing)(d, yield)
		return
	case hasTable(d.Data) && yieldAll(d, readTables, yield) == nil:
		return
	case hasLists(d.Data) && decodeLists(d, yield):
		return
	}
	read := func(from int) (*nonogram.Puzzle, error) {
		d.Pos = from
		d.SkipSpace()
		d.Begin(d.Pos)
		return d.Try((&plainReader{Draft: d, layout: l}).puzzle)
	}
	starts := gridLines(d.Data)
	if len(starts) < 2 {
		yield(read(d.Pos))
		return
	}
	defer func(whole []byte) { d.Data = whole }(d.Data)
	whole := d.Data
	for i, from := range starts {
		if d.Data = whole; i+1 < len(starts) {
			d.Data = whole[:starts[i+1]]
		}
		p, err := read(from)
		if p != nil {
			d.Pos = from + len(gridLine)
			p.Title = cursor.CleanText(bytes.Trim(d.Rest(), " \t\""))
		}
		if !yield(p, err) {
			return
		}
	}
}

// gridLine begins each puzzle of a file of picross-solver, before its title.
const gridLine = "GRID"

// gridLines returns the offsets of such lines.
func gridLines(data []byte) (starts []int) {
	for c := (cursor.Cursor{Data: data}); !c.EOF(); c.SkipLine() {
		if at := c.Pos; c.Literal(gridLine) && (c.LineEnd() || cursor.IsBlank(c.Data[c.Pos])) {
			starts = append(starts, at)
		}
	}
	return starts
}

// decodeLists reads the puzzles of a text of lists. It is false for other texts.
func decodeLists(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) bool {
	err := yieldAll(d, func(d *cursor.Draft) []*nonogram.Puzzle { return readLists(d, d.Pos, len(d.Data), false) }, yield)
	if err != nil && bytes.ContainsAny(d.Data, "[({") {
		yield(nil, err)
		return true
	}
	return err == nil
}

// yieldAll yields the puzzles that a function reads, or returns its fault.
func yieldAll(d *cursor.Draft, read func(*cursor.Draft) []*nonogram.Puzzle, yield func(*nonogram.Puzzle, error) bool) error {
	var list []*nonogram.Puzzle
	if err := cursor.Catch(func() { list = read(d) }); err != nil {
		return err
	}
	for _, p := range list {
		if !yield(p, nil) {
			break
		}
	}
	return nil
}

// plainReader reads a text.
type plainReader struct {
	*cursor.Draft
	layout

	text   *typed
	found  []*nonogram.Puzzle // readings whose totals agree
	failed *nonogram.Puzzle   // the first reading whose totals differ
	unlike *cursor.Fault      // of the last reading that is not of the size that the text says
	tries  int
}

// maxTries bounds the readings that are tried.
const maxTries = 64

func (r *plainReader) puzzle() *nonogram.Puzzle {
	n := len(r.Data) - r.Start
	r.Require(n <= maxTyped, cursor.Nowhere, "found a text of %d bytes, the limit for one without a format is %d", n, maxTyped)
	r.text = scanTyped(&r.Cursor)
	switch t := r.text; {
	case t.labels[0] > 0 && t.labels[1] > 0:
		r.labeled()
	case t.stranger >= 0:
		panic(r.Expected(t.stranger, "a number"))
	case t.labels != [2]int{} && isLabel(t.marks[0]):
		panic(r.Fail(r.Start, "found clues under %s only, expected those of rows and of columns", [2]string{"columns", "rows"}[min(t.labels[0], 1)]))
	case t.numbers == 0:
		panic(r.Fail(r.Start, "found no number, expected the clues of rows and columns"))
	case r.size == counts:
		r.sections(slices.DeleteFunc(cutAt(t.marks, lineEnd), isBlankLine))
	case r.size != noSize:
		r.sized(t.marks)
	default:
		r.unlabelled(t.marks)
	}
	return r.decide()
}

// decide returns the only reading left.
func (r *plainReader) decide() *nonogram.Puzzle {
	if len(r.found) > 1 {
		r.found = preferred(r.found, r.MaySolve)
	}
	switch {
	case len(r.found) == 1:
		return r.Finished(r.found[0])
	case len(r.found) > 1:
		a, b := r.found[0], r.found[1]
		panic(r.Fail(r.Start, "found clues that may be %d × %d or %d × %d cells, expected lines rows: and columns: before them", a.Width(), a.Height(), b.Width(), b.Height()))
	case r.unlike != nil:
		panic(r.unlike)
	case r.failed != nil:
		return r.Finished(r.failed)
	}
	panic(r.Fail(r.Start, "found no place where rows end and columns begin, expected a blank line there"))
}

// try adds a reading if its totals agree. The first clues are rows, or columns, by the
// layout.
func (r *plainReader) try(first, second [][]mark) {
	if len(first) == 0 || len(second) == 0 || len(first) > nonogram.MaxSide || len(second) > nonogram.MaxSide || r.tries == maxTries {
		return
	}
	r.tries++
	first, second = withoutZeros(first, second)
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
	if said := r.text.size; said[0] > 0 && said[0] != p.Height() || said[1] > 0 && said[1] != p.Width() {
		r.unlike = r.Fail(r.Start, "found clues of %s and %s, expected as many as the text says",
			plural.Of(p.Height(), "row", "rows"), plural.Of(p.Width(), "column", "columns"))
		return
	}
	same := func(q *nonogram.Puzzle) bool {
		return slices.EqualFunc(p.Rows, q.Rows, nonogram.Clue.Equal) && slices.EqualFunc(p.Cols, q.Cols, nonogram.Clue.Equal)
	}
	if !slices.ContainsFunc(r.found, same) {
		r.found = append(r.found, p)
	}
}

// withoutZeros drops the zeros at the ends of clues, if all clues have one and are not empty
// without it.
func withoutZeros(first, second [][]mark) (a, b [][]mark) {
	all := slices.Concat(first, second)
	longer := false
	for _, clue := range all {
		if n := len(clue); n == 0 || clue[n-1].kind != number || clue[n-1].n != 0 {
			return first, second
		}
		longer = longer || len(clue) > 1
	}
	if !longer {
		return first, second
	}
	for i, clue := range all {
		if len(clue) > 1 {
			all[i] = clue[:len(clue)-1]
		}
	}
	return all[:len(first)], all[len(first):]
}

// clue reads the numbers among the marks. Any separator will do, but except for commas
// only one between two numbers and one at the end.
func (r *plainReader) clue(marks []mark) {
	r.OpenClue()
	counts, n, at, between := -1, 0, r.Start, 0
	for i, t := range marks {
		if t.kind == lineEnd {
			continue
		}
		at = int(t.at)
		if !t.isBlock() {
			if t.kind == ',' || t.kind == ';' {
				continue // cells of a spreadsheet may be empty
			}
			between++
			r.Expect(between <= 1 && i != 0 && strings.IndexByte("./-|:", t.kind) >= 0, at, "a number")
			continue
		}
		between = 0
		if r.counted && counts < 0 {
			counts = int(t.n)
			continue
		}
		switch n++; t.kind {
		case missing:
			r.AddMissing()
		case hidden:
			r.AddBlock(0, nonogram.Black)
		default:
			r.AddNumber(at, int(t.n), nonogram.Black)
		}
	}
	if !(!r.counted || counts == n || counts < 0 && n == 0) {
		panic(r.Fail(at, "found a clue of %s that says %d", plural.Of(n, "number", "numbers"), counts))
	}
	r.CloseClue()
}

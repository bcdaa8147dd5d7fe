// Clues and grids of an object, and answers.

package object

import (
	"bytes"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
)

// clues reads "rows" and "columns".
func (r *reader) clues(p *nonogram.Puzzle) {
	r.drawn = !r.strict && r.areDrawn()
	r.lines(memberRows)
	height := len(r.Lines)
	r.lines(memberColumns)
	r.Size(r.Start, len(r.Lines)-height, height)
	r.Build(p, r.Lines[:height], r.Lines[height:])
}

func (r *reader) lines(m int) {
	r.Pos = r.at[m]
	before := len(r.Lines)
	block := r.block
	if r.drawn {
		block = r.drawnCell
	}
	for range jsontext.Array(&r.Cursor) {
		if len(r.Lines)-before == nonogram.MaxSide {
			panic(r.Fail(r.Pos, "found over %d %s, which is the limit (MaxSide)", nonogram.MaxSide, names[m]))
		}
		r.OpenClue()
		switch {
		case r.strict || !r.Next('"') && !r.Next('n'):
			r.zero, r.filled, r.run = 0, false, 0
			for range jsontext.Array(&r.Cursor) {
				block()
			}
			if r.run > 0 {
				r.AddNumber(r.Pos, r.run, nonogram.Black)
			}
		case r.Next('n'):
			panic(r.Fail(r.Pos, "found null for a clue, expected a list: every line has a clue, of which [null] is a block of unknown length"))
		default:
			r.clueText()
		}
		r.CloseClue()
	}
}

// areDrawn reports whether all clues are drawn cell by cell, as in PyCSP3's models: the
// blocks 2 1 as 1, 1, 0, 1. There must be a 0 between two 1s, which is invalid in numbers;
// rows and columns must have as many 1s, and all clues must fit.
func (r *reader) areDrawn() bool {
	rows, ok := drawnClues(r.Data[r.at[memberRows]:])
	if !ok {
		return false
	}
	columns, ok := drawnClues(r.Data[r.at[memberColumns]:])
	return ok && rows.ones == columns.ones && rows.between+columns.between > 0 &&
		rows.longest <= columns.clues && columns.longest <= rows.clues
}

// drawn counts drawn clues: their number, cells, gaps, and the longest one.
type drawn struct{ clues, ones, between, longest int }

// drawnClues counts drawn clues; ok is false for other lists. A clue is a 0, or begins and
// ends with a 1 and has no two adjacent 0s.
func drawnClues(list []byte) (d drawn, ok bool) {
	depth, length := 0, 0
	last, alone := byte(0), false // the digit before, and whether it is a 0 that must stay alone
	for i, c := range list {
		switch {
		case i > 0 && cursor.IsDigit(c) && cursor.IsDigit(list[i-1]): // a number above 1
			return d, false
		case cursor.IsBlank(c) || c == '\n' || c == '\r' || c == ',':
			continue
		case c == '[':
			depth++
			last, alone, length = 0, false, 0
			continue
		case c == ']' && depth == 1:
			return d, true
		case c == ']' && (last == '1' || alone):
			depth--
			d.clues++
			d.longest = max(d.longest, length)
			continue
		case c == '1' && depth == 2 && !alone:
			d.ones++
		case c == '0' && depth == 2 && last == '1':
			d.between++
		case c == '0' && depth == 2 && last == 0:
			alone = true
		default:
			return d, false
		}
		last = c
		length++
	}
	return d, false
}

// drawnCell reads a cell of a drawn clue.
func (r *reader) drawnCell() {
	at := r.Pos
	n := r.length()
	if n != 0 {
		r.run++
		return
	}
	if r.run == 0 {
		return // of an empty line
	}
	n, r.run = r.run, 0
	r.AddNumber(at, n, nonogram.Black)
}

// clueText reads a clue that is a text, "1 1".
func (r *reader) clueText() {
	at := r.Pos
	text := jsontext.String(&r.Cursor)
	r.numbers(text, at)
}

// numbers adds those of a text to the open clue.
func (r *reader) numbers(text []byte, at int) {
	c := cursor.Cursor{Data: text}
	for {
		for !c.EOF() && (cursor.IsBlank(c.Data[c.Pos]) || c.Next(',')) {
			c.Pos++
		}
		if c.EOF() {
			return
		}
		n, ok := c.TryNumber()
		if !ok {
			panic(r.Expected(at, "a clue, as a list of numbers or a text of them"))
		}
		r.AddNumber(at, n, nonogram.Black)
	}
}

// block reads a number, null for an unknown length, or an object with "n" and the
// color "c".
func (r *reader) block() {
	at := r.Pos
	color := nonogram.Empty // none
	n, counted := 0, true
	if r.Next('{') {
		n, color, counted = r.blockObject()
	} else {
		n = r.length()
	}
	switch {
	case !counted:
		panic(r.Fail(at, `found a block without a length, expected "n"`))
	case color != nonogram.Empty:
	case len(r.colors) == 2 || n == 0:
		color = nonogram.Black
	default:
		panic(r.Fail(at, `found a block without a color, expected one like {"n": 3, "c": "r"}`))
	}
	switch {
	case n == blot:
		r.AddBlock(0, color)
		return
	case r.strict:
	case n == 0:
		r.zero = at // padding before or after numbers
		return
	case r.zero > 0 && r.filled:
		panic(r.Fail(r.zero, "found 0 among other numbers, expected numbers from 1: 0 stands alone, for an empty line"))
	default:
		r.zero, r.filled = 0, true
	}
	r.AddNumber(at, n, color)
}

// blot is an unknown length, as opposed to 0.
const blot = -1

func (r *reader) blockObject() (n int, color nonogram.Color, counted bool) {
	for key, keyAt := range jsontext.Object(&r.Cursor) {
		switch string(key) {
		case "n":
			counted = true
			n = r.length()
		case "c":
			color = r.color()
		default:
			r.other(keyAt, "a block, n or c")
		}
	}
	return n, color, counted
}

func (r *reader) length() int {
	if r.Literal("null") {
		return blot
	}
	return r.number("a whole number, null or a block")
}

// color reads the symbol or the name of a color; an empty one is none.
func (r *reader) color() nonogram.Color {
	at := r.Pos
	value := jsontext.String(&r.Cursor)
	if len(value) == 0 {
		return nonogram.Empty
	}
	if len(value) == 1 && value[0] != 0 {
		for _, colors := range [2]nonogram.Palette{r.colors, r.symbols} {
			if c, ok := colors.BySymbol(value[0]); ok && c != nonogram.Empty {
				return c
			}
		}
	}
	if c, ok := r.colors.ByName(cursor.CleanText(value)); ok && c != nonogram.Empty {
		return c
	}
	panic(r.Expected(at, "the symbol or the name of an ink of the palette"))
}

// grid reads a grid, nil if there is none. It must have the size of the puzzle, if known.
func (r *reader) grid(m int, p *nonogram.Puzzle) *nonogram.Grid {
	at := r.at[m]
	if at == 0 {
		return nil
	}
	r.Pos = at
	table := r.symbolTable()
	g := &nonogram.Grid{}
	r.Cells = r.Cells[:0]
	for range jsontext.Array(&r.Cursor) {
		r.row(g, &table)
	}
	r.Size(at, g.Width, g.Height)
	if p.Height() > 0 && (g.Width != p.Width() || g.Height != p.Height()) {
		panic(r.Fail(at, "found a grid of %d × %d cells, expected %d × %d", g.Width, g.Height, p.Width(), p.Height()))
	}
	g.Cells = slices.Clone(r.Cells)
	return g
}

// rowText reads a row of a grid: a string, or in a file a list of 0 and 1, or of booleans.
func (r *reader) rowText() []byte {
	if r.strict || !r.Next('[') {
		return jsontext.String(&r.Cursor)
	}
	var row []byte
	for range jsontext.Array(&r.Cursor) {
		at := r.Pos
		cell := nonogram.EmptySymbol
		switch {
		case r.Literal("true"):
			cell = nonogram.BlackSymbol
		case r.Literal("false"):
		case r.Literal("null"):
			cell = nonogram.UnknownSymbol
		default:
			n := r.number("a cell: 0 or 1, true or false")
			if n > 1 || len(r.colors) > 2 {
				panic(r.Expected(at, "a cell: 0 or 1, true or false"))
			}
			if n == 1 {
				cell = nonogram.BlackSymbol
			}
		}
		if len(row) == nonogram.MaxSide {
			panic(r.Fail(at, "found over %d cells in a row, which is the limit (MaxSide)", nonogram.MaxSide))
		}
		row = append(row, cell)
	}
	return row
}

// number reads a whole number, in a file also 1.0.
func (r *reader) number(what string) int {
	if r.strict {
		return jsontext.Number(&r.Cursor, what)
	}
	from := r.Pos
	n, ok := r.TryNumber()
	if !ok {
		r.Pos = from
		return jsontext.Number(&r.Cursor, what) // which reports the fault
	}
	if r.Next('.') {
		zeros := r.Pos + 1
		for r.Pos++; r.Next('0'); r.Pos++ {
		}
		if r.Pos == zeros || r.NextDigit() {
			panic(r.Expected(from, "%s", what))
		}
	}
	if r.Next('e') || r.Next('E') {
		panic(r.Expected(from, "%s", what))
	}
	return n
}

// row reads one row of a grid.
func (r *reader) row(g *nonogram.Grid, table *[256]int16) {
	at := r.Pos
	row := r.rowText()
	if g.Height++; g.Height == 1 {
		g.Width = len(row)
	}
	if len(row) != g.Width {
		panic(r.Fail(at, "found a row of %d cells, expected %d", len(row), g.Width))
	}
	if len(r.Cells)+len(row) > nonogram.MaxCells {
		panic(r.Fail(at, "found over %d cells, which is the limit (MaxCells)", nonogram.MaxCells))
	}
	for i, c := range row {
		v := table[c]
		if v == noCell {
			panic(r.Fail(at, "found the character %q as cell %d of a row, expected the symbol of a color", c, i+1))
		}
		r.Cells = append(r.Cells, nonogram.Color(v))
	}
}

// noCell is the entry of other characters in a table of symbols.
const noCell = -1

// symbolTable maps characters to colors: by the symbols of the object, by assigned symbols,
// and by the default ones.
func (r *reader) symbolTable() [256]int16 {
	var table [256]int16
	for c := range table {
		table[c] = noCell
	}
	if len(r.colors) == 2 {
		table[nonogram.BlackSymbol] = int16(nonogram.Black)
	}
	table[nonogram.EmptySymbol] = int16(nonogram.Empty)
	for _, colors := range [2]nonogram.Palette{r.symbols, r.colors} {
		for i := len(colors) - 1; i >= 0; i-- {
			if c := colors[i].Symbol; c != 0 {
				table[c] = int16(i)
			}
		}
	}
	table[nonogram.UnknownSymbol] = int16(nonogram.Unknown)
	return table
}

// Answer is a solution with the ID of its puzzle. The palette has the symbols of the grid,
// or all of a puzzle's colors.
type Answer struct {
	ID      string
	Grid    *nonogram.Grid
	Palette nonogram.Palette
}

// Answers reads the answers of a file, for package format: objects with a "grid", or
// puzzles with a goal. Other objects are ignored.
func Answers(d *cursor.Draft, yield func(Answer, error) bool) {
	r := reader{Draft: d}
	r.objects(func(err error) bool {
		answer := Answer{}
		if err == nil {
			err = cursor.Catch(func() { answer = r.answer() })
		}
		if err == nil && answer.Grid == nil {
			return true
		}
		return yield(answer, err)
	})
}

// answer reads the grid or the goal of an object, if it has one.
func (r *reader) answer() Answer {
	switch {
	case r.at[memberGrid] != 0:
		r.paletteOfRows()
		return Answer{r.ID, r.grid(memberGrid, &nonogram.Puzzle{}), r.colors}
	case r.at[memberGoal] != 0:
		p := r.puzzle()
		return Answer{p.ID, p.Goal, p.Palette}
	}
	return Answer{}
}

// paletteOfRows makes a palette for a grid without one: "." is the background, other
// characters are inks.
func (r *reader) paletteOfRows() {
	r.colors, r.symbols = nonogram.BlackAndWhite(), nil
	seen := []byte{nonogram.EmptySymbol, nonogram.BlackSymbol, nonogram.UnknownSymbol}
	r.Pos = r.at[memberGrid]
	// Faults are reported when the rows are read again.
	_ = cursor.Catch(func() {
		for range jsontext.Array(&r.Cursor) {
			for _, c := range jsontext.String(&r.Cursor) {
				if bytes.IndexByte(seen, c) < 0 && len(r.colors) < nonogram.MaxColors {
					seen = append(seen, c)
					r.colors = append(r.colors, nonogram.Swatch{Symbol: c})
				}
			}
		}
	})
}

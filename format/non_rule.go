// The rules and colors of a .non file.

package format

import (
	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

// block reads the rules below "rows" or "columns".
func (r *nonReader) block(b *nonBlock, what string, at int) {
	r.Require(!b.seen, at, "found a second block of %s, expected one: a line ==== separates puzzles", what)
	b.seen = true
	first := len(r.Lines)
	r.SkipEOL()
	for {
		from := r.Pos
		r.SkipBlanks()
		if r.EOF() {
			break
		}
		if r.LineEnd() {
			r.BlankLine()
			continue
		}
		if !r.atRule() {
			r.Pos = from
			break
		}
		r.rule()
	}
	b.lines, b.end = r.Lines[first:], r.Pos
}

// atRule reports whether the line is a rule: it starts with a number or the name of a
// declared color.
func (r *nonReader) atRule() bool {
	switch c := r.Data[r.Pos]; {
	case cursor.IsDigit(c):
		return true
	case c == '=':
		return false
	case cursor.IsLetter(c):
		from := r.Pos
		i := r.Colors.ByName(r.Word())
		r.Pos = from
		return i >= 0 && r.Colors.Entries[i].Declared
	}
	return true // the rule reports the fault
}

// rule reads one clue, "3,1" or "3a,1b" or "red 3 1 blue 2".
func (r *nonReader) rule() {
	r.OpenClue()
	named := cursor.Ink
	for {
		r.ruleBlock(&named)
		r.SkipBlanks()
		if r.LineEnd() {
			break
		}
		if r.Next(',') {
			r.Pos++
			r.SkipBlanks()
		}
	}
	r.SkipEOL()
	r.CloseClue()
}

// ruleBlock reads one block. named is the color that was named last in the rule.
func (r *nonReader) ruleBlock(named *int) {
	at := r.Pos
	if !r.EOF() && cursor.IsLetter(r.Data[at]) {
		*named = r.colorName(at, r.Word())
		r.SkipBlanks()
		at = r.Pos
	}
	n := r.Number()
	color := *named
	if !r.LineEnd() && r.Data[r.Pos] != ',' && !cursor.IsBlank(r.Data[r.Pos]) {
		color = r.colorChar()
	}
	r.Require(color != cursor.Background, at, "found the background color in a clue, expected another color")
	if n > 0 {
		r.Colors.Entries[color].Used = true
	}
	r.AddNumber(at, n, nonogram.Color(color))
}

// colorName finds the color of a name in a rule, nonny's way.
func (r *nonReader) colorName(at int, name []byte) int {
	i := r.Colors.ByName(name)
	if i < 0 && len(name) == 1 {
		i = r.Colors.ByChar(rune(name[0]))
	}
	if i < 0 {
		panic(r.Fail(at, "found the color %s, expected a number or a color that the file declares", r.Found(at)))
	}
	return i
}

// colorChar finds the color of the character after a number, Terry's way. It may be
// undeclared.
func (r *nonReader) colorChar() int {
	at := r.Pos
	word := r.Word()
	if len(word) > 1 {
		return r.colorName(at, word)
	}
	c := word[0]
	if i := r.Colors.ByChar(rune(c)); i >= 0 {
		return i
	}
	r.Expect(c >= '!' && c <= '~', at, "a number or a color")
	return r.spareColor(at, c)
}

// spareColor adds an undeclared color.
func (r *nonReader) spareColor(at int, c byte) int {
	e := cursor.Entry{Char: rune(c)}
	e.RGB = cursor.Spares[len(r.Colors.Entries)%len(cursor.Spares)]
	return r.AddColor(at, e)
}

// color reads a declaration: "a #ff0000", or nonny's "red ff0000 X".
func (r *nonReader) color(at int) {
	nameAt := r.Pos
	name := r.Word()
	r.Expect(len(name) != 0, nameAt, "a color like a #ff0000")
	r.SkipBlanks()
	rgbAt := r.Pos
	rgb, ok := cursor.ParseRGB(r.Word())
	r.Expect(ok, rgbAt, "a color like #ff0000")
	r.SkipBlanks()
	symbol := r.Word()
	i := r.declared(at, name, symbol)
	e := &r.Colors.Entries[i]
	e.RGB = rgb
	if len(symbol) > 0 {
		e.Char, e.Symbol = rune(symbol[0]), symbol[0]
	}
	r.Colors.Declare(i)
}

// declared finds or adds the entry of a declared color.
func (r *nonReader) declared(at int, name, symbol []byte) int {
	if len(name) == 1 && len(symbol) == 0 {
		if i := r.Colors.ByChar(rune(name[0])); i >= 0 {
			return i
		}
		return r.AddColor(at, cursor.Entry{Char: rune(name[0])})
	}
	text := cursor.CleanText(name)
	if i := r.Colors.ByName([]byte(text)); i >= 0 {
		return i
	}
	return r.AddColor(at, cursor.Entry{Swatch: nonogram.Swatch{Name: text}})
}

// background reads this package's own line: "#ffffff", and a name if it has
// one.
func (r *nonReader) background() {
	at := r.Pos
	rgb, ok := cursor.ParseRGB(r.Word())
	r.Expect(ok, at, "a color like #ff0000")
	r.SkipBlanks()
	e := &r.Colors.Entries[cursor.Background]
	e.RGB, e.Name = rgb, r.quoted()
	r.ownPaper = true
}

// swatch reads this package's own line: the character of a color in this file,
// the puzzle's own character for it, and its name. Other programs' lines of
// that name are ignored.
func (r *nonReader) swatch() {
	line := r.PeekLine()
	if len(line) < 4 || line[1] != ' ' || line[3] != ' ' || len(r.swatches) == cursor.MaxColorsRead {
		return
	}
	r.Pos += 4
	r.swatches = append(r.swatches, nonSwatch{line[0], line[2], r.quoted()})
}

// palette resolves the colors and reads the grids.
func (r *nonReader) palette() {
	if r.Colors.Plain() && r.goal.text == nil && r.given.text == nil && !r.ownPaper {
		return
	}
	if !r.rows.seen {
		r.mentionCells()
	}
	for _, w := range r.swatches {
		if i := r.Colors.ByChar(rune(w.char)); i >= 0 {
			r.Colors.Entries[i].Symbol, r.Colors.Entries[i].Name = w.symbol, w.name
		}
	}
	palette, colors := r.Resolve()
	r.p.Palette = palette
	r.Recolor(colors)
	table := r.cellTable(len(palette), colors)
	r.p.Goal = r.grid(r.goal, "goal", &table)
	r.p.Given = r.grid(r.given, "given", &table)
}

// mentionCells records the colors of a goal without clues.
func (r *nonReader) mentionCells() {
	kinds := [256]int{} // where each character is first, plus one
	inks := 0
	for i, c := range r.goal.text {
		if !emptyCell(c) && c != '?' && kinds[c] == 0 {
			kinds[c] = r.goal.at + i + 1
			inks++
		}
	}
	if inks <= 1 && r.Colors.Plain() {
		return // one ink, with any character
	}
	for c, at := range kinds {
		if at == 0 {
			continue
		}
		i := r.Colors.ByChar(rune(c))
		if i < 0 && c == '1' {
			i = cursor.Ink
		}
		if i < 0 {
			i = r.spareColor(at-1, byte(c))
		}
		r.Colors.Entries[i].Used = true
	}
}

// emptyCell reports characters of empty cells and of space.
func emptyCell(c byte) bool {
	return c == '0' || c == '.' || c == '-' || cursor.IsBlank(c) || cursor.IsEOL(c)
}

// cellTable maps characters to colors, or to noCell. In a black-and-white puzzle all
// characters but those of empty cells are black.
func (r *nonReader) cellTable(inks int, colors []nonogram.Color) [256]int16 {
	var table [256]int16
	for c := range table {
		table[c] = noCell
		if inks == 2 {
			table[c] = int16(nonogram.Black)
		}
	}
	if ink := colors[cursor.Ink]; ink != nonogram.Unknown {
		table['1'] = int16(ink)
	}
	table['.'], table['-'] = int16(nonogram.Empty), int16(nonogram.Empty)
	for i := len(colors) - 1; i >= cursor.Background; i-- {
		if c := r.Colors.Entries[i].Char; c > 0 && c < 256 && colors[i] != nonogram.Unknown {
			table[c] = int16(colors[i])
		}
	}
	table['0'] = int16(nonogram.Empty)
	for _, c := range []byte(" \t\r\n") {
		table[c] = skipCell
	}
	table['?'] = int16(nonogram.Unknown)
	return table
}

// Entries of a table of cells for other characters.
const (
	noCell   = -1
	skipCell = -2
)

// grid reads the text of a grid; nil if there is none.
func (r *nonReader) grid(cells nonCells, what string, table *[256]int16) *nonogram.Grid {
	if cells.text == nil {
		return nil
	}
	n := 0
	for i, c := range cells.text {
		switch table[c] {
		case skipCell:
		case noCell:
			panic(r.Expected(cells.at+i, "the character of a cell"))
		default:
			n++
		}
	}
	if n != r.width*r.height {
		panic(r.Fail(cells.at, "found %s in the %s, expected %d × %d", plural.Of(n, "cell", "cells"), what, r.width, r.height))
	}
	g := &nonogram.Grid{Width: r.width, Height: r.height, Cells: make([]nonogram.Color, 0, n)}
	for _, c := range cells.text {
		if v := table[c]; v != skipCell {
			g.Cells = append(g.Cells, nonogram.Color(v))
		}
	}
	return g
}

// The rules and colors of a .non file.

package format

import "nonogram"

// block reads the rules below "rows" or "columns".
func (r *nonReader) block(b *nonBlock, what string, at int) error {
	if b.seen {
		return r.fail(at, "found a second block of %s, expected one: a line ==== separates puzzles", what)
	}
	r.content = true
	b.seen = true
	b.from = len(r.clues.lines)
	r.skipEOL()
	for {
		from := r.pos
		r.skipBlanks()
		if r.eof() {
			break
		}
		if r.lineEnd() {
			r.blankLine()
			continue
		}
		if !r.atRule() {
			r.pos = from
			break
		}
		if err := r.rule(); err != nil {
			return err
		}
	}
	b.to = len(r.clues.lines)
	b.end = r.pos
	return nil
}

// atRule tells a rule from the line after the block: a rule starts with a
// number or with the name of a color that the file has declared.
func (r *nonReader) atRule() bool {
	switch c := r.data[r.pos]; {
	case isDigit(c):
		return true
	case c == '=':
		return false
	case isLetter(c):
		from := r.pos
		i := r.colors.byName(r.word())
		r.pos = from
		return i >= 0 && r.colors.entries[i].declared
	}
	return true // nothing known starts like this; let rule complain
}

// rule reads one clue, "3,1" or "3a,1b" or "red 3 1 blue 2".
func (r *nonReader) rule() error {
	if done, err := r.plainClue(','); done {
		r.colors.entries[inkEntry].used = true
		return err
	}
	at, start, zero, named := r.pos, len(r.clues.blocks), -1, inkEntry
	for {
		n, from, err := r.ruleBlock(start, &named)
		if err != nil {
			return err
		}
		if n == 0 {
			zero = from
		}
		r.skipBlanks()
		if r.lineEnd() {
			break
		}
		if r.next(',') {
			r.pos++
			r.skipBlanks()
		}
	}
	r.skipEOL()
	return r.closeClue(at, start, zero)
}

// ruleBlock reads one block and gives its length and where that is. named is
// the color that was named last in the rule.
func (r *nonReader) ruleBlock(start int, named *int) (n, at int, err error) {
	at = r.pos
	if !r.eof() && isLetter(r.data[at]) {
		if *named, err = r.colorName(at, r.word()); err != nil {
			return 0, 0, err
		}
		r.skipBlanks()
		at = r.pos
	}
	if n, err = r.number(); err != nil {
		return 0, 0, err
	}
	color := *named
	if !r.lineEnd() && r.data[r.pos] != ',' && !isBlank(r.data[r.pos]) {
		if color, err = r.colorChar(); err != nil {
			return 0, 0, err
		}
	}
	if color == backgroundEntry {
		return 0, 0, r.fail(at, "found the background color in a clue, expected another color")
	}
	if n > 0 {
		r.colors.entries[color].used = true
	}
	return n, at, r.addBlock(start, n, nonogram.Color(color))
}

// colorName finds the color of a name in a rule, nonny's way.
func (r *nonReader) colorName(at int, name []byte) (int, error) {
	i := r.colors.byName(name)
	if i < 0 && len(name) == 1 {
		i = r.colors.byChar(rune(name[0]))
	}
	if i < 0 {
		return 0, r.fail(at, "found the color %s, expected a number or a color that the file declares", r.found(at))
	}
	return i, nil
}

// colorChar finds the color of the character behind a number, Terry's way. The
// file need not declare it.
func (r *nonReader) colorChar() (int, error) {
	at := r.pos
	word := r.word()
	if len(word) > 1 {
		return r.colorName(at, word)
	}
	c := word[0]
	if i := r.colors.byChar(rune(c)); i >= 0 {
		return i, nil
	}
	if c < '!' || c > '~' {
		return 0, r.expected(at, "a number or a color")
	}
	return r.spareColor(at, c)
}

// spareColor adds a color that is only known by its character.
func (r *nonReader) spareColor(at int, c byte) (int, error) {
	e := colorEntry{char: rune(c)}
	e.RGB = spares[len(r.colors.entries)%len(spares)]
	return r.addColor(at, e)
}

// color reads a declaration: "a #ff0000", or nonny's "red ff0000 X".
func (r *nonReader) color(at int) error {
	r.content = true
	nameAt := r.pos
	name := r.word()
	if len(name) == 0 {
		return r.expected(nameAt, "a color like a #ff0000")
	}
	r.skipBlanks()
	rgbAt := r.pos
	rgb, ok := parseRGB(r.word())
	if !ok {
		return r.expected(rgbAt, "a color like #ff0000")
	}
	r.skipBlanks()
	symbol := r.word()
	i, err := r.declared(at, name, symbol)
	if err != nil {
		return err
	}
	e := &r.colors.entries[i]
	e.RGB = rgb
	if len(symbol) > 0 {
		e.char, e.Symbol = rune(symbol[0]), symbol[0]
	}
	r.colors.declare(i)
	return nil
}

// declared finds or adds the entry of a declared color.
func (r *nonReader) declared(at int, name, symbol []byte) (int, error) {
	if len(name) == 1 && len(symbol) == 0 {
		if i := r.colors.byChar(rune(name[0])); i >= 0 {
			return i, nil
		}
		return r.addColor(at, colorEntry{char: rune(name[0])})
	}
	text := cleanText(name)
	if i := r.colors.byName([]byte(text)); i >= 0 {
		return i, nil
	}
	return r.addColor(at, colorEntry{Swatch: nonogram.Swatch{Name: text}})
}

// background reads this package's own line: "#ffffff", and a name if it has
// one.
func (r *nonReader) background() error {
	at := r.pos
	rgb, ok := parseRGB(r.word())
	if !ok {
		return r.expected(at, "a color like #ff0000")
	}
	r.skipBlanks()
	e := &r.colors.entries[backgroundEntry]
	e.RGB, e.Name = rgb, r.quoted()
	r.ownPaper = true
	return nil
}

// swatch reads this package's own line: the character of a color in this file,
// the puzzle's own character for it, and its name. Other programs' lines of
// that name are ignored.
func (r *nonReader) swatch() {
	line := r.peekLine()
	if len(line) < 4 || line[1] != ' ' || line[3] != ' ' || len(r.swatches) == maxColorsRead {
		return
	}
	r.pos += 4
	r.swatches = append(r.swatches, nonSwatch{line[0], line[2], r.quoted()})
}

// palette settles the colors and with them the grids.
func (r *nonReader) palette() error {
	if r.colors.plain() && r.goal.text == nil && r.given.text == nil && !r.ownPaper {
		return nil
	}
	if !r.rows.seen {
		if err := r.mentionCells(); err != nil {
			return err
		}
	}
	for _, w := range r.swatches {
		if i := r.colors.byChar(rune(w.char)); i >= 0 {
			r.colors.entries[i].Symbol, r.colors.entries[i].Name = w.symbol, w.name
		}
	}
	palette, colors, err := r.resolve()
	if err != nil {
		return err
	}
	r.p.Palette = palette
	r.clues.recolor(colors)
	table := r.cellTable(len(palette), colors)
	if r.p.Goal, err = r.grid(r.goal, "goal", &table); err != nil {
		return err
	}
	r.p.Given, err = r.grid(r.given, "given", &table)
	return err
}

// mentionCells notes the colors of a goal that comes without clues.
func (r *nonReader) mentionCells() error {
	kinds := [256]int{} // where each character is first, plus one
	inks := 0
	for i, c := range r.goal.text {
		if !emptyCell(c) && c != '?' && kinds[c] == 0 {
			kinds[c] = r.goal.at + i + 1
			inks++
		}
	}
	if inks <= 1 && r.colors.plain() {
		return nil // one ink, whatever it looks like
	}
	for c, at := range kinds {
		if at == 0 {
			continue
		}
		i := r.colors.byChar(rune(c))
		if i < 0 && c == '1' {
			i = inkEntry
		}
		if i < 0 {
			var err error
			if i, err = r.spareColor(at-1, byte(c)); err != nil {
				return err
			}
		}
		r.colors.entries[i].used = true
	}
	return nil
}

// emptyCell tells the characters of empty cells and of space between cells.
func emptyCell(c byte) bool {
	return c == '0' || c == '.' || c == '-' || isBlank(c) || isEOL(c)
}

// cellTable gives every character's color in a grid, noCell for those without
// one. In a black-and-white puzzle all that is not empty is filled.
func (r *nonReader) cellTable(inks int, colors []nonogram.Color) [256]int16 {
	var table [256]int16
	for c := range table {
		table[c] = noCell
		if inks == 2 {
			table[c] = int16(nonogram.Black)
		}
	}
	if ink := colors[inkEntry]; ink != nonogram.Unknown {
		table['1'] = int16(ink)
	}
	table['.'], table['-'] = int16(nonogram.Empty), int16(nonogram.Empty)
	for i := len(colors) - 1; i >= backgroundEntry; i-- {
		if c := r.colors.entries[i].char; c > 0 && c < 256 && colors[i] != nonogram.Unknown {
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

// What a table of cells says of characters that are none.
const (
	noCell   = -1
	skipCell = -2
)

// grid reads the text of a grid; nil if there is none.
func (r *nonReader) grid(cells nonCells, what string, table *[256]int16) (*nonogram.Grid, error) {
	if cells.text == nil {
		return nil, nil
	}
	n := 0
	for i, c := range cells.text {
		switch table[c] {
		case skipCell:
		case noCell:
			return nil, r.expected(cells.at+i, "the character of a cell")
		default:
			n++
		}
	}
	if n != r.width*r.height {
		return nil, r.fail(cells.at, "found %d cells in the %s, expected %d × %d", n, what, r.width, r.height)
	}
	g := &nonogram.Grid{Width: r.width, Height: r.height, Cells: make([]nonogram.Color, 0, n)}
	for _, c := range cells.text {
		if v := table[c]; v != skipCell {
			g.Cells = append(g.Cells, nonogram.Color(v))
		}
	}
	return g, nil
}

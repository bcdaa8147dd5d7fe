// The colors of a puzzle while it is read. Clues may name a color before the
// file declares it, or never declare it, so blocks first carry the number of an
// entry in this table; when the puzzle is complete, the entries that it needs
// become its palette and the blocks are renumbered.
//
// Entry 0 is the background and entry 1 the ink of blocks without a color. A
// black-and-white puzzle never looks at the table.

package format

import "nonogram"

const (
	backgroundEntry = 0
	inkEntry        = 1
)

type colorEntry struct {
	nonogram.Swatch
	char     rune // what stands for it in the file's grids; 0 if nothing does
	declared bool
	unknown  bool // mentioned, but not yet declared as it must be
	used     bool // by a clue or a grid
	at       int  // where it was first mentioned
}

// colorTable collects colors. order lists the declared entries as declared.
type colorTable struct {
	entries []colorEntry
	order   []uint8
	last    int // the entry found last, since blocks of a color come in rows
}

// defaults are the entries that need no declaration.
var defaults = [2]colorEntry{
	{Swatch: nonogram.BlackAndWhite()[nonogram.Empty]},
	{Swatch: nonogram.BlackAndWhite()[nonogram.Black]},
}

func (t *colorTable) reset() {
	t.entries = append(t.entries[:0], defaults[:]...)
	t.order = t.order[:0]
	t.last = inkEntry
}

// plain reports that nothing but the ink has been mentioned.
func (t *colorTable) plain() bool { return len(t.entries) == 2 && len(t.order) == 0 }

// byName finds an entry by name, -1 if there is none.
func (t *colorTable) byName(name []byte) int {
	if t.entries[t.last].Name == string(name) {
		return t.last
	}
	for i := range t.entries {
		if t.entries[i].Name == string(name) {
			t.last = i
			return i
		}
	}
	return -1
}

// byChar finds an entry by its character in grids, -1 if there is none.
func (t *colorTable) byChar(char rune) int {
	if char == 0 {
		return -1
	}
	for i := range t.entries {
		if t.entries[i].char == char {
			return i
		}
	}
	return -1
}

// addColor adds an entry that was mentioned at the given offset.
func (s *Source) addColor(at int, e colorEntry) (int, error) {
	t := &s.colors
	if len(t.entries) >= maxColorsRead {
		return 0, s.fail(at, "found over %d colors, which is the limit (MaxColors)", nonogram.MaxColors)
	}
	e.at = at
	t.entries = append(t.entries, e)
	return len(t.entries) - 1, nil
}

// declare marks an entry as declared, in this order.
func (t *colorTable) declare(i int) {
	if !t.entries[i].declared {
		t.entries[i].declared = true
		t.order = append(t.order, uint8(i))
	}
}

// resolve settles the palette: background, declared inks in order, undeclared
// ones in the order of their first use. It gives every entry's color; entries
// that are not needed have Unknown.
func (s *Source) resolve() (nonogram.Palette, []nonogram.Color, error) {
	t := &s.colors
	colors := make([]nonogram.Color, len(t.entries))
	for i := range colors {
		colors[i] = nonogram.Unknown
	}
	colors[backgroundEntry] = nonogram.Empty
	palette := nonogram.Palette{t.entries[backgroundEntry].swatch()}
	add := func(i int) {
		colors[i] = nonogram.Color(len(palette))
		palette = append(palette, t.entries[i].swatch())
	}
	for _, i := range t.order {
		if i != backgroundEntry {
			add(int(i))
		}
	}
	for i := range t.entries {
		if t.entries[i].used && colors[i] == nonogram.Unknown {
			add(i)
		}
	}
	if len(palette) == 1 {
		add(inkEntry) // nothing is filled; the palette still needs an ink
	}
	if len(palette) > nonogram.MaxColors {
		return nil, nil, s.fail(s.start, "found %d colors, the limit is %d (MaxColors)", len(palette), nonogram.MaxColors)
	}
	return palette, colors, nil
}

// swatch is the palette entry; the file's own character is its symbol if it is
// usable, which AssignSymbols decides.
func (e *colorEntry) swatch() nonogram.Swatch {
	w := e.Swatch
	if w.Symbol == 0 && e.char < 0x80 {
		w.Symbol = byte(e.char)
	}
	return w
}

// recolor renumbers the collected blocks by the result of resolve.
func (c *clueScratch) recolor(colors []nonogram.Color) {
	for i := range c.blocks {
		c.blocks[i].Color = colors[c.blocks[i].Color]
	}
}

// spares are the colors given to inks that a file uses without saying what they
// look like: dark and far from each other, in an order that serves few inks
// best.
var spares = []nonogram.RGB{
	{R: 0xd0, G: 0x20, B: 0x20}, {R: 0x20, G: 0x60, B: 0xd0}, {R: 0x20, G: 0x90, B: 0x30}, {R: 0xe0, G: 0x90, B: 0x00},
	{R: 0x80, G: 0x30, B: 0xa0}, {R: 0x00, G: 0x90, B: 0x90}, {R: 0x90, G: 0x50, B: 0x20}, {R: 0xe0, G: 0x60, B: 0xa0},
	{R: 0x60, G: 0x60, B: 0x60}, {R: 0x90, G: 0xb0, B: 0x20}, {R: 0x30, G: 0x30, B: 0x80}, {R: 0xa0, G: 0xa0, B: 0xe0},
}

// parseRGB reads "#rrggbb" or "#rgb"; the "#" may be missing.
func parseRGB(b []byte) (nonogram.RGB, bool) {
	if len(b) > 0 && b[0] == '#' {
		b = b[1:]
	}
	var digits [6]byte
	for i, c := range b {
		d, ok := hexDigit(c)
		if !ok || i >= len(digits) {
			return nonogram.RGB{}, false
		}
		digits[i] = d
	}
	switch len(b) {
	case 3:
		return nonogram.RGB{R: digits[0] * 17, G: digits[1] * 17, B: digits[2] * 17}, true
	case 6:
		return nonogram.RGB{R: digits[0]<<4 | digits[1], G: digits[2]<<4 | digits[3], B: digits[4]<<4 | digits[5]}, true
	}
	return nonogram.RGB{}, false
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case isDigit(c):
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

// symbols gives the characters to write a palette's colors with: their own
// where allowed permits them, others from the pool elsewhere. All differ. The
// pool must have an allowed character for every color.
func symbols(p nonogram.Palette, pool string, allowed func(c byte) bool) []byte {
	out := make([]byte, len(p))
	var taken [256]bool
	for i, w := range p {
		if allowed(w.Symbol) && !taken[w.Symbol] {
			out[i] = w.Symbol
			taken[w.Symbol] = true
		}
	}
	next := 0
	for i := range out {
		for out[i] == 0 {
			if c := pool[next]; !taken[c] {
				out[i] = c
				taken[c] = true
			}
			next++
		}
	}
	return out
}

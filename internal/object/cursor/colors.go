// The colors of the puzzle being read. Clues may name a color before the file declares
// it, or without a declaration, so blocks first refer to an entry of this table. When
// the puzzle is complete, the entries in use become its palette and the blocks are
// renumbered.
//
// Entry 0 is the background and entry 1 the ink of blocks without a color.

package cursor

import "nonogram"

// The entries that need no declaration.
const (
	Background = 0
	Ink        = 1
)

// Entry is a color that a file declares or mentions.
type Entry struct {
	nonogram.Swatch
	Char     rune // in grids of the file; 0 if it has none
	Declared bool
	Unknown  bool // mentioned, but the required declaration is missing
	Used     bool // by a clue or a grid
	At       int  // offset of the first mention
}

// Colors collects colors. order lists the declared entries as declared.
type Colors struct {
	Entries []Entry
	order   []uint8
	last    int // the entry found last: neighboring blocks often share a color
}

// defaults are the entries that need no declaration.
var defaults = [2]Entry{
	{Swatch: nonogram.BlackAndWhite()[nonogram.Empty]},
	{Swatch: nonogram.BlackAndWhite()[nonogram.Black]},
}

// Plain reports whether no color but the ink has been mentioned.
func (t *Colors) Plain() bool { return len(t.Entries) == 2 && len(t.order) == 0 }

// ByName finds an entry by name, -1 if there is none.
func (t *Colors) ByName(name []byte) int {
	if t.Entries[t.last].Name == string(name) {
		return t.last
	}
	for i := range t.Entries {
		if t.Entries[i].Name == string(name) {
			t.last = i
			return i
		}
	}
	return -1
}

// Named finds an entry that the file adds by its name, -1 if there is none.
func (t *Colors) Named(name []byte) int {
	if !IsPlain(name) {
		name = []byte(CleanText(name))
	}
	for i := Ink + 1; i < len(t.Entries); i++ {
		if t.Entries[i].Name == string(name) {
			return i
		}
	}
	return -1
}

// ByChar finds an entry by its character in grids, -1 if there is none.
func (t *Colors) ByChar(char rune) int {
	if char == 0 {
		return -1
	}
	for i := range t.Entries {
		if t.Entries[i].Char == char {
			return i
		}
	}
	return -1
}

// AddColor adds an entry that was mentioned at the given offset.
func (d *Draft) AddColor(at int, e Entry) int {
	t := &d.Colors
	d.Require(len(t.Entries) < MaxColorsRead, at, "found over %d colors, which is the limit", nonogram.MaxColors)
	e.At = at
	t.Entries = append(t.Entries, e)
	return len(t.Entries) - 1
}

// Declare marks an entry as declared, in this order.
func (t *Colors) Declare(i int) {
	if !t.Entries[i].Declared {
		t.Entries[i].Declared = true
		t.order = append(t.order, uint8(i))
	}
}

// Resolve returns the palette and the color of each entry: the background, the
// declared inks in order, the others in order of first use. Unused entries have
// the color Unknown.
func (d *Draft) Resolve() (nonogram.Palette, []nonogram.Color) {
	t := &d.Colors
	colors := make([]nonogram.Color, len(t.Entries))
	for i := range colors {
		colors[i] = nonogram.Unknown
	}
	colors[Background] = nonogram.Empty
	palette := nonogram.Palette{t.Entries[Background].swatch()}
	add := func(i int) {
		colors[i] = nonogram.Color(len(palette))
		palette = append(palette, t.Entries[i].swatch())
	}
	for _, i := range t.order {
		if i != Background {
			add(int(i))
		}
	}
	for i := range t.Entries {
		if t.Entries[i].Used && colors[i] == nonogram.Unknown {
			add(i)
		}
	}
	if len(palette) == 1 {
		add(Ink) // nothing is filled; the palette still needs an ink
	}
	d.Require(len(palette) <= nonogram.MaxColors, d.Start, "found %d colors, the limit is %d", len(palette), nonogram.MaxColors)
	return palette, colors
}

// swatch is the palette entry. The file's character becomes its symbol;
// AssignSymbols replaces it if it cannot be used.
func (e *Entry) swatch() nonogram.Swatch {
	w := e.Swatch
	if w.Symbol == 0 && e.Char < 0x80 {
		w.Symbol = byte(e.Char)
	}
	return w
}

// Recolor renumbers the collected blocks by the result of Resolve.
func (d *Draft) Recolor(colors []nonogram.Color) {
	for i := range d.Blocks {
		if c := &d.Blocks[i].Color; *c != nonogram.Unknown { // of a missing clue
			*c = colors[*c]
		}
	}
}

// Paint returns the palette and recolors the collected blocks.
func (d *Draft) Paint() nonogram.Palette {
	palette, colors := d.Resolve()
	d.Recolor(colors)
	return palette
}

// Spares are the colors of inks for which a file gives no color: dark, distinct, and
// ordered so that the first ones differ most.
var Spares = []nonogram.RGB{
	{R: 0xd0, G: 0x20, B: 0x20}, {R: 0x20, G: 0x60, B: 0xd0}, {R: 0x20, G: 0x90, B: 0x30}, {R: 0xe0, G: 0x90, B: 0x00},
	{R: 0x80, G: 0x30, B: 0xa0}, {R: 0x00, G: 0x90, B: 0x90}, {R: 0x90, G: 0x50, B: 0x20}, {R: 0xe0, G: 0x60, B: 0xa0},
	{R: 0x60, G: 0x60, B: 0x60}, {R: 0x90, G: 0xb0, B: 0x20}, {R: 0x30, G: 0x30, B: 0x80}, {R: 0xa0, G: 0xa0, B: 0xe0},
}

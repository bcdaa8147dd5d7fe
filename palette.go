package nonogram

import "fmt"

// RGB is a color as 8-bit red, green and blue.
type RGB struct{ R, G, B uint8 }

// String is the usual notation, "#rrggbb".
func (c RGB) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Swatch is one entry of a palette.
type Swatch struct {
	Name   string // "red"; may be empty
	Symbol byte   // the printable ASCII character that stands for it in text
	RGB    RGB
}

// Palette lists a puzzle's colors; a Color is an index into it. Entry 0 is the
// background. A black-and-white puzzle has two entries, whatever the ink's RGB.
type Palette []Swatch

// The characters of a black-and-white grid in text.
const (
	EmptySymbol   byte = '.'
	BlackSymbol   byte = '#'
	UnknownSymbol byte = '?'
)

// BlackAndWhite is the palette of a puzzle without colors.
func BlackAndWhite() Palette {
	return Palette{
		{Name: "white", Symbol: EmptySymbol, RGB: RGB{255, 255, 255}},
		{Name: "black", Symbol: BlackSymbol, RGB: RGB{0, 0, 0}},
	}
}

// Symbol is the character that stands for c in text, '?' for Unknown and for
// anything the palette does not know.
func (p Palette) Symbol(c Color) byte {
	if int(c) < len(p) {
		return p[c].Symbol
	}
	return UnknownSymbol
}

// ByName finds a color by name.
func (p Palette) ByName(name string) (Color, bool) {
	for i, s := range p {
		if s.Name == name {
			return Color(i), true
		}
	}
	return 0, false
}

// BySymbol finds a color by its text character.
func (p Palette) BySymbol(symbol byte) (Color, bool) {
	for i, s := range p {
		if s.Symbol == symbol {
			return Color(i), true
		}
	}
	return 0, false
}

// symbolPool is what AssignSymbols hands out, most legible first.
const symbolPool = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%&*+=$!~^<>"

// AssignSymbols gives every entry that lacks a usable text character, or shares
// it with an earlier entry, one of its own. The background becomes '.', and a
// lone ink '#', so that black-and-white grids look alike everywhere.
func (p Palette) AssignSymbols() {
	var taken [256]bool
	taken[UnknownSymbol] = true
	if len(p) > 0 {
		p[0].Symbol = EmptySymbol
	}
	if len(p) == 2 {
		p[1].Symbol = BlackSymbol
		return
	}
	next := 0
	for i := range p {
		s := p[i].Symbol
		for s <= ' ' || s > '~' || taken[s] {
			s = symbolPool[next]
			next++
		}
		p[i].Symbol = s
		taken[s] = true
	}
}

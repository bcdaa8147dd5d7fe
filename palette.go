package nonogram

import "fmt"

// RGB is a color as 8-bit red, green and blue.
type RGB struct{ R, G, B uint8 }

// String formats the color as "#rrggbb".
func (c RGB) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Swatch is one entry of a palette.
type Swatch struct {
	Name   string // "red"; may be empty
	Symbol byte   // its printable ASCII character in text
	RGB    RGB
}

// Palette lists a puzzle's colors; a Color is an index into it. Entry 0 is the
// background. A puzzle whose palette has two entries is black and white, even if the ink
// has another RGB value.
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

// Symbol returns the character of a color in text, '?' for Unknown and for colors that
// are not in the palette.
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

// symbolPool lists the characters that AssignSymbols uses, the most legible first.
const symbolPool = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%&*+=$!~^<>"

// AssignSymbols assigns a new symbol to each entry whose symbol is not printable or
// equals an earlier one. The background becomes '.', and a single ink '#', so that all
// black-and-white grids look the same.
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

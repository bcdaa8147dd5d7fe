package nonogram

// Colors, and the palettes of puzzles.

import (
	"fmt"
	"slices"
)

// RGB is a color as 8-bit red, green and blue.
type RGB struct{ R, G, B uint8 }

// String formats the color as "#rrggbb".
func (c RGB) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Swatch is one entry of a palette.
type Swatch struct {
	Name   string // "red"; may be empty
	Symbol byte   // its printable ASCII character in text
	RGB    RGB
	// Diagonal divides the cells of the color into two triangles, by '/' or '\\'; RGB is then
	// the one on the left and Right the one on the right. It is 0 for a color that fills its
	// cells. For solvers that makes no difference.
	Diagonal byte
	Right    RGB
}

// Paint formats how a cell of the color is drawn: "#rrggbb", or "#rrggbb/#rrggbb" with the
// diagonal between two triangles.
func (s Swatch) Paint() string {
	if s.Diagonal == 0 {
		return s.RGB.String()
	}
	return s.RGB.String() + string(rune(s.Diagonal)) + s.Right.String()
}

// SamePaint reports whether two colors are drawn alike.
func (s Swatch) SamePaint(t Swatch) bool {
	return s.RGB == t.RGB && s.Diagonal == t.Diagonal && (s.Diagonal == 0 || s.Right == t.Right)
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

// Triangles reports whether a color divides its cells into triangles.
func (p Palette) Triangles() bool {
	return slices.ContainsFunc(p, func(s Swatch) bool { return s.Diagonal != 0 })
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

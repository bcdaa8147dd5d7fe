package render

import (
	"fmt"
	"math"
	"strings"

	"nonogram"
)

// Themes, and contrast of colors.

// Theme is the colors besides the palette. A puzzle in black on white is drawn with Ink on
// Paper; other puzzles keep their palettes.
type Theme struct {
	Page   nonogram.RGB // around the grid
	Paper  nonogram.RGB // undecided cells
	Ink    nonogram.RGB // filled cells of a black-and-white puzzle
	Text   nonogram.RGB // clues and titles
	Faint  nonogram.RGB // crosses, attributions, satisfied clues
	Line   nonogram.RGB // the thin lines between cells
	Guide  nonogram.RGB // every fifth line, and the frame
	Tint   nonogram.RGB // highlighted lines
	Accent nonogram.RGB // highlighted cells
}

// Light is black on white.
func Light() *Theme {
	return &Theme{
		Page:   hex(0xffffff),
		Paper:  hex(0xffffff),
		Ink:    hex(0x000000),
		Text:   hex(0x000000),
		Faint:  hex(0x767676),
		Line:   hex(0xb8b8b8),
		Guide:  hex(0x444444),
		Tint:   hex(0xdcebff),
		Accent: hex(0x1c6dd0),
	}
}

// Dark is light on dark.
func Dark() *Theme {
	return &Theme{
		Page:   hex(0x15181d),
		Paper:  hex(0x1f242c),
		Ink:    hex(0xe6e9ee),
		Text:   hex(0xe6e9ee),
		Faint:  hex(0x8d949e),
		Line:   hex(0x3d4450),
		Guide:  hex(0x7f8896),
		Tint:   hex(0x24406a),
		Accent: hex(0x6cb2ff),
	}
}

// themes are the known themes.
var themes = []struct {
	name string
	make func() *Theme
}{{"light", Light}, {"dark", Dark}}

// ThemeNames lists the names of the themes.
func ThemeNames() []string {
	var names []string
	for _, t := range themes {
		names = append(names, t.name)
	}
	return names
}

// ThemeByName returns a theme: "light" or "dark".
func ThemeByName(name string) (*Theme, error) {
	for _, t := range themes {
		if t.name == name {
			return t.make(), nil
		}
	}
	return nil, fmt.Errorf("unknown theme %q, expected %s", name, strings.Join(ThemeNames(), " or "))
}

func hex(v uint32) nonogram.RGB {
	return nonogram.RGB{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}
}

// whiteUpTo is the relative luminance up to which text on a color is white, where its
// contrast is 3.9 : 1 and black has 5.4 : 1. On saturated middle tones white reads better
// than the ratio suggests.
const whiteUpTo = 1.05/3.9 - 0.05

// contrast is the text color on a color, black or white.
func contrast(c nonogram.RGB) nonogram.RGB {
	if luminance(c) > whiteUpTo {
		return hex(0x000000)
	}
	return hex(0xffffff)
}

// luminance is the relative luminance of a color, from 0 to 1, and contrastRatio the contrast
// of two colors, from 1 to 21, as in the Web Content Accessibility Guidelines 2.1.
func luminance(c nonogram.RGB) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func contrastRatio(a, b nonogram.RGB) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// distinctFrom is the contrast ratio from which adjacent areas need no line between them.
const distinctFrom = 1.2

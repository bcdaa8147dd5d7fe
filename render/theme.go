package render

import (
	"cmp"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"nonogram"
)

// Themes, and contrast of colors.

// theme is the colors besides the palette. A puzzle in black on white is drawn with ink on
// paper; other puzzles keep their palettes.
type theme struct {
	page   nonogram.RGB // around the grid
	paper  nonogram.RGB // undecided cells
	ink    nonogram.RGB // filled cells of a black-and-white puzzle
	text   nonogram.RGB // clues and titles
	faint  nonogram.RGB // crosses, attributions, satisfied clues
	line   nonogram.RGB // the thin lines between cells
	guide  nonogram.RGB // every fifth line, and the frame
	tint   nonogram.RGB // highlighted lines
	accent nonogram.RGB // highlighted cells
}

// Theme names the colors of a drawing. The empty theme is [Light].
type Theme string

// The themes.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

var themes = map[Theme]*theme{
	Light: {
		page:   hex(0xffffff),
		paper:  hex(0xffffff),
		ink:    hex(0x000000),
		text:   hex(0x000000),
		faint:  hex(0x767676),
		line:   hex(0xb8b8b8),
		guide:  hex(0x444444),
		tint:   hex(0xdcebff),
		accent: hex(0x1c6dd0),
	},
	Dark: {
		page:   hex(0x15181d),
		paper:  hex(0x1f242c),
		ink:    hex(0xe6e9ee),
		text:   hex(0xe6e9ee),
		faint:  hex(0x8d949e),
		line:   hex(0x3d4450),
		guide:  hex(0x7f8896),
		tint:   hex(0x24406a),
		accent: hex(0x6cb2ff),
	},
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

// Colors for print in black ink. The shades are evenly spaced in the order of luminance, and
// each color has a letter, the first one of its name if possible.

// grayed is a palette in shades of gray, with the letters as symbols.
func grayed(p nonogram.Palette) nonogram.Palette {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(luminance(p[a].RGB), luminance(p[b].RGB)) })
	shades := slices.Clone(p)
	shadeOf := map[nonogram.RGB]nonogram.RGB{}
	for rank, i := range order {
		v := uint8(255 * rank / max(1, len(p)-1))
		shades[i].RGB = nonogram.RGB{R: v, G: v, B: v}
		if p[i].Diagonal == 0 {
			shadeOf[p[i].RGB] = shades[i].RGB
		}
		first, _ := utf8.DecodeRuneInString(p[i].Name)
		if initial := unicode.ToLower(first); initial >= 'a' && initial <= 'z' {
			shades[i].Symbol = byte(initial)
		}
	}
	for i, s := range p {
		if s.Diagonal != 0 { // its triangles have the shades of their colors
			shades[i].RGB, shades[i].Right = shade(shadeOf, s.RGB), shade(shadeOf, s.Right)
		}
	}
	shades.AssignSymbols()
	return shades
}

// shade is the gray of a color: the one it has in the palette, or that of its luminance.
func shade(shadeOf map[nonogram.RGB]nonogram.RGB, c nonogram.RGB) nonogram.RGB {
	if gray, ok := shadeOf[c]; ok {
		return gray
	}
	v := uint8(math.Round(255 * luminance(c)))
	return nonogram.RGB{R: v, G: v, B: v}
}

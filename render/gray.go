package render

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"nonogram"
)

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
	for rank, i := range order {
		v := uint8(255 * rank / max(1, len(p)-1))
		shades[i].RGB = nonogram.RGB{R: v, G: v, B: v}
		first, _ := utf8.DecodeRuneInString(p[i].Name)
		if initial := unicode.ToLower(first); initial >= 'a' && initial <= 'z' {
			shades[i].Symbol = byte(initial)
		}
	}
	shades.AssignSymbols()
	return shades
}

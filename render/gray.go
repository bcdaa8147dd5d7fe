package render

import (
	"slices"
	"unicode"

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
	slices.SortStableFunc(order, func(a, b int) int {
		switch la, lb := luminance(p[a].RGB), luminance(p[b].RGB); {
		case la < lb:
			return -1
		case la > lb:
			return 1
		}
		return 0
	})
	shades := slices.Clone(p)
	for rank, i := range order {
		v := uint8(255 * rank / max(1, len(p)-1))
		shades[i].RGB = nonogram.RGB{R: v, G: v, B: v}
		if initial := unicode.ToLower(first(p[i].Name)); initial >= 'a' && initial <= 'z' {
			shades[i].Symbol = byte(initial)
		}
	}
	shades.AssignSymbols()
	return shades
}

// first is the first letter of a text, or 0.
func first(text string) rune {
	for _, r := range text {
		return r
	}
	return 0
}

package puzzles_test

import (
	"math"
	"testing"

	"nonogram"
	"nonogram/puzzles"
)

const (
	// minContrast is how much every ink stands out from white paper, as WCAG 2
	// measures it. 3 : 1 would leave no yellow that is yellow.
	minContrast = 1.9
	// minApart is the distance of any two inks of a puzzle in OKLab, where
	// black and white are 1 apart and neighboring shades of one color 0.1.
	minApart = 0.1
)

// Whoever solves a color puzzle has to see its colors, on paper and apart.
func TestPalettes(t *testing.T) {
	for _, e := range puzzles.All() {
		palette := e.Puzzle().Palette
		white := palette[nonogram.Empty].RGB
		for i, ink := range palette[1:] {
			if c := contrast(ink.RGB, white); c < minContrast {
				t.Errorf("%s: %s on white has a contrast of %.2f", e.Name, ink.Name, c)
			}
			if ink.Name == "" {
				t.Errorf("%s: the color %c has no name", e.Name, ink.Symbol)
			}
			for _, other := range palette[1 : i+1] {
				if d := apart(ink.RGB, other.RGB); d < minApart {
					t.Errorf("%s: %s and %s are only %.3f apart", e.Name, ink.Name, other.Name, d)
				}
			}
		}
	}
}

func TestContrast(t *testing.T) {
	black, white, grey := nonogram.RGB{}, nonogram.RGB{R: 255, G: 255, B: 255}, nonogram.RGB{R: 119, G: 119, B: 119}
	for _, c := range []struct{ got, want float64 }{
		{contrast(black, white), 21},
		{contrast(white, white), 1},
		{contrast(grey, white), 4.48}, // the usual example of what just fails AA
		{apart(black, white), 1},
		{apart(white, white), 0},
	} {
		if math.Abs(c.got-c.want) > 0.005 {
			t.Errorf("%.3f, want %.3f", c.got, c.want)
		}
	}
}

// contrast is the contrast ratio of WCAG 2.
func contrast(a, b nonogram.RGB) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c nonogram.RGB) float64 {
	r, g, b := linear(c)
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// linear undoes the gamma of sRGB.
func linear(c nonogram.RGB) (r, g, b float64) {
	one := func(v uint8) float64 {
		if x := float64(v) / 255; x > 0.04045 {
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	return one(c.R), one(c.G), one(c.B)
}

// apart is the distance of two colors in OKLab (Björn Ottosson, 2020).
func apart(a, b nonogram.RGB) float64 {
	p, q := oklab(a), oklab(b)
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

func oklab(c nonogram.RGB) [3]float64 {
	r, g, b := linear(c)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

package generate

import (
	"math"

	"nonogram"
)

// OKLab, a perceptual color space by Björn Ottosson (2020,
// https://bottosson.github.io/posts/oklab/).

// linear8 undoes the gamma of sRGB.
var linear8 = func() (table [256]float64) {
	for i := range table {
		v := float64(i) / 255
		if v <= 0.04045 {
			table[i] = v / 12.92
		} else {
			table[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return table
}()

// oklab converts linear light.
func oklab(r, g, b float64) lab {
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return lab{
		l:     float32(0.2104542553*l + 0.7936177850*m - 0.0040720468*s),
		a:     float32(1.9779984951*l - 2.4285922050*m + 0.4505937099*s),
		b:     float32(0.0259040371*l + 0.7827717662*m - 0.8086757660*s),
		alpha: 1,
	}
}

func oklabOf(c nonogram.RGB) lab { return oklab(linear8[c.R], linear8[c.G], linear8[c.B]) }

// rgb returns the nearest sRGB color.
func (p lab) rgb() nonogram.RGB {
	r, g, b := p.linear()
	return nonogram.RGB{R: gamma8(r), G: gamma8(g), B: gamma8(b)}
}

// linear converts a color to linear light, which may be outside of sRGB.
func (p lab) linear() (r, g, b float64) {
	pl, pa, pb := float64(p.l), float64(p.a), float64(p.b)
	l := cube(pl + 0.3963377774*pa + 0.2158037573*pb)
	m := cube(pl - 0.1055613458*pa - 0.0638541728*pb)
	s := cube(pl - 0.0894841775*pa - 1.2914855480*pb)
	return 4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s
}

// cube is the linear light of a lightness.
func cube(v float64) float64 { return v * v * v }

// gamma8 converts linear light to an sRGB value.
func gamma8(v float64) uint8 {
	switch {
	case v <= 0:
		return 0
	case v <= 0.0031308:
		v *= 12.92
	default:
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return uint8(math.Round(min(v, 1) * 255))
}

// apart is the squared distance of two colors.
func (p lab) apart(q lab) float32 {
	l, a, b := p.l-q.l, p.a-q.a, p.b-q.b
	return l*l + a*a + b*b
}

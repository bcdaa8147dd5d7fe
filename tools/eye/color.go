package eye

import "image/color"

// Colors that differ enough to be seen.

func gray(v int) color.RGBA { return color.RGBA{uint8(v), uint8(v), uint8(v), 255} }

func mixed(a, b color.RGBA, t float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-t) + float64(b)*t) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

func light(c color.RGBA) float64 { return .3*float64(c.R) + .59*float64(c.G) + .11*float64(c.B) }

// some is any color between two levels of brightness.
func (p *pen) some(low, high int) color.RGBA {
	v := func() uint8 { return uint8(low + p.r.IntN(high-low+1)) }
	return color.RGBA{v(), v(), v(), 255}
}

// against is a color that differs from a ground by some levels of brightness.
func (p *pen) against(ground color.RGBA, least float64) color.RGBA {
	for range 40 {
		c := p.some(0, 255)
		switch p.r.IntN(8) {
		case 0, 1, 2:
			c = gray(p.r.IntN(40))
		case 3:
			c = gray(255 - p.r.IntN(30))
		case 4:
			c = gray(p.r.IntN(256))
		}
		if d := light(c) - light(ground); d*d > least*least {
			return c
		}
	}
	if light(ground) > 127 {
		return gray(0)
	}
	return gray(255)
}

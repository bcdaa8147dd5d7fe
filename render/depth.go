package render

import (
	"fmt"

	"nonogram"
)

// Colors of terminals: 24 bits, 256 colors (a cube of six steps per channel and 24 grays), or
// 16 colors. The nearest color is used. Numbers and values are those of xterm
// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).

// sixteen are xterm's colors.
var sixteen = [16]nonogram.RGB{
	{}, {R: 205}, {G: 205}, {R: 205, G: 205}, {B: 238}, {R: 205, B: 205}, {G: 205, B: 205}, {R: 229, G: 229, B: 229},
	{R: 127, G: 127, B: 127}, {R: 255}, {G: 255}, {R: 255, G: 255}, {R: 92, G: 92, B: 255}, {R: 255, B: 255}, {G: 255, B: 255}, {R: 255, G: 255, B: 255},
}

// cubeSteps are the six values of a component in the cube.
var cubeSteps = [6]uint8{0, 95, 135, 175, 215, 255}

// The first numbers of the cube and of the grays.
const (
	cubeStart = 16
	grayStart = 232
	grayCount = 24
)

// writeColor appends a color to an escape sequence.
func (c *canvas) writeColor(color nonogram.RGB, background bool) {
	base := 38
	if background {
		base = 48
	}
	switch {
	case c.colors <= 16:
		n := nearest(sixteen[:], color)
		fmt.Fprintf(c.out, ";%d", base-8+n%8+60*(n/8))
	case c.colors <= 256:
		fmt.Fprintf(c.out, ";%d;5;%d", base, nearest256(color))
	default:
		fmt.Fprintf(c.out, ";%d;2;%d;%d;%d", base, color.R, color.G, color.B)
	}
}

// nearest is the index of the color that is nearest to c.
func nearest(colors []nonogram.RGB, c nonogram.RGB) int {
	best := 0
	for i, s := range colors {
		if distance(c, s) < distance(c, colors[best]) {
			best = i
		}
	}
	return best
}

func nearest256(c nonogram.RGB) int {
	r, g, b := cubeStep(c.R), cubeStep(c.G), cubeStep(c.B)
	best, off := cubeStart+36*r+6*g+b, distance(c, nonogram.RGB{R: cubeSteps[r], G: cubeSteps[g], B: cubeSteps[b]})
	for i := range grayCount {
		v := uint8(8 + 10*i)
		if d := distance(c, nonogram.RGB{R: v, G: v, B: v}); d < off {
			best, off = grayStart+i, d
		}
	}
	return best
}

// cubeStep is the step of the cube that is nearest to a component.
func cubeStep(v uint8) int {
	best := 0
	for i, s := range cubeSteps {
		if abs(int(v)-int(s)) < abs(int(v)-int(cubeSteps[best])) {
			best = i
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

func distance(a, b nonogram.RGB) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + bl*bl
}

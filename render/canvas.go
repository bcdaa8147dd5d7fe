package render

import (
	"bufio"
	"fmt"
	"strings"

	"nonogram"
)

// The canvas writes styled text. It writes an escape sequence when the style changes, and
// none without color.

// rgb is an optional color.
type rgb struct {
	nonogram.RGB
	set bool
}

func of(c nonogram.RGB) rgb { return rgb{c, true} }

// gray is legible on dark and on light terminals.
var gray = of(nonogram.RGB{R: 128, G: 128, B: 128})

// style is the colors of characters; the zero value means the terminal's colors.
type style struct{ fg, bg rgb }

var (
	lineStyle = style{fg: gray}
	tintStyle = style{fg: of(nonogram.RGB{R: 70, G: 130, B: 200})}
	markStyle = style{fg: of(nonogram.RGB{R: 220, G: 60, B: 50})}
)

type canvas struct {
	out    *bufio.Writer
	colors int
	now    style
	blank  int // pending spaces, dropped at the end of a line
}

func (c *canvas) put(s style, text string) {
	if c.blank > 0 {
		c.use(style{})
		c.out.WriteString(strings.Repeat(" ", c.blank))
		c.blank = 0
	}
	c.use(s)
	c.out.WriteString(text)
}

func (c *canvas) repeat(s style, text string, n int) {
	if n <= 0 {
		return
	}
	if text == " " && !s.bg.set {
		c.spaces(n)
		return
	}
	c.put(s, strings.Repeat(text, n))
}

func (c *canvas) spaces(n int) { c.blank += n }

func (c *canvas) newline() {
	c.blank = 0
	c.use(style{})
	c.out.WriteByte('\n')
}

// use switches to a style.
func (c *canvas) use(s style) {
	if c.colors == 0 || s == c.now {
		return
	}
	c.now = s
	c.out.WriteString("\x1b[0")
	if s.fg.set {
		c.writeColor(s.fg.RGB, false)
	}
	if s.bg.set {
		c.writeColor(s.bg.RGB, true)
	}
	c.out.WriteByte('m')
}

// Colors of terminals: 24 bits, 256 colors (a cube of six steps per channel and 24 grays), or
// 16 colors. The nearest color is used. Numbers and values are those of xterm
// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).

// sixteen are xterm's colors.
var sixteen = [16]nonogram.RGB{
	{}, {R: 205}, {G: 205}, {R: 205, G: 205}, {B: 238}, {R: 205, B: 205}, {G: 205, B: 205}, {R: 229, G: 229, B: 229},
	{R: 127, G: 127, B: 127}, {R: 255}, {G: 255}, {R: 255, G: 255}, {R: 92, G: 92, B: 255}, {R: 255, B: 255}, {G: 255, B: 255}, {R: 255, G: 255, B: 255},
}

// cubeStart is the number of the first color of cubeAndGrays.
const cubeStart = 16

// cubeAndGrays are the colors of 256 after the sixteen, which differ between terminals.
var cubeAndGrays = func() (colors []nonogram.RGB) {
	steps := [6]uint8{0, 95, 135, 175, 215, 255}
	for _, r := range steps {
		for _, g := range steps {
			for _, b := range steps {
				colors = append(colors, nonogram.RGB{R: r, G: g, B: b})
			}
		}
	}
	for v := uint8(8); v <= 238; v += 10 {
		colors = append(colors, nonogram.RGB{R: v, G: v, B: v})
	}
	return colors
}()

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
		fmt.Fprintf(c.out, ";%d;5;%d", base, cubeStart+nearest(cubeAndGrays, color))
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

func distance(a, b nonogram.RGB) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + bl*bl
}

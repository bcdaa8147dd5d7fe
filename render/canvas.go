package render

import (
	"bufio"
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
	c.flushBlank()
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

func (c *canvas) flushBlank() {
	if c.blank > 0 {
		c.use(style{})
		c.out.WriteString(strings.Repeat(" ", c.blank))
		c.blank = 0
	}
}

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

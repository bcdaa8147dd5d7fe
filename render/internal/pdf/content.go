package pdf

import (
	"bytes"
	"math"
	"strconv"
)

// Content is the content of a page, in points from the lower left corner. The zero value is
// an empty page in RGB.
type Content struct {
	Ink     Ink
	buf     bytes.Buffer
	scratch []byte
	tags    []tag
	tagged  bool // inside a tag
}

// Ink is the color space. Black and gray always are shades of black, so that black text is
// printed with one plate.
type Ink uint8

// The inks.
const (
	RGB  Ink = iota // light, for screens
	CMYK            // the four plates of a press
	Gray            // black alone
)

// FillColor sets the color of rectangles and text.
func (c *Content) FillColor(r, g, b uint8) { c.color(r, g, b, "g", "rg", "k") }

// StrokeColor sets the color of lines.
func (c *Content) StrokeColor(r, g, b uint8) { c.color(r, g, b, "G", "RG", "K") }

func (c *Content) color(r, g, b uint8, gray, rgb, cmyk string) {
	red, green, blue := float64(r)/255, float64(g)/255, float64(b)/255
	switch {
	case r == g && g == b:
		c.op(gray, red)
	case c.Ink == Gray: // the weights of 10.3.3
		c.op(gray, 0.3*red+0.59*green+0.11*blue)
	case c.Ink == CMYK: // black takes over what the three colors have in common (10.3.4)
		light := max(red, green, blue)
		c.op(cmyk, 1-red/light, 1-green/light, 1-blue/light, 1-light)
	default:
		c.op(rgb, red, green, blue)
	}
}

// tag is a tagged part of a page (14.8).
type tag struct{ role, alt string }

// artifact is the role of content that screen readers skip: page numbers, crop marks (14.8.2.2).
const artifact = "Artifact"

// Begin starts a part of the page with a role of tagged PDF, like "P" or "Figure"; alt is the
// alternative text of a figure. Parts do not nest.
func (c *Content) Begin(role, alt string) {
	c.End()
	c.tagged = true
	if role == artifact {
		c.buf.WriteString("/Artifact BMC\n")
		return
	}
	c.buf.WriteString("/" + role + "<</MCID " + strconv.Itoa(len(c.tags)) + ">>BDC\n")
	c.tags = append(c.tags, tag{role, alt})
}

// End ends a part, if there is one.
func (c *Content) End() {
	if c.tagged {
		c.buf.WriteString("EMC\n")
		c.tagged = false
	}
}

// LineWidth sets the width of lines.
func (c *Content) LineWidth(w float64) { c.op("w", w) }

// Rect adds a rectangle for Fill.
func (c *Content) Rect(x, y, w, h float64) { c.op("re", x, y, w, h) }

// MoveTo begins a polygon for Fill.
func (c *Content) MoveTo(x, y float64) { c.op("m", x, y) }

// LineTo adds a corner to the polygon.
func (c *Content) LineTo(x, y float64) { c.op("l", x, y) }

// Fill paints the rectangles and shapes.
func (c *Content) Fill() { c.op("f") }

// Line adds a line for Stroke.
func (c *Content) Line(x1, y1, x2, y2 float64) {
	c.op("m", x1, y1)
	c.op("l", x2, y2)
}

// Stroke draws the lines.
func (c *Content) Stroke() { c.op("S") }

// Text writes a text with its baseline at (x, y).
func (c *Content) Text(f *Font, size, x, y float64, s string) {
	c.buf.WriteString("BT /" + f.label + " ")
	c.op("Tf", size)
	c.op("Td", x, y)
	c.buf.WriteByte('<')
	for _, r := range s {
		const digits = "0123456789ABCDEF"
		g := f.use(r)
		c.buf.Write([]byte{digits[g>>12], digits[g>>8&15], digits[g>>4&15], digits[g&15]})
	}
	c.buf.WriteString("> Tj ET\n")
}

// op writes an operator after its operands.
func (c *Content) op(operator string, operands ...float64) {
	for _, v := range operands {
		c.scratch = append(appendNumber(c.scratch[:0], v), ' ')
		c.buf.Write(c.scratch)
	}
	c.buf.WriteString(operator)
	c.buf.WriteByte('\n')
}

func number(v float64) string { return string(appendNumber(nil, v)) }

// appendNumber writes at most three decimals.
func appendNumber(b []byte, v float64) []byte {
	return strconv.AppendFloat(b, math.Round(v*1000)/1000, 'f', -1, 64)
}

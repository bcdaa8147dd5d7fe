package pdf

import (
	"bytes"
	"math"
	"strconv"
)

// Content is the drawing of one page, in points from the lower left corner. The
// zero value is an empty page.
type Content struct {
	buf     bytes.Buffer
	scratch []byte
}

// FillColor sets the color of rectangles and text, StrokeColor that of lines.
func (c *Content) FillColor(r, g, b uint8) { c.color(r, g, b, "rg") }

// StrokeColor sets the color of lines.
func (c *Content) StrokeColor(r, g, b uint8) { c.color(r, g, b, "RG") }

func (c *Content) color(r, g, b uint8, operator string) {
	c.op(operator, float64(r)/255, float64(g)/255, float64(b)/255)
}

// LineWidth sets the width of lines.
func (c *Content) LineWidth(w float64) { c.op("w", w) }

// Rect adds a rectangle to what Fill will paint, as one shape without seams.
func (c *Content) Rect(x, y, w, h float64) { c.op("re", x, y, w, h) }

// Fill paints the rectangles.
func (c *Content) Fill() { c.op("f") }

// Line adds a line to what Stroke will draw.
func (c *Content) Line(x1, y1, x2, y2 float64) {
	c.op("m", x1, y1)
	c.op("l", x2, y2)
}

// Stroke draws the lines.
func (c *Content) Stroke() { c.op("S") }

// Text writes a text from (x, y), which is on its baseline. Letters that the font
// does not have come out as its sign for that.
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

// appendNumber writes three decimals at most: a thousandth of a point is finer
// than any printer, and colors in 255 steps survive it.
func appendNumber(b []byte, v float64) []byte {
	return strconv.AppendFloat(b, math.Round(v*1000)/1000, 'f', -1, 64)
}

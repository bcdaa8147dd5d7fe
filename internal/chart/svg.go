package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Elements of SVG: numbers, text and the width of text.

// px formats a coordinate to a tenth of a pixel.
func px(v float64) string {
	s := strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// escaped escapes text for elements and attributes, and drops characters that XML does not
// allow.
func escaped(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return html.EscapeString(s)
}

// The alignments of text.
const start, middle, end = "start", "middle", "end"

// put writes a piece of SVG.
func (d *drawing) put(format string, args ...any) {
	fmt.Fprintf(&d.out, format, args...)
}

// text writes text on a baseline.
func (d *drawing) text(x, y float64, anchor, s, attributes string) {
	if s == "" {
		return
	}
	d.put(`<text x="%s" y="%s"`, px(x), px(y))
	if anchor != start {
		d.put(` text-anchor="%s"`, anchor)
	}
	if attributes != "" {
		d.put(" %s", attributes)
	}
	d.put(">%s</text>\n", escaped(s))
}

// textWidth estimates the width of small text in common sans-serif faces, on the wide side.
func textWidth(s string) float64 {
	w := 0.0
	for _, r := range s {
		w += runeWidth(r)
	}
	return w * smallSize
}

func runeWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("ijl.,:;'|!·", r):
		return 0.28
	case strings.ContainsRune("ft()[]r- ", r):
		return 0.36
	case strings.ContainsRune("mwMW%@—", r):
		return 0.92
	case r >= 'A' && r <= 'Z':
		return 0.7
	case r >= 0x2E80: // CJK and beyond are square
		return 1.05
	}
	return 0.59
}

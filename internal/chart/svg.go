package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// The few things of SVG that are needed: numbers, text and how wide text is.

// px writes a coordinate to a tenth of a pixel.
func px(v float64) string {
	s := strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
	if s == "-0" {
		return "0"
	}
	return s
}

// escaped makes text safe between tags and in attributes. Characters that XML
// does not allow at all are dropped.
func escaped(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return html.EscapeString(s)
}

// anchor is where text stands in relation to its place.
type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// put writes a piece of SVG.
func (d *drawing) put(format string, args ...any) {
	fmt.Fprintf(&d.out, format, args...)
}

// text writes at a base line.
func (d *drawing) text(x, y float64, a anchor, s, attributes string) {
	if s == "" {
		return
	}
	d.put(`<text x="%s" y="%s"`, px(x), px(y))
	if a != start {
		d.put(` text-anchor="%s"`, a)
	}
	if attributes != "" {
		d.put(" %s", attributes)
	}
	d.put(">%s</text>\n", escaped(s))
}

// textWidth estimates the width of small text in the usual sans-serif faces, which
// differ by some percent; it leans to the wide side.
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

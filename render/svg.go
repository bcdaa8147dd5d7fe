package render

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"io"
	"math"
	"strconv"
)

// SVG 1.1: shapes of one style are one path, words one group. Words stay text, for search and
// screen readers. The digits of the requested fonts are as wide as those of the built-in one,
// 0.556 em.

// svgFonts are the requested fonts.
const svgFonts = "Go, Arial, Helvetica, sans-serif"

// SVG writes a drawing as an SVG picture, or several side by side, such as before and after;
// the first one then sets the theme of the page.
func SVG(w io.Writer, drawings ...*Drawing) error {
	switch len(drawings) {
	case 0:
		return badOption("puzzle", "found none")
	case 1:
	default:
		return svgSheet(w, drawings)
	}
	s, err := drawings[0].scene()
	if err != nil {
		return err
	}
	out := svgWriter{bufio.NewWriter(w)}
	out.scene(s)
	return out.Flush()
}

// scene lays the drawing out.
func (d *Drawing) scene() (*scene, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	f, err := newFonts(d.Style.Font)
	if err != nil {
		return nil, err
	}
	return newPicture(newLayout(d, f), d, f, cmp.Or(d.Style.Cell, defaultCell)).scene(), nil
}

type svgWriter struct{ *bufio.Writer }

// scene writes a scene as an element with additional attributes.
func (w svgWriter) scene(s *scene, attributes ...string) {
	width, height := number2(s.width), number2(s.height)
	w.put("<svg ")
	w.put(attributes...)
	w.put(`xmlns="http://www.w3.org/2000/svg" width="`, width, `" height="`, height,
		`" viewBox="0 0 `, width, " ", height, `" font-family="`, svgFonts, `" role="img">`, "\n")
	if s.title != "" {
		w.put("<title>")
		w.escaped(s.title)
		w.put("</title>\n")
	}
	w.put(`<rect width="`, width, `" height="`, height, `" fill="`, s.ground.String(), `"/>`, "\n")
	for _, it := range s.items {
		switch it := it.(type) {
		case fill:
			w.fill(it)
		case stroke:
			w.stroke(it)
		case polygons:
			w.polygons(it)
		case words:
			w.words(it)
		case begin:
			w.begin(it)
		case end:
			w.put("</g>\n")
		}
	}
	w.put("</svg>\n")
}

// svgRoles are the accessibility attributes of groups.
var svgRoles = map[role]string{
	asTitle: ` role="heading" aria-level="1"`, asHeading: ` role="heading" aria-level="2"`,
	asFigure: ` role="img"`, asArtifact: ` aria-hidden="true"`,
}

func (w svgWriter) begin(b begin) {
	w.put("<g", svgRoles[b.role])
	if b.alt != "" {
		w.put(` aria-label="`)
		w.escaped(b.alt)
		w.put(`"`)
	}
	w.put(">\n")
}

func (w svgWriter) polygons(p polygons) {
	w.put(`<path fill="`, p.color.String(), `" d="`)
	for _, shape := range p.shapes {
		for i, at := range shape {
			command := "L"
			if i == 0 {
				command = "M"
			}
			w.put(command, number2(at.x), " ", number2(at.y))
		}
		w.put("z")
	}
	w.put(`"/>`, "\n")
}

func (w svgWriter) put(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

// escaped writes a text; invalid characters become U+FFFD. Flush returns the error.
func (w svgWriter) escaped(text string) { _ = xml.EscapeText(w, []byte(text)) }

// crisp requests sharp edges.
const crisp = ` shape-rendering="crispEdges"`

func (w svgWriter) fill(f fill) {
	w.put(`<path fill="`, f.color.String(), `"`, crisp, ` d="`)
	for _, r := range f.rects {
		// Corners are rounded, not sides, so that neighbors share them.
		x1, y1, x2, y2 := round2(r.x), round2(r.y), round2(r.x+r.w), round2(r.y+r.h)
		w.put("M", number2(x1), " ", number2(y1), "H", number2(x2), "V", number2(y2), "H", number2(x1), "z")
	}
	w.put(`"/>`, "\n")
}

func (w svgWriter) stroke(s stroke) {
	w.put(`<path fill="none" stroke="`, s.color.String(), `" stroke-width="`, number2(s.width), `"`)
	if s.lines[0].upright() {
		w.put(crisp)
	}
	w.put(` d="`)
	for _, l := range s.lines {
		w.put("M", number2(l.x1), " ", number2(l.y1))
		switch {
		case l.y1 == l.y2:
			w.put("H", number2(l.x2))
		case l.x1 == l.x2:
			w.put("V", number2(l.y2))
		default:
			w.put("L", number2(l.x2), " ", number2(l.y2))
		}
	}
	w.put(`"/>`, "\n")
}

var svgAnchors = [...]string{atStart: "start", atMiddle: "middle", atEnd: "end"}

func (w svgWriter) words(t words) {
	w.put(`<g fill="`, t.color.String(), `" font-size="`, number2(t.size), `" text-anchor="`, svgAnchors[t.anchor], `"`)
	if t.bold {
		w.put(` font-weight="bold"`)
	}
	w.put(">\n")
	for _, word := range t.words {
		w.put(`<text x="`, number2(word.x), `" y="`, number2(word.y), `">`)
		w.escaped(word.text)
		w.put("</text>\n")
	}
	w.put("</g>\n")
}

func round2(v float64) float64 { return math.Round(v*100) / 100 }

// number2 writes a number with at most two decimals.
func number2(v float64) string { return strconv.FormatFloat(round2(v), 'f', -1, 64) }

package render

import (
	"fmt"
	"io"

	"nonogram/render/internal/pdf"
)

// PDF: scenes as pages. PDF counts upwards from the lower left corner, scenes
// downwards from the upper left.

// pdfWriter writes pages.
type pdfWriter struct {
	*pdf.Writer
	fonts *fonts
	faces map[*face]*pdf.Font
}

func newPDFWriter(w io.Writer, f *fonts, info pdf.Info) (*pdfWriter, error) {
	out := &pdfWriter{Writer: pdf.New(w, info), fonts: f, faces: map[*face]*pdf.Font{}}
	for _, face := range []*face{f.regular, f.bold, f.extra} {
		if face == nil {
			continue
		}
		font, err := out.AddFont(face.ttf)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFont, err)
		}
		out.faces[face] = font
	}
	return out, nil
}

func (w *pdfWriter) page(p *page) {
	c := &pdf.Content{}
	if p.ground != Light().Page {
		c.FillColor(p.ground.R, p.ground.G, p.ground.B)
		c.Rect(0, 0, p.width, p.height)
		c.Fill()
	}
	for _, it := range p.items {
		switch it := it.(type) {
		case fill:
			c.FillColor(it.color.R, it.color.G, it.color.B)
			for _, r := range it.rects {
				c.Rect(r.x, p.height-r.y-r.h, r.w, r.h)
			}
			c.Fill()
		case stroke:
			c.StrokeColor(it.color.R, it.color.G, it.color.B)
			c.LineWidth(it.width)
			for _, l := range it.lines {
				c.Line(l.x1, p.height-l.y1, l.x2, p.height-l.y2)
			}
			c.Stroke()
		case words:
			c.FillColor(it.color.R, it.color.G, it.color.B)
			for _, word := range it.words {
				w.word(c, it, word, p.height)
			}
		}
	}
	w.Page(p.width, p.height, c)
	for _, m := range p.marks {
		w.Bookmark(m.title, p.height-m.y)
	}
}

func (w *pdfWriter) word(c *pdf.Content, style words, word word, height float64) {
	face, shown := w.fonts.pick(word.text, style.bold)
	x := word.x
	if style.anchor != atStart {
		width := w.fonts.width(word.text, style.size, style.bold)
		if style.anchor == atMiddle {
			width /= 2
		}
		x -= width
	}
	c.Text(w.faces[face], style.size, x, height-word.y, shown)
}

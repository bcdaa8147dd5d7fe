package render

import (
	"io"

	"nonogram/render/internal/pdf"
)

// Writing scenes as PDF pages. PDF has its origin at the lower left corner, scenes at the
// upper left.

// Crop marks, in points: their length, their distance from the trim, and the line.
const (
	cropLength, cropGap = 14, 9
	cropWidth           = 0.25
)

// pdfWriter writes pages.
type pdfWriter struct {
	*pdf.Writer
	fonts *fonts
	faces map[*face]*pdf.Font
	book  *Book
}

func newPDFWriter(w io.Writer, n *binder) (*pdfWriter, error) {
	out := &pdfWriter{Writer: pdf.New(w, n.info()), fonts: n.fonts, faces: map[*face]*pdf.Font{}, book: n.book}
	for _, face := range []*face{n.fonts.regular, n.fonts.bold, n.fonts.extra} {
		if face == nil {
			continue
		}
		font, err := out.AddFont(face.ttf)
		if err != nil {
			return nil, badOption("font", "expected a TrueType font: %v", err)
		}
		out.faces[face] = font
	}
	return out, nil
}

func (w *pdfWriter) page(p *page) {
	c := &pdf.Content{Ink: map[Ink]pdf.Ink{CMYK: pdf.CMYK, Gray: pdf.Gray}[w.book.Ink]}
	sheet := pdf.Sheet{Width: p.width, Height: p.height, Bleed: w.book.bleed(), Slug: w.book.bleed()}
	if w.book.Marks {
		sheet.Slug = max(w.book.bleed(), cropGap) + cropLength
	}
	w.ground(c, p, sheet)
	for _, it := range p.items {
		w.item(c, it, p.height)
	}
	w.Page(sheet, c)
	for _, m := range p.marks {
		w.Bookmark(m.title, sheet.Slug+p.height-m.y, m.nested)
	}
}

// ground paints the background up to the bleed, and the crop marks.
func (w *pdfWriter) ground(c *pdf.Content, p *page, s pdf.Sheet) {
	c.Begin(string(asArtifact), "")
	if p.ground != themes[Light].page {
		c.FillColor(p.ground.R, p.ground.G, p.ground.B)
		c.Rect(-s.Bleed, -s.Bleed, p.width+2*s.Bleed, p.height+2*s.Bleed)
		c.Fill()
	}
	if w.book.Marks {
		c.StrokeColor(0, 0, 0)
		c.LineWidth(cropWidth)
		near := max(s.Bleed, cropGap)
		for _, y := range []float64{0, p.height} {
			c.Line(-near-cropLength, y, -near, y)
			c.Line(p.width+near, y, p.width+near+cropLength, y)
		}
		for _, x := range []float64{0, p.width} {
			c.Line(x, -near-cropLength, x, -near)
			c.Line(x, p.height+near, x, p.height+near+cropLength)
		}
		c.Stroke()
	}
	c.End()
}

func (w *pdfWriter) item(c *pdf.Content, it item, height float64) {
	switch it := it.(type) {
	case fill:
		c.FillColor(it.color.R, it.color.G, it.color.B)
		for _, r := range it.rects {
			c.Rect(r.x, height-r.y-r.h, r.w, r.h)
		}
		c.Fill()
	case stroke:
		c.StrokeColor(it.color.R, it.color.G, it.color.B)
		c.LineWidth(it.width)
		for _, l := range it.lines {
			c.Line(l.x1, height-l.y1, l.x2, height-l.y2)
		}
		c.Stroke()
	case polygons:
		c.FillColor(it.color.R, it.color.G, it.color.B)
		for _, shape := range it.shapes {
			c.MoveTo(shape[0].x, height-shape[0].y)
			for _, at := range shape[1:] {
				c.LineTo(at.x, height-at.y)
			}
		}
		c.Fill()
	case words:
		c.FillColor(it.color.R, it.color.G, it.color.B)
		for _, word := range it.words {
			w.word(c, it, word, height)
		}
	case begin:
		c.Begin(string(it.role), it.alt)
	case end:
		c.End()
	}
}

func (w *pdfWriter) word(c *pdf.Content, style words, word word, height float64) {
	x := w.fonts.start(style, word)
	for _, r := range w.fonts.runs(word.text, style.bold) {
		c.Text(w.faces[r.face], style.size, x, height-word.y, r.text)
		x += r.width() * style.size
	}
}

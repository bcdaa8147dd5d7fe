package render

import (
	"fmt"
	"io"
)

// The template of a cover: back, spine and front on one sheet, with the lines of its folds and
// of the areas that are safe to print on.

// Measures of covers, in points: those of Amazon's print-on-demand service. A page of white
// paper is thicker for color than for black ink alone.
const (
	blackPage, colorPage = 0.002252 * 72, 0.002347 * 72
	coverBleed           = 9   // 0.125 inches
	coverMargin          = 18  // from the trim and the spine
	spineMargin          = 4.5 // from the folds of the spine
	// codeWidth and codeHeight are the area that the service prints its own barcode on.
	codeWidth, codeHeight = 144, 86.4
	// templateType is the size of the line that says the measures.
	templateType = 8
)

// spine is the width of the spine, which has a sheet for every two pages.
func (n *binder) spine() float64 {
	pages, thickness := float64((len(n.leaves)+1)/2*2), colorPage
	if n.book.Ink == Gray {
		thickness = blackPage
	}
	return pages * thickness
}

// writeCover writes the template of the cover in place of the pages.
func (n *binder) writeCover(w io.Writer) (*Printed, error) {
	if !n.frame.bound {
		return nil, badOption("cover", "found a puzzle without a title, which is a loose sheet, expected several puzzles or a title")
	}
	b := *n.book
	b.Bleed, b.Marks = max(b.Bleed, coverBleed/pointsPerMillimeter), true
	n.book = &b
	out, err := newPDFWriter(w, n)
	if err != nil {
		return nil, err
	}
	out.page(n.cover())
	return n.printed(), out.Close()
}

// cover paints the template.
func (n *binder) cover() *page {
	paper, spine := n.frame.paper, n.spine()
	p := &page{scene: scene{width: 2*paper.width + spine, height: paper.height, ground: n.theme.page}, number: 1}
	back := rect{0, 0, paper.width, paper.height}.inset(coverMargin)
	front := back
	front.x += paper.width + spine
	p.group(asArtifact, "", func() {
		for _, x := range []float64{paper.width, paper.width + spine} {
			p.stroke(n.theme.text, hairline, segment{x, 0, x, paper.height})
		}
		safe := append(back.outline(hairline), front.outline(hairline)...)
		if spine > 2*spineMargin {
			safe = append(safe, rect{paper.width + spineMargin, coverMargin, spine - 2*spineMargin, back.h}.outline(hairline)...)
		}
		p.stroke(n.theme.faint, hairline, safe...)
		mm := func(points float64) string { return fmt.Sprintf("%.1f", points/pointsPerMillimeter) }
		n.text(p, back.x+templateType, back.y+2*templateType, templateType, false, atStart,
			fmt.Sprintf("%s + %s + %s × %s mm", mm(paper.width), mm(spine), mm(paper.width), mm(paper.height)))
	})
	p.body = back.inset(coverMargin)
	if n.book.ISBN == "" {
		p.stroke(n.theme.faint, hairline, rect{p.body.x + p.body.w - codeWidth, p.body.y + p.body.h - codeHeight, codeWidth, codeHeight}.outline(hairline)...)
	} else {
		n.backPage(p)
	}
	p.body = front.inset(coverMargin)
	y := n.coverHeading(p)
	if n.book.Author != "" {
		y = n.paragraph(p, n.book.Author, rect{p.body.x, y, p.body.w, 0}, factSize)
	}
	n.paragraph(p, n.contents(), rect{p.body.x, y, p.body.w, 0}, factSize)
	n.publisher(p)
	return p
}

package render

import (
	"bufio"
	"io"
)

// HTML: the pages of a book as SVG pictures in one self-contained file. A browser prints each
// on a page.

// HTML writes a book as an HTML page for screen and print. Bleed, crop marks, inks and
// the cover are ignored.
func HTML(w io.Writer, b *Book) (*Printed, error) {
	n, err := newBinder(b)
	if err != nil {
		return nil, err
	}
	out := svgWriter{bufio.NewWriter(w)}
	n.htmlHead(out)
	for page := range n.pages() {
		class := "page"
		if n.leaves[page.number-1].turned {
			class += " turned"
		}
		out.put(`<section class="`, class, `" id="page-`, number2(float64(page.number)), `">`, "\n")
		out.scene(&page.scene)
		out.put("</section>\n")
	}
	out.put("</main>\n</body>\n</html>\n")
	return n.printed(), out.Flush()
}

// htmlStyle is the style sheet of all books. It follows the size of the paper, which a narrow
// screen may reduce.
const htmlStyle = `html{background:#999;font-family:` + svgFonts + `}
body{margin:0}
nav{margin:1em auto;max-width:40em;padding:1em;background:#fff;color:#000}
nav ul{columns:3;margin:0;padding:0;list-style:none}
.page{margin:1em auto}
.page svg{display:block;margin:0 auto}
@media screen{.page svg{max-width:100%;height:auto}}
@media print{html{background:none}nav{display:none}.page{margin:0;break-after:page;break-inside:avoid}.page:last-child{break-after:auto}}
`

// spare is subtracted from the height of a page, in points: browsers round the paper to
// pixels and would start another page.
const spare = 1

// htmlHead writes the head and the links to the parts.
func (n *binder) htmlHead(out svgWriter) {
	title := n.info().Title
	if title == "" {
		title = n.say("Nonograms")
	}
	out.put("<!doctype html>\n<html lang=\"")
	out.escaped(n.book.language())
	out.put("\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
	out.escaped(title)
	out.put("</title>\n<style>\n")
	for _, of := range []struct {
		paper       paper
		page, class string
	}{{n.frame.paper, "", ".page"}, {n.frame.paper.turned(), " turned", ".turned"}} {
		width, height := number2(of.paper.width), number2(of.paper.height)
		out.put("@page", of.page, "{size:", width, "pt ", height, "pt;margin:0}\n",
			of.class, " svg{width:", width, "pt;height:", number2(of.paper.height-spare), "pt}\n")
	}
	out.put(".turned{page:turned}\n", htmlStyle, "</style>\n</head>\n<body>\n")
	if links := n.contentsLines(); n.whole() {
		out.put("<nav>\n<ul>\n")
		for _, l := range links {
			out.put(`<li><a href="#page-`, number2(float64(l.page)), `">`)
			out.escaped(l.label)
			if l.level > 0 && l.level <= len(n.book.Levels) {
				out.escaped(", " + n.book.Levels[l.level-1])
			}
			out.put("</a></li>\n")
		}
		out.put("</ul>\n</nav>\n")
	}
	out.put("<main>\n")
}

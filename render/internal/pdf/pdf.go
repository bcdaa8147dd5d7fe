// Package pdf writes PDF files: pages of filled rectangles, lines and text in
// embedded TrueType fonts, with bookmarks. That is all a puzzle book needs.
//
// A [Writer] sends every page on as soon as it is complete and keeps nothing of it
// but a number, so a book may be of any length. Fonts come last, when it is known
// which of their glyphs were used; only those are embedded. Nothing in a file
// depends on the time or the machine: equal calls write equal bytes.
//
// The file format is that of ISO 32000-1 (PDF 1.7); section numbers in comments
// refer to it.
package pdf

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
)

// Info is what a reader shows as the document's properties.
type Info struct{ Title, Author string }

// Writer writes one file. Its methods keep the first error for Close.
type Writer struct {
	out     *bufio.Writer
	written int64
	err     error

	offsets []int64 // of object i+1, 0 while it is not written
	pages   []int   // objects
	fonts   []*Font
	marks   []bookmark
	info    Info

	packer *zlib.Writer // kept, for a new one takes a megabyte
	packed bytes.Buffer
}

type bookmark struct {
	title string
	page  int // object
	top   float64
}

// Objects that others refer to before they are written.
const (
	catalogObject = iota + 1
	pagesObject
	resourcesObject
	infoObject
	reserved = infoObject
)

// New starts a file.
func New(w io.Writer, info Info) *Writer {
	p := &Writer{out: bufio.NewWriter(w), offsets: make([]int64, reserved), info: info, packer: zlib.NewWriter(nil)}
	// The bytes above 127 tell transfer programs that this is no text (7.5.2).
	p.print("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	return p
}

// Page writes a page, in points.
func (p *Writer) Page(width, height float64, c *Content) {
	content := p.stream("", c.buf.Bytes())
	page := p.begin(0)
	p.print("<</Type/Page/Parent ", strconv.Itoa(pagesObject), " 0 R/MediaBox[0 0 ", number(width), " ", number(height),
		"]/Resources ", strconv.Itoa(resourcesObject), " 0 R/Contents ", strconv.Itoa(content), " 0 R>>")
	p.end()
	p.pages = append(p.pages, page)
}

// Bookmark adds an entry to the outline that leads to the page written last; top
// is measured from its bottom, as everything in PDF.
func (p *Writer) Bookmark(title string, top float64) {
	if len(p.pages) > 0 {
		p.marks = append(p.marks, bookmark{title, p.pages[len(p.pages)-1], top})
	}
}

// Close writes what is still to be written: fonts, outline, table of objects.
func (p *Writer) Close() error {
	for _, f := range p.fonts {
		p.font(f)
	}
	p.resources()
	p.pageTree()
	outline := p.outline()
	p.catalog(outline)
	p.properties()
	p.trailer()
	if p.err == nil {
		p.err = p.out.Flush()
	}
	return p.err
}

func (p *Writer) print(parts ...string) {
	for _, s := range parts {
		if p.err == nil {
			var n int
			n, p.err = p.out.WriteString(s)
			p.written += int64(n)
		}
	}
}

// reserve takes the number of an object that is written later.
func (p *Writer) reserve() int {
	p.offsets = append(p.offsets, 0)
	return len(p.offsets)
}

// begin starts an object, a new one for 0, and gives its number.
func (p *Writer) begin(object int) int {
	if object == 0 {
		object = p.reserve()
	}
	p.offsets[object-1] = p.written
	p.print(strconv.Itoa(object), " 0 obj\n")
	return object
}

func (p *Writer) end() { p.print("\nendobj\n") }

// stream writes compressed data as an object; dict is what else its dictionary
// says.
func (p *Writer) stream(dict string, data []byte) int {
	p.packed.Reset()
	p.packer.Reset(&p.packed)
	_, _ = p.packer.Write(data) // a buffer takes everything
	_ = p.packer.Close()
	object := p.begin(0)
	p.print("<<", dict, "/Filter/FlateDecode/Length ", strconv.Itoa(p.packed.Len()), ">>stream\n", p.packed.String(), "\nendstream")
	p.end()
	return object
}

func (p *Writer) resources() {
	p.begin(resourcesObject)
	p.print("<</Font<<")
	for _, f := range p.fonts {
		if f.object != 0 {
			p.print("/", f.label, " ", strconv.Itoa(f.object), " 0 R")
		}
	}
	p.print(">>>>")
	p.end()
}

func (p *Writer) pageTree() {
	p.begin(pagesObject)
	p.print("<</Type/Pages/Count ", strconv.Itoa(len(p.pages)), "/Kids[")
	for _, page := range p.pages {
		p.print(strconv.Itoa(page), " 0 R\n")
	}
	p.print("]>>")
	p.end()
}

// outline writes the bookmarks, a plain list (12.3.3), and gives its object.
func (p *Writer) outline() int {
	if len(p.marks) == 0 {
		return 0
	}
	root, first := p.reserve(), len(p.offsets)+1
	for range p.marks {
		p.reserve()
	}
	last := len(p.offsets)
	for i, m := range p.marks {
		object := first + i
		p.begin(object)
		p.print("<</Title ", text(m.title), "/Parent ", strconv.Itoa(root), " 0 R")
		if object > first {
			p.print("/Prev ", strconv.Itoa(object-1), " 0 R")
		}
		if object < last {
			p.print("/Next ", strconv.Itoa(object+1), " 0 R")
		}
		p.print("/Dest[", strconv.Itoa(m.page), " 0 R/XYZ null ", number(m.top), " null]>>")
		p.end()
	}
	p.begin(root)
	p.print(fmt.Sprintf("<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>", first, last, len(p.marks)))
	p.end()
	return root
}

func (p *Writer) catalog(outline int) {
	p.begin(catalogObject)
	p.print("<</Type/Catalog/Pages ", strconv.Itoa(pagesObject), " 0 R")
	if outline != 0 {
		p.print("/Outlines ", strconv.Itoa(outline), " 0 R")
	}
	if p.info.Title != "" {
		p.print("/ViewerPreferences<</DisplayDocTitle true>>")
	}
	p.print(">>")
	p.end()
}

func (p *Writer) properties() {
	p.begin(infoObject)
	p.print("<</Producer(nonogram)")
	if p.info.Title != "" {
		p.print("/Title ", text(p.info.Title))
	}
	if p.info.Author != "" {
		p.print("/Author ", text(p.info.Author))
	}
	p.print(">>")
	p.end()
}

// trailer writes where every object begins (7.5.4).
func (p *Writer) trailer() {
	start := p.written
	p.print("xref\n0 ", strconv.Itoa(len(p.offsets)+1), "\n0000000000 65535 f \n")
	for _, offset := range p.offsets {
		p.print(fmt.Sprintf("%010d 00000 n \n", offset))
	}
	p.print(fmt.Sprintf("trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n",
		len(p.offsets)+1, catalogObject, infoObject, start))
}

// text is a string for people, in UTF-16 (7.9.2.2).
func text(s string) string {
	b := []byte("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		b = fmt.Appendf(b, "%04X", unit)
	}
	return string(append(b, '>'))
}

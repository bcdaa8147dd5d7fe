// Package pdf writes PDF files: pages of filled shapes, lines and text in embedded TrueType
// fonts, with bookmarks, tags for screen readers, and the page boxes for print.
//
// A [Writer] writes each page immediately, so a book may have any length. Fonts come last and
// contain only the used glyphs. Equal calls write equal bytes.
//
// The file format is that of ISO 32000-1 (PDF 1.7); section numbers in comments
// refer to it.
package pdf

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Info is the properties of the document. Language is a BCP 47 tag, like "en".
type Info struct{ Title, Author, Language string }

// Sheet is the size of a page in points: the trimmed page, the bleed, and the slug around it
// for crop marks, which includes the bleed. Contents have coordinates of the trimmed page.
type Sheet struct{ Width, Height, Bleed, Slug float64 }

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
	tagged  [][]int // the elements of every page's tags

	sum    hash.Hash    // of the written bytes; the file identifier (14.4)
	packer *zlib.Writer // reused, because a new one allocates a megabyte
	packed bytes.Buffer
}

type bookmark struct {
	title  string
	page   int // object
	top    float64
	nested bool // a child of the last bookmark that is not nested
}

// Objects that are referred to before they are written.
const (
	catalogObject = iota + 1
	pagesObject
	resourcesObject
	infoObject
	structureObject
	documentObject
	reserved = documentObject
)

// New starts a file.
func New(w io.Writer, info Info) *Writer {
	p := &Writer{out: bufio.NewWriter(w), offsets: make([]int64, reserved), info: info, sum: fnv.New128a(), packer: zlib.NewWriter(nil)}
	// Bytes above 127 mark the file as binary (7.5.2).
	p.print("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	return p
}

// Page writes a page.
func (p *Writer) Page(s Sheet, c *Content) {
	c.End()
	content := p.stream("", append(s.origin(), c.buf.Bytes()...))
	page := p.object(0, "<</Type/Page/Parent ", ref(pagesObject), "/MediaBox", s.box(0), "/BleedBox", s.box(s.Slug-s.Bleed), "/TrimBox", s.box(s.Slug),
		"/Resources ", ref(resourcesObject), "/Contents ", ref(content), "/StructParents ", strconv.Itoa(len(p.pages)), "/Tabs/S>>")
	p.pages = append(p.pages, page)
	p.tags(page, c.tags)
}

// box is the paper without a margin (14.11.2).
func (s Sheet) box(off float64) string {
	return "[" + number(off) + " " + number(off) + " " + number(s.Width+2*s.Slug-off) + " " + number(s.Height+2*s.Slug-off) + "]"
}

// origin moves the contents to the lower left corner of the trimmed page.
func (s Sheet) origin() []byte {
	if s.Slug == 0 {
		return nil
	}
	return []byte("1 0 0 1 " + number(s.Slug) + " " + number(s.Slug) + " cm\n")
}

func ref(object int) string { return strconv.Itoa(object) + " 0 R" }

// Bookmark adds an entry to the outline for the last page; top is measured from the bottom of
// the trim. A nested one belongs to the last one that is not nested.
func (p *Writer) Bookmark(title string, top float64, nested bool) {
	if len(p.pages) > 0 {
		p.marks = append(p.marks, bookmark{title, p.pages[len(p.pages)-1], top, nested && len(p.marks) > 0})
	}
}

// Close writes the fonts, the outline and the table of objects.
func (p *Writer) Close() error {
	for _, f := range p.fonts {
		p.font(f)
	}
	p.resources()
	p.object(pagesObject, "<</Type/Pages/Count ", strconv.Itoa(len(p.pages)), "/Kids[", refs(p.pages), "]>>")
	outline := p.outline()
	p.structure()
	p.catalog(outline, p.metadata())
	p.object(infoObject, "<</Producer(nonogram)/Trapped/False", entry("/Title", p.info.Title), entry("/Author", p.info.Author), ">>")
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
			_, _ = io.WriteString(p.sum, s)
		}
	}
}

// reserve returns the number of an object to be written later.
func (p *Writer) reserve() int {
	p.offsets = append(p.offsets, 0)
	return len(p.offsets)
}

// object writes an object, a new one for 0, and returns its number.
func (p *Writer) object(number int, parts ...string) int {
	if number == 0 {
		number = p.reserve()
	}
	p.offsets[number-1] = p.written
	p.print(strconv.Itoa(number), " 0 obj\n")
	p.print(parts...)
	p.print("\nendobj\n")
	return number
}

// refs is a list of references.
func refs(objects []int) string {
	var b strings.Builder
	for _, o := range objects {
		b.WriteString(ref(o) + "\n")
	}
	return b.String()
}

// entry is a text of a dictionary, or nothing if the text is empty.
func entry(key, value string) string {
	if value == "" {
		return ""
	}
	return key + " " + text(value)
}

// stream writes compressed data as an object; dict has the other entries of its dictionary.
func (p *Writer) stream(dict string, data []byte) int {
	p.packed.Reset()
	p.packer.Reset(&p.packed)
	_, _ = p.packer.Write(data) // a buffer takes everything
	_ = p.packer.Close()
	return p.object(0, "<<", dict, "/Filter/FlateDecode/Length ", strconv.Itoa(p.packed.Len()), ">>stream\n", p.packed.String(), "\nendstream")
}

func (p *Writer) resources() {
	fonts := ""
	for _, f := range p.fonts {
		if f.object != 0 {
			fonts += "/" + f.label + " " + ref(f.object)
		}
	}
	p.object(resourcesObject, "<</Font<<", fonts, ">>>>")
}

// outline writes the bookmarks in two levels (12.3.3) and returns their object.
func (p *Writer) outline() int {
	if len(p.marks) == 0 {
		return 0
	}
	root, first := p.reserve(), len(p.offsets)+1
	for range p.marks {
		p.reserve()
	}
	var top []int
	for i := 0; i < len(p.marks); i += 1 + p.children(i) {
		top = append(top, i)
	}
	p.siblings(root, first, top)
	for _, i := range top {
		var inner []int
		for j := range p.children(i) {
			inner = append(inner, i+1+j)
		}
		p.siblings(first+i, first, inner)
	}
	return p.object(root, fmt.Sprintf("<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>", first, first+top[len(top)-1], len(top)))
}

// siblings writes the bookmarks of one parent; first is the object of the first of
// all.
func (p *Writer) siblings(parent, first int, list []int) {
	for k, i := range list {
		m := p.marks[i]
		links := ""
		if k > 0 {
			links += "/Prev " + ref(first+list[k-1])
		}
		if k+1 < len(list) {
			links += "/Next " + ref(first+list[k+1])
		}
		if children := p.children(i); children > 0 {
			links += "/First " + ref(first+i+1) + "/Last " + ref(first+i+children) + "/Count -" + strconv.Itoa(children)
		}
		p.object(first+i, "<</Title ", text(m.title), "/Parent ", ref(parent), links, "/Dest[", ref(m.page), "/XYZ null ", number(m.top), " null]>>")
	}
}

// children counts the bookmarks below one.
func (p *Writer) children(i int) (n int) {
	if p.marks[i].nested {
		return 0
	}
	for i++; i < len(p.marks) && p.marks[i].nested; i++ {
		n++
	}
	return n
}

func (p *Writer) catalog(outline, metadata int) {
	outlines, preferences := "", ""
	if outline != 0 {
		outlines = "/Outlines " + ref(outline)
	}
	if p.info.Title != "" {
		preferences = "/ViewerPreferences<</DisplayDocTitle true>>"
	}
	p.object(catalogObject, "<</Type/Catalog/Pages ", ref(pagesObject), "/Metadata ", ref(metadata), outlines,
		"/MarkInfo<</Marked true>>/StructTreeRoot ", ref(structureObject), entry("/Lang", p.info.Language), preferences, ">>")
}

// trailer writes the cross-reference table (7.5.4).
func (p *Writer) trailer() {
	start := p.written
	p.print("xref\n0 ", strconv.Itoa(len(p.offsets)+1), "\n0000000000 65535 f \n")
	for _, offset := range p.offsets {
		p.print(fmt.Sprintf("%010d 00000 n \n", offset))
	}
	id := fmt.Sprintf("%032X", p.sum.Sum(nil))
	p.print(fmt.Sprintf("trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(p.offsets)+1, catalogObject, infoObject, id, id, start))
}

// text is a text string in UTF-16 (7.9.2.2).
func text(s string) string {
	b := []byte("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		b = fmt.Appendf(b, "%04X", unit)
	}
	return string(append(b, '>'))
}

// The structure tree of headings, paragraphs and figures (14.7, 14.8) for screen readers, and
// the properties as XMP (14.3.2) for preflight programs.

// tags writes the elements of the last page.
func (p *Writer) tags(page int, tags []tag) {
	elements := make([]int, len(tags))
	for i, t := range tags {
		elements[i] = p.object(0, "<</Type/StructElem/S/", t.role, "/P ", ref(documentObject), "/Pg ", ref(page), "/K ", strconv.Itoa(i), entry("/Alt", t.alt), ">>")
	}
	p.tagged = append(p.tagged, elements)
}

// structure writes the root of the tree, its only child with all elements, and the map from
// pages to elements.
func (p *Writer) structure() {
	var all, byPage strings.Builder
	for page, elements := range p.tagged {
		list := refs(elements)
		all.WriteString(list)
		byPage.WriteString(strconv.Itoa(page) + "[" + list + "]\n")
	}
	p.object(documentObject, "<</Type/StructElem/S/Document/P ", ref(structureObject), "/K[", all.String(), "]>>")
	parents := p.object(0, "<</Nums[", byPage.String(), "]>>")
	p.object(structureObject, fmt.Sprintf("<</Type/StructTreeRoot/K %d 0 R/ParentTree %d 0 R/ParentTreeNextKey %d>>", documentObject, parents, len(p.tagged)))
}

// metadata writes the properties as uncompressed XMP and returns their object.
func (p *Writer) metadata() int {
	var b bytes.Buffer
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">` +
		"<dc:format>application/pdf</dc:format><pdf:Producer>nonogram</pdf:Producer>")
	for _, property := range []struct{ before, value, after string }{
		{`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">`, p.info.Title, "</rdf:li></rdf:Alt></dc:title>"},
		{"<dc:creator><rdf:Seq><rdf:li>", p.info.Author, "</rdf:li></rdf:Seq></dc:creator>"},
		{"<dc:language><rdf:Bag><rdf:li>", p.info.Language, "</rdf:li></rdf:Bag></dc:language>"},
	} {
		if property.value != "" {
			b.WriteString(property.before)
			_ = xml.EscapeText(&b, []byte(property.value)) // a buffer takes everything
			b.WriteString(property.after)
		}
	}
	b.WriteString("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return p.object(0, "<</Type/Metadata/Subtype/XML/Length ", strconv.Itoa(b.Len()), ">>stream\n", b.String(), "\nendstream")
}

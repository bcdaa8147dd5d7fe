package pdf

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
)

// The structure tree of headings, paragraphs and figures (14.7, 14.8) for screen readers, and
// the properties as XMP (14.3.2) for preflight programs.

// tags writes the elements of the last page.
func (p *Writer) tags(page int, tags []tag) {
	elements := make([]int, len(tags))
	for i, t := range tags {
		elements[i] = p.begin(0)
		p.print("<</Type/StructElem/S/", t.role, "/P ", ref(documentObject), "/Pg ", ref(page), "/K ", strconv.Itoa(i))
		if t.alt != "" {
			p.print("/Alt ", text(t.alt))
		}
		p.print(">>")
		p.end()
	}
	p.tagged = append(p.tagged, elements)
}

// structure writes the root of the tree, its only child with all elements, and the map from
// pages to elements.
func (p *Writer) structure() {
	p.begin(documentObject)
	p.print("<</Type/StructElem/S/Document/P ", ref(structureObject), "/K[")
	for _, elements := range p.tagged {
		p.refs(elements)
	}
	p.print("]>>")
	p.end()
	parents := p.begin(0)
	p.print("<</Nums[")
	for page, elements := range p.tagged {
		p.print(strconv.Itoa(page), "[")
		p.refs(elements)
		p.print("]\n")
	}
	p.print("]>>")
	p.end()
	p.begin(structureObject)
	p.print(fmt.Sprintf("<</Type/StructTreeRoot/K %d 0 R/ParentTree %d 0 R/ParentTreeNextKey %d>>", documentObject, parents, len(p.tagged)))
	p.end()
}

func (p *Writer) refs(objects []int) {
	for _, o := range objects {
		p.print(ref(o), "\n")
	}
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
	object := p.begin(0)
	p.print("<</Type/Metadata/Subtype/XML/Length ", strconv.Itoa(b.Len()), ">>stream\n", b.String(), "\nendstream")
	p.end()
	return object
}

package pdf

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A font in a PDF is six objects: the subset font file, the set of its glyphs, a descriptor, a
// font of glyphs (the text is written in glyph numbers, 9.7.4), a table from glyphs to letters
// for searching and copying (9.10.3), and the composite font that pages refer to.

// Font is a TrueType font of a file.
type Font struct {
	label  string // in the pages
	ttf    []byte
	parsed *sfnt.Font
	buf    sfnt.Buffer
	glyphs map[rune]sfnt.GlyphIndex
	used   map[sfnt.GlyphIndex]rune
	object int // 0 until written; unused fonts are not written
}

// AddFont makes a font available to the pages. The bytes are kept, not copied.
func (p *Writer) AddFont(ttf []byte) (*Font, error) {
	parsed, err := sfnt.Parse(ttf)
	if err != nil {
		return nil, err
	}
	if _, _, err := cut(ttf, nil); err != nil {
		return nil, err
	}
	f := &Font{
		label: "F" + strconv.Itoa(len(p.fonts)+1), ttf: ttf, parsed: parsed,
		glyphs: map[rune]sfnt.GlyphIndex{}, used: map[sfnt.GlyphIndex]rune{},
	}
	p.fonts = append(p.fonts, f)
	return f, nil
}

// use returns the glyph of a letter and marks it for embedding.
func (f *Font) use(r rune) sfnt.GlyphIndex {
	g, ok := f.glyphs[r]
	if !ok {
		g, _ = f.parsed.GlyphIndex(&f.buf, r) // 0, the missing glyph, on error
		f.glyphs[r] = g
		if _, shared := f.used[g]; !shared {
			f.used[g] = r
		}
	}
	return g
}

// font writes the objects of a font.
func (p *Writer) font(f *Font) {
	if len(f.used) == 0 || p.err != nil {
		return
	}
	glyphs := slices.Sorted(maps.Keys(f.used))
	file, kept, err := cut(f.ttf, glyphs)
	if err != nil {
		p.err = err
		return
	}
	name := f.subsetName(glyphs)
	fileObject := p.stream(fmt.Sprintf("/Length1 %d", len(file)), file)
	unicode := p.stream("", f.toUnicode(glyphs))
	descriptor := p.descriptor(f, name, fileObject, p.stream("", glyphSet(kept)))
	descendant := p.object(0, "<</Type/Font/Subtype/CIDFontType2/BaseFont/", name, "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
		"/FontDescriptor ", ref(descriptor), "/CIDToGIDMap/Identity/W[", f.widths(glyphs), "]>>")
	f.object = p.object(0, "<</Type/Font/Subtype/Type0/BaseFont/", name, "/Encoding/Identity-H/DescendantFonts[", ref(descendant), "]/ToUnicode ", ref(unicode), ">>")
}

// subsetName is the font's name after six letters that differ from subset to
// subset (9.6.4), here taken from a hash of the glyphs.
func (f *Font) subsetName(glyphs []sfnt.GlyphIndex) string {
	h := fnv.New64a()
	for _, g := range glyphs {
		h.Write([]byte{byte(g >> 8), byte(g)})
	}
	sum := h.Sum64()
	tag := make([]byte, 6)
	for i := range tag {
		tag[i] = 'A' + byte(sum%26)
		sum /= 26
	}
	name, err := f.parsed.Name(&f.buf, sfnt.NameIDPostScript)
	if err != nil || name == "" {
		name = "Font"
	}
	plain := strings.Map(func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, name)
	return string(tag) + "+" + plain
}

// symbolic is the flag of a font with its own glyphs (9.8.2).
const symbolic = 4

// stemWidth is a required entry of the descriptor, ignored for embedded fonts.
const stemWidth = 80

func (p *Writer) descriptor(f *Font, name string, file, set int) int {
	m, _ := f.parsed.Metrics(&f.buf, fixed.I(perEm), font.HintingNone)
	b, _ := f.parsed.Bounds(&f.buf, fixed.I(perEm), font.HintingNone)
	return p.object(0, fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%d %d %d %d]", name, symbolic,
		b.Min.X.Floor(), -b.Max.Y.Ceil(), b.Max.X.Ceil(), -b.Min.Y.Floor()),
		fmt.Sprintf("/ItalicAngle 0/Ascent %d/Descent %d/CapHeight %d/StemV %d/FontFile2 %d 0 R/CIDSet %d 0 R>>",
			m.Ascent.Round(), -m.Descent.Round(), m.CapHeight.Round(), stemWidth, file, set))
}

// glyphSet is a bit set of the embedded glyphs, most significant bit first (9.8.3). It
// includes the missing glyph.
func glyphSet(glyphs []sfnt.GlyphIndex) []byte {
	set := make([]byte, glyphs[len(glyphs)-1]/8+1)
	set[0] = 0x80
	for _, g := range glyphs {
		set[g/8] |= 0x80 >> (g % 8)
	}
	return set
}

// perEm is the unit of all measures of a font in a PDF.
const perEm = 1000

// widths lists glyph and width (9.7.4.3).
func (f *Font) widths(glyphs []sfnt.GlyphIndex) string {
	var b []byte
	for _, g := range glyphs {
		a, _ := f.parsed.GlyphAdvance(&f.buf, g, fixed.I(perEm), font.HintingNone)
		b = fmt.Appendf(b, "%d[%d]", g, a.Round())
	}
	return string(b)
}

// maxEntries bounds the lines of a block of the table.
const maxEntries = 100

// toUnicode is the table from glyphs to letters, a small program in PostScript.
func (f *Font) toUnicode(glyphs []sfnt.GlyphIndex) []byte {
	b := []byte("/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n" +
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n" +
		"/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n" +
		"1 begincodespacerange <0000><FFFF> endcodespacerange\n")
	for block := range slices.Chunk(glyphs, maxEntries) {
		b = fmt.Appendf(b, "%d beginbfchar\n", len(block))
		for _, g := range block {
			letter := text(string(f.used[g]))
			b = fmt.Appendf(b, "<%04X><%s\n", g, strings.TrimPrefix(letter, "<FEFF"))
		}
		b = append(b, "endbfchar\n"...)
	}
	return append(b, "endcmap CMapName currentdict/CMap defineresource pop end end\n"...)
}

package render

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Fonts. The built-in Go fonts have Latin, Greek and Cyrillic letters. Other letters are set
// in the caller's font, and with them the whole text if the font has its letters. A letter
// that neither has is replaced by its decomposition without marks (ộ becomes o) or by a box.

// Proportions of the Go fonts, in ems.
const (
	digitHeight = 0.741 // from the baseline
	lineHeight  = 1.25  // from baseline to baseline in running text
)

// missingGlyph replaces a letter that no font has.
const missingGlyph = '□'

// face is one font at any size. Not safe for concurrent use.
type face struct {
	name     string
	ttf      []byte
	font     *sfnt.Font
	buf      sfnt.Buffer
	advances map[rune]float64 // in ems, 0 for letters it does not have
}

// fonts are the faces of one call.
type fonts struct{ regular, bold, extra *face }

var parsedRegular = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(goregular.TTF) })
var parsedBold = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(gobold.TTF) })

func newFonts(extra []byte) (*fonts, error) {
	regular, err := parsedRegular()
	if err != nil {
		return nil, err
	}
	bold, err := parsedBold()
	if err != nil {
		return nil, err
	}
	f := &fonts{regular: newFace("Go", goregular.TTF, regular), bold: newFace("Go-Bold", gobold.TTF, bold)}
	if len(extra) == 0 {
		return f, nil
	}
	// The PDF writer does not embed fonts with PostScript outlines.
	if !strings.HasPrefix(string(extra), "\x00\x01\x00\x00") && !strings.HasPrefix(string(extra), "true") {
		return nil, badOption("font", "expected a file with TrueType outlines (.ttf)")
	}
	parsed, err := sfnt.Parse(extra)
	if err != nil {
		return nil, badOption("font", "expected a TrueType font: %v", err)
	}
	f.extra = newFace("extra", extra, parsed)
	return f, nil
}

func newFace(name string, ttf []byte, parsed *sfnt.Font) *face {
	return &face{name: name, ttf: ttf, font: parsed, advances: map[rune]float64{}}
}

// perEm is the size at which advances are read.
const perEm = 1000

// advance is the width of a letter in ems, 0 if the font does not have it.
func (f *face) advance(r rune) float64 {
	a, ok := f.advances[r]
	if !ok {
		a = f.lookUp(r)
		f.advances[r] = a
	}
	return a
}

// maxLetter is the last supported letter: the PDF writer uses 16 bits per letter.
const maxLetter = 0xffff

func (f *face) lookUp(r rune) float64 {
	if r > maxLetter {
		return 0
	}
	glyph, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil || glyph == 0 {
		return 0
	}
	a, err := f.font.GlyphAdvance(&f.buf, glyph, fixed.I(perEm), font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(a) / (64 * perEm)
}

func (f *face) has(r rune) bool { return f.advance(r) > 0 }

func (f *face) hasAll(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !f.has(r) })
}

// run is a part of a text in one face.
type run struct {
	*face
	text string
}

// runs divides a text by faces: the built-in font if it has all letters, or else the caller's
// font; if neither has all of them, each letter is set in the first of the two that has it.
func (f *fonts) runs(text string, bold bool) []run {
	own := f.regular
	if bold {
		own = f.bold
	}
	switch {
	case own.hasAll(text):
		return []run{{own, text}}
	case f.extra == nil:
		return []run{{own, own.substitute(text)}}
	case f.extra.hasAll(text):
		return []run{{f.extra, text}}
	}
	var runs []run
	for _, r := range norm.NFC.String(text) {
		next := run{own, own.substitute(string(r))}
		if !own.has(r) && f.extra.has(r) {
			next = run{f.extra, string(r)}
		}
		if last := len(runs) - 1; last >= 0 && runs[last].face == next.face {
			runs[last].text += next.text
		} else {
			runs = append(runs, next)
		}
	}
	return runs
}

// width is the length of a run in ems.
func (r run) width() (ems float64) {
	for _, letter := range r.text {
		ems += r.advance(letter)
	}
	return ems
}

// substitute replaces missing letters.
func (f *face) substitute(text string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		switch {
		case f.has(r):
			b.WriteRune(r)
		case unicode.IsSpace(r) || unicode.IsControl(r):
			b.WriteByte(' ')
		case unicode.In(r, unicode.Mn, unicode.Cf):
			// Omit marks and invisible characters.
		default:
			b.WriteString(f.parts(r))
		}
	}
	return b.String()
}

// parts is the decomposition of a letter without marks, or a box.
func (f *face) parts(r rune) string {
	var b strings.Builder
	for _, part := range norm.NFKD.String(string(r)) {
		switch {
		case unicode.Is(unicode.Mn, part):
		case f.has(part):
			b.WriteRune(part)
		default:
			return string(missingGlyph)
		}
	}
	return b.String()
}

// width is the length of a text.
func (f *fonts) width(text string, size float64, bold bool) (width float64) {
	for _, r := range f.runs(text, bold) {
		width += r.width() * size
	}
	return width
}

// start is where a word begins, by its anchor.
func (f *fonts) start(style words, w word) float64 {
	switch style.anchor {
	case atMiddle:
		return w.x - f.width(w.text, style.size, style.bold)/2
	case atEnd:
		return w.x - f.width(w.text, style.size, style.bold)
	}
	return w.x
}

// maxShown bounds the letters of a text.
const maxShown = 400

// shorten cuts a text to maxShown letters.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return text
}

// clip shortens a text to a width, with an ellipsis.
func (f *fonts) clip(text string, width, size float64, bold bool) string {
	runes := []rune(text)
	if len(runes) <= maxShown && f.width(text, size, bold) <= width {
		return text
	}
	runes = runes[:min(len(runes), maxShown)]
	tooMany := sort.Search(len(runes), func(n int) bool {
		return f.width(string(runes[:n+1])+"…", size, bold) > width
	})
	return strings.TrimRightFunc(string(runes[:tooMany]), unicode.IsSpace) + "…"
}

// Undrawable lists the letters of a text that neither the built-in font nor the given one,
// which may be nil, has. PNG and PDF draw them as boxes.
func Undrawable(text string, ttf []byte) (string, error) {
	f, err := newFonts(ttf)
	if err != nil {
		return "", err
	}
	return f.missing(text), nil
}

// missing lists the letters of a text that are drawn as boxes.
func (f *fonts) missing(text string) string {
	var missing []rune
	for _, r := range norm.NFC.String(text) {
		known := f.regular.has(r) || f.extra != nil && f.extra.has(r) || f.regular.substitute(string(r)) != string(missingGlyph)
		if !known && !slices.Contains(missing, r) {
			missing = append(missing, r)
		}
	}
	return string(missing)
}

// Scripts that need shaping, such as Arabic, Hebrew and Indic scripts. PNG and PDF reject
// them; in SVG and HTML the viewer shapes the text. Decision 0027 explains why.

// shapedScripts are the scripts that need shaping.
var shapedScripts = []struct {
	name  string
	table *unicode.RangeTable
}{
	{"Arabic script", unicode.Arabic}, {"Hebrew script", unicode.Hebrew}, {"Syriac script", unicode.Syriac},
	{"Thaana script", unicode.Thaana}, {"N’Ko script", unicode.Nko}, {"Devanagari", unicode.Devanagari},
	{"Bengali script", unicode.Bengali}, {"Gurmukhi", unicode.Gurmukhi}, {"Gujarati script", unicode.Gujarati},
	{"Oriya script", unicode.Oriya}, {"Tamil script", unicode.Tamil}, {"Telugu script", unicode.Telugu},
	{"Kannada script", unicode.Kannada}, {"Malayalam script", unicode.Malayalam}, {"Sinhala script", unicode.Sinhala},
	{"Tibetan script", unicode.Tibetan}, {"Burmese script", unicode.Myanmar}, {"Khmer script", unicode.Khmer},
	{"Mongolian script", unicode.Mongolian},
}

// settable rejects texts that need shaping.
func settable(texts ...string) error {
	for _, text := range texts {
		for _, r := range text {
			if r < 0x590 { // Latin, Greek, Cyrillic, Armenian: nearly every title
				continue
			}
			for _, s := range shapedScripts {
				if unicode.Is(s.table, r) {
					return badOption("title", "found %.40q in %s, which needs text shaping: expected another title, or an SVG or HTML file, which the viewer shapes", text, s.name)
				}
			}
		}
	}
	return nil
}

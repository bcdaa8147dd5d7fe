package pages

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The typefaces, by the files of Debian's packages. Families that are drawn after each
// other (Liberation, Arimo, FreeSans, Nimbus; Vera, DejaVu) are all on the same side.

// FontFolder is where Debian's packages put their typefaces.
const FontFolder = "/usr/share/fonts"

// training are the families that the network is trained with.
var training = []string{
	"truetype/liberation2/*.ttf", "truetype/freefont/*.ttf", "truetype/dejavu/*Sans*.ttf", "truetype/dejavu/*Serif*.ttf",
	"opentype/urw-base35/[NPCU]*.otf", "truetype/open-sans/*.ttf", "truetype/lato/Lato-[RBILM]*.ttf",
	"opentype/inter/Inter-[RBILMS]*.otf", "opentype/linux-libertine/LinLibertine_[RM]*.otf", "opentype/linux-libertine/LinBiolinum_*.otf",
	"truetype/cmu/cmun[rsbt]*.ttf", "truetype/hack/*.ttf", "truetype/inconsolata/*", "truetype/mononoki/*.ttf",
	"truetype/fonts-oldstandard/*", "truetype/crosextra/*.ttf", "truetype/quicksand/*", "opentype/dosis/*", "opentype/play/*",
	"truetype/manrope/*", "opentype/b612/*", "truetype/tuffy/*", "truetype/adf/Switzera*", "truetype/adf/Verana*",
	"truetype/adf/Libris*", "truetype/adf/Romande*Std-[RDI]*", "truetype/andika/*", "truetype/averia-gwf/*", "fonts-go/*.ttf",
	"truetype/tlwg/[GLNUWK]*.ttf", "truetype/noto/NotoSans-*.ttf", "truetype/noto/NotoSerif-*.ttf",
	"truetype/noto/NotoSansDisplay-*.ttf", "truetype/noto/NotoSerifDisplay-*.ttf", "opentype/sora/*", "opentype/didot/*", "opentype/neohellenic/*",
	"truetype/oxygen/*", "truetype/tiresias/*", "truetype/routed-gothic/*", "truetype/osifont/*", "opentype/yanone-kaffeesatz/*",
	"opentype/bebas-neue/*", "truetype/comfortaa/*", "opentype/allerta/*", "opentype/quattrocento/*",
	"truetype/opendin/*", "truetype/fonts-century-catalogue/*", "opentype/ocr-b/*", "truetype/beteckna/*",
	"opentype/ebgaramond/*", "opentype/opendyslexic/*", "truetype/jetbrains-mono/*",
}

// unseen are those that it is measured with.
var unseen = []string{
	"truetype/roboto/unhinted/RobotoTTF/Roboto-[RBIM]*.ttf", "truetype/roboto/unhinted/RobotoCondensed-[RB]*.ttf",
	"opentype/roboto/slab/RobotoSlab-[RB]*.otf", "truetype/paratype/PT[SFN]5[57]F.ttf", "truetype/paratype/PT[SF]75F.ttf", "truetype/paratype/PT[SF]56F.ttf",
	"opentype/cantarell/Cantarell-[RB]*.otf", "truetype/gentium-basic/GenBas[RBI].ttf", "truetype/charis/CharisSIL-[RB]*.ttf",
	"truetype/firacode/FiraCode-[RB]*.ttf", "truetype/karla/Karla-[RB]*.otf", "truetype/clear-sans/ClearSans-[RBI]*.ttf",
	"opentype/comic-neue/ComicNeue-[RB]*.otf", "truetype/adf/GilliusADF-[RBC]*.otf", "truetype/adf/UniversalisADFStd-[RB]*.otf",
	"opentype/stix/STIXGeneral-[RBI]*.otf", "opentype/courier-prime/Courier Prime.otf", "opentype/courier-prime/Courier Prime Sans.otf",
	"opentype/cabin/Cabin-[RBI]*.otf", "opentype/national-park/NationalPark-Regular.otf", "opentype/jura/Jura-[RMB]*.otf",
}

// Face is a typeface.
type Face struct {
	Name   string // of its file, without the ending
	font   *sfnt.Font
	digits [10]bitmap // of a pixel typeface, which has no font
}

// Training returns the typefaces that the network is trained with, besides [Bitmaps].
func Training() ([]*Face, error) { return faces(training) }

// Unseen returns typefaces of other families, to measure the network with.
func Unseen() ([]*Face, error) { return faces(unseen) }

// Plain returns the typeface of the Go project, which needs no package of Debian.
func Plain() *Face { return parse("Go-Regular", goregular.TTF) }

// faces reads the files that match. Files without all the digits, and files that cannot be
// read, are left out; a pattern without any file is an error.
func faces(patterns []string) ([]*Face, error) {
	var list []*Face
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(FontFolder, pattern))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("no typeface %s in %s; run make fonts", pattern, FontFolder)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			base := filepath.Base(file)
			if face := parse(base[:len(base)-len(filepath.Ext(base))], data); face != nil {
				list = append(list, face)
			}
		}
	}
	return list, nil
}

// parse returns nil for a file that is not a typeface with digits.
func parse(name string, data []byte) *Face {
	f, err := sfnt.Parse(data)
	if err != nil {
		return nil
	}
	var b sfnt.Buffer
	for d := '0'; d <= '9'; d++ {
		index, err := f.GlyphIndex(&b, d)
		if err != nil || index == 0 {
			return nil
		}
		if segments, err := f.LoadGlyph(&b, index, 1<<10, nil); err != nil || len(segments) == 0 {
			return nil
		}
	}
	return &Face{Name: name, font: f}
}

// Outline draws the outline of a digit. Place maps its coordinates: a digit stands on the base
// line, y downwards, and an "8" has height 1.
func (f *Face) Outline(digit rune, place func(x, y float64) (float32, float32), z *vector.Rasterizer) {
	if f.font == nil {
		f.digits[digit-'0'].outline(place, z)
		return
	}
	const em = 1 << 12
	var b sfnt.Buffer
	load := func(r rune) sfnt.Segments {
		index, err := f.font.GlyphIndex(&b, r)
		if err != nil {
			return nil
		}
		segments, err := f.font.LoadGlyph(&b, index, em, nil)
		if err != nil {
			return nil
		}
		return segments
	}
	eight := load('8').Bounds()
	high := float64(eight.Max.Y - eight.Min.Y)
	at := func(p fixed.Point26_6) (float32, float32) { return place(float64(p.X)/high, float64(p.Y)/high) }
	for _, s := range load(digit) {
		ax, ay := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			z.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			bx, by := at(s.Args[1])
			z.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			bx, by := at(s.Args[1])
			cx, cy := at(s.Args[2])
			z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	z.ClosePath()
}

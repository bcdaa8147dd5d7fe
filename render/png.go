package render

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"nonogram"
)

// PNG: the scene painted on a raster. Letters and crosses are drawn once per size and subpixel
// position and reused.

// The limits of a PNG.
const (
	// maxPixels bounds a picture to 100 MB of memory.
	maxPixels = 100_000_000
	// chosenPixels bounds a picture whose cell size is not given.
	chosenPixels = 40_000_000
	// fastFrom is the number of pixels from which compression is fast: half the time and
	// twice the bytes.
	fastFrom = 4_000_000
	// smallestChosen is the smallest chosen cell of a picture with clues, whose numbers
	// are 6 pixels high. With smaller cells the clues are omitted.
	smallestChosen = 10
)

// PNG writes a drawing as a PNG picture, or several side by side, as SVG does. Without
// Style.Cell it chooses cells of up to 24 pixels, for at most 40 million pixels, and omits the
// clues of very large puzzles.
func PNG(w io.Writer, drawings ...*Drawing) error {
	switch len(drawings) {
	case 0:
		return badOption("puzzle", "found none")
	case 1:
	default:
		return pngSheet(w, drawings)
	}
	painted, err := drawings[0].image()
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	if size := painted.Bounds().Size(); size.X*size.Y > fastFrom {
		encoder.CompressionLevel = png.BestSpeed
	}
	return encoder.Encode(w, painted)
}

// image paints the drawing.
func (d *Drawing) image() (image.Image, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	if d.Style.caption() {
		if err := settable(titleOf(d), attribution(d.Puzzle)); err != nil {
			return nil, err
		}
	}
	f, err := newFonts(d.Style.Font)
	if err != nil {
		return nil, err
	}
	p, err := pictureForPNG(d, f)
	if err != nil {
		return nil, err
	}
	return rasterize(p.scene(), f).image(), nil
}

func pictureForPNG(d *Drawing, f *fonts) (*picture, error) {
	l := newLayout(d, f)
	if d.Style.Cell != 0 {
		p := newPicture(l, d, f, d.Style.Cell)
		if p.width*p.height > maxPixels {
			return nil, badOption("cell", "found %v, which makes a picture of %.0f × %.0f pixels, expected smaller cells: the limit is %d pixels", d.Style.Cell, p.width, p.height, maxPixels)
		}
		return p, nil
	}
	if p := shrunk(l, d, f, smallestChosen); p != nil {
		return p, nil
	}
	bare := *d
	bare.Style.NoClues = true
	return shrunk(newLayout(&bare, f), &bare, f, 1), nil
}

// shrunk returns the picture with the largest cells that fit, or nil. Pictures without clues
// always fit.
func shrunk(l *layout, d *Drawing, f *fonts, smallest float64) *picture {
	for cell := float64(defaultCell); cell >= smallest; cell-- {
		if p := newPicture(l, d, f, cell); p.width*p.height <= chosenPixels {
			return p
		}
	}
	return nil
}

// printer paints scenes on a raster.
type printer struct {
	*raster
	fonts  *fonts
	faces  map[faceKey]font.Face
	glyphs map[glyphKey]mask
	lines  map[[5]float64]mask
}

type faceKey struct {
	face *face
	size float64
}

type glyphKey struct {
	faceKey
	letter rune
	part   int // position within a pixel, in parts of positions
}

// positions is the number of subpixel positions of a letter.
const positions = 4

func rasterize(s *scene, f *fonts) *raster {
	p := &printer{
		raster: newRaster(int(s.width), int(s.height), s.colors(), s.ground),
		fonts:  f, faces: map[faceKey]font.Face{}, glyphs: map[glyphKey]mask{}, lines: map[[5]float64]mask{},
	}
	for _, it := range s.items {
		switch it := it.(type) {
		case fill:
			for _, r := range it.rects {
				p.fill(it.color, r.x, r.y, r.x+r.w, r.y+r.h)
			}
		case stroke:
			for _, l := range it.lines {
				p.line(it.color, it.width, l)
			}
		case polygons:
			for _, shape := range it.shapes {
				p.stamp(it.color, shapeMask(shape), 0, 0)
			}
		case words:
			for _, word := range it.words {
				p.word(it, word)
			}
		}
	}
	return p.raster
}

// colors counts the colors of a scene.
func (s *scene) colors() int {
	seen := map[nonogram.RGB]bool{s.ground: true}
	for _, it := range s.items {
		switch it := it.(type) {
		case fill:
			seen[it.color] = true
		case stroke:
			seen[it.color] = true
		case polygons:
			seen[it.color] = true
		case words:
			seen[it.color] = true
		}
	}
	return len(seen)
}

func (p *printer) line(c nonogram.RGB, width float64, l segment) {
	if !l.upright() {
		p.slanted(c, width, l)
		return
	}
	w := max(1, math.Round(width))
	if l.x1 == l.x2 {
		x := math.Round(l.x1 - w/2)
		p.fill(c, x, l.y1, x+w, l.y2)
		return
	}
	y := math.Round(l.y1 - w/2)
	p.fill(c, l.x1, y, l.x2, y+w)
}

func (p *printer) slanted(c nonogram.RGB, width float64, l segment) {
	x, y := math.Floor(l.x1), math.Floor(l.y1)
	key := [5]float64{round2(l.x2 - l.x1), round2(l.y2 - l.y1), width, round2(l.x1 - x), round2(l.y1 - y)}
	m, ok := p.lines[key]
	if !ok {
		m = lineMask(key[0], key[1], key[2], key[3], key[4])
		p.lines[key] = m
	}
	p.stamp(c, m, int(x), int(y))
}

func (p *printer) word(style words, w word) {
	x, y := p.fonts.start(style, w), int(math.Round(w.y))
	for _, run := range p.fonts.runs(w.text, style.bold) {
		for _, r := range run.text {
			at := int(math.Round(x * positions))
			m := p.glyph(glyphKey{faceKey{run.face, style.size}, r, at % positions})
			if m.Alpha != nil {
				p.stamp(style.color, m, at/positions, y)
			}
			x += run.advance(r) * style.size
		}
	}
}

// Letters as masks, without hinting, so that widths are those of the layout.

// glyph is the shape of a letter; without an outline, as of a space, it is empty.
func (p *printer) glyph(key glyphKey) mask {
	if m, ok := p.glyphs[key]; ok {
		return m
	}
	f, ok := p.faces[key.faceKey]
	if !ok {
		var err error
		f, err = opentype.NewFace(key.face.font, &opentype.FaceOptions{Size: key.size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return mask{}
		}
		p.faces[key.faceKey] = f
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(key.part * 64 / positions)}
	m := mask{}
	if bounds, shape, at, _, ok := f.Glyph(dot, key.letter); ok && !bounds.Empty() {
		m = mask{image.NewAlpha(image.Rect(0, 0, bounds.Dx(), bounds.Dy())), bounds.Min.X, bounds.Min.Y}
		draw.Draw(m, m.Rect, shape, at, draw.Src)
	}
	p.glyphs[key] = m
	return m
}

package render

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

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
		if shapes, ok := it.(polygons); ok {
			p.index(shapes.color) // exact, even if blends on slanted edges fill the palette
		}
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
		// A line from (0, 0) to (dx, dy), shifted by a fraction of a pixel.
		dx, dy, width, fx, fy := key[0], key[1], key[2], key[3], key[4]
		length := math.Hypot(dx, dy)
		nx, ny := -dy/length*width/2, dx/length*width/2
		m = shapeMask([]point{{fx + nx, fy + ny}, {fx + dx + nx, fy + dy + ny}, {fx + dx - nx, fy + dy - ny}, {fx - nx, fy - ny}})
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

// A raster has one byte per pixel, an index into a growing palette, which makes large
// pictures fast to paint and compress.
//
// Antialiasing needs intermediate colors. Each pair of colors has a fixed number of levels,
// from 16 for black and white to 3 for 64 colors. If the palette is full, the nearest color
// is used.
type raster struct {
	width, height int
	pix           []uint8
	palette       []nonogram.RGB
	indexOf       map[nonogram.RGB]uint8
	levels        int
	blends        map[blend]uint8
}

// blend is a color over another, at a level from 1 to levels-1.
type blend struct{ over, under, level uint8 }

// maxPalette is the size of the palette.
const maxPalette = 256

// newRaster makes a raster for a scene with the given number of colors.
func newRaster(width, height, colors int, ground nonogram.RGB) *raster {
	r := &raster{
		width: width, height: height, pix: make([]uint8, width*height),
		indexOf: map[nonogram.RGB]uint8{}, blends: map[blend]uint8{},
		levels: min(max(maxPalette/(colors+1), 3), 16),
	}
	r.index(ground) // is 0, as the pixels are
	return r
}

// index is the palette entry of a color.
func (r *raster) index(c nonogram.RGB) uint8 {
	i, ok := r.indexOf[c]
	switch {
	case ok:
		return i
	case len(r.palette) < maxPalette:
		i = uint8(len(r.palette))
		r.palette = append(r.palette, c)
	default:
		i = uint8(nearest(r.palette, c))
	}
	r.indexOf[c] = i
	return i
}

// fill paints a rectangle whose edges are rounded to pixels.
func (r *raster) fill(c nonogram.RGB, x1, y1, x2, y2 float64) {
	left, right := r.clampX(x1), r.clampX(x2)
	top, bottom := r.clampY(y1), r.clampY(y2)
	if left >= right || top >= bottom {
		return
	}
	index := r.index(c)
	first := r.pix[top*r.width+left : top*r.width+right]
	for i := range first {
		first[i] = index
	}
	for y := top + 1; y < bottom; y++ {
		copy(r.pix[y*r.width+left:], first)
	}
}

func (r *raster) clampX(x float64) int { return min(max(int(math.Round(x)), 0), r.width) }
func (r *raster) clampY(y float64) int { return min(max(int(math.Round(y)), 0), r.height) }

// mask is an antialiased shape; (x, y) is its offset.
type mask struct {
	*image.Alpha
	x, y int
}

// stamp paints a mask.
func (r *raster) stamp(c nonogram.RGB, m mask, x, y int) {
	over := r.index(c)
	x, y = x+m.x, y+m.y
	for my := range m.Rect.Dy() {
		if y+my < 0 || y+my >= r.height {
			continue
		}
		alphas := m.Pix[my*m.Stride : my*m.Stride+m.Rect.Dx()]
		row := r.pix[(y+my)*r.width : (y+my+1)*r.width]
		for mx, alpha := range alphas {
			if alpha != 0 && x+mx >= 0 && x+mx < r.width {
				row[x+mx] = r.over(over, row[x+mx], alpha)
			}
		}
	}
}

// over is the color of a pixel after painting over it.
func (r *raster) over(over, under, alpha uint8) uint8 {
	level := (int(alpha)*r.levels + 127) / 255
	switch {
	case level == 0 || over == under:
		return under
	case level >= r.levels:
		return over
	}
	b := blend{over, under, uint8(level)}
	i, ok := r.blends[b]
	if !ok {
		i = r.index(mix(r.palette[under], r.palette[over], float64(level)/float64(r.levels)))
		r.blends[b] = i
	}
	return i
}

// shapeMask is the mask of a polygon.
func shapeMask(shape []point) mask {
	low, high := shape[0], shape[0]
	for _, p := range shape {
		low = point{min(low.x, p.x), min(low.y, p.y)}
		high = point{max(high.x, p.x), max(high.y, p.y)}
	}
	left, top := math.Floor(low.x), math.Floor(low.y)
	z := vector.NewRasterizer(int(math.Ceil(high.x)-left), int(math.Ceil(high.y)-top))
	for i, p := range shape {
		x, y := float32(p.x-left), float32(p.y-top)
		if i == 0 {
			z.MoveTo(x, y)
		} else {
			z.LineTo(x, y)
		}
	}
	z.ClosePath()
	alpha := image.NewAlpha(image.Rectangle{Max: z.Size()})
	z.Draw(alpha, alpha.Rect, image.Opaque, image.Point{})
	return mask{alpha, int(left), int(top)}
}

// image returns the raster as an image.
func (r *raster) image() image.Image {
	palette := make(color.Palette, len(r.palette))
	for i, c := range r.palette {
		palette[i] = color.NRGBA{c.R, c.G, c.B, 255}
	}
	return &image.Paletted{Pix: r.pix, Stride: r.width, Rect: image.Rect(0, 0, r.width, r.height), Palette: palette}
}

// Pictures as puzzles: a pixel is a cell, and the clues follow. The standard library and
// golang.org/x/image decode the files, after the size in the header was checked.
//
// The background is
//
//  1. transparent pixels, if there are any,
//  2. or the color that the file names (PNG only),
//  3. or white, or the lighter one of two colors, or the only color if it is light,
//  4. or white, although no cell is white.
//
// If these rules would choose a wrong background, the picture is written with a transparent
// one, or rejected if the format has no transparency.

package format

import (
	"errors"
	"image"
	"image/color"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

// pictureHolds are the features of pictures with colors.
const pictureHolds = holdsColors | holdsInk | holdsPaper | holdsGoal

var (
	white = nonogram.RGB{R: 255, G: 255, B: 255}
	black = nonogram.RGB{}
)

// pictureReader makes the puzzle of a picture.
type pictureReader struct {
	*cursor.Draft
	named *nonogram.RGB // the background named by the file, or nil
}

// canvas is a picture whose cells are indexes into colors, or clear.
type canvas struct {
	grid   *nonogram.Grid
	colors []nonogram.RGB
	clear  bool // some cells are transparent
}

// clearCell is a transparent cell of a canvas.
const clearCell = nonogram.Unknown

// canvasOf collects the colors of an image, in the order of its palette or of their
// appearance. Pixels outside the image's bounds, as in some GIFs, are clear.
func (r *pictureReader) canvasOf(img image.Image, width, height int) *canvas {
	c := &canvas{grid: nonogram.NewGrid(width, height)}
	index := map[color.Color]nonogram.Color{}
	if paletted, ok := img.(*image.Paletted); ok {
		for _, p := range shownPalette(paletted) {
			r.addPixel(c, index, p)
		}
	}
	bounds := img.Bounds()
	var last color.Color // neighbors are often equal
	n := clearCell
	for y := range height {
		for x := range width {
			var p color.Color = color.Transparent
			if (image.Point{X: x, Y: y}).In(bounds) {
				p = img.At(x, y)
			}
			if p != last {
				r.addPixel(c, index, p)
				last, n = p, index[p]
			}
			c.grid.Cells[y*width+x] = n
		}
	}
	return c
}

// maxShades bounds the distinct pixel values, several of which may be one color.
const maxShades = 1 << 16

// addPixel adds a pixel value to the canvas. One with less than half opacity is clear.
func (r *pictureReader) addPixel(c *canvas, index map[color.Color]nonogram.Color, p color.Color) {
	if _, ok := index[p]; ok {
		return
	}
	flat := color.NRGBAModel.Convert(p).(color.NRGBA)
	n := int(clearCell)
	if flat.A < 0x80 {
		c.clear = true
	} else {
		rgb := nonogram.RGB{R: flat.R, G: flat.G, B: flat.B}
		if n = c.find(rgb); n < 0 {
			n = len(c.colors)
			c.colors = append(c.colors, rgb)
		}
	}
	index[p] = nonogram.Color(n)
	r.Require(len(c.colors) <= nonogram.MaxColors && len(index) <= maxShades, cursor.Nowhere, "found over %d colors, which is the limit: expected one flat color per cell", nonogram.MaxColors)
}

// shownPalette lists the palette colors in use.
func shownPalette(img *image.Paletted) []color.Color {
	var seen [256]bool
	for _, i := range img.Pix {
		seen[i] = true
	}
	var shown []color.Color
	for i, c := range img.Palette {
		if seen[i] {
			shown = append(shown, c)
		}
	}
	return shown
}

// paper returns the background color and its index, or -1 if no cell has it. named is the
// color named by the file, or nil.
func (c *canvas) paper(named *nonogram.RGB) (rgb nonogram.RGB, n int) {
	switch {
	case c.clear && named != nil:
		return *named, -1
	case c.clear:
		return white, -1
	case named != nil:
		return *named, c.find(*named)
	}
	if n = c.find(white); n >= 0 {
		return white, n
	}
	switch len(c.colors) {
	case 1:
		n = c.lightest()
		if lightness(c.colors[n]) >= lightness(white)/2 {
			return c.colors[n], n
		}
	case 2:
		n = c.lightest()
		return c.colors[n], n
	}
	return white, -1
}

func (c *canvas) find(rgb nonogram.RGB) int { return slices.Index(c.colors, rgb) }

// lightest returns the lightest color. Ties are broken by the color value.
func (c *canvas) lightest() int {
	key := func(c nonogram.RGB) int { return lightness(c)<<24 | int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	best := 0
	for i := range c.colors {
		if key(c.colors[i]) > key(c.colors[best]) {
			best = i
		}
	}
	return best
}

// lightness is the luma of a color (Rec. 601), in thousandths.
func lightness(c nonogram.RGB) int { return 299*int(c.R) + 587*int(c.G) + 114*int(c.B) }

// ofCanvas returns the puzzle of a canvas.
func (r *pictureReader) ofCanvas(c *canvas) *nonogram.Puzzle {
	paper, background := c.paper(r.named)
	palette := nonogram.Palette{plainSwatch(paper)}
	var to [256]nonogram.Color
	for i, rgb := range c.colors {
		if i == background {
			to[i] = nonogram.Empty
			continue
		}
		to[i] = nonogram.Color(len(palette))
		palette = append(palette, plainSwatch(rgb))
	}
	to[clearCell] = nonogram.Empty
	if len(palette) > nonogram.MaxColors {
		panic(r.Fail(cursor.Nowhere, "found %s and the background, the limit is %d in all", plural.Of(len(palette)-1, "color", "colors"), nonogram.MaxColors))
	}
	if len(palette) == 1 { // an empty picture still needs an ink
		ink := black
		if paper == black {
			ink = white
		}
		palette = append(palette, plainSwatch(ink))
	}
	for i, cell := range c.grid.Cells {
		c.grid.Cells[i] = to[cell]
	}
	r.Require(!isQRCode(c.grid), cursor.Nowhere, "found a QR code, which is not read here; scan it with a phone's camera, which opens its link")
	p := nonogram.FromGrid(c.grid, palette)
	p.Goal = c.grid
	return r.Finished(p)
}

// plainSwatch names white and black, as in the default palette.
func plainSwatch(rgb nonogram.RGB) nonogram.Swatch {
	w := nonogram.Swatch{RGB: rgb}
	switch rgb {
	case white:
		w.Name = "white"
	case black:
		w.Name = "black"
	}
	return w
}

// inkSwatch is a swatch without the name of the background.
func inkSwatch(rgb nonogram.RGB) nonogram.Swatch {
	if rgb == white {
		return nonogram.Swatch{RGB: white}
	}
	return plainSwatch(rgb)
}

// paint draws the goal of a puzzle with the puzzle's palette.
func paint(p *nonogram.Puzzle, clearPaper bool) *image.Paletted {
	palette := make(color.Palette, len(p.Palette))
	for i, w := range p.Palette {
		palette[i] = color.NRGBA{R: w.RGB.R, G: w.RGB.G, B: w.RGB.B, A: 255}
	}
	if clearPaper {
		paper := p.Palette[nonogram.Empty].RGB
		palette[nonogram.Empty] = color.NRGBA{R: paper.R, G: paper.G, B: paper.B}
	}
	img := image.NewPaletted(image.Rect(0, 0, p.Width(), p.Height()), palette)
	for i, c := range p.Goal.Cells {
		img.Pix[i] = uint8(c)
	}
	return img
}

// shown reports which colors of the palette the goal has.
func shown(p *nonogram.Puzzle) []bool {
	return usedColors(&nonogram.Puzzle{Palette: p.Palette, Goal: p.Goal})
}

// paperIsPlain reports whether a reader finds the background of an opaque picture, which the
// file may name.
func paperIsPlain(p *nonogram.Puzzle, named bool) bool {
	paper, in := p.Palette[nonogram.Empty].RGB, shown(p)
	c := canvas{}
	for i, w := range p.Palette {
		if !in[i] {
			continue
		}
		if i > 0 && w.RGB == paper {
			return false
		}
		c.colors = append(c.colors, w.RGB)
	}
	name := &paper
	if !named {
		name = nil
	}
	rgb, n := c.paper(name)
	return rgb == paper && (n >= 0) == in[nonogram.Empty]
}

var (
	errTwins = errors.New("two of its inks have the same color, so a picture does not show which is which")
	errPaper = errors.New("its background cannot be distinguished from its inks")
)

// hasTwins reports whether two of the used inks have the same color.
func hasTwins(p *nonogram.Puzzle, used []bool) bool {
	seen := map[nonogram.RGB]bool{}
	for i, w := range p.Palette[1:] {
		if used[i+1] && seen[w.RGB] {
			return true
		}
		seen[w.RGB] = seen[w.RGB] || used[i+1]
	}
	return false
}

// paints returns an error if a picture of the puzzle would be read as a different puzzle.
// named says that the file names the background, clearable that it may be transparent.
func paints(p *nonogram.Puzzle, named, clearable bool) error {
	in := shown(p)
	switch {
	case hasTwins(p, in):
		return errTwins
	case !paperIsPlain(p, named) && !(clearable && in[nonogram.Empty]):
		return errPaper
	}
	return nil
}

// isQRCode reports whether the picture shows an upright QR code with modules of at least
// two pixels. Such a picture carries a link; as a puzzle it would have a cell per pixel.
// A code has three finder patterns, squares of 7 × 7 modules, in its corners.
func isQRCode(g *nonogram.Grid) bool {
	left, top, width := 0, 0, 0
	for i, cell := range g.Cells {
		if cell != nonogram.Empty {
			left, top = i%g.Width, i/g.Width
			break
		}
	}
	row := g.Cells[top*g.Width+left : (top+1)*g.Width]
	for i, cell := range row {
		if cell != nonogram.Empty {
			width = i + 1
		}
	}
	run := 0
	for run < len(row) && row[run] != nonogram.Empty {
		run++
	}
	module := run / 7
	if module < 2 || run%7 != 0 || width%module != 0 {
		return false
	}
	side := width / module
	if side < 21 || side > 177 || side%4 != 1 || top+width > g.Height {
		return false
	}
	far := left + (side-7)*module
	return hasFinder(g, left, top, module) && hasFinder(g, far, top, module) &&
		hasFinder(g, left, top+(side-7)*module, module)
}

// hasFinder reports whether a finder pattern starts at x, y: a ring of filled modules, a
// ring of empty ones, and a filled square.
func hasFinder(g *nonogram.Grid, x, y, module int) bool {
	for dy := range 7 * module {
		for dx := range 7 * module {
			i, j := dx/module-3, dy/module-3
			filled := max(i, -i, j, -j) != 2
			if (g.Cells[(y+dy)*g.Width+x+dx] != nonogram.Empty) != filled {
				return false
			}
		}
	}
	return true
}

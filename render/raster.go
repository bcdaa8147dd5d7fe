package render

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"

	"nonogram"
)

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

// lineMask is the mask of a line from (0, 0) to (dx, dy), shifted by a fraction of a pixel.
func lineMask(dx, dy, width, fx, fy float64) mask {
	length := math.Hypot(dx, dy)
	nx, ny := -dy/length*width/2, dx/length*width/2
	return shapeMask([]point{{fx + nx, fy + ny}, {fx + dx + nx, fy + dy + ny}, {fx + dx - nx, fy + dy - ny}, {fx - nx, fy - ny}})
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

// Margins of an image: lines at its sides in which nothing happens. Photos of drawings
// and exported icons have them, and they would take cells from the picture.

package generate

import (
	"image"
	"image/color"
)

// trimTolerance is how far a channel, of 0xffff, may be from the margin's color: what
// scanning and JPEG add to white paper.
const trimTolerance = 0x1800

// Trim gives the part of an image, in its pixels, that is left without the margins of
// one color around it: the color of the upper left corner, or what is transparent. Crop
// is the part to look at, and the zero value is all of it. An image of one color stays
// as it is. Costs one look at every pixel.
func Trim(img image.Image, crop image.Rectangle) image.Rectangle {
	bounds := img.Bounds()
	part := bounds
	if crop != (image.Rectangle{}) {
		part = crop.Add(bounds.Min).Intersect(bounds)
	}
	if part.Empty() {
		return crop
	}
	margin := img.At(part.Min.X, part.Min.Y)
	used := image.Rectangle{}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if !alike(img.At(x, y), margin) {
				used = used.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if used.Empty() {
		return crop
	}
	return used.Sub(bounds.Min)
}

// alike reports whether two pixels look the same.
func alike(a, b color.Color) bool {
	r, g, bl, al := a.RGBA()
	s, h, cl, bm := b.RGBA()
	return near(r, s) && near(g, h) && near(bl, cl) && near(al, bm)
}

func near(a, b uint32) bool { return max(a, b)-min(a, b) <= trimTolerance }

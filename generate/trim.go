// Removing margins of one color, as in scans and exported icons.

package generate

import (
	"image"
	"image/color"
)

// trimTolerance is the tolerance of the margin's color per channel of 0xffff, for scans and
// JPEG.
const trimTolerance = 0x1800

// Trim returns crop, or the whole image if crop is zero, without its margins. The margins
// have the color of the upper left corner. An image of one color is not trimmed, nor a part that
// is not inside the image.
func Trim(img image.Image, crop image.Rectangle) image.Rectangle {
	bounds := img.Bounds()
	part := bounds
	if crop != (image.Rectangle{}) {
		part = crop.Add(bounds.Min)
	}
	if part.Empty() || !part.In(bounds) {
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

// alike reports whether two pixels are equal within the tolerance.
func alike(a, b color.Color) bool {
	r, g, bl, al := a.RGBA()
	s, h, cl, bm := b.RGBA()
	return near(r, s) && near(g, h) && near(bl, cl) && near(al, bm)
}

func near(a, b uint32) bool { return max(a, b)-min(a, b) <= trimTolerance }

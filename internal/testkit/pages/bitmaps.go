package pages

import (
	_ "embed"
	"strings"

	"golang.org/x/image/vector"
)

// Pixel typefaces, as handhelds and small programs have them: twelve of our own drawing, from
// 3 × 5 to 7 × 8 pixels. A block of text holds the ten digits of one side by side.

//go:embed bitmaps.txt
var bitmapText string

// bitmap is the rows of a digit, "#" for ink.
type bitmap []string

// Bitmaps returns the pixel typefaces that the network is trained with, and those that it is
// measured with.
func Bitmaps() (known, unseen []*Face) {
	for k, block := range strings.Split(strings.TrimSpace(bitmapText), "\n\n") {
		f := &Face{Name: "pixels-" + string(rune('a'+k))}
		for _, row := range strings.Split(block, "\n") {
			for d, part := range strings.Fields(row) {
				f.digits[d] = append(f.digits[d], part)
			}
		}
		if k%4 == 1 {
			unseen = append(unseen, f)
		} else {
			known = append(known, f)
		}
	}
	return known, unseen
}

// outline draws each run of pixels of a row as a rectangle.
func (b bitmap) outline(place func(x, y float64) (float32, float32), z *vector.Rasterizer) {
	high := float64(len(b))
	for y, row := range b {
		for x := 0; x < len(row); x++ {
			from := x
			for x < len(row) && row[x] == '#' {
				x++
			}
			if x == from {
				continue
			}
			x0, x1, y0, y1 := float64(from)/high, float64(x)/high, float64(y)/high-1, float64(y+1)/high-1
			for k, p := range [4][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} {
				px, py := place(p[0], p[1])
				if k == 0 {
					z.MoveTo(px, py)
				} else {
					z.LineTo(px, py)
				}
			}
			z.ClosePath()
		}
	}
}

package see

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// Chips of clues lie a tenth of a cell beside the mesh, their borders lean, and a shadow lies on
// half of them: their digits stand out all the same, borders do not, and by hue shadows do not
// matter.
func TestChipsBesideMesh(t *testing.T) {
	const scale, n, clues = canvasScale, 8, 4
	img := image.NewRGBA(image.Rect(0, 0, n*scale, n*scale))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	c := &canvas{plane: *newPlane(n*scale, n*scale), img: img, scale: scale, mesh: newMesh(n, n), x0: clues, x1: n, y0: clues, y1: n}
	c.rule = make([]bool, len(c.pix))
	for j := range n + 1 {
		for i := range n + 1 {
			c.mesh.set(i, j, Point{float64(i * scale), float64(j * scale)})
		}
	}
	inks := [2]color.RGBA{{30, 30, 30, 255}, {210, 30, 35, 255}}
	shaded := func(v uint8, x int) uint8 {
		if x < 2*scale {
			return v / 3
		}
		return v
	}
	for j := clues; j < n; j++ {
		for y := j * scale; y < (j+1)*scale; y++ {
			for x := range n * scale {
				v := color.RGBA{255, 255, 255, 255}
				dx, dy := (x+(y%scale)/16)%scale, y-j*scale-scale/10 // two pixels to the side, a tenth down
				i := (x + (y%scale)/16) / scale
				if i < clues && dx >= 3 && dx < scale-3 && dy >= 3 && dy < scale-3 {
					v = inks[(i+j/2)%2]
					if dx >= 16 && dx < 24 && dy >= 10 && dy < scale-10 {
						v = color.RGBA{250, 250, 250, 255} // a digit
					}
				}
				img.SetRGBA(x, y, color.RGBA{shaded(v.R, x), shaded(v.G, x), shaded(v.B, x), 255})
			}
		}
	}
	c.plane = *luminance(img)
	c.findTheme()
	c.turnChips()
	if !c.chips {
		t.Fatal("no chips are found")
	}
	c.squares = ByHue
	for j := clues; j < n; j++ {
		for i := range clues {
			x, y := i*scale+scale/2, j*scale+scale/10+scale/2
			if v := c.pix[y*c.w+x-1]; v > 200 {
				t.Errorf("cell %d, %d: the digit has brightness %d, expected at most 200", i, j, v)
			}
			for _, beside := range []int{-19, -17, -12, 12} {
				if v := c.pix[y*c.w+x+beside]; i > 0 && v < 240 {
					t.Errorf("cell %d, %d: %d pixels beside the digit the brightness is %d, expected at least 240", i, j, beside, v)
				}
			}
			seen := c.inkOf([]blob{{x0: x - 4, y0: y - 10, x1: x + 4, y1: y + 10}})
			if red := seen.tint().chroma() > strongest; red != ((i+j/2)%2 == 1) {
				t.Errorf("cell %d, %d: the ink has tint %v", i, j, seen.tint())
			}
		}
	}
}

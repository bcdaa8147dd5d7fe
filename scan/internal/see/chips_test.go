package see

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// Chips of clues lie farther below the mesh the farther they are from the board, their borders lean,
// a shadow lies on half of them, and some digits are bold or as high as a chip: the mesh moves to the
// chips, digits stand out all the same, borders do not, and by hue shadows do not matter.
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
				i, dx := (x+(y%scale)/16)/scale, (x+(y%scale)/16)%scale // two pixels to the side
				down := (8 - i) * scale / 40
				row, dy := j, y-j*scale-down
				if dy < 0 && j > clues {
					row, dy = j-1, dy+scale
				}
				if i < clues && dx >= 3 && dx < scale-3 && dy >= 3 && dy < scale-3 {
					v = inks[(i+row/2)%2]
					across, high := max(dx-scale/2, scale/2-dx), max(dy-scale/2, scale/2-dy) // from the middle
					switch {
					case high < 10 && across < 4 || i == 3 && max(across, high) < 12 || i == 2 && high < 13 && across < 4:
						v = color.RGBA{250, 250, 250, 255}
					case i == 2 && across < 4: // as high as a chip, and blurred
						v = color.RGBA{v.R/2 + 50, v.G/2 + 50, v.B/2 + 50, 255}
					}
				}
				img.SetRGBA(x, y, color.RGBA{shaded(v.R, x), shaded(v.G, x), shaded(v.B, x), 255})
			}
		}
	}
	c.plane = *luminance(img)
	c.findTheme()
	c.turnChips(func() { c.copyCells([]*plane{luminance(img)}) })
	if !c.chips {
		t.Fatal("no chips are found")
	}
	for j := clues; j < n; j++ {
		for i := range clues {
			x, y := i*scale+scale/2, j*scale+scale/2
			if v := c.pix[y*c.w+x-1]; v > 210 {
				t.Errorf("cell %d, %d: the digit has brightness %d, expected at most 210", i, j, v)
			}
			for _, beside := range []int{-19, -17, -14, 14, -14*c.w + 8, 14*c.w + 8} {
				if v := c.pix[y*c.w+x+beside]; i > 0 && v < 240 {
					t.Errorf("cell %d, %d: %d pixels beside the digit the brightness is %d, expected at least 240", i, j, beside, v)
				}
			}
			seen := c.inkOf([]blob{{x0: x - 4, y0: y - 10, x1: x + 4, y1: y + 10}})
			if red := seen.light[0] > 2*seen.light[1]; red != ((i+j/2)%2 == 1) {
				t.Errorf("cell %d, %d: the square absorbs %v", i, j, seen.light)
			}
		}
	}
}

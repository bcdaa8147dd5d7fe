package eye

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
)

// A scaled picture is the mean of the pixels around each place, nearer ones more, from any part of a
// picture, smaller and larger.
func TestScaled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	whole := image.NewNRGBA(image.Rect(-3, 5, 60, 70))
	for y := whole.Rect.Min.Y; y < whole.Rect.Max.Y; y++ {
		for x := whole.Rect.Min.X; x < whole.Rect.Max.X; x++ {
			whole.SetNRGBA(x, y, color.NRGBA{uint8(r.Uint32()), uint8(r.Uint32()), uint8(r.Uint32()), 255})
		}
	}
	part := whole.SubImage(image.Rect(4, 9, 57, 50)).(*image.NRGBA)
	b := part.Rect
	for _, size := range [][2]int{{53, 41}, {20, 17}, {16, 90}, {7, 3}} {
		w, h := size[0], size[1]
		got := (&room{}).scaled(part, w, h)
		if got.w != (w+15)&^15 || got.h != (h+15)&^15 {
			t.Fatalf("%d × %d becomes %d × %d", w, h, got.w, got.h)
		}
		for y := range got.h {
			for x := range got.w {
				var sum, all float64
				weight := func(i, from, to, k int) float64 {
					step := float64(from) / float64(to)
					return max(0, 1-math.Abs(float64(i)+.5-(float64(min(k, to-1))+.5)*step)/max(step, 1))
				}
				for j := range b.Dy() {
					for i := range b.Dx() {
						v := weight(i, b.Dx(), w, x) * weight(j, b.Dy(), h, y)
						sum += v * float64(part.NRGBAAt(b.Min.X+i, b.Min.Y+j).G)
						all += v
					}
				}
				if want := sum/all/255 - .5; math.Abs(want-float64(got.at(x, y)[1])) > 1e-5 {
					t.Fatalf("%d × %d: the green at %d, %d is %v, expected %v", w, h, x, y, got.at(x, y)[1], want)
				}
			}
		}
	}
}

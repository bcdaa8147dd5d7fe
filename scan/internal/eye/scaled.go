package eye

import (
	"image"
	"image/draw"
	"math"
)

// The picture as the network takes it. Rows are scaled one after the other, so that a large picture
// takes no more room than a small one.

// taps is the pixels that a scaled one is the mean of: those from the first on, with their weights.
type taps struct {
	first   int
	weights []float32
}

// tapsOf is the taps of all pixels of a side: a triangle as wide as two pixels of the coarser side.
func tapsOf(from, to int) []taps {
	list := make([]taps, to)
	step := float64(from) / float64(to)
	reach := max(step, 1)
	for k := range list {
		middle := float64((float64(k)+.5)*step) - .5
		first, last := max(int(math.Ceil(middle-reach)), 0), min(int(math.Floor(middle+reach)), from-1)
		t, sum := taps{first: first}, 0.0
		for i := first; i <= last; i++ {
			w := 1 - math.Abs(float64(i)-middle)/reach
			t.weights = append(t.weights, float32(w))
			sum += w
		}
		for i := range t.weights {
			t.weights[i] /= float32(sum)
		}
		list[k] = t
	}
	return list
}

// scaled is a picture at a size, red, green and blue from -1/2 to 1/2, with its last row and column
// repeated up to a multiple of 16.
func (r *room) scaled(img image.Image, w, h int) *grid {
	b := img.Bounds()
	across, down := tapsOf(b.Dx(), w), tapsOf(b.Dy(), h)
	out := r.grid((w+15)&^15, (h+15)&^15, 3)
	one := image.NewRGBA(image.Rect(0, 0, b.Dx(), 1))
	known, rows := make([]int, len(down[h/2].weights)+2), make([][]float32, len(down[h/2].weights)+2) // in turn
	for k := range rows {
		known[k], rows[k] = -1, make([]float32, 3*w)
	}
	row := func(y int) []float32 {
		k := y % len(rows)
		if known[k] == y {
			return rows[k]
		}
		known[k] = y
		draw.Draw(one, one.Rect, img, image.Pt(b.Min.X, b.Min.Y+y), draw.Src)
		for x, t := range across {
			var red, green, blue float32
			from := one.Pix[4*t.first:]
			for i, v := range t.weights {
				red += float32(v * float32(from[4*i]))
				green += float32(v * float32(from[4*i+1]))
				blue += float32(v * float32(from[4*i+2]))
			}
			rows[k][3*x], rows[k][3*x+1], rows[k][3*x+2] = red, green, blue
		}
		return rows[k]
	}
	sum := make([]float32, 3*w)
	for y := range out.h {
		if y < h {
			clear(sum)
			for i, v := range down[y].weights {
				for k, part := range row(down[y].first + i) {
					sum[k] += float32(v * part)
				}
			}
		}
		for x := range out.w {
			to := out.at(x, y)
			for c := range 3 {
				to[c] = sum[3*min(x, w-1)+c]/255 - .5
			}
		}
	}
	return out
}

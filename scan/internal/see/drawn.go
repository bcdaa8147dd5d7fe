package see

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
)

// Pictures of the stages, and the picture without a puzzle that was read.

// drawn shows the evidence for lines across and down, and the mesh of their crossings.
func (s *sighting) drawn() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, s.lines.w, s.lines.h))
	for k := range s.lines.across {
		img.SetRGBA(k%s.lines.w, k/s.lines.w, color.RGBA{255 - s.lines.down[k], 255 - s.lines.across[k]/2 - s.lines.down[k]/2, 255 - s.lines.across[k], 255})
	}
	for _, p := range s.points {
		for d := -2; d <= 2; d++ {
			img.SetRGBA(int(p.X)+d, int(p.Y), doubtColor)
			img.SetRGBA(int(p.X), int(p.Y)+d, doubtColor)
		}
	}
	return img
}

// gray is the plane as an image, at half its size.
func (c *canvas) gray() image.Image {
	p := c.half()
	return &image.Gray{Pix: p.pix, Stride: p.w, Rect: image.Rect(0, 0, p.w, p.h)}
}

// drawn shows the ink of the clues, with the boxes of what may be digits.
func (c *canvas) drawn() image.Image {
	x0, y0, x1 := c.board[left], c.board[top], c.board[right]
	window := image.Rect((x0-4)*c.scale, (y0-4)*c.scale, x1*c.scale, (y0+4)*c.scale).Intersect(image.Rect(0, 0, c.w, c.h))
	img := image.NewRGBA(window)
	for y := window.Min.Y; y < window.Max.Y; y++ {
		for x := window.Min.X; x < window.Max.X; x++ {
			v := 255 - c.ink[y*c.w+x]
			img.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	for _, blobs := range c.blobs {
		for _, b := range blobs {
			for x := b.x0 - 1; x <= b.x1; x++ {
				img.SetRGBA(x, b.y0-1, numberColor)
				img.SetRGBA(x, b.y1, numberColor)
			}
			for y := b.y0 - 1; y <= b.y1; y++ {
				img.SetRGBA(b.x0-1, y, numberColor)
				img.SetRGBA(b.x1, y, numberColor)
			}
		}
	}
	return img
}

// Gray is the sight in one color.
func (s *Sight) Gray() *Sight {
	gray := *s
	gray.Palette = s.Palette[:2]
	merge := func(lines [][]Number) (out [][]Number) {
		for _, line := range lines {
			var numbers []Number
			for _, n := range line {
				n.Choices = inGray(n.Choices)
				numbers = append(numbers, n)
			}
			out = append(out, numbers)
		}
		return out
	}
	gray.Rows, gray.Columns = merge(s.Rows), merge(s.Columns)
	return &gray
}

// inGray joins choices that differ in color only.
func inGray(choices []Choice) (list []Choice) {
	for _, c := range choices {
		c.Color = 1
		k := slices.IndexFunc(list, func(o Choice) bool { return slices.Equal(o.Values, c.Values) })
		if k < 0 {
			list = append(list, c)
			continue
		}
		list[k].LogP = math.Log(math.Exp(list[k].LogP) + math.Exp(c.LogP))
	}
	slices.SortStableFunc(list, func(a, b Choice) int { return cmp.Compare(b.LogP, a.LogP) })
	return list
}

// Without is the picture with the board and the numbers of a sight painted over.
func Without(img image.Image, s *Sight) image.Image {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, img, b.Min, draw.Src)
	low, high := s.Board[0], s.Board[0]
	cover := func(q Quad) {
		for _, p := range q {
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	cover(s.Board)
	for _, lines := range [2][][]Number{s.Rows, s.Columns} {
		for _, line := range lines {
			for _, n := range line {
				cover(n.At)
			}
		}
	}
	margin := int((high.X-low.X)/float64(s.Width)/4) + 2
	area := image.Rect(int(low.X)-margin, int(low.Y)-margin, int(high.X)+margin, int(high.Y)+margin).Intersect(out.Rect)
	draw.Draw(out, area, image.NewUniform(out.At(max(area.Min.X-1, 0), max(area.Min.Y-1, 0))), image.Point{}, draw.Src)
	return out
}

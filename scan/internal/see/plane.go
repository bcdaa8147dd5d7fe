package see

import (
	"image"
	"image/color"
)

// Planes of brightness, and copies of them at half the size each, so that lines and
// digits can be looked for at whatever scale they have. One byte a pixel: all levels of
// a photograph of 12 megapixels take 16 megabytes.

// plane is brightness, row by row; 255 is white.
type plane struct {
	w, h int
	pix  []uint8
}

func newPlane(w, h int) *plane { return &plane{w, h, make([]uint8, w*h)} }

func (p *plane) row(y int) []uint8 { return p.pix[y*p.w : (y+1)*p.w] }

// luminance is the brightness of an image. What JPEG files decode to has it already.
func luminance(img image.Image) *plane {
	b := img.Bounds()
	p := newPlane(b.Dx(), b.Dy())
	for y := range p.h {
		row := p.row(y)
		switch m := img.(type) {
		case *image.YCbCr:
			copy(row, m.Y[m.YOffset(b.Min.X, b.Min.Y+y):])
		case *image.Gray:
			copy(row, m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):])
		case *image.NRGBA:
			lumaRow(row, m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):])
		case *image.RGBA:
			lumaRow(row, m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):])
		default:
			for x := range row {
				row[x] = color.GrayModel.Convert(img.At(b.Min.X+x, b.Min.Y+y)).(color.Gray).Y
			}
		}
	}
	return p
}

// lumaRow weighs red, green and blue as JPEG does.
func lumaRow(row, rgba []uint8) {
	for x := range row {
		q := rgba[4*x : 4*x+4 : 4*x+4]
		row[x] = uint8((299*int(q[0]) + 587*int(q[1]) + 114*int(q[2]) + 500) / 1000)
	}
}

// half is the plane at half its size, each pixel the mean of four.
func (p *plane) half() *plane {
	q := newPlane(p.w/2, p.h/2)
	for y := range q.h {
		a, b, out := p.row(2*y), p.row(2*y+1), q.row(y)
		for x := range out {
			out[x] = uint8((int(a[2*x]) + int(a[2*x+1]) + int(b[2*x]) + int(b[2*x+1]) + 2) / 4)
		}
	}
	return q
}

// pyramid is a plane with its halves, down to where no board could be seen.
func pyramid(p *plane) []*plane {
	levels := []*plane{p}
	for min(p.w, p.h) >= 2*minPhoto {
		p = p.half()
		levels = append(levels, p)
	}
	return levels
}

// at is the brightness between pixels; outside it is that of the nearest border.
func (p *plane) at(x, y float64) float64 {
	return p.within(min(max(x, 0), float64(p.w-1)), min(max(y, 0), float64(p.h-1)))
}

// within is the brightness between pixels of the plane.
func (p *plane) within(x, y float64) float64 {
	x0, y0 := min(int(x), max(p.w-2, 0)), min(int(y), max(p.h-2, 0))
	fx, fy := x-float64(x0), y-float64(y0)
	i := y0*p.w + x0
	right, down := 1, p.w
	if p.w == 1 {
		right = 0
	}
	if p.h == 1 {
		down = 0
	}
	top := float64(p.pix[i])*(1-fx) + float64(p.pix[i+right])*fx
	bottom := float64(p.pix[i+down])*(1-fx) + float64(p.pix[i+down+right])*fx
	return top*(1-fy) + bottom*fy
}

package glyphs

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"slices"

	"golang.org/x/image/vector"

	"nonogram/internal/testkit/pages"
)

// Samples to train the reader of digits with: a digit or something else, drawn, distorted and
// cut out as a camera might show it.

// Side and Classes are those of the network.
const (
	Side    = 24
	Classes = 11
	NoDigit = 10
	box     = 20 // the longer side of a glyph in a patch
)

// Sample is a patch and what it shows.
type Sample struct {
	Patch [Side * Side]float32
	Class int
}

// Sampler draws samples from typefaces.
type Sampler struct {
	faces, bitmaps []*pages.Face
	r              *rand.Rand
}

// NewSampler returns a sampler of outlines and of pixel typefaces; equal seeds draw equal samples.
func NewSampler(faces, bitmaps []*pages.Face, seed uint64) *Sampler {
	return &Sampler{faces: faces, bitmaps: bitmaps, r: rand.New(rand.NewPCG(seed, 5))}
}

// face chooses a typeface: one of six is a pixel typeface.
func (s *Sampler) face() *pages.Face {
	if len(s.bitmaps) > 0 && s.r.IntN(6) == 0 {
		return s.bitmaps[s.r.IntN(len(s.bitmaps))]
	}
	return s.faces[s.r.IntN(len(s.faces))]
}

func (s *Sampler) between(low, high float64) float64 { return low + (high-low)*s.r.Float64() }

// canvas is a piece of paper in pixels of a camera, ink 1.
type canvas struct {
	w, h int
	ink  []float64
}

func newCanvas(w, h int) *canvas { return &canvas{w, h, make([]float64, w*h)} }

// rectangle is the part of a canvas that is cut out.
type rectangle struct{ x0, y0, x1, y1 float64 }

// Next draws a sample: seven of eight are digits.
func (s *Sampler) Next() Sample {
	class := s.r.IntN(Classes + 1)
	high := math.Exp(s.between(math.Log(8), math.Log(34))) // of a digit, in pixels
	c := newCanvas(int(2.6*high)+12, int(1.5*high)+12)
	var cut rectangle
	if class >= NoDigit {
		class = NoDigit
		cut = s.junk(c, high)
	} else {
		cut = s.digit(c, class, high, float64(c.w)/2-high/3, float64(c.h)/2+high/2)
		if s.r.IntN(10) == 0 {
			cut = s.strike(c, cut, high)
		}
		s.neighbors(c, cut, high)
		if s.r.IntN(6) == 0 {
			s.rule(c, cut, high)
		}
	}
	s.camera(c, high)
	return Sample{Patch: s.patch(c, s.jitter(cut)), Class: class}
}

// digit draws one at a place on its base line, and returns its box.
func (s *Sampler) digit(c *canvas, d int, high, x, y float64) rectangle {
	face := s.face()
	slant, turn := 0.0, s.between(-0.06, 0.06)
	if s.r.IntN(4) == 0 {
		slant = s.between(-0.1, 0.25)
	}
	wide := s.between(0.8, 1.15)
	if slices.Contains(s.bitmaps, face) {
		slant, turn, wide = 0, turn/4, s.between(0.7, 1.3)
	}
	sin, cos := math.Sincos(turn)
	place := func(off, ink float64) rectangle {
		z := vector.NewRasterizer(c.w, c.h)
		b := rectangle{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		face.Outline(rune('0'+d), func(px, py float64) (float32, float32) {
			px, py = wide*(px-slant*py)*high, py*high
			qx, qy := x+off+px*cos-py*sin, y+off+px*sin+py*cos
			b.x0, b.x1, b.y0, b.y1 = min(b.x0, qx), max(b.x1, qx), min(b.y0, qy), max(b.y1, qy)
			return float32(qx), float32(qy)
		}, z)
		c.draw(z, ink)
		return b
	}
	if s.r.IntN(12) == 0 { // its shadow
		place(s.between(0.05, 0.18)*high, s.between(0.15, 0.4))
	}
	return place(0, 1)
}

// draw adds the shape in a rasterizer.
func (c *canvas) draw(z *vector.Rasterizer, ink float64) {
	m := image.NewAlpha(image.Rect(0, 0, c.w, c.h))
	z.Draw(m, m.Rect, image.Opaque, image.Point{})
	for i, v := range m.Pix {
		c.ink[i] = max(c.ink[i], ink*float64(v)/255)
	}
}

// bar draws an upright rectangle.
func (c *canvas) bar(x0, y0, x1, y1, ink float64) {
	for y := max(int(y0), 0); y <= min(int(y1), c.h-1); y++ {
		for x := max(int(x0), 0); x <= min(int(x1), c.w-1); x++ {
			across := min(float64(x)+1, x1) - max(float64(x), x0)
			along := min(float64(y)+1, y1) - max(float64(y), y0)
			c.ink[y*c.w+x] = max(c.ink[y*c.w+x], ink*max(across, 0)*max(along, 0))
		}
	}
}

// neighbors are the digits beside one, which show at the border of its patch.
func (s *Sampler) neighbors(c *canvas, b rectangle, high float64) {
	if s.r.IntN(3) == 0 {
		s.digit(c, s.r.IntN(10), high, b.x1+s.between(0.06, 0.2)*high, b.y1)
	}
	if s.r.IntN(4) == 0 {
		s.digit(c, s.r.IntN(10), high, b.x0-s.between(0.65, 0.85)*high, b.y1)
	}
}

// strike crosses a digit out, as apps do with clues of finished lines, and returns the box of
// both.
func (s *Sampler) strike(c *canvas, b rectangle, high float64) rectangle {
	out, t, ink := s.between(0, 0.25)*high, s.between(0.04, 0.12)*high, s.between(0.5, 1)
	rise := 0.0
	if s.r.IntN(2) == 0 {
		rise = s.between(-1, 1) * (b.y1 - b.y0)
	}
	z := vector.NewRasterizer(c.w, c.h)
	x0, x1, y := b.x0-out, b.x1+out, b.y0+s.between(0.4, 0.6)*(b.y1-b.y0)-t/2
	z.MoveTo(float32(x0), float32(y+rise/2))
	z.LineTo(float32(x1), float32(y-rise/2))
	z.LineTo(float32(x1), float32(y-rise/2+t))
	z.LineTo(float32(x0), float32(y+rise/2+t))
	z.ClosePath()
	c.draw(z, ink)
	return rectangle{x0, min(b.y0, y-max(rise, -rise)/2), x1, max(b.y1, y+max(rise, -rise)/2+t)}
}

// rule leaves the remnant of a line at one side of the box.
func (s *Sampler) rule(c *canvas, b rectangle, high float64) {
	t, gap := s.between(0.03, 0.12)*high, s.between(0, 0.15)*high
	ink := s.between(0.3, 1)
	switch s.r.IntN(4) {
	case 0:
		c.bar(b.x0-gap-t, 0, b.x0-gap, float64(c.h), ink)
	case 1:
		c.bar(b.x1+gap, 0, b.x1+gap+t, float64(c.h), ink)
	case 2:
		c.bar(0, b.y0-gap-t, float64(c.w), b.y0-gap, ink)
	default:
		c.bar(0, b.y1+gap, float64(c.w), b.y1+gap+t, ink)
	}
}

// junk draws shapes that are not digits.
func (s *Sampler) junk(c *canvas, high float64) rectangle {
	mx, my := float64(c.w)/2, float64(c.h)/2
	switch s.r.IntN(6) {
	case 0: // a speck
		w, h := s.between(0.1, 0.4)*high, s.between(0.1, 0.4)*high
		c.bar(mx, my, mx+w, my+h, s.between(0.4, 1))
		if s.r.IntN(2) == 0 {
			c.bar(mx+w/2, my-h/2, mx+w, my+h/2, s.between(0.4, 1))
		}
		return rectangle{mx, my, mx + w, my + h}
	case 1: // a piece of a line: thinner than any one
		t := s.between(0.02, 0.07) * high
		if s.r.IntN(2) == 0 {
			c.bar(mx, my-high/2, mx+t, my+high/2, 1)
			return rectangle{mx, my - high/2, mx + t, my + high/2}
		}
		c.bar(mx-high/2, my, mx+high/2, my+t*2, 1)
		return rectangle{mx - high/2, my, mx + high/2, my + t*2}
	case 2: // a corner or a crossing
		t := s.between(0.05, 0.15) * high
		c.bar(mx-high/2, my, mx+high/2, my+t, 1)
		at := mx + s.between(-0.5, 0.5)*high
		c.bar(at, my-high*s.between(0, 0.5), at+t, my+high/2, 1)
		return rectangle{mx - high/2, my - high/4, mx + high/2, my + high/2}
	case 3: // two digits at once
		a := s.digit(c, s.r.IntN(10), high, mx-0.8*high, my+high/2)
		b := s.digit(c, s.r.IntN(10), high, a.x1+s.between(-0.04, 0.15)*high, a.y1)
		return rectangle{a.x0, min(a.y0, b.y0), b.x1, max(a.y1, b.y1)}
	case 4: // half a digit, of one that halves do not look like others
		d := []int{0, 2, 3, 5, 6, 8, 9, 4}[s.r.IntN(8)]
		b := s.digit(c, d, high, mx-high/3, my+high/2)
		part := s.between(0.35, 0.55)
		half := b
		switch s.r.IntN(4) {
		case 0:
			half.x1 = b.x0 + part*(b.x1-b.x0)
		case 1:
			half.x0 = b.x1 - part*(b.x1-b.x0)
		case 2:
			half.y1 = b.y0 + part*(b.y1-b.y0)
		default:
			half.y0 = b.y1 - part*(b.y1-b.y0)
		}
		c.erase(half)
		return half
	default: // nothing but noise
		w, h := s.between(0.3, 1)*high, s.between(0.3, 1)*high
		return rectangle{mx - w/2, my - h/2, mx + w/2, my + h/2}
	}
}

// erase leaves only a part.
func (c *canvas) erase(keep rectangle) {
	for y := range c.h {
		for x := range c.w {
			fx, fy := float64(x)+0.5, float64(y)+0.5
			if fx < keep.x0 || fx > keep.x1 || fy < keep.y0 || fy > keep.y1 {
				c.ink[y*c.w+x] = 0
			}
		}
	}
}

// camera is what lens, sensor and file do.
func (s *Sampler) camera(c *canvas, high float64) {
	sigma := s.between(0.2, min(1.5, 0.25+high/16))
	c.blur(sigma)
	dark, noise := s.between(0.35, 1), s.between(0, 0.06)
	for i, v := range c.ink {
		c.ink[i] = v*dark + noise*s.r.NormFloat64()
	}
	if s.r.IntN(3) == 0 {
		c.compress(40 + s.r.IntN(50))
	}
	for i, v := range c.ink {
		c.ink[i] = v / dark
	}
}

func (c *canvas) blur(sigma float64) {
	radius := int(math.Ceil(2.5 * sigma))
	kernel, sum := make([]float64, 2*radius+1), 0.0
	for i := range kernel {
		d := float64(i - radius)
		kernel[i] = math.Exp(-d * d / (2 * sigma * sigma))
		sum += kernel[i]
	}
	line := make([]float64, max(c.w, c.h))
	run := func(n, lines, step, next int) {
		for l := range lines {
			for i := range n {
				line[i] = c.ink[l*next+i*step]
			}
			for i := range n {
				v := 0.0
				for k, f := range kernel {
					if at := i + k - radius; at >= 0 && at < n {
						v += f * line[at]
					}
				}
				c.ink[l*next+i*step] = v / sum
			}
		}
	}
	run(c.w, c.h, 1, c.w)
	run(c.h, c.w, c.w, 1)
}

// compress sends the canvas through a JPEG file.
func (c *canvas) compress(quality int) {
	m := image.NewGray(image.Rect(0, 0, c.w, c.h))
	for i, v := range c.ink {
		m.Pix[i] = uint8(max(0, min(235-200*v, 255)))
	}
	var b bytes.Buffer
	if jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}) != nil {
		return
	}
	img, err := jpeg.Decode(&b)
	if err != nil {
		return
	}
	if g, ok := img.(*image.Gray); ok {
		for y := range c.h {
			for x := range c.w {
				c.ink[y*c.w+x] = (235 - float64(g.GrayAt(x, y).Y)) / 200
			}
		}
	}
}

// jitter is how exactly a box is found.
func (s *Sampler) jitter(b rectangle) rectangle {
	off := func() float64 { return 0.45 * s.r.NormFloat64() }
	b.x0, b.y0, b.x1, b.y1 = b.x0+off(), b.y0+off(), b.x1+off(), b.y1+off()
	if b.x1-b.x0 < 1 {
		b.x1 = b.x0 + 1
	}
	if b.y1-b.y0 < 1 {
		b.y1 = b.y0 + 1
	}
	return b
}

// patch cuts out a box, scaled and centered; what lies around is shown or not.
func (s *Sampler) patch(c *canvas, b rectangle) (p [Side * Side]float32) {
	scale := max(b.x1-b.x0, b.y1-b.y0) / box
	mx, my := (b.x0+b.x1)/2, (b.y0+b.y1)/2
	around := s.r.IntN(2) == 0
	gain, base := s.between(0.8, 1.3), s.between(-0.08, 0.08)
	const slack = 1
	for y := range Side {
		for x := range Side {
			u, v := mx+(float64(x)+0.5-Side/2)*scale, my+(float64(y)+0.5-Side/2)*scale
			if !around && (u < b.x0-slack*scale || u > b.x1+slack*scale || v < b.y0-slack*scale || v > b.y1+slack*scale) {
				continue
			}
			p[y*Side+x] = float32(max(0, min(gain*c.mean(u, v, scale)+base, 1)))
		}
	}
	return p
}

// mean is the ink around a place: of one point where the patch is finer than the camera,
// else of several.
func (c *canvas) mean(u, v, scale float64) float64 {
	n := max(1, int(math.Ceil(scale)))
	sum := 0.0
	for j := range n {
		for i := range n {
			sum += c.at(u+((float64(i)+0.5)/float64(n)-0.5)*scale, v+((float64(j)+0.5)/float64(n)-0.5)*scale)
		}
	}
	return sum / float64(n*n)
}

// at is the ink between pixels.
func (c *canvas) at(u, v float64) float64 {
	u, v = u-0.5, v-0.5
	x, y := int(math.Floor(u)), int(math.Floor(v))
	fx, fy := u-float64(x), v-float64(y)
	get := func(x, y int) float64 {
		return c.ink[max(0, min(y, c.h-1))*c.w+max(0, min(x, c.w-1))]
	}
	return (get(x, y)*(1-fx)+get(x+1, y)*fx)*(1-fy) + (get(x, y+1)*(1-fx)+get(x+1, y+1)*fx)*fy
}

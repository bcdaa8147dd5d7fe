package eye

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"golang.org/x/image/vector"

	"nonogram/internal/testkit/pages"
)

// The drawing of paths and of text, through a camera: every point is bent with the page before it is
// drawn, so that edges stay sharp.

// pen draws paths, given in pixels of a flat page, on the picture that a camera takes of it.
type pen struct {
	*image.RGBA
	r    *rand.Rand
	warp func(x, y float64) (float64, float64)
	z    *vector.Rasterizer
	long float64 // edges longer than this are bent with the page

	aspect float64 // how much wider than high a cell is
}

func (p *pen) chance(share float64) bool         { return p.r.Float64() < share }
func (p *pen) between(low, high float64) float64 { return low + (high-low)*p.r.Float64() }

// of is one of some values.
func of[T any](p *pen, values ...T) T { return values[p.r.IntN(len(values))] }

// path paints a polygon; it may have holes in the order of its outlines.
func (p *pen) path(c color.RGBA, outlines ...[][2]float64) {
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	var bent [][][2]float64
	for _, outline := range outlines {
		var points [][2]float64
		for k, a := range outline {
			b := outline[(k+1)%len(outline)]
			parts := 1 + min(int(math.Hypot(a[0]-b[0], a[1]-b[1])/p.long), 60)
			for part := range parts {
				t := float64(part) / float64(parts)
				x, y := p.warp(a[0]+t*(b[0]-a[0]), a[1]+t*(b[1]-a[1]))
				points = append(points, [2]float64{x, y})
				low = [2]float64{min(low[0], x), min(low[1], y)}
				high = [2]float64{max(high[0], x), max(high[1], y)}
			}
		}
		bent = append(bent, points)
	}
	box := image.Rect(int(math.Floor(low[0])), int(math.Floor(low[1])), int(math.Ceil(high[0])), int(math.Ceil(high[1]))).Intersect(p.Rect)
	if box.Empty() {
		return
	}
	p.z.Reset(box.Dx(), box.Dy())
	for _, points := range bent {
		for k, at := range points {
			// The rasterizer wants what is inside of its box.
			x, y := at[0]-float64(box.Min.X), at[1]-float64(box.Min.Y)
			x, y = min(max(x, 0), float64(box.Dx())), min(max(y, 0), float64(box.Dy()))
			if k == 0 {
				p.z.MoveTo(float32(x), float32(y))
			} else {
				p.z.LineTo(float32(x), float32(y))
			}
		}
		p.z.ClosePath()
	}
	p.z.Draw(p.RGBA, box, image.NewUniform(c), image.Point{})
}

func (p *pen) fill(x0, y0, x1, y1 float64, c color.RGBA) {
	p.path(c, [][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}})
}

// round paints a rectangle with rounded corners.
func (p *pen) round(x0, y0, x1, y1, radius float64, c color.RGBA) {
	radius = min(radius, (x1-x0)/2, (y1-y0)/2)
	if radius < .8 {
		p.fill(x0, y0, x1, y1, c)
		return
	}
	var points [][2]float64
	for corner, center := range [4][2]float64{{x1 - radius, y0 + radius}, {x1 - radius, y1 - radius}, {x0 + radius, y1 - radius}, {x0 + radius, y0 + radius}} {
		for k := range 5 {
			sin, cos := math.Sincos((float64(corner) - 1 + float64(k)/4) * math.Pi / 2)
			points = append(points, [2]float64{center[0] + radius*cos, center[1] + radius*sin})
		}
	}
	p.path(c, points)
}

// stroke paints a straight line.
func (p *pen) stroke(x0, y0, x1, y1, width float64, c color.RGBA) {
	d := math.Hypot(x1-x0, y1-y0)
	if d == 0 {
		return
	}
	u, v := (y1-y0)/d*width/2, -(x1-x0)/d*width/2
	p.path(c, [][2]float64{{x0 + u, y0 + v}, {x1 + u, y1 + v}, {x1 - u, y1 - v}, {x0 - u, y0 - v}})
}

// hand is how text is written.
type hand struct {
	face  *pages.Face
	high  float64 // of a digit, in pixels
	gap   float64 // between letters, as a share of the height
	wide  float64 // letters are this much wider than drawn
	slant float64
	bold  float64 // pixels around the strokes
	turn  int     // quarters clockwise
}

// write writes text around a place and returns half of how long it is. Digits have the height
// of the hand.
func (p *pen) write(h *hand, text string, x, y float64, c color.RGBA) (half float64) {
	type box struct{ low, high float64 }
	boxes, total := make([]box, 0, len(text)), 0.0
	for _, letter := range text {
		b := box{math.Inf(1), math.Inf(-1)}
		p.z.Reset(1, 1)
		if letter != ' ' {
			h.face.Outline(letter, func(u, v float64) (float32, float32) {
				b.low, b.high = min(b.low, u), max(b.high, u)
				return 0, 0
			}, p.z)
		}
		if b.low > b.high {
			b = box{0, .3}
		}
		boxes = append(boxes, b)
		total += (b.high-b.low)*h.wide + h.gap
	}
	half = (total - h.gap) * h.high / 2
	reach := half + 1.5*h.high
	wx, wy := p.warp(x, y)
	edge := int(reach) + 4
	around := image.Rect(int(wx)-edge, int(wy)-edge, int(wx)+edge, int(wy)+edge).Intersect(p.Rect)
	if around.Empty() {
		return half
	}
	sin, cos := math.Sincos(float64(h.turn) * math.Pi / 2)
	passes := [][2]float64{{0, 0}}
	if h.bold > 0 {
		passes = [][2]float64{{-h.bold, 0}, {h.bold, 0}, {0, h.bold}, {0, -h.bold}}
	}
	for _, shift := range passes {
		at := -half / h.high
		p.z.Reset(around.Dx(), around.Dy())
		for k, letter := range text {
			b := boxes[k]
			if letter != ' ' {
				h.face.Outline(letter, func(u, v float64) (float32, float32) {
					u, v = at+(u-b.low)*h.wide-h.slant*(v+.5), v+.5
					u, v = u*h.high, v*h.high
					px, py := p.warp(x+u*cos-v*sin+shift[0], y+u*sin+v*cos+shift[1])
					px, py = px-float64(around.Min.X), py-float64(around.Min.Y)
					return float32(min(max(px, 0), float64(around.Dx()))), float32(min(max(py, 0), float64(around.Dy())))
				}, p.z)
			}
			at += (b.high-b.low)*h.wide + h.gap
		}
		p.z.Draw(p.RGBA, around, image.NewUniform(c), image.Point{})
	}
	return half
}

// camera sets the view: where the page's places come to lie in the picture.
func (p *pen) camera() {
	half := float64(p.Rect.Dx()) / 2
	p.warp, p.long, p.aspect = func(x, y float64) (float64, float64) { return x, y }, math.Inf(1), 1
	if p.chance(.08) { // cells are no squares, as in a terminal
		p.aspect = math.Exp(p.between(-.5, .5))
		w := math.Sqrt(p.aspect)
		p.warp = func(x, y float64) (float64, float64) { return half + (x-half)*w, half + (y-half)/w }
		return
	}
	if p.chance(.5) {
		return
	}
	roll := p.r.NormFloat64() * .035
	if p.chance(.12) {
		roll = p.between(-.26, .26)
	}
	sin, cos := math.Sincos(roll)
	tx, ty, lean := p.r.NormFloat64()*.07, p.r.NormFloat64()*.07, p.r.NormFloat64()*.04
	curl, from, wave := 0.0, p.between(-1, 1), p.between(.5, 2)
	if p.chance(.35) {
		curl = p.between(-.06, .06)
	}
	wide := math.Exp(p.r.NormFloat64() * .05)
	p.long = 12
	p.warp = func(x, y float64) (float64, float64) {
		u, v := (x-half)/half*wide, (y-half)/half
		v += curl * math.Sin(wave*u+from)
		u, v = u*cos-v*sin+lean*v, u*sin+v*cos
		w := 1 + tx*u + ty*v
		return half + half*u/w, half + half*v/w
	}
}

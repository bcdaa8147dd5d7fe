package pages

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
)

// The camera: the page is a mesh in space, bent, turned and projected; light, lens and
// sensor follow, pixel by pixel.

// mesh is how many squares a page has a side. Within a square the page is flat.
const mesh = 48

// focal is the distance of the lens as a multiple of the page's longer side: a
// telephone held over a page.
const focal = 1.5

// Photograph draws the page and photographs it.
func (p *Page) Photograph() (*image.RGBA, error) {
	flat, err := p.Flat()
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(p.Seed, 4))
	c := &p.Camera
	photo := c.project(flat, r)
	c.expose(photo, r)
	c.blur(photo)
	c.disturb(photo, r)
	if c.Quality == 0 {
		return photo, nil
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, photo, &jpeg.Options{Quality: c.Quality}); err != nil {
		return nil, err
	}
	img, err := jpeg.Decode(&b)
	if err != nil {
		return nil, err
	}
	draw.Draw(photo, photo.Rect, img, image.Point{}, draw.Src)
	return photo, nil
}

// bend is how high the page stands over the table at a place from -1 to 1 across it.
func (c *Camera) bend(u float64) float64 {
	return c.Curl*(1-u*u) - c.Gutter*math.Exp(-4*(u+1))
}

// node is where a corner of the mesh comes to lie.
func (c *Camera) node(u, v, aspect float64) (x, y float64) {
	sx, cx := math.Sincos(c.TiltX * math.Pi / 180)
	sy, cy := math.Sincos(c.TiltY * math.Pi / 180)
	sr, cr := math.Sincos(c.Roll * math.Pi / 180)
	px, py, pz := u/2, v*aspect/2, c.bend(u)
	px, py = px*cr-py*sr, px*sr+py*cr
	py, pz = py*cx-pz*sx, py*sx+pz*cx
	px, pz = px*cy+pz*sy, -px*sy+pz*cy
	far := focal * max(1, aspect)
	scale := far / (far - pz)
	return px * scale, py * scale
}

// project takes the flat page into the picture, onto a table.
func (c *Camera) project(flat *image.RGBA, r *rand.Rand) *image.RGBA {
	fw, fh := float64(flat.Rect.Dx()), float64(flat.Rect.Dy())
	var at [mesh + 1][mesh + 1][2]float64
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for j := range at {
		for i := range at[j] {
			x, y := c.node(2*float64(i)/mesh-1, 2*float64(j)/mesh-1, fh/fw)
			at[j][i] = [2]float64{x * fw / oversize, y * fw / oversize}
			for k, v := range at[j][i] {
				low[k], high[k] = min(low[k], v), max(high[k], v)
			}
		}
	}
	margin := c.Margin * fw / oversize
	photo := image.NewRGBA(image.Rect(0, 0, int(high[0]-low[0]+2*margin)+1, int(high[1]-low[1]+2*margin)+1))
	table(photo, flat.RGBAAt(1, 1), r)
	for j := range mesh {
		for i := range mesh {
			var q [4][4]float64 // place in the photo, place on the page
			for k, d := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
				n := at[j+d[1]][i+d[0]]
				q[k] = [4]float64{n[0] - low[0] + margin, n[1] - low[1] + margin, float64(i+d[0]) / mesh * fw, float64(j+d[1]) / mesh * fh}
			}
			triangle(photo, flat, q[0], q[1], q[2])
			triangle(photo, flat, q[0], q[2], q[3])
		}
	}
	return photo
}

// table is what lies under the page: its like, or wood.
func table(photo *image.RGBA, like color.RGBA, r *rand.Rand) {
	wood := r.IntN(3) == 0
	phase := between(r, 0, 10)
	for y := range photo.Rect.Dy() {
		for x := range photo.Rect.Dx() {
			c := like
			if wood {
				g := 110 + 18*math.Sin(phase+float64(y)/9+2*math.Sin(float64(x)/140))
				c = rgb(uint8(g), uint8(0.8*g), uint8(0.6*g))
			}
			photo.SetRGBA(x, y, c)
		}
	}
}

// triangle paints one of the page into the photo.
func triangle(photo, flat *image.RGBA, a, b, c [4]float64) {
	area := (b[0]-a[0])*(c[1]-a[1]) - (c[0]-a[0])*(b[1]-a[1])
	if area == 0 {
		return
	}
	x0, x1 := int(min(a[0], b[0], c[0])), int(max(a[0], b[0], c[0]))+1
	y0, y1 := int(min(a[1], b[1], c[1])), int(max(a[1], b[1], c[1]))+1
	for y := max(y0, 0); y <= min(y1, photo.Rect.Dy()-1); y++ {
		for x := max(x0, 0); x <= min(x1, photo.Rect.Dx()-1); x++ {
			px, py := float64(x)+0.5, float64(y)+0.5
			wb := ((px-a[0])*(c[1]-a[1]) - (c[0]-a[0])*(py-a[1])) / area
			wc := ((b[0]-a[0])*(py-a[1]) - (px-a[0])*(b[1]-a[1])) / area
			const slack = -1e-3
			if wb < slack || wc < slack || 1-wb-wc < slack {
				continue
			}
			u := a[2] + wb*(b[2]-a[2]) + wc*(c[2]-a[2])
			v := a[3] + wb*(b[3]-a[3]) + wc*(c[3]-a[3])
			photo.SetRGBA(x, y, sample(flat, u, v))
		}
	}
}

// sample is the mean of four points a third of a pixel apart, each between pixels.
func sample(m *image.RGBA, u, v float64) color.RGBA {
	var sum [3]float64
	for k := range 4 {
		du, dv := 0.36*(float64(k&1)*2-1), 0.36*(float64(k>>1)*2-1)
		x, y := max(u+du-0.5, 0), max(v+dv-0.5, 0)
		xi, yi := min(int(x), m.Rect.Dx()-2), min(int(y), m.Rect.Dy()-2)
		fx, fy := min(x-float64(xi), 1), min(y-float64(yi), 1)
		o := m.PixOffset(xi, yi)
		for ch := range sum {
			top := float64(m.Pix[o+ch])*(1-fx) + float64(m.Pix[o+4+ch])*fx
			bottom := float64(m.Pix[o+m.Stride+ch])*(1-fx) + float64(m.Pix[o+m.Stride+4+ch])*fx
			sum[ch] += top*(1-fy) + bottom*fy
		}
	}
	return rgb(uint8(sum[0]/4), uint8(sum[1]/4), uint8(sum[2]/4))
}

// expose is the light: it falls off to one side, a shadow lies across, contrast fades.
func (c *Camera) expose(m *image.RGBA, r *rand.Rand) {
	angle := between(r, 0, 2*math.Pi)
	lx, ly := math.Cos(angle), math.Sin(angle)
	edge, soft := between(r, -0.3, 0.3), between(r, 0.01, 0.1)
	sx, sy := math.Cos(angle+1.3), math.Sin(angle+1.3)
	warm := [3]float64{1, 1 - between(r, 0, 0.04), 1 - between(r, 0, 0.12)}
	if c.Light == 0 {
		warm = [3]float64{1, 1, 1}
	}
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			nx, ny := float64(x)/w-0.5, float64(y)/h-0.5
			light := 1 - c.Light*(0.5+(nx*lx+ny*ly)/math.Sqrt2)
			light *= 1 - c.Shadow/(1+math.Exp((nx*sx+ny*sy-edge)/soft))
			o := m.PixOffset(x, y)
			for ch, tone := range warm {
				v := 255*c.Fade*0.35 + (1-c.Fade*0.5)*float64(m.Pix[o+ch])
				m.Pix[o+ch] = uint8(clamp(v*light*tone, 255))
			}
		}
	}
}

func clamp(v, high float64) float64 { return max(0, min(v, high)) }

// blur is the lens: three taps twice a direction are near enough to a Gauss curve.
func (c *Camera) blur(m *image.RGBA) {
	if c.Blur == 0 {
		return
	}
	radius := int(math.Ceil(2.5 * c.Blur))
	kernel, sum := make([]float64, 2*radius+1), 0.0
	for i := range kernel {
		d := float64(i - radius)
		kernel[i] = math.Exp(-d * d / (2 * c.Blur * c.Blur))
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	convolve(m.Pix, w, h, 4, m.Stride, kernel)
	convolve(m.Pix, h, w, m.Stride, 4, kernel)
}

// convolve runs a kernel along lines of n pixels that lie step bytes apart.
func convolve(pix []uint8, n, lines, step, next int, kernel []float64) {
	radius := len(kernel) / 2
	row := make([]float64, n)
	for l := range lines {
		for ch := range 3 {
			base := l*next + ch
			for i := range row {
				row[i] = float64(pix[base+i*step])
			}
			for i := range row {
				sum := 0.0
				for k, f := range kernel {
					sum += f * row[max(0, min(i+k-radius, n-1))]
				}
				pix[base+i*step] = uint8(sum + 0.5)
			}
		}
	}
}

// disturb is the sensor: waves where it photographs a screen, and noise.
func (c *Camera) disturb(m *image.RGBA, r *rand.Rand) {
	if c.Noise == 0 && c.Moire == 0 {
		return
	}
	kx, ky := between(r, 0.2, 1.2), between(r, -1.2, 1.2)
	tx, ty := between(r, 0.01, 0.03), between(r, 0.01, 0.03)
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			o := m.PixOffset(x, y)
			fx, fy := float64(x), float64(y)
			wave := c.Moire * math.Sin(kx*fx+ky*fy+6*math.Sin(tx*fx)+6*math.Sin(ty*fy))
			n := c.Noise * r.NormFloat64()
			for ch := range 3 {
				m.Pix[o+ch] = uint8(clamp(float64(m.Pix[o+ch])+wave+n+c.Noise/2*r.NormFloat64(), 255))
			}
		}
	}
}

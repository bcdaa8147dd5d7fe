package scan

import (
	"context"
	"errors"
	"fmt"
	"image"
	"iter"
	"math"
	"slices"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"nonogram/scan/internal/see"
)

// Other views of a picture, and further puzzles in it.

// view is a changed copy of the picture.
type view struct {
	name   string
	img    image.Image
	back   func(see.Point) see.Point // to the original picture; nil for the original
	turned bool
	doubt  float64 // how probably the picture does not lie so
}

const (
	smallPicture = 900 // pixels of the longer side up to which a picture is enlarged
	largeCell    = 20  // pixels from which a cell's digits need not be enlarged: they have 12
	maxOthers    = 11  // further puzzles of a picture
	maxTurned    = 2   // boards that are examined in a turned picture: upright, others were
	maxSlant     = .13 // radians that lines may be turned in the search for them
)

// views yields the original picture, then it enlarged, straightened and turned, as far as the
// attempts so far need it.
func views(img image.Image, a *attempts) iter.Seq[view] {
	return func(yield func(view) bool) {
		if !yield(view{img: img}) {
			return
		}
		b := img.Bounds()
		if long := max(b.Dx(), b.Dy()); long <= smallPicture && long > 0 && !a.large() {
			if !yield(enlarged(img, max(2, smallPicture/long))) {
				return
			}
		}
		if a.good == nil {
			if angle, some := slant(img); some && !yield(rotated(img, angle)) {
				return
			}
		}
		for _, quarters := range a.seen.quarters() {
			v := turned(img, quarters)
			if quarters != 2 {
				v.doubt = a.seen.turned[0]
			}
			if a.upright() || !yield(v) {
				return
			}
		}
	}
}

// large reports a board whose digits are large enough.
func (a *attempts) large() bool {
	var seen []*see.Sight
	for _, r := range [2]*Reading{a.good, a.best} {
		if r != nil {
			seen = append(seen, r.sight)
		}
	}
	if a.failure != nil {
		seen = append(seen, a.failure.sight)
	}
	return slices.ContainsFunc(seen, func(s *see.Sight) bool {
		if s == nil || s.Cells == nil {
			return false
		}
		cell := s.Cells(0, 0)
		return math.Hypot(cell[1].X-cell[0].X, cell[1].Y-cell[0].Y) >= largeCell
	})
}

// onWhite is the picture on white paper, if parts of it are transparent.
func onWhite(img image.Image) image.Image {
	if opaque, ok := img.(interface{ Opaque() bool }); !ok || opaque.Opaque() {
		return img
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Over)
	return out
}

// enlarged is the picture at a multiple of its size.
func enlarged(img image.Image, times int) view {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx()*times, b.Dy()*times))
	draw.CatmullRom.Scale(out, out.Rect, img, b, draw.Src, nil)
	f := float64(times)
	return view{name: "enlarged", img: out, back: func(p see.Point) see.Point { return see.Point{X: (p.X+.5)/f - .5, Y: (p.Y+.5)/f - .5} }}
}

// slant is the angle by which most edges of a picture are turned clockwise from across and down,
// and whether that is too much for the search for lines.
func slant(img image.Image) (angle float64, some bool) {
	const side, bins, around, distinct = 1000, 180, 3, 3.0 // pixels; of half a degree; bins of a peak; of the mean
	b := img.Bounds()
	f := min(1, float64(side)/float64(max(b.Dx(), b.Dy())))
	small := image.NewGray(image.Rect(0, 0, int(f*float64(b.Dx())), int(f*float64(b.Dy()))))
	draw.ApproxBiLinear.Scale(small, small.Rect, img, b, draw.Src, nil)
	var weights [bins]float64
	for y := 1; y < small.Rect.Dy()-1; y++ {
		for x := 1; x < small.Rect.Dx()-1; x++ {
			at := func(dx, dy int) float64 { return float64(small.Pix[(y+dy)*small.Stride+x+dx]) }
			a, b := at(1, 1)-at(-1, -1), at(-1, 1)-at(1, -1)
			across, down := a-b+2*(at(1, 0)-at(-1, 0)), a+b+2*(at(0, 1)-at(0, -1))
			k := int(math.Round(math.Atan2(down, across)/math.Pi*2*bins)) % bins
			weights[(k+bins)%bins] += across*across + down*down
		}
	}
	best, most, all := 0, 0.0, 0.0
	for k := range weights {
		sum := 0.0
		for d := -around; d <= around; d++ {
			sum += weights[(k+d+bins)%bins]
		}
		if all += weights[k]; sum > most {
			best, most = k, sum
		}
	}
	if 2*best > bins {
		best -= bins
	}
	angle = float64(best) * math.Pi / 2 / bins
	return angle, math.Abs(angle) > maxSlant && most > distinct*all*(2*around+1)/bins
}

// rotated is the picture turned counterclockwise by an angle.
func rotated(img image.Image, angle float64) view {
	b := img.Bounds()
	sin, cos := math.Sincos(angle)
	w, h := float64(b.Dx()), float64(b.Dy())
	width, height := w*cos+h*math.Abs(sin), h*cos+w*math.Abs(sin)
	x, y := float64(b.Min.X)+w/2, float64(b.Min.Y)+h/2
	out := image.NewRGBA(image.Rect(0, 0, int(width), int(height)))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.BiLinear.Transform(out, f64.Aff3{cos, sin, width/2 - cos*x - sin*y, -sin, cos, height/2 + sin*x - cos*y}, img, b, draw.Src, nil)
	return view{name: fmt.Sprintf("turned by %.0f°", -angle*180/math.Pi), img: out, back: func(p see.Point) see.Point {
		across, down := p.X-width/2, p.Y-height/2
		return see.Point{X: cos*across - sin*down + x, Y: sin*across + cos*down + y}
	}}
}

// turned is the picture turned clockwise by quarters.
func turned(img image.Image, quarters int) view {
	v := view{name: fmt.Sprintf("turned by %d°", 90*quarters), img: img, turned: true, back: func(p see.Point) see.Point { return p }}
	for range quarters {
		b, before := v.img.Bounds(), v.back
		from, ok := v.img.(*image.RGBA)
		if !ok {
			from = image.NewRGBA(b)
			draw.Draw(from, b, v.img, b.Min, draw.Src)
		}
		out := image.NewRGBA(image.Rect(0, 0, b.Dy(), b.Dx()))
		for y := range b.Dx() {
			row := out.Pix[y*out.Stride:]
			for x := range b.Dy() {
				copy(row[4*x:4*x+4], from.Pix[from.PixOffset(b.Min.X+y, b.Max.Y-1-x):])
			}
		}
		v.img = out
		v.back = func(p see.Point) see.Point { return before(see.Point{X: p.Y, Y: float64(b.Dy()-1) - p.X}) }
	}
	return v
}

// given maps an outline of the view to the original picture.
func (v *view) given(q Quad) Quad {
	if v.back != nil {
		for k := range q {
			q[k] = Point(v.back(see.Point(q[k])))
		}
	}
	return q
}

// others reads further puzzles: it paints over each puzzle that was read and examines the rest
// of the picture, until no board is left.
func others(ctx context.Context, first *Reading, o Options) (list []*Reading, err error) {
	v, last := first.view, first
	for len(list) < maxOthers {
		v.img = see.Without(v.img, last.sight)
		if !see.HasBoard(v.img) {
			break
		}
		r, err := readView(ctx, v, Options{Readings: o.Readings}, new(int), anySize)
		if failed := (*sightError)(nil); errors.As(err, &failed) {
			break
		}
		if err != nil {
			return nil, err
		}
		if !r.trusted() {
			break
		}
		last = r
		list = append(list, r)
	}
	return list, nil
}

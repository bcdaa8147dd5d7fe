package generate_test

// Pictures like those that people would make puzzles of, drawn by chance: light that
// falls off, shapes in front of each other, clouds, letters, landscapes, each with the
// grain of a camera.

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"nonogram/generate"
)

// photoSide is the side of a photo in pixels.
const photoSide = 200

// photo is an image and how it is turned into a picture.
type photo struct {
	name  string
	image image.Image
	o     generate.ImageOptions
}

// photos makes n photos, kinds and modes in turn.
func photos(n int) []photo {
	kinds := []struct {
		name string
		draw func(*rand.Rand, *image.RGBA)
	}{
		{"light", drawLight}, {"shapes", drawShapes}, {"clouds", drawClouds}, {"letters", drawLetters}, {"landscape", drawLandscape},
	}
	modes := []generate.ImageOptions{
		{Mode: generate.Threshold}, {Mode: generate.Threshold, Local: 0.7}, {Mode: generate.Edges}, {Mode: generate.Dither}, {Mode: generate.Colored, Colors: 4},
	}
	var list []photo
	for i := range n {
		kind := kinds[i%len(kinds)]
		o := modes[i/len(kinds)%len(modes)]
		o.Width, o.Height = 25, 25
		if kind.name == "clouds" && o.Mode == generate.Edges {
			o.Bias = 0.9 // clouds have soft edges
		}
		rng := rand.New(rand.NewPCG(uint64(i), 99))
		img := image.NewRGBA(image.Rect(0, 0, photoSide, photoSide))
		kind.draw(rng, img)
		grain(rng, img)
		list = append(list, photo{kind.name + " " + string(o.Mode), img, o})
	}
	return list
}

// shade fills the image with a color for every place, from 0 to 1 in both directions.
func shade(img *image.RGBA, at func(x, y float64) [3]float64) {
	for y := range photoSide {
		for x := range photoSide {
			c := at(float64(x)/photoSide, float64(y)/photoSide)
			img.SetRGBA(x, y, color.RGBA{level(c[0]), level(c[1]), level(c[2]), 255})
		}
	}
}

func level(v float64) uint8 { return uint8(255 * min(max(v, 0), 1)) }

func grain(rng *rand.Rand, img *image.RGBA) {
	for i := range img.Pix {
		if i%4 != 3 {
			img.Pix[i] = uint8(min(max(int(img.Pix[i])+rng.IntN(31)-15, 0), 255))
		}
	}
}

func gray(v float64) [3]float64 { return [3]float64{v, v, v} }

// drawLight is a spot of light on a wall, and a shadow across it.
func drawLight(rng *rand.Rand, img *image.RGBA) {
	cx, cy, turn := rng.Float64(), rng.Float64(), rng.Float64()*math.Pi
	shadow := rng.Float64()
	shade(img, func(x, y float64) [3]float64 {
		v := 1 - math.Hypot(x-cx, y-cy)
		if math.Abs((x-0.5)*math.Cos(turn)+(y-0.5)*math.Sin(turn)-shadow+0.5) < 0.12 {
			v -= 0.4
		}
		return gray(v)
	})
}

// drawShapes is discs, bars and triangles in front of each other.
func drawShapes(rng *rand.Rand, img *image.RGBA) {
	type shape struct {
		kind       int
		x, y, r, t float64
		c          [3]float64
	}
	var shapes []shape
	for range 5 + rng.IntN(6) {
		shapes = append(shapes, shape{
			rng.IntN(3), rng.Float64(), rng.Float64(), 0.1 + 0.2*rng.Float64(), rng.Float64() * math.Pi,
			[3]float64{rng.Float64(), rng.Float64(), rng.Float64()},
		})
	}
	shade(img, func(x, y float64) [3]float64 {
		c := gray(0.85 + 0.1*y)
		for _, s := range shapes {
			u := (x-s.x)*math.Cos(s.t) + (y-s.y)*math.Sin(s.t)
			v := (y-s.y)*math.Cos(s.t) - (x-s.x)*math.Sin(s.t)
			inside := []bool{math.Hypot(u, v) < s.r, math.Abs(u) < s.r && math.Abs(v) < s.r/3, v < s.r/2 && v > 2*math.Abs(u)-s.r}
			if inside[s.kind] {
				c = s.c
			}
		}
		return c
	})
}

// noise is smooth noise in some octaves.
func noise(rng *rand.Rand, octaves int) func(x, y float64) float64 {
	const n = 64
	grids := make([][]float64, octaves)
	for k := range grids {
		grids[k] = make([]float64, (n+1)*(n+1))
		for i := range grids[k] {
			grids[k][i] = rng.Float64()
		}
	}
	return func(x, y float64) float64 {
		sum, weight, total := 0.0, 1.0, 0.0
		for k := range grids {
			scale := float64(int(3) << k)
			u, v := x*scale, y*scale
			i, j := int(u)%n, int(v)%n
			fu, fv := u-math.Floor(u), v-math.Floor(v)
			fu, fv = fu*fu*(3-2*fu), fv*fv*(3-2*fv)
			at := func(j, i int) float64 { return grids[k][j*(n+1)+i] }
			sum += weight * ((at(j, i)*(1-fu)+at(j, i+1)*fu)*(1-fv) + (at(j+1, i)*(1-fu)+at(j+1, i+1)*fu)*fv)
			total += weight
			weight /= 2
		}
		return sum / total
	}
}

func drawClouds(rng *rand.Rand, img *image.RGBA) {
	n := noise(rng, 3+rng.IntN(3))
	shade(img, func(x, y float64) [3]float64 {
		v := n(x, y)
		return [3]float64{v, v, 0.3 + 0.7*v}
	})
}

func drawLetters(rng *rand.Rand, img *image.RGBA) {
	light := 0.6 + 0.4*rng.Float64()
	shade(img, func(x, _ float64) [3]float64 { return gray(light - 0.3*x) })
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 70 + 60*rng.Float64(), DPI: 72})
	if err != nil {
		panic(err)
	}
	d := font.Drawer{Dst: img, Face: face, Src: image.NewUniform(color.RGBA{level(0.3 * rng.Float64()), 20, 40, 255})}
	for row := range 2 {
		d.Dot = fixed.P(5+rng.IntN(20), 90+95*row)
		word := make([]byte, 3)
		for i := range word {
			word[i] = byte('A' + rng.IntN(26))
		}
		d.DrawString(string(word))
	}
}

// drawLandscape is a sky with a sun, and hills.
func drawLandscape(rng *rand.Rand, img *image.RGBA) {
	sx, sy := rng.Float64(), 0.1+0.3*rng.Float64()
	type hill struct{ height, wave, phase, green float64 }
	var hills []hill
	for i := range 3 {
		hills = append(hills, hill{0.5 + 0.15*float64(i), 4 + 8*rng.Float64(), 7 * rng.Float64(), 0.6 - 0.2*float64(i)})
	}
	n := noise(rng, 4)
	shade(img, func(x, y float64) [3]float64 {
		c := [3]float64{0.5 + 0.4*y, 0.7 + 0.2*y, 0.95}
		if n(x, y*2) > 0.62 {
			c = gray(0.97)
		}
		if math.Hypot(x-sx, y-sy) < 0.1 {
			c = [3]float64{1, 0.85, 0.2}
		}
		for _, h := range hills {
			if y > h.height+0.06*math.Sin(x*h.wave+h.phase) {
				c = [3]float64{h.green / 3, h.green + 0.1*n(x, y), h.green / 4}
			}
		}
		return c
	})
}

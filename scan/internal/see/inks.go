package see

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// Inks: which color a number has, by its digits or by the ground they stand on.
//
// What a digit takes from the light of the paper, added up over all of it, has the color of
// its ink, however thin and blurred its strokes are. What is colorful is told apart by hue:
// hues with a wide gap between them are two inks. A number that has the hue of an ink, but is
// less colorful than it is elsewhere, may be gray as well: both are offered. Cost: a look at
// each pixel of the clues.

const (
	colorful  = 0.2  // difference of the channels, from which ink is no gray
	strongest = 0.25 // the same of the most colorful numbers of an ink
	hueGap    = 30   // degrees between two inks, at least
	maxInks   = 12
)

// ink is a color seen, its channels from 0 to 1.
type ink [3]float64

func (c ink) chroma() float64 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

// hue is an angle in degrees.
func (c ink) hue() float64 {
	h := math.Atan2(math.Sqrt(3)*(c[1]-c[2]), 2*c[0]-c[1]-c[2]) * 180 / math.Pi
	return math.Mod(h+360, 360)
}

// inkOf is the color of what is printed in one place.
func (c *canvas) inkOf(img image.Image, blobs []blob) ink {
	halo, near := c.scale/10, c.scale/20 // files blur colors: the paper is a little away
	var all, off ink
	var alls, offs float64
	for _, b := range blobs {
		for y := max(b.y0-halo, 0); y < min(b.y1+halo, c.h); y++ {
			for x := max(b.x0-halo, 0); x < min(b.x1+halo, c.w); x++ {
				k := y*c.w + x
				if c.rule[k] || c.labels[k] != b.label && c.ink[k] >= c.least {
					continue
				}
				p := c.mesh.at((float64(x)+.5)/float64(c.scale), (float64(y)+.5)/float64(c.scale))
				r, g, bl, _ := img.At(img.Bounds().Min.X+int(p.X+.5), img.Bounds().Min.Y+int(p.Y+.5)).RGBA()
				paper := c.ink[k] < 50 && (x < b.x0-near || y < b.y0-near || x >= b.x1+near || y >= b.y1+near)
				for ch, v := range [3]uint32{r, g, bl} {
					all[ch] += float64(v) / 0xffff
					if paper {
						off[ch] += float64(v) / 0xffff
					}
				}
				if alls++; paper {
					offs++
				}
			}
		}
	}
	if alls == 0 || offs == 0 {
		return ink{}
	}
	var taken ink // of the light of the paper
	for ch := range taken {
		off[ch] /= offs
		taken[ch] = off[ch] - all[ch]/alls
	}
	switch light := taken[0]+taken[1]+taken[2] < 0; {
	case light && c.chips: // the ground takes what the digit does not
		return ink{-taken[0], -taken[1], -taken[2]}.left()
	case light:
		return ink{-taken[0], -taken[1], -taken[2]}.brightest()
	}
	for ch := range taken {
		taken[ch] /= max(off[ch], .01)
	}
	return taken.left()
}

// byInk parts blobs beside each other where the ink changes: there a number ends.
func (c *canvas) byInk(img image.Image, blobs []blob, size int) (parts [][]blob) {
	const other = .25 // of the chroma
	var last ink
	known, from := false, 0
	for k, b := range blobs {
		if 10*b.height() < 7*size {
			continue
		}
		now := c.inkOf(img, blobs[k:k+1])
		if known && last.away(now) > other {
			parts, from = append(parts, blobs[from:k]), k
		}
		last, known = now, true
	}
	return append(parts, blobs[from:])
}

// away is how far colors are from each other, whatever their brightness.
func (c ink) away(d ink) float64 {
	a, b := c.hue()*math.Pi/180, d.hue()*math.Pi/180
	return math.Hypot(c.chroma()*math.Cos(a)-d.chroma()*math.Cos(b), c.chroma()*math.Sin(a)-d.chroma()*math.Sin(b))
}

// brightest has the same hue, and as much light as there can be.
func (c ink) brightest() ink {
	top := max(c[0], c[1], c[2], 1e-9)
	return ink{max(c[0]/top, 0), max(c[1]/top, 0), max(c[2]/top, 0)}
}

// left is what is left of white light when so much is taken, at most all.
func (c ink) left() ink {
	c = c.brightest()
	return ink{1 - c[0], 1 - c[1], 1 - c[2]}
}

// paint gives every number its color, and the sight its palette.
func (s *Sight) paint() {
	var all, seen []*Number
	for _, lines := range [2][][]Number{s.Rows, s.Columns} {
		for _, line := range lines {
			for k := range line {
				all = append(all, &line[k])
				if line[k].ink.chroma() >= colorful && len(line[k].Choices[0].Values) > 0 {
					seen = append(seen, &line[k])
				}
			}
		}
	}
	if len(seen) == 0 {
		return
	}
	slices.SortStableFunc(seen, func(a, b *Number) int { return cmp.Compare(a.ink.hue(), b.ink.hue()) })
	// The circle of hues is cut at its widest gap.
	gap := func(k int) float64 {
		before := seen[(k+len(seen)-1)%len(seen)].ink.hue()
		return math.Mod(seen[k].ink.hue()-before+360, 360)
	}
	first := 0
	for k := range seen {
		if gap(k) > gap(first) {
			first = k
		}
	}
	var hues [][]*Number
	for k := range seen {
		at := (first + k) % len(seen)
		if k == 0 || gap(at) >= hueGap {
			hues = append(hues, nil)
		}
		hues[len(hues)-1] = append(hues[len(hues)-1], seen[at])
	}
	for _, numbers := range hues {
		if c := newHue(numbers); c.full >= strongest && len(s.Palette) < maxInks+2 && in(s.Rows, numbers) && in(s.Columns, numbers) {
			s.Palette = append(s.Palette, c.mean)
			for _, n := range all {
				c.color(n, len(s.Palette)-1)
			}
		}
	}
}

// in reports lines that have one of the numbers: an ink is in rows and in columns.
func in(lines [][]Number, numbers []*Number) bool {
	for _, line := range lines {
		for k := range line {
			if slices.Contains(numbers, &line[k]) {
				return true
			}
		}
	}
	return false
}

// hue is an ink.
type hue struct {
	mean  color.RGBA
	angle float64
	full  float64 // chroma of its most colorful numbers
}

func newHue(numbers []*Number) hue {
	var sum ink
	var chromas []float64
	for _, n := range numbers {
		for ch := range sum {
			sum[ch] += n.ink[ch] / float64(len(numbers))
		}
		chromas = append(chromas, n.ink.chroma())
	}
	return hue{
		color.RGBA{uint8(255 * sum[0]), uint8(255 * sum[1]), uint8(255 * sum[2]), 255},
		sum.hue(), ranked(chromas, .75),
	}
}

// color gives a number the color at a place of the palette, if it has the hue, and black as
// the other one where that is likely too.
func (h *hue) color(n *Number, at int) {
	const unlikely, soft = 1e-3, .06
	if away := math.Mod(n.ink.hue()-h.angle+540, 360) - 180; math.Abs(away) > hueGap {
		return
	}
	is := 1 / (1 + math.Exp((.5-n.ink.chroma()/h.full)/soft))
	var list []Choice
	for _, c := range n.Choices {
		if len(c.Values) == 0 {
			list = append(list, c)
			continue
		}
		for k, share := range [2]float64{is, 1 - is} {
			if share > unlikely {
				list = append(list, Choice{c.Values, [2]int{at, c.Color}[k], c.LogP + math.Log(share)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Choice) int { return cmp.Compare(b.LogP, a.LogP) })
	n.Choices = list[:min(len(list), maxChoices)]
}

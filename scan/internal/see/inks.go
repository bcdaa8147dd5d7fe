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
// Light has a color of its own, so ink is compared with the paper beside it, channel by
// channel. What is colorful enough is told apart by hue: hues with a wide gap between them
// are two inks. Cost: a look at each pixel of the clues.

const (
	colorful = 0.16 // difference of the channels, from which ink is no gray
	hueGap   = 30   // degrees between two inks, at least
	maxInks  = 12
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
	var on, off ink
	var ons, offs float64
	for _, b := range blobs {
		for y := max(b.y0-2, 0); y < min(b.y1+2, c.h); y++ {
			for x := max(b.x0-2, 0); x < min(b.x1+2, c.w); x++ {
				k := y*c.w + x
				sum, n := &on, &ons
				switch {
				case c.labels[k] == b.label && c.ink[k] > 170:
				case c.ink[k] < 50 && !c.rule[k]:
					sum, n = &off, &offs
				default:
					continue
				}
				p := c.mesh.at((float64(x)+.5)/float64(c.scale), (float64(y)+.5)/float64(c.scale))
				r, g, bl, _ := img.At(img.Bounds().Min.X+int(p.X+.5), img.Bounds().Min.Y+int(p.Y+.5)).RGBA()
				for ch, v := range [3]uint32{r, g, bl} {
					sum[ch] += float64(v) / 0xffff
				}
				*n++
			}
		}
	}
	if ons == 0 || offs == 0 {
		return ink{}
	}
	for ch := range on {
		on[ch], off[ch] = on[ch]/ons, off[ch]/offs
	}
	dark, light := on, off
	if on[0]+on[1]+on[2] > off[0]+off[1]+off[2] {
		// Light ink on a dark page has its color itself; on colored ground it is paper.
		top := max(on[0], on[1], on[2])
		if own := (ink{on[0] / top, on[1] / top, on[2] / top}); own.chroma() > 1.5*colorful {
			return own
		}
		dark, light = off, on
	}
	for ch := range dark {
		dark[ch] = min(dark[ch]/max(light[ch], .01), 1)
	}
	return dark
}

// paint gives every number its color, and the sight its palette.
func (s *Sight) paint() {
	var seen []*Number
	for _, lines := range [2][][]Number{s.Rows, s.Columns} {
		for _, line := range lines {
			for k := range line {
				if line[k].ink.chroma() >= colorful {
					seen = append(seen, &line[k])
				}
			}
		}
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
	for k := range seen {
		at := (first + k) % len(seen)
		if (k == 0 || gap(at) >= hueGap) && len(s.Palette) < maxInks+2 {
			s.Palette = append(s.Palette, color.RGBA{A: 255})
		}
		n := seen[at]
		for q := range n.Choices {
			n.Choices[q].Color = len(s.Palette) - 1
		}
	}
	for at := 2; at < len(s.Palette); at++ {
		var mean ink
		count := 0.0
		for _, n := range seen {
			if n.Choices[0].Color == at {
				for ch := range mean {
					mean[ch] += n.ink[ch]
				}
				count++
			}
		}
		s.Palette[at] = color.RGBA{uint8(255 * mean[0] / count), uint8(255 * mean[1] / count), uint8(255 * mean[2] / count), 255}
	}
}

package glyph_test

import (
	"image"
	"math"
	"testing"

	"golang.org/x/image/vector"

	"nonogram/internal/testkit/pages"
	"nonogram/scan/internal/glyph"
)

// The network reads digits of a typeface, slanted and stretched, and rejects other shapes. The
// test of tools/glyphs reads them as cameras see them.
func TestReadsDigits(t *testing.T) {
	const enough = 0.97
	right, all := 0, 0
	check := func(p *glyph.Patch, class int) {
		scores := glyph.Read(p)
		sum, best := 0.0, 0
		for class, v := range scores {
			sum += math.Exp(float64(v))
			if v > scores[best] {
				best = class
			}
		}
		if math.Abs(sum-1) > 1e-3 {
			t.Fatalf("probabilities add up to %v", sum)
		}
		if all++; best == class {
			right++
		}
	}
	for digit := range 10 {
		for _, slant := range []float64{-.05, 0, .1, .2} {
			for _, wide := range []float64{.85, 1, 1.1} {
				check(drawn(digit, slant, wide), digit)
			}
		}
	}
	check(&glyph.Patch{}, glyph.NoDigit)
	if share := float64(right) / float64(all); share < enough {
		t.Errorf("%.1f %% read, expected %.1f", 100*share, 100*enough)
	}
}

// drawn is a digit of the plain typeface.
func drawn(digit int, slant, wide float64) *glyph.Patch {
	const high = 20
	face := pages.Plain()
	low, most := float32(math.Inf(1)), float32(math.Inf(-1))
	var z *vector.Rasterizer
	for _, aside := range [2]float32{0, glyph.Side / 2} {
		shift := aside - (low+most)/2
		z = vector.NewRasterizer(glyph.Side, glyph.Side)
		face.Outline(rune('0'+digit), func(x, y float64) (float32, float32) {
			at := float32(wide * (x - slant*y) * high)
			if aside == 0 { // the first time it is measured
				low, most = min(low, at), max(most, at)
				return at, float32(y)
			}
			return at + shift, float32(22 + y*high)
		}, z)
	}
	m := image.NewAlpha(image.Rect(0, 0, glyph.Side, glyph.Side))
	z.Draw(m, m.Rect, image.Opaque, image.Point{})
	var p glyph.Patch
	for k, v := range m.Pix {
		p[k] = float32(v) / 255
	}
	return &p
}

func BenchmarkRead(b *testing.B) {
	p := drawn(8, 0, 1)
	for b.Loop() {
		glyph.Read(p)
	}
}

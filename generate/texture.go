package generate

import (
	"math/rand/v2"
	"slices"

	"nonogram"
)

// Random pictures: noise, blurred or not, cut at the quantile of the wanted density. Blurred
// noise gives shapes with longer blocks, which make better puzzles. In color a second,
// smoother noise selects the inks.

// Texture is the kind of a random picture.
type Texture string

// The textures; the default is Blobs.
const (
	Blobs Texture = "blobs" // organic shapes
	Noise Texture = "noise" // independent cells
)

// inkBlur is the smoothness of the noise for inks.
const inkBlur = 4

// draw makes a random picture of a density and smoothness, 0 for noise.
func (r *Recipe) draw(rng *rand.Rand, density, smoothness float64) *nonogram.Grid {
	g := nonogram.NewGrid(r.Width, r.Height)
	heights := r.noise(rng, smoothness)
	level := quantile(heights, density)
	var inks []float64
	if r.Colors > 1 {
		inks = r.noise(rng, inkBlur)
	}
	var bounds []float64
	for i := 1; i < r.Colors; i++ {
		bounds = append(bounds, quantile(inks, float64(i)/float64(r.Colors)))
	}
	for i, h := range heights {
		g.Cells[i] = nonogram.Empty
		if h < level {
			g.Cells[i] = nonogram.Black
			for k, b := range bounds {
				if inks[i] >= b {
					g.Cells[i] = nonogram.Color(k + 2)
				}
			}
		}
	}
	return g
}

// noise returns symmetric noise, blurred smoothness times, the last time in part.
func (r *Recipe) noise(rng *rand.Rand, smoothness float64) []float64 {
	v := make([]float64, r.Width*r.Height)
	for i := range v {
		v[i] = rng.Float64()
	}
	for ; smoothness > 0; smoothness-- {
		part := min(smoothness, 1)
		for i, soft := range blur(v, r.Width, r.Height) {
			v[i] += float64((soft - v[i]) * part)
		}
	}
	var images []int
	for i := range v {
		images = r.Symmetry.orbit(images, r.Width, r.Height, i)
		v[i] = v[slices.Min(images)]
	}
	return v
}

// quantile is the value below which the given share of the values lies.
func quantile(values []float64, share float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	i := int(share * float64(len(sorted)))
	if i >= len(sorted) {
		return sorted[len(sorted)-1] + 1
	}
	return sorted[i]
}

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

// The textures. The default is Things, or Blobs where a recipe leaves them no freedom: below 8
// cells, for experts, with a density, a technique or another symmetry than [Mirror]. Blobs for
// experts are equal on the left and right.
const (
	Things Texture = "things" // creatures, masks, flowers, vases, houses, fish, letters, …
	Blobs  Texture = "blobs"  // organic shapes
	Noise  Texture = "noise"  // independent cells
)

// inkBlur is the smoothness of the noise for inks.
const inkBlur = 4

// draw makes a random picture of a density and smoothness, 0 for noise.
func (r *Recipe) draw(rng *rand.Rand, symmetry Symmetry, density, smoothness float64) *nonogram.Grid {
	g := nonogram.NewGrid(r.Width, r.Height)
	heights := r.noise(rng, symmetry, smoothness)
	level := quantile(heights, density)
	for i, h := range heights {
		g.Cells[i] = nonogram.Empty
		if h < level {
			g.Cells[i] = nonogram.Black
		}
	}
	r.paint(g, rng, symmetry)
	return g
}

// paint gives the filled cells the inks of the recipe.
func (r *Recipe) paint(g *nonogram.Grid, rng *rand.Rand, symmetry Symmetry) {
	if r.Colors == 1 {
		return
	}
	inks := r.noise(rng, symmetry, inkBlur)
	for k := 1; k < r.Colors; k++ {
		bound := quantile(inks, float64(k)/float64(r.Colors))
		for i, color := range g.Cells {
			if color != nonogram.Empty && inks[i] >= bound {
				g.Cells[i] = nonogram.Color(k + 1)
			}
		}
	}
}

// noise returns symmetric noise, blurred smoothness times, the last time in part.
func (r *Recipe) noise(rng *rand.Rand, symmetry Symmetry, smoothness float64) []float64 {
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
		images = symmetry.orbit(images, r.Width, r.Height, i)
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

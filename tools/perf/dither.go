package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"nonogram"
)

// Dithered photographs: a scene of soft shapes in gray, and dots as dense as it is dark. Ordered
// dithering compares each cell with a threshold that repeats, error diffusion passes the
// difference on to the neighbors (Floyd and Steinberg, 1976), and blue noise is a random
// threshold whose neighbors differ.

// scene is the darkness, 0 to 1, of each cell of a made photograph: a sky that grows darker, soft
// blobs in front of it, and grain.
func scene(rng *rand.Rand, side int) []float64 {
	type blob struct{ x, y, rx, ry, dark float64 }
	blobs := make([]blob, 4+rng.IntN(5))
	for i := range blobs {
		size := 0.08 + 0.25*rng.Float64()
		blobs[i] = blob{rng.Float64(), rng.Float64(), size, size * (0.5 + rng.Float64()), rng.Float64() - 0.35}
	}
	top, bottom := 0.1+0.3*rng.Float64(), 0.3+0.5*rng.Float64()
	dark := make([]float64, side*side)
	for i := range dark {
		x, y := float64(i%side)/float64(side), float64(i/side)/float64(side)
		d := top + float64((bottom-top)*y)
		for _, b := range blobs {
			dx, dy := (x-b.x)/b.rx, (y-b.y)/b.ry
			d += float64(b.dark * math.Exp(-float64(dx*dx)-float64(dy*dy)))
		}
		dark[i] = min(max(d+float64(0.03*rng.NormFloat64()), 0), 1)
	}
	return dark
}

// dotted fills the cells whose darkness is above a threshold.
func dotted(dark []float64, side int, threshold func(x, y int) float64) *nonogram.Puzzle {
	g := whiteGrid(side, side)
	for i, d := range dark {
		if d > threshold(i%side, i/side) {
			g.Cells[i] = nonogram.Black
		}
	}
	return clues(g, 1)
}

// ordered dithers with the matrix of Bayer of n×n cells, n a power of two.
func ordered(n int) func(rng *rand.Rand, side int) *nonogram.Puzzle {
	matrix := []int{0}
	for size := 1; size < n; size *= 2 {
		next := make([]int, 4*size*size)
		for i := range next {
			x, y := i%(2*size), i/(2*size)
			quarter := []int{0, 2, 3, 1}[2*(y/size)+x/size]
			next[i] = 4*matrix[(y%size)*size+x%size] + quarter
		}
		matrix = next
	}
	return func(rng *rand.Rand, side int) *nonogram.Puzzle {
		return dotted(scene(rng, side), side, func(x, y int) float64 {
			return (float64(matrix[(y%n)*n+x%n]) + 0.5) / float64(n*n)
		})
	}
}

// diffused dithers by error diffusion.
func diffused(rng *rand.Rand, side int) *nonogram.Puzzle {
	dark := scene(rng, side)
	g := whiteGrid(side, side)
	for i := range dark {
		rest := dark[i]
		if rest > 0.5 {
			g.Cells[i] = nonogram.Black
			rest--
		}
		x, y := i%side, i/side
		pass := func(dx, dy int, share float64) {
			if x+dx >= 0 && x+dx < side && y+dy < side {
				dark[i+dy*side+dx] += float64(rest * share / 16)
			}
		}
		pass(1, 0, 7)
		pass(-1, 1, 3)
		pass(0, 1, 5)
		pass(1, 1, 1)
	}
	return clues(g, 1)
}

// blueNoise dithers with thresholds that differ from those around them: each is the random
// number of its cell, less the mean of its neighbors', by rank.
func blueNoise(rng *rand.Rand, side int) *nonogram.Puzzle {
	dark := scene(rng, side)
	noise := make([]float64, side*side)
	for i := range noise {
		noise[i] = rng.Float64()
	}
	sharp := make([]float64, len(noise))
	for i := range sharp {
		x, y := i%side, i/side
		around := 0.0
		for k := range 9 {
			nx, ny := (x+k%3-1+side)%side, (y+k/3-1+side)%side
			around += noise[ny*side+nx]
		}
		sharp[i] = noise[i] - around/9
	}
	threshold := ranks(sharp)
	return dotted(dark, side, func(x, y int) float64 { return threshold[y*side+x] })
}

// ranks replaces numbers by their ranks, evenly from 0 to 1.
func ranks(list []float64) []float64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(list[a], list[b]) })
	rank := make([]float64, len(list))
	for place, i := range order {
		rank[i] = (float64(place) + 0.5) / float64(len(list))
	}
	return rank
}

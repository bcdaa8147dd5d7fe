package generate

import (
	"math/rand/v2"
	"slices"

	"nonogram"
)

// Colors by k-means (Lloyd, 1957) in OKLab, initialized as in k-means++ (Arthur and
// Vassilvitskii, 2007). The best of several runs counts. A cell takes the color that is
// nearest to most of its points, not to their mean: red and green do not make brown.

const (
	// clusterPoints bounds the points of the image that are clustered.
	clusterPoints = 20_000
	clusterRuns   = 4
	clusterRounds = 24
	// sameColor is the distance below which two centers are one color.
	sameColor = 0.06
	// paperApart is the distance at which an ink is visible on the background.
	paperApart = 0.12
	// clearShare is the share of transparent points above which they are the background.
	clearShare = 0.03
	// darkPaper is the lightness below which a background is replaced by lighter paper,
	// on which lines, crosses and dark inks are visible.
	darkPaper = 0.5
	// borderShare is the frequency along the border, relative to the most frequent color,
	// above which a color may be the background.
	borderShare = 0.6
)

// color decides the cells by colors and returns the palette.
func (s *sketch) color(f *field, o *ImageOptions) nonogram.Palette {
	palette := slices.Clone(o.Palette)
	var centers []lab
	if palette == nil {
		palette, centers = suggest(f, o)
	} else {
		for _, w := range palette {
			centers = append(centers, oklabOf(w.RGB))
		}
		palette.AssignSymbols()
	}
	s.vote(f, centers)
	return palette
}

// suggest finds a palette for the image. Its first color, and center, is the background; it
// has opacity 0 if transparent points are the background.
func suggest(f *field, o *ImageOptions) (nonogram.Palette, []lab) {
	points, cutOut := visible(f)
	k := o.Colors
	if !cutOut {
		k++
	}
	centers := cluster(points, k, rand.New(rand.NewPCG(o.Seed, 0xc0105)))
	palette := nonogram.Palette{{RGB: nonogram.RGB{R: 255, G: 255, B: 255}}}
	if cutOut {
		palette[0].RGB = paperFor(centers)
		centers = slices.Insert(centers, 0, lab{l: 1})
	} else {
		paper := background(f, centers)
		centers[0], centers[paper] = centers[paper], centers[0]
		palette[0].RGB = centers[0].rgb()
		if centers[0].l < darkPaper {
			palette[0].RGB = paperFor(centers[1:])
		}
	}
	for _, c := range centers[1:] {
		palette = append(palette, nonogram.Swatch{RGB: c.rgb()})
	}
	if len(palette) == 1 { // a single color all over
		palette = append(palette, nonogram.Swatch{})
		centers = append(centers, oklabOf(nonogram.RGB{}))
	}
	palette.AssignSymbols()
	return palette, centers
}

// visible returns a sample of the opaque points and reports whether the transparent ones are
// the background.
func visible(f *field) (points []lab, cutOut bool) {
	step := 1 + len(f.points)/clusterPoints
	hidden, seen := 0, 0
	for i := 0; i < len(f.points); i += step {
		seen++
		if f.points[i].alpha < opaque {
			hidden++
			continue
		}
		points = append(points, f.points[i])
	}
	return points, float64(hidden) > clearShare*float64(seen)
}

// cluster returns up to k cluster centers.
func cluster(points []lab, k int, rng *rand.Rand) []lab {
	if len(points) == 0 {
		return nil
	}
	var best []lab
	least := float32(-1)
	for range clusterRuns {
		centers, sum := lloyd(points, plusPlus(points, k, rng))
		if least < 0 || sum < least {
			best, least = centers, sum
		}
	}
	return merged(best)
}

// plusPlus picks initial centers.
func plusPlus(points []lab, k int, rng *rand.Rand) []lab {
	centers := []lab{points[rng.IntN(len(points))]}
	far := make([]float32, len(points))
	for i := range far {
		far[i] = points[i].apart(centers[0])
	}
	for len(centers) < k {
		sum := float32(0)
		for _, d := range far {
			sum += d
		}
		at := rng.Float32() * sum
		i := 0
		for ; i < len(far)-1 && at >= far[i]; i++ {
			at -= far[i]
		}
		centers = append(centers, points[i])
		for j := range far {
			far[j] = min(far[j], points[j].apart(points[i]))
		}
	}
	return centers
}

// lloyd moves each center to the mean of its nearest points until they stop moving. It also
// returns the sum of the squared distances.
func lloyd(points, centers []lab) ([]lab, float32) {
	var sum float32
	for range clusterRounds {
		sums := make([]lab, len(centers)) // alpha counts the points
		sum = 0
		for _, p := range points {
			c, d := nearest(centers, p)
			sum += d
			sums[c].l += p.l
			sums[c].a += p.a
			sums[c].b += p.b
			sums[c].alpha++
		}
		moved := false
		for i, s := range sums {
			if s.alpha == 0 {
				continue
			}
			middle := lab{s.l / s.alpha, s.a / s.alpha, s.b / s.alpha, 1}
			moved = moved || middle != centers[i]
			centers[i] = middle
		}
		if !moved {
			break
		}
	}
	return centers, sum
}

// nearest returns the center nearest to a point and its squared distance.
func nearest(centers []lab, p lab) (best int, distance float32) {
	distance = p.apart(centers[0])
	for i, c := range centers[1:] {
		if d := p.apart(c); d < distance {
			best, distance = i+1, d
		}
	}
	return best, distance
}

// merged drops centers close to an earlier one.
func merged(centers []lab) []lab {
	var kept []lab
	for _, c := range centers {
		if len(kept) > 0 {
			if _, d := nearest(kept, c); d < sameColor*sameColor {
				continue
			}
		}
		kept = append(kept, c)
	}
	return kept
}

// background is the center of most points along the border; of about equally frequent ones
// the lightest.
func background(f *field, centers []lab) int {
	votes := make([]int, len(centers))
	for i, p := range f.points {
		y, x := i/f.width, i%f.width
		if y < fine || y >= f.height-fine || x < fine || x >= f.width-fine {
			c, _ := nearest(centers, p)
			votes[c]++
		}
	}
	most := slices.Max(votes)
	best := slices.Index(votes, most)
	for i, n := range votes {
		if float64(n) >= borderShare*float64(most) && centers[i].l > centers[best].l {
			best = i
		}
	}
	return best
}

// paperFor is a background on which all inks are visible: white, if possible.
func paperFor(inks []lab) nonogram.RGB {
	papers := []nonogram.RGB{{R: 255, G: 255, B: 255}, {R: 205, G: 215, B: 225}, {R: 128, G: 128, B: 128}, {}}
	for _, paper := range papers {
		if len(inks) == 0 {
			return paper
		}
		if _, d := nearest(inks, oklabOf(paper)); d >= paperApart*paperApart {
			return paper
		}
	}
	return papers[0]
}

// vote gives each cell the color of most of its points. Doubt is high if the second color is
// almost as frequent.
func (s *sketch) vote(f *field, centers []lab) {
	votes := make([]int, len(centers))
	inks := centers
	if centers[0].alpha == 0 {
		inks = centers[1:]
	}
	for i := range s.cells {
		hidden := 0
		clear(votes)
		y, x := i/s.width*fine, i%s.width*fine
		for v := y; v < y+fine; v++ {
			for _, p := range f.points[v*f.width+x : v*f.width+x+fine] {
				if p.alpha < opaque || len(inks) == 0 {
					hidden++
					continue
				}
				c, _ := nearest(inks, p)
				votes[c+len(centers)-len(inks)]++
			}
		}
		votes[0] += hidden
		s.cells[i], s.doubt[i] = elected(votes)
	}
}

// elected returns the color with the most votes, the first one of equals.
func elected(votes []int) (nonogram.Color, float64) {
	best, second, sum := 0, 0, 0
	for i, n := range votes {
		sum += n
		switch {
		case n > votes[best]:
			second = votes[best]
			best = i
		case i != best:
			second = max(second, n)
		}
	}
	return nonogram.Color(best), 1 - float64(votes[best]-second)/float64(max(sum, 1))
}

package generate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"nonogram"
)

// Colors by k-means (Lloyd, 1957) in OKLab, initialized as in k-means++ (Arthur and
// Vassilvitskii, 2007). The best of several runs counts. Areas count by the root of their size,
// blends along their edges hardly, and hue counts more than lightness, so that a small accent
// gets an ink before another shade of gray does. A cell takes the color that is nearest to most
// of its points, not to their mean: red and green do not make brown. Thin dark lines, which would
// lose against the colors beside them, are drawn last.
//
// The background is found first, so that it does not depend on the number of inks. It is what
// is transparent, or else the most frequent color along the border. A dark one is filled with
// an ink instead, since neither lines nor crosses are visible on dark paper.

const (
	clusterRuns   = 16
	clusterRounds = 24
	// hueWeight is the weight of squared differences in hue and chroma; that of lightness is 1.
	hueWeight = 4
	// areaStep is the side of a cube of OKLab whose points are one area.
	areaStep = 0.04
	// blend is the distance from a neighbor at which a point counts half.
	blend = 0.04
	// sameColor is the distance below which two centers are one color.
	sameColor = 0.06
	// paperApart is the distance at which an ink is visible on the background.
	paperApart = 0.12
	// clearShare is the share of transparent points above which they are the background.
	clearShare = 0.03
	// darkPaper is the lightness below which a background is filled with an ink.
	darkPaper = 0.5
	// borderColors is the number of colors that the border is divided into.
	borderColors = 3
	// borderShare is the frequency along the border, relative to the most frequent color,
	// above which a color may be the background.
	borderShare = 0.6
	// lineShare is the least share of the darkest points of a cell that a line in it covers.
	lineShare = 0.3
	// hiddenShare is the share of an outline that may have the color of the paper.
	hiddenShare = 0.1
)

// area is the points of one color, as far as they count.
type area struct {
	color  lab
	weight float32
}

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
		if f.cutOut() {
			centers[0].alpha = 0 // opaque points are never background
		}
		palette.AssignSymbols()
	}
	s.vote(f, centers)
	return palette
}

// suggest finds a palette for the image. Its first color, and center, is the background; it
// has opacity 0 if no visible point is background.
func suggest(f *field, o *ImageOptions) (nonogram.Palette, []lab) {
	paper := f.borderColor()
	color := paper.rgb()
	switch {
	case f.cutOut():
		color = paperFor(f.areas(f.onOutline))
		paper = oklabOf(color)
	case paper.l < darkPaper:
		color, paper.alpha = nonogram.RGB{R: 255, G: 255, B: 255}, 0
	}
	areas := f.areas(func(int) bool { return true })
	centers := cluster(areas, paper, o.Colors, rand.New(rand.NewPCG(o.Seed, 0xc0105)))
	palette := nonogram.Palette{{RGB: color}}
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

// cutOut reports whether transparent points are the background.
func (f *field) cutOut() bool {
	hidden := 0
	for _, p := range f.points {
		if p.alpha < opaque {
			hidden++
		}
	}
	return float64(hidden) > clearShare*float64(len(f.points))
}

// areas collects the opaque points for which use is true, by color.
func (f *field) areas(use func(point int) bool) []area {
	type cube [3]int8
	index := map[cube]int{}
	var list []area // weights count points, and colors are sums of them
	for i, p := range f.points {
		if p.alpha < opaque || !use(i) {
			continue
		}
		key := cube{int8(p.l / areaStep), int8(math.Floor(float64(p.a / areaStep))), int8(math.Floor(float64(p.b / areaStep)))}
		k, known := index[key]
		if !known {
			k = len(list)
			index[key] = k
			list = append(list, area{})
		}
		w := f.flatness(i)
		c := &list[k]
		c.color.l += p.l * w
		c.color.a += p.a * w
		c.color.b += p.b * w
		c.weight += w
	}
	for k := range list {
		c, w := &list[k], list[k].weight
		c.color = lab{c.color.l / w, c.color.a / w, c.color.b / w, 1}
	}
	return list
}

// flatness is 1 for a point inside an area and near 0 for a blend of two.
func (f *field) flatness(i int) float32 {
	far := float32(0)
	for _, n := range neighbors(i, f.width, len(f.points)) {
		if f.points[n].alpha >= opaque {
			far = max(far, f.points[i].apart(f.points[n]))
		}
	}
	return 1 / (1 + far/(blend*blend))
}

// borderColor is the most frequent color along the border; of about equally frequent ones the
// lightest.
func (f *field) borderColor() lab {
	border := f.areas(func(i int) bool {
		y, x := i/f.width, i%f.width
		return y < fine || y >= f.height-fine || x < fine || x >= f.width-fine
	})
	if len(border) == 0 {
		return lab{l: 1}
	}
	centers := cluster(border, lab{}, borderColors, rand.New(rand.NewPCG(0, 0xb0bde5)))[1:]
	votes := make([]float32, len(centers))
	for _, a := range border {
		c, _ := nearest(centers, a.color)
		votes[c] += a.weight
	}
	most := slices.Max(votes)
	best := slices.Index(votes, most)
	for i, n := range votes {
		if n >= borderShare*most && centers[i].l > centers[best].l {
			best = i
		}
	}
	return centers[best]
}

// cluster returns the paper and up to k more centers. The paper stays where it is; it has no
// areas if its opacity is 0.
func cluster(areas []area, paper lab, k int, rng *rand.Rand) []lab {
	best := []lab{paper}
	if len(areas) == 0 {
		return best
	}
	rooted := slices.Clone(areas)
	for i, a := range rooted {
		rooted[i].weight = float32(math.Sqrt(float64(a.weight)))
	}
	least := float32(-1)
	for range clusterRuns {
		centers, sum := lloyd(rooted, plusPlus(rooted, paper, k, rng))
		if least < 0 || sum < least {
			best, least = centers, sum
		}
	}
	return merged(best)
}

// plusPlus picks initial centers after the paper.
func plusPlus(areas []area, paper lab, k int, rng *rand.Rand) []lab {
	centers := []lab{paper}
	far := make([]float32, len(areas))
	for i, a := range areas {
		far[i] = a.weight
		if paper.alpha > 0 {
			far[i] *= a.color.differs(paper)
		}
	}
	for len(centers) <= k {
		sum := float32(0)
		for _, d := range far {
			sum += d
		}
		at := rng.Float32() * sum
		i := 0
		for ; i < len(far)-1 && at >= far[i]; i++ {
			at -= far[i]
		}
		centers = append(centers, areas[i].color)
		first := len(centers) == 2 && paper.alpha == 0
		for j, a := range areas {
			if d := a.weight * a.color.differs(areas[i].color); first || d < far[j] {
				far[j] = d
			}
		}
	}
	return centers
}

// lloyd moves each center but the first to the mean of its nearest areas until they stop
// moving. It also returns the sum of the fourth powers of the distances: one color that is far
// from all inks is worse than many that are not quite right.
func lloyd(areas []area, centers []lab) ([]lab, float32) {
	var sum float32
	skip := 0
	if centers[0].alpha == 0 {
		skip = 1
	}
	for range clusterRounds {
		sums := make([]lab, len(centers)) // alpha is the weight
		sum = 0
		for _, a := range areas {
			c, d := nearest(centers[skip:], a.color)
			sum += d * d * a.weight
			at := &sums[c+skip]
			at.l += a.color.l * a.weight
			at.a += a.color.a * a.weight
			at.b += a.color.b * a.weight
			at.alpha += a.weight
		}
		moved := false
		for i, s := range sums {
			if i == 0 || s.alpha == 0 {
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

// nearest returns the center that differs least from a color, and by how much.
func nearest(centers []lab, p lab) (best int, distance float32) {
	distance = p.differs(centers[0])
	for i, c := range centers[1:] {
		if d := p.differs(c); d < distance {
			best, distance = i+1, d
		}
	}
	return best, distance
}

// differs is the squared distance of two colors, with more weight on hue.
func (p lab) differs(q lab) float32 {
	l, a, b := p.l-q.l, p.a-q.a, p.b-q.b
	return l*l + hueWeight*(a*a+b*b)
}

// merged drops centers close to an earlier one.
func merged(centers []lab) []lab {
	kept := centers[:1:1]
	for _, c := range centers[1:] {
		if !slices.ContainsFunc(kept, func(k lab) bool { return k.alpha > 0 && k.apart(c) < sameColor*sameColor }) {
			kept = append(kept, c)
		}
	}
	return kept
}

// onOutline reports whether a point has a transparent neighbor.
func (f *field) onOutline(i int) bool {
	return slices.ContainsFunc(neighbors(i, f.width, len(f.points)), func(n int) bool { return f.points[n].alpha < opaque })
}

// papers are the backgrounds of cut-outs, the best first: white, pale blue, sky, green, gray and
// black.
var papers = []nonogram.RGB{{R: 255, G: 255, B: 255}, {R: 190, G: 220, B: 245}, {R: 140, G: 195, B: 235}, {R: 170, G: 215, B: 150}, {R: 128, G: 128, B: 128}, {}}

// paperFor is a background on which an outline is visible.
func paperFor(outline []area) nonogram.RGB {
	all := float32(0)
	for _, a := range outline {
		all += a.weight
	}
	best, least := papers[0], float32(math.Inf(1))
	for _, paper := range papers {
		hidden := float32(0)
		for _, a := range outline {
			if a.color.differs(oklabOf(paper)) < paperApart*paperApart {
				hidden += a.weight
			}
		}
		if hidden <= hiddenShare*all {
			return paper
		}
		if hidden < least {
			best, least = paper, hidden
		}
	}
	return best
}

// vote fills cells that are mostly covered, with the ink of most of their points. Doubt is high
// if a second ink, or the background, is almost as frequent.
//
// In a drawing of thin lines all cells are covered by less than half, and less is enough.
func (s *sketch) vote(f *field, centers []lab) {
	votes := make([]int, len(centers))
	ink := make([]nonogram.Color, len(s.cells))
	covered, weak := make([]float64, len(s.cells)), make([]bool, len(s.cells))
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
		ink[i], s.doubt[i] = elected(votes[1:])
		ink[i]++
		covered[i] = 1 - float64(votes[0])/(fine*fine)
	}
	level := min(0.5, otsu(covered))
	for i, v := range covered {
		weak[i] = v > level*(1-faintLine)
		if v > level {
			s.cells[i] = ink[i]
		} else {
			s.doubt[i] = 0
		}
		s.doubt[i] = max(s.doubt[i], 1-min(1, 2*math.Abs(v-level)))
	}
	s.traceLines(covered, weak, 0, ink)
	s.outline(f, centers)
}

// outline draws dark lines that are too thin to have most points of their cells, such as the
// outlines of cartoons: the crests of the darkest points get the ink of these points.
func (s *sketch) outline(f *field, centers []lab) {
	dark := f.darkness(false)
	inks, peaks := make([]nonogram.Color, len(s.cells)), make([]float64, len(s.cells))
	for i := range s.cells {
		inks[i], peaks[i] = f.darkest(dark, centers, i/s.width, i%s.width)
	}
	lined := slices.Clone(s.cells)
	for i, ink := range inks {
		own, line := centers[s.cells[i]].onWhite(), centers[ink].onWhite()
		// A line of a point's width that lies between two points takes half of the light of both.
		light := cube(float64(own))
		if line < own && cube(1-peaks[i]) < light-lineShare*(light-cube(float64(line))) && s.crest(peaks, i/s.width, i%s.width, float64(1-own)) {
			lined[i] = ink
		}
	}
	s.cells = lined
}

// darkest is the ink, if there is one, and the mean darkness of the darkest points of a cell, as
// many as a line of a point's width has.
func (f *field) darkest(dark []float64, centers []lab, y, x int) (ink nonogram.Color, mean float64) {
	points := make([]int, 0, fine*fine)
	for v := y * fine; v < (y+1)*fine; v++ {
		for u := x * fine; u < (x+1)*fine; u++ {
			points = append(points, v*f.width+u)
		}
	}
	slices.SortStableFunc(points, func(p, q int) int { return cmp.Compare(dark[q], dark[p]) })
	votes := make([]int, len(centers))
	for _, p := range points[:fine] {
		mean += dark[p] / fine
		if f.points[p].alpha > 0 {
			c, _ := nearest(centers, f.points[p])
			votes[c]++
		}
	}
	if best := slices.Index(votes, slices.Max(votes)); votes[best] > fine/2 {
		ink = nonogram.Color(best)
	}
	return ink, mean
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

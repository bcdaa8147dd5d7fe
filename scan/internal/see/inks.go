package see

import (
	"cmp"
	"image/color"
	"math"
	"slices"
)

// Inks: which color a number has, by its digits or by the chip they stand on.
//
// The light that a number removes from the paper (or adds, if ink is light), summed over the
// number, has the color of its ink, even if strokes are thin and blurred. The tint of a number is
// this color per unit of brightness: a point in a plane of hues with gray in the middle. Inks are
// clusters of tints. The probability of an ink falls with the distance, measured by the scatter
// of the page, and a number is offered in all likely inks. Cost: linear in the pixels of the clues.

const (
	colorful  = 0.2  // least distance from gray of a colored number
	strongest = 0.32 // the same of the middle of an ink
	palest    = 0.2  // the same for light ink, which is paler
	fewest    = 0.04 // least share of the numbers that an ink has
	hueReach  = 32   // degrees from the middle of an ink to its numbers
	maxInks   = 12
	inkApart  = 0.06 // least distance between inks of chips, of the range of a channel
)

// ink is the difference of a number from the paper: channels summed over the number, per unit of
// brightness.
type ink struct {
	light  [3]float64
	amount float64 // brightness, in cells of black or white; 0 for none
	chip   bool    // light is the color of a chip
}

// tint is a place on the plane of hues.
type tint struct{ x, y, z float64 }

func (t tint) chroma() float64     { return math.Hypot(t.x, t.y) }
func (t tint) away(o tint) float64 { return math.Hypot(math.Hypot(t.x-o.x, t.y-o.y), t.z-o.z) }
func (t tint) hue() float64        { return math.Mod(math.Atan2(t.y, t.x)*180/math.Pi+360, 360) }

// awayFromBetween is the distance from the nearest place between two others.
func (t tint) awayFromBetween(a, b tint) float64 {
	d := tint{b.x - a.x, b.y - a.y, b.z - a.z}
	along, square := float64((t.x-a.x)*d.x)+float64((t.y-a.y)*d.y)+float64((t.z-a.z)*d.z), a.away(b)*a.away(b)
	if square == 0 {
		return t.away(a)
	}
	share := min(max(along/square, 0), 1)
	return t.away(tint{a.x + float64(share*d.x), a.y + float64(share*d.y), a.z + float64(share*d.z)})
}

// between is the angle between hues.
func between(hue, other float64) float64 { return math.Abs(math.Mod(hue-other+540, 360) - 180) }

func (c *ink) tint() tint {
	if c.chip {
		return tint{c.light[0], c.light[1], c.light[2]}
	}
	return tint{c.light[0] - (c.light[1]+c.light[2])/2, (c.light[1] - c.light[2]) * math.Sqrt(3) / 2, 0}
}

func brightness(c [3]float64) float64 { return .299*c[0] + .587*c[1] + .114*c[2] }

// pixel is the photograph's color at a place of the canvas, its channels from 0 to 1.
func (c *canvas) pixel(x, y int) [3]float64 {
	p := c.mesh.at((float64(x)+.5)/float64(c.scale), (float64(y)+.5)/float64(c.scale))
	from := c.img.Bounds().Min
	v := c.img.RGBA64At(from.X+int(p.X+.5), from.Y+int(p.Y+.5))
	return [3]float64{float64(v.R) / 0xffff, float64(v.G) / 0xffff, float64(v.B) / 0xffff}
}

// inkOf is the ink of the print in one place.
func (c *canvas) inkOf(blobs []blob) ink {
	box := blobs[0]
	for _, b := range blobs {
		box.x0, box.y0, box.x1, box.y1 = min(box.x0, b.x0), min(box.y0, b.y0), max(box.x1, b.x1), max(box.y1, b.y1)
	}
	var paper, sum [3]float64
	n := 0
	each := func(x0, y0, x1, y1 int, f func(k int, v [3]float64)) {
		const step = 2
		for y := max(y0, 0); y < min(y1, c.h); y += step {
			for x := max(x0, 0); x < min(x1, c.w); x += step {
				if k := y*c.w + x; !c.rule[k] {
					f(k, c.pixel(x, y))
				}
			}
		}
	}
	if c.chips {
		return ink{light: c.chipColor(&box), amount: 1, chip: true}
	}
	// Files blur colors: the paper is away from the digits.
	var around [3][]float64
	wide, halo := c.scale*2/5, c.scale/8
	each(box.x0-wide, box.y0-wide, box.x1+wide, box.y1+wide, func(k int, v [3]float64) {
		if c.ink[k] < 40 {
			for ch := range around {
				around[ch] = append(around[ch], v[ch])
			}
		}
	})
	if len(around[0]) == 0 {
		return ink{}
	}
	for ch := range paper {
		paper[ch] = ranked(around[ch], .5)
	}
	each(box.x0-halo, box.y0-halo, box.x1+halo, box.y1+halo, func(k int, v [3]float64) {
		if l := c.labels[k]; l == 0 || slices.ContainsFunc(blobs, func(b blob) bool { return b.label == l }) {
			sum[0], sum[1], sum[2], n = sum[0]+v[0], sum[1]+v[1], sum[2]+v[2], n+1
		}
	})
	for ch := range sum {
		sum[ch] -= float64(n) * paper[ch]
		if !c.light { // paper shows the color of the light
			sum[ch] *= brightness(paper) / max(paper[ch], .01)
		}
	}
	amount := math.Abs(brightness(sum))
	if amount == 0 {
		return ink{}
	}
	seen := ink{amount: amount / float64(c.scale*c.scale)}
	for ch := range sum {
		seen.light[ch] = sum[ch] / amount
	}
	return seen
}

// inks are those of a page, gray first.
type inks struct {
	tints   []tint
	scatter []float64 // of the tints of numbers around that of their ink
	usual   float64   // amount of ink of a number
	palette []color.RGBA
}

// decideInks finds the inks of the numbers.
func (s *Sight) decideInks(light bool) *inks {
	least := strongest
	if light {
		least = palest
	}
	var all, left []*Number
	for _, lines := range [2][][]Number{s.Rows, s.Columns} {
		for _, line := range lines {
			for k := range line {
				if n := &line[k]; n.ink.amount > 0 && len(n.Choices[0].Values) > 0 {
					all = append(all, n)
				}
			}
		}
	}
	p := &inks{tints: []tint{{}}, palette: slices.Clone(s.Palette)}
	amounts := []float64{1}
	for _, n := range all {
		amounts = append(amounts, n.ink.amount)
		if n.ink.tint().chroma() >= colorful {
			left = append(left, n)
		}
	}
	p.usual = ranked(amounts, .5)
	if len(all) > 0 && all[0].ink.chip {
		p.cluster(s, all)
		return p
	}
	for len(p.tints) <= maxInks {
		hue := commonHue(left)
		var of []*Number
		left = slices.DeleteFunc(left, func(n *Number) bool {
			is := between(n.ink.tint().hue(), hue) <= hueReach
			if is {
				of = append(of, n)
			}
			return is
		})
		if float64(len(of)) < max(fewest*float64(len(all)), 1) {
			break
		}
		if middle := middleOf(of); middle.chroma() >= least && in(s.Rows, of) && in(s.Columns, of) {
			p.tints = append(p.tints, middle)
		}
	}
	if len(p.tints) > 1 {
		p.settle(all)
	}
	return p
}

// commonHue is the hue around which the most color of numbers lies.
func commonHue(numbers []*Number) (hue float64) {
	most := 0.0
	for at := 0.0; at < 360; at += 5 {
		sum := 0.0
		for _, n := range numbers {
			t := n.ink.tint()
			sum += max(0, 1-between(t.hue(), at)/hueReach) * t.chroma()
		}
		if sum > most {
			hue, most = at, sum
		}
	}
	return hue
}

// colored reports inks besides gray.
func (p *inks) colored() bool { return p != nil && len(p.tints) > 1 }

// paint gives every number its color, and the sight its palette.
func (p *inks) paint(s *Sight) {
	if !p.colored() {
		return
	}
	s.Palette = p.palette
	for _, lines := range [2][][]Number{s.Rows, s.Columns} {
		for _, line := range lines {
			for k := range line {
				p.color(&line[k])
			}
		}
	}
}

// settle moves the inks to the middle of their numbers, and measures the scatter.
func (p *inks) settle(all []*Number) {
	const rounds, least = 4, .04
	var of [][]*Number
	for range rounds {
		of = make([][]*Number, len(p.tints))
		for _, n := range all {
			k := p.nearest(n.ink.tint())
			of[k] = append(of[k], n)
		}
		for k := range p.tints {
			if len(of[k]) > 0 {
				p.tints[k] = middleOf(of[k])
			}
		}
	}
	for k, t := range p.tints {
		var off []float64
		for _, n := range of[k] {
			off = append(off, n.ink.tint().away(t)*p.weight(&n.ink))
		}
		// In the plane half of all lie within 1.18 standard deviations.
		p.scatter = append(p.scatter, max(ranked(append(off, 0), .5)/1.18, least))
	}
	for k := 1; k < len(p.tints) && !all[0].ink.chip; k++ {
		p.palette = append(p.palette, shown(of[k]))
	}
}

// cluster takes the inks of numbers on chips, the darkest first. A color that is only in rows
// or only in columns, or like another of more numbers, is a chip that was measured badly; one in
// rows and one in columns that are nearest to each other are the same.
func (p *inks) cluster(s *Sight, all []*Number) {
	var colors []color3
	for _, n := range all {
		colors = append(colors, n.ink.light)
	}
	groups := make([][]*Number, len(all))
	for k, group := range clusters(colors) {
		groups[group] = append(groups[group], all[k])
	}
	groups = s.joinHalves(slices.DeleteFunc(groups, func(g []*Number) bool { return len(g) == 0 }))
	slices.SortStableFunc(groups, func(a, b []*Number) int { return len(b) - len(a) })
	p.tints = nil
	for _, numbers := range groups {
		if len(p.tints) > 0 && (!in(s.Rows, numbers) || !in(s.Columns, numbers)) {
			continue
		}
		t := middleOf(numbers)
		if !slices.ContainsFunc(p.tints, func(o tint) bool { return t.away(o) < inkApart }) {
			p.tints = append(p.tints, t)
		}
	}
	slices.SortFunc(p.tints, func(a, b tint) int { return cmp.Compare(a.x+a.y+a.z, b.x+b.y+b.z) })
	p.tints = p.tints[:min(len(p.tints), maxInks)]
	p.palette = p.palette[:1]
	level := func(v float64) uint8 { return uint8(255*min(max(v, 0), 1) + .5) }
	for _, t := range p.tints {
		p.palette = append(p.palette, color.RGBA{level(t.x), level(t.y), level(t.z), 255})
	}
	if len(p.tints) == 1 {
		p.palette[1] = color.RGBA{0, 0, 0, 255}
	}
	p.settle(all)
}

// joinHalves joins groups of numbers that are only in rows with those only in columns, where each
// is the other's nearest: an ink is in both, and light may fall differently on them.
func (s *Sight) joinHalves(groups [][]*Number) [][]*Number {
	nearest := func(k int) int {
		best, least, middle := -1, math.Inf(1), middleOf(groups[k])
		for i, g := range groups {
			if off := middle.away(middleOf(g)); i != k && off < least {
				best, least = i, off
			}
		}
		return best
	}
	for k := 0; k < len(groups); k++ {
		if in(s.Columns, groups[k]) {
			continue
		}
		if i := nearest(k); i >= 0 && !in(s.Rows, groups[i]) && nearest(i) == k {
			groups[k] = append(groups[k], groups[i]...)
			groups = slices.Delete(groups, i, i+1)
			k = -1
		}
	}
	return groups
}

// middleOf is the middle of the tints of numbers.
func middleOf(numbers []*Number) tint {
	var x, y, z []float64
	for _, n := range numbers {
		t := n.ink.tint()
		x, y, z = append(x, t.x), append(y, t.y), append(z, t.z)
	}
	return tint{ranked(x, .5), ranked(y, .5), ranked(z, .5)}
}

// shown is the color of an ink in a palette: as much light taken, or given, as can be.
func shown(numbers []*Number) color.RGBA {
	var sum [3]float64
	for _, n := range numbers {
		for ch := range sum {
			sum[ch] += n.ink.light[ch]
		}
	}
	most, white := max(sum[0], sum[1], sum[2]), 0.0
	if brightness(sum) < 0 {
		most, white = -min(sum[0], sum[1], sum[2]), 1
	}
	level := func(v float64) uint8 { return uint8(255 * min(max(white+v/most, 0), 1)) }
	return color.RGBA{level(sum[0]), level(sum[1]), level(sum[2]), 255}
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

func (p *inks) nearest(t tint) int {
	best := 0
	for k, o := range p.tints {
		if t.away(o) < t.away(p.tints[best]) {
			best = k
		}
	}
	return best
}

// weight is how much less than usual the tint of a number scatters.
func (p *inks) weight(c *ink) float64 { return math.Sqrt(min(c.amount/p.usual, 1)) }

// Shares of the numbers: smeared by their neighbors, and in an ink that was not found.
const oddInk, lostInk = 1e-4, 1e-6

// likelihood is that of a tint so many standard deviations away.
func likelihood(off float64) float64 { return math.Exp(-off*off/2) + oddInk/(1+off*off) }

// shares are the probabilities of the inks.
func (p *inks) shares(c *ink) []float64 {
	shares, sum := make([]float64, len(p.tints)), 0.0
	for k, t := range p.tints {
		shares[k] = likelihood(c.tint().away(t) * p.weight(c) / p.scatter[k])
		sum += shares[k]
	}
	for k := range shares {
		shares[k] /= sum
	}
	return shares
}

// foreign is the probability that a number has none of the inks: it is far from all of them, and
// from the mixtures of two that neighbors smear.
func (p *inks) foreign(c *ink) float64 {
	best := 0.0
	for k, t := range p.tints {
		for i, o := range p.tints[:k+1] {
			off := c.tint().awayFromBetween(t, o) * p.weight(c) / max(p.scatter[k], p.scatter[i])
			best = max(best, likelihood(off))
		}
	}
	return lostInk / (lostInk + best)
}

// part parts blobs beside each other where the ink changes: there a number ends. It is the
// likeliest way to give them inks, changes being rare.
func (p *inks) part(c *canvas, blobs []blob, size int) (parts [][]blob) {
	const change = -3.0
	blobs = slices.Clone(blobs)
	slices.SortStableFunc(blobs, func(a, b blob) int { return cmp.Compare(a.x0+a.x1, b.x0+b.x1) })
	sums := make([]float64, len(p.tints))
	before := make([][]int, len(blobs)) // ink of the blob before, by ink
	for k := range blobs {
		best, next := slices.Index(sums, slices.Max(sums)), make([]float64, len(sums))
		shares := slices.Repeat([]float64{1}, len(sums))
		if 10*blobs[k].height() >= 7*size {
			seen := c.inkOf(blobs[k : k+1])
			shares = p.shares(&seen)
		}
		before[k] = make([]int, len(sums))
		for q := range sums {
			if before[k][q], next[q] = q, sums[q]; sums[best]+change > sums[q] {
				before[k][q], next[q] = best, sums[best]+change
			}
			next[q] += math.Log(shares[q])
		}
		sums = next
	}
	at, to := slices.Index(sums, slices.Max(sums)), len(blobs)
	for k := len(blobs) - 1; k > 0; k-- {
		if last := before[k][at]; last != at {
			parts, to, at = append(parts, blobs[k:to:to]), k, last
		}
	}
	parts = append(parts, blobs[:to:to])
	slices.Reverse(parts)
	return parts
}

// color offers a number in all inks that it may have.
func (p *inks) color(n *Number) {
	const unlikely = 1e-5
	if n.ink.amount == 0 {
		return
	}
	shares := p.shares(&n.ink)
	n.Foreign = p.foreign(&n.ink)
	var list []Choice
	for _, c := range n.Choices {
		if len(c.Values) == 0 {
			list = append(list, c)
			continue
		}
		for k, share := range shares {
			if share > unlikely {
				list = append(list, Choice{c.Values, k + 1, c.LogP + math.Log(share)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Choice) int { return cmp.Compare(b.LogP, a.LogP) })
	n.Choices = list[:min(len(list), maxChoices)]
}

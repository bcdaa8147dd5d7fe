package see

import (
	"cmp"
	"math"
	"slices"

	"nonogram/scan/internal/glyph"
)

// Numbers: from blobs beside each other to readings with probabilities.
//
// Blobs are cut and joined in every plausible way: touching digits where the ink between
// them is thinnest, broken ones when their pieces overlap or lie close. Each way is a
// sequence of glyphs; the probability of a reading is the sum over the ways that give it.

const (
	maxDigits  = 3
	maxChoices = 8
	leastShare = 1e-5 // of the likeliest reading, for another to be kept
)

// part is some ink: blobs, between two columns of the canvas.
type part struct {
	labels         []int32
	x0, y0, x1, y1 int
	cut            bool // made by cutting a blob
}

func (p *part) width() int { return p.x1 - p.x0 }

func join(a, b part) part {
	return part{append(slices.Clone(a.labels), b.labels...), min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1), a.cut || b.cut}
}

// read gives the readings of blobs that make one number; size is the usual height of
// digits.
func (c *canvas) read(blobs []blob, size int) Number {
	parts := c.parts(blobs, size)
	if len(parts) == 0 {
		return Number{}
	}
	all := parts[0]
	for _, p := range parts[1:] {
		all = join(all, p)
	}
	s := float64(c.scale)
	n := Number{At: c.mesh.quad(float64(all.x0)/s, float64(all.y0)/s, float64(all.x1)/s, float64(all.y1)/s)}
	shares := map[int]float64{}
	// That nothing is a digit counts only as far as every way says so.
	nothing := 1.0
	c.ways(parts, size, func(way []part, prior float64) {
		nothing = min(nothing, c.spell(way, size, prior, shares))
	})
	shares[0] += nothing
	n.Choices = choices(shares)
	return n
}

// choices are the likeliest readings.
func choices(shares map[int]float64) []Choice {
	total := 0.0
	for _, share := range shares {
		total += share
	}
	if total <= 0 {
		return []Choice{{0, 1, 0}}
	}
	var list []Choice
	for value, share := range shares {
		list = append(list, Choice{value, 1, math.Log(share / total)})
	}
	slices.SortFunc(list, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(b.LogP, a.LogP), cmp.Compare(a.Value, b.Value))
	})
	least := list[0].LogP + math.Log(leastShare)
	for len(list) > maxChoices || list[len(list)-1].LogP < least {
		list = list[:len(list)-1]
	}
	return list
}

// parts are the blobs from left to right; those above each other are one.
func (c *canvas) parts(blobs []blob, size int) []part {
	blobs = slices.Clone(blobs)
	slices.SortFunc(blobs, func(a, b blob) int { return cmp.Compare(a.x0+a.x1, b.x0+b.x1) })
	var parts []part
	for _, b := range blobs {
		p := part{[]int32{b.label}, b.x0, b.y0, b.x1, b.y1, false}
		if n := len(parts); n > 0 {
			last := &parts[n-1]
			overlap := min(last.x1, p.x1) - max(last.x0, p.x0)
			if 2*overlap > min(last.width(), p.width()) && max(last.y1, p.y1)-min(last.y0, p.y0) < size*3/2 {
				*last = join(*last, p)
				continue
			}
		}
		parts = append(parts, p)
	}
	// Specks are no parts.
	return slices.DeleteFunc(parts, func(p part) bool { return 2*(p.y1-p.y0) < size && 3*p.width() < size })
}

// ways calls f for each way to see the parts as digits, with its prior probability.
func (c *canvas) ways(parts []part, size int, f func(way []part, prior float64)) {
	var walk func(k int, way []part, prior float64)
	walk = func(k int, way []part, prior float64) {
		if prior < .003 || len(way) > maxDigits {
			return
		}
		if k == len(parts) {
			f(way, prior)
			return
		}
		p := parts[k]
		asIs := 1.0
		wide := float64(p.width()) / float64(size)
		// Digits are narrower than high; what is wider is probably two.
		if wide > .62 {
			split := min(max((wide-.62)*2, .03), .97)
			asIs -= split
			cuts := c.cuts(p, wide > 1.35)
			for _, cut := range cuts {
				walk(k+1, append(slices.Clone(way), cut...), prior*split/float64(len(cuts)))
			}
		}
		// A narrow piece may belong to the next one: thin strokes fade, and leave two
		// sides of a 0.
		if k+1 < len(parts) {
			joined := join(p, parts[k+1])
			if j := float64(joined.width()) / float64(size); j < .82 && min(p.width(), parts[k+1].width())*5 < size*2 {
				const broken = .08
				walk(k+2, append(slices.Clone(way), joined), prior*broken)
				asIs -= broken
			}
		}
		walk(k+1, append(slices.Clone(way), p), prior*max(asIs, .02))
	}
	walk(0, nil, 1)
}

// cuts are ways to cut a part in two, or in three, where there is least ink.
func (c *canvas) cuts(p part, three bool) [][]part {
	thin := func(from, to int) int {
		best, least := (from+to)/2, math.MaxInt
		for x := from; x < to; x++ {
			sum := 0
			for y := p.y0; y < p.y1; y++ {
				if slices.Contains(p.labels, c.labels[y*c.w+x]) {
					sum += int(c.ink[y*c.w+x])
				}
			}
			// In the middle rather than at the ends.
			off := 2*x - from - to
			if off < 0 {
				off = -off
			}
			if sum += 30 * off; sum < least {
				best, least = x, sum
			}
		}
		return best
	}
	at := func(ends ...int) []part {
		var pieces []part
		for k := 1; k < len(ends); k++ {
			pieces = append(pieces, c.shrunk(part{p.labels, ends[k-1], p.y0, ends[k], p.y1, true}))
		}
		return pieces
	}
	w := p.width()
	ways := [][]part{at(p.x0, thin(p.x0+w*3/8, p.x0+w*5/8+1), p.x1)}
	if left := thin(p.x0+w/6, p.x0+w*3/8); left > p.x0+2 {
		ways = append(ways, at(p.x0, left, p.x1))
	}
	if right := thin(p.x0+w*5/8+1, p.x0+w*5/6); right < p.x1-2 {
		ways = append(ways, at(p.x0, right, p.x1))
	}
	if three {
		ways = append(ways, at(p.x0, thin(p.x0+w/4, p.x0+w*5/12), thin(p.x0+w*7/12, p.x0+w*3/4), p.x1))
	}
	return ways
}

// shrunk has no rows or columns without ink at its ends.
func (c *canvas) shrunk(p part) part {
	q := part{labels: p.labels, x0: p.x1, y0: p.y1, x1: p.x0, y1: p.y0, cut: p.cut}
	for y := p.y0; y < p.y1; y++ {
		for x := p.x0; x < p.x1; x++ {
			if slices.Contains(p.labels, c.labels[y*c.w+x]) {
				q.x0, q.y0, q.x1, q.y1 = min(q.x0, x), min(q.y0, y), max(q.x1, x+1), max(q.y1, y+1)
			}
		}
	}
	if q.x0 >= q.x1 {
		return p
	}
	return q
}

// spell adds the readings of digits beside each other, as far as they are likely, and
// returns how probably none of them is one.
func (c *canvas) spell(way []part, size int, prior float64, shares map[int]float64) float64 {
	type reading struct {
		value, digits int
		share         float64
	}
	// That ink beside a digit is none, before looking: specks, but hardly what is as high
	// as a digit.
	const speck, high = .3, .02
	readings := []reading{{0, 0, prior}}
	nothing := 1.0
	for _, p := range way {
		scores := c.scores(p)
		none := math.Exp(float64(scores[glyph.NoDigit]))
		nothing *= none
		unread := none * speck
		if 10*(p.y1-p.y0) >= 7*size {
			unread = none * high
		}
		var longer []reading
		for _, r := range readings {
			for digit := range 10 {
				share := r.share * math.Exp(float64(scores[digit]))
				if share > 1e-7 && (digit > 0 || r.value > 0 || r.digits == 0) {
					longer = append(longer, reading{10*r.value + digit, r.digits + 1, share})
				}
			}
			if share := r.share * unread; share > 1e-7 {
				longer = append(longer, reading{r.value, r.digits, share})
			}
		}
		slices.SortFunc(longer, func(a, b reading) int { return cmp.Compare(b.share, a.share) })
		readings = longer[:min(len(longer), 4*maxChoices)]
	}
	for _, r := range readings {
		if r.digits > 0 {
			shares[r.value] += r.share
		}
	}
	return nothing
}

// scores are what the network says of a part.
func (c *canvas) scores(p part) glyph.Scores {
	patch := c.patch(p)
	return c.reader(&patch)
}

// patch brings a part to the size that the network reads.
func (c *canvas) patch(p part) glyph.Patch {
	const side, inner, fine = 24, 20, 2
	var patch glyph.Patch
	w, h := float64(p.x1-p.x0), float64(p.y1-p.y0)
	step := max(w, h) / inner
	left, top := float64(p.x0)+w/2-step*side/2, float64(p.y0)+h/2-step*side/2
	for y := range side {
		for x := range side {
			sum := 0.0
			for sy := range fine {
				for sx := range fine {
					fx := left + step*(float64(x)+(float64(sx)+.5)/fine) - .5
					fy := top + step*(float64(y)+(float64(sy)+.5)/fine) - .5
					sum += c.inkAt(&p, fx, fy)
				}
			}
			patch[y*side+x] = float32(sum / (fine * fine * 255))
		}
	}
	return patch
}

// inkAt is the ink of a part between pixels. Faint ink beside it that is nobody's
// belongs to it.
func (c *canvas) inkAt(p *part, x, y float64) float64 {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	fx, fy := x-float64(x0), y-float64(y0)
	get := func(x, y int) float64 {
		if x < max(p.x0-1, 0) || y < max(p.y0-1, 0) || x > min(p.x1, c.w-1) || y > min(p.y1, c.h-1) {
			return 0
		}
		k := y*c.w + x
		if p.cut && (x < p.x0 || x >= p.x1) {
			return 0
		}
		if l := c.labels[k]; l != 0 && !slices.Contains(p.labels, l) {
			return 0
		}
		return float64(c.ink[k])
	}
	return (get(x0, y0)*(1-fx)+get(x0+1, y0)*fx)*(1-fy) + (get(x0, y0+1)*(1-fx)+get(x0+1, y0+1)*fx)*fy
}

package see

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonogram/scan/internal/glyph"
)

// Numbers: from blobs beside each other to readings with probabilities.
//
// Blobs are cut and joined in every plausible way: touching digits along the path from top to
// bottom with the least ink, broken digits if their pieces overlap or are close. Each way is a
// sequence of glyphs. Between two glyphs a number may end, more likely the wider the gap. The
// probability of a reading is the sum over the ways that lead to it.

const (
	maxGlyphs  = 8 // in one place
	maxChoices = 8
	leastShare = 1e-5 // of the likeliest reading, for another to be kept
)

// part is some ink: blobs, or their parts between two seams.
type part struct {
	labels         []uint16
	x0, y0, x1, y1 int
	from, to       *seam // nil where it was not cut
}

// seam is where a blob is cut: for each row the first column after the cut.
type seam struct {
	y0 int
	x  []int
}

func (p *part) width() int { return p.x1 - p.x0 }

// within reports places that are not cut off.
func (p *part) within(x, y int) bool {
	side := func(s *seam) int { return s.x[min(max(y-s.y0, 0), len(s.x)-1)] }
	return (p.from == nil || x >= side(p.from)) && (p.to == nil || x < side(p.to))
}

// inks reports a pixel of a part.
func (c *canvas) inks(p *part, x, y int) bool {
	return slices.Contains(p.labels, c.labels[y*c.w+x]) && p.within(x, y)
}

func join(a, b part) part {
	return part{append(slices.Clone(a.labels), b.labels...), min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1), nil, nil}
}

// spelling is how digits beside each other become numbers.
type spelling struct {
	size   int // usual height of digits
	digits int // of a number, at most
	gap    int // spacing from which a number ends as likely as not; 0 where it never does
}

// apart is how probably a number ends between two parts.
func (s *spelling) apart(a, b *part) float64 {
	if s.gap == 0 {
		return 0
	}
	const soft = .05 // of a digit's height: how far spacings of a line vary
	return 1 / (1 + math.Exp(float64(s.gap-spacing(a.x0, a.x1, b.x0, b.x1, s.size))/(soft*float64(s.size))))
}

// read gives the readings of blobs in one place.
func (c *canvas) read(blobs []blob, s spelling) Number {
	parts := c.parts(blobs, s.size)
	if len(parts) == 0 {
		return Number{}
	}
	all := parts[0]
	for _, p := range parts[1:] {
		all = join(all, p)
	}
	f := float64(c.scale)
	n := Number{At: c.mesh.quad(float64(all.x0)/f, float64(all.y0)/f, float64(all.x1)/f, float64(all.y1)/f)}
	shares := map[string]float64{}
	// The probability that there is no digit is the least over all ways.
	nothing := 1.0
	c.ways(parts, s.size, func(way []part, prior float64) {
		if len(way) == 0 {
			return
		}
		nothing = min(nothing, s.spell(way, c.scores, prior, shares))
	})
	zero := shares["0"]
	shares[""] += nothing + zero
	delete(shares, "0")
	n.Choices = choices(shares)
	for _, c := range n.Choices {
		if len(c.Values) == 0 && zero > 0 {
			n.Zero = math.Exp(c.LogP) * zero / shares[""]
		}
	}
	return n
}

// scores reads a part, once.
func (c *canvas) scores(p *part) glyph.Scores {
	key := [4]int{p.x0, p.y0, p.x1, p.y1}
	scores, ok := c.known[key]
	if !ok {
		patch := c.patch(*p)
		scores = c.reader(&patch)
		c.known[key] = scores
	}
	return scores
}

// choices are the likeliest readings.
func choices(shares map[string]float64) []Choice {
	texts := slices.SortedFunc(maps.Keys(shares), func(a, b string) int {
		return cmp.Or(cmp.Compare(shares[b], shares[a]), cmp.Compare(a, b))
	})
	total := 0.0
	for _, text := range texts {
		total += shares[text]
	}
	if total <= 0 {
		return []Choice{{nil, 1, 0}}
	}
	var list []Choice
	for k, text := range texts {
		if k == maxChoices || shares[text] < leastShare*shares[texts[0]] {
			break
		}
		var values []int
		for _, number := range strings.Fields(text) {
			v, _ := strconv.Atoi(number) // digits by construction
			values = append(values, v)
		}
		list = append(list, Choice{values, 1, math.Log(shares[text] / total)})
	}
	return list
}

// parts are the blobs from left to right; those above each other are one.
func (c *canvas) parts(blobs []blob, size int) []part {
	blobs = slices.Clone(blobs)
	slices.SortFunc(blobs, func(a, b blob) int { return cmp.Compare(a.x0+a.x1, b.x0+b.x1) })
	var parts []part
	for _, b := range blobs {
		p := part{labels: []uint16{b.label}, x0: b.x0, y0: b.y0, x1: b.x1, y1: b.y1}
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
	// Specks alone are not parts.
	return slices.DeleteFunc(parts, func(p part) bool {
		return p.speck(size) && !slices.ContainsFunc(parts, func(q part) bool { return !q.speck(size) && p.beside(&q, size) })
	})
}

// speck reports whether a part is too small for a digit.
func (p *part) speck(size int) bool { return 2*(p.y1-p.y0) < size && 3*p.width() < size }

// beside reports parts that may be of one digit: close, and together not too wide or high.
func (p *part) beside(q *part, size int) bool {
	j := join(*p, *q)
	return max(p.x0, q.x0)-min(p.x1, q.x1) <= size/5 && 100*j.width() < 82*size && 10*(j.y1-j.y0) < 13*size
}

// ways calls f for each way to see the parts as digits, with its prior probability.
func (c *canvas) ways(parts []part, size int, f func(way []part, prior float64)) {
	var walk func(k int, way []part, prior float64)
	walk = func(k int, way []part, prior float64) {
		if prior < .003 || len(way) > maxGlyphs {
			return
		}
		if k == len(parts) {
			f(way, prior)
			return
		}
		p := parts[k]
		if p.speck(size) { // dirt, or the end of a thin stroke
			walk(k+1, way, prior*.5)
			if n := len(way) - 1; n >= 0 && way[n].to == nil && way[n].beside(&p, size) {
				whole := slices.Clone(way)
				whole[n] = join(whole[n], p)
				walk(k+1, whole, prior*.25)
			}
			if k+1 < len(parts) && p.beside(&parts[k+1], size) {
				walk(k+2, append(slices.Clone(way), join(p, parts[k+1])), prior*.25)
			}
			return
		}
		asIs := 1.0
		wide := float64(p.width()) / float64(size)
		// Digits are narrower than high; a wider part is probably two digits.
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
		if k+1 < len(parts) && p.beside(&parts[k+1], size) && 2*min(p.width(), parts[k+1].width()) < size {
			const broken = .08
			walk(k+2, append(slices.Clone(way), join(p, parts[k+1])), prior*broken)
			asIs -= broken
		}
		walk(k+1, append(slices.Clone(way), p), prior*max(asIs, .02))
	}
	walk(0, nil, 1)
}

// cuts are ways to cut a part in two, or in three, where there is least ink.
func (c *canvas) cuts(p part, three bool) [][]part {
	w := p.width()
	at := func(seams ...*seam) []part {
		var pieces []part
		for k := range len(seams) + 1 {
			q := p
			if k > 0 {
				q.from = seams[k-1]
			}
			if k < len(seams) {
				q.to = seams[k]
			}
			if q = c.shrunk(q); q.x0 < q.x1 {
				pieces = append(pieces, q)
			}
		}
		return pieces
	}
	ways := [][]part{at(c.seam(p, p.x0+w*3/8, p.x0+w*5/8+1))}
	if w >= 12 {
		ways = append(ways, at(c.seam(p, p.x0+w/6, p.x0+w*3/8)), at(c.seam(p, p.x0+w*5/8+1, p.x0+w*5/6)))
	}
	if three {
		ways = append(ways, at(c.seam(p, p.x0+w/4, p.x0+w*5/12), c.seam(p, p.x0+w*7/12, p.x0+w*3/4)))
	}
	return ways
}

// seam is the path from top to bottom with the least ink near the columns from to to: at most a
// quarter of the height beside them, preferably in their middle.
func (c *canvas) seam(p part, from, to int) *seam {
	const step, off = 20, 60 // what leaning and being beside the middle cost
	h := p.y1 - p.y0
	low, high := max(from-h/4, p.x0+1), min(to+h/4, p.x1-1)
	if low >= high {
		return &seam{p.y0, slices.Repeat([]int{(p.x0 + p.x1) / 2}, h)}
	}
	cost := make([]int, high-low)
	back := make([][]int8, h)
	for y := range h {
		next := make([]int, len(cost))
		back[y] = make([]int8, len(cost))
		for k := range next {
			best := cost[k]
			for _, d := range [2]int8{-1, 1} {
				if q := k + int(d); y > 0 && q >= 0 && q < len(cost) && cost[q]+step < best {
					best, back[y][k] = cost[q]+step, d
				}
			}
			if c.inks(&p, low+k, p.y0+y) {
				best += int(c.ink[(p.y0+y)*c.w+low+k])
			}
			away := 2*(low+k) - from - to
			next[k] = best + off*max(away, -away)/h
		}
		cost = next
	}
	at := slices.Index(cost, slices.Min(cost))
	s := &seam{p.y0, make([]int, h)}
	for y := h - 1; y >= 0; y-- {
		s.x[y] = low + at
		at += int(back[y][at])
	}
	return s
}

// shrunk has no rows or columns without ink at its ends.
func (c *canvas) shrunk(p part) part {
	q := p
	q.x0, q.y0, q.x1, q.y1 = p.x1, p.y1, p.x0, p.y0
	for y := p.y0; y < p.y1; y++ {
		for x := p.x0; x < p.x1; x++ {
			if c.inks(&p, x, y) {
				q.x0, q.y0, q.x1, q.y1 = min(q.x0, x), min(q.y0, y), max(q.x1, x+1), max(q.y1, y+1)
			}
		}
	}
	return q
}

// spell adds the readings of digits beside each other, as far as they are likely, and
// returns how probably none of them is one.
func (s *spelling) spell(way []part, look func(*part) glyph.Scores, prior float64, shares map[string]float64) float64 {
	type reading struct {
		text   string // numbers, with spaces between them
		digits int    // of the last one
		share  float64
	}
	// Prior probabilities that ink beside a digit is not a digit: of specks, and of ink as high
	// as a digit.
	const speck, high = .3, .02
	readings := []reading{{"", 0, prior}}
	nothing := 1.0
	for k := range way {
		p := &way[k]
		scores := look(p)
		none := math.Exp(float64(scores[glyph.NoDigit]))
		nothing *= none
		unread := none * speck
		if 10*(p.y1-p.y0) >= 7*s.size {
			unread = none * high
		}
		ends := 0.0
		if k > 0 {
			ends = s.apart(&way[k-1], p)
		}
		var longer []reading
		add := func(r reading) {
			if r.share > 1e-7 {
				longer = append(longer, r)
			}
		}
		for _, r := range readings {
			for digit := range 10 {
				share, text := r.share*math.Exp(float64(scores[digit])), strconv.Itoa(digit)
				switch {
				case r.text == "":
					add(reading{text, 1, share})
					continue
				case r.text == "0":
					continue // stands alone
				}
				if r.digits < s.digits {
					add(reading{r.text + text, r.digits + 1, share * (1 - ends)})
				}
				if digit > 0 {
					add(reading{r.text + " " + text, 1, share * ends})
				}
			}
			add(reading{r.text, r.digits, r.share * unread})
		}
		slices.SortFunc(longer, func(a, b reading) int { return cmp.Compare(b.share, a.share) })
		readings = longer[:min(len(longer), 4*maxChoices)]
	}
	for _, r := range readings {
		if r.text != "" {
			shares[r.text] += r.share
		}
	}
	return nothing
}

// patch brings a part to the size that the network reads: the mean of two by two places between
// pixels of the canvas for each of its pixels.
func (c *canvas) patch(p part) glyph.Patch {
	const side, inner, fine, border = glyph.Side, 20, 2, 2
	ink, w := c.inkWith(&p, border)
	wide, high := p.x1-p.x0, p.y1-p.y0
	step := float64(max(wide, high)) / inner
	// places are the pixels before the places along one direction, and how far behind them they are.
	places := func(length int) (at [side * fine]int, off [side * fine]float64) {
		first := float64(length)/2 - step*side/2
		for k := range at {
			v := first + step*(float64(k)+.5)/fine - .5 + border
			floor := math.Floor(v)
			at[k], off[k] = int(floor), v-floor
			if at[k] < 0 || at[k] > length+2*border-2 {
				at[k], off[k] = 0, 0 // without ink
			}
		}
		return at, off
	}
	xs, fx := places(wide)
	ys, fy := places(high)
	var patch glyph.Patch
	for y := range ys {
		row := ink[ys[y]*w:]
		for x, k := range xs {
			upper, lower := row[k]*(1-fx[x])+row[k+1]*fx[x], row[w+k]*(1-fx[x])+row[w+k+1]*fx[x]
			patch[y/fine*side+x/fine] += float32((upper*(1-fy[y]) + lower*fy[y]) / (fine * fine * 255))
		}
	}
	return patch
}

// inkWith is the ink of a part with a border around it, and the width of both. Faint ink beside
// the part that belongs to no part belongs to it.
func (c *canvas) inkWith(p *part, border int) (ink []float64, width int) {
	width = p.x1 - p.x0 + 2*border
	ink = make([]float64, width*(p.y1-p.y0+2*border))
	for y := max(p.y0-1, 0); y <= min(p.y1, c.h-1); y++ {
		for x := max(p.x0-1, 0); x <= min(p.x1, c.w-1); x++ {
			k := y*c.w + x
			if l := c.labels[k]; p.within(x, y) && (l == 0 || slices.Contains(p.labels, l)) {
				ink[(y-p.y0+border)*width+x-p.x0+border] = float64(c.ink[k])
			}
		}
	}
	return ink, width
}

package see

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"
)

// Chips: numbers of color puzzles may stand in paper white on squares of their color.
//
// Then all clues do, and the canvas is turned into one with dark digits on white, as the
// rest of the package reads them. The ground of a place is the brightness left when strokes
// narrower than a third of a cell are removed from the light areas (a morphological opening:
// Serra, "Image Analysis and Mathematical Morphology", 1982). What stands out of it is
// digits and gaps between chips; gaps are light from one side of their line to the other, or
// lie where no digit does. Cost: linear in the pixels, only where there are chips.

const (
	chipDark  = 0.62  // of the paper's brightness: a chip is darker
	chipColor = 0.42  // of what digits are lighter than dark paper: how far the channels of a chip lie apart
	chipLight = 0.05  // of a cell, at least: its digit
	chipInner = 0.435 // of a cell from its middle: digits reach less far, chips farther
)

// turnChips makes dark digits on white of light ones on chips, if that is how the clues are
// printed.
func (c *canvas) turnChips(cells []levels) {
	paper, chips := c.findChips(cells)
	if !chips {
		return
	}
	ground := opened(&c.plane, max(c.scale/6, 2))
	outer := c.outside(ground, paper)
	nx := c.mesh.nx
	reach := int(chipInner * float64(c.scale))
	for y := range c.h {
		j, dy := y/c.scale, y%c.scale-c.scale/2
		for x := range c.w {
			i, dx := x/c.scale, x%c.scale-c.scale/2
			k := y*c.w + x
			light := int(paper[j*nx+i])
			high := light - int(ground.pix[k])
			inColumn, inRow := i >= c.x0 && i < c.x1, j >= c.y0 && j < c.y1
			v := 255
			if !outer[k] && 100*high > 28*light && (!inRow || max(dy, -dy) <= reach) && (!inColumn || max(dx, -dx) <= reach) {
				v -= 225 * min(int(c.pix[k])-int(ground.pix[k]), high) / high
			}
			c.pix[k] = uint8(v)
		}
	}
	c.chips, c.paper, c.light = true, paper, false
}

// findChips gives the brightness of the paper around each cell, and whether the numbers
// stand on chips: dark squares with something light inside, beside a board that is light, or
// colored ones on dark paper.
func (c *canvas) findChips(cells []levels) (paper []uint8, found bool) {
	nx, ny := c.mesh.nx, c.mesh.ny
	var depths []uint8
	for _, l := range cells {
		depths = append(depths, l.middle-l.dark)
	}
	slices.Sort(depths)
	noise := 2 * float64(depths[len(depths)/2]) // most cells are empty
	paper = make([]uint8, nx*ny)
	for j := range ny {
		for i := range nx {
			for y := max(j-1, 0); y <= min(j+1, ny-1); y++ {
				for x := max(i-1, 0); x <= min(i+1, nx-1); x++ {
					paper[j*nx+i] = max(paper[j*nx+i], cells[y*nx+x].light)
				}
			}
		}
	}
	// The board's own brightness, by row and by column: filled cells are darker, or lighter.
	share := 3
	if c.light {
		share = 1
	}
	usual := func(from, to, of int, at func(k, q int) uint8) []uint8 {
		list := make([]uint8, of)
		for q := range list {
			var all []uint8
			for k := from; k < to; k++ {
				all = append(all, at(k, q))
			}
			slices.Sort(all)
			list[q] = all[len(all)*share/4]
		}
		return list
	}
	rows := usual(c.x0, c.x1, ny, func(k, q int) uint8 { return cells[q*nx+k].middle })
	columns := usual(c.y0, c.y1, nx, func(k, q int) uint8 { return cells[k*nx+q].middle })
	// Shadows of a frame are dark, too, but they have no numbers beside them, and captions have no
	// chips: those at the left and at the top, at the right and at the bottom, and in the mesh
	// counts apart.
	var chips, onDark, plain [3]int
	brightest := 0
	for _, l := range cells {
		brightest = max(brightest, int(l.light))
	}
	for j := range ny {
		for i := range nx {
			beside := uint8(0)
			inRow, inColumn := j >= c.y0 && j < c.y1, i >= c.x0 && i < c.x1
			if inRow {
				beside = rows[j]
			}
			if inColumn {
				beside = max(beside, columns[i])
			}
			at := 0
			switch {
			case inRow && inColumn:
				at = 2
			case inRow && i >= c.x1 || inColumn && j >= c.y1:
				at = 1
			}
			l, most := cells[j*nx+i], chipDark*float64(paper[j*nx+i])
			switch {
			case beside == 0:
			case c.light: // on chips if the ground has a color; lines are less light than numbers
				switch light := uint8((int(beside) + int(paper[j*nx+i])) / 2); {
				case float64(beside) > most || 2*int(light) < brightest || l.middle >= light || !c.lit(i, j, light): // no number
				case c.groundColor(i, j, light) > chipColor*(float64(paper[j*nx+i])-float64(beside))/255:
					onDark[at]++
				default:
					plain[at]++
				}
			case float64(l.middle) < min(most, chipDark*float64(beside)):
				light := uint8((int(l.middle) + int(paper[j*nx+i])) / 2)
				if c.lit(i, j, light) && (inRow && c.edged(i, j, 1, c.w, most) || inColumn && c.edged(i, j, c.w, 1, most)) {
					chips[at]++
				}
			case float64(l.middle) > max(most, .75*float64(beside)) && float64(l.middle-l.dark) > max(noise, .15*float64(l.middle)):
				plain[at]++
			}
		}
	}
	all := func(at int) int { return chips[at] + onDark[at] + plain[at] }
	are := func(at int) bool { return chips[at]+onDark[at] >= 4 && 2*chips[at]+6*onDark[at] >= plain[at] }
	return paper, are(2) || all(0) >= all(1) && are(0) || all(1) > all(0) && are(1)
}

// groundColor is how far the channels of the ground lie apart in a cell, from 0 to 1; what is
// light is a digit.
func (c *canvas) groundColor(i, j int, light uint8) float64 {
	var sum [3]float64
	n := 0.0
	for q := range 64 {
		x, y := i*c.scale+(2*(q%8)+5)*c.scale/24, j*c.scale+(2*(q/8)+5)*c.scale/24
		if c.pix[y*c.w+x] >= light {
			continue
		}
		for ch, v := range c.pixel(x, y) {
			sum[ch] += v
		}
		n++
	}
	return (max(sum[0], sum[1], sum[2]) - min(sum[0], sum[1], sum[2])) / max(n, 1)
}

// edged reports a cell with dark edges on both sides of its digit: two lines along, near the
// ends of the other direction.
func (c *canvas) edged(i, j, along, across int, most float64) bool {
	const off, enough = 36, 70 // hundredths
	middle := (j*c.scale+c.scale/2)*c.w + i*c.scale + c.scale/2
	for _, d := range [2]int{-1, 1} {
		dark := 0
		for k := -c.scale / 2; k < c.scale-c.scale/2; k++ {
			if at := middle + k*along + d*off*c.scale/100*across; float64(c.pix[at]) < most {
				dark++
			}
		}
		if 100*dark < enough*c.scale {
			return false
		}
	}
	return true
}

// levels are the brightness of a cell's inner part: of its darkest, its middle and its
// lightest pixels.
type levels struct{ dark, middle, light uint8 }

func (c *canvas) cellLevels() []levels {
	cells := make([]levels, c.mesh.nx*c.mesh.ny)
	for k := range cells {
		cells[k] = c.levelsOf(k%c.mesh.nx, k/c.mesh.nx)
	}
	return cells
}

func (c *canvas) levelsOf(i, j int) levels {
	all := make([]uint8, 0, c.scale*c.scale)
	c.inner(i, j, func(v uint8) { all = append(all, v) })
	if len(all) == 0 {
		return levels{}
	}
	slices.Sort(all)
	return levels{dark: all[len(all)/50], middle: all[len(all)*2/5], light: all[len(all)*19/20]}
}

// lit reports a cell of whose inner part as much is light as a digit covers.
func (c *canvas) lit(i, j int, light uint8) bool {
	n, all := 0, 0
	c.inner(i, j, func(v uint8) {
		if all++; v > light {
			n++
		}
	})
	return float64(n) > chipLight*float64(all)
}

// inner calls f for the pixels of a cell's inner part.
func (c *canvas) inner(i, j int, f func(v uint8)) {
	inset := c.scale / 7
	for y := j*c.scale + inset; y < (j+1)*c.scale-inset; y++ {
		for x := i*c.scale + inset; x < (i+1)*c.scale-inset; x++ {
			if k := y*c.w + x; !c.rule[k] {
				f(c.pix[k])
			}
		}
	}
}

// outside marks the paper around the chips and the gaps between them. In the lines of clues
// gaps run from one side to the other; a digit may touch one, but does not. Elsewhere everything
// connected to the paper is a gap.
func (c *canvas) outside(ground *plane, paper []uint8) []bool {
	is, beside := make([]bool, len(c.pix)), make([]bool, len(c.pix))
	const dim, light = 1, 2 // of the light of the paper, a sixth and a fourth
	lit := make([]uint8, len(c.pix))
	var stack []int32
	for k := range is {
		p, g := int(paper[k/c.w/c.scale*c.mesh.nx+k%c.w/c.scale]), int(ground.pix[k])
		switch v := int(c.pix[k]) - g; {
		case 100*g >= 72*p:
			lit[k], is[k] = light, true
			stack = append(stack, int32(k))
		case 4*v > p-g:
			lit[k] = light
		case 6*v > p-g:
			lit[k] = dim
		}
	}
	reach := int(chipInner * float64(c.scale))
	mark := func(from, along, across, length, mesh0, mesh1 int) {
		g := gaps{c.scale/2 - reach, 2*reach + 1, length, from, along, across, mesh0 * c.scale, mesh1 * c.scale}
		g.mark(is, lit, beside)
	}
	for j := c.y0; j < c.y1; j++ {
		mark(j*c.scale*c.w, c.w, 1, c.w, c.x0, c.x1)
	}
	for i := c.x0; i < c.x1; i++ {
		mark(i*c.scale, 1, c.w, c.h, c.y0, c.y1)
	}
	for len(stack) > 0 {
		k := int(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		x := k % c.w
		for _, d := range [4]int{-1, 1, -c.w, c.w} {
			q := k + d
			if q < 0 || q >= len(is) || d == -1 && x == 0 || d == 1 && x == c.w-1 || is[q] || beside[q] || lit[q] < light {
				continue
			}
			is[q] = true
			stack = append(stack, int32(q))
		}
	}
	return is
}

// chipPitch is how far from the board's edge the middle of the first chip of a row is, and how
// far chips are from each other: the period of the digits' places. It is 0 if they have none.
func (c *canvas) chipPitch(strips [][]blob, edge int) (first, pitch float64) {
	const low, high, step, near, least = .7, 1.25, .01, 4.5, .3
	var places []float64 // in cells; farther ones would show how much the page is bent
	for _, strip := range strips {
		for k := range strip {
			if b := &strip[k]; c.digitLike(b) {
				if d := math.Abs(float64(b.x0+b.x1)/2-float64(edge)) / float64(c.scale); d < near {
					places = append(places, d)
				}
			}
		}
	}
	most := least * float64(len(places))
	for p := low; p < high; p += step {
		var sum complex128
		for _, d := range places {
			sum += cmplx.Rect(1, 2*math.Pi*d/p)
		}
		if v := cmplx.Abs(sum); v > most {
			first, pitch, most = math.Mod(cmplx.Phase(sum)/(2*math.Pi)+1.75, 1)*p+p/4, p, v
		}
	}
	return first * float64(c.scale), pitch * float64(c.scale)
}

// byChip groups blobs of a row by the chips they stand on, in which numbers are centered.
func byChip(strip []blob, s side, edge int, first, pitch float64) (numbers [][]blob) {
	away := func(b *blob) float64 { return math.Abs(float64(b.x0+b.x1)/2 - float64(edge)) }
	slices.SortStableFunc(strip, func(a, b blob) int { return cmp.Compare(away(&a), away(&b)) })
	for middle := first; len(strip) > 0; middle += pitch {
		n := 0
		for n < len(strip) && away(&strip[n]) < middle+pitch/2 {
			n++
		}
		if n == 0 {
			continue
		}
		x0, x1 := extent(strip[:n], right)
		if m := math.Abs(float64(x0+x1)/2 - float64(edge)); math.Abs(m-middle) < pitch/6 {
			middle = m
		}
		numbers, strip = append(numbers, strip[:n:n]), strip[n:]
	}
	if s == left {
		slices.Reverse(numbers)
	}
	return numbers
}

// gaps are looked for in the line of a clue: so many pixels high from its edge on, so many
// long. Pixels lie along from each other across the line, and across along it.
type gaps struct {
	edge, high, length  int
	from, along, across int
	mesh0, mesh1        int // where along it the mesh is
}

// mark marks the light pixels from one side of the line to the other along a line that leans,
// less where the mesh is, and the light pixels beside it, as far as it usually is around: not a digit
// that reaches the side.
func (g *gaps) mark(is []bool, light []uint8, seen []bool) {
	const lean, straight, near = 6, 20, 7 // of the height, at most
	lights, paper := make([]bool, g.high*g.length), slices.Repeat([]bool{true}, g.length)
	for t := range g.high {
		for q := range g.length {
			k := g.at(t, q)
			lights[t*g.length+q] = light[k] > 0
			paper[q] = paper[q] && is[k]
			seen[k] = true
		}
	}
	set := func(t, q int) {
		for o := max(q-1, 0); o <= min(q+1, g.length-1); o++ {
			if lights[t*g.length+o] {
				is[g.at(t, o)] = true
			}
		}
	}
	lit := func(t, q int) bool { return q >= 0 && q < g.length && lights[t*g.length+q] }
	for q := range g.length {
		if paper[q] {
			continue
		}
		most := g.high / lean
		if q >= g.mesh0 && q < g.mesh1 {
			most = g.high / straight
		}
		for aside := -most; aside <= most; aside++ {
			t := 0
			for t < g.high && lit(t, q+aside*t/g.high) {
				t++
			}
			if t < g.high {
				continue
			}
			for t := range g.high {
				set(t, q+aside*t/g.high)
			}
		}
	}
	for _, side := range [2]struct{ first, step int }{{0, 1}, {g.high - 1, -1}} {
		depths := make([]int, g.length)
		for q := range depths {
			for near*depths[q] < g.high && lit(side.first+depths[q]*side.step, q) {
				depths[q]++
			}
		}
		for q, depth := range depths {
			if depth == 0 || paper[q] {
				continue
			}
			around := slices.Clone(depths[max(q-g.high/2, 0):min(q+g.high/2, g.length)])
			slices.Sort(around)
			for t := range min(depth, around[len(around)/3]) {
				set(side.first+t*side.step, q)
			}
		}
	}
}

func (g *gaps) at(t, q int) int { return g.from + (g.edge+t)*g.along + q*g.across }

// opened is the plane without light areas narrower than 2r+1 pixels: the darkest of so
// many pixels that begin at each one, then the lightest of so many that end there, by
// doubling.
func opened(p *plane, r int) *plane {
	q := newPlane(p.w, p.h)
	copy(q.pix, p.pix)
	wide := 2*r + 1
	for have := 1; have < wide; have *= 2 {
		step := min(have, wide-have)
		for y := range q.h {
			darker(q.row(y)[:max(q.w-step, 0)], q.row(y)[min(step, q.w):])
		}
		darker(q.pix[:max(q.h-step, 0)*q.w], q.pix[min(step, q.h)*q.w:])
	}
	for have := 1; have < wide; have *= 2 {
		step := min(have, wide-have)
		for y := range q.h {
			lighter(q.row(y)[min(step, q.w):], q.row(y)[:max(q.w-step, 0)])
		}
		lighter(q.pix[min(step, q.h)*q.w:], q.pix[:max(q.h-step, 0)*q.w])
	}
	return q
}

// darker takes the darker of two, from the first on: they may overlap.
func darker(into, from []uint8) {
	from = from[:len(into)]
	for k, v := range from {
		into[k] = min(into[k], v)
	}
}

// lighter takes the lighter of two, from the last on.
func lighter(into, from []uint8) {
	from = from[:len(into)]
	for k := len(into) - 1; k >= 0; k-- {
		into[k] = max(into[k], from[k])
	}
}

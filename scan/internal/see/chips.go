package see

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"
)

// Chips: numbers of color puzzles may stand on squares of their color, light or dark.
//
// The commonest brightness in bands along a line is its ground: digits cover less, and do not
// reach the edges. Ink is the difference from the ground at the same place along the line, so the
// border between two chips is not ink. If most numbers have a ground that differs from the paper, the
// canvas becomes one with dark digits on white, and the color of a number is that of its ground.
// Cost: two dozen pixels for each pixel along a line.

const (
	chipApart             = 0.22      // of the range of a channel: how far a chip differs from paper
	chipInner             = 0.4       // of a cell from its middle: digits reach less far, chips farther
	digitLeast, digitMost = 0.03, 0.6 // of a cell's inner part: ink of a number
)

// bands are where a line shows its ground, as shares of its width, those that digits do not reach
// first. Where the mesh is off some lie beside the chip.
var bands = [16]float64{.12, .88, .16, .84, .2, .8, .24, .76, .3, .7, .36, .64, .42, .58, .46, .54}

// color3 is a color with channels from 0 to 1.
type color3 [3]float64

// apart is the largest difference of a channel.
func (a color3) apart(b color3) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// grounds are the colors along the lines of the mesh, and the paper of each line.
type grounds struct {
	rows, columns           []color3 // by line, then by pixel along it
	rowGrays, columnGrays   []span   // the same on the canvas, and nearby: borders of chips may lean
	rowPapers, columnPapers []color3
	chipRow                 []bool // rows of the mesh that may be clues of columns
	dark                    bool   // the paper is dark
}

// span is a range of brightness.
type span struct{ low, high uint8 }

// findGrounds measures the ground of all lines.
func (c *canvas) findGrounds() *grounds {
	g := &grounds{dark: c.light}
	for j := range c.mesh.ny {
		row, grays, paper := c.alongLine(c.w, c.x0, c.x1, func(k, band int) (x, y int) { return k, j*c.scale + band })
		g.rows, g.rowGrays, g.rowPapers = append(g.rows, row...), append(g.rowGrays, grays...), append(g.rowPapers, paper)
	}
	for i := range c.mesh.nx {
		column, grays, paper := c.alongLine(c.h, c.y0, c.y1, func(k, band int) (x, y int) { return i*c.scale + band, k })
		g.columns, g.columnGrays, g.columnPapers = append(g.columns, column...), append(g.columnGrays, grays...), append(g.columnPapers, paper)
	}
	g.chipRow = make([]bool, c.mesh.ny)
	for j := c.y0; j < c.y1; j++ {
		n := 0
		for i := c.x0; i < c.x1; i++ {
			if g.columns[i*c.h+j*c.scale+c.scale/2].apart(g.columnPapers[i]) > chipApart {
				n++
			}
		}
		g.chipRow[j] = 2*n > c.x1-c.x0
	}
	return g
}

// alongLine is the ground along a line, in color and on the canvas, and the paper of the line in
// the mesh. At each place it is the mean of the first bands that have the commonest brightness
// around: a digit may reach some of them. Where chips meet none have it, and the middle half counts.
func (c *canvas) alongLine(length, from, to int, at func(k, band int) (x, y int)) ([]color3, []span, color3) {
	const n, like, enough = len(bands), 14, 6
	var offsets [n]int
	for b, band := range bands {
		offsets[b] = int(band * float64(c.scale))
	}
	samples := make([]uint8, 0, n*length)
	for k := range length {
		for _, off := range offsets {
			x, y := at(k, off)
			samples = append(samples, c.pix[y*c.w+x])
		}
	}
	list, grays := make([]color3, length), make([]uint8, length)
	far, near := c.scale/3, c.scale/8 // near ones count three times
	var window mode
	for k := -far; k < length; k++ {
		for q, reach := range [2]int{far, near} {
			if in := k + reach; in >= 0 && in < length {
				window.add(q+1, samples[in*n:(in+1)*n])
			}
			if out := k - reach - 1; out >= 0 {
				window.add(-q-1, samples[out*n:(out+1)*n])
			}
		}
		if k < 0 {
			continue
		}
		mine := samples[k*n : (k+1)*n]
		low, high := window.value()-like, window.value()+like
		if !slices.ContainsFunc(mine, func(v uint8) bool { return int(v) >= low && int(v) <= high }) {
			sorted := slices.Sorted(slices.Values(mine))
			low, high = int(sorted[n/4]), int(sorted[n*3/4-1])
		}
		sum, gray, count := color3{}, 0, 0
		for b, off := range offsets {
			if v := int(mine[b]); v >= low && v <= high && count < enough {
				for ch, part := range c.pixel(at(k, off)) {
					sum[ch] += part
				}
				gray, count = gray+v, count+1
			}
		}
		for ch := range sum {
			list[k][ch] = sum[ch] / float64(count)
		}
		grays[k] = uint8(gray / count)
	}
	spans, lean := make([]span, length), c.scale/20
	for k := range spans {
		near := grays[max(k-lean, 0):min(k+lean+1, length)]
		spans[k] = span{slices.Min(near), slices.Max(near)}
	}
	return list, spans, c.paperOf(list[from*c.scale : to*c.scale])
}

// mode is a histogram of brightness, in steps of eight levels, each with its neighbors.
type mode [34]int

// add counts values, or removes them with a negative weight.
func (m *mode) add(weight int, values []uint8) {
	for _, v := range values {
		at := v >> 3
		m[at] += weight
		m[at+1] += 2 * weight
		m[at+2] += weight
	}
}

// value is the commonest brightness.
func (m *mode) value() int {
	best := 0
	for k, n := range m {
		if n > m[best] {
			best = k
		}
	}
	return 8*best - 4
}

// paperOf is the paper of a line of the board: light, or dark in a dark theme.
func (c *canvas) paperOf(line []color3) color3 {
	const step = 4 // pixels
	var some []color3
	for k := 0; k < len(line); k += step {
		some = append(some, line[k])
	}
	slices.SortFunc(some, func(a, b color3) int { return cmp.Compare(brightness(a), brightness(b)) })
	if c.light {
		return some[len(some)/5]
	}
	return some[len(some)*4/5]
}

// inRow reports whether a cell's ground is that of its row; otherwise it is that of its column.
func (c *canvas) inRow(i, j int) bool {
	return j >= c.y0 && j < c.y1 && (i < c.x0 || i >= c.x1 || !c.grounds.chipRow[j])
}

// groundAt is the ground of a pixel and the paper of its line.
func (c *canvas) groundAt(x, y int) (ground, paper color3) {
	i, j := x/c.scale, y/c.scale
	if c.inRow(i, j) {
		return c.grounds.rows[j*c.w+x], c.grounds.rowPapers[j]
	}
	return c.grounds.columns[i*c.h+y], c.grounds.columnPapers[i]
}

// turnChips makes dark digits on white if the numbers stand on chips.
func (c *canvas) turnChips() {
	c.grounds = c.findGrounds()
	differences := c.differences()
	if c.squares == None || !c.onChips(differences) {
		return
	}
	for k, v := range differences {
		c.pix[k] = 255 - v
	}
	c.chips, c.light = true, false
}

// differences are how far pixels differ from their ground in brightness, as far as digits reach.
func (c *canvas) differences() []uint8 {
	out := make([]uint8, len(c.pix))
	reach := int(chipInner * float64(c.scale))
	for y := range c.h {
		j, dy := y/c.scale, y%c.scale-c.scale/2
		for x := range c.w {
			i, dx := x/c.scale, x%c.scale-c.scale/2
			if row := c.inRow(i, j); row && max(dy, -dy) > reach || !row && (i < c.x0 || i >= c.x1 || max(dx, -dx) > reach) || c.rule[y*c.w+x] {
				continue
			}
			ground := c.grounds.columnGrays[min(i, c.mesh.nx-1)*c.h+y]
			if c.inRow(i, j) {
				ground = c.grounds.rowGrays[j*c.w+x]
			}
			v := c.pix[y*c.w+x]
			out[y*c.w+x] = max(v, ground.high) - ground.high + ground.low - min(v, ground.low)
		}
	}
	return out
}

// onChips reports that numbers stand on chips: at the left and at the top, at the right and at
// the bottom, or in the mesh, counted apart.
func (c *canvas) onChips(differences []uint8) bool {
	var chips, plain [3]int
	for j := range c.mesh.ny {
		for i := range c.mesh.nx {
			inRow, inColumn := j >= c.y0 && j < c.y1, i >= c.x0 && i < c.x1
			if !inRow && !inColumn || !c.likeNumber(differences, i, j) {
				continue
			}
			zone := 0
			switch {
			case inRow && inColumn:
				zone = 2
			case inRow && i >= c.x1 || inColumn && j >= c.y1:
				zone = 1
			}
			ground, paper := c.groundAt(i*c.scale+c.scale/2, j*c.scale+c.scale/2)
			if ground.apart(paper) > chipApart*max(brightness(paper), .5) {
				chips[zone]++
			} else {
				plain[zone]++
			}
		}
	}
	are := func(zone int) bool { return chips[zone] >= 4 && 2*chips[zone] >= plain[zone] }
	return are(2) || chips[0]+plain[0] >= chips[1]+plain[1] && are(0) || chips[1]+plain[1] > chips[0]+plain[0] && are(1)
}

// likeNumber reports a cell with as much ink as a number has.
func (c *canvas) likeNumber(differences []uint8, i, j int) bool {
	const ink = 60
	n, all := 0, 0
	inset := c.scale / 7
	for y := j*c.scale + inset; y < (j+1)*c.scale-inset; y++ {
		for x := i*c.scale + inset; x < (i+1)*c.scale-inset; x++ {
			all++
			if differences[y*c.w+x] > ink {
				n++
			}
		}
	}
	share := float64(n) / float64(max(all, 1))
	return share > digitLeast && share < digitMost
}

// chipColor is the color of the chip around a box, as in light that makes the paper white.
func (c *canvas) chipColor(box *blob) color3 {
	x0, x1, y := max(box.x0-1, 0), min(box.x1+1, c.w), (box.y0+box.y1)/2
	vertical := !c.inRow((x0+x1)/2/c.scale, y/c.scale)
	from, to := x0, x1
	if vertical {
		from, to = max(box.y0-1, 0), min(box.y1+1, c.h)
	}
	var channels [3][]float64
	for k := from; k < to; k++ {
		place := [2]int{k, y}
		if vertical {
			place = [2]int{(x0 + x1) / 2, k}
		}
		ground, paper := c.groundAt(place[0], place[1])
		for ch := range channels {
			v := ground[ch]
			if !c.grounds.dark { // paper may lie in the shade
				v /= max(paper[ch], .1)
			}
			channels[ch] = append(channels[ch], min(v, 1))
		}
	}
	return color3{ranked(channels[0], .5), ranked(channels[1], .5), ranked(channels[2], .5)}
}

// clusters groups colors: the shortest tree that joins all of them is cut where its edges
// become much longer.
func clusters(colors []color3) []int {
	const least, quiet = .05, .015 // of a channel: inks lie farther apart, equal ones closer
	n := len(colors)
	from, length := make([]int, n), slices.Repeat([]float64{math.Inf(1)}, n)
	joined := make([]bool, n)
	var edges [][2]int
	var lengths []float64
	for at := 0; len(edges) < n-1; {
		joined[at] = true
		next := -1
		for k := range n {
			if joined[k] {
				continue
			}
			if d := colors[k].apart(colors[at]); d < length[k] {
				from[k], length[k] = at, d
			}
			if next < 0 || length[k] < length[next] {
				next = k
			}
		}
		edges, lengths = append(edges, [2]int{from[next], next}), append(lengths, length[next])
		at = next
	}
	sorted := slices.Sorted(slices.Values(lengths))
	cut, jump := math.Inf(1), 2.0
	for k, d := range sorted {
		before := quiet
		if k > 0 {
			before = max(sorted[k-1], quiet)
		}
		if d >= least && d/before > jump {
			cut, jump = d, d/before
		}
	}
	group := make([]int, n)
	count := 1
	for k, e := range edges { // in the order in which colors were joined
		group[e[1]] = group[e[0]]
		if lengths[k] >= cut {
			group[e[1]] = count
			count++
		}
	}
	return group
}

// chipPitch is how far from the board's edge the middle of the first chip of a row is, and how
// far chips are from each other: the period of the digits' places. It is 0 if they have none, or
// much rather a shorter one: numbers without chips of their own.
func (c *canvas) chipPitch(strips [][]blob, edge int) (first, pitch float64) {
	const low, high, step, near, least, rather = .7, 1.25, .01, 4.5, .3, 1.5
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
	regular := func(p float64) (sum complex128) {
		for _, d := range places {
			sum += cmplx.Rect(1, 2*math.Pi*d/p)
		}
		return sum
	}
	most := least * float64(len(places))
	for p := low; p < high; p += step {
		sum := regular(p)
		if v := cmplx.Abs(sum); v > most {
			first, pitch, most = math.Mod(cmplx.Phase(sum)/(2*math.Pi)+1.75, 1)*p+p/4, p, v
		}
	}
	for p := low / 2; p < low; p += step {
		if cmplx.Abs(regular(p)) > rather*most {
			return 0, 0
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

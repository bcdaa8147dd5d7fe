package see

import (
	"cmp"
	"math"
	"slices"
)

// Chips: numbers of color puzzles may stand on squares of their color, light or dark.
//
// The commonest brightness in bands along a line is its ground: digits cover less, and do not
// reach the edges. Ink is the difference from the ground at the same place along the line, so the
// border between two chips is not ink. If most numbers have a ground that differs from the paper, the
// mesh moves to the chips, the canvas becomes one with dark digits on white, and the color of a
// number is that of its ground. Cost: four dozen pixels for each pixel along a line.

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

// grounds are those of the lines of the mesh; there are none beside it.
type grounds struct {
	rows, columns []ground
	chipRow       []bool // rows of the mesh that may be clues of columns
	dark          bool   // the paper is dark
}

// ground is the colors along a line, by pixel, and its paper.
type ground struct {
	colors []color3
	grays  []span // the same on the canvas, and nearby: borders of chips may lean
	paper  color3
}

// span is a range of brightness.
type span struct{ low, high uint8 }

// findGrounds measures the ground of all lines.
func (c *canvas) findGrounds() *grounds {
	g := &grounds{rows: make([]ground, c.mesh.ny), columns: make([]ground, c.mesh.nx), chipRow: make([]bool, c.mesh.ny), dark: c.light}
	before := cmp.Or(c.grounds, g)
	for j := c.y0; j < c.y1; j++ {
		g.rows[j] = c.alongLine(j, true, before.rows[j].paper)
		g.rows[j].paper = c.paperOf(g.rows[j].colors[c.x0*c.scale : c.x1*c.scale])
	}
	for i := c.x0; i < c.x1; i++ {
		g.columns[i] = c.alongLine(i, false, before.columns[i].paper)
		g.columns[i].paper = c.paperOf(g.columns[i].colors[c.y0*c.scale : c.y1*c.scale])
	}
	for j := c.y0; j < c.y1; j++ {
		n := 0
		for i := c.x0; i < c.x1; i++ {
			if column := &g.columns[i]; column.colors[j*c.scale+c.scale/2].apart(column.paper) > chipApart {
				n++
			}
		}
		g.chipRow[j] = 2*n > c.x1-c.x0
	}
	return g
}

// alongLine is the ground along a line, in color and on the canvas. At each place it is the mean of
// the first bands that have the commonest brightness around: a digit may reach some of them. On
// chips, brightness as of paper may be that of bold digits, and the next common one counts. Where
// chips meet none have it, and the middle half counts.
func (c *canvas) alongLine(line int, row bool, paper color3) ground {
	const n, like, enough = len(bands), 14, 6
	length, first, along, across := c.h, line*c.scale, c.w, 1
	if row {
		length, first, along, across = c.w, line*c.scale*c.w, 1, c.w
	}
	var offsets [n]int
	for b, band := range bands {
		offsets[b] = int(band * float64(c.scale))
	}
	samples := make([]uint8, 0, n*length)
	for k := range length {
		for _, off := range offsets {
			samples = append(samples, c.pix[first+k*along+off*across])
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
		usual := c.usual(&window, paper)
		low, high := usual-like, usual+like
		if !slices.ContainsFunc(mine, func(v uint8) bool { return int(v) >= low && int(v) <= high }) {
			sorted := slices.Sorted(slices.Values(mine))
			apart := max(int(sorted[0])-usual, usual-int(sorted[n-1])) // of the band that is most like the ground
			if middle := int(sorted[n/2]) - usual; k > 0 && 2*apart < max(middle, -middle) {
				list[k], grays[k] = list[k-1], grays[k-1] // a digit is as wide as the line
				continue
			}
			low, high = int(sorted[n/4]), int(sorted[n*3/4-1])
		}
		sum, gray, count := color3{}, 0, 0
		for b, off := range offsets {
			if v := int(mine[b]); v >= low && v <= high && count < enough {
				at := first + k*along + off*across
				for ch, part := range c.pixel(at%c.w, at/c.w) {
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
	return ground{colors: list, grays: c.leaning(grays)}
}

// usual is the commonest brightness, but on chips not that of paper if another is common too.
func (c *canvas) usual(window *mode, paper color3) int {
	const pale = 70
	usual := window.value(math.MinInt / 2)
	if c.chips && math.Abs(float64(usual)-255*brightness(paper)) < pale {
		if other := window.value(usual); 2*window.at((other+4)/8) > window.at((usual+4)/8) {
			return other
		}
	}
	return usual
}

// leaning is the range of brightness around each place of a line, which may lean by a twentieth of
// a cell.
func (c *canvas) leaning(grays []uint8) []span {
	spans, lean := make([]span, len(grays)), c.scale/20
	for k := range spans {
		near := grays[max(k-lean, 0):min(k+lean+1, len(grays))]
		spans[k] = span{slices.Min(near), slices.Max(near)}
	}
	return spans
}

// mode is a histogram of brightness, in steps of eight levels, with two empty ones at both ends.
type mode [36]int

// add counts values, or removes them with a negative weight.
func (m *mode) add(weight int, values []uint8) {
	for _, v := range values {
		m[v>>3+2] += weight
	}
}

// at is the count of a level with half of each neighbor, doubled.
func (m *mode) at(k int) int { return m[k] + 2*m[k+1] + m[k+2] }

// value is the commonest brightness that is far from another one.
func (m *mode) value(other int) int {
	best, most := 0, m.at(0)
	for k := range len(m) - 2 {
		if n := m.at(k); n > most && max(8*k-4-other, other-8*k+4) > 48 {
			best, most = k, n
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

// lineAt is the line whose ground a pixel has, and the place along it.
func (c *canvas) lineAt(x, y int) (line *ground, at int) {
	i, j := x/c.scale, y/c.scale
	if c.inRow(i, j) {
		return &c.grounds.rows[j], x
	}
	return &c.grounds.columns[i], y
}

// groundAt is the ground of a pixel and the paper of its line, both black beside the mesh's lines.
func (c *canvas) groundAt(x, y int) (color, paper color3) {
	line, at := c.lineAt(x, y)
	if line.colors == nil {
		return color, paper
	}
	return line.colors[at], line.paper
}

// onChip reports a ground that differs from the paper.
func (c *canvas) onChip(x, y int) bool {
	ground, paper := c.groundAt(x, y)
	return ground.apart(paper) > chipApart*max(brightness(paper), .5)
}

// turnChips makes dark digits on white if the numbers stand on chips. It moves the mesh to the
// chips, and copies the cells anew.
func (c *canvas) turnChips(copied func()) {
	if c.plain {
		return
	}
	c.grounds = c.findGrounds()
	if !c.onChips(c.differences()) {
		c.grounds = nil
		return
	}
	c.align()
	copied()
	c.chips = true
	c.grounds = c.findGrounds()
	for k, v := range c.differences() {
		c.pix[k] = 255 - v
	}
	c.light = false
}

// align moves the points of the mesh by the middle of what chips around them are off, or else as
// the next point towards the board: beside the board there may be no lines to follow.
func (c *canvas) align() {
	const around = 2
	m, w := c.mesh, c.mesh.nx+1
	near := map[bool][][]float64{true: make([][]float64, len(m.points)), false: make([][]float64, len(m.points))} // of rows, and not
	for k := range m.nx * m.ny {
		i, j := k%m.nx, k/m.nx
		row := c.inRow(i, j)
		off, is := c.chipOffset(i, j, row)
		for y := max(j-around+1, 0); is && y <= min(j+around, m.ny); y++ {
			for x := max(i-around+1, 0); x <= min(i+around, m.nx); x++ {
				near[row][y*w+x] = append(near[row][y*w+x], off)
			}
		}
	}
	var move func(row bool, i, j int) float64
	move = func(row bool, i, j int) float64 {
		list := near[row][j*w+i]
		dx, dy := cmp.Compare((c.x0+c.x1)/2, i), cmp.Compare((c.y0+c.y1)/2, j)
		switch {
		case len(list) > 0:
			return ranked(list, .5)
		case row && dx != 0:
			return move(row, i+dx, j)
		case !row && dy != 0:
			return move(row, i, j+dy)
		}
		return 0
	}
	c.mesh = newMesh(m.nx, m.ny)
	for k := range m.points {
		i, j := k%w, k/w
		c.mesh.set(i, j, m.at(float64(i)+move(false, i, j), float64(j)+move(true, i, j)))
	}
}

// chipOffset is how far a chip lies beside its cell across its line, in cells, if there is one:
// pixels within its edges are like its ground, but not in the gaps beyond them.
func (c *canvas) chipOffset(i, j int, row bool) (off float64, is bool) {
	const like, edge, gap, wide, least = 20, .32, .46, .1, .5 // levels; from the middle, in cells; of the pixels
	if !row && (i < c.x0 || i >= c.x1) {
		return 0, false
	}
	counts := make([]int, 2*c.scale) // of pixels like the ground, by place across the line
	for k := range c.scale {
		x, y, step := i*c.scale+k, j*c.scale+c.scale/2, c.w
		if !row {
			x, y, step = i*c.scale+c.scale/2, j*c.scale+k, 1
		}
		if !c.onChip(x, y) {
			continue
		}
		line, along := c.lineAt(x, y)
		gray := line.grays[along]
		for d := range counts {
			if at := y*c.w + x + (d-c.scale)*step; at >= 0 && at < len(c.pix) && max(int(gray.low)-int(c.pix[at]), int(c.pix[at])-int(gray.high)) <= like {
				counts[d]++
			}
		}
	}
	size := float64(c.scale)
	best, first, last := int(least*2*wide*size*size), 0, 0
	for middle := c.scale * 3 / 4; middle <= c.scale*5/4; middle++ {
		sum := 0
		for d := range int(wide * size) {
			in, out := int(edge*size)+d, int(gap*size)+d
			sum += counts[middle+in] + counts[middle-in] - counts[middle+out] - counts[middle-out]
		}
		if sum > best {
			best, first = sum, middle
		}
		if sum == best {
			last = middle
		}
	}
	return float64(first+last)/2/size - 1, first > 0
}

// differences are how far pixels differ from their ground in brightness, as far as digits reach.
func (c *canvas) differences() []uint8 {
	out := make([]uint8, len(c.pix))
	reach := int(2 * chipInner * float64(c.scale))
	for y := range c.h {
		j, dy := y/c.scale, 2*(y%c.scale)+1-c.scale
		for x := range c.w {
			i, dx := x/c.scale, 2*(x%c.scale)+1-c.scale
			if row := c.inRow(i, j); row && max(dy, -dy) > reach || !row && (i < c.x0 || i >= c.x1 || max(dx, -dx) > reach) || c.rule[y*c.w+x] {
				continue
			}
			line, at := c.lineAt(x, y)
			gray, v := line.grays[at], c.pix[y*c.w+x]
			out[y*c.w+x] = max(v, gray.high) - gray.high + gray.low - min(v, gray.low)
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
			if c.onChip(i*c.scale+c.scale/2, j*c.scale+c.scale/2) {
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
	n, inset := 0, c.scale/7
	for y := j*c.scale + inset; y < (j+1)*c.scale-inset; y++ {
		for x := i*c.scale + inset; x < (i+1)*c.scale-inset; x++ {
			if differences[y*c.w+x] > ink {
				n++
			}
		}
	}
	share := float64(n) / float64((c.scale-2*inset)*(c.scale-2*inset))
	return share > digitLeast && share < digitMost
}

// chipColor is the color of the chip around a box, as in light that makes the paper white.
func (c *canvas) chipColor(box *blob) color3 {
	var channels [3][]float64
	n := max(box.width(), box.height())
	for k := range n { // along a diagonal, whether the line is a row or a column
		ground, paper := c.groundAt(box.x0+k*box.width()/n, box.y0+k*box.height()/n)
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

// onOwn reports that most numbers of rows have a chip of their own, not a ground for all.
func (c *canvas) onOwn(strips [][]blob) bool {
	narrow := 0
	for _, strip := range strips {
		for _, n := range c.byChip(strip) {
			if x0, x1 := extent(n, right); 2*(x1-x0) < 3*c.scale {
				narrow += 2 * len(n)
			}
		}
		narrow -= len(strip)
	}
	return narrow >= 0
}

// byChip groups blobs of a row by the chips they stand on: between two chips the ground changes.
func (c *canvas) byChip(strip []blob) (numbers [][]blob) {
	const change, noise = .25, .08 // of the difference from the paper, and of the range of a channel
	slices.SortStableFunc(strip, func(a, b blob) int { return cmp.Compare(a.x0+a.x1, b.x0+b.x1) })
	end := 1 // of the blobs so far
	for _, b := range strip {
		same, y := len(numbers) > 0, (b.y0+b.y1)/2
		before, paper := c.groundAt(end-1, y)
		for x := end; x < b.x0 && same; x++ {
			ground, _ := c.groundAt(x, y)
			same = ground.apart(before) < max(change*before.apart(paper), noise)
		}
		if !same {
			numbers = append(numbers, nil)
		}
		numbers[len(numbers)-1] = append(numbers[len(numbers)-1], b)
		end = max(end, b.x1)
	}
	return numbers
}

package see

import (
	"cmp"
	"math"
	"slices"
)

// The board among the cells of the mesh, and the clues around it.
//
// If the clue cells are ruled, the mesh covers them too, and the board is the longest run of
// columns and rows without numbers. Otherwise numbers lie outside the mesh, and the gaps between
// them separate them.

// side is one of the four sides of the board that clues may be on.
type side int

const (
	left side = iota
	top
	right
	bottom
)

// split finds the board among the mesh's cells: where it begins and ends on each side, in
// columns and rows of the canvas.
func (c *canvas) split() [4]int {
	nx, ny := c.x1-c.x0, c.y1-c.y0
	chance, values := make([]float64, nx*ny), make([]int, nx*ny)
	for k := range chance {
		chance[k], values[k] = c.likely(c.x0+k%nx, c.y0+k/nx)
	}
	c.inside = digitsInside(chance, nx, [4]int{0, 0, nx, ny}) && !dropMarks(chance, values, nx)
	density := func(n, from, to int, at func(k, q int) float64) []float64 {
		d := make([]float64, n)
		for k := range d {
			for q := from; q < to; q++ {
				d[k] += at(k, q) / float64(max(to-from, 1))
			}
		}
		return d
	}
	// If there are numbers beside the mesh, all of it is the board, and apparent numbers inside
	// are marks of a player or a shadow.
	found := [4]int{c.x0, c.y0, c.x1, c.y1}
	outside := func(s side) float64 {
		k, _ := beside(found, s)
		n, of := c.numbers(found, s, k)
		return n / float64(of)
	}
	columns, rows := max(outside(left), outside(right)), max(outside(top), outside(bottom))
	columnsOut, rowsOut := columns > .5, rows > .5
	sure, many := min(columns, rows) > .85, .45 // share of cells beside clues from which a line has numbers
	if sure {
		many, c.inside = .85, false
	}
	// The first round leaves out the corners, where the clues of rows and columns end. The
	// second takes the lines of the board.
	a, b, e, f := nx*35/100, max(nx*9/10, nx*35/100+1), ny*35/100, max(ny*9/10, ny*35/100+1)
	if columnsOut && rowsOut {
		a, b, e, f = 0, nx, 0, ny
	}
	for range 2 {
		x0, x1 := longestEmpty(density(nx, e, f, func(k, q int) float64 { return chance[q*nx+k] }), columnsOut, many)
		y0, y1 := longestEmpty(density(ny, a, b, func(k, q int) float64 { return chance[k*nx+q] }), rowsOut, many)
		a, b, e, f = x0, x1, y0, y1
	}
	// Clues that go on outside take up less than a third of the mesh; more are marks.
	if sure && (3*(b-a) < 2*nx || 3*(f-e) < 2*ny) {
		return found
	}
	if 5*(b-a) >= 2*nx && 5*(f-e) >= 2*ny { // clues may be at four sides
		c.inside = c.inside && digitsInside(chance, nx, [4]int{a, e, b, f})
	}
	return [4]int{c.x0 + a, c.y0 + e, c.x0 + b, c.y0 + f}
}

const surely = .9 // the probability of a digit from which it counts

// digitsInside reports digits all over some cells of a mesh with nx columns, as in a sudoku: at
// their top left and at their bottom right. Clues are at two sides.
func digitsInside(chance []float64, nx int, of [4]int) bool {
	const least = .12
	var digits [2]int
	for j := of[top]; j < of[bottom]; j++ {
		for i := of[left]; i < of[right]; i++ {
			if x, y := 2*i/(of[left]+of[right]), 2*j/(of[top]+of[bottom]); x == y && chance[j*nx+i] >= surely {
				digits[x]++
			}
		}
	}
	return float64(min(digits[0], digits[1])) >= least*float64((of[right]-of[left])*(of[bottom]-of[top]))/4
}

// dropMarks removes the marks of a player from the chances, and reports whether there are any:
// nearly all digits at the bottom right of the mesh are the same, and no 1, as in clues there.
func dropMarks(chance []float64, values []int, nx int) bool {
	const alike = .8
	counts, all := map[int]int{}, 0
	for k, p := range chance {
		if p >= surely && 2*(k%nx) >= nx && 2*k >= len(chance) {
			counts[values[k]]++
			all++
		}
	}
	for value, n := range counts {
		if value > 1 && float64(n) >= alike*float64(all) {
			for k := range chance {
				if values[k] == value {
					chance[k] = 0
				}
			}
			return true
		}
	}
	return false
}

// longestEmpty is the longest run of lines with few numbers. More are allowed if the clues are
// elsewhere.
func longestEmpty(density []float64, elsewhere bool, many float64) (from, to int) {
	// Crosses and dots of a player may look like digits. Beside the board nearly every line
	// has a number.
	few := min(max(slices.Max(density)/2, .2), .45)
	if elsewhere {
		few = many
	}
	// A single line with some is what a thick rule leaves: clues are in nearly every line.
	const most = .6
	start := 0
	for k := 0; k <= len(density); k++ {
		if k < len(density) && density[k] < few || k > 0 && k+1 < len(density) && max(density[k-1], density[k+1]) < few && density[k] < most*slices.Max(density) {
			continue
		}
		if k-start > to-from {
			from, to = start, k
		}
		start = k + 1
	}
	return from, to
}

// chance is how probable a number is in a cell.
func (c *canvas) chance(i, j int) float64 {
	p, _ := c.likely(i, j)
	return p
}

// likely is how probable a number is in a cell, and the likeliest; outside the canvas there is
// none.
func (c *canvas) likely(i, j int) (p float64, value int) {
	if i < 0 || j < 0 || i >= c.mesh.nx || j >= c.mesh.ny {
		return 0, 0
	}
	k := j*c.mesh.nx + i
	if c.fill[k].share < .01 || c.fill[k].share > .6 {
		return 0, 0
	}
	blobs := c.blobs[k]
	if !slices.ContainsFunc(blobs, func(b blob) bool { return c.digitLike(&b) }) || len(blobs) > 8 {
		return 0, 0
	}
	n := c.read(blobs, spelling{c.digits, 2, 0})
	p = 1
	for _, choice := range n.Choices {
		if len(choice.Values) == 0 {
			p -= math.Exp(choice.LogP)
		} else if value == 0 {
			value = choice.Values[0]
		}
	}
	return p + n.Zero, value
}

// strips are the blobs beside the board on one side, by line, each in reading order.
func (c *canvas) strips(x0, y0, x1, y1 int, s side) [][]blob {
	lines, from, to := y1-y0, 0, x0
	switch s {
	case top:
		lines, from, to = x1-x0, 0, y0
	case right:
		lines, from, to = y1-y0, x1, c.mesh.nx
	case bottom:
		lines, from, to = x1-x0, y1, c.mesh.ny
	}
	strips := make([][]blob, lines)
	for k := range lines {
		for q := from; q < to; q++ {
			cell := (y0+k)*c.mesh.nx + q
			if s == top || s == bottom {
				cell = q*c.mesh.nx + x0 + k
			}
			strips[k] = append(strips[k], c.blobs[cell]...)
		}
	}
	return strips
}

// usualHeight is the middle height of what may be digits near the board: captions farther away
// are higher. Edges are the sides of the board that the strips are beside.
func (c *canvas) usualHeight(strips [2][][]blob, at [2]side) int {
	const near = 3 // cells
	var heights []int
	for k, area := range strips {
		edge := c.board[at[k]] * c.scale
		for _, strip := range area {
			for q, b := range strip {
				inner, _ := extent(strip[q:q+1], at[k])
				if c.digitLike(&b) && b.height() < c.scale && max(inner-edge, edge-inner) < near*c.scale {
					heights = append(heights, b.height())
				}
			}
		}
	}
	if len(heights) == 0 {
		return c.scale * 3 / 5
	}
	slices.Sort(heights)
	return heights[len(heights)*3/5]
}

// findSmallDigits measures digits that are much smaller than cells, as in apps with few of them.
func (c *canvas) findSmallDigits() {
	var heights []int
	for j := range c.mesh.ny {
		for i := range c.mesh.nx {
			across, down := max(c.x0-i, i-c.x1+1, 0), max(c.y0-j, j-c.y1+1, 0)
			if across+down == 0 || across > 0 && down > 0 || across+down > 2 {
				continue
			}
			for _, b := range c.blobs[j*c.mesh.nx+i] {
				if c.digitLike(&b) {
					heights = append(heights, b.height())
				}
			}
		}
	}
	c.digits = c.scale * 3 / 5
	if slices.Sort(heights); len(heights) > 0 && heights[len(heights)/2] < c.scale*2/5 {
		c.digits = heights[len(heights)/2]
	}
}

// mostAside is how far the middles of two numbers of a line may be apart across it, in percent
// of a cell. A letter of a title is farther aside.
const mostAside = 27

// nearBoard keeps the numbers of a line that follow each other from the board outwards:
// captions and pictures are farther away, or aside. Edge is the board's side, first how far the
// first number may be and pitch the usual distance of numbers, in pixels of the canvas.
func (c *canvas) nearBoard(numbers [][]blob, edge, first, pitch int, s side, ruled bool) [][]blob {
	outwards := numbers
	if s == left || s == top {
		outwards = slices.Clone(numbers)
		slices.Reverse(outwards)
	}
	inMesh := [4]int{c.x0 * c.scale, c.y0 * c.scale, c.x1 * c.scale, c.y1 * c.scale}[s]
	last, axis, most := edge, 0, first
	for k, n := range outwards {
		near, far := extent(n, s)
		inside := ruled && (far > inMesh) == (s == left || s == top)
		gap := max(near-last, last-near)
		low, high := extent(n, (s+3)%4)
		aside := max(low+high-axis, axis-low-high) * 50 / c.scale // percent of a cell
		if !inside && (gap > most || k > 0 && aside > mostAside) {
			outwards = outwards[:k]
			break
		}
		last, axis, most = far, low+high, pitch
	}
	if s == left || s == top {
		slices.Reverse(outwards)
	}
	return outwards
}

// trimmed takes an outer row and column without a number from the board if empty lines have a zero
// or, from one that is wider than its mesh, if its lines do not lead on there, and reports whether
// there are any: a band or a caption beside the board may look like cells.
func (c *canvas) trimmed(s *Sight, wide bool) (some bool) {
	zero := func(lines [][]Number) bool {
		return slices.ContainsFunc(lines, func(line []Number) bool {
			return slices.ContainsFunc(line, func(n Number) bool { return n.Zero > .5 })
		})
	}
	zeros := zero(s.Rows) || zero(s.Columns)
	before := c.board
	beyond := func(at side) bool {
		without := c.board
		_, out := beside(without, at)
		without[at] -= out
		if zeros || wide && !c.leadsOn(without, at) {
			c.board, some = without, true
			return true
		}
		return false
	}
	for at, lines := range [2][][]Number{s.Columns, s.Rows} {
		if len(lines) <= minSide {
			continue
		}
		if at := side(at); len(lines[0]) > 0 || !beyond(at) {
			if len(lines[len(lines)-1]) == 0 {
				beyond(at + 2)
			}
		}
	}
	for at, end := range [4]*int{&c.x0, &c.y0, &c.x1, &c.y1} {
		if *end == before[at] { // the mesh ends with the board
			*end = c.board[at]
		}
	}
	return some
}

// extent is where a number begins and ends, seen from the board.
func extent(n []blob, s side) (near, far int) {
	box := n[0]
	for _, b := range n {
		box.x0, box.y0, box.x1, box.y1 = min(box.x0, b.x0), min(box.y0, b.y0), max(box.x1, b.x1), max(box.y1, b.y1)
	}
	switch s {
	case left:
		return box.x1, box.x0
	case top:
		return box.y1, box.y0
	case right:
		return box.x0, box.x1
	default:
		return box.y0, box.y1
	}
}

// group groups the blobs of each strip by places, and describes how to spell them.
func (c *canvas) group(strips [][]blob, s side, ruled bool, size, digits int) ([][][]blob, spelling) {
	lines := make([][][]blob, len(strips))
	how := spelling{size, digits, 0}
	chips := c.chips && (s == left || s == right) && c.onOwn(strips)
	switch {
	case s == top || s == bottom:
	case ruled || chips:
		how.gap = size // two numbers hardly stand in one cell
	default:
		how.gap = c.gapBetween(strips, size, digits)
	}
	for k, strip := range strips {
		switch {
		case s == top || s == bottom:
			lines[k] = byLine(strip, size)
		case ruled:
			lines[k] = c.byCell(strip)
		case chips:
			lines[k] = c.byChip(strip)
		default:
			for _, n := range c.byGap(strip, how.gap+size*2/5, size) {
				lines[k] = append(lines[k], parted(n, size, maxGlyphs)...)
			}
		}
		lines[k] = slices.DeleteFunc(lines[k], func(n []blob) bool { return c.specks(n, size) })
	}
	return lines, how
}

// specks reports blobs that together are not a digit. Pieces of one lie close: two ends of an
// edge in the picture, one above the other, are none.
func (c *canvas) specks(n []blob, size int) bool {
	byTop := slices.SortedFunc(slices.Values(n), func(a, b blob) int { return cmp.Compare(a.y0, b.y0) })
	top, end := 0, math.MinInt32
	for _, b := range byTop {
		if b.y0-end > size/4 {
			top = b.y0
		}
		if end = max(end, b.y1); 10*(end-top) >= 7*size {
			return false
		}
	}
	return true
}

// byCell groups blobs of a row by the cells of the mesh.
func (c *canvas) byCell(strip []blob) (numbers [][]blob) {
	cell := func(b *blob) int { return (b.x0 + b.x1) / 2 / c.scale }
	slices.SortStableFunc(strip, func(a, b blob) int { return cmp.Compare(cell(&a), cell(&b)) })
	for k, b := range strip {
		if k == 0 || cell(&strip[k-1]) != cell(&b) {
			numbers = append(numbers, nil)
		}
		numbers[len(numbers)-1] = append(numbers[len(numbers)-1], b)
	}
	return numbers
}

// byLine groups blobs that stand on one line of text, or are pieces of one digit.
func byLine(strip []blob, size int) (numbers [][]blob) {
	slices.SortFunc(strip, func(a, b blob) int { return cmp.Compare(a.y0+a.y1, b.y0+b.y1) })
	y0, y1 := 0, 0
	for k, b := range strip {
		overlap, high := min(y1, b.y1)-max(y0, b.y0), max(y1, b.y1)-min(y0, b.y0)
		if k > 0 && (2*overlap >= min(y1-y0, b.height()) && high < size*8/5 || high <= size*23/20) {
			numbers[len(numbers)-1] = append(numbers[len(numbers)-1], b)
			y0, y1 = min(y0, b.y0), max(y1, b.y1)
			continue
		}
		numbers = append(numbers, []blob{b})
		y0, y1 = b.y0, b.y1
	}
	return numbers
}

// spacing is the distance between neighbors as it counts for grouping: half by the gap,
// half by the middles, since a 1 leaves wide gaps where digits are equally wide.
func spacing(a0, a1, b0, b1, size int) int {
	gap := b0 - a1
	middles := (b0+b1-a0-a1)/2 - size*11/20
	return (gap + middles) / 2
}

func (b *blob) spacing(next *blob, size int) int { return spacing(b.x0, b.x1, next.x0, next.x1, size) }

// gapBetween is the spacing that parts numbers in a row: in the middle of the widest
// step between spacings, preferably near the usual one. It is less than the widest spacing of
// more digits than a number has.
func (c *canvas) gapBetween(strips [][]blob, size, most int) int {
	var all []int
	var widest []float64
	for _, strip := range strips {
		slices.SortFunc(strip, func(a, b blob) int { return cmp.Compare(a.x0, b.x0) })
		digits := slices.DeleteFunc(slices.Clone(strip), func(b blob) bool { return 10*b.height() < 7*size })
		from := len(all)
		for k := 1; k < len(digits); k++ {
			all = append(all, digits[k-1].spacing(&digits[k], size))
			if k >= most {
				widest = append(widest, float64(slices.Max(all[from+k-most:])))
			}
		}
	}
	usual, high := size*3/8, size*9/10
	if len(widest) > 1 {
		high = min(high, int(ranked(widest, .1))-size/8)
	}
	slices.Sort(all)
	best, least := min(usual, high), size/8
	for k := 1; k < len(all); k++ {
		at, step := (all[k]+all[k-1])/2, all[k]-all[k-1]
		if worth := step - max(at-usual, usual-at)/2; at > size*3/20 && at < high && worth > least {
			best, least = at, worth
		}
	}
	return best
}

// parted cuts a place with too many digits at its widest spacings.
func parted(n []blob, size, digits int) [][]blob {
	count, at, widest := 0, 0, math.MinInt
	for k, b := range n {
		if 10*b.height() < 7*size {
			continue
		}
		count++
		if k == 0 {
			continue
		}
		if gap := n[k-1].spacing(&n[k], size); gap > widest {
			at, widest = k, gap
		}
	}
	if count <= digits || at == 0 {
		return [][]blob{n}
	}
	return append(parted(n[:at:at], size, digits), parted(n[at:], size, digits)...)
}

// byGap groups blobs that are closer than a gap and have no rule between them.
func (c *canvas) byGap(strip []blob, gap, size int) (numbers [][]blob) {
	slices.SortFunc(strip, func(a, b blob) int { return cmp.Compare(a.x0+a.x1, b.x0+b.x1) })
	for k, b := range strip {
		if k > 0 && strip[k-1].spacing(&b, size) < gap && !c.ruleBetween(&strip[k-1], &b) {
			numbers[len(numbers)-1] = append(numbers[len(numbers)-1], b)
			continue
		}
		numbers = append(numbers, []blob{b})
	}
	return numbers
}

func (c *canvas) ruleBetween(a, b *blob) bool {
	y := (a.y0 + a.y1 + b.y0 + b.y1) / 4
	for x := a.x1; x < b.x0; x++ {
		if c.rule[y*c.w+x] {
			return true
		}
	}
	return false
}

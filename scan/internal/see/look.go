package see

import (
	"image/color"
	"slices"
	"strconv"

	"nonogram/scan/internal/glyph"
)

// sighting is a mesh with the lines it was found by, at their scale.
type sighting struct {
	*mesh
	lines  *lines
	level  *plane
	factor float64 // pixels of the photograph for one of this scale
	wide   bool    // lines beside it that have clues belong to it
	colors *inks   // of its clues, once they were looked at
}

// search collects what may be the board.
type search struct {
	all    []*sighting
	most   float64 // crossings of the first
	passes int
}

// look looks for the board's lines at every scale, in the next of the ways to do so. What
// shows most of them comes first. After the first way others count only if they show more:
// waves of a screen may look like faint lines.
func (s *search) look(levels []*plane) {
	more, factor := 1.03, 1.0
	if s.passes > 0 {
		more = 1.1
	}
	for k, level := range levels {
		if max(level.w, level.h) <= maxLook {
			s.lookAt(level, factor, ways[s.passes], more)
		}
		// Lines that lie this close may be lost at half the scale.
		if k > 0 && max(levels[k-1].w, levels[k-1].h) > maxLook && s.dense(factor) {
			s.lookAt(levels[k-1], factor/2, ways[s.passes], more)
		}
		factor *= 2
	}
	s.passes++
}

// lookAt looks at one scale.
func (s *search) lookAt(level *plane, factor float64, way focus, more float64) {
	if way.gaps {
		level = level.gaps()
	}
	g := newGrower(findLines(level, way))
	nodes := g.largest()
	if len(nodes) < minMesh || float64(len(nodes)) <= more*s.most/2 {
		return
	}
	m := whole(nodes).bordered(g, level, way.gaps).divided(level)
	if m == nil || float64(m.crossings()) <= s.most/2 {
		return
	}
	found := &sighting{mesh: m, lines: g.l, level: level, factor: factor}
	if n := float64(m.crossings()); n > more*s.most {
		s.all, s.most = append([]*sighting{found}, s.all...), n
	} else {
		s.all = append(s.all, found)
	}
}

// dense reports that what comes first was found at a scale and has lines close together.
func (s *search) dense(factor float64) bool {
	const narrow = 14 // pixels
	return len(s.all) > 0 && s.all[0].factor == factor && s.all[0].pitch() < narrow
}

// clear reports that what comes first needs no other way of looking: nearly all of its lines
// were found, and more than the thick ones of a large board would be, or, after faint lines
// were looked for too, half of them.
func (s *search) clear() bool {
	if len(s.all) == 0 {
		return false
	}
	m := s.all[0].mesh
	share := float64(m.crossings()) / float64(len(m.seen))
	return share >= .5 && s.passes > 2 && m.crossings() >= 60 || share >= .85 && min(m.nx, m.ny) >= 10
}

// boards are those found so far, the likeliest first.
func (s *search) boards() []*sighting {
	list := slices.Clone(s.all)
	if len(list) > 1 {
		slices.SortStableFunc(list[1:], func(a, b *sighting) int { return b.crossings() - a.crossings() })
	}
	return distinct(list)
}

// distinct keeps the first of boards that are alike.
func distinct(all []*sighting) (list []*sighting) {
	for _, s := range all {
		if !slices.ContainsFunc(list, s.like) {
			list = append(list, s)
		}
	}
	return list
}

// like reports boards with equally many cells, unless one is the other with what goes on
// beside it.
func (s *sighting) like(o *sighting) bool { return o.nx == s.nx && o.ny == s.ny && o.wide == s.wide }

// canvas straightens the mesh and its surroundings, and finds the ink and the board.
func (s *sighting) canvas(of *Eye) *canvas {
	pitch := s.pitch()
	room := func(a, b Point, size float64, across bool) int {
		// Cells from a border of the mesh to that of the photograph.
		x := (a.X + b.X) / 2
		if !across {
			x = (a.Y + b.Y) / 2
		}
		if size > 0 {
			x = size - x
		}
		return min(max(int(x/pitch+.7), 0), maxMargin)
	}
	w, h := s.nx, s.ny
	left := min(room(s.p(0, 0), s.p(0, h), 0, true), w*2/3+3)
	right := min(room(s.p(w, 0), s.p(w, h), float64(s.lines.w), true), w*2/3+3)
	top := min(room(s.p(0, 0), s.p(w, 0), 0, false), h*2/3+3)
	bottom := min(room(s.p(0, h), s.p(w, h), float64(s.lines.h), false), h*2/3+3)
	e := s.extended(s.lines, left, top, right, bottom)
	c := straighten(of.levels, e.scaled(s.factor), left, top, right, bottom)
	c.img, c.reader, c.least, c.known = of.img, of.reader, uint8(Usual), map[[4]int]glyph.Scores{}
	cells := c.cellLevels()
	c.findTheme(cells)
	c.turnChips()
	c.findInk()
	c.dropRules()
	c.findInk()
	c.findBlobs()
	c.board = c.split()
	return c
}

// inked is the canvas with other ink: fainter, or only bold.
func (c *canvas) inked(least Ink) *canvas {
	if uint8(least) == c.least {
		return c
	}
	other := *c
	other.least, other.known = uint8(least), map[[4]int]glyph.Scores{}
	other.findBlobs()
	return &other
}

// widened is the board with lines beside it that have clues and are empty otherwise. A line
// may lie between that has no clue, or a clue and the border of a shadow.
func (c *canvas) widened() [4]int {
	const few = .2 // of an empty line's cells with what looks like a number
	at := c.board
	empty := func(s side, k int) bool {
		n, of := c.numbers(at, s, k)
		return n < few*float64(of)
	}
	clued := func(s side, k int) bool {
		if s == left || s == right {
			return c.chance(k, at[top]-1) > .5
		}
		return c.chance(at[left]-1, k) > .5
	}
	for s, kept := left, 0; kept < 4; s = (s + 1) % 4 {
		kept++
		out, k := 1, at[s]
		if s == left || s == top {
			out, k = -1, at[s]-1
		}
		switch one, next := empty(s, k), k+out; {
		case one && clued(s, k):
			at[s] += out
			kept = 0
		case (one || clued(s, k)) && empty(s, next) && clued(s, next):
			at[s] += 2 * out
			kept = 0
		}
	}
	return at
}

// withoutDigits takes away cells beside the board that have no lines and are digits or
// chips: they do not lie where cells would. It reports whether there were any.
func (s *sighting) withoutDigits(c *canvas) bool {
	x0, y0, x1, y1 := c.board[left], c.board[top], c.board[right], c.board[bottom]
	beside := [4]int{x0 - c.x0, y0 - c.y0, c.x1 - x1, c.y1 - y1}
	some := false
	for at := left; at <= bottom; at++ {
		if beside[at] > 0 && s.lined(s.level, at) {
			beside[at] = 0
		}
		some = some || beside[at] > 0
	}
	if some && x0 < x1 && y0 < y1 {
		s.mesh = s.part(beside[left], beside[top], s.nx-beside[right], s.ny-beside[bottom])
	}
	return some
}

// sight reads the clues around the board. With an error it returns the partial reading.
// Where the inks are known, numbers end where they change.
func (c *canvas) sight(photo *plane, limits Limits) (*Sight, error) {
	x0, y0, x1, y1 := c.board[left], c.board[top], c.board[right], c.board[bottom]
	s := &Sight{Width: x1 - x0, Height: y1 - y0, Palette: []color.RGBA{{255, 255, 255, 255}, {0, 0, 0, 255}}}
	if s.Width < 1 || s.Height < 1 {
		return nil, ErrNoBoard
	}
	board := c.mesh.part(x0, y0, x1, y1)
	s.Board = board.quad(0, 0, float64(s.Width), float64(s.Height))
	s.Cells = func(x, y int) Quad {
		return board.quad(float64(x), float64(y), float64(x+1), float64(y+1))
	}
	if most := limits.side(); s.Width > most || s.Height > most {
		return s, &SizeError{s.Width, s.Height, most}
	}
	// Clues at the left and at the top, or else at the right and at the bottom.
	rowSide, columnSide := left, top
	if c.besideBoard(right) > 2*c.besideBoard(left) {
		rowSide = right
	}
	if c.besideBoard(bottom) > 2*c.besideBoard(top) {
		columnSide = bottom
	}
	rows, columns := c.strips(x0, y0, x1, y1, rowSide), c.strips(x0, y0, x1, y1, columnSide)
	size := c.usualHeight(rows, columns)
	edges := [4]int{x0, y0, x1, y1}
	ruled := [4]bool{x0 > c.x0, y0 > c.y0, x1 < c.x1, y1 < c.y1}
	for k, strips := range [2][][]blob{rows, columns} {
		at := [2]side{rowSide, columnSide}[k]
		digits := len(strconv.Itoa([2]int{s.Width, s.Height}[k]))
		groups, how := c.group(strips, at, edges[at]*c.scale, ruled[at], size, digits)
		pitch := c.usualGap(groups, at)
		lines := make([][]Number, len(strips))
		some := false
		for q, line := range groups {
			near := c.nearBoard(line, edges[at]*c.scale, pitch, at, ruled[at])
			if c.cutOff(strips[q], near, edges[at]*c.scale, pitch, at, photo, size) {
				s.Cut = &CutError{Side: sideNames[at]}
			}
			for _, blobs := range near {
				parts := [][]blob{blobs}
				if c.colors.colored() && how.gap > 0 && len(blobs) > 1 {
					parts = c.colors.part(c, blobs, size)
				}
				for _, part := range parts {
					n := c.read(part, how)
					if len(n.Choices) == 0 || len(n.Choices[0].Values) == 0 && len(n.Choices) == 1 {
						continue
					}
					some = true
					n.ink = c.inkOf(part)
					lines[q] = append(lines[q], n)
				}
			}
		}
		if !some {
			return s, &CluesError{Side: sideNames[at]}
		}
		if k == 0 {
			s.Rows = lines
		} else {
			s.Columns = lines
		}
	}
	if c.colors == nil {
		c.colors = s.findInks(c.light)
	}
	c.colors.paint(s)
	return s, nil
}

// besideBoard is how many numbers there seem to be next to the board at a side.
func (c *canvas) besideBoard(s side) float64 {
	k := c.board[s]
	if s == left || s == top {
		k--
	}
	n, _ := c.numbers(c.board, s, k)
	return n
}

// numbers is how many numbers there seem to be in a row, or at the sides in a column, as far
// as a board goes.
func (c *canvas) numbers(board [4]int, s side, k int) (n float64, of int) {
	if s == left || s == right {
		for y := board[top]; y < board[bottom]; y++ {
			n += c.chance(k, y)
		}
		return n, board[bottom] - board[top]
	}
	for x := board[left]; x < board[right]; x++ {
		n += c.chance(x, k)
	}
	return n, board[right] - board[left]
}

// cutOff reports a line of clues that the border of the photograph cuts: there is ink
// at it, more than the rest of a frame, and it follows the numbers.
func (c *canvas) cutOff(strip []blob, numbers [][]blob, edge, pitch int, at side, photo *plane, size int) bool {
	last := edge
	for _, n := range numbers {
		_, far := extent(n, at)
		if at == left || at == top {
			last = min(last, far)
		} else {
			last = max(last, far)
		}
	}
	for k := range strip {
		b := &strip[k]
		near, _ := extent(strip[k:k+1], at)
		if max(near-last, last-near) > pitch && near != last || 5*max(b.width(), b.height()) < size*2 || 6*min(b.width(), b.height()) < size {
			continue
		}
		s := float64(c.scale)
		for _, corner := range c.mesh.quad(float64(b.x0-1)/s, float64(b.y0-1)/s, float64(b.x1+1)/s, float64(b.y1+1)/s) {
			if corner.X < 1 || corner.Y < 1 || corner.X > float64(photo.w-2) || corner.Y > float64(photo.h-2) {
				return true
			}
		}
	}
	return false
}

var sideNames = [4]string{"left", "top", "right", "bottom"}

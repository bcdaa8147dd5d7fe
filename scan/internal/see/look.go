package see

import (
	"math"
	"slices"

	"nonogram/scan/internal/glyph"
)

// The search for the board: lines at several scales, meshes made of them, and the likeliest
// ones first. Methods are tried in order until a mesh is clear.

// sighting is a mesh, with the lines that it was made of and their scale.
type sighting struct {
	*mesh
	lines  *lines // nil for a given board
	level  *plane
	factor float64 // pixels of the photograph for one of this scale
	wide   bool    // includes lines beside the mesh that have clues
	ruled  bool    // if wide: the lines of the mesh lead on there
	colors *inks   // of its clues, after the first look
	plain  bool    // squares count as paper
	given  bool    // all its cells are the board's
	sheet  sheet   // at its scale
}

// search collects candidates for the board.
type search struct {
	all    []*sighting
	most   float64 // crossings of the first
	passes int
}

// look searches for lines at every scale with the next method. The mesh with the most crossings
// comes first. Meshes of later methods must have more crossings than before: waves of a screen
// look like faint lines.
func (s *search) look(levels []*plane) {
	more, factor := 1.03, 1.0
	if s.passes > 0 {
		more = 1.1
	}
	for k, level := range levels {
		if max(level.w, level.h) <= maxLook {
			s.lookAt(level, factor, ways[s.passes], more)
		}
		// Lines this close together may vanish at half the scale.
		if k > 0 && max(levels[k-1].w, levels[k-1].h) > maxLook && s.dense(factor) {
			s.lookAt(levels[k-1], factor/2, ways[s.passes], more)
		}
		factor *= 2
	}
	s.passes++
}

// lookAt searches at one scale.
func (s *search) lookAt(level *plane, factor float64, way focus, more float64) {
	if way.gaps {
		level = level.gaps()
	}
	g := newGrower(findLines(level, way), level)
	nodes := g.largest()
	if len(nodes) < minMesh || float64(len(nodes)) <= more*s.most/2 {
		return
	}
	g.through(nodes)
	m := whole(nodes, &g.on).bordered(g, way.gaps)
	if m == nil || float64(m.crossings()) <= s.most/2 {
		return
	}
	found := &sighting{mesh: m, lines: g.l, level: level, factor: factor, sheet: g.on}
	if n := float64(m.crossings()); n > more*s.most {
		s.all, s.most = append([]*sighting{found}, s.all...), n
	} else {
		s.all = append(s.all, found)
	}
}

// dense reports that the first mesh was found at this scale and has lines close together.
func (s *search) dense(factor float64) bool {
	const narrow = 14 // pixels
	return len(s.all) > 0 && s.all[0].factor == factor && s.all[0].pitch() < narrow
}

// clear reports that the first mesh is good enough: nearly all of its crossings were found, and
// more than the thick lines of a large board have. After the search for faint lines half of
// them are enough.
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

// like reports boards with equally many cells, both wide or both not.
func (s *sighting) like(o *sighting) bool { return o.nx == s.nx && o.ny == s.ny && o.wide == s.wide }

// canvas straightens the mesh and its surroundings, and finds the ink and the board.
func (s *sighting) canvas(of *Eye) *canvas {
	pitch := s.pitch()
	room := func(a, b Point, size float64, across bool) int {
		// Cells between the edges of the mesh and of the photograph.
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
	right := min(room(s.p(w, 0), s.p(w, h), float64(s.level.w), true), w*2/3+3)
	top := min(room(s.p(0, 0), s.p(w, 0), 0, false), h*2/3+3)
	bottom := min(room(s.p(0, h), s.p(w, h), float64(s.level.h), false), h*2/3+3)
	e := s.extended(s.lines, left, top, right, bottom)
	c := straighten(of.levels, e.scaled(s.factor), left, top, right, bottom)
	c.img, c.reader, c.least, c.known = of.img, of.reader, uint8(Usual), map[[4]int]glyph.Scores{}
	c.plain = s.plain
	c.findTheme()
	c.turnChips(func() { c.copyCells(of.levels) })
	c.findInk()
	c.dropRules()
	c.findInk()
	c.findBlobs()
	c.findSmallDigits()
	if c.board = [4]int{c.x0, c.y0, c.x1, c.y1}; !s.given {
		c.board = c.split()
	}
	return c
}

// inked is the canvas with another threshold for ink. The labels are room for its own.
func (c *canvas) inked(least Ink, labels []uint16) *canvas {
	if uint8(least) == c.least {
		return c
	}
	other := *c
	other.least, other.known, other.labels = uint8(least), map[[4]int]glyph.Scores{}, labels
	other.findBlobs()
	return &other
}

// widened is the board with empty lines beside it that have clues, at the sides where its lines lead
// on, if they do at any. One line between may have no clue, or the edge of a shadow.
func (c *canvas) widened() (at [4]int, ruled bool) {
	const few = .2 // of the cells of an empty line may seem to have a number
	at = c.board
	empty := func(s side, k int) bool {
		n, of := c.numbers(at, s, k)
		return n < few*float64(of)
	}
	for s, kept := left, 0; kept < 4; s = (s + 1) % 4 {
		kept++
		k, out := beside(at, s)
		clued := c.clued(at, s, k)
		switch one, next := empty(s, k), k+out; {
		case one && clued:
			at[s] += out
			kept = 0
		case (one || clued) && empty(s, next) && c.clued(at, s, next):
			at[s] += 2 * out
			kept = 0
		}
	}
	led := c.board
	for s := left; s <= bottom; s++ {
		for led[s] != at[s] && c.leadsOn(led, s) {
			_, out := beside(led, s)
			led[s] += out
		}
	}
	if led != c.board {
		return led, true
	}
	return at, false
}

// leadsOn reports whether the lines of a board lead on at a side: below a frame a caption may look
// like a clue.
func (c *canvas) leadsOn(board [4]int, s side) bool {
	k, out := beside(board, s)
	var next, last float64 // ridges beside the board, and in its last cells
	for i := board[(s+1)%2] + 1; i < board[(s+1)%2+2]; i++ {
		next += c.ridge(s, i, k)
		last += c.ridge(s, i, k-out)
	}
	return 2*math.Abs(next) > math.Abs(last)
}

// ridge measures line i where it passes line k of the cells along a side.
func (c *canvas) ridge(s side, i, k int) float64 {
	a, b, across := Point{float64(i), float64(k)}, Point{float64(i), float64(k + 1)}, s == left || s == right
	if across {
		a, b = Point{a.Y, a.X}, Point{b.Y, b.X}
	}
	ridge, _ := c.profile(times(a, float64(c.scale)), times(b, float64(c.scale)), across, lineFlank, .2, .8)
	return ridge
}

// beside is the line next to a board at a side, and the direction away from the board.
func beside(board [4]int, s side) (k, out int) {
	if s == left || s == top {
		return board[s] - 1, -1
	}
	return board[s], 1
}

// clued reports a number at the left of row k, or above column k.
func (c *canvas) clued(board [4]int, s side, k int) bool {
	if s == left || s == right {
		return c.chance(k, board[top]-1) > .5
	}
	return c.chance(board[left]-1, k) > .5
}

// withoutDigits removes cells beside the board that have no lines: digits and chips that the mesh
// took for cells. It reports whether there were any.
func (s *sighting) withoutDigits(c *canvas) bool {
	x0, y0, x1, y1 := c.board[left], c.board[top], c.board[right], c.board[bottom]
	beside := [4]int{max(x0-c.x0, 0), max(y0-c.y0, 0), max(c.x1-x1, 0), max(c.y1-y1, 0)}
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

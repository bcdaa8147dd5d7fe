package see

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
)

// Lines that filled cells hide. Beside a line that is seen there is paper; where the brightness is
// another one and the same all along a line and beside it, the line may be there or not. A mesh
// grows through such places on a plane, as in screenshots, to the crossings beyond them. Filled cells
// can be painted over for another look, and those of a solved board are its answer. Cost: linear in
// the cells.

// sheet is a picture, and for some meshes the paper and how much lines differ from it; 0 if that
// is not known.
type sheet struct {
	*plane
	paper, line float64
}

// measure sets the paper beside the lines between nodes, if there are enough.
func (g *sheet) measure(nodes map[node]Point) {
	const least = 12 // lines
	var papers, lines []float64
	add := func(a, b Point, across bool) {
		on, before, after := g.flanks(a, b, across, lineFlank, .2, .8)
		if ridge := math.Abs((before+after)/2 - on); ridge > math.Abs(after-before) {
			papers, lines = append(papers, (before+after)/2), append(lines, ridge)
		}
	}
	for n, a := range nodes {
		if b, ok := nodes[node{n.i + 1, n.j}]; ok {
			add(a, b, true)
		}
		if b, ok := nodes[node{n.i, n.j + 1}]; ok {
			add(a, b, false)
		}
	}
	if len(lines) >= least {
		g.paper, g.line = ranked(papers, .5), ranked(lines, .5)
	}
}

// hides reports that a line from a to b would not be seen.
func (g *sheet) hides(a, b Point, across bool) bool {
	if g.line == 0 {
		return false
	}
	on, before, after := g.flanks(a, b, across, lineFlank, .2, .8)
	even := max(math.Abs(on-before), math.Abs(on-after)) < g.line/3
	return even && math.Abs(on-g.paper) > g.line/2+floorNoise
}

// covers reports that a crossing of a mesh would not be seen: the mesh's line across or that down is
// hidden at both sides of it.
func (g *sheet) covers(m *mesh, i, j int) bool {
	if g.line == 0 {
		return false
	}
	gone := func(di, dj int) bool {
		x, y := i+di, j+dj
		return x < 0 || y < 0 || x > m.nx || y > m.ny || g.hides(m.p(i, j), m.p(x, y), di != 0)
	}
	return gone(-1, 0) && gone(1, 0) || gone(0, -1) && gone(0, 1)
}

// Blank is an eye for one of the boards without its filled cells, nil if there are hardly any.
func (e *Eye) Blank(board int) *Eye {
	const least = .1 // of the cells
	found := *e.boards[board]
	on := &found.sheet
	if on.line == 0 {
		return nil
	}
	m, b, c := found.mesh.scaled(found.factor), e.img.Bounds(), e.straightened(board)
	var filled []Quad
	var channels [3][]float64 // of paper
	for j := max(c.board[top]-c.y0, 0); j < min(c.board[bottom]-c.y0, m.ny); j++ {
		for i := max(c.board[left]-c.x0, 0); i < min(c.board[right]-c.x0, m.nx); i++ {
			switch level, even := on.cell(found.mesh, i, j); {
			case !even:
			case math.Abs(level-on.paper) > on.line/2+floorNoise:
				filled = append(filled, m.quad(float64(i), float64(j), float64(i+1), float64(j+1)))
			default:
				at := m.at(float64(i)+.5, float64(j)+.5)
				c := color.RGBAModel.Convert(e.img.At(b.Min.X+int(at.X), b.Min.Y+int(at.Y))).(color.RGBA)
				for k, v := range [3]uint8{c.R, c.G, c.B} {
					channels[k] = append(channels[k], float64(v))
				}
			}
		}
	}
	if float64(len(filled)) < least*float64(m.nx*m.ny) || len(channels[0]) == 0 {
		return nil
	}
	paper := color.RGBA{uint8(ranked(channels[0], .5)), uint8(ranked(channels[1], .5)), uint8(ranked(channels[2], .5)), 255}
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Rect, e.img, b.Min, draw.Src)
	for _, q := range filled {
		q.paint(out, paper)
	}
	blank, err := newEye(out, e.stage)
	if err != nil {
		return nil
	}
	found.colors, found.plain, found.level = nil, false, blank.levels[int(math.Round(math.Log2(found.factor)))]
	blank.shown = e.shown
	blank.boards, blank.search.passes = []*sighting{&found}, len(ways)
	return blank
}

// paint fills an outline with a color.
func (q Quad) paint(img *image.RGBA, c color.RGBA) {
	x0, x1 := min(q[0].X, q[3].X), max(q[1].X, q[2].X)
	y0, y1 := min(q[0].Y, q[1].Y), max(q[2].Y, q[3].Y)
	for y := int(y0); y <= int(y1+.5); y++ {
		for x := int(x0); x <= int(x1+.5); x++ {
			inside := image.Pt(x, y).In(img.Rect)
			for k := range q {
				side, to := minus(q[(k+1)%4], q[k]), minus(Point{float64(x), float64(y)}, q[k])
				inside = inside && side.X*to.Y-side.Y*to.X >= -side.length()/2
			}
			if inside {
				img.SetRGBA(x, y, c)
			}
		}
	}
}

// inner samples the brightness of the middle of a cell, sorted.
func (p *plane) inner(q Quad) []float64 {
	const inset, steps = .2, 6
	var list []float64
	for k := range steps * steps {
		u, v := inset+(1-2*inset)*float64(k%steps)/(steps-1), inset+(1-2*inset)*float64(k/steps)/(steps-1)
		at := mix(mix(q[0], q[1], u), mix(q[3], q[2], u), v)
		list = append(list, p.at(at.X, at.Y))
	}
	slices.Sort(list)
	return list
}

// cell is the brightness of a cell, and whether it is the same all over it.
func (g *sheet) cell(m *mesh, i, j int) (on float64, even bool) {
	x, y := float64(i), float64(j)
	list := g.inner(m.quad(x, y, x+1, y+1))
	low, high := list[0], list[len(list)-1]
	return (low + high) / 2, high-low < max(g.line/3, floorNoise)
}

// darkCells are the cells of a board that are darker than the others, by the widest gap of brightness
// between cells, nil if it is narrow.
func (p *plane) darkCells(s *Sight) []bool {
	const least = 30 // levels
	var usual []float64
	for k := range s.Width * s.Height {
		list := p.inner(s.Cells(k%s.Width, k/s.Width))
		usual = append(usual, list[len(list)/2])
	}
	sorted, gap, limit := slices.Sorted(slices.Values(usual)), float64(least), -1.0
	for k := 1; k < len(sorted); k++ {
		if d := sorted[k] - sorted[k-1]; d > gap {
			gap, limit = d, sorted[k]
		}
	}
	if limit < 0 {
		return nil
	}
	dark := make([]bool, len(usual))
	for k, v := range usual {
		dark[k] = v < limit
	}
	return dark
}

// through adds the crossings that lie where they should be beyond filled cells. Where hardly any line
// is hidden, none counts as such.
func (g *grower) through(nodes map[node]Point) {
	const near, least = .1, .03 // of a cell; of the lines
	if g.on.measure(nodes); g.on.line == 0 {
		return
	}
	m, first := meshOf(nodes)
	if m.nx == 0 || m.ny == 0 {
		return // no plane is known, on which every way leads out of the picture
	}
	s, off := m.flat()
	if off[len(off)/2] > offSurface {
		return
	}
	at := func(n node) Point { return s.at(float64(n.i-first.i), float64(n.j-first.j)) }
	var queue []node
	used := map[int]bool{}
	for n, p := range nodes {
		used[g.near(p, 1)] = true
		queue = append(queue, n)
	}
	slices.SortFunc(queue, func(a, b node) int { return (a.j-b.j)*len(m.points)*4 + a.i - b.i })
	outside := func(p Point) bool {
		return p.X < 0 || p.Y < 0 || p.X >= float64(g.on.w) || p.Y >= float64(g.on.h)
	}
	middle := func(a, b Point) float64 { return g.on.at((a.X+b.X)/2, (a.Y+b.Y)/2) }
	// Cells filled with one color end in the picture; a page that is unlike paper does not.
	known := map[node]*bool{}
	enclosed := func(from node, fill float64) bool {
		if is := known[from]; is != nil {
			return *is
		}
		is := true
		known[from] = &is
		for queue := []node{from}; len(queue) > 0; {
			from := queue[0]
			queue = queue[1:]
			for _, d := range around {
				to := node{from.i + d.i, from.j + d.j}
				a, b := at(from), at(to)
				switch {
				case known[to] != nil || !g.on.hides(a, b, d.i != 0) || math.Abs(middle(a, b)-fill) > g.on.line/3:
				case outside(b):
					is = false
				default:
					known[to] = &is
					queue = append(queue, to)
				}
			}
		}
		return is
	}
	reach := near * m.step()
	passed := map[node]bool{}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for _, d := range around {
			to := node{from.i + d.i, from.j + d.j}
			if _, taken := nodes[to]; taken || passed[to] {
				continue
			}
			a, b := at(from), at(to)
			if outside(b) {
				continue
			}
			k := g.near(b, reach)
			hidden := g.on.hides(a, b, d.i != 0) && enclosed(to, middle(a, b))
			switch {
			case k >= 0 && !used[k] && (hidden || g.l.between(a, g.found[k].Point, d.i != 0) >= edgeShare):
				nodes[to], used[k] = g.found[k].Point, true
			case hidden:
				passed[to] = true
			default:
				continue
			}
			queue = append(queue, to)
		}
	}
	grown, lo := meshOf(nodes)
	hidden, all := 0, 0
	for j := range grown.ny + 1 {
		for i := range grown.nx + 1 {
			from := node{lo.i + i, lo.j + j}
			for _, d := range around[:2] {
				if i+d.i <= grown.nx && j+d.j <= grown.ny {
					to := node{from.i + d.i, from.j + d.j}
					if all++; g.on.hides(at(from), at(to), d.i != 0) && enclosed(to, middle(at(from), at(to))) {
						hidden++
					}
				}
			}
		}
	}
	if float64(hidden) < least*float64(all) {
		g.on.line = 0 // the places unlike paper lie beside the board
	}
}

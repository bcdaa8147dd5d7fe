package see

import (
	"cmp"
	"math"
	"slices"
)

// The mesh: crossings with their places in a board.
//
// It grows from a crossing with four like neighbors, step by step: where the next
// crossing should be follows from the steps before, and the nearest one there is taken
// if a line leads to it. So the mesh bends with the page, and no camera or page need be
// modeled. What has no crossing, since cells around are filled or light glares, is
// interpolated. Cost: about linear in the crossings.

const (
	minPitch  = 8.0  // pixels from line to line, at the scale that is looked at
	maxPitch  = 90.0 //
	stray     = 0.24 // of a pitch: how far a crossing may be from where it should be
	minMesh   = 16   // crossings that make a mesh
	maxSeeds  = 400  // tried for one mesh
	edgeShare = 0.6  // of a cell's side that must be seen as a line
)

type node struct{ i, j int }

// mesh is a regular lattice of points; point (i, j) is where line i down meets line j
// across.
type mesh struct {
	nx, ny int // cells
	points []Point
}

func (m *mesh) p(i, j int) Point       { return m.points[j*(m.nx+1)+i] }
func (m *mesh) set(i, j int, at Point) { m.points[j*(m.nx+1)+i] = at }

func newMesh(nx, ny int) *mesh { return &mesh{nx, ny, make([]Point, (nx+1)*(ny+1))} }

// at is the place of coordinates in cells, which may lie outside.
func (m *mesh) at(u, v float64) Point {
	i, j := min(max(int(math.Floor(u)), 0), m.nx-1), min(max(int(math.Floor(v)), 0), m.ny-1)
	fu, fv := u-float64(i), v-float64(j)
	a, b, c, d := m.p(i, j), m.p(i+1, j), m.p(i, j+1), m.p(i+1, j+1)
	top, bottom := mix(a, b, fu), mix(c, d, fu)
	return mix(top, bottom, fv)
}

func mix(a, b Point, t float64) Point { return Point{a.X + (b.X-a.X)*t, a.Y + (b.Y-a.Y)*t} }

func plus(a, b Point) Point          { return Point{a.X + b.X, a.Y + b.Y} }
func minus(a, b Point) Point         { return Point{a.X - b.X, a.Y - b.Y} }
func times(a Point, f float64) Point { return Point{a.X * f, a.Y * f} }
func distance(a, b Point) float64    { return math.Hypot(a.X-b.X, a.Y-b.Y) }
func (p Point) length() float64      { return math.Hypot(p.X, p.Y) }

// quad is the outline of a rectangle of cells.
func (m *mesh) quad(u0, v0, u1, v1 float64) Quad {
	return Quad{m.at(u0, v0), m.at(u1, v0), m.at(u1, v1), m.at(u0, v1)}
}

// pitch is the mean length of a cell's side.
func (m *mesh) pitch() float64 {
	across := distance(m.p(0, m.ny/2), m.p(m.nx, m.ny/2)) / float64(m.nx)
	down := distance(m.p(m.nx/2, 0), m.p(m.nx/2, m.ny)) / float64(m.ny)
	return (across + down) / 2
}

// scaled is the mesh in pixels of another scale.
func (m *mesh) scaled(f float64) *mesh {
	s := &mesh{m.nx, m.ny, make([]Point, len(m.points))}
	for k, p := range m.points {
		s.points[k] = Point{(p.X+.5)*f - .5, (p.Y+.5)*f - .5}
	}
	return s
}

// grower finds the mesh among the crossings of one scale.
type grower struct {
	l       *lines
	found   []crossing
	buckets map[[2]int][]int32
	used    []bool
}

const bucket = 16

func newGrower(l *lines) *grower {
	g := &grower{l: l, found: l.crossings(), buckets: map[[2]int][]int32{}}
	g.used = make([]bool, len(g.found))
	for k, c := range g.found {
		key := [2]int{int(c.X) / bucket, int(c.Y) / bucket}
		g.buckets[key] = append(g.buckets[key], int32(k))
	}
	return g
}

// near is the crossing nearest to a place within r, -1 for none.
func (g *grower) near(at Point, r float64) int {
	best, least := -1, r
	for by := int(at.Y-r) / bucket; by <= int(at.Y+r)/bucket; by++ {
		for bx := int(at.X-r) / bucket; bx <= int(at.X+r)/bucket; bx++ {
			for _, k := range g.buckets[[2]int{bx, by}] {
				if d := distance(g.found[k].Point, at); d < least {
					best, least = int(k), d
				}
			}
		}
	}
	return best
}

// next is the nearest crossing that a line leads to in a direction: 0 right, 1 down,
// 2 left, 3 up.
func (g *grower) next(k, direction int) int {
	from := g.found[k].Point
	type option struct {
		k int32
		d float64
	}
	var options []option
	for reach := 1; reach*bucket < int(maxPitch)+bucket; reach++ {
		options = options[:0]
		bx, by := int(from.X)/bucket, int(from.Y)/bucket
		for a := -reach; a <= reach; a++ {
			for b := reach - 1; b <= reach; b++ {
				key := [2]int{bx + b, by + a}
				switch direction {
				case 1:
					key = [2]int{bx + a, by + b}
				case 2:
					key = [2]int{bx - b, by + a}
				case 3:
					key = [2]int{bx + a, by - b}
				}
				for _, o := range g.buckets[key] {
					d := minus(g.found[o].Point, from)
					along, off := d.X, d.Y
					if direction%2 == 1 {
						along, off = d.Y, d.X
					}
					if direction >= 2 {
						along = -along
					}
					if along >= minPitch && along <= maxPitch && math.Abs(off) < along/4 {
						options = append(options, option{o, along})
					}
				}
			}
		}
		slices.SortFunc(options, func(a, b option) int { return cmp.Compare(a.d, b.d) })
		for _, o := range options {
			if g.l.between(from, g.found[o.k].Point, direction%2 == 0) >= .8 {
				return int(o.k)
			}
		}
	}
	return -1
}

// largest grows meshes from several seeds and returns the nodes of the largest.
func (g *grower) largest() map[node]Point {
	var best map[node]Point
	// Evenly from strong to weak: the strongest may all be digits.
	stride := max(1, len(g.found)/maxSeeds)
	for k := 0; k < len(g.found); k += stride {
		if g.used[k] {
			continue
		}
		u, v, ok := g.seed(k)
		if !ok {
			continue
		}
		if nodes := g.grow(k, u, v); len(nodes) > len(best) {
			best = nodes
		}
		if len(best) > len(g.found)/2 {
			break
		}
	}
	return best
}

// seed gives the steps to the right and down from a crossing with four like neighbors.
func (g *grower) seed(k int) (u, v Point, ok bool) {
	var to [4]Point
	for d := range to {
		n := g.next(k, d)
		if n < 0 {
			return u, v, false
		}
		to[d] = minus(g.found[n].Point, g.found[k].Point)
	}
	like := func(a, b Point) bool { return plus(a, b).length() < .2*max(a.length(), b.length()) }
	if !like(to[0], to[2]) || !like(to[1], to[3]) {
		return u, v, false
	}
	u, v = mix(to[0], Point{-to[2].X, -to[2].Y}, .5), mix(to[1], Point{-to[3].X, -to[3].Y}, .5)
	ratio := u.length() / v.length()
	return u, v, ratio > .55 && ratio < 1.8
}

// grow adds crossings to a mesh as long as there are any where they should be.
func (g *grower) grow(seed int, u, v Point) map[node]Point {
	type state struct {
		at, u, v Point
	}
	nodes := map[node]state{{}: {g.found[seed].Point, u, v}}
	g.used[seed] = true
	queue := []node{{}}
	around := [4]node{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for _, d := range around {
			to := node{from.i + d.i, from.j + d.j}
			if _, taken := nodes[to]; taken {
				continue
			}
			// All neighbors have a say in where it should be.
			var sum state
			n := 0.0
			for _, e := range around {
				s, ok := nodes[node{to.i + e.i, to.j + e.j}]
				if !ok {
					continue
				}
				n++
				fi, fj := float64(-e.i), float64(-e.j)
				sum.at = plus(sum.at, Point{s.at.X + fi*s.u.X + fj*s.v.X, s.at.Y + fi*s.u.Y + fj*s.v.Y})
				sum.u, sum.v = plus(sum.u, s.u), plus(sum.v, s.v)
			}
			expected := state{times(sum.at, 1/n), times(sum.u, 1/n), times(sum.v, 1/n)}
			k := g.near(expected.at, stray*min(expected.u.length(), expected.v.length()))
			if k < 0 || g.used[k] || g.l.between(nodes[from].at, g.found[k].Point, d.i != 0) < edgeShare {
				continue
			}
			s := state{g.found[k].Point, expected.u, expected.v}
			g.used[k] = true
			moved := times(minus(s.at, nodes[from].at), float64(d.i+d.j))
			if d.i != 0 {
				s.u = mix(s.u, moved, .3)
			} else {
				s.v = mix(s.v, moved, .3)
			}
			nodes[to] = s
			queue = append(queue, to)
		}
	}
	points := make(map[node]Point, len(nodes))
	for n, s := range nodes {
		points[n] = s.at
	}
	return points
}

// whole makes a mesh of nodes, with points for those that were not found.
func whole(nodes map[node]Point) *mesh {
	lo, hi := node{math.MaxInt, math.MaxInt}, node{math.MinInt, math.MinInt}
	for n := range nodes {
		lo = node{min(lo.i, n.i), min(lo.j, n.j)}
		hi = node{max(hi.i, n.i), max(hi.j, n.j)}
	}
	m := newMesh(hi.i-lo.i, hi.j-lo.j)
	known := make([]bool, len(m.points))
	for n, at := range nodes {
		m.set(n.i-lo.i, n.j-lo.j, at)
		known[(n.j-lo.j)*(m.nx+1)+n.i-lo.i] = true
	}
	m.straightenOut(known)
	m.fill(known)
	return m
}

// pitchOf is the middle length of the steps across between known points.
func (m *mesh) pitchOf(known []bool) float64 {
	var steps []float64
	for j := range m.ny + 1 {
		for i := range m.nx {
			if k := j*(m.nx+1) + i; known[k] && known[k+1] {
				steps = append(steps, distance(m.points[k], m.points[k+1]))
			}
		}
	}
	if len(steps) == 0 {
		return minPitch
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// straightenOut forgets points that are not where those beside them say, the worst first:
// strokes of digits can look like lines.
func (m *mesh) straightenOut(known []bool) {
	w := m.nx + 1
	off := func(i, j int) float64 {
		if !known[j*w+i] {
			return 0
		}
		worst := 0.0
		for _, d := range [2]node{{1, 0}, {0, 1}} {
			for k, bend := range [3]float64{1, 1.2, 1.7} {
				k++
				a, b := node{i - k*d.i, j - k*d.j}, node{i + k*d.i, j + k*d.j}
				if a.i < 0 || a.j < 0 || b.i > m.nx || b.j > m.ny || !known[a.j*w+a.i] || !known[b.j*w+b.i] {
					continue
				}
				p, q := m.p(a.i, a.j), m.p(b.i, b.j)
				worst = max(worst, distance(mix(p, q, .5), m.p(i, j))/distance(p, q)*float64(2*k)/bend)
			}
		}
		return worst
	}
	tolerance := max(.06, .9/m.pitchOf(known)) // of a cell
	for range m.nx + m.ny {
		worst := make([]float64, len(known))
		for j := range m.ny + 1 {
			for i := range w {
				worst[j*w+i] = off(i, j)
			}
		}
		dropped := 0
		for j := range m.ny + 1 {
			for i := range w {
				v, most := worst[j*w+i], true
				if v < tolerance {
					continue
				}
				for y := max(j-3, 0); y <= min(j+3, m.ny); y++ {
					most = most && worst[y*w+i] <= v
				}
				for x := max(i-3, 0); x <= min(i+3, m.nx); x++ {
					most = most && worst[j*w+x] <= v
				}
				if most {
					known[j*w+i] = false
					dropped++
				}
			}
		}
		if dropped == 0 {
			return
		}
	}
}

// fill gives the points that are not known, ring by ring from those that are: between
// two points, or going on as the points before.
func (m *mesh) fill(known []bool) {
	seen := slices.Clone(known)
	w := m.nx + 1
	for range m.nx + m.ny + 2 {
		type patch struct {
			k  int
			at Point
		}
		var patches []patch
		for j := range m.ny + 1 {
			for i := range w {
				if seen[j*w+i] {
					continue
				}
				if at, ok := m.guess(seen, i, j); ok {
					patches = append(patches, patch{j*w + i, at})
				}
			}
		}
		if len(patches) == 0 {
			break
		}
		for _, p := range patches {
			m.points[p.k], seen[p.k] = p.at, true
		}
	}
	m.relax(known)
}

// guess is where a point should be by its neighbors, the surest of them.
func (m *mesh) guess(seen []bool, i, j int) (Point, bool) {
	has := func(i, j int) bool {
		return i >= 0 && j >= 0 && i <= m.nx && j <= m.ny && seen[j*(m.nx+1)+i]
	}
	var sum Point
	weight := 0.0
	add := func(p Point, w float64) {
		sum = Point{sum.X + p.X*w, sum.Y + p.Y*w}
		weight += w
	}
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		if has(i+d[0], j+d[1]) && has(i-d[0], j-d[1]) {
			add(mix(m.p(i+d[0], j+d[1]), m.p(i-d[0], j-d[1]), .5), 2)
		}
		// As a parallelogram with the cell beside.
		for _, e := range [2][2]int{{d[1], d[0]}, {-d[1], -d[0]}} {
			if has(i+d[0], j+d[1]) && has(i+e[0], j+e[1]) && has(i+d[0]+e[0], j+d[1]+e[1]) {
				add(minus(plus(m.p(i+d[0], j+d[1]), m.p(i+e[0], j+e[1])), m.p(i+d[0]+e[0], j+d[1]+e[1])), 1)
			}
		}
		if has(i+d[0], j+d[1]) && has(i+2*d[0], j+2*d[1]) {
			add(minus(plus(m.p(i+d[0], j+d[1]), m.p(i+d[0], j+d[1])), m.p(i+2*d[0], j+2*d[1])), .3)
		}
	}
	if weight == 0 {
		return Point{}, false
	}
	return Point{sum.X / weight, sum.Y / weight}, true
}

// relax makes guessed points lie evenly between their neighbors.
func (m *mesh) relax(known []bool) {
	w := m.nx + 1
	for range 12 {
		for j := 1; j < m.ny; j++ {
			for i := 1; i < m.nx; i++ {
				if known[j*w+i] {
					continue
				}
				a := mix(m.p(i-1, j), m.p(i+1, j), .5)
				b := mix(m.p(i, j-1), m.p(i, j+1), .5)
				m.set(i, j, mix(a, b, .5))
			}
		}
	}
}

// part is the mesh of some of its cells.
func (m *mesh) part(i0, j0, i1, j1 int) *mesh {
	q := newMesh(i1-i0, j1-j0)
	for j := range q.ny + 1 {
		for i := range q.nx + 1 {
			q.set(i, j, m.p(i0+i, j0+j))
		}
	}
	return q
}

// trimmed drops outer rows and columns in which few cells have lines on their sides.
func (m *mesh) trimmed(l *lines) *mesh {
	across := func(i, j int) bool { return l.between(m.p(i, j), m.p(i+1, j), true) >= edgeShare }
	down := func(i, j int) bool { return l.between(m.p(i, j), m.p(i, j+1), false) >= edgeShare }
	cells := make([]bool, m.nx*m.ny)
	for j := range m.ny {
		for i := range m.nx {
			n := 0
			for _, side := range [4]bool{across(i, j), across(i, j+1), down(i, j), down(i+1, j)} {
				if side {
					n++
				}
			}
			cells[j*m.nx+i] = n >= 3
		}
	}
	i0, j0, i1, j1 := 0, 0, m.nx, m.ny
	share := func(i0, j0, i1, j1 int) float64 {
		n := 0
		for j := j0; j < j1; j++ {
			for i := i0; i < i1; i++ {
				if cells[j*m.nx+i] {
					n++
				}
			}
		}
		return float64(n) / float64(max((i1-i0)*(j1-j0), 1))
	}
	ends := func(from, to int, line func(k int) bool) float64 {
		n := 0
		for k := from; k < to; k++ {
			if line(k) {
				n++
			}
		}
		return float64(n) / float64(max(to-from, 1))
	}
	const few = .4
	for i0 < i1 && j0 < j1 {
		sides := [4]float64{
			min(share(i0, j0, i0+1, j1), ends(j0, j1, func(k int) bool { return down(i0, k) })),
			min(share(i0, j0, i1, j0+1), ends(i0, i1, func(k int) bool { return across(k, j0) })),
			min(share(i1-1, j0, i1, j1), ends(j0, j1, func(k int) bool { return down(i1, k) })),
			min(share(i0, j1-1, i1, j1), ends(i0, i1, func(k int) bool { return across(k, j1) })),
		}
		worst := 0
		for k, s := range sides {
			if s < sides[worst] {
				worst = k
			}
		}
		if sides[worst] >= few {
			break
		}
		switch worst {
		case 0:
			i0++
		case 1:
			j0++
		case 2:
			i1--
		case 3:
			j1--
		}
	}
	if i1-i0 < 1 || j1-j0 < 1 {
		return nil
	}
	return m.part(i0, j0, i1, j1)
}

// completed adds outer rows and columns of cells on sides where the lines go on for a
// whole cell and something ends them: cells without a frame, as on screens, have no
// lines at their outer sides, only steps, and those may be faint beside black digits.
// So brightness itself is compared with that at the lines inside.
func (m *mesh) completed(l *lines, p *plane) *mesh {
	for s := left; s <= bottom; s++ {
		for range 2 {
			e := m.oneMore(l, p, s)
			if e == nil {
				break
			}
			m = e
		}
	}
	return m
}

// oneMore is the mesh with one more line on a side, nil if there is none.
func (m *mesh) oneMore(l *lines, p *plane, s side) *mesh {
	more := [4]int{}
	more[s] = 1
	e := m.extended(l, more[left], more[top], more[right], more[bottom])
	across := s == left || s == right
	count, at, dir := m.ny, 0, 1
	if !across {
		count = m.nx
	}
	switch s {
	case right:
		at, dir = e.nx, -1
	case bottom:
		at, dir = e.ny, -1
	}
	point := func(k, q int) Point {
		if across {
			return e.p(k, q)
		}
		return e.p(q, k)
	}
	var inside, outside, ends []float64
	for q := range count + 1 {
		ridge, _ := p.profile(point(at+dir, q), point(at+2*dir, q), across)
		inside = append(inside, ridge)
		ridge, _ = p.profile(point(at, q), point(at+dir, q), across)
		outside = append(outside, ridge)
		if q < count {
			ridge, step := p.profile(point(at, q), point(at, q+1), !across)
			ends = append(ends, max(math.Abs(ridge), math.Abs(step)))
		}
	}
	usual := middle(inside)
	if math.Abs(usual) < 3 || middle(outside)/usual < .6 || middle(ends) < .6*math.Abs(usual) {
		return nil
	}
	return e
}

func middle(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// profile measures a line from a to b, in its middle part: how much darker it is than
// what is beside it, and how what is beside it differs.
func (p *plane) profile(a, b Point, across bool) (ridge, step float64) {
	d := Point{X: lineFlank}
	if across {
		d = Point{Y: lineFlank}
	}
	const samples = 12
	var on, before, after float64
	for k := range samples {
		q := mix(a, b, .2+.6*(float64(k)+.5)/samples)
		on += p.at(q.X, q.Y) / samples
		before += p.at(q.X-d.X, q.Y-d.Y) / samples
		after += p.at(q.X+d.X, q.Y+d.Y) / samples
	}
	return (before+after)/2 - on, after - before
}

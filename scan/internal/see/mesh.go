package see

import (
	"math"
	"slices"
)

// The mesh is a lattice of crossings. Points without a crossing, at filled cells or in glare, lie
// on the surface of the others (surface.go). grow.go makes the mesh, border.go finds its ends.

type node struct{ i, j int }

// mesh is a regular lattice of points; point (i, j) is where line i down meets line j
// across.
type mesh struct {
	nx, ny int // cells
	points []Point
	seen   []bool // found as crossings
}

func (m *mesh) p(i, j int) Point       { return m.points[j*(m.nx+1)+i] }
func (m *mesh) set(i, j int, at Point) { m.points[j*(m.nx+1)+i] = at }

func newMesh(nx, ny int) *mesh {
	n := (nx + 1) * (ny + 1)
	return &mesh{nx, ny, make([]Point, n), make([]bool, n)}
}

// crossings is how many of the points were found.
func (m *mesh) crossings() (n int) {
	for _, is := range m.seen {
		if is {
			n++
		}
	}
	return n
}

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
	s := newMesh(m.nx, m.ny)
	for k, p := range m.points {
		s.points[k] = Point{(p.X+.5)*f - .5, (p.Y+.5)*f - .5}
	}
	return s
}

// whole makes a mesh of nodes and adds the missing points. It drops outer lines with few
// crossings: a mesh runs on into noise in some places.
func whole(nodes map[node]Point, on *sheet) *mesh {
	m, _ := meshOf(nodes)
	if s, _ := m.flat(); on.line > 0 {
		for k, is := range m.seen {
			if !is {
				m.points[k] = s.at(float64(k%(m.nx+1)), float64(k/(m.nx+1)))
			}
		}
	}
	m = m.trimmed(on)
	m.settle()
	return m.trimmed(on)
}

// meshOf is the mesh of nodes, with the first.
func meshOf(nodes map[node]Point) (m *mesh, lo node) {
	lo, hi := node{math.MaxInt, math.MaxInt}, node{math.MinInt, math.MinInt}
	for n := range nodes {
		lo = node{min(lo.i, n.i), min(lo.j, n.j)}
		hi = node{max(hi.i, n.i), max(hi.j, n.j)}
	}
	m = newMesh(hi.i-lo.i, hi.j-lo.j)
	for n, at := range nodes {
		m.set(n.i-lo.i, n.j-lo.j, at)
		m.seen[(n.j-lo.j)*(m.nx+1)+n.i-lo.i] = true
	}
	return m, lo
}

// trimmed is the mesh without outer lines that have few crossings, of those that can be seen.
func (m *mesh) trimmed(on *sheet) *mesh {
	const least = .4 // share of the lines found
	all := 0
	for k, is := range m.seen {
		if is || !on.covers(m, k%(m.nx+1), k/(m.nx+1)) {
			all++
		}
	}
	for s, kept := left, 0; kept < 4 && m.nx > minSide && m.ny > minSide; s = (s + 1) % 4 {
		n, of := m.found(s, on)
		if m.mostlyHidden(s, on) || float64(n*all) >= least*float64(of*m.crossings()) {
			kept++
			continue
		}
		kept = 0
		cut := [4]int{}
		cut[s] = 1
		m = m.part(cut[left], cut[top], m.nx-cut[right], m.ny-cut[bottom])
	}
	return m
}

// side is the number of cells along a side.
func (m *mesh) side(s side) int {
	if s == left || s == right {
		return m.ny
	}
	return m.nx
}

// mostlyHidden reports a side of which hardly any points can be seen, and most of these were found.
func (m *mesh) mostlyHidden(s side, on *sheet) bool {
	n, of := m.found(s, on)
	return of*visible < m.side(s)+1 && n >= 2 && 2*n >= of
}

// found counts the points of a side that were found, of those that can be seen.
func (m *mesh) found(s side, on *sheet) (n, of int) {
	w := m.nx + 1
	first := [4]int{0, 0, m.nx, m.ny * w}[s]
	step := w
	if s == top || s == bottom {
		step = 1
	}
	for k := range m.side(s) + 1 {
		if at := first + k*step; m.seen[at] {
			n, of = n+1, of+1
		} else if !on.covers(m, at%w, at/w) {
			of++
		}
	}
	return n, of
}

// step is the middle length of the steps across between points that were found.
func (m *mesh) step() float64 {
	var steps []float64
	for j := range m.ny + 1 {
		for i := range m.nx {
			if k := j*(m.nx+1) + i; m.seen[k] && m.seen[k+1] {
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

// part is the mesh of some of its cells.
func (m *mesh) part(i0, j0, i1, j1 int) *mesh {
	q := newMesh(i1-i0, j1-j0)
	for j := range q.ny + 1 {
		for i := range q.nx + 1 {
			q.set(i, j, m.p(i0+i, j0+j))
			q.seen[j*(q.nx+1)+i] = m.seen[(j0+j)*(m.nx+1)+i0+i]
		}
	}
	return q
}

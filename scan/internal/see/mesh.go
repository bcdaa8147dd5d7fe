package see

import (
	"math"
	"slices"
)

// The mesh: crossings with their places in a board. What has no crossing, since cells
// around are filled or light glares, lies on the surface of the others (surface.go). How it
// grows is in grow.go, where it ends in border.go.

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
	m.settle(known)
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

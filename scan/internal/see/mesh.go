package see

import (
	"math"
	"slices"
)

// The mesh: crossings with their places in a board. What has no crossing, since cells
// around are filled or light glares, is interpolated. How it grows is in grow.go, where it
// ends in border.go.

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
